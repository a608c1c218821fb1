import Foundation
import Testing

@testable import Exchanges

@Suite("A series: event by event, what is to be done")
struct SeriesTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// An event of a series, with the second in which it happens.
    enum Happening {
        case begin
        case response(Int)
        case fail
        case refuse
        case cancelled
        case verdict(SeriesVerdict.Kind?)
        case tick
        case advance
        case skip
        case step(Bool)
        case stop
    }

    /// A series with a clock and numbered responses.
    struct Scene {
        var series: Series
        private var number: UInt8 = 0

        init(_ plan: Series.Plan) { series = Series(plan) }

        static func id(_ number: UInt8) -> UUID { UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

        mutating func take(_ happening: Happening, at second: Double) -> Series.Action? {
            let now = SeriesTests.start.addingTimeInterval(second)
            switch happening {
            case .begin: return series.begin(at: now)
            case .response(let status): return series.ended(outcome(status: status), at: now)
            case .fail:
                let failure = RecordedFailure(stage: .init(rawValue: "connect"), message: "refused")
                return series.ended(outcome(failure: failure), at: now)
            case .refuse: return series.ended(SendOutcome(refused: "it has no value"), at: now)
            case .cancelled:
                let failure = RecordedFailure(stage: .cancelled, message: "Cancelled.")
                return series.ended(outcome(failure: failure), at: now)
            case .verdict(let kind): return series.judged(kind.map { SeriesVerdict($0, "") }, at: now)
            case .tick: return series.tick(at: now)
            case .advance: return series.advance(at: now)
            case .skip: return series.skip(at: now)
            case .step(let isStepping): return series.step(isStepping, at: now)
            case .stop: return series.stop()
            }
        }

        private mutating func outcome(status: Int? = nil, failure: RecordedFailure? = nil) -> SendOutcome {
            number += 1
            return SendOutcome(id: Self.id(number), status: status, failure: failure, duration: .milliseconds(10))
        }
    }

    /// One way through: what happens when, and what is to be done then.
    struct Way: CustomTestStringConvertible {
        let title: String
        let plan: Series.Plan
        let steps: [(second: Double, happening: Happening, action: Series.Action?)]
        var testDescription: String { title }
    }

    static let ways: [Way] = [
        Way(
            title: "three at once, compared with their originals",
            plan: Series.Plan(limit: 3, comparison: .originals),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), .judge(0)), (1, .verdict(.same), .send(1)),
                (2, .response(503), .judge(1)), (2, .verdict(.differs), .send(2)), (3, .fail, .judge(2)),
                (3, .verdict(nil), .finish(.all)), (4, .tick, nil), (4, .stop, nil),
            ]),
        Way(
            title: "the first that differs ends it where that is wanted",
            plan: Series.Plan(limit: 3, bails: true, comparison: .originals),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), .judge(0)), (1, .verdict(.same), .send(1)),
                (2, .response(503), .judge(1)), (2, .verdict(.differs), .finish(.failed)),
            ]),
        Way(
            title: "a failure that is the recorded one is none",
            plan: Series.Plan(limit: 2, bails: true, comparison: .originals),
            steps: [
                (0, .begin, .send(0)), (1, .fail, .judge(0)), (1, .verdict(.same), .send(1)),
                (2, .fail, .judge(1)), (2, .verdict(nil), .finish(.failed)),
            ]),
        Way(
            title: "what could not be sent is compared with nothing, and ends it where that is wanted",
            plan: Series.Plan(limit: 2, bails: true, comparison: .originals),
            steps: [(0, .begin, .send(0)), (0, .refuse, .finish(.failed))]),
        Way(
            title: "stepping: each waits for a person; then they go by themselves",
            plan: Series.Plan(limit: 3, isStepping: true),
            steps: [
                (0, .begin, nil), (5, .tick, nil), (6, .advance, .send(0)), (6, .advance, nil),
                (7, .response(200), nil),
                (9, .step(false), .send(1)), (10, .response(200), .send(2)), (11, .step(true), nil),
                (12, .response(200), .finish(.all)),
            ]),
        Way(
            title: "gaps are kept between the beginnings, and a late one is not made up for",
            plan: Series.Plan(limit: 4, pace: .gaps([.seconds(10), .seconds(2), .seconds(5)])),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), nil), (9.9, .tick, nil), (10.1, .tick, .send(1)),
                (16, .response(200), .send(2)), (17, .response(200), nil), (20.9, .tick, nil), (21, .tick, .send(3)),
                (22, .response(200), .finish(.all)),
            ]),
        Way(
            title: "one that is sent early moves those behind it",
            plan: Series.Plan(limit: 3, pace: .gaps([.seconds(10), .seconds(10)])),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), nil), (2, .advance, .send(1)), (3, .response(200), nil),
                (11, .tick, nil), (12, .tick, .send(2)),
            ]),
        Way(
            title: "skipping: one that waits is left out, one under way is given up, and the next keeps its time",
            plan: Series.Plan(limit: 4, pace: .gaps([.seconds(10), .seconds(10), .seconds(10)])),
            steps: [
                (0, .begin, .send(0)), (1, .skip, .cancel), (1, .skip, nil), (1, .cancelled, nil),
                (10, .tick, .send(1)),
                (11, .response(200), nil), (12, .skip, nil), (20, .tick, nil), (30, .tick, .send(3)),
                (31, .response(200), .finish(.all)),
            ]),
        Way(
            title: "one that was to be skipped and answered all the same counts",
            plan: Series.Plan(limit: 1, comparison: .originals),
            steps: [
                (0, .begin, .send(0)), (1, .skip, .cancel), (1, .response(200), .judge(0)),
                (1, .verdict(.same), .finish(.all)),
            ]),
        Way(
            title: "stopped while it sends, waits for a person, for its time, for a verdict",
            plan: Series.Plan(limit: 2),
            steps: [(0, .begin, .send(0)), (1, .stop, .cancel), (1, .stop, nil), (1, .cancelled, .finish(.stopped))]),
        Way(
            title: "stopped while a person is waited for", plan: Series.Plan(limit: 2, isStepping: true),
            steps: [(0, .begin, nil), (1, .stop, .finish(.stopped))]),
        Way(
            title: "stopped while its time is waited for", plan: Series.Plan(limit: 2, pace: .every(.seconds(5))),
            steps: [(0, .begin, .send(0)), (1, .response(200), nil), (2, .stop, .finish(.stopped))]),
        Way(
            title: "stopped while it is compared", plan: Series.Plan(limit: 2, comparison: .originals),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), .judge(0)), (2, .stop, nil),
                (2, .verdict(.same), .finish(.stopped)),
            ]),
        Way(
            title: "every two seconds: lateness does not add up, and a slow one is followed at once",
            plan: Series.Plan(limit: nil, pace: .every(.seconds(2))),
            steps: [
                (0, .begin, .send(0)), (0.5, .response(200), nil), (2.08, .tick, .send(1)), (2.5, .response(200), nil),
                (4.05, .tick, .send(2)), (9, .response(200), .send(3)), (9.5, .response(200), nil), (10.9, .tick, nil),
                (11, .tick, .send(4)),
            ]),
        Way(
            title: "until a status: not one more",
            plan: Series.Plan(limit: 5, condition: .status(200...200, isNegated: false)),
            steps: [
                (0, .begin, .send(0)), (1, .fail, .send(1)), (2, .response(503), .send(2)),
                (3, .response(200), .finish(.reached(.status(200...200, isNegated: false)))),
            ]),
        Way(
            title: "a condition that never holds ends with the limit",
            plan: Series.Plan(limit: 2, condition: .status(200...200, isNegated: false)),
            steps: [(0, .begin, .send(0)), (1, .response(503), .send(1)), (2, .response(503), .finish(.limit))]),
        Way(
            title: "until the answer changes from the first one that there is",
            plan: Series.Plan(limit: 9, condition: .changes, comparison: .first),
            steps: [
                (0, .begin, .send(0)), (0, .refuse, .send(1)), (1, .response(200), .send(2)),
                (2, .response(200), .judge(2)),
                (2, .verdict(.same), .send(3)), (3, .response(200), .judge(3)),
                (3, .verdict(.differs), .finish(.reached(.changes))),
            ]),
        Way(
            title: "the first answer is the first whole one: a failure is none",
            plan: Series.Plan(limit: 9, condition: .changes, comparison: .first),
            steps: [
                (0, .begin, .send(0)), (1, .fail, .send(1)), (2, .response(200), .send(2)),
                (3, .response(200), .judge(2)),
                (3, .verdict(.same), .send(3)), (4, .fail, .judge(3)), (4, .verdict(nil), .send(4)),
            ]),
        Way(
            title: "answers that nobody can compare never tell whether they change: not one more",
            plan: Series.Plan(limit: nil, condition: .changes, comparison: .first),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), .send(1)), (2, .response(200), .judge(1)),
                (2, .verdict(nil), .finish(.incomparable)),
            ]),
        Way(
            title: "other conditions ask for no comparison",
            plan: Series.Plan(limit: 9, condition: .passes, comparison: .first),
            steps: [
                (0, .begin, .send(0)), (1, .response(200), .send(1)), (2, .response(200), .judge(1)),
                (2, .verdict(nil), .send(2)),
            ]),
        Way(
            title: "a clock that is put back moves what is planned by as much",
            plan: Series.Plan(limit: 3, pace: .every(.seconds(10)), timeout: .seconds(30)),
            steps: [
                (100_000, .begin, .send(0)), (100_001, .response(200), nil), (100_004, .tick, nil), (4, .tick, nil),
                (9.9, .tick, nil), (10, .tick, .send(1)), (12, .response(200), nil), (19, .tick, nil), (2, .tick, nil),
                (2.9, .tick, nil), (3, .tick, .send(2)), (12, .tick, nil), (13, .tick, .cancel),
            ]),
        Way(
            title: "a repeat that cannot be sent is not tried again",
            plan: Series.Plan(limit: nil, endsUnsent: true, comparison: .first),
            steps: [(0, .begin, .send(0)), (1, .fail, .send(1)), (1, .refuse, .finish(.unsent))]),
        Way(
            title: "when its time is up, what is under way is given up",
            plan: Series.Plan(limit: nil, timeout: .seconds(10)),
            steps: [
                (0, .begin, .send(0)), (5, .response(503), .send(1)), (9, .tick, nil), (10, .tick, .cancel),
                (10.1, .tick, nil), (10.2, .cancelled, .finish(.timedOut)),
            ]),
        Way(
            title: "no send begins when the time is up",
            plan: Series.Plan(limit: nil, pace: .every(.seconds(8)), timeout: .seconds(10)),
            steps: [
                (0, .begin, .send(0)), (1, .response(503), nil), (8, .tick, .send(1)), (9, .response(503), nil),
                (10, .tick, .finish(.timedOut)),
            ]),
        Way(
            title: "a send that was cancelled elsewhere ends it", plan: Series.Plan(limit: 3),
            steps: [(0, .begin, .send(0)), (1, .cancelled, .finish(.stopped))]),
        Way(
            title: "none at all is over at once", plan: Series.Plan(limit: 0), steps: [(0, .begin, .finish(.all))]),
    ]

    @Test("each way through", arguments: ways)
    func way(_ way: Way) {
        var scene = Scene(way.plan)
        for (index, step) in way.steps.enumerated() {
            let action = scene.take(step.happening, at: step.second)
            #expect(action == step.action, "step \(index): \(step.happening) at \(step.second)")
        }
    }

    @Test(
        "abandoned, it is over at once, whatever is under way",
        arguments: [
            ([.begin], Series.Plan(limit: 2)),
            ([.begin, .response(200)], Series.Plan(limit: 2, comparison: .originals)),
            ([.begin, .response(200)], Series.Plan(limit: 2, pace: .every(.seconds(9)))),
            ([.begin], Series.Plan(limit: 2, isStepping: true)), ([], Series.Plan(limit: 2)),
        ] as [([Happening], Series.Plan)])
    func abandoned(_ happenings: [Happening], _ plan: Series.Plan) {
        var scene = Scene(plan)
        for happening in happenings { _ = scene.take(happening, at: 1) }
        let action = scene.series.abandon(at: Self.start)
        #expect(action == .finish(.stopped) && scene.series.end == .stopped)
        #expect(scene.series.ids.count == happenings.count { if case .response = $0 { true } else { false } })
        let another = scene.series.abandon(at: Self.start)
        #expect(another == nil)
    }

    @Test("the first whole answer is the one that others are compared with, and the last verdict is known")
    func reference() {
        var scene = Scene(Series.Plan(limit: nil, comparison: .first))
        for happening in [Happening.begin, .fail, .response(503)] { _ = scene.take(happening, at: 0) }
        #expect(scene.series.reference == Scene.id(2) && scene.series.lastVerdict == nil)
        for happening in [Happening.response(200), .verdict(.differs), .response(200), .verdict(nil)] {
            _ = scene.take(happening, at: 0)
        }
        #expect(scene.series.reference == Scene.id(2) && scene.series.lastVerdict?.kind == .differs)
    }

    @Test("the last times are the end of all times, without what was skipped or cancelled")
    func lastTimes() {
        var scene = Scene(Series.Plan(limit: 9, isStepping: true))
        let happenings: [Happening] = [
            .begin, .advance, .response(200), .skip, .advance, .fail, .advance, .response(200), .advance, .stop,
            .cancelled,
        ]
        for happening in happenings { _ = scene.take(happening, at: 0) }
        let times: [Duration?] = [.milliseconds(10), nil, .milliseconds(10)]
        #expect(scene.series.times == times)
        for count in 0...4 { #expect(scene.series.times(last: count) == times.suffix(count)) }
    }

    @Test("what is over is told in order, with what was skipped, and counted without what was cancelled")
    func entries() {
        var scene = Scene(Series.Plan(limit: 3, isStepping: true))
        let happenings: [Happening] = [.begin, .skip, .advance, .response(503), .advance, .stop, .cancelled]
        for happening in happenings { _ = scene.take(happening, at: 0) }
        let series = scene.series
        #expect(series.entries.map(\.isSkipped) == [true, false, false])
        #expect(series.entries.map(\.outcome?.status) == [nil, 503, nil])
        #expect(series.ids == [Scene.id(1), Scene.id(2)] && series.end == .stopped && series.current == nil)
        #expect(series.statistics.count == 1 && series.statistics.failures == 1)
    }

    @Test("the gaps between exchanges are those between their moments, and none is below zero")
    func gaps() {
        let moments = [0, 2.5, 2.4, 62.4].map { Self.start.addingTimeInterval($0) }
        #expect(Series.gaps(of: moments) == [.milliseconds(2500), .zero, .seconds(60)])
        #expect(Series.gaps(of: []).isEmpty)
    }
}

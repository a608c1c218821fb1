import Foundation
import MicroClient
import Testing

@testable import Exchanges

@Suite("How long exchanges took")
struct LatencyReportTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14 22:13:20 UTC

    private static let clock = HistoryClock(now: start) { _ in 3600 }

    /// - Parameter connect: The time to connect, in milliseconds; nil: on a connection that was there.
    private func sample(
        after seconds: Double, wait: Int = 80, connect: Int? = nil, status: Int? = 200, isFailure: Bool = false
    ) -> LatencySample {
        var timings = Transfer.Timings()
        timings.connect = connect.map { .milliseconds($0) }
        timings.nameLookup = connect.map { _ in .milliseconds(1) }
        timings.wait = .milliseconds(wait)
        timings.download = .milliseconds(4)
        return LatencySample(
            id: UUID(), sentAt: Self.start.addingTimeInterval(seconds),
            duration: .milliseconds(wait + 4 + (connect.map { $0 + 1 } ?? 0)), timings: timings, status: status,
            isFailure: isFailure)
    }

    @Test("counts all, and of the times leaves failures out")
    func counts() throws {
        let samples = (1...20).map { sample(after: Double($0), wait: $0 * 10) }
        let failed = sample(after: 30, wait: 9_000, status: nil, isFailure: true)
        let report = LatencyReport(samples + [failed, sample(after: 31, wait: 1, status: 503)])
        #expect(report.count == 22 && report.failures == 1 && report.serverErrors == 1)
        let total = try #require(report.total)
        #expect(total.count == 21 && total.slowest == .milliseconds(204))
        #expect(report.extent?.upperBound == Self.start.addingTimeInterval(31))
    }

    @Test("tells the nearest ranks, as a table of them does")
    func ranks() throws {
        let spread = try #require(LatencySpread(nanoseconds: (1...100).reversed().map(Int64.init)))
        #expect(spread.p50 == .nanoseconds(50) && spread.p95 == .nanoseconds(95))
        let two = try #require(LatencySpread(nanoseconds: [7, 3]))
        #expect(two.p50 == .nanoseconds(3) && two.p95 == .nanoseconds(7))
        #expect(LatencySpread(nanoseconds: []) == nil)
    }

    @Test("tells phases where they happened, and new connections from kept ones")
    func phases() throws {
        let new = (0..<5).map { sample(after: Double($0), connect: 30) }
        let kept = (0..<15).map { sample(after: Double($0 + 10)) }
        let report = LatencyReport(new + kept)
        #expect(report.phases[.connect]?.count == 5 && report.phases[.wait]?.count == 20)
        #expect(report.phases[.tls] == nil)
        #expect(report.onNewConnections?.p50 == .milliseconds(115))
        #expect(report.onKeptConnections?.p50 == .milliseconds(84) && report.onKeptConnections?.count == 15)
    }

    @Test("says since when it takes longer, from how much to how much, and in which phase")
    func step() throws {
        let samples = (0..<60).map { sample(after: Double($0) * 60, wait: ($0 < 40 ? 80 : 208) + $0 % 3) }
        let report = LatencyReport(samples)
        let step = try #require(report.steps.first)
        #expect(report.steps.count == 1 && step.at == samples[40].sentAt && step.phase == .wait)
        let text = step.text(now: Self.start.addingTimeInterval(86_400), secondsFromGMT: 0, arrow: "→")
        #expect(text == "p50 85 ms → 213 ms since 2023-11-14 22:53:20 UTC (wait)")
    }

    @Test("names connections as the reason when they are made anew each time; a step that is over has an end")
    func connections() throws {
        let samples = (0..<90).map { sample(after: Double($0), connect: (30..<60).contains($0) ? 150 : nil) }
        let steps = LatencyReport(samples).steps
        #expect(steps.map(\.phase) == [.connect, .connect])
        #expect(steps.map(\.until) == [samples[60].sentAt, nil])
        let text = try #require(steps.first).text(now: Self.start, secondsFromGMT: 0, arrow: "->")
        #expect(text == "p50 84 ms -> 235 ms from 22:13:50 UTC to 22:14:20 UTC (connect)")
    }

    // MARK: - Over time

    @Test(
        "cuts time into lengths that a clock shows, no more than there is room for, none missing",
        arguments: [1, 7, 60, 200])
    func buckets(most: Int) throws {
        let samples = [0, 10, 3_000, 86_400 * 3, 86_400 * 40].map { sample(after: $0) }
        let buckets = LatencyReport(samples).buckets(atMost: most, Self.clock)
        #expect((1...most).contains(buckets.count))
        #expect(buckets.map(\.count).reduce(0, +) == samples.count)
        for (left, right) in zip(buckets, buckets.dropFirst()) {
            #expect(left.span.upperBound == right.span.lowerBound)
        }
        #expect(try #require(buckets.first).span.contains(Self.start))
    }

    @Test("begins days at the person's midnight, and hours on the hour")
    func aligned() throws {
        let samples = [sample(after: 0), sample(after: 3_000, isFailure: true), sample(after: 86_400)]
        let report = LatencyReport(samples)
        let days = report.buckets(of: .day, Self.clock)
        #expect(days.map(\.count) == [1, 2] && days.map(\.failures) == [0, 1])
        #expect(days[0].span.lowerBound == Date(timeIntervalSince1970: 1_699_916_400))
        let hours = report.buckets(of: .hour, Self.clock)
        #expect(hours.map(\.count) == [1, 1, 1])
        #expect(hours[0].span.lowerBound == Date(timeIntervalSince1970: 1_699_999_200))
        #expect(hours[0].total?.p50 == .milliseconds(84) && hours[1].total == nil)
    }

    @Test("a day on which the clock is turned is one day, an hour longer")
    func turnedClock() {
        // The end of summer time: from two hours east to one, at 01:00 UTC of 2023-10-29.
        let turn = Date(timeIntervalSince1970: 1_698_541_200)
        let clock = HistoryClock(now: turn) { $0 < turn ? 7200 : 3600 }
        let samples = [-20_000.0, 20_000, 100_000].map { seconds in
            LatencySample(
                id: UUID(), sentAt: turn.addingTimeInterval(seconds), duration: .milliseconds(1),
                timings: Transfer.Timings(), status: 200, isFailure: false)
        }
        let days = LatencyReport(samples).buckets(atMost: 3, clock)
        #expect(
            days.map { $0.span.upperBound.timeIntervalSince($0.span.lowerBound) / 3600 }
                == [24, 25, 24].suffix(days.count))
    }

    @Test("heights are parts of the slowest median; nothing where nothing was answered")
    func heights() {
        let report = LatencyReport([
            sample(after: 0, wait: 96), sample(after: 3, wait: 16, isFailure: true), sample(after: 5, wait: 21),
        ])
        let buckets = report.buckets(atMost: 6, Self.clock)
        #expect(buckets.heights(upTo: 8) == [8, 0, 0, 0, 0, 2])
    }

    @Test("without exchanges there is nothing to tell")
    func nothing() {
        let report = LatencyReport([])
        #expect(report.total == nil && report.extent == nil && report.steps.isEmpty)
        #expect(report.buckets(atMost: 80, Self.clock).isEmpty && report.buckets(of: .day, Self.clock).isEmpty)
    }
}

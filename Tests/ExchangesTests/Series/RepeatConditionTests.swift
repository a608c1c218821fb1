import Foundation
import Testing

@testable import Exchanges

@Suite("Until when a request is repeated")
struct RepeatConditionTests {
    private static let read: [(text: String, condition: RepeatCondition)] = [
        ("status:200", .status(200...200, isNegated: false)), ("200", .status(200...200, isNegated: false)),
        ("5xx", .status(500...599, isNegated: false)), (" Status:2xx ", .status(200...299, isNegated: false)),
        ("-503", .status(503...503, isNegated: true)), ("!status:>=400", .status(400...999, isNegated: true)),
        ("passes", .passes), ("Fails", .fails), ("changes", .changes),
    ]

    @Test("is understood, and understood again from its own text", arguments: read)
    func parsing(_ row: (text: String, condition: RepeatCondition)) throws {
        let condition = try RepeatCondition(row.text)
        #expect(condition == row.condition)
        #expect(try RepeatCondition(condition.text) == condition)
    }

    @Test("what is none says what to write", arguments: ["", "ok", "status:", "20", "status:5oo", "-passes"])
    func refused(_ text: String) {
        #expect {
            try RepeatCondition(text)
        } throws: { error in
            "\(error)" == "\"\(text)\" is not a condition: write a status (200, 5xx, -503), passes, fails or changes"
        }
    }

    @Test("what holds when")
    func holds() throws {
        let responded = SendOutcome(id: UUID(), status: 200)
        let refused = SendOutcome(
            id: UUID(), failure: RecordedFailure(stage: .init(rawValue: "connect"), message: "refused"))
        #expect(try RepeatCondition("200").holds(for: responded, nil))
        #expect(try !RepeatCondition("-200").holds(for: responded, nil))
        #expect(try RepeatCondition("-503").holds(for: responded, nil))
        #expect(try !RepeatCondition("-503").holds(for: refused, nil))
        var judged = responded
        #expect(!RepeatCondition.passes.holds(for: judged, nil) && !RepeatCondition.fails.holds(for: judged, nil))
        judged.assertions.passed = 2
        #expect(RepeatCondition.passes.holds(for: judged, nil))
        judged.assertions.failed = 1
        #expect(!RepeatCondition.passes.holds(for: judged, nil) && RepeatCondition.fails.holds(for: judged, nil))
        for problem in [\SendOutcome.assertions.notEvaluated, \.graphQLErrorCount] {
            var judged = responded
            judged.assertions.passed = 2
            judged[keyPath: problem] = 1
            #expect(!RepeatCondition.passes.holds(for: judged, nil) && RepeatCondition.fails.holds(for: judged, nil))
        }
        #expect(RepeatCondition.fails.holds(for: refused, nil), "no answer is what is counted as failed")
        #expect(RepeatCondition.fails.holds(for: SendOutcome(id: UUID(), status: 503), nil))
        #expect(!RepeatCondition.fails.holds(for: SendOutcome(id: UUID(), status: 404), nil))
        #expect(RepeatCondition.changes.holds(for: responded, SeriesVerdict(.differs, "")))
        #expect(!RepeatCondition.changes.holds(for: responded, SeriesVerdict(.unknown, "")))
        #expect(!RepeatCondition.changes.holds(for: responded, nil))
    }

    @Test("times between sends: with a unit, or in seconds")
    func spans() {
        #expect(RepeatSpan.duration("2s") == .seconds(2) && RepeatSpan.duration("500ms") == .milliseconds(500))
        #expect(RepeatSpan.duration("2") == .seconds(2) && RepeatSpan.duration("1m 30s") == .seconds(90))
        #expect(RepeatSpan.duration("0") == nil && RepeatSpan.duration("soon") == nil && RepeatSpan.duration("") == nil)
        #expect(RepeatSpan.text(of: .milliseconds(1500)) == "1.5s")
    }
}

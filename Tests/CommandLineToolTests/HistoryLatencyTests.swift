import Exchanges
import Foundation
import MicroClient
import Testing

@testable import CommandLineTool

@Suite("microscope history latency")
struct HistoryLatencyTests {
    private static func read(_ words: String...) throws(UsageError) -> HistoryLatencyArguments? {
        guard case .history(.latency(let arguments)) = try Command.parse(["history", "latency"] + words) else {
            return nil
        }
        return arguments
    }

    @Test("takes a request first, and a filter behind it or alone")
    func parsing() throws {
        let both = try #require(try Self.read("users/get", "env:prod", "-status:5xx", "--by", "day"))
        #expect(both.request == "users/get" && both.filter == ["env:prod", "-status:5xx"] && both.length == .day)
        let filter = try #require(try Self.read("host:a.test", "--all", "--json"))
        #expect(filter.request == nil && filter.filter == ["host:a.test"] && filter.scope == .all && filter.printsJSON)
    }

    @Test("says what is missing or not understood")
    func mistakes() {
        #expect(throws: UsageError.self) { try Self.read() }
        let error = #expect(throws: UsageError.self) { try Self.read("users/get", "--by", "moon") }
        #expect(error?.description.contains("hour, day or week") == true)
    }

    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let clock = HistoryClock(now: start) { _ in 0 }

    private static func samples(_ count: Int) -> [LatencySample] {
        (0..<count).map { number in
            let isSlow = number >= count / 2
            var timings = Transfer.Timings()
            timings.wait = .milliseconds(isSlow ? 208 : 80)
            timings.connect = number == 0 ? .milliseconds(20) : nil
            return LatencySample(
                id: UUID(), sentAt: start.addingTimeInterval(Double(number - count) * 3600),
                duration: .milliseconds(isSlow ? 212 : 84), timings: timings, status: number == 3 ? 503 : 200,
                isFailure: number == 5)
        }
    }

    @Test("prints counts, times, a line over time, steps, phases, and with --by a table")
    func text() {
        let report = HistoryLatencyReport(LatencyReport(Self.samples(60)), by: .day, clock: Self.clock)
        let text = report.text(columns: 80, showsNonASCII: true)
        #expect(
            text.hasPrefix("60 exchanges, 1 failed, 1 with 5xx, 2023-11-12 10:13:20 UTC to 2023-11-14 21:13:20 UTC\n"))
        #expect(text.contains("p50 212 ms, p95 212 ms, slowest 212 ms\n"))
        #expect(text.contains("▄") && text.contains("█  ≤ 212 ms\n"))
        #expect(text.contains("p50 84 ms → 212 ms since 2023-11-13 16:13:20 UTC (wait)\n"))
        #expect(text.contains("\nwait                       59  208 ms  208 ms   208 ms\n"))
        #expect(text.contains("\nnew connections             1   84 ms"))
        #expect(text.contains("\nfrom        sent  failed"))
        #expect(text.contains("\n2023-11-13    24       0"))
    }

    @Test("of many steps the newest are printed, and how many there are before them")
    func manySteps() {
        let samples = (0..<240).map { number in
            LatencySample(
                id: UUID(), sentAt: Self.start.addingTimeInterval(Double(number)),
                duration: .milliseconds(number / 20 % 2 == 0 ? 50 : 200), timings: Transfer.Timings(), status: 200,
                isFailure: false)
        }
        let text = HistoryLatencyReport(LatencyReport(samples), by: nil, clock: Self.clock)
            .text(columns: 80, showsNonASCII: true)
        #expect(text.contains("\n3 steps before these; --json has them all\n"))
        #expect(text.components(separatedBy: " → ").count == 9)
        #expect(text.contains("p50 50 ms → 200 ms since 22:17:00 UTC\n"))
    }

    @Test("prints ASCII alone where it must, and little without exchanges")
    func plain() {
        let report = HistoryLatencyReport(LatencyReport(Self.samples(60)), by: nil, clock: Self.clock)
        let text = report.text(columns: nil, showsNonASCII: false)
        #expect(text.allSatisfy { $0.isASCII })
        #expect(text.contains("p50 84 ms -> 212 ms"))
        let none = HistoryLatencyReport(LatencyReport([]), by: .day, clock: Self.clock)
        #expect(none.text(columns: 80, showsNonASCII: true) == "0 exchanges\n")
    }

    @Test("prints JSON with all of it")
    func json() throws {
        var bytes: [UInt8] = []
        let report = HistoryLatencyReport(LatencyReport(Self.samples(60)), by: .hour, clock: Self.clock)
        try report.writeJSON { bytes += $0 }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(object["exchanges"] as? Int == 60 && object["failed"] as? Int == 1)
        #expect((object["seconds"] as? [String: Any])?["p95"] as? Double == 0.212)
        let step = try #require((object["steps"] as? [[String: Any]])?.first)
        #expect(step["phase"] as? String == "wait" && step["after"] as? Double == 0.212 && step["until"] is NSNull)
        #expect(((object["phases"] as? [String: Any])?["connect"] as? [String: Any])?["count"] as? Int == 1)
        #expect((object["spans"] as? [[String: Any]])?.count == 60)
    }
}

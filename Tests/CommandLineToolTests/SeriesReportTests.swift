import Exchanges
import Foundation
import Testing

@testable import CommandLineTool

@Suite("What is told of a series")
struct SeriesReportTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (number, 0x2A, 0x9C, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    }

    private static func outcome(_ number: UInt8, _ status: Int? = 200, _ milliseconds: Int = 80) -> SendOutcome {
        let failure = status == nil ? RecordedFailure(stage: .init(rawValue: "connect"), message: "refused") : nil
        return SendOutcome(id: id(number), status: status, failure: failure, duration: .milliseconds(milliseconds))
    }

    /// Returns a series in which every send ends with an outcome, with a verdict where one is asked for.
    private static func series(_ plan: Series.Plan, _ sends: [(SendOutcome, SeriesVerdict?)]) -> Series {
        var series = Series(plan)
        var action = series.begin(at: now)
        for (outcome, verdict) in sends {
            if case .send? = action { action = series.ended(outcome, at: now) }
            if case .judge? = action { action = series.judged(verdict, at: now) }
        }
        return series
    }

    // MARK: - A repeat

    private static let repeated = series(
        Series.Plan(limit: 3, comparison: .first),
        [
            (outcome(1), nil), (outcome(2, 503, 160), SeriesVerdict(.differs, "differs: status 200 → 503")),
            (outcome(3, 200, 40), SeriesVerdict(.same, "same")),
        ])

    @Test("the summary has counts, times, the last verdict, the bars and the name of the set")
    func summary() {
        let report = RepeatReport(request: "users/get.yml", environment: "local", Self.repeated)
        #expect(
            report.summary(set: "repeat of users/get", columns: 72, showsNonASCII: true) == [
                "users/get (local): 3 sent, 1 same, 1 differs, 1 failed; all are sent",
                "min 40 ms, median 80 ms, p95 160 ms, max 160 ms", "the last response and the first: same", "▄█▂",
                "in the history: set:\"repeat of users/get\"",
            ])
        let ascii = report.summary(set: nil, columns: 72, showsNonASCII: false).joined()
        let others = ascii.unicodeScalars.filter { !$0.isASCII }
        #expect(ascii.contains("=@.") && others.isEmpty)
    }

    @Test("the line that goes along fits the terminal, and leaves the bars out before the words")
    func live() {
        let report = RepeatReport(request: "users/get.yml", environment: nil, Self.repeated)
        #expect(report.liveLine(columns: 80, showsNonASCII: true) == "3 of 3 · 1 failed · median 80 ms · same ▄█▂")
        #expect(report.liveLine(columns: 30, showsNonASCII: true) == "3 of 3 · 1 failed · median 80")
        #expect(report.liveLine(columns: 80, showsNonASCII: false) == "3 of 3 - 1 failed - median 80 ms - same =@.")
    }

    @Test("the same as JSON, with each send")
    func json() throws {
        var bytes: [UInt8] = []
        try RepeatReport(request: "users/get.yml", environment: nil, Self.repeated).writeJSON(set: nil) {
            bytes += Array($0)
        }
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(root["count"] as? Int == 3 && root["failures"] as? Int == 1 && root["end"] as? String == "all")
        #expect((root["seconds"] as? [String: Any])?["p95"] as? Double == 0.16)
        let sends = try #require(root["sends"] as? [[String: Any]])
        #expect(sends.map { $0["status"] as? Int } == [200, 503, 200])
        #expect(sends.map { $0["verdict"] as? String } == [nil, "differs", "same"])
    }

    @Test("with a condition the exit status says whether it held; without one it is that of the gravest send")
    func repeatStatus() {
        func status(_ plan: Series.Plan, _ sends: [SendOutcome], fails: Bool = false) -> CommandLineTool.ExitStatus {
            let series = Self.series(plan, sends.map { ($0, nil) })
            return RepeatReport(request: "a", environment: nil, series).status(failsOnStatus: fails)
        }
        let until = Series.Plan(limit: 2, condition: .status(200...200, isNegated: false))
        #expect(status(until, [Self.outcome(1, 503), Self.outcome(2)]) == .success)
        #expect(status(until, [Self.outcome(1, 503), Self.outcome(2, nil)]) == .found)
        let plain = Series.Plan(limit: 2, endsUnsent: true)
        #expect(status(plain, [Self.outcome(1), Self.outcome(2, 503)]) == .success)
        #expect(status(plain, [Self.outcome(1), Self.outcome(2, 503)], fails: true) == .found)
        #expect(status(plain, [Self.outcome(1), Self.outcome(2, nil)]) == .noResponse)
        #expect(status(plain, [SendOutcome(refused: "it has no value")]) == .notBuilt)
        var judged = Self.outcome(2)
        judged.assertions.failed = 1
        #expect(status(plain, [Self.outcome(1), judged]) == .found)
        let cancelled = SendOutcome(id: nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        #expect(status(plain, [cancelled]) == .cancelled)
    }

    @Test(
        "when the time is up before any whole answer, there is none; one that is given up behind an answer is no fault")
    func repeatTimeout() {
        let late = Self.now.addingTimeInterval(2)
        let cancelled = SendOutcome(id: nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        func report(_ responses: [SendOutcome], condition: RepeatCondition? = nil) -> RepeatReport {
            var series = Self.series(
                Series.Plan(limit: 9, condition: condition, timeout: .seconds(1)), responses.map { ($0, nil) })
            _ = series.tick(at: late)
            _ = series.ended(cancelled, at: late)
            return RepeatReport(request: "a", environment: nil, series)
        }
        let withoutResponse = report([])
        #expect(
            withoutResponse.summary(set: nil, columns: 72, showsNonASCII: true).first?.hasSuffix("the time is up")
                == true)
        #expect(withoutResponse.status(failsOnStatus: false) == .noResponse)
        #expect(report([Self.outcome(1)]).status(failsOnStatus: false) == .success)
        #expect(report([Self.outcome(1, 503)]).status(failsOnStatus: true) == .found)
        #expect(report([], condition: .status(200...200, isNegated: false)).status(failsOnStatus: false) == .found)
    }

    // MARK: - A replay

    private static let rows = (1...4).map { number in
        HistoryRow(
            id: id(UInt8(number)),
            origin: .init(collection: "/api", requestPath: "users/get.yml", environment: number == 1 ? nil : "prod"),
            source: .screen, sentAt: now, method: "GET", url: "https://a.test/users/7", status: 200)
    }

    private static func replay(_ sends: [(SendOutcome, SeriesVerdict?)]) -> Series {
        series(Series.Plan(limit: sends.count, comparison: .originals), sends)
    }

    @Test("a line says what came of each, in words that a program can look for")
    func lines() {
        let series = Self.replay([
            (Self.outcome(11), SeriesVerdict(.same, "same")),
            (Self.outcome(12, 503, 1200), SeriesVerdict(.differs, "differs: status 200 → 503")),
            (SendOutcome(refused: "no value for token"), nil), (Self.outcome(14, nil), nil),
        ])
        let report = HistoryReplayReport(Self.rows, isAgain: false)
        #expect(
            series.entries.enumerated().map { report.line(of: $1, $0) } == [
                "same      012a9c1  200  80 ms  users/get",
                "differs   022a9c1  503  1.20 s  users/get (prod): differs: status 200 → 503",
                "not sent  032a9c1  users/get (prod): no value for token",
                "unknown   042a9c1  connect  80 ms  users/get (prod): it could not be compared",
            ])
        #expect(
            report.summary(of: series, set: "replay of outage")
                == "4 exchanges as sent: 3 sent, 1 same, 1 differs, 2 failed, 1 not sent; none is left; in the history: set:\"replay of outage\""
        )
    }

    @Test("0 when all are the same, 1 when one differs, 3 when something was not kept, 4 when one could not be sent")
    func replayStatus() {
        let same = (Self.outcome(11), Optional(SeriesVerdict(.same, "same")))
        let differs = (Self.outcome(12), Optional(SeriesVerdict(.differs, "differs")))
        let unknown = (Self.outcome(13), Optional(SeriesVerdict(.unknown, "not kept")))
        let unsent: (SendOutcome, SeriesVerdict?) = (SendOutcome(refused: "gone"), nil)
        func status(_ sends: [(SendOutcome, SeriesVerdict?)]) -> CommandLineTool.ExitStatus {
            HistoryReplayReport(Self.rows, isAgain: true).status(of: Self.replay(sends))
        }
        #expect(status([same, same]) == .success)
        #expect(status([same, differs, unknown]) == .found)
        #expect(status([same, unknown]) == .noResponse)
        #expect(status([differs, unsent]) == .notBuilt)
    }

    @Test("the same as JSON: what it was a copy of, what it became, the verdict")
    func replayJSON() throws {
        var bytes: [UInt8] = []
        let series = Self.replay([(Self.outcome(11), SeriesVerdict(.same, "same"))])
        try HistoryReplayReport(Self.rows, isAgain: true).writeJSON(of: series, set: "x") { bytes += Array($0) }
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(root["mode"] as? String == "again" && root["set"] as? String == "x")
        let first = try #require((root["exchanges"] as? [[String: Any]])?.first)
        #expect(first["original"] as? String == Self.id(1).uuidString.lowercased())
        #expect(first["id"] as? String == Self.id(11).uuidString.lowercased())
        #expect(first["outcome"] as? String == "same" && first["request"] as? String == "users/get.yml")
    }

    @Test("what an answer says steers no terminal")
    func hostile() {
        let series = Self.series(
            Series.Plan(limit: 2, comparison: .first),
            [(Self.outcome(1), nil), (Self.outcome(2), SeriesVerdict(.differs, "at \u{1B}[2J\u{202E}"))])
        let report = RepeatReport(request: "a\u{1B}[31m", environment: "\u{9B}1m", series)
        let text =
            (report.summary(set: nil, columns: 72, showsNonASCII: true)
            + [report.liveLine(columns: 80, showsNonASCII: true)]).joined()
        let found = text.unicodeScalars.filter { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) }
        #expect(found.isEmpty)
    }
}

@Suite("Repeating and replaying are understood")
struct SeriesParsingTests {
    private func send(_ line: String) throws -> SendArguments {
        guard case .send(let arguments) = try Command.parse(line.split(separator: " ").map(String.init)) else {
            throw CancellationError()
        }
        return arguments
    }

    private func replay(_ line: String) throws -> HistoryReplayArguments {
        guard case .history(.replay(let arguments)) = try Command.parse(line.split(separator: " ").map(String.init))
        else { throw CancellationError() }
        return arguments
    }

    @Test("send is repeated by a number, a pace or a condition; a bound is always there unless 0 says there is none")
    func repeating() throws {
        #expect(try send("send a").repetition == nil)
        let three = try send("send a --repeat 3").repetition
        #expect(three == Series.Plan(limit: 3, endsUnsent: true, comparison: .first))
        let waiting = try send("send a --every 2s --until status:200 --max-time 1m").repetition
        #expect(
            waiting
                == Series.Plan(
                    limit: 100, pace: .every(.seconds(2)), condition: .status(200...200, isNegated: false),
                    timeout: .seconds(60), endsUnsent: true, comparison: .first))
        #expect(try send("send a --repeat 0 --until -503").repetition?.limit == nil)
        #expect(try send("send a --until -503").repetition?.condition == .status(503...503, isNegated: true))
    }

    @Test(
        "what contradicts it, and what is none, says what to write",
        arguments: [
            ("send a --timeout soon", "--timeout soon is not a time; write 2s, 500ms or 1m, for example"),
            ("send a --repeat x", "--repeat x is not a number of sends; give a number from 0 to \(Int.max)"),
            ("send a --every soon", "--every soon is not a time; write 2s, 500ms or 1m, for example"),
            (
                "send a --until ok",
                "--until ok is not a condition; write a status (200, 5xx, -503), passes, fails or changes"
            ),
            (
                "send a --repeat 2 --filter .a",
                "--repeat and --filter contradict each other; a repeat prints only a summary"
            ),
            (
                "send a --repeat 2 --env a --env b",
                "--repeat takes one --env; repeat it in each environment separately"
            ),
            ("history replay @ --again --as-sent", "--as-sent and --again contradict each other; give one of them"),
        ])
    func refused(_ line: String, _ message: String) {
        let error = #expect(throws: UsageError.self) {
            try Command.parse(line.split(separator: " ").map(String.init))
        }
        #expect(error?.description == message)
    }

    @Test("history replay takes addresses and a filter, and values")
    func replaying() throws {
        let plain = try replay("history replay @ users/get@-1")
        #expect(plain.targets.addresses == ["@", "users/get@-1"] && plain.targets.filter == nil && !plain.isAgain)
        let full = try replay("history replay set:outage -status:5xx --again --gaps --bail --json --var token=a --yes")
        #expect(full.targets.filter == "set:outage -status:5xx" && full.targets.printsJSON)
        #expect(full.isAgain && full.keepsGaps && full.bails && full.settings.consent.sendsToProtected)
        #expect(full.settings.sessionValues == ["token": "a"])
    }

    @Test("without an exchange it says how it is written")
    func nothing() {
        let error = #expect(throws: UsageError.self) { try Command.parse(["history", "replay"]) }
        #expect(
            error?.description
                == "no exchange is given; usage: microscope history replay [OPTIONS] ADDRESS|FILTER...; @ is the last one"
        )
    }
}

import BodyStore
import Exchanges
import Foundation
import MicroClient
import Testing

@testable import CommandLineTool

@Suite("What is told of the history")
struct HistoryReportTests {
    /// The time 2023-11-14 22:13:20 UTC, in a zone three hours to the east: the next day there.
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let clock = HistoryClock(now: now) { _ in 10_800 }

    private static func id(_ first: UInt8) -> UUID {
        UUID(uuid: (first, 0x2A, 0x9C, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    }

    private static func row(_ first: UInt8, ago: Double = 60, _ change: (inout HistoryRow) -> Void = { _ in })
        -> HistoryRow
    {
        var row = HistoryRow(
            id: id(first), origin: .init(collection: "/api", requestPath: "users/get.yml", environment: "prod"),
            source: .commandLine, sentAt: now - ago, method: "GET", url: "https://a.test/users/7", status: 200,
            duration: .milliseconds(84), responseLength: 12_000)
        change(&row)
        return row
    }

    private static let rows = [
        row(0x3F),
        row(0x40) {
            ($0.status, $0.method, $0.attemptCount, $0.isPinned, $0.duration) = (503, "DELETE", 3, true, .seconds(2))
            ($0.note, $0.origin.wasDraft, $0.assertions.failed) = ("breaks\u{1B}[2J", true, 2)
        },
        row(0x41) {
            ($0.status, $0.responseLength, $0.origin) = (nil, nil, .init())
            $0.failure = RecordedFailure(stage: .init(.connect), message: "connection refused")
        },
    ]

    private func text(_ rows: [HistoryRow] = rows, _ columns: Int? = nil, nonASCII: Bool = true) -> [String] {
        HistoryListReport(rows, clock: Self.clock).text(columns: columns, showsNonASCII: nonASCII)
            .split(separator: "\n").map(String.init)
    }

    @Test(
        "a line has id, time, outcome, method, duration, size and marks in columns, and behind them what it was; nothing steers a terminal"
    )
    func lines() {
        #expect(
            text() == [
                "3f2a9c1  01:12:20 +03:00  ✓ 200      GET      84 ms  12 KB                 users/get (prod) https://a.test/users/7",
                "402a9c1  01:12:20 +03:00  ✗ 503      DELETE  2.00 s  12 KB  ⟳3 ★ 2 failed  users/get (prod) ● \"breaks␛[2J\" https://a.test/users/7",
                "412a9c1  01:12:20 +03:00  ✗ connect  GET      84 ms                        https://a.test/users/7",
            ])
        let late = Self.row(0x3F) {
            ($0.status, $0.failure) = (nil, RecordedFailure(stage: .outOfTime, message: "--max-time is over"))
        }
        #expect(text([late])[0].contains("  ✗ timeout  GET"))
        let failing = Self.row(0x3F) { ($0.assertions.failed, $0.graphQLErrorCount) = (1, 2) }
        #expect(text([failing])[0].contains("  ✗ 200  GET  84 ms  12 KB  1 failed 2 GraphQL errors  users/get"))
        #expect(
            text([Self.row(0x3F)]) == [
                "3f2a9c1  01:12:20 +03:00  ✓ 200  GET  84 ms  12 KB  users/get (prod) https://a.test/users/7"
            ])
    }

    @Test("replays and repeats are told from what was sent by itself")
    func kinds() {
        let lines = text([
            Self.row(0x3F), Self.row(0x40) { $0.source = .replay(of: Self.id(0x3F)) },
            Self.row(0x41) { $0.isRepeat = true },
        ])
        #expect(lines[0].contains("12 KB          users/get"))
        #expect(lines[1].contains("12 KB  replay  users/get") && lines[2].contains("12 KB  repeat  users/get"))
    }

    @Test("of another day than today, all lines of a list have their day")
    func days() {
        let lines = text([Self.row(0x3F), Self.row(0x40, ago: 4 * 3600)])
        #expect(lines[0].hasPrefix("3f2a9c1  2023-11-15 01:12:20 +03:00  "))
        #expect(lines[1].hasPrefix("402a9c1  2023-11-14 21:13:20 +03:00  "))
    }

    @Test("lines are cut to the terminal's columns with a sign, also within wide letters", arguments: [20, 55, 80, 95])
    func cut(_ columns: Int) {
        let wide = Self.row(0x42) { $0.origin.requestPath = "注文/注文注文注文注文注文注文注文.yml" }
        for line in text(Self.rows + [wide], columns) {
            #expect(line.flatMap { $0.unicodeScalars }.map { $0.value > 0x2E80 ? 2 : 1 }.reduce(0, +) <= columns)
            #expect(line.hasSuffix("…") || !line.contains("…"))
        }
        #expect(text(Self.rows, 55)[1].hasSuffix("…"))
    }

    @Test("without UTF-8 there is ASCII alone")
    func ascii() {
        let lines = text(nonASCII: false)
        #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
        #expect(lines[1].contains("x 503") && lines[1].contains("@3 * 2 failed"))
    }

    private func object(_ write: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> [String:
        Any]
    {
        var bytes: [UInt8] = []
        try write { bytes += Array($0) }
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("the JSON of a list has every fact under a name that stays")
    func json() throws {
        let root = try object { try HistoryListReport(Self.rows, clock: Self.clock).writeJSON(hasMore: true, to: $0) }
        #expect(root["more"] as? Bool == true)
        let exchanges = try #require(root["exchanges"] as? [[String: Any]])
        #expect(
            Set(exchanges[0].keys) == [
                "id", "shortId", "sentAt", "source", "sourceName", "collection", "request", "environment", "draft",
                "method", "url",
                "status", "failure", "seconds", "attempts", "responseLength", "assertionsPassed", "assertionsFailed",
                "graphQLErrors",
                "pinned", "note",
            ])
        #expect(exchanges[0]["id"] as? String == "3f2a9c10-0000-0000-0000-000000000001")
        #expect(exchanges[0]["sentAt"] as? String == "2023-11-14T22:12:20.000Z")
        #expect(exchanges[0]["seconds"] as? Double == 0.084 && exchanges[0]["failure"] is NSNull)
        #expect(exchanges[1]["pinned"] as? Bool == true && exchanges[1]["note"] as? String == "breaks\u{1B}[2J")
        #expect(
            (exchanges[2]["failure"] as? [String: String]) == ["stage": "connect", "message": "connection refused"])
        #expect(exchanges[2]["status"] is NSNull && exchanges[2]["collection"] is NSNull)
    }

    // MARK: - One exchange

    private func kept() -> StoredExchange {
        let record = Records.received()
        var exchange = record.exchange
        exchange.request.headers = [HeaderField("Authorization", "Bearer {{token}}")]
        for attempt in exchange.attempts.indices {
            for hop in exchange.attempts[attempt].hops.indices {
                exchange.attempts[attempt].hops[hop].request.headers = exchange.request.headers
                exchange.attempts[attempt].hops[hop].request.url = "http://a.test/users?api_key={{key}}"
                exchange.attempts[attempt].hops[hop].request.body = nil
            }
        }
        var kept = StoredExchange(
            id: Self.id(0x3F), origin: .init(collection: "/api", requestPath: "users/get.yml", environment: "prod"),
            source: .screen, sentAt: Self.now, exchange: exchange)
        kept.head = record.head
        kept.requestBody = StoredBody(hash: "aa", length: 9, keptLength: 9, isMasked: true)
        kept.responseBody = StoredBody(hash: "bb", length: 13, keptLength: 13)
        kept.markers = [SecretPlaceholder(name: "token", place: .header(0), offset: 7, spelling: .plain)]
        kept.assertions = Records.assertions
        return kept
    }

    private func shown(
        _ part: HistoryShowArguments.Part = .all, response: [UInt8]? = Array("{\"ok\": 1}".utf8),
        change: (inout StoredExchange) -> Void = { _ in }
    ) throws -> String {
        var kept = kept()
        change(&kept)
        let row = Self.row(0x3F) { $0.note = "why" }
        let report = HistoryShowReport(
            row, kept, requestBody: BodyStore(Array("{{token}}".utf8)), responseBody: response.map { BodyStore($0) },
            clock: Self.clock)
        var bytes: [UInt8] = []
        try report.write(part, showsNonASCII: true) { bytes += Array($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "an exchange is told whole: facts, attempts with their times, checks, what stands for secrets, heads and bodies"
    )
    func show() throws {
        #expect(
            try shown() == """
                * 3f2a9c1, 2023-11-15 01:13:20 +03:00, sent on screen
                * users/get.yml, collection /api, environment prod
                * note: why
                * attempt 1: 503 Service Unavailable; sent again after 200 ms
                *   POST http://a.test/users?api_key={{key}}: 503 Service Unavailable, connect 0.25 ms, wait 10 ms, total 12 ms
                * attempt 2: 200 OK
                *   POST http://a.test/users?api_key={{key}}: 302 Found, connect 0.25 ms, wait 10 ms, total 12 ms
                *   POST http://a.test/users?api_key={{key}}: 200 OK, connect 0.25 ms, wait 10 ms, total 12 ms
                * 200 OK · 236 ms · 13 B
                * assertion passed: res.body isJson
                * assertion failed: res.status eq 201: found 200, expected 201
                * assertion not evaluated: f() gt 1: it needs JavaScript
                * secrets are not stored: {{token}} replaces them
                * in the body that was sent, names replace secrets too
                > POST http://a.test/users?api_key={{key}}
                > Authorization: Bearer {{token}}
                >
                {{token}}
                < HTTP/1.1 200 OK
                < Set-Cookie: id=1
                <
                {"ok": 1}

                """)
    }

    @Test("a part alone: the body's bytes, the request, the wire; a body that is no text is named only")
    func parts() throws {
        #expect(try shown(.body) == "{\"ok\": 1}")
        #expect(
            try shown(.request)
                == "POST http://a.test/users?api_key={{key}}\nAuthorization: Bearer {{token}}\n\n{{token}}")
        #expect(try shown(.wire).contains("> Authorization: Bearer {{token}}"))
        #expect(try shown(response: [0, 1, 2]).hasSuffix("* the body of the response is not text: 13 B\n"))
        #expect(try shown(response: [0xFF, 0xFE]).hasSuffix("* the body of the response is not text: 13 B\n"))
        let cut = try shown {
            $0.responseBody = StoredBody(hash: "b", length: 5_000_000, keptLength: 9, wholeHash: "c")
        }
        #expect(cut.hasSuffix("{\"ok\": 1}\n* the body of the response is longer: 5.0 MB, of which 9 B are stored\n"))
    }

    @Test("a response whose body an archive lacks says so, and is not empty")
    func withoutBody() throws {
        let text = try shown(response: nil) { $0.responseBody = nil }
        #expect(text.hasSuffix("< Set-Cookie: id=1\n<\n* no body was recorded\n"), "\(text)")
        let json = try shown(.json, response: nil) { $0.responseBody = nil }
        #expect(json.contains(#""body": null"#) && !json.contains(#""body": """#), "\(json)")
    }

    @Test("an exchange without an answer says why")
    func failed() throws {
        let text = try shown {
            ($0.head, $0.responseBody) = (nil, nil)
            $0.failure = RecordedFailure(stage: .init(.connect), message: "refused \u{1B}[2J")
        }
        #expect(text.contains("* failed (connect): refused ␛[2J\n") && !text.contains("< "))
    }

    @Test("the JSON of an exchange has what the list says, and what send prints of one")
    func showJSON() throws {
        let root = try #require(try JSONSerialization.jsonObject(with: Data(try shown(.json).utf8)) as? [String: Any])
        #expect(
            Set(root.keys) == [
                "exchange", "variables", "secrets", "bodies", "request", "seconds", "clientSeconds", "attempts",
                "auxiliaryExchanges", "response", "graphQLErrors", "captures", "assertions", "error", "scriptsNotRun",
                "console",
            ])
        #expect((root["exchange"] as? [String: Any])?["shortId"] as? String == "3f2a9c1")
        #expect((root["request"] as? [String: Any])?["body"] as? String == "{{token}}")
        #expect((root["response"] as? [String: Any])?["body"] as? String == "{\"ok\": 1}")
        #expect(root["secrets"] as? [String] == ["token"])
        let bodies = try #require(root["bodies"] as? [String: [String: Any]])
        #expect(bodies["request"]?["masked"] as? Bool == true && bodies["response"]?["length"] as? Int == 13)
    }

    // MARK: - The rest

    @Test("sets and the whole history are told in lines and in JSON")
    func rest() throws {
        let sets = HistorySetsReport([
            HistorySet(name: "outage", note: "no stock\u{7}", exchanges: [Self.id(1), Self.id(2)]),
            HistorySet(name: "repeat of x", exchanges: [Self.id(1)], isAutomatic: true),
            HistorySet(name: "x", exchanges: []),
        ])
        #expect(
            sets.text(showsNonASCII: true)
                == "outage (2 exchanges): no stock␇\nrepeat of x (1 exchange, automatic)\nx (0 exchanges)\n")
        let root = try object(sets.writeJSON)
        #expect((root["sets"] as? [[String: Any]])?.map { $0["automatic"] as? Bool } == [false, true, false])
        #expect(
            (root["sets"] as? [[String: Any]])?.first?["exchanges"] as? [String]
                == [Self.id(1), Self.id(2)].map { $0.uuidString.lowercased() })
        var facts = HistoryAboutReport.Facts(
            place: "/state/history", maximumAge: .seconds(31_536_000), maximumBytes: 5_000_000_000)
        (facts.exchanges, facts.pinned, facts.sets, facts.bytes, facts.oldest) = (7, 2, 1, 12_000, Self.now)
        let about = HistoryAboutReport(facts, clock: Self.clock)
        #expect(
            about.text(showsNonASCII: true) == """
                place       /state/history
                exchanges   7, 2 pinned, 1 set
                from        2023-11-15 01:13:20 +03:00
                size        12 KB
                kept for    365 days, up to 5.0 GB

                """)
        #expect(try object(about.writeJSON)["newest"] is NSNull)
    }
}

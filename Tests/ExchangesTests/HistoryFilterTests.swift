import Foundation
import Testing

@testable import Exchanges

/// Sunday, 2026-11-22, 03:30:15.25 in Berlin's winter.
enum HistoryClocks {
    static let now = Date(timeIntervalSince1970: 1_795_314_615.25)
    static let berlin = HistoryClock(now: now) { $0 < summer ? 7200 : 3600 }
    /// 2026-10-25 01:00 UTC, when the clocks went back.
    private static let summer = Date(timeIntervalSince1970: 1_792_890_000)

    static func utc(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }
}

@Suite("The grammar of filters")
struct HistoryFilterTests {
    struct Row: Sendable, CustomStringConvertible {
        let id: String
        let text: String
        let tests: [HistoryFilter.Test]
        var negated = false
        var description: String { "\(id): \(text)" }

        init(_ id: String, _ text: String, _ tests: HistoryFilter.Test..., negated: Bool = false) {
            (self.id, self.text, self.tests, self.negated) = (id, text, tests, negated)
        }
    }

    private static let rows = [
        Row("empty", "  "),
        Row("class", "status:5xx", .status(500...599)), Row("class in capitals", "status:4XX", .status(400...499)),
        Row("one status", "status:404", .status(404...404)), Row("equals", "status:=404", .status(404...404)),
        Row("at least", "status:>=400", .status(400...999)), Row("above", "status:>400", .status(401...999)),
        Row("at most", "status:<=399", .status(0...399)), Row("below", "status:<400", .status(0...399)),
        Row("range", "status:200-299", .status(200...299)), Row("range in dots", "status:200..204", .status(200...204)),
        Row("method", "method:post", .method("post")), Row("environment", "env:prod", .environment("prod")),
        Row("no environment", "env:none", .environment(nil)),
        Row("an environment that is called none", "env:\"none\"", .environment("none")),
        Row("key in capitals", "Env:prod", .environment("prod")),
        Row("host", "host:api.example.com", .host("api.example.com")), Row("path", "path:/a?b=c", .path("/a?b=c")),
        Row("host with its port", "host:127.0.0.1:9311", .host("127.0.0.1:9311")),
        Row("request", "request:users/get", .request("users/get")),
        Row("collection", "collection:shop", .collection("shop")),
        Row("one very request", "request:'/a b//users/get.yml'", .sent(of: "users/get.yml", in: "/a b")),
        Row("any error", "error:", .error(nil)), Row("an error", "error:timeout", .error("timeout")),
        Row("slower", "slower:2s", .slower(.seconds(2))), Row("faster", "faster:100ms", .faster(.milliseconds(100))),
        Row("part of a second", "slower:1.5s", .slower(.milliseconds(1500))),
        Row("minutes", "slower:2m", .slower(.seconds(120))), Row("added up", "slower:1m30s", .slower(.seconds(90))),
        Row("body in quotes", "body:\"a b\"", .body("a b")),
        Row("body in single quotes", "body:'a \"b\"'", .body("a \"b\"")),
        Row("escaped quote", #"body:"a \"b\" \\ \n""#, .body(#"a "b" \ \n"#)),
        Row("header", "header:\"x-id: 7\"", .header("x-id: 7")),
        Row("header, two colons", "header:x-id:7", .header("x-id:7")),
        Row("note", "note:checkout", .note("checkout")), Row("any note", "note:", .note("")),
        Row("set", "set:'the outage'", .set("the outage")),
        Row("pinned", "is:pinned", .isPinned), Row("draft", "is:draft", .isDraft),
        Row("retried", "is:retried", .isRetried),
        Row("failed", "is:failed", .isFailed), Row("is error", "is:Error", .error(nil)),
        Row("a word", "stock", .text("stock")), Row("words", "out of", .text("out"), .text("of")),
        Row("a phrase", "'out of stock'", .text("out of stock")), Row("a word with a quote", "it's", .text("it's")),
        Row("a colon in quotes", "\"status:5xx\"", .text("status:5xx")),
        Row("a URL", "http://h:80/a?b=c:d", .text("http://h:80/a?b=c:d")),
        Row("a port", "localhost:8080", .text("localhost:8080")),
        Row("a port and a path", "localhost:8080/users", .text("localhost:8080/users")),
        Row("a time of day", "10:30", .text("10:30")), Row("an address", "127.0.0.1:80", .text("127.0.0.1:80")),
        Row("a minus", "-status:5xx", .status(500...599), negated: true),
        Row("a mark", "!is:pinned", .isPinned, negated: true),
        Row("without a word", "-stock", .text("stock"), negated: true),
        Row("without a phrase", "-'out of'", .text("out of"), negated: true),
        Row("a minus alone", "-", .text("-")), Row("a hyphen in a word", "x-id", .text("x-id")),
        Row("several", "status:5xx env:prod 'a b'", .status(500...599), .environment("prod"), .text("a b")),
        Row("letters beyond ASCII", "body:Straße 注文", .body("Straße"), .text("注文")),
    ]

    @Test("each term is what it says", arguments: rows)
    func parsed(_ row: Row) throws {
        let filter = try HistoryFilter(parsing: row.text, clock: HistoryClocks.berlin)
        #expect(filter.terms == row.tests.map { HistoryFilter.Term($0, isNegated: row.negated) })
    }

    @Test("written and understood again, a filter is the same", arguments: rows)
    func roundTrip(_ row: Row) throws {
        let filter = try HistoryFilter(parsing: row.text, clock: HistoryClocks.berlin)
        let again = try HistoryFilter(parsing: filter.text(HistoryClocks.berlin), clock: HistoryClocks.berlin)
        #expect(again == filter, "\(filter.text(HistoryClocks.berlin))")
    }

    @Test("a filter is written in the person's zone, and no more is quoted than needed")
    func written() throws {
        let text =
            "!status:500-599 env:prod since:'yesterday 17:00' slower:1500ms body:'a \"b\"' \"x:y\" is:error status:100-150"
        let filter = try HistoryFilter(parsing: text, clock: HistoryClocks.berlin)
        #expect(
            filter.text(HistoryClocks.berlin)
                == #"-status:5xx env:prod since:2026-11-21T17:00:00+01:00 slower:1.5s body:"a \"b\"" "x:y" error: status:100-150"#
        )
    }

    @Test("every example of the table is understood as a term of its key", arguments: HistoryFilterKey.allCases)
    func examples(_ key: HistoryFilterKey) throws {
        #expect(!key.examples.isEmpty && !key.summary.isEmpty)
        for example in key.examples {
            #expect(example.hasPrefix(key.text))
            let filter = try HistoryFilter(parsing: example, clock: HistoryClocks.berlin)
            #expect(filter.terms.count == 1)
            if case .text = filter.terms[0].test { Issue.record("\(example) was taken for words") }
        }
        for value in key.values {
            #expect(throws: Never.self) { try HistoryFilter(parsing: key.text + value, clock: HistoryClocks.berlin) }
        }
    }

    struct Fault: Sendable, CustomStringConvertible {
        let id: String
        let text: String
        /// The carets, as many as there are characters.
        let carets: String
        let says: String
        var description: String { "\(id): \(text)" }

        init(_ id: String, _ text: String, _ carets: String, _ says: String) {
            (self.id, self.text, self.carets, self.says) = (id, text, carets, says)
        }
    }

    private static let faults = [
        Fault(
            "a letter wrong", "a stauts:500", "  ^^^^^^",
            "unknown key \"stauts\"; did you mean status:? As words it is written \"stauts:500\" in quotes"),
        Fault(
            "another tool's word", "older:today", "^^^^^",
            "unknown key \"older\"; did you mean until:? As words it is written \"older:today\" in quotes"),
        Fault(
            "begun only", "coll:x", "^^^^",
            "unknown key \"coll\"; did you mean collection:? As words it is written \"coll:x\" in quotes"),
        Fault(
            "nothing near", "urn:isbn", "^^^",
            "unknown key \"urn\"; there are status: method: env: host: path: request: collection: error: since: until: before: "
                + "slower: faster: body: header: note: set: is: As words it is written \"urn:isbn\" in quotes"),
        Fault("no value", "x env: prod", "  ^^^^", "env: has no value; write env:prod"),
        Fault("an empty value", "note:''", "^^^^^^^", "note: has no value; write note:checkout"),
        Fault(
            "no status", "status:fine", "       ^^^^",
            "\"fine\" is not a status; write status:404, status:5xx, status:>=400 or status:200-299"),
        Fault(
            "a range from behind", "status:500-400", "       ^^^^^^^",
            "\"500-400\" is not a status; write status:404, status:5xx, status:>=400 or status:200-299"),
        Fault("no unit", "slower:2", "       ^", "2 has no unit; write slower:2s or slower:2ms"),
        Fault(
            "no duration", "faster:quick", "       ^^^^^",
            "\"quick\" is not a duration; write faster:2s, faster:150ms, faster:1.5s or faster:2m"),
        Fault(
            "no time", "since:dawn", "      ^^^^",
            "\"dawn\" is not a time; write since:yesterday, since:'yesterday 17:00', since:2h or since:2026-11-21T17:00"
        ),
        Fault(
            "no such day", "until:2026-02-29", "      ^^^^^^^^^^",
            "there is no such day or time as \"2026-02-29\"; write until:yesterday, until:'yesterday 17:00', until:2h or "
                + "until:2026-11-21T17:00"),
        Fault(
            "no such hour", "since:'today 25:00'", "      ^^^^^^^^^^^^^",
            "there is no such day or time as \"today 25:00\"; write since:yesterday, since:'yesterday 17:00', since:2h or "
                + "since:2026-11-21T17:00"),
        Fault(
            "a time without its quotes", "since:yesterday 17:00 x", "      ^^^^^^^^^^^^^^^",
            "put a time with a space in quotes; write since:'yesterday 17:00'"),
        Fault(
            "a week without its quotes", "x until:last week", "        ^^^^^^^^^",
            "put a time with a space in quotes; write until:'last week'"),
        Fault("no property", "is:pined", "   ^^^^^", "unknown is:pined; did you mean is:pinned?"),
        Fault(
            "nothing like a property", "is:x", "   ^",
            "unknown is:x; there are is:pinned, is:draft, is:retried, is:failed, is:error"),
        Fault("an open quote", "a 'b c", "  ^^^^", "a quote is not closed; add a closing '"),
        Fault(
            "text at a quote", "\"a\"b", "   ^",
            "a term ends with its quote; write a space after it, or \\\" for the quote"),
        Fault("nothing in quotes", "''", "^^", "the quotes are empty; write what to find"),
    ]

    @Test("what cannot be understood is named with its place, and what to write", arguments: faults)
    func refused(_ fault: Fault) {
        let error = #expect(throws: HistoryFilterError.self) {
            try HistoryFilter(parsing: fault.text, clock: HistoryClocks.berlin)
        }
        guard let error else { return }
        #expect(error.description == fault.says)
        let carets =
            String(repeating: " ", count: error.place.lowerBound) + String(repeating: "^", count: error.place.count)
        #expect(carets == fault.carets)
        #expect(error.text == fault.text)
    }

    @Test(
        "words of a command line get back the quotes that the shell has taken",
        arguments: [
            (["status:5xx", "since:yesterday 17:00"], #"status:5xx since:"yesterday 17:00""#),
            (["out of stock"], #""out of stock""#), (["-out of"], #"-"out of""#),
            (["-body:a \"b\""], #"-body:a "b""#),
            (["body:say \\ it"], #"body:"say \\ it""#), (["body:it's out"], #"body:"it's out""#),
            (["status:5xx env:prod"], "status:5xx env:prod"), (["status:5xx timeout"], "status:5xx timeout"),
            (["timeout status:5xx"], "timeout status:5xx"), (["since:'2 days ago' x"], "since:'2 days ago' x"),
            (["a", "b"], "a b"), ([], ""),
        ])
    func words(_ words: [String], _ text: String) throws {
        #expect(HistoryFilter.text(ofWords: words) == text)
        #expect(throws: Never.self) { try HistoryFilter(parsing: text, clock: HistoryClocks.berlin) }
    }
}

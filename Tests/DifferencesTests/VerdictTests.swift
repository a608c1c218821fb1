import BodyStore
import Differences
import Testing

/// Whether two sends are the same, in words.
@Suite struct VerdictTests {
    private func side(
        _ body: String?, status: Int = 200, type: String = "application/json", _ headers: [(String, String)] = [],
        timing: ExchangeTiming = ExchangeTiming(), version: String? = "HTTP/1.1"
    ) -> ExchangeSide {
        let fields = [("Content-Type", type)] + headers
        let response = ExchangeSide.Response(
            status: status, version: version, headers: fields.map { .init($0.0, $0.1) },
            body: body.map { BodyStore(Array($0.utf8)) })
        return ExchangeSide(.response(response), timing: timing)
    }

    private func verdict(_ old: ExchangeSide, _ new: ExchangeSide, _ ignore: [String] = []) throws -> Verdict {
        var comparison = ExchangeComparison(old: old, new: new)
        comparison.rules = try IgnoreRules(ignore: ignore)
        return Verdict(try #require(comparison.run()))
    }

    @Test(
        "bodies",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#, "same"), (#"{"a":1,"b":2}"#, #"{ "b": 2.0, "a": 1 }"#, "same"),
            (
                #"{"items":[1,2,3,{"price":10}]}"#, #"{"items":[1,2,3,{"price":12}]}"#,
                "differs at $.items[3].price: 10 → 12"
            ),
            ("[1,2,3,4]", "[5,6,7,8]", "differs at $[0] and 3 more places"),
            ("{}", #"{"a":1}"#, "differs at $.a: new (1)"),
            (#"{"a":1}"#, "{}", "differs at $.a: gone (1)"), ("[1,2,3]", "[3,1,2]", "differs at $[0]: moved from [2]"),
            ("{}", "{", "differs in line 1"), ("", "{}", "differs in line 1 (new)"),
        ])
    func bodies(_ old: String, _ new: String, _ words: String) throws {
        #expect(try verdict(side(old), side(new)).short == words)
    }

    @Test("a broken body is compared as text, and the fault is told")
    func broken() throws {
        let verdict = try verdict(side("{}"), side("{]"))
        #expect(
            verdict.long.contains(
                "the new body is not JSON: line 1, column 2: expected a name in quotes or `}`, found `]`"))
    }

    @Test("text and bytes")
    func otherBodies() throws {
        #expect(
            try verdict(side("a\nb\n", type: "text/plain"), side("a\nc\n", type: "text/plain")).short
                == "differs in line 2")
        #expect(
            try verdict(side("a\nb\n", type: "text/plain"), side("a\r\nb\r\n", type: "text/plain")).short
                == "differs in line ends LF → CRLF")
        #expect(
            try verdict(side("a\0b", type: "image/png"), side("a\0cd", type: "image/png")).short
                == "differs at byte 2 (3 → 4 bytes)")
        #expect(
            try verdict(side("<a>  <b/></a>", type: "text/xml"), side("<a><b/></a>", type: "text/xml")).kind == .differs
        )
        #expect(
            try verdict(side("a\r\nb\nc\n", type: "text/plain"), side("a\nb\r\nc\n", type: "text/plain")).kind
                == .differs)
    }

    @Test("status, headers and body in one sentence")
    func together() throws {
        let old = side(#"{"a":1,"b":1}"#, [("ETag", "1"), ("Date", "x")])
        let new = side(#"{"a":2,"b":2}"#, status: 503, [("etag", "2"), ("Date", "y"), ("Via", "z")])
        let verdict = try verdict(old, new)
        #expect(verdict.short == "differs at $.a and 1 more place, status 200 → 503, 2 headers")
        #expect(
            verdict.long.dropFirst().prefix(5) == [
                "status 200 → 503", "header etag: 1 → 2", "header Via: new (z)",
                "header Date: x → y, ignored: header: Date",
                "$.a: 1 → 2",
            ])
        #expect(try self.verdict(side("{}"), side("{}", status: 404)).short == "differs: status 200 → 404")
    }

    @Test("same but for what is ignored")
    func ignored() throws {
        let old = side(#"{"a":1,"at":"2026-01-01","n":1}"#, [("Date", "x"), ("X-RateLimit-Remaining", "1")])
        let new = side(#"{"a":1,"at":"2026-01-02","n":2}"#, [("Date", "y"), ("X-RateLimit-Remaining", "2")])
        let verdict = try verdict(old, new, ["$.n", "pattern: iso-date"])
        #expect(verdict.kind == .sameButForIgnored(4))
        #expect(verdict.short == "same but for 4 ignored (Date, X-RateLimit-Remaining, $.n, iso-date)")
    }

    @Test("equal names are compared in their order, whatever their capitals; another order of names is none")
    func duplicates() throws {
        let old = side("{}", [("Set-Cookie", "a"), ("set-cookie", "b"), ("X", "1")])
        #expect(try verdict(old, side("{}", [("X", "1"), ("SET-COOKIE", "a"), ("Set-Cookie", "b")])).kind == .same)
        #expect(
            try verdict(old, side("{}", [("Set-Cookie", "b"), ("Set-Cookie", "a"), ("X", "1")])).short
                == "differs: header Set-Cookie")
    }

    @Test("header values and ignored names are compared by their bytes")
    func bytes() throws {
        #expect(
            try verdict(side("{}", [("X", "\u{E9}")]), side("{}", [("X", "e\u{301}")])).short == "differs: header X")
        let (old, new) = (side("{\"\u{E9}\":1}"), side("{\"\u{E9}\":2}"))
        #expect(try verdict(old, new, ["$.e\u{301}"]).kind == .differs)
        #expect(try verdict(old, new, ["$.\u{E9}"]).kind == .sameButForIgnored(1))
    }

    @Test("the length of a body says nothing of its own")
    func length() throws {
        let verdict = try verdict(
            side(#"{"a": 1}"#, [("Content-Length", "8")]), side(#"{"a":1}"#, [("Content-Length", "7")]))
        #expect(verdict.kind == .same)
        #expect(verdict.long.contains("header Content-Length: 8 → 7, ignored: follows from the body"))
    }

    @Test("errors are compared with answers and with each other")
    func failures() throws {
        let failure = ExchangeSide(.failure("could not resolve host"))
        #expect(try verdict(side("{}"), failure).short == "differs: HTTP 200 → could not resolve host")
        #expect(try verdict(failure, failure).kind == .same)
        #expect(
            try verdict(failure, ExchangeSide(.failure("timed out"))).short
                == "differs: could not resolve host → timed out")
    }

    @Test("a body that was not kept makes nothing the same")
    func notKept() throws {
        let verdict = try verdict(side("{}"), side(nil))
        #expect(verdict.kind == .unknown && verdict.short == "no known difference: the new body was not kept")
        #expect(try self.verdict(side("{}"), side(nil, status: 500)).short == "differs: status 200 → 500")
        #expect(try self.verdict(side(nil), side(nil)).short.hasSuffix("neither body was kept whole"))
    }

    @Test("of two bodies that were not kept whole, the same hash says that they are the same")
    func sameHash() throws {
        func cut(_ hash: String) -> ExchangeSide {
            var response = ExchangeSide.Response(status: 200, body: nil)
            response.bodyHash = hash
            return ExchangeSide(.response(response))
        }
        #expect(try verdict(cut("ab"), cut("ab")).kind == .same)
        #expect(try verdict(cut("ab"), cut("cd")).kind == .unknown)
    }

    @Test("time and version are told, and never make a difference")
    func timing() throws {
        let old = ExchangeTiming([.init("connect", .milliseconds(10)), .init("wait", .milliseconds(74))])
        let new = ExchangeTiming([.init("connect", .milliseconds(12)), .init("wait", .milliseconds(192))])
        let verdict = try verdict(side("{}", timing: old), side("{}", timing: new, version: "HTTP/2"))
        #expect(verdict.kind == .same && verdict.short == "same")
        #expect(
            verdict.long == [
                "same", "version (not compared): HTTP/1.1 → HTTP/2",
                "time: slower by 120 ms (84 → 204 ms), mostly wait",
            ])
        #expect(TimingDifference(old: new, new: old).words == "faster by 120 ms (204 → 84 ms), mostly wait")
        #expect(TimingDifference(old: old, new: old).words == "as fast (84 ms)")
        #expect(TimingDifference(old: old, new: ExchangeTiming()).words == nil)
        #expect(
            TimingDifference(
                old: ExchangeTiming(total: .milliseconds(900)), new: ExchangeTiming(total: .milliseconds(1950))
            ).words
                == "slower by 1.05 s (900 ms → 1.95 s)")
    }

    @Test("the short form is one line of eighty characters at most, whatever the bodies hold")
    func clipped() throws {
        let name = String(repeating: "long name\n", count: 40)
        let text = String(repeating: "x y ", count: 100)
        let old = side("{\"\(name.replacing("\n", with: "\\n"))\":{\"b\":\"\(text)\"}}", [("A", "1"), ("B", "1")])
        let new = side(
            "{\"\(name.replacing("\n", with: "\\n"))\":{\"b\":{\n\"c\":\n1}}}", status: 500, [("A", "2"), ("B", "2")])
        let short = try verdict(old, new).short
        #expect(short.count <= Verdict.maximumLength && !short.contains { $0.isNewline })
        #expect(short.hasSuffix(", status 200 → 500, 2 headers"), "\(short)")
    }

    private func difference(_ old: ExchangeSide, _ new: ExchangeSide) throws -> ExchangeDifference {
        try #require(ExchangeComparison(old: old, new: new).run())
    }

    @Test(
        "its places alone hold no value of either side, and no name of what is gone",
        arguments: [
            (
                #"{"access_token":"OLD-0123456789-abcdefghij"}"#, #"{"access_token":"NEW-0"}"#,
                "differs at $.access_token: changed"
            ),
            (#"{"a":{"OLD":1,"b":2}}"#, #"{"a":{"b":2}}"#, "differs in $.a: gone"),
            (#"{"a":"OLD"}"#, #"{"a":7,"b":"NEW"}"#, "differs at $.a: of another type and 1 more place"),
            ("{}", #"{"a":"NEW"}"#, "differs at $.a: new"),
            (#"["OLD",1,2]"#, #"[1,2,"OLD"]"#, "differs at $[2]: moved"),
            ("OLD", "NEW", "differs in line 1"), ("{}", "{}", "same"),
        ])
    func places(_ old: String, _ new: String, _ words: String) throws {
        let places = Verdict.places(of: try difference(side(old), side(new)))
        #expect(places == words || places.hasPrefix(words), "\(places)")
        #expect(!places.contains("OLD") && !places.contains("NEW"))
    }

    @Test("nor does it say why there was no answer, nor what a header said")
    func placesBesideTheBody() throws {
        let failed = ExchangeSide(.failure("connect: http://u:OLD@h/ refused"))
        #expect(Verdict.places(of: try difference(failed, side("{}"))) == "differs: no response → one")
        #expect(Verdict.places(of: try difference(side("{}"), failed)) == "differs: a response → none")
        let other = ExchangeSide(.failure("timed out"))
        #expect(
            Verdict.places(of: try difference(failed, other))
                == "differs: neither has a response, for different reasons")
        let headers = try difference(side("{}", [("X-A", "OLD")]), side("{}", status: 503, [("X-A", "NEW")]))
        #expect(Verdict.places(of: headers) == "differs: status 200 → 503, header X-A")
    }

    @Test("what is hidden is hidden before a value or a path is made shorter")
    func hiding() throws {
        let secret = "0123456789abcdefghijklmnopqrstuvwxyzABCD"
        let both = try difference(
            side(#"{"t":"old"}"#, [("X-A", "1")]), side(#"{"t":"\#(secret)"}"#, [("X-A", secret)]))
        let hidden = Verdict(both) { text, _ in text.replacing(secret, with: "••••") }
        #expect(hidden.short == #"differs at $.t: "old" → "••••", header X-A"#)
        #expect(hidden.long.allSatisfy { !$0.contains("0123") } && hidden.long.contains("header X-A: 1 → ••••"))
        let named = try difference(side("{}"), side(#"{"\#(secret)\#(secret)":1}"#))
        #expect(!Verdict(named) { text, _ in text.replacing(secret, with: "••••") }.short.contains("0123"))
        let long = try difference(side(#"{"t":1}"#), side("{\"t\":\"\(String(repeating: "x", count: 9000))\"}"))
        var wasCut = false
        _ = Verdict(long) { text, isCut in
            wasCut = wasCut || isCut && text.utf8.count == 4096
            return text
        }
        #expect(wasCut)
    }
}

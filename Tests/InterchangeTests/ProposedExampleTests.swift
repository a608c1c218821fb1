import BodyStore
import Differences
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import Interchange

/// An exchange as an example of its request, and responses compared with examples.
@Suite struct ProposedExampleTests {
    private static let token =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

    private func kept(
        _ type: String = "application/json", headers: [(String, String)] = [], body: Int, isMasked: Bool = false
    ) -> StoredExchange {
        let request = Exchange.SentRequest(
            method: .get, url: "http://h/users/7?api_key={{key}}&page=1",
            headers: HeaderFields([HeaderField("Authorization", "Bearer {{token}}"), HeaderField("User-Agent", "m")]))
        var kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: Date(),
            exchange: Exchange(request: request, startedAt: Date()))
        kept.head = ResponseHead(
            status: 200,
            headers: HeaderFields((headers + [("Content-Type", type)]).map { HeaderField($0.0, $0.1) }))
        kept.responseBody = StoredBody(
            hash: "a", length: Int64(body), keptLength: Int64(body), isMasked: isMasked)
        return kept
    }

    private func proposal(
        _ body: String, type: String = "application/json", headers: [(String, String)] = []
    ) throws -> ProposedExample {
        let bytes = Array(body.utf8)
        let kept = kept(type, headers: headers, body: bytes.count)
        return try #require(
            ProposedExample(kept, requestBody: nil, responseBody: BodyStore(bytes)) { $0 == "X-Request-Id" })
    }

    @Test("an example says what was asked and what came, without what says nothing of the answer")
    func parts() throws {
        let proposal = try proposal(
            "{}", headers: [("Date", "now"), ("X-Request-Id", "1"), ("Content-Length", "2"), ("ETag", "\"1\"")])
        let example = proposal.example
        #expect(example.name == "200 OK" && example.response?.status == 200 && example.response?.statusText == "OK")
        #expect(example.response?.headers.map(\.name) == ["ETag", "Content-Type"])
        #expect(example.request?.method == "GET")
        #expect(example.request?.url == "http://h/users/7?api_key={{key}}&page=1")
        #expect(example.request?.headers.map(\.value) == ["Bearer {{token}}"])
        #expect(
            proposal.notes == ["Left out, not about this response: Date, X-Request-Id, Content-Length."])
        #expect(
            proposal.masks.map { "\($0.part) \($0.place) \($0.marker)" } == [
                "request URL {{key}}", "request Authorization {{token}}",
            ])
    }

    @Test("JSON is laid out, its numbers and escapes as they came; what looks like a secret is masked, and why is said")
    func json() throws {
        let proposal = try proposal(
            #"{"n":1.50,"a\u00e9":"\u0041","e":[],"o":{},"user":{"password":"hush","next_token":"x"},"keys":[{"key":"color"},{"key":"a8Jd92kdLs02jfK3"}],"jwt":"\#(Self.token)","list":["\#(Self.token)"],"pin_token":1234}"#
        )
        let lines = try #require(proposal.example.response?.body?.data).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "{", #"  "n": 1.50,"#, #"  "aé": "\u0041","#, #"  "e": [],"#, #"  "o": {},"#, #"  "user": {"#,
                #"    "password": "{{password}}","#, #"    "next_token": "x""#, "  },", #"  "keys": ["#, "    {",
                #"      "key": "color""#, "    },", "    {", #"      "key": "{{key}}""#, "    }", "  ],",
                #"  "jwt": "{{jwt}}","#, #"  "list": ["#, #"    "{{list}}""#, "  ],",
                #"  "pin_token": "{{pin_token}}""#,
                "}",
            ])
        #expect(
            proposal.masks.filter { $0.part == .body }.map { "\($0.place): \($0.reason)" } == [
                "$.user.password: a hard-coded value for password", "$.keys[*].key: a hard-coded value for key",
                "$.jwt: a hard-coded value for jwt", "$.list[*]: it looks like a JSON Web Token",
                "$.pin_token: a hard-coded value for pin_token",
            ])
    }

    @Test("a secret that is the name of a member is masked there, in places, and in names of markers")
    func memberNames() throws {
        let proposal = try proposal(
            #"{"http://ada:hush@h/":1,"\#(Self.token)":{"password":"p","t":"\#(Self.token)"},"{{known}}":2}"#)
        #expect(
            proposal.example.response?.body?.data == """
                {
                  "http://ada:{{password}}@h/": 1,
                  "{{JSON Web Token}}": {
                    "password": "{{password}}",
                    "t": "{{t}}"
                  },
                  "{{known}}": 2
                }
                """)
        let body = proposal.masks.filter { $0.part == .body }
        #expect(
            body.map(\.place) == [
                "a name in $", "a name in $", "$[\"{{JSON Web Token}}\"].password", "$[\"{{JSON Web Token}}\"].t",
                "a name in $",
            ])
        #expect(!"\(proposal)".contains("hush") && !"\(proposal)".contains(Self.token))
    }

    @Test("a cookie keeps its attributes, but for its value and the moment at which it ends")
    func cookie() throws {
        let proposal = try proposal(
            "{}", headers: [("Set-Cookie", "sid=abc; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure")])
        #expect(
            proposal.example.response?.headers[0].value == "sid={{sid}}; Path=/; Expires={{expires}}; Secure")
    }

    @Test(
        "what is no JSON stays as it is, but for secrets; bytes stand in base64",
        arguments: [
            ("text/plain", "hello\n", "text", "hello\n"), ("application/xml", "<a/>", "xml", "<a/>"),
            ("text/html", "<html></html>", "html", "<html></html>"),
            ("application/octet-stream", "a\0b", "binary", "YQBi"), ("text/plain", "a\u{7}b", "binary", "YQdi"),
            ("text/plain", "see \(token)", "text", "see {{JSON Web Token}}"),
        ])
    func otherBodies(_ type: String, _ text: String, _ kind: String, _ data: String) throws {
        let body = try #require(proposal(text, type: type).example.response?.body)
        #expect(body.type == kind && body.data == data)
    }

    @Test("a body that is not kept whole, or is too long for a file, is left out and told; a long one can be")
    func sizes() throws {
        var cut = kept(body: 10)
        cut.responseBody?.wholeHash = "b"
        let left = try #require(
            ProposedExample(cut, requestBody: nil, responseBody: BodyStore("{}".utf8)) { _ in false })
        #expect(left.example.response?.body == nil && left.notes.contains { $0.contains("not kept whole") })
        let huge = "\"\(String(repeating: "a", count: ProposedExample.longestBody))\""
        #expect(try proposal(huge).example.response?.body == nil)
        let large = try proposal("\"\(String(repeating: "a", count: ProposedExample.largeBody))\"")
        #expect(large.isLarge && !large.withoutBody.isLarge && large.withoutBody.example.response?.body == nil)
    }

    @Test("what is written is read back as it was, and the rest of the file is what it was")
    func file() throws {
        let text = """
            # mine
            info: {name: 'Users', type: http}   # one line

            http:
              method: GET
              url: "{{baseUrl}}/users/7"

            docs: |
              Some.

            """
        let file = try RequestFile.read(text: text, path: "u.yml")
        for body in ["{\"a\": \"x: #y\\n\"}", "two\nlines\n", "  leading\n\n", "'q' \"d\"", "a\r\nb"] {
            var definition = file.definition
            let example = try proposal(body, type: body.hasPrefix("{") ? "application/json" : "text/plain").example
            definition.examples.append(example)
            let saved = try file.saving(definition)
            var read = try RequestFile.read(text: saved, path: "u.yml").definition
            #expect(read.examples.count == 1)
            read.examples[0].origin = nil
            #expect(read.examples[0].response?.body == example.response?.body)
            #expect(read.examples[0].name == "200 OK" && read.examples[0].request?.url == example.request?.url)
            let (head, tail) = (text.components(separatedBy: "\ndocs:")[0], "docs: |\n  Some.\n")
            #expect(saved.hasPrefix(head) && saved.hasSuffix(tail), "\(saved)")
            let sources = CollectionSources(
                files: [.init("opencollection.yml", .text("info: {name: c}\n")), .init("u.yml", .text(saved))]
            ) { _ in true }
            let problems = CollectionCheck(sources).problems().filter {
                $0.severity == .error || $0.rule == .literalSecret
            }
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    // MARK: - Comparing

    private func verdict(
        _ example: RequestExample, _ body: String, status: Int = 200, headers: [(String, String)] = [],
        type: String = "application/json", shape: Bool = false
    ) throws -> Verdict {
        let fields = (headers + [("Content-Type", type)]).map { ExchangeSide.HeaderField($0.0, $0.1) }
        var comparison = ExampleComparison(
            example, response: .init(status: status, headers: fields, body: BodyStore(Array(body.utf8))))
        comparison.options.comparesShapes = shape
        return Verdict(try #require(comparison.run()))
    }

    @Test("an answer is as its own example, with other secrets, other headers, another layout")
    func same() throws {
        let example = try proposal(#"{"id":1,"token":"abc"}"#, headers: [("ETag", "1")]).example
        let again = try verdict(
            example, #"{ "token": "other", "id": 1.0 }"#, headers: [("ETag", "1"), ("X-New", "2"), ("Date", "d")])
        #expect(again.short == "same but for 1 ignored (masked values)")
        #expect(
            try verdict(example, #"{"id":2,"token":"x"}"#, headers: [("ETag", "1")]).short == "differs at $.id: 1 → 2")
        #expect(try verdict(example, #"{"id":2,"token":"x"}"#, headers: [("ETag", "2")], shape: true).kind == .same)
        #expect(try verdict(example, #"{"id":1,"token":"x"}"#).short == "differs: header ETag")
    }

    @Test("of what an example does not say, nothing is compared")
    func partial() throws {
        var response = RequestExample.Response()
        response.status = 404
        let example = RequestExample(name: "gone", response: response)
        #expect(try verdict(example, "anything", status: 404).kind == .same)
        #expect(try verdict(example, "", status: 200).short == "differs: status 404 → 200")
        #expect(example.isComparable && !RequestExample(name: "none").isComparable)
    }

    @Test("a body that was typed may end its last line")
    func lineEnd() throws {
        var response = RequestExample.Response()
        response.body = .init(type: "text", data: "hello\n")
        let example = RequestExample(name: "e", response: response)
        #expect(try verdict(example, "hello", type: "text/plain").kind == .same)
        #expect(try verdict(example, "hello\n", type: "text/plain").kind == .same)
        #expect(try verdict(example, "hell", type: "text/plain").kind == .differs)
    }

    @Test("bytes are compared as bytes")
    func bytes() throws {
        let example = try proposal("a\0b", type: "application/octet-stream").example
        #expect(try verdict(example, "a\0b", type: "application/octet-stream").kind == .same)
        #expect(try verdict(example, "a\0c", type: "application/octet-stream").kind == .differs)
    }

    @Test(
        "of several examples, the nearest is the one with the answer's status, then the one with the fewest differences"
    )
    func nearest() throws {
        func example(_ name: String, _ status: Double, _ body: String) -> RequestExample {
            var response = RequestExample.Response()
            (response.status, response.body) = (status, .init(type: "json", data: body))
            return RequestExample(name: name, response: response)
        }
        let examples = [
            example("a", 404, #"{"x":1,"y":1}"#), example("b", 200, #"{"x":2,"y":2}"#),
            example("c", 200, #"{"x":1,"y":2}"#),
        ]
        let response = ExchangeSide.Response(status: 200, body: BodyStore(#"{"x":1,"y":1}"#.utf8))
        let results = try examples.map {
            ExampleResult($0, try #require(ExampleComparison($0, response: response).run()))
        }
        #expect(results.nearest?.example.name == "c" && results.allSatisfy { !$0.isSame })
    }

    @Test("under the name of a secret everything is one, however deep, but for what only tells about it")
    func nested() throws {
        let deep = String(repeating: "[", count: 300) + #""s3cret-value""# + String(repeating: "]", count: 300)
        let proposal = try proposal(
            #"{"token":{"access":"a-1","type":"Bearer","expires_in":60,"more":[{"n":7}]},"deep":\#(deep)}"#)
        let data = try #require(proposal.example.response?.body?.data)
        let text = data.filter { !$0.isWhitespace }
        #expect(
            text.hasPrefix(
                #"{"token":{"access":"{{token}}","type":"Bearer","expires_in":60,"more":[{"n":"{{token}}"}]},"deep":[["#
            ),
            "\(text.prefix(200))")
        #expect(!data.contains("s3cret-value") && data.contains(#""{{deep}}""#))
        #expect(proposal.masks.contains { $0.reason == "it is nested too deep to be searched" })
        #expect(
            try verdict(
                proposal.example,
                #"{"token":{"access":"b","type":"Bearer","expires_in":60,"more":[{"n":8}]},"deep":\#(deep)}"#
            ).kind != .differs)
    }

    @Test(
        "an answer that is a form is masked by the names of its fields, from the first one on",
        arguments: [
            ("application/x-www-form-urlencoded", "access_token=gho-16C7e42F&scope=repo&token_type=bearer"),
            ("text/plain", "access_token=gho-16C7e42F&scope=repo&token_type=bearer"),
        ])
    func forms(_ type: String, _ text: String) throws {
        let body = try #require(proposal(text, type: type).example.response?.body)
        #expect(body.data == "access_token={{access_token}}&scope=repo&token_type=bearer")
    }

    @Test("what no text of YAML can hold is masked all the same, and found as it was again")
    func oddTexts() throws {
        let mark = try proposal("\u{FEFF}{\"password\":\"hush\"}")
        #expect(mark.example.response?.body?.type == "json")
        #expect(mark.example.response?.body?.data.contains(#""password": "{{password}}""#) == true)
        #expect(try verdict(mark.example, "\u{FEFF}{\"password\":\"other\"}").kind != .differs)
        let delete = try proposal("{\"a\u{7F}\":\"x\u{7F}y\",\"password\":\"hush\"}")
        #expect(delete.example.response?.body?.type == "json", "\(delete.notes)")
        #expect(delete.example.response?.body?.data.contains(#""x\u007fy""#) == true)
        #expect(try verdict(delete.example, "{\"a\u{7F}\":\"x\u{7F}y\",\"password\":\"h\"}").kind != .differs)
        #expect(try verdict(delete.example, "{\"a\u{7F}\":\"xy\",\"password\":\"h\"}").kind == .differs)

        let escape = try proposal("a\u{1B}[1m ?token=s3cret-1 \u{C}", type: "text/plain")
        let body = try #require(escape.example.response?.body)
        #expect(body.type == "binary")
        let bytes = try #require(Data(base64Encoded: body.data))
        #expect(String(decoding: bytes, as: UTF8.self) == "a\u{1B}[1m ?token={{token}} \u{C}")
        #expect(escape.masks.contains { $0.part == .body && $0.marker == "{{token}}" })
        #expect(try verdict(escape.example, "a\u{1B}[1m ?token=s3cret-2 \u{C}", type: "text/plain").kind != .differs)
        #expect(try verdict(escape.example, "b\u{1B}[1m ?token=s3cret-2 \u{C}", type: "text/plain").kind == .differs)
        let none = try proposal("a\0b", type: "application/octet-stream")
        #expect(none.notes.contains { $0.contains("was not searched for secrets") })
    }

    @Test(
        "a marker outside of quotes stands for anything in text, XML and HTML too",
        arguments: [
            ("text", "text/plain", "token {{token}} ends\nsee", "token abc ends\nsee", "token abc starts\nsee"),
            ("xml", "application/xml", "<a><t>{{t}}</t></a>", "<a><t>abc</t></a>", "<a><u>abc</u></a>"),
            (
                "html", "text/html", "<html><p>{{t}}</p></html>", "<html><p>abc</p></html>",
                "<html><b>abc</b></html>"
            ),
        ])
    func otherMarkers(_ kind: String, _ type: String, _ shown: String, _ same: String, _ other: String) throws {
        var response = RequestExample.Response()
        response.body = .init(type: kind, data: shown)
        let example = RequestExample(name: "e", response: response)
        let verdict = try verdict(example, same, type: type)
        #expect(verdict.kind == .sameButForIgnored(1), "\(verdict.short)")
        #expect(try self.verdict(example, other, type: type).kind == .differs)
    }

    @Test("many secrets in one text are masked in one go")
    func many() throws {
        let text = (0..<5_000).map { "see /?token=t\($0)" }.joined(separator: "\n")
        let masked = try proposal(text, type: "text/plain")
        #expect(masked.masks.filter { $0.part == .body }.map(\.count) == [5_000])
        #expect(masked.example.response?.body?.data.contains("t4999") == false)
    }
}

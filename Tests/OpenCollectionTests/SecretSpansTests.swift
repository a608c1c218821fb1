import Secrets
import Testing
import Text
import YAMLTree

@testable import OpenCollection

@Suite("What is rendered knows which of its bytes are secret")
struct SecretSpansTests {
    private func sample(_ url: String = "http://h/", pin: String = "1234") -> Sample {
        var sample = Sample(url)
        sample.environment = [Variable("pin", "", isSecret: true), Variable("id", "", isSecret: true)]
        sample.secrets = ["pin": pin, "id": "12"]
        return sample
    }

    private func texts(_ spans: [SecretSpan], of bytes: some Sequence<UInt8>) -> [String] {
        let bytes = Array(bytes)
        return spans.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    /// Returns a text with its secrets in `<...>`.
    private func marked(_ text: SecretText) -> String {
        text.string.replacing(text.spans.map { ($0.range, "<" + text[$0.range].string + ">") })
    }

    @Test(
        "in the URL, wherever its template has them, and not where the same digits stand by themselves",
        arguments: [
            ("http://h/12/{{pin}}/1234?a=1234&b={{id}}", "1234", true, ["1234", "12"], [12, 31]),
            ("http://h/{{id}}{{pin}}{{id}}", "1234", true, ["12", "1234", "12"], [9, 11, 15]),
            ("http://h/{{pin}}?q={{pin}}", "a b", true, ["a%20b", "a%20b"], [9, 17]),
            ("http://h/{{pin}}?q={{pin}}", "a b", false, ["a%20b", "a%20b"], [9, 17]),
            ("http://h/{{pin}}", "é+", true, ["%C3%A9%2B"], [9]),
            ("http://h/?a={{pin}}&b={{id}}", "a'$b", true, ["a%27%24b", "12"], [12, 23]),
            ("http://h/{{pin}}?q={{pin}}", "a\\b", false, ["a/b", "a\\b"], [9, 15]),
            ("http://h/{{pin}}?q={{pin}}", "a\tb", false, ["ab", "ab"], [9, 14]),
            ("http://h/{{pin}}?q={{pin}}", "a\nb\\", true, ["ab%5C", "ab%5C"], [9, 17]),
            ("http://h/{{pin}}", "^$", false, ["%5E$"], [9]), ("http://h/1234", "1234", true, [], []),
        ] as [(String, String, Bool, [String], [Int])])
    func inURL(template: String, pin: String, encodes: Bool, found: [String], starts: [Int]) {
        var sample = sample(template, pin: pin)
        sample.definition.settings.encodesURL = encodes
        let rendered = sample.rendered()
        #expect(texts(rendered.secretURL.spans, of: rendered.url.utf8) == found, "\(rendered.url)")
        #expect(rendered.secretURL.spans.map(\.range.lowerBound) == starts)
    }

    @Test(
        "in bodies, as their kind writes them",
        arguments: [
            (.json, #"{"a": 1234, "pin": "{{pin}}", "n": {{id}}}"#, "1234", ["1234", "12"]),
            (.text, "12 {{id}} {{pin}}", "1234", ["12", "1234"]), (.xml, "<p>{{pin}}</p>", "<", ["<"]),
            (.graphQL, #"{ user(pin: "{{pin}}") }"#, "a\"", ["a\\\""]),
        ] as [(RequestBody.Kind, String, String, [String])])
    func inBody(kind: RequestBody.Kind, text: String, pin: String, found: [String]) {
        var sample = sample(pin: pin)
        sample.definition.body.kind = kind
        sample.definition.body.text = text
        let rendered = sample.rendered()
        #expect(texts(rendered.bodySpans, of: rendered.body.bytes) == found)
        #expect(rendered.secretURL.spans.isEmpty)
    }

    @Test("a secret in the host's name stands in the field Host too", arguments: [("{{pin}}.h", true), ("h", false)])
    func inHost(host: String, isSecret: Bool) {
        let rendered = sample("http://\(host):81/{{pin}}").rendered()
        #expect(rendered.secretFields == (isSecret ? ["host", ":authority"] : []))
    }

    @Test("through other variables, and in a form")
    func through() {
        var sample = sample("http://h/{{way}}")
        sample.environment.append(Variable("way", "a/{{pin}}/b"))
        sample.definition.body.kind = .formURLEncoded
        sample.definition.body.form = [Field("x", "12"), Field("y", "{{id}}")]
        let rendered = sample.rendered()
        #expect(texts(rendered.secretURL.spans, of: rendered.url.utf8) == ["1234"])
        #expect(rendered.bodySpans == [SecretSpan(7..<9, "id")])
    }

    @Test("beside values that are made for each send")
    func beside() {
        var sample = sample("http://h/{{$guid}}/{{pin}}")
        sample.environment.append(Variable("made", "{{$randomInt}}"))
        sample.definition.body.kind = .text
        sample.definition.body.text = "{{made}} {{$randomLoremParagraphs}} {{id}} {{$timestamp}}"
        let rendered = sample.rendered(dynamic: SeededBits.values(7))
        #expect(texts(rendered.secretURL.spans, of: rendered.url.utf8) == ["1234"])
        #expect(texts(rendered.bodySpans, of: rendered.body.bytes) == ["12"])
        let other = sample.rendered(dynamic: SeededBits.values(8))
        #expect(other.url != rendered.url, "each send has its own")
    }

    @Test("a part of a secret object, and a secret that is made of other variables")
    func resolved() {
        var sample = sample("http://h/{{auth.pin}}/{{whole}}")
        sample.environment += [
            Variable("auth", "", isSecret: true), Variable("whole", "", isSecret: true), Variable("part", "98"),
        ]
        sample.environment[2].type = .object
        sample.secrets = ["auth": #"{"pin": "47", "more": "a long one"}"#, "whole": "{{part}}7"]
        let rendered = sample.rendered()
        #expect(rendered.url == "http://h/47/987")
        #expect(texts(rendered.secretURL.spans, of: rendered.url.utf8) == ["47", "987"])
    }

    @Test("a key that is no variable has its place in the URL, too")
    func literalKey() {
        var sample = Sample("http://h/x7Q2?a=x7Q2")
        sample.definition.auth = .apiKey(name: "k", value: "x7Q2", placement: .query)
        let rendered = sample.rendered()
        #expect(rendered.url == "http://h/x7Q2?a=x7Q2&k=x7Q2")
        #expect(rendered.secretURL.spans.map(\.range) == [23..<27])
    }

    @Test("a secret that is made of others has one place, whatever they are")
    func nested() {
        var sample = sample("http://h/{{both}}/{{long}}/{{pin}}")
        sample.environment += [Variable("both", "", isSecret: true), Variable("long", "", isSecret: true)]
        sample.secrets.merge(["both": "{{id}}7", "long": "abc{{pin}}def"]) { $1 }
        let rendered = sample.rendered()
        #expect(rendered.url == "http://h/127/abc1234def/1234")
        #expect(marked(rendered.secretURL) == "http://h/<127>/<abc1234def>/<1234>")
        #expect(rendered.secretURL.spans.map(\.name) == ["both", "long", "pin"])
    }

    @Test(
        "a token takes the place of a parameter, or of several, and what is behind it keeps its secrets",
        arguments: [
            ("http://h/{{id}}?t=old&pin={{id}}", "http://h/<12>?t=<1234a9>&pin=<12>"),
            ("http://h/?t={{id}}&pin={{pin}}&t=9&x=7", "http://h/?t=<1234a9>&pin=<1234>&x=7"),
            ("http://h/?a={{pin}}&t=2&t=3", "http://h/?a=<1234>&t=<1234a9>"),
            ("http://h/{{id}}", "http://h/<12>?t=<1234a9>"), ("http://h/?", "http://h/?t=<1234a9>"),
        ])
    func carrying(template: String, sent: String) {
        var sample = sample(template)
        let members: YAMLMapping = [
            "flow": "client_credentials", "accessTokenUrl": "http://h/token",
            "tokenConfig": ["placement": ["query": "t"]],
        ]
        sample.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        let token = OAuth2Token([("access_token", "1234a9")], receivedAt: .distantPast)
        #expect(marked(sample.rendered().carrying(token).secretURL) == sent)
    }

    @Test("a secret of one byte, wherever it is put, and nothing that only looks the same")
    func oneByte() {
        var sample = Sample("http://h1/{{s}}/1/:p/a%2{{s}}b?1=1&q={{s}}&{{s}}=1")
        sample.environment = [Variable("s", "", isSecret: true)]
        sample.secrets = ["s": "1"]
        sample.definition.settings.encodesURL = true
        sample.definition.parameters = [pathRow("p", "1{{s}}/1")]
        sample.definition.headers = [Field("X-One", "1 {{s}} 1")]
        sample.definition.body.kind = .json
        sample.definition.body.text = #"{"a": 1, "b": {{s}}, "c": "1{{s}}1"}"#
        let rendered = sample.rendered()
        #expect(marked(rendered.secretURL) == "http://h1/<1>/1/1<1>/1/a<!>b?1=1&q=<1>&<1>=1")
        #expect(rendered.header("X-One")?.spans == [SecretSpan(2..<3, "s")])
        #expect(
            marked(SecretText(rendered.body.bytes, rendered.bodySpans)) == #"{"a": 1, "b": <1>, "c": "1<1>1"}"#)
    }

    @Test(
        "through the encodings of a form, of GraphQL and of the path, and in Basic credentials, of which all is secret")
    func encodings() throws {
        var sample = sample("http://h/a/../{{pin}}/./b", pin: "\" &")
        sample.definition.settings.encodesURL = true
        sample.definition.body.kind = .formURLEncoded
        sample.definition.body.form = [Field("x y", "1{{pin}}2")]
        var rendered = sample.rendered()
        #expect(marked(rendered.secretURL) == "http://h/<%22%20%26>/b")
        #expect(marked(SecretText(rendered.body.bytes, rendered.bodySpans)) == "x+y=1<%22+%26>2")
        sample.definition.body.kind = .graphQL
        sample.definition.body.text = "{ a(b: \"{{pin}}\") }"
        sample.definition.body.graphQLVariables = "{ \"p q\" : \"{{id}} \\\" 1\" , \"n\": {{id}} }"
        rendered = sample.rendered()
        #expect(
            marked(SecretText(rendered.body.bytes, rendered.bodySpans))
                == #"{"query":"{ a(b: \"<\" &>\") }","variables":{"p q":"<12> \" 1","n":<12>}}"#)
        sample.definition.auth = .basic(username: "me", password: "{{id}}")
        let header = try #require(sample.rendered().header("Authorization"))
        #expect(marked(SecretText(Array(header.value.utf8), header.spans)) == "Basic <bWU6MTI=>")
    }

    @Test("in the parts of a form, and in the path of a file")
    func multipart() {
        var sample = sample()
        sample.definition.body.kind = .multipart
        sample.definition.body.parts = [
            MultipartPart(name: "a", isFile: false, values: ["12 {{id}}"]),
            MultipartPart(name: "f", isFile: true, values: [" photos/{{pin}}.png"]),
        ]
        guard case .multipart(let parts) = sample.rendered().body else {
            Issue.record("no form of several parts")
            return
        }
        #expect(parts.map(\.spans) == [[SecretSpan(3..<5, "id")], [SecretSpan(7..<11, "pin")]])
    }

    @Test("of secrets that are doubled on and on, the places count for what a text may hold of values")
    func doubled() {
        func rendered(_ times: Int) -> RenderedRequest {
            var sample = sample("http://h/{{v\(times)}}")
            sample.environment += (1...times).map {
                Variable("v\($0)", $0 == 1 ? "{{id}}" : "{{v\($0 - 1)}}{{v\($0 - 1)}}")
            }
            return sample.rendered()
        }
        #expect(rendered(8).missing.isEmpty && rendered(8).secretURL.spans.count == 128)
        // Four megabytes, and two million places.
        #expect(rendered(22).missing.map(\.reason).contains(.tooLong))
    }
}

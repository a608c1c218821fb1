import Testing

@testable import OpenCollection

@Suite("Secrets too short to be looked for are told by their places")
struct ShortSecretPlacesTests {
    private func sample(_ url: String = "http://h/", pin: String = "1234") -> Sample {
        var sample = Sample(url)
        sample.environment = [Variable("pin", "", isSecret: true), Variable("id", "", isSecret: true)]
        sample.secrets = ["pin": pin, "id": "12"]
        return sample
    }

    private func texts(_ ranges: [Range<Int>], of bytes: some Sequence<UInt8>) -> [String] {
        let bytes = Array(bytes)
        return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
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
        let rendered = sample.rendered(toSend: true)
        #expect(texts(rendered.shortSecretPlaces.url, of: rendered.url.utf8) == found, "\(rendered.url)")
        #expect(rendered.shortSecretPlaces.url.map(\.lowerBound) == starts)
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
        let rendered = sample.rendered(toSend: true)
        #expect(texts(rendered.shortSecretPlaces.body, of: rendered.body.bytes) == found)
        #expect(rendered.shortSecretPlaces.url.isEmpty)
    }

    @Test("a secret in the host's name stands in the field Host too", arguments: [("{{pin}}.h", true), ("h", false)])
    func inHost(host: String, isSecret: Bool) {
        let rendered = sample("http://\(host):81/{{pin}}").rendered(toSend: true)
        #expect(rendered.secretFields == (isSecret ? ["host", ":authority"] : []))
    }

    @Test("through other variables, and in a form")
    func through() {
        var sample = sample("http://h/{{way}}")
        sample.environment.append(Variable("way", "a/{{pin}}/b"))
        sample.definition.body.kind = .formURLEncoded
        sample.definition.body.form = [Field("x", "12"), Field("y", "{{id}}")]
        let rendered = sample.rendered(toSend: true)
        #expect(texts(rendered.shortSecretPlaces.url, of: rendered.url.utf8) == ["1234"])
        #expect(rendered.shortSecretPlaces.body == [7..<9])
    }

    @Test("beside values that are made for each send")
    func beside() {
        var sample = sample("http://h/{{$guid}}/{{pin}}")
        sample.environment.append(Variable("made", "{{$randomInt}}"))
        sample.definition.body.kind = .text
        sample.definition.body.text = "{{made}} {{$randomLoremParagraphs}} {{id}} {{$timestamp}}"
        let rendered = sample.rendered(dynamic: SeededBits.values(7), toSend: true)
        #expect(texts(rendered.shortSecretPlaces.url, of: rendered.url.utf8) == ["1234"])
        #expect(texts(rendered.shortSecretPlaces.body, of: rendered.body.bytes) == ["12"])
        let other = sample.rendered(dynamic: SeededBits.values(8), toSend: true)
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
        let rendered = sample.rendered(toSend: true)
        #expect(rendered.url == "http://h/47/987")
        #expect(texts(rendered.shortSecretPlaces.url, of: rendered.url.utf8) == ["47", "987"])
    }

    @Test("a key that is no variable has its place in the URL, too")
    func literalKey() {
        var sample = Sample("http://h/x7Q2?a=x7Q2")
        sample.definition.auth = .apiKey(name: "k", value: "x7Q2", placement: .query)
        let rendered = sample.rendered(toSend: true)
        #expect(rendered.url == "http://h/x7Q2?a=x7Q2&k=x7Q2")
        #expect(rendered.shortSecretPlaces.url == [23..<27])
    }

    @Test("where nobody can tell which of them it is, each is one")
    func unclear() {
        var sample = sample("http://h/zshortsecret/1234")
        sample.definition.url = "http://h/zshortsecret/1234?a={{pin}}"
        let rendered = sample.rendered(toSend: true)
        #expect(rendered.shortSecretPlaces.url == [22..<26, 29..<33])
    }

    @Test("where nobody can tell, those within a longer secret are left to that")
    func unclearWithin() {
        var sample = sample("http://h/zshortsecret/{{long}}/{{pin}}")
        sample.environment.append(Variable("long", "", isSecret: true))
        sample.secrets["long"] = "abc1234def"
        let rendered = sample.rendered(toSend: true)
        #expect(rendered.url == "http://h/zshortsecret/abc1234def/1234")
        #expect(rendered.shortSecretPlaces.url == [33..<37])
    }

    @Test("a secret that is made of short ones has one place; a long one has none, nor have its parts")
    func nested() {
        var sample = sample("http://h/{{both}}/{{long}}/{{pin}}")
        sample.environment += [Variable("both", "", isSecret: true), Variable("long", "", isSecret: true)]
        sample.secrets.merge(["both": "{{id}}7", "long": "abc{{pin}}def"]) { $1 }
        let rendered = sample.rendered(toSend: true)
        #expect(rendered.url == "http://h/127/abc1234def/1234")
        #expect(rendered.shortSecretPlaces.url == [9..<12, 24..<28])
    }

    @Test("a token that takes the place of a parameter moves what is behind it")
    func carrying() {
        #expect(
            followed("http://h/<12>?t=old&pin=<12>", "http://h/12?t=a-token&pin=12")
                == "http://h/<12>?t=a-token&pin=<12>")
        #expect(followed("http://h/<12>?t=a&pin=<12>", "http://h/12?t=a") == "http://h/<12>?t=a")
    }

    @Test("a token that takes the place of several parameters leaves hidden what stands among them")
    func carryingForSeveral() {
        #expect(
            followed("http://h/?t=<12>&pin=<1234>&t=<9>&x=<7>", "http://h/?t=1234a9&pin=1234&x=7")
                == "http://h/?t=1234a9&pin=<1234>&x=<7>")
        #expect(
            followed("http://h/?t=1&a=<a%20b>&t=2", "http://h/?t=1234a9&a=a%20b")
                == "http://h/?t=1234a9&a=<a%20b>")
        #expect(followed("http://h/?t=<12>&t=<12>34", "http://h/?t=1234a9") == "http://h/?t=1234a9")
    }

    /// Places are marked as <...>; the token is 1234a9.
    private func followed(_ old: String, _ new: String) -> String {
        var (places, plain) = (ShortSecretPlaces(), "")
        for part in old.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            let pieces = part.element.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            if part.offset > 0 { places.url.append(plain.utf8.count..<plain.utf8.count + pieces[0].utf8.count) }
            plain += pieces.joined()
        }
        places.follow(plain, to: new, besides: ["1234a9"])
        var bytes = Array(new.utf8)
        for place in places.url.reversed() {
            bytes.insert(UInt8(ascii: ">"), at: place.upperBound)
            bytes.insert(UInt8(ascii: "<"), at: place.lowerBound)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a longer secret is looked for, and has no place here; what is sent is the same with places and without")
    func longer() {
        var sample = sample("http://h/{{pin}}", pin: "123456")
        #expect(sample.rendered(toSend: true).shortSecretPlaces == ShortSecretPlaces())
        sample = self.sample("http://h/{{pin}}?{{id}}")
        var rendered = sample.rendered(toSend: true)
        rendered.shortSecretPlaces = ShortSecretPlaces()
        #expect(rendered == sample.rendered())
    }
}

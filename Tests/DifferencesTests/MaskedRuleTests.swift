import BodyStore
import Differences
import Testing

/// Markers match anything.
@Suite struct MaskedRuleTests {
    private func verdict(
        _ old: String, _ new: String, type: String = "application/json", headers: [(String, String, String)] = [],
        onBothSides: Bool = false
    ) throws -> Verdict {
        func side(_ body: String, _ fields: [(String, String)]) -> ExchangeSide {
            let fields = [("Content-Type", type)] + fields
            return ExchangeSide(
                .response(
                    .init(
                        status: 200, headers: fields.map { .init($0.0, $0.1) }, body: BodyStore(Array(body.utf8)))))
        }
        var comparison = ExchangeComparison(
            old: side(old, headers.map { ($0.0, $0.1) }), new: side(new, headers.map { ($0.0, $0.2) }))
        comparison.rules = IgnoreRules([.masked(onBothSides: onBothSides)])
        return Verdict(try #require(comparison.run()))
    }

    @Test(
        "a marker in JSON stands for any value, or for a part of a text",
        arguments: [
            (#"{"a":"{{token}}"}"#, #"{"a":"abc"}"#, true), (#"{"a":"{{token}}"}"#, #"{"a":17}"#, true),
            (#"{"a":"{{token}}"}"#, #"{"a":{"b":1}}"#, true),
            (#"{"a":"id-{{x}}-{{y}}-end"}"#, #"{"a":"id-1-2-end"}"#, true),
            (#"{"a":"id-{{x}}-end"}"#, #"{"a":"id-1"}"#, false), (#"{"a":"x{{t}}"}"#, #"{"a":[1]}"#, false),
            (#"{"a":"{{token}}"}"#, "{}", false), (#"{"a":"{{ }"}"#, #"{"a":"b"}"#, false),
            (#"{"a":"b"}"#, #"{"a":"{{token}}"}"#, false), (#"{"a":"a{{x}}ab{{y}}"}"#, #"{"a":"a1ab"}"#, true),
            (#"{"a":"{{x}}{{y}}b"}"#, #"{"a":"b"}"#, true),
        ])
    func json(_ old: String, _ new: String, _ isSame: Bool) throws {
        let verdict = try verdict(old, new)
        #expect((verdict.kind == .sameButForIgnored(1)) == isSame, "\(verdict.short)")
        #expect(!isSame || verdict.short == "same but for 1 ignored (masked values)")
    }

    @Test("on both sides only where both were masked")
    func both() throws {
        let (old, new) = (#"{"a":"b"}"#, #"{"a":"{{token}}"}"#)
        #expect(try verdict(old, new, onBothSides: true).kind == .sameButForIgnored(1))
        #expect(try verdict(old, new).kind == .differs)
    }

    @Test("in headers, several of one name included, and in lines of text")
    func elsewhere() throws {
        let cookies = [
            ("Set-Cookie", "a={{a}}; Path=/", "a=1; Path=/"), ("Set-Cookie", "b={{b}}", "b=2"),
        ]
        #expect(try verdict("x", "x", type: "text/plain", headers: cookies).kind == .sameButForIgnored(1))
        let other = [("Set-Cookie", "a={{a}}; Path=/", "a=1; Path=/x")]
        #expect(try verdict("x", "x", type: "text/plain", headers: other).kind == .differs)
        #expect(try verdict("a\nkey={{key}}\n", "a\nkey=1\n", type: "text/plain").kind == .sameButForIgnored(1))
        #expect(try verdict("a\nkey={{key}}\n", "b\nkey=1\n", type: "text/plain").kind == .differs)
    }

    @Test("in values and lines of any length, and however a text repeats itself")
    func long() throws {
        let long = String(repeating: "a", count: 100_000)
        #expect(try verdict(#"{"a":"\#(long){{t}}b"}"#, #"{"a":"\#(long)1b"}"#).kind == .sameButForIgnored(1))
        #expect(try verdict(#"{"a":"\#(long){{t}}b"}"#, #"{"a":"\#(long)1c"}"#).kind == .differs)
        let text = try verdict("x\n\(long){{t}}\n", "x\n\(long)1\n", type: "text/plain")
        #expect(text.kind == .sameButForIgnored(1))
        #expect(try verdict("x\n\(long){{t}}b\n", "x\n\(long)1\n", type: "text/plain").kind == .differs)
        // Between the two markers is what is nearly found at every place.
        #expect(
            try verdict(#"{"a":"{{s}}\#(long)b{{t}}"}"#, #"{"a":"\#(long)\#(long)"}"#).kind == .differs)
        #expect(
            try verdict(#"{"a":"{{s}}aab{{t}}"}"#, #"{"a":"\#(long)b"}"#).kind == .sameButForIgnored(1))
    }
}

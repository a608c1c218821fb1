import Interchange
import OpenCollection
import Testing

@Suite("JSON with templates and comments")
struct JSONTemplateTests {
    @Test(
        "what could come out as JSON is no fault",
        arguments: [
            "", "  \n", "{}", "[]", "null", "-0.5e+10", "\"\\u00e9\\n\"", "{\"a\": [1, true, {\"b\": null}]}",
            "{{body}}", "{\"a\": {{x}}}", "{\"a\": \"{{x}} and {{y}}\"}", "{ {{name}}: 1}", "{\"a\": 1, {{rest}} }",
            "{ {{members}} }", "[{{first}}, 2]", "[1 {{more}}]", "{\"a\": {{x}}5}", "{\"a\": -{{x}}}",
            "\"{{a\"b}}\"", "{\"n\": {{$randomInt}}}",
            "// first\n{ /* in */ \"a\": 1 // last\n}", "[1, // one\n2]",
        ])
    func valid(text: String) { #expect(CheckedLanguage.json.faults(in: text).first == nil) }

    /// Text, line and column from 1, and what the reason says.
    @Test(
        "the first fault is told with its place",
        arguments: [
            ("{\"a\" 1}", 1, 6, "expected `:`, found `1`"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "expected `,` or `}`, found `\"`"),
            ("[1,]", 1, 4, "expected a value, found `]`"),
            ("{\"a\": 1,}", 1, 9, "expected a name in quotes, found `}`"),
            ("{a: 1}", 1, 2, "expected a name in quotes or `}`, found `a`"),
            ("[01]", 1, 2, "`01` is not a JSON number"),
            ("[1.]", 1, 2, "`1.` is not a JSON number"), ("[yes]", 1, 2, "text must be in quotes"),
            ("[\"a]", 1, 2, "the string has no end"), ("[\"a\nb\"]", 1, 2, "the string does not end in its line"),
            ("[\"\\x\"]", 1, 3, "after `\\`, found `x`"), ("[\"\\u12\"]", 1, 3, "four hexadecimal digits"),
            ("{} {}", 1, 4, "expected nothing after the value, found `{`"),
            ("[1", 1, 3, "the text ends inside an array"),
            ("{\"é\": 'x'}", 1, 7, "expected a value, found `'`"), ("[1] /* open", 1, 5, "the comment has no end"),
            ("{\"a\": ü}", 1, 7, "found `ü`"), ("{{}", 1, 2, "expected a name in quotes or `}`, found `{`"),
            ("]", 1, 1, "expected a value, found `]`"), ("[}", 1, 2, "expected a value or `]`, found `}`"),
        ])
    func faults(text: String, line: Int, column: Int, reason: String) throws {
        let fault = try #require(CheckedLanguage.json.faults(in: text).first)
        #expect((fault.line, fault.column) == (line - 1, column - 1))
        #expect(fault.reason.contains(reason), "\(fault.reason)")
    }

    @Test("nesting has an end")
    func depth() throws {
        let text = String(repeating: "[", count: 513)
        #expect(try #require(CheckedLanguage.json.faults(in: text).first).reason.contains("deeper than 512"))
    }

    @Test(
        "it is laid out, and what was written stays as it was",
        arguments: [
            (
                "{\"b\":1.50,\"a\":[1e3,-0],\"c\":{},\"d\":[ ]}",
                "{\n  \"b\": 1.50,\n  \"a\": [\n    1e3,\n    -0\n  ],\n  \"c\": {},\n  \"d\": []\n}"
            ),
            ("{\"a\":{{x}},\"b\":\"{{ y }}\"}", "{\n  \"a\": {{x}},\n  \"b\": \"{{ y }}\"\n}"),
            ("{ {{k}}:{{v}} }", "{\n  {{k}}: {{v}}\n}"), ("  {{all}} ", "{{all}}"), ("[1]\n", "[\n  1\n]\n"),
            ("{\"a\":1}// end", "{\n  \"a\": 1\n} // end"),
            (
                "{ // head\n\"a\":1, // one\n// two\n\"b\":2 }",
                "{ // head\n  \"a\": 1, // one\n  // two\n  \"b\": 2\n}"
            ),
            ("[1/*a*/,/*b*/2]", "[\n  1 /*a*/, /*b*/\n  2\n]"), ("[1 // a\n,2]", "[\n  1 // a\n  ,\n  2\n]"),
            ("{\"a\\u0041\":\"\\/\"}", "{\n  \"a\\u0041\": \"\\/\"\n}"), ("[{{a}} {{b}}]", "[\n  {{a}} {{b}}\n]"),
        ])
    func layout(text: String, laidOut: String) throws {
        #expect(try JSONTemplateLayout.layOut(text).get() == laidOut)
        #expect(try JSONTemplateLayout.layOut(laidOut).get() == laidOut, "laid out once more, it stays")
    }

    @Test("what is no JSON is not laid out")
    func refused() {
        guard case .failure(let fault) = JSONTemplateLayout.layOut("{\"a\": }") else {
            Issue.record("it was laid out")
            return
        }
        #expect(fault.offset == 6 && fault.reason == "expected a value, found `}`")
    }

    @Test(
        "XML is checked as a tree, and a template is a word of it",
        arguments: [("<a><b>{{x}}</b></a>", true), ("<{{tag}} a='{{v}}'/>", true), ("", true), ("<a><b></a>", false)])
    func xml(text: String, isValid: Bool) {
        #expect((CheckedLanguage.xml.faults(in: text).first == nil) == isValid)
    }
}

import BodyStore
import Exchanges
import Testing

@Suite struct BareMarkersTests {
    @Test(
        "a marker in the place of a number is put in quotes, and nothing else is changed",
        arguments: [
            (#"{"pin":{{pin}},"a":[{{a}}]}"#, #"{"pin":"{{pin}}","a":["{{a}}"]}"#),
            (#"{"a":"{{b}}","c":"\"{{d}}"}"#, #"{"a":"{{b}}","c":"\"{{d}}"}"#), (#"{"a":{}}"#, #"{"a":{}}"#),
            ("[{ }]", "[{ }]"), ("{{", "{{"), ("{{}}", "{{}}"), ("{{a}", "{{a}"), ("", ""),
        ])
    func quoted(_ text: String, _ expected: String) {
        #expect(String(decoding: BareMarkers.quoted(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test("whether one stands in a text")
    func isIn() {
        #expect(BareMarkers.isIn("Bearer {{token}}") && BareMarkers.isIn("{{a b}}"))
        #expect(BareMarkers.isIn("{{\u{301}a}}\u{200D}") && BareMarkers.isIn("\u{D4E}{{a}}"))
        #expect(!BareMarkers.isIn("{{}}") && !BareMarkers.isIn("{a}") && !BareMarkers.isIn("{{a\n}}"))
    }

    @Test("of a body a copy is made only where it is needed")
    func body() {
        let plain = BodyStore(Array(#"{"pin":"{{pin}}"}"#.utf8))
        #expect(BareMarkers.quoted(plain) === plain)
        let bare = BareMarkers.quoted(BodyStore(Array(#"{"pin":{{pin}}}"#.utf8)))
        #expect(bare.isFinished && bare.copy(0..<bare.count) == Array(#"{"pin":"{{pin}}"}"#.utf8))
    }
}

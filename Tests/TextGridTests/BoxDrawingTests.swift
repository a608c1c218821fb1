import Testing
import TextGrid

@Suite("ASCII forms")
struct ASCIIFormsTests {
    @Test(
        "every form has the columns of what it stands for",
        arguments: [
            ("│", 1, "|"), ("─", 1, "-"), ("┼", 1, "+"), ("╭", 1, "+"), ("…", 1, "~"), ("✓", 1, "+"), ("漢", 2, "? "),
            ("é", 1, "?"), ("␛", 1, "."), ("Ａ", 2, "A "), ("\u{A0}", 1, " "), ("▇", 1, "#"), ("x", 1, "x"),
        ])
    func builtIn(grapheme: String, columns: Int, form: String) {
        #expect(ASCIIForms().form(of: grapheme, columns: columns) == form)
    }

    @Test("the caller's forms win, are cut to fit, and are never anything but ASCII")
    func own() {
        let forms = ASCIIForms(["✓": "ok", "●": "é*", "⟳": "\u{1B}r"])
        #expect(forms.form(of: "✓", columns: 1) == "o")
        #expect(forms.form(of: "✓", columns: 2) == "ok")
        #expect(forms.form(of: "●", columns: 1) == "*")
        #expect(forms.form(of: "⟳", columns: 1) == "r")
    }
}

@Suite("Colours of xterm")
struct XTermColoursTests {
    @Test("named colours, cube and greys")
    func values() {
        #expect(XTermColours.rgb(1) == (205, 0, 0))
        #expect(XTermColours.rgb(16) == (0, 0, 0))
        #expect(XTermColours.rgb(208) == (255, 135, 0))
        #expect(XTermColours.rgb(231) == (255, 255, 255))
        #expect(XTermColours.rgb(232) == (8, 8, 8))
        #expect(XTermColours.rgb(255) == (238, 238, 238))
    }
}

import Testing
import TextGrid

@Suite("Lines that join")
struct BoxDrawingTests {
    @Test("a box, with lines that meet it in tees and cross in a crossing")
    func joins() {
        var grid = Grid(size: Size(columns: 9, rows: 5))
        grid.drawBox(grid.bounds)
        grid.drawVerticalLine(at: Point(column: 4, row: 0), rows: 5)
        grid.drawHorizontalLine(at: Point(column: 0, row: 2), columns: 9)
        #expect(
            grid.text() == """
                ┌───┬───┐
                │   │   │
                ├───┼───┤
                │   │   │
                └───┴───┘
                """)
    }

    @Test("boxes beside each other share their border")
    func shared() {
        var grid = Grid(size: Size(columns: 7, rows: 3))
        grid.drawBox(Rect(column: 0, row: 0, columns: 4, rows: 3))
        grid.drawBox(Rect(column: 3, row: 0, columns: 4, rows: 3))
        #expect(grid.text() == "┌──┬──┐\n│  │  │\n└──┴──┘")
    }

    @Test("what lies outside the grid is cut, what is too small is not drawn")
    func clipped() {
        var grid = Grid(size: Size(columns: 3, rows: 2))
        grid.drawBox(Rect(column: -1, row: -1, columns: 9, rows: 9))
        grid.drawBox(Rect(column: 0, row: 0, columns: 1, rows: 1))
        #expect(grid.text() == "\n")
    }
}

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

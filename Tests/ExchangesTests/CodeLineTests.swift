import Exchanges
import Testing

@Suite struct CodeLineTests {
    @Test(
        "a line is shown without the blanks at its start, with a caret at the place",
        arguments: [
            ("  a.b()", 4, ["a.b()", "  ^"]), ("a", 0, ["a", "^"]), ("a", 9, ["a", " ^"]), ("    a", 2, ["  a", "^"]),
            ("", 3, ["", "^"]), ("\té = x", 5, ["é = x", "    ^"]), ("a", -1, ["a", "^"]),
        ])
    func lines(_ line: String, _ column: Int, _ expected: [String]) {
        #expect(CodeLine(line, column: column).lines == expected)
    }

    @Test("of a long line the part around the place is shown")
    func long() {
        let line = String(repeating: "a", count: 500) + "!" + String(repeating: "b", count: 500)
        let code = CodeLine(line, column: 500)
        #expect(code.text.count == 160 && Array(code.text)[code.column] == "!")
        #expect(CodeLine(line, column: 3).text.count == 160)
    }
}

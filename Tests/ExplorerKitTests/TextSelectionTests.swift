import Testing
import TextGrid

@testable import ExplorerKit

@Suite("Selecting in a text")
struct TextSelectionTests {
    private func editor(_ text: String, multiline: Bool = true) -> TextEditor {
        var editor = TextEditor(text, isMultiline: multiline)
        editor.selects = true
        _ = editor.handle(KeyStroke(.home, .control))
        return editor
    }

    private let shiftRight = KeyStroke(.right, .shift)

    @Test("Shift with a motion selects, typing replaces it, and one undo brings it back")
    func replaces() {
        var editor = editor("one two\nthree")
        _ = editor.handle(KeyStroke(.right, [.shift, .control]))
        #expect(editor.selectedText == "one")
        _ = editor.handle("X")
        #expect(editor.text == "X two\nthree" && editor.selection == nil)
        editor.undo()
        #expect(editor.text == "one two\nthree")
    }

    @Test("over lines, upwards too, and Backspace takes it out")
    func lines() {
        var editor = editor("one\ntwo\nthree")
        _ = editor.handle(KeyStroke(.end, .control))
        _ = editor.handle(KeyStroke(.up, .shift))
        _ = editor.handle(KeyStroke(.home, .shift))
        #expect(editor.selectedText == "two\nthree")
        _ = editor.handle(KeyStroke(.backspace))
        #expect(editor.text == "one\n")
    }

    @Test("a motion without Shift lets go; sideways it leads to the end of what was selected")
    func letsGo() {
        var editor = editor("abcd", multiline: false)
        for _ in 0..<3 { _ = editor.handle(shiftRight) }
        _ = editor.handle(.left)
        #expect(editor.selection == nil && editor.buffer.cursor.column == 0)
        for _ in 0..<2 { _ = editor.handle(shiftRight) }
        _ = editor.handle(.right)
        #expect(editor.buffer.cursor.column == 2)
    }

    @Test("the mark makes plain motions select, until something is typed")
    func mark() {
        var editor = editor("one two")
        editor.switchMark()
        _ = editor.handle(KeyStroke(.right, .control))
        #expect(editor.selectedText == "one" && editor.isMarking)
        _ = editor.handle("z")
        #expect(editor.text == "z two" && !editor.isMarking)
        editor.switchMark()
        editor.switchMark()
        _ = editor.handle(.right)
        #expect(editor.selection == nil)
    }

    @Test("word, line, line after line, all")
    func units() {
        var editor = editor("one two\nthree\n\nfour")
        _ = editor.handle(.right)
        editor.selectWord()
        #expect(editor.selectedText == "one")
        editor.selectLine()
        #expect(editor.selectedText == "one two\n")
        editor.selectLine()
        #expect(editor.selectedText == "one two\nthree\n")
        editor.selectAll()
        #expect(editor.selectedText == "one two\nthree\n\nfour")
    }

    @Test("words are deleted forward with Alt-D and Ctrl-Del, and text ends reached with Alt-< and Alt->")
    func words() {
        var editor = editor("one two three")
        _ = editor.handle(.alt("d"))
        #expect(editor.text == " two three")
        _ = editor.handle(KeyStroke(.delete, .control))
        #expect(editor.text == " three")
        _ = editor.handle(.alt(">"))
        #expect(editor.buffer.cursor.column == 6)
        _ = editor.handle(.alt("<"))
        #expect(editor.buffer.cursor.column == 0)
    }

    @Test("where no selection is shown, Shift selects nothing that a key could take away")
    func elsewhere() {
        var editor = TextEditor("abc", isMultiline: false)
        _ = editor.handle(KeyStroke(.left, .shift))
        _ = editor.handle("x")
        #expect(editor.text == "abxc")
    }

    @Test("a paste replaces what is selected, as one step")
    func paste() {
        var editor = editor("one two")
        editor.selectWord()
        editor.paste("1\n2")
        #expect(editor.text == "1\n2 two")
        editor.undo()
        #expect(editor.text == "one two")
    }

    @Test("beyond as many matches as are counted, the next and the one before are found all the same")
    func manyMatches() {
        let buffer = TextBuffer(Array(repeating: "ab", count: TextSearch.limit + 5).joined(separator: "\n"))
        var search = TextSearch(origin: TextBuffer.Position(line: TextSearch.limit, column: 0))
        search.input = TextEditor("ab", isMultiline: false)
        search.look(through: buffer)
        #expect(search.matches.count == TextSearch.limit)
        #expect(search.match(from: search.origin, in: buffer)?.lowerBound == search.origin)
        let start = TextBuffer.Position(line: 0, column: 0)
        #expect(search.match(before: start, in: buffer)?.lowerBound.line == TextSearch.limit + 4)
        #expect(search.match(from: .init(line: TextSearch.limit + 4, column: 1), in: buffer)?.lowerBound == start)
        #expect(search.columns(ofLine: TextSearch.limit + 2, in: buffer) == [0..<2])
    }

    @Test(
        "letters of other scripts are found as small ones, and no part of a character is",
        arguments: [
            ("äpfel", [0..<5, 18..<23]), ("e", [3..<4, 21..<22]), ("Äpfel", [18..<23]), ("σ", [7..<8]),
            ("привет", [9..<15]), ("🇩🇪", [16..<17, 17..<18]), ("🇪🇩", []),
        ])
    func scripts(needle: String, columns: [Range<Int>]) {
        // The accent is apart; a flag is of two scalars, and the end of one and the beginning of the next are none.
        #expect(BufferTextMatcher(needle)?.columns(in: "ÄPFEL e\u{301}Σ ПРИВЕТ 🇩🇪🇩🇪Äpfel") == columns)
    }

    @Test(
        "a needle without capitals finds them too, and each match stands at its characters",
        arguments: [("ab", 3), ("AB", 1), ("é", 2), ("", 0), ("x", 0)])
    func needles(needle: String, count: Int) {
        let buffer = TextBuffer("ab AB\nÉ é 👍🏽ab")
        let found = BufferTextMatcher(needle)?.matches(in: buffer, limit: 100) ?? []
        #expect(found.count == count)
        for match in found { #expect(buffer.text(in: match).lowercased() == needle.lowercased()) }
    }
}

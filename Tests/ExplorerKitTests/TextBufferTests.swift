import Testing
import TextGrid

@testable import ExplorerKit

@Suite("Text being edited")
struct TextBufferTests {
    @Test("typing, breaking and joining lines keeps the cursor where a person expects it")
    func lines() {
        var buffer = TextBuffer("ab")
        buffer.insert("c\nd")
        #expect(buffer.text == "abc\nd")
        #expect(buffer.cursor == .init(line: 1, column: 1))
        buffer.move(.lineStart)
        buffer.deleteBackward()
        #expect(buffer.text == "abcd")
        #expect(buffer.cursor == .init(line: 0, column: 3))
        buffer.deleteForward()
        #expect(buffer.text == "abc")
    }

    @Test("a grapheme of several scalars is one step and one deletion")
    func graphemes() {
        var buffer = TextBuffer("e\u{301}👩‍👩‍👧x")
        buffer.move(.left)
        buffer.deleteBackward()
        #expect(buffer.text == "e\u{301}x")
        buffer.deleteBackward()
        #expect(buffer.text == "x")
    }

    @Test("up and down keep the column over shorter lines")
    func column() {
        var buffer = TextBuffer("long line\nx\nlong line")
        buffer.place(at: .init(line: 0, column: 7))
        buffer.move(.down)
        #expect(buffer.cursor == .init(line: 1, column: 1))
        buffer.move(.down)
        #expect(buffer.cursor == .init(line: 2, column: 7))
    }

    @Test(
        "words are jumped over and deleted whole",
        arguments: [("one two_3, four", "one two_3, "), ("a  ", ""), ("", "")])
    func words(text: String, rest: String) {
        var buffer = TextBuffer(text)
        buffer.deleteWordBackward()
        #expect(buffer.text == rest)
    }

    @Test("a place that does not exist becomes the nearest one")
    func clamping() {
        var buffer = TextBuffer("ab\nc")
        buffer.place(at: .init(line: 9, column: 9))
        #expect(buffer.cursor == .init(line: 1, column: 1))
        buffer.place(at: .init(line: -1, column: -1))
        #expect(buffer.cursor == .init(line: 0, column: 0))
    }

    @Test(
        "whatever is typed, each line keeps its own end",
        arguments: ["a\r\nb\r\n", "a\nb\n", "a\r\nb\nc\rd\r\n\r\ne", "\r\n", "a\r", "a", ""])
    func ends(text: String) {
        var buffer = TextBuffer(text)
        #expect(buffer.text == text)
        for line in buffer.lines.indices {
            buffer.place(at: .init(line: line, column: 0))
            buffer.insert("x")
            #expect(buffer.text.utf8.count == text.utf8.count + 1)
            buffer.deleteBackward()
            #expect(buffer.text == text)
        }
    }

    @Test("a new line ends as the one does that it is put into; a text of one line takes what comes")
    func newLines() {
        var buffer = TextBuffer("a\r\nb\nc")
        buffer.place(at: .init(line: 0, column: 1))
        buffer.insert("1\n2\r")
        #expect(buffer.text == "a1\r\n2\r\n\r\nb\nc")
        buffer.place(at: .init(line: 3, column: 1))
        buffer.insert("\r\n")
        #expect(buffer.text == "a1\r\n2\r\n\r\nb\n\nc")
        var last = TextBuffer("a\r\nb")
        last.insert("\nc")
        #expect(last.text == "a\r\nb\r\nc")
        var single = TextBuffer("a")
        single.insert("\nb\r\nc")
        #expect(single.text == "a\nb\r\nc")
    }

    @Test("joined lines end as the last of them did, and a part is taken out with its ends")
    func joinedLines() {
        var buffer = TextBuffer("a\r\nb\nc\r\nd")
        let (start, end) = (TextBuffer.Position(line: 0, column: 1), TextBuffer.Position(line: 2, column: 1))
        #expect(buffer.text(in: start..<end) == "\r\nb\nc")
        buffer.place(at: .init(line: 1, column: 0))
        buffer.deleteBackward()
        #expect(buffer.text == "ab\nc\r\nd")
        buffer.delete(from: .init(line: 0, column: 1), to: .init(line: 1, column: 1))
        #expect(buffer.text == "a\r\nd")
    }

    @Test("what Unicode calls a line end beside LF, CR LF and CR is a character of its line")
    func separators() {
        let text = "a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f"
        var buffer = TextBuffer(text)
        #expect(buffer.lines == [text] && buffer.cursor == .init(line: 0, column: 11))
        buffer.move(.left)
        buffer.deleteBackward()
        #expect(buffer.text == "a\u{2028}b\u{2029}c\u{85}d\u{B}ef")
        buffer.insert("\u{2028}")
        #expect(buffer.lines == ["a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{2028}f"])
    }
}

@Suite("The editor of a field")
struct TextEditorTests {
    private func typed(_ text: String, into editor: inout TextEditor) {
        for character in text { _ = editor.handle(.character(character)) }
    }

    @Test("undo takes a typed word back at once, redo brings it again")
    func undo() {
        var editor = TextEditor("", isMultiline: false)
        typed("one two", into: &editor)
        editor.undo()
        editor.undo()
        #expect(editor.text == "one")
        editor.redo()
        #expect(editor.text == "one ")
    }

    @Test("a paste is one step, and in a field of one line its line ends become blanks, and nothing else does")
    func paste() {
        var editor = TextEditor("x\ty", isMultiline: false)
        editor.paste("a\r\nb\tc\nd\u{2028}e")
        #expect(editor.text == "x\tya b\tc d\u{2028}e")
        editor.undo()
        #expect(editor.text == "x\ty")
    }

    @Test("other line ends are another text, which is undone")
    func otherEnds() {
        var editor = TextEditor("a\nb", isMultiline: true)
        editor.replaceAll(with: "a\r\nb", cursor: editor.buffer.cursor)
        #expect(editor.canUndo && editor.text == "a\r\nb")
        editor.undo()
        #expect(editor.text == "a\nb")
    }

    @Test("Enter in a text of many lines keeps the indentation")
    func indentation() {
        var editor = TextEditor("  {", isMultiline: true)
        _ = editor.handle(KeyStroke(.end))
        _ = editor.handle(KeyStroke(.enter))
        #expect(editor.text == "  {\n  ")
    }

    @Test("behind an opening bracket Enter goes one level deeper, and a closing bracket alone on a line steps back")
    func brackets() {
        var editor = TextEditor("", isMultiline: true)
        editor.indentsByBrackets = true
        func type(_ text: String) {
            for character in text { _ = editor.handle(character == "\n" ? KeyStroke(.enter) : .character(character)) }
        }
        type("{\n\"a\": [\n1,\n2\n],\n\"b\": {}\n}")
        #expect(editor.text == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}")
        editor.undo()
        #expect(editor.text.hasSuffix("{}\n  "), "the bracket and its step are one")
        var pair = TextEditor("\t\"a\": {}", isMultiline: true)
        pair.indentsByBrackets = true
        pair.place(at: TextBuffer.Position(line: 0, column: 7))
        _ = pair.handle(KeyStroke(.enter))
        _ = pair.handle(.character("x"))
        #expect(pair.text == "\t\"a\": {\n\t\tx\n\t}", "the level is the one that the text has")
    }

    @Test("a closing bracket behind something else, and in a text of no brackets, stays where it is typed")
    func otherBrackets() {
        var editor = TextEditor("  1", isMultiline: true)
        editor.indentsByBrackets = true
        editor.place(at: TextBuffer.Position(line: 0, column: 3))
        _ = editor.handle(.character("]"))
        #expect(editor.text == "  1]")
        var plain = TextEditor("  ", isMultiline: true)
        plain.place(at: TextBuffer.Position(line: 0, column: 2))
        _ = plain.handle(.character("}"))
        #expect(plain.text == "  }")
    }

    @Test("Enter and Tab mean nothing in a field of one line, so that they can leave it")
    func leaving() {
        var editor = TextEditor("x", isMultiline: false)
        let taken = [editor.handle(KeyStroke(.enter)), editor.handle(KeyStroke(.tab))]
        #expect(taken == [false, false])
        #expect(editor.text == "x")
    }

    @Test("a deletion with nothing to delete is no step of undo")
    func nothing() {
        var editor = TextEditor("x", isMultiline: false)
        _ = editor.handle(KeyStroke(.delete))
        #expect(!editor.canUndo)
    }

    @Test("a key that changes nothing leaves what was undone to be redone")
    func nothingKeepsRedo() {
        var editor = TextEditor("x", isMultiline: false)
        typed("y", into: &editor)
        editor.undo()
        _ = editor.handle(KeyStroke(.home))
        _ = editor.handle(KeyStroke(.backspace))
        editor.paste("")
        editor.redo()
        #expect(editor.text == "xy")
    }
}

@Suite("Undo of a value")
struct HistoryTests {
    @Test("changes in a group are undone together")
    func group() {
        var history = History(0)
        history.beginGroup()
        history.change { $0 = 1 }
        history.change { $0 = 2 }
        history.endGroup()
        history.change { $0 = 3 }
        history.undo()
        #expect(history.current == 2)
        history.undo()
        #expect(history.current == 0)
        #expect(!history.canUndo)
        history.redo()
        #expect(history.current == 2)
    }

    @Test("a change that changes nothing leaves what was undone to be redone")
    func noChange() {
        var history = History(0)
        history.change { $0 = 1 }
        history.undo()
        history.change { $0 = 0 }
        #expect(history.canRedo)
    }
}

import Testing
import TextGrid

@testable import Explorer

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

    @Test("a paste is one step, and in a field of one line its line ends become blanks")
    func paste() {
        var editor = TextEditor("x", isMultiline: false)
        editor.paste("a\r\nb\tc")
        #expect(editor.text == "xa b c")
        editor.undo()
        #expect(editor.text == "x")
    }

    @Test("Enter in a text of many lines keeps the indentation")
    func indentation() {
        var editor = TextEditor("  {", isMultiline: true)
        _ = editor.handle(KeyStroke(.end))
        _ = editor.handle(KeyStroke(.enter))
        #expect(editor.text == "  {\n  ")
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

import Testing
import TextGrid

@testable import ExplorerKit

@Suite struct TypedBracketsTests {
    private func editor(_ text: String = "") -> TextEditor {
        var editor = TextEditor(text, isMultiline: true)
        (editor.indentsByBrackets, editor.closesBrackets, editor.selects) = (true, true, true)
        editor.place(at: TextBuffer.Position(line: .max, column: .max))
        return editor
    }

    private func typed(_ keys: String, into text: String = "", at column: Int? = nil) -> TextEditor {
        var editor = editor(text)
        if let column { editor.place(at: TextBuffer.Position(line: 0, column: column)) }
        for key in keys {
            _ = editor.handle(
                key == "\n" ? KeyStroke(.enter) : key == "⌫" ? KeyStroke(.backspace) : KeyStroke(.character(key)))
        }
        return editor
    }

    /// The text with a bar where the cursor is.
    private func shown(_ editor: TextEditor) -> String {
        var lines = editor.buffer.lines
        let cursor = editor.buffer.cursor
        lines[cursor.line].insert(
            "|", at: lines[cursor.line].index(lines[cursor.line].startIndex, offsetBy: cursor.column))
        return lines.joined(separator: "\n")
    }

    @Test(
        "what is typed whole is the text, whatever closed itself meanwhile",
        arguments: [
            #"{"name": "Ada", "tags": [1, 2, {"a": []}]}"#, #"{"id": {{id}}, "t": "{{token}}", "u": "{{a}}{{b}}"}"#,
            #"[{"a": "x\"y"}, "}", "]"]"#, "{{name}}", #"{{{name}}: 1}"#, "one {two [three \"four", #""text""#,
            #"{"a": "it's {not} [closed]"}"#,
        ])
    func whole(text: String) {
        #expect(typed(text).text == text)
    }

    @Test("JSON typed line by line is laid out, closed or not by the one who types")
    func lines() {
        let text = "{\n  \"name\": \"Ada\",\n  \"tags\": [\n    1\n  ]\n}"
        #expect(typed("{\n\"name\": \"Ada\",\n\"tags\": [\n1").text == text)
        #expect(typed("{\n\"name\": \"Ada\",\n\"tags\": [\n1\n]\n}").text == text)
    }

    @Test(
        "brackets and quotes come in pairs where nothing is behind them that they could hold",
        arguments: [
            ("{", "", nil, "{|}"), ("[", "{}", 1, "{[|]}"), ("{", "[1]", 1, "[{|1]"), ("\"", "{}", 1, "{\"|\"}"),
            ("\"", "[a]", 2, "[a\"|]"), ("\"", "[\"a]", 3, "[\"a\"|]"), ("{", "[\"ab\"]", 3, "[\"a{|b\"]"),
            ("[{\"", "", nil, "[{\"|\"}]"), ("{}", "", nil, "{}|"), ("[[]", "", nil, "[[]|]"),
            ("[[]]", "", nil, "[[]]|"),
            ("{{", "[]", 1, "[{{|]"), ("{", "hello ", nil, "hello {|"), ("}", "{\"a\": {}", nil, "{\"a\": {}}|"),
            ("]", "[[1]", 3, "[[1]|]"),
        ] as [(String, String, Int?, String)])
    func pairs(keys: String, text: String, column: Int?, after: String) {
        #expect(shown(typed(keys, into: text, at: column)) == after)
    }

    @Test(
        "Backspace takes an empty pair out, and one sign of any other",
        arguments: [
            ("{⌫", "|"), ("{\"⌫", "{|}"), ("[1⌫", "[|]"), ("[[1]⌫", "[[1|]"), ("{\"a\"⌫", "{\"a|}"),
            ("[\"\\\"⌫", "[\"\\|\"]"),
        ])
    func backspace(keys: String, after: String) {
        #expect(shown(typed(keys)) == after)
    }

    @Test("Enter between a pair opens a line in the middle, and undo takes key after key back")
    func undo() {
        var editor = typed("{\n\"a")
        #expect(shown(editor) == "{\n  \"a|\"\n}")
        for text in ["{\n  \"\"\n}", "{\n  \n}", "{}", ""] {
            editor.undo()
            #expect(editor.text == text)
        }
        for _ in 0..<4 { editor.redo() }
        #expect(editor.text == "{\n  \"a\"\n}")
    }

    @Test("what is pasted, and what is typed over a selection, stays as it is")
    func pasted() {
        var editor = typed("[")
        editor.paste("{\"a\": [")
        #expect(editor.text == "[{\"a\": []")
        editor.selectAll()
        _ = editor.handle("{")
        #expect(editor.text == "{")
    }

    @Test("where nothing says that it is JSON, every key types itself")
    func other() {
        var editor = TextEditor("", isMultiline: true)
        for key in "{\"a\": [" { _ = editor.handle(KeyStroke(.character(key))) }
        #expect(editor.text == "{\"a\": [")
    }
}

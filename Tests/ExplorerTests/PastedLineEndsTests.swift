import ExplorerKit
import Testing
import TextGrid

@testable import Explorer

@Suite("Line ends in a paste")
struct PastedLineEndsTests {
    @Test(
        "those at the end are dropped in a field of one line, others become blanks",
        arguments: [
            ("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"), ("s3cret\r\n\r\n", "s3cret"), ("a\nb\n", "a b"),
            ("a ", "a "),
            ("\n", ""), ("a\u{2028}", "a\u{2028}"),
        ])
    func oneLine(pasted: String, text: String) {
        var editor = TextEditor("", isMultiline: false)
        editor.paste(pasted)
        #expect(editor.text == text)
    }

    @Test("a text of several lines keeps them all, and so does a key in a field for values")
    func severalLines() {
        var editor = TextEditor("", isMultiline: true)
        editor.paste("a\nb\n")
        #expect(editor.text == "a\nb\n")
        var value = TextEditor.forValue()
        value.paste("-----BEGIN\nabc\n-----END\n")
        #expect(value.text == "-----BEGIN\nabc\n-----END\n")
    }

    /// The request that is shown while a field of it is edited.
    private func pasting(_ text: String, _ keys: KeyStroke...) -> ExplorerState {
        var state = Explorers.state(columns: 120)
        for key in keys { state.press(key) }
        state.press(.control("u"))
        _ = update(&state, .input(.paste(text)))
        return state
    }

    @Test("a URL that was wrapped over lines is joined, without the blanks around the wrap")
    func url() {
        let state = pasting("https://h.example/x\n   ?a=1&b=2 \r\n&c=3\n", "j", .enter, "i")
        #expect(state.edit?.field == .url)
        #expect(state.edit?.editor.text == "https://h.example/x?a=1&b=2&c=3")
        #expect(state.status == nil)
    }

    @Test("elsewhere the status says that line ends became spaces, and says nothing of one at the end")
    func hint() {
        let keys: [KeyStroke] = [.enter, "]", .down, .enter]
        for (pasted, text, says) in [("a\nb\n", "a b", true), ("a\n", "a", false)] {
            var state = Explorers.state(columns: 120)
            for key in keys { state.press(key) }
            guard state.edit?.editor.isMultiline == false, state.edit?.field != .url else {
                Issue.record("no field of one line")
                return
            }
            state.press(.control("u"))
            _ = update(&state, .input(.paste(pasted)))
            #expect(state.edit?.editor.text == text)
            #expect((state.status?.text.contains("the line breaks of the paste became spaces") == true) == says)
        }
    }
}

import ExplorerKit
import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer

@Suite("A text of several lines")
struct EditingTextsTests {
    /// Returns a state in the body of "Create user".
    private func body(_ text: String, columns: Int = 80, rows: Int = 24) -> ExplorerState {
        var collection = Explorers.collection
        var request = RequestDefinition()
        request.method = "POST"
        request.url = "{{baseUrl}}/users"
        request.body.kind = .json
        request.body.text = text
        collection.items = [Explorers.item("a.yml", request)]
        var state = Explorers.state(collection, columns: columns, rows: rows)
        state.work(state.press(.enter, "]", "]", .down, .down, .enter))
        return state
    }

    @Test("a fault is underlined at its place while one types, and told with line and column")
    func fault() {
        var state = body("{\"a\": 1}")
        #expect(state.screen.split(separator: "\n").last?.contains("expected") == false)
        state.press(KeyStroke(.end, .control), .left)
        state.typeAndWork("; ")
        #expect(state.screen.split(separator: "\n").last?.contains("! 1:8: expected `,` or `}`, found `;`") == true)
        #expect(state.style(at: "; }") == .fault)
        for _ in 0..<2 { state.work(state.press(KeyStroke(.backspace))) }
        #expect(state.fault(of: .bodyText) == nil)
        #expect(state.screen.split(separator: "\n").last?.contains("expected") == false)
    }

    @Test("what an older check found is dropped")
    func stale() {
        var state = body("{}")
        let first = state.type("x")
        state.work(state.press(KeyStroke(.backspace)))
        state.work(first)
        #expect(state.fault(of: .bodyText) == nil)
    }

    @Test("what was found in the text of another collection is dropped")
    func staleElsewhere() {
        var state = body("{}")
        let first = state.type("x")
        var request = RequestDefinition()
        (request.url, request.body.kind, request.body.text) = ("http://h/", .json, "[1]")
        let other = CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("a.yml", request)]), path: "/other")
        state.work(update(&state, .collectionOpened(other, showing: "a.yml")))
        state.session?.tab = .body
        state.work(update(&state, .tick(Explorers.start)))
        #expect(state.typing.checking.checked?.collection == "/other" && state.typing.checking.faults.isEmpty)
        state.work(first)
        #expect(state.fault(of: .bodyText) == nil)
    }

    @Test("the cursor is drawn where it is, in whatever line")
    func drawnCursor() throws {
        var state = body("one\ntwo\nthree")
        let first = try #require(drawn(state).cursor)
        state.press(KeyStroke(.down), KeyStroke(.down), KeyStroke(.right))
        let third = try #require(drawn(state).cursor)
        #expect(third == Point(column: first.column + 1, row: first.row + 2))
    }

    @Test("who comes back to a text goes on where it was left; where that is gone, at the nearest place")
    func caretStays() {
        var state = body("one\ntwo\nthree")
        state.press(KeyStroke(.down), KeyStroke(.down), KeyStroke(.end), .escape, .enter)
        state.typeAndWork("!")
        #expect(state.bodyText == "one\ntwo\nthree!")
        state.press(.escape)
        state.session?.draft.change { $0.request.definition.body.text = "ab" }
        state.press(.enter)
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 0, column: 2))
        state.press(KeyStroke(.home), .escape, .enter)
        #expect(state.session?.carets.isEmpty == true)
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 0, column: 0))
    }

    @Test("at rest the fault stays marked, and another request has none of it")
    func atRest() {
        var state = body("{\"a\": oops}")
        state.press(.escape)
        #expect(state.style(at: "oops") == .fault)
        state.press("[")
        #expect(state.typing.checking == TextChecking())
    }

    @Test("behind a name without a value the mark stands where the fault is, however long the sign is")
    func behindMissing() {
        for glyphs in [Glyphs.unicode, .plain] {
            var state = body("{\"a\": {{nobody}}, oops}")
            state.press(.escape)
            state.display.glyphs = glyphs
            #expect(state.style(at: "oops") == .fault, "\(state.screen)")
        }
    }

    @Test("F lays the body out, u takes that back; Alt-F does it while one types, and the cursor keeps its place")
    func format() {
        var state = body("{\"a\":{{n}},\"b\":[1.0]}")
        let laidOut = "{\n  \"a\": {{n}},\n  \"b\": [\n    1.0\n  ]\n}"
        state.press(.escape)
        state.work(state.press("F"))
        #expect(state.bodyText == laidOut)
        state.press("u")
        #expect(state.bodyText == "{\"a\":{{n}},\"b\":[1.0]}")
        state.press(.enter, KeyStroke(.end, .control), .left, .left)
        state.work(state.press(.alt("F")))
        #expect(state.bodyText == laidOut)
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 3, column: 7))
        state.press(.control("_"))
        #expect(state.bodyText == "{\"a\":{{n}},\"b\":[1.0]}")
    }

    @Test("a fault that takes the cursor away closes the list of what may stand where it was")
    func faultClosesList() {
        var state = body("[x, 1, 2]")
        state.press(KeyStroke(.end, .control))
        state.typeAndWork(" {{")
        #expect(state.openCompletion != nil)
        state.work(state.press(.alt("F")))
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 0, column: 1))
        #expect(state.openCompletion == nil)
        state.press(.tab)
        #expect(state.bodyText == "[  x, 1, 2] {{")
    }

    @Test("what is laid out while another field is edited is not lost with the next key")
    func formatBesideEdit() {
        var state = body("[1]")
        state.press(.escape, .init(.up), .init(.up), .init(.up), "l", "i")
        #expect(state.edit?.field == .url)
        state.work(state.press(.alt("F")))
        #expect(state.bodyText == "[1]" && state.status?.text.contains("Not a multi-line text") == true)
        state.press(.escape)
        let order = state.press("F")
        state.press("i")
        state.type("/x")
        state.work(order)
        #expect(state.edit == nil && state.bodyText == "[\n  1\n]")
        #expect(state.session?.draft.content.definition.url == "{{baseUrl}}/users/x")
        state.press("u")
        #expect(state.bodyText == "[1]")
    }

    @Test("what is no JSON says why it is not laid out, and stays")
    func notFormatted() {
        var state = body("{\"a\": }")
        state.press(.escape)
        state.work(state.press("F"))
        #expect(state.status?.text == "Not formatted, invalid JSON: 1:7: expected a value, found `}`")
        #expect(state.session?.draft.isDirty == false)
        state.press("[")
        state.press("F")
        #expect(state.status?.text.contains("No multi-line text here") == true)
    }

    @Test("a body whose lines end in CR LF keeps that: while it is typed in, broken, cut, pasted and laid out")
    func windowsLines() {
        let text = "{\r\n\"k\": 1,\r\n\"j\": 2}\r\n"
        var state = body(text)
        state.type(" ")
        #expect(state.bodyText == " " + text)
        state.press(KeyStroke(.end), .enter)
        #expect(state.bodyText == " {\r\n  \r\n\"k\": 1,\r\n\"j\": 2}\r\n")
        state.press(.control("_"), .control("_"))
        #expect(state.bodyText == text)
        state.press(KeyStroke(.home, .control), KeyStroke(.down, .shift), .control("x"), .control("v"))
        #expect(state.bodyText == text)
        _ = update(&state, .input(.paste("[\n]")))
        #expect(state.bodyText == "{\r\n[\r\n]\"k\": 1,\r\n\"j\": 2}\r\n")
        state.press(.control("_"))
        state.work(state.press(.alt("F")))
        #expect(state.bodyText == "{\r\n  \"k\": 1,\r\n  \"j\": 2\r\n}\r\n")
    }

    @Test("a selection over a CR LF is nothing that is looked for in a line")
    func findOverWindowsLines() {
        var state = body("a\r\nb")
        state.press(.alt("a"), .control("f"))
        #expect(state.edit?.search?.input.text.isEmpty == true)
    }

    @Test("separators of lines in a string of JSON stay there, are shown, and the cursor stands where it is seen")
    func separators() {
        let text = "{\"a\": \"x\u{2028}y\u{85}z\u{2029}\"}"
        var state = body(text, columns: 120)
        state.press(KeyStroke(.end))
        state.typeAndWork(" ")
        #expect(state.bodyText == text + " " && state.fault(of: .bodyText) == nil)
        let grid = view(state)
        let cursor = grid.cursor ?? Point(column: 0, row: 0)
        let before = grid.text(row: cursor.row, trimmed: false).prefix(cursor.column)
        #expect(before.hasSuffix("{\"a\": \"x<U+2028>y<U+0085>z<U+2029>\"} "), "\(state.screen)")
        _ = update(&state, .input(.paste("\u{2029}")))
        #expect(state.bodyText == text + " \u{2029}" && state.edit?.editor.buffer.lines.count == 1)
    }

    @Test(
        "what is pasted into a body stays, is shown, and no cell holds what a terminal obeys",
        arguments: HostileText.allCases)
    func hostile(kind: HostileText) {
        var state = body("", columns: 200)
        _ = update(&state, .input(.paste(kind.text)))
        #expect(state.bodyText == kind.text && state.screen.contains(kind.after), "\(state.screen)")
        let found = view(state).cells.flatMap { $0.grapheme.unicodeScalars.filter(HostileText.isForbidden) }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
    }

    @Test("Ctrl-F finds while it is typed, Enter stays, Alt-n and Alt-N go on, Esc goes back")
    func find() {
        var state = body("one\ntwo\nONE\nthree one")
        state.press(.control("f"))
        #expect(state.context == .textFind)
        state.type("one")
        #expect(state.screen.contains("1 of 3"))
        state.press(.down)
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 2, column: 0))
        state.press(.enter)
        #expect(state.context == .edit)
        state.press(.alt("n"))
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 3, column: 6))
        state.press(.alt("n"))
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 0, column: 0))
        state.press(.alt("N"))
        #expect(state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 3, column: 6))
        state.press(.control("f"))
        state.type("x")
        #expect(state.screen.contains("no match"))
        state.press(.escape)
        #expect(state.context == .edit && state.edit?.editor.buffer.cursor.line == 3)
        state.press(.control("f"))
        state.type("two")
        state.press(.enter, .control("f"), .enter)
        #expect(state.edit?.editor.buffer.cursor.line == 1, "with nothing typed it is the same again")
    }

    @Test("what is selected is shown, copied to the clipboard, cut and pasted here")
    func clipboard() {
        var state = body("one two")
        state.press(KeyStroke(.home, .control), KeyStroke(.right, [.control, .shift]))
        #expect(state.style(at: "one two") == .selection)
        #expect(state.press(.alt("c")).first?.copiedText == "one")
        state.press(KeyStroke(.home, .control), .control("@"), KeyStroke(.right, .control))
        #expect(state.press(.control("x")).first?.copiedText == "one")
        #expect(state.bodyText == " two")
        state.press(KeyStroke(.end, .control), .control("v"))
        #expect(state.bodyText == " twoone")
        state.press(.control("_"), .control("_"))
        #expect(state.bodyText == "one two")
    }

    @Test("Esc lets the selection go first, then leaves the field")
    func escape() {
        var state = body("one")
        state.press(.alt("a"), .escape)
        #expect(state.context == .edit && state.edit?.editor.selection == nil)
        state.press(.escape)
        #expect(state.context == .request)
    }

    @Test("a secret that is copied out of its field never goes to a file")
    func secret() {
        var state = Explorers.state()
        state.reveal("secret.yml")
        state.press("2", "]", "]", "]", .down, .down, .enter)
        #expect(state.edit?.field == .value("auth.token"))
        state.press(.alt("a"))
        guard case .copy(let clip)? = state.press(.alt("c")).first?.order else {
            Issue.record("nothing was copied")
            return
        }
        #expect(clip.isSecret)
    }
}

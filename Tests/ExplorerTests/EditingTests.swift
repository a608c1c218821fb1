import ExplorerKit
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Editing a request")
struct EditingTests {
    private func field(_ state: ExplorerState, _ table: FormTable, _ row: Int) -> Field? {
        guard let definition = state.session?.draft.content.definition else { return nil }
        return switch table {
        case .path: definition.pathRows[safe: row]
        case .query: definition.queryRows[safe: row]?.field
        default: definition.headers[safe: row]
        }
    }

    @Test("a path parameter is typed in place, and the URL that will be sent follows each key")
    func pathParameter() {
        var state = Explorers.state()
        state.press(.enter, .down, .enter)
        state.press(KeyStroke(.backspace))
        state.type("42")
        #expect(state.screen.contains("→ http://127.0.0.1:8642/users/42?verbose=1"))
        state.press(.escape)
        #expect(field(state, .path, 0)?.value == "42")
        #expect(state.context == .request)
    }

    @Test("Esc keeps the text, u takes the whole edit back, U brings it again")
    func undo() {
        var state = Explorers.state()
        state.press(.enter, "i")
        state.type("/more")
        state.press(.escape)
        #expect(state.session?.draft.content.definition.url.hasSuffix("verbose=1/more") == true)
        state.press("u")
        #expect(state.session?.draft.isDirty == false)
        state.press("U")
        #expect(state.session?.draft.content.definition.url.hasSuffix("/more") == true)
    }

    @Test("a method typed before the URL becomes the method, which is said; one u takes both back")
    func methodBeforeURL() {
        var state = Explorers.state()
        state.press(.enter, "i", .control("u"))
        state.type("post https://host/path")
        #expect(state.session?.draft.content.definition.method == "POST")
        #expect(state.screen.contains("→ https://host/path"), "while it is typed, too")
        state.press(.escape)
        #expect(state.session?.draft.content.definition.url == "https://host/path")
        #expect(state.screen.contains("POST was typed before the URL: it is the method now."))
        state.press("u")
        #expect(state.session?.draft.isDirty == false)
    }

    @Test("an own method counts in capitals; another word before a blank is a part of the URL")
    func wordBeforeURL() {
        var state = Explorers.state()
        state.press(.enter, "i", .control("u"))
        state.type("PURGE /x")
        state.press(.escape, "i", .control("u"))
        #expect(state.session?.draft.content.definition.method == "PURGE")
        state.type("my host/x")
        state.press(.escape)
        #expect(state.session?.draft.content.definition.method == "PURGE")
        #expect(state.session?.draft.content.definition.url == "my host/x")
    }

    @Test("in a JSON body Enter behind a bracket indents, and the closing bracket steps back")
    func indentedBody() {
        var state = Explorers.state()
        state.press("j", .enter, "]", "]", .down, .down, .enter)
        state.press(KeyStroke(.end, .control))
        state.type("[")
        state.press(.enter)
        state.type("{")
        state.press(.enter)
        state.type("}")
        #expect(state.session?.draft.content.definition.body.text.hasSuffix("}[\n  {\n  }\n]") == true)
    }

    @Test("Space switches a row, and the preview no longer has it")
    func toggle() {
        var state = Explorers.state()
        state.press(.enter, .down, .down, " ")
        #expect(field(state, .query, 0)?.isEnabled == false)
        #expect(state.screen.contains("/users/7 ") || state.screen.contains("/users/7\n"))
        state.press(" ")
        #expect(state.session?.draft.isDirty == false)
    }

    @Test("a adds a header and types its name, Tab goes on to its value")
    func addHeader() {
        var state = Explorers.state()
        state.press(.enter, "]", "a")
        state.type("X-New")
        state.press(.tab)
        state.type("{{baseUrl}}")
        state.press(.enter)
        #expect(field(state, .headers, 2)?.name == "X-New")
        #expect(field(state, .headers, 2)?.value == "{{baseUrl}}")
        #expect(field(state, .headers, 2)?.origin == nil)
    }

    @Test("d deletes a row, J moves one down; both are undone")
    func rows() {
        var state = Explorers.state()
        state.press(.enter, "]", .down, "J")
        #expect(field(state, .headers, 1)?.name == "X-Trace")
        state.press("d")
        #expect(state.session?.draft.content.definition.headers.map(\.name) == ["X-Off"])
        state.press("u", "u")
        #expect(state.session?.draft.content.definition.headers.map(\.name) == ["X-Trace", "X-Off"])
    }

    @Test("at the ends of a table J and K say so; in a pane that shows nothing E does")
    func silentKeys() {
        var state = Explorers.state()
        state.press(.enter, "]", .down, "K")
        #expect(state.status?.text == "It is the first row of its table.")
        state.press(.down, "J")
        #expect(state.status?.text == "It is the last row of its table.")
        var empty = Explorers.state(OpenCollection.Collection(name: "Empty"))
        empty.press("2", "E")
        #expect(empty.status?.text.hasPrefix("Nothing selected: select") == true)
    }

    @Test("a body takes Enter, Tab and a paste; Ctrl-_ undoes in it")
    func body() {
        var state = Explorers.state()
        state.press("j", .enter, "]", "]", .down, .down, .enter)
        #expect(state.context == .edit)
        state.press(KeyStroke(.end, .control), .enter, .tab)
        _ = update(&state, .input(.paste("a\nb")))
        #expect(state.session?.draft.content.definition.body.text == "{\n  \"name\": \"Ada\"\n}\n  a\nb")
        state.press(.control("_"))
        #expect(state.session?.draft.content.definition.body.text == "{\n  \"name\": \"Ada\"\n}\n  ")
        state.press(.escape)
        #expect(state.context == .request)
    }

    @Test("a timeout that is no number stays out of the draft, and the footer says what it wants")
    func complaint() {
        var state = Explorers.state()
        state.press(.enter, "]", "]", "]", "]", .down, .enter)
        state.type("soon")
        #expect(state.screen.contains("Timeout: whole milliseconds"))
        state.press(.enter)
        #expect(state.context == .edit, "Enter does not take it")
        state.press(.escape)
        #expect(state.session?.draft.isDirty == false)
    }

    @Test("the method is chosen from a list, or typed when it is none of them")
    func method() {
        var state = Explorers.state()
        state.press(.enter, .left, .enter)
        state.type("purge")
        state.press(.enter)
        #expect(state.session?.draft.content.definition.method == "PURGE")
    }

    @Test("retries make the rows of a retry policy appear")
    func retries() {
        var state = Explorers.state(rows: 40)
        state.press(.enter, "]", "]", "]", "]")
        #expect(!state.screen.contains("Retry backoff"))
        state.press(.down, .down, .down, .down, .down, .down, .down, .enter)
        state.type("2")
        state.press(.enter)
        #expect(state.session?.draft.content.policies.retry?.count == 2)
        #expect(state.screen.contains("Retry backoff"))
    }

    @Test("every change is journalled, and undoing it all forgets the entry")
    func journal() throws {
        var state = Explorers.state()
        state.press(.enter, "i")
        let typed = state.type("x")
        guard case .journal(let entry)? = typed.last?.order else {
            Issue.record("nothing was journalled")
            return
        }
        #expect(entry.content.request.definition.url.hasSuffix("x"))
        state.press(.escape)
        let undone = state.press("u")
        guard case .forgetJournal? = undone.last?.order else {
            Issue.record("the entry is kept")
            return
        }
    }

    @Test("a read-only file refuses edits with its reason")
    func readOnly() throws {
        var collection = Explorers.collection
        var definition = RequestDefinition()
        definition.url = "http://127.0.0.1/"
        let file = RequestFile(text: "", definition: definition, readOnlyReason: "it holds a key over 1,024 characters")
        collection.items = [CollectionItem(path: "a.yml", name: "a", kind: .request(file))]
        var state = Explorers.state(collection)
        state.press(.enter, "i")
        #expect(state.screen.contains("cannot be edited: it holds a key over 1,024"))
        #expect(state.context == .request)
        #expect(state.press("E").isEmpty, "an editor outside would lose what is typed")
    }
}

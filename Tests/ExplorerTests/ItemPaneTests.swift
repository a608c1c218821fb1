import OpenCollection
import Testing
import TextGrid
import YAMLTree

@testable import Explorer

@Suite("What is no request")
struct ItemPaneTests {
    @Test("a file that cannot be read says why, with place, line and caret, as soon as the cursor is on it")
    func broken() {
        var collection = Explorers.collection
        let place = SourcePlace(line: 3, column: 7, offsetInBytes: 20)
        let problem = FileProblem(
            path: "bad.yml", place: place, message: "a list was expected", excerpt: "http: none\n      ^")
        collection.items.append(CollectionItem(path: "bad.yml", name: "bad", kind: .broken(problem)))
        var state = Explorers.state(collection)
        state.press("G")
        #expect(state.screen.contains("bad.yml:3:7: a list was expected"))
        #expect(state.screen.contains("http: none"))
        #expect(state.screen.contains("      ^"))
    }

    @Test("a folder shows its docs and what it gives to its requests; it cannot be sent")
    func folder() {
        var collection = Explorers.collection
        guard case .folder(var definition, let children) = collection.items[0].kind else { return }
        definition.docs = "All about users."
        definition.auth = .bearer(token: "{{token}}")
        collection.items[0].kind = .folder(definition, children)
        var state = Explorers.state(collection)
        state.press("k")
        #expect(state.screen.contains("All about users."))
        #expect(state.screen.contains("2 items, auth: bearer"))
        let effects = state.press("s")
        #expect(effects.isEmpty)
        #expect(state.screen.contains("Users is no request: choose one in the tree."))
    }

    @Test("what a file holds beyond what is understood is listed with its docs")
    func notes() {
        var collection = Explorers.collection
        var definition = RequestDefinition()
        definition.url = "http://127.0.0.1/"
        let note = FileProblem(
            path: "a.yml", place: SourcePlace(line: 9, column: 1, offsetInBytes: 90),
            message: "hooks in the file is not known; it is kept")
        let file = RequestFile(text: "", definition: definition, notes: [note])
        collection.items = [CollectionItem(path: "a.yml", name: "a", kind: .request(file))]
        var state = Explorers.state(collection)
        #expect(state.screen.contains("Docs !"))
        state.press("[")
        #expect(state.screen.contains("a.yml:9:1: hooks in the file is not known"))
    }
}

import ExplorerKit
import OpenCollection
import Testing
import TextGrid
import YAMLTree

@testable import Explorer

@Suite("What stands where nothing is")
struct EmptyStateTests {
    private static let empty = OpenCollection.Collection(name: "Empty", items: [], environments: [])

    /// The places that are empty, the keys that lead there, and the words shown there.
    private static let places:
        [(name: String, collection: OpenCollection.Collection?, keys: [KeyStroke], words: String)] = [
            ("a collection without requests", empty, ["1"], "No requests yet: n"),
            ("no request in the request pane", empty, ["2"], "No requests yet: n in the tree (1)"),
            ("no request in the response pane", empty, ["3"], "No requests yet, so no response: n in the tree"),
            ("no environment", empty, ["e"], "No environments yet: n in the tree creates one."),
            ("no answer yet", nil, ["3"], "Not sent yet: s sends the request."),
            ("no headers yet", nil, ["3", "]"], "No headers yet: s sends the request."),
            ("no timing yet", nil, ["3", "]", "]"], "Not sent yet: s sends the request."),
            ("no attempts yet", nil, ["3", "]", "]", "]"], "Not sent yet: s sends the request."),
            ("nothing on the wire", nil, ["3", "["], "Nothing was sent yet: s sends the request."),
            ("an empty log", nil, ["4"], "No log yet: s sends a request."),
            ("no variable of that name", nil, ["v", "z", "z"], "No such variable: Enter sets its value"),
            ("no variables", empty, ["v"], "type a name, and Enter sets its value"),
            ("nothing like that in a list", nil, ["e", "z", "z"], "No matches: Backspace widens the list"),
            ("nothing in the palette", nil, [":", "z", "z"], "No matches: Backspace widens the list"),
            ("nothing in the help", nil, ["?", "z", "z"], "No matches: Backspace shows more"),
            ("nothing in the tree's filter", nil, ["1", "/", "z", "z"], "Esc shows all"),
        ]

    @Test("says why, and what to do next with its key", arguments: places)
    func words(name: String, collection: OpenCollection.Collection?, keys: [KeyStroke], words: String) {
        for (columns, rows) in [(80, 24), (200, 50), (60, 16)] {
            var state = Explorers.state(collection ?? Explorers.collection, columns: columns, rows: rows)
            for key in keys { state.press(key) }
            let text = state.screen.split(whereSeparator: { " \n│".contains($0) }).joined(separator: " ")
            // Broken where the pane ends, it may be cut by a small screen: its beginning is there.
            let start = columns == 60 ? words.split(separator: " ").prefix(3).joined(separator: " ") : words
            #expect(text.contains(start), "\(name) at \(columns)x\(rows):\n\(state.screen)")
        }
    }

    @Test(
        "beside the tree of an empty collection, request and response say what to do next",
        arguments: [(80, 24), (200, 50)])
    func besideTree(columns: Int, rows: Int) {
        let state = Explorers.state(Self.empty, columns: columns, rows: rows)
        #expect(state.context == .tree && state.session == nil)
        let text = state.screen.split(whereSeparator: { " \n│".contains($0) }).joined(separator: " ")
        #expect(text.contains("No requests yet: n in the tree (1)"), "\(state.screen)")
        #expect(text.contains("so no response: n in the tree"), "\(state.screen)")
    }

    @Test(
        "a collection none of whose requests can be read says which file, why, and where to look",
        arguments: [(80, 24), (200, 50)])
    func unreadable(columns: Int, rows: Int) {
        let problem = FileProblem(
            path: "users/get.yml", place: SourcePlace(line: 3, column: 7, offsetInBytes: 20),
            message: "a list was expected")
        let item = CollectionItem(path: "users/get.yml", name: "get", kind: .broken(problem))
        let folder = CollectionItem(path: "users", name: "Users", kind: .folder(FolderDefinition(), [item]))
        let collection = OpenCollection.Collection(name: "Sample", items: [folder], environments: [])
        var state = Explorers.state(collection, columns: columns, rows: rows)
        state.display.layoutChoices.arrangement = .below
        let words = "No request can be read: users/get.yml:3:7: a list was expected. In the tree (1) E opens it"
        for key: KeyStroke in ["1", "2", "3"] {
            state.press(key)
            let text = state.screen.split(whereSeparator: { " \n│".contains($0) }).joined(separator: " ")
            #expect(text.contains(words) && !text.contains("No requests yet"), "\(state.screen)")
        }
        state.press("s")
        #expect(state.status?.text.hasPrefix("No request can be read: users/get.yml") == true)
    }

    @Test(
        "a narrowed tree says so in its title, what it is narrowed to, and what shows all",
        arguments: [(80, 24), (200, 50)])
    func narrowed(columns: Int, rows: Int) {
        var state = Explorers.state(columns: columns, rows: rows)
        #expect(!state.screen.contains("show all"))
        state.press("/")
        state.type("cre")
        #expect(view(state).text(row: 0).contains("1 Sample /cre "))
        state.press(.enter)
        let text = state.screen.split(whereSeparator: { " \n│".contains($0) }).joined(separator: " ")
        #expect(view(state).text(row: 0).contains("1 Sample /cre ") && text.contains("Esc show all"), "\(state.screen)")
        state.press(.escape)
        #expect(!view(state).text(row: 0).contains("/cre") && !state.screen.contains("show all"))
    }

    @Test(
        "below a narrowed tree, and where nothing is left of it, stands what works now, not what did while it was typed"
    )
    func keptFilter() {
        func words(_ state: ExplorerState) -> String {
            let rows = (1..<20).map { String(view(state).text(row: $0).prefix(22)) }
            return rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
        }
        var state = Explorers.state()
        state.press("/")
        state.type("cre")
        #expect(!words(state).contains("Only what"))
        state.press(.enter)
        #expect(words(state).contains("Only what contains \"cre\". Esc shows all, / changes it."), "\(state.screen)")
        state.press("/")
        state.type("zz")
        state.press(.enter)
        #expect(words(state).contains("Nothing contains \"crezz\". Esc shows all, / changes it."), "\(state.screen)")
        state.press("/", KeyStroke(.backspace), KeyStroke(.backspace))
        #expect(state.screen.contains("Create user"))
    }

    @Test("a long filter has half of the tree's title, and ends in a sign; the name gives way to a short one")
    func longFilter() {
        var collection = Explorers.collection
        collection.name = "A collection with a long name"
        var state = Explorers.state(collection)
        state.press("/")
        state.type("cre")
        #expect(view(state).text(row: 0).contains("A collecti… /cre "), "\(view(state).text(row: 0))")
        state.type(String(repeating: "x", count: 40))
        #expect(view(state).text(row: 0).contains("A colle… /crexx… "), "\(view(state).text(row: 0))")
    }

    @Test("without any collection, the panes say what opens one")
    func nothingOpen() {
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "", acceptEncoding: ""),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        _ = update(&state, .input(.resize(state.size)))
        #expect(state.screen.contains("No collection is open: o opens"))
    }

    @Test("the sentences name keys that a person has, and only actions that there are", arguments: EmptyStateTexts.all)
    func keys(sentence: String) {
        let state = Explorers.state()
        let said = state.withKeyNames(sentence)
        #expect(!said.contains("{") && !said.contains("}"), "\(said)")
        #expect(said.hasSuffix("."))
    }

    @Test("a key of one's own stands in them")
    func ownKey() {
        var files = SettingsFiles()
        files.keys = "everywhere:\n  send: F9\n"
        var state = Explorers.state()
        _ = update(&state, .settingsRead(files))
        state.press("3")
        #expect(state.screen.contains("Not sent yet: F9 sends the request."))
    }

    @Test("an action without a key is found in the palette")
    func noKey() {
        #expect(Explorers.state().withKeyNames("{theme} chooses") == ": theme chooses")
    }
}

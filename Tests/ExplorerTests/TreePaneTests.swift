import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The pane of the tree")
struct TreePaneTests {
    private func state(_ name: String) -> ExplorerState {
        var definition = RequestDefinition()
        definition.name = name
        definition.method = "POST"
        definition.url = "{{baseUrl}}/users"
        var collection = Explorers.collection
        collection.items.append(Explorers.item("long.yml", definition))
        return Explorers.state(collection)
    }

    /// Returns the row of the tree that begins with the text.
    private func row(_ start: String, _ state: ExplorerState) -> String? {
        let tree = state.layout.tree
        let grid = view(state)
        let rows = (tree.row..<tree.endRow).map { String(grid.text(row: $0).prefix(tree.columns)) }
        return rows.first { $0.hasPrefix(start) }?.trimmingTrailingSpaces
    }

    @Test("a name that has no room ends in a sign", arguments: [Glyphs.unicode, .ascii])
    func cutName(glyphs: Glyphs) {
        var state = state("Create user, invited by another one")
        state.display.glyphs = glyphs
        #expect(state.layout.tree.columns == 22)
        #expect(row(" POST Create", state) == " POST Create user, i\(glyphs.ellipsis)", "\(state.screen)")
    }

    @Test("what is said of it stays behind the sign", arguments: [Glyphs.unicode, .ascii])
    func marks(glyphs: Glyphs) {
        var state = state("Create user, invited by another one")
        state.display.glyphs = glyphs
        state.show("long.yml")
        state.session?.draft.change { $0.request.definition.url = "http://h/" }
        let expected = " POST Create user, \(glyphs.ellipsis) \(glyphs.unsaved)"
        #expect(row(" POST Create", state) == expected, "\(state.screen)")
    }

    @Test("a name that has just as much room as it needs has no sign")
    func wholeName() {
        let state = state("Create user, in")
        #expect(row(" POST Create", state) == " POST Create user, in", "\(state.screen)")
    }

    @Test("in plain mode the words behind a long name stay too")
    func plainMode() {
        var state = state(String(repeating: "Create user, ", count: 10))
        state.display.asksForPlain = true
        _ = update(&state, .input(.resize(Size(columns: 80, rows: 24))))
        #expect(row(" POST Create", state)?.hasSuffix(Glyphs.plain.ellipsis) == true, "\(state.screen)")
        state.show("long.yml")
        state.session?.draft.change { $0.request.definition.url = "http://h/" }
        #expect(row(" POST Create", state)?.hasSuffix("\(Glyphs.plain.ellipsis), unsaved") == true, "\(state.screen)")
    }

    @Test("long methods are cut to letters that tell them apart")
    func methods() {
        let methods = [
            "GET", "POST", "LOCK", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PROPPATCH", "MKCOL", "REPORT", "QUERY",
            "",
        ]
        let words = ["GET ", "POST", "LOCK", "PTCH", "DEL ", "OPT ", "PRPF", "PRPP", "MKCL", "RPRT", "QRY ", "    "]
        #expect(methods.map(TreePane.short) == words)
    }
}

import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Names in every script")
struct EveryScriptTests {
    private static let names = [
        "שלום עולם 200", "مرحبا بالعالم", "日本語の要求", "한국어", "e\u{301}te\u{301} Z\u{351}\u{36B}\u{343}algo", "👩‍👩‍👧‍👦 family",
        "🇩🇪🇫🇷 flags", "👋🏽 tone", "☎️ selector", "क्षत्रिय", "a\u{200B}b\u{202E}c", "ﷺ wide ligature", "Ｆｕｌｌｗｉｄｔｈ",
    ]

    private static func state(_ name: String, columns: Int, rows: Int) -> ExplorerState {
        var request = RequestDefinition()
        request.name = name
        request.url = "http://127.0.0.1/\(name)"
        request.headers = [Field("X-\(name)", name, origin: 0)]
        let collection = OpenCollection.Collection(
            name: name, items: [Explorers.item("one.yml", request)],
            environments: [EnvironmentDefinition(name: name, variables: [Variable(name, name)])])
        var state = Explorers.state(collection, columns: columns, rows: rows)
        state.environmentName = name
        return state
    }

    /// Returns the columns of a row, as its cells say and as its text measures.
    private func columns(_ grid: Grid, _ row: Int) -> Int {
        grid.row(row).reduce(0) { $0 + DisplayWidth.columns(of: $1.grapheme) }
    }

    @Test("keep every column in its place, whatever the panes show", arguments: names)
    func columnsHold(name: String) {
        for (columns, rows) in [(80, 24), (200, 50)] {
            var state = Self.state(name, columns: columns, rows: rows)
            for keys in [["1"], ["2"], ["]"], ["3"], ["4"], ["v"], [.escape, "e"], [.escape, "?"]] as [[KeyStroke]] {
                for key in keys { state.press(key) }
                let grid = view(state)
                for row in 0..<rows {
                    #expect(self.columns(grid, row) == columns, "row \(row) of \(grid.text(row: row))")
                }
                guard state.overlays.isEmpty else { continue }
                let separator = state.layout.separator
                for row in separator.row..<separator.endRow {
                    #expect(grid[column: separator.column, row: row].grapheme == "│")
                }
            }
        }
    }

    @Test("letters from right to left are in the order in which they were written, a cell each, nothing between")
    func logicalOrder() {
        let grid = view(Self.state("שלום", columns: 80, rows: 24))
        let row = (0..<24).first { grid.text(row: $0).contains("GET  שלום") }
        #expect(row != nil)
        let text = grid.text()
        for scalar in text.unicodeScalars { #expect(scalar.properties.generalCategory != .format, "\(scalar)") }
    }

    @Test("a joined emoji is one in the tab, the tree and the list of what runs, as it is in the title")
    func joined() {
        let name = "uni 漢字 👨‍👩‍👧‍👦 שלום"
        #expect(Character("👨‍👩‍👧‍👦").unicodeScalars.count == 7 && DisplayWidth.columns(of: "👨‍👩‍👧‍👦") == 2)
        var request = RequestDefinition()
        (request.name, request.url) = (name, "http://h/")
        let items = [Explorers.item("one.yml", request), Explorers.item("two.yml", request)]
        let collection = OpenCollection.Collection(
            name: name, items: items, environments: [EnvironmentDefinition(name: "local", variables: [])])
        var state = Explorers.state(collection, columns: 200, rows: 50)
        state.press("j")
        #expect(!state.screen.contains("<U+200D>"), "\(state.screen)")
        state.press("s", "!")
        #expect(state.screen.contains("GET \(name)") && !state.screen.contains("<U+200D>"), "\(state.screen)")
    }

    @Test("what steers the order of letters is spelled out, not obeyed")
    func controls() {
        let state = Self.state("a\u{202E}b\u{2067}c\u{200F}d", columns: 200, rows: 50)
        #expect(state.screen.contains("a<U+202E>b<U+2067>c<U+200F>d"))
    }
}

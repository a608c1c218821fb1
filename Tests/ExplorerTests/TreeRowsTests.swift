import OpenCollection
import Testing

@testable import Explorer
@testable import ExplorerKit

@Suite("The rows of the tree")
struct TreeRowsTests {
    private func names(_ state: ExplorerState) -> [String] { state.treeRows.rows.map(\.subject.name) }

    @Test("are those of open folders, and follow each change of what is open")
    func expanded() {
        var state = Explorers.state()
        #expect(
            names(state) == ["Sample", "Users", "Get user", "Create user", "Secret", "broken", "Environments"])
        state.tree.expanded = [.root, .environments]
        #expect(names(state) == ["Sample", "Users", "Secret", "broken", "Environments", "local"])
        state.tree.expanded = []
        #expect(names(state) == ["Sample"])
    }

    @Test(
        "hold what a filter finds in name, path, method or URL, under their folders",
        arguments: [
            ("GET U", ["Users", "Get user"]), ("users/cr", ["Users", "Create user"]),
            ("post", ["Users", "Create user"]),
            ("PRIVATE", ["Secret"]), ("broken", ["broken"]), ("nowhere", []),
        ])
    func filter(text: String, expected: [String]) {
        var state = Explorers.state()
        state.tree.filter = text
        #expect(names(state) == expected)
        state.tree.filter = nil
        #expect(names(state).count == 7)
    }

    @Test("follow a changed collection, filtered or not")
    func changedCollection() {
        var state = Explorers.state()
        state.tree.filter = "renamed"
        #expect(names(state) == [])
        var definition = RequestDefinition()
        definition.name = "Renamed"
        state.collection.items.append(Explorers.item("renamed.yml", definition))
        #expect(names(state) == ["Renamed"])
    }

    @Test(
        "a needle is found anywhere, whatever its case",
        arguments: [
            ("", "", true), ("", "a", true), ("ab", "a", false), ("ÄR", "Fähre ärgert", true), ("x", "", false),
        ])
    func needle(text: String, place: String, isFound: Bool) {
        #expect(TextMatcher(text).isIn(place) == isFound)
    }
}

import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Where what is shown stands")
struct BreadcrumbsTests {
    @Test(
        "folders in the middle give way first, then those at the beginning; the name comes last, and is cut",
        arguments: [
            (60, "Shop › Admin › Users › Get one"), (30, "Shop › Admin › Users › Get one"),
            (29, "Shop › … › Users › Get one"), (25, "Shop › … › Get one"), (17, "… › Get one"), (11, "… › Get one"),
            (10, "Get one"), (7, "Get one"), (6, "Get o…"), (3, "Ge…"),
        ])
    func fitting(columns: Int, shown: String) {
        let crumbs = Breadcrumbs(["Shop", "Admin", "Users", "Get one"], columns: columns, .unicode)
        #expect(crumbs.runs(.paneTitle).map(\.text).joined() == shown)
    }

    @Test("the collection itself stands alone, and only the name has the title's style")
    func one() {
        #expect(Breadcrumbs(["Shop"], columns: 4, .unicode).runs(.paneTitle) == [StyledText("Shop", .paneTitle)])
        let runs = Breadcrumbs(["Shop", "Get"], columns: 40, .ascii).runs(.paneTitle)
        #expect(runs == [StyledText("Shop > ", .dimmed), StyledText("Get", .paneTitle)])
    }

    @Test("the title of the request pane has them, with the environment and whether it is protected")
    func title() {
        var state = SeveralEnvironments.state()
        state.environmentName = "prod"
        let title = state.screen.split(separator: "\n")[0]
        #expect(title.contains(" Sample › Users › Get user ") && title.contains("⚠ prod"))
        state.press("G", "l", "G")
        #expect(state.screen.split(separator: "\n")[0].contains(" Sample › Environments › prod "))
    }

    /// Returns a state with a name that no title has room for, in the environment that is protected.
    private func longNamed(columns: Int, rows: Int) -> ExplorerState {
        var request = RequestDefinition()
        request.name = "A request whose name is really long because somebody wrote a sentence"
        request.url = "http://h/"
        var collection = SeveralEnvironments.collection
        collection.items = [Explorers.item("a.yml", request)]
        var state = SeveralEnvironments.state(collection, columns: columns, rows: rows)
        state.environmentName = "prod"
        state.press("2")
        return state
    }

    private func titleLine(_ state: ExplorerState) -> Substring {
        state.screen.split(separator: "\n").first { $0.contains("─ 2 ") } ?? ""
    }

    @Test("a long name is cut, and hides neither the environment nor that something is unsaved or gone")
    func longName() {
        var state = longNamed(columns: 80, rows: 24)
        #expect(titleLine(state).contains("─ 2 A request whose name is really long beca… ─"), "\(titleLine(state))")
        #expect(titleLine(state).hasSuffix(" ⚠ prod ─"), "\(titleLine(state))")
        state.press("i")
        state.type("x")
        state.press(.escape)
        state.session?.disk = .gone
        #expect(titleLine(state).contains("… ● ≠ deleted on disk ─"), "\(titleLine(state))")
        #expect(titleLine(state).hasSuffix(" ⚠ prod ─"), "\(titleLine(state))")
    }

    @Test("on a narrow screen, too: then it is not said why the file differs", arguments: [(40, true), (34, false)])
    func longNameInNarrowPane(columns: Int, saysWhy: Bool) {
        var state = longNamed(columns: 80, rows: 24)
        state.press("i")
        state.type("x")
        state.press(.escape)
        state.session?.disk = .gone
        let rect = Rect(column: 0, row: 0, columns: columns, rows: 8)
        var grid = Grid(size: Size(columns: columns, rows: 8))
        RequestPane.draw(state.shownForm, state, in: rect, on: &grid)
        let title = grid.text(row: 0)
        #expect(title.hasPrefix("─ 2 A") && title.contains("… ● ≠") && title.contains("⚠ prod"), "\(title)")
        #expect(title.contains("deleted on disk") == saysWhy, "\(title)")
    }

    @Test("what stands on the right of any title stays beside a long one, as far as there is room")
    func rightOfTitle() {
        let title = [StyledText("Held: A request whose name is a sentence", .paneTitle)]
        func line(_ columns: Int, _ trailing: String) -> String {
            var grid = Grid(size: Size(columns: columns, rows: 1))
            grid.writeTitle(
                grid.bounds, .held, title, trailing: [StyledText(trailing, .paneTitle)], isFocused: false, .unicode)
            return grid.text(row: 0)
        }
        #expect(line(60, "ok") == "─ 5 Held: A request whose name is a sentence ────────── ok ─")
        #expect(line(40, "✓ 200 OK").hasPrefix("─ 5 Held: A request whose n… ─ ✓ 200 OK"))
        #expect(line(40, "✓ 200 OK · 84 ms · 14:02").hasPrefix("─ 5 Held: A request who… ─ ✓ 200 OK · …"))
        #expect(line(12, "✓ 200 OK").hasPrefix("─ 5 Held: "))
    }
}

import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Where what is shown stands")
struct BreadcrumbsTests {
    @Test(
        "folders in the middle give way first, then those at the beginning, the name never",
        arguments: [
            (60, "Shop › Admin › Users › Get one"), (30, "Shop › Admin › Users › Get one"),
            (29, "Shop › … › Users › Get one"), (25, "Shop › … › Get one"), (17, "… › Get one"), (11, "… › Get one"),
            (10, "Get one"), (3, "Get one"),
        ])
    func fitting(columns: Int, shown: String) {
        let crumbs = Breadcrumbs(["Shop", "Admin", "Users", "Get one"], columns: columns, .unicode)
        #expect(crumbs.runs(.paneTitle).map(\.text).joined() == shown)
    }

    @Test("the collection itself stands alone, and only the name has the title's style")
    func one() {
        #expect(Breadcrumbs(["Shop"], columns: 3, .unicode).runs(.paneTitle) == [StyledText("Shop", .paneTitle)])
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
}

import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Rows of the tree that a filter hides, or that are gone")
struct HiddenRowsTests {
    private static let reason = "Nothing is under the cursor: Esc shows all."

    private func scene(at path: ItemPath = "users/list.yml", filter: String) throws -> TreeScene {
        let scene = try TreeScene()
        scene.stand(on: path)
        scene.type("/\(filter)")
        scene.press(.enter)
        return scene
    }

    @Test(
        "where no row is shown, a key that means the one under the cursor does nothing and says why",
        arguments: ["d", "r", "F", "D", "m", "J", "K", " ", "i", "s", "&", ">", "X", .enter] as [KeyStroke])
    func nothingShown(key: KeyStroke) throws {
        let scene = try scene(filter: "zzzz")
        #expect(scene.rows.isEmpty)
        scene.press(key)
        #expect(scene.state.status?.text == Self.reason)
        #expect(scene.state.focus == .tree && scene.state.overlays.isEmpty)
        #expect(scene.state.session?.running == nil && scene.state.current.treeWork.marked.isEmpty)
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("the palette says so of what the tree would do, also from another pane")
    func palette() throws {
        let scene = try scene(filter: "zzzz")
        scene.press("2", ":")
        scene.type("deleteItem")
        scene.press(.enter)
        #expect(scene.state.status?.text == Self.reason)
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("the footer proposes what opens and sends only while a row is under the cursor")
    func footer() throws {
        let scene = try scene(filter: "zzzz")
        let hidden = Footer.hints(scene.state.shownForm, scene.state, columns: 200).map(\.action)
        #expect(!hidden.contains(.open) && !hidden.contains(.send) && hidden.contains(.cancel))
        scene.press(.escape)
        let shown = Footer.hints(scene.state.shownForm, scene.state, columns: 200).map(\.action)
        #expect(shown.contains(.open) && shown.contains(.send))
        #expect(scene.state.tree.cursor == "users/list.yml" && scene.state.shown == "users/list.yml")
    }

    @Test("in another pane the request that is shown is sent all the same")
    func otherPane() throws {
        let scene = try scene(filter: "zzzz")
        scene.press("2", "s")
        #expect(scene.state.session?.running != nil)
    }

    @Test("while a filter is typed the cursor goes to what is left, is shown, and stays there on Enter")
    func typing() throws {
        let scene = try scene(at: "a.yml", filter: "list")
        #expect(scene.state.tree.cursor == "users/list.yml" && scene.state.shown == "users/list.yml")
        scene.type("d")
        #expect(try scene.files()["users/list.yml"] == nil && scene.files()["a.yml"] != nil)
    }

    @Test("after the last one that a filter left is deleted, Esc shows the folder around as one who goes there sees it")
    func deleted() throws {
        let scene = try scene(filter: "list")
        scene.type("d")
        #expect(scene.rows.isEmpty)
        scene.type("d")
        #expect(scene.state.status?.text == Self.reason)
        scene.press("1", .escape)
        #expect(scene.state.tree.cursor == "users" && scene.state.shown == "users")
        #expect(scene.state.screen.contains("users/folder.yml, 1 item"))
        #expect(try scene.files()["users/get.yml"] != nil)
    }

    @Test("a filter gives way to what was just named otherwise, or made")
    func named() throws {
        let scene = try scene(filter: "users/list")
        scene.type("r")
        scene.answer("all")
        #expect(scene.state.tree.filter == nil)
        #expect(scene.state.tree.cursor == "users/all.yml" && scene.state.current.rowAtTreeCursor != nil)
    }

    @Test(
        "a file that goes leaves its folder shown; there again, it is shown, unless somebody went elsewhere",
        arguments: [false, true])
    func vanished(isElsewhere: Bool) throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        try read(.gone("users/get.yml"), in: scene)
        #expect(scene.state.tree.cursor == "users" && scene.state.shown == "users")
        if isElsewhere { scene.press("g") }
        try read(.item(CollectionItem.read(text: TreeScene.request("get", 1), path: "users/get.yml")), in: scene)
        let expected: ItemPath = isElsewhere ? .root : "users/get.yml"
        #expect(scene.state.shown == expected)
    }

    @Test("a file that is there again takes nothing from who works in its folder's form meanwhile")
    func vanishedBehindForm() throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        try read(.gone("users/get.yml"), in: scene)
        scene.press("2")
        #expect(scene.state.shown == "users")
        try read(.item(CollectionItem.read(text: TreeScene.request("get", 1), path: "users/get.yml")), in: scene)
        #expect(scene.state.shown == "users")
    }

    @Test("a field is left, with what was typed in it, where another item is shown in the place of its own")
    func typedElsewhere() throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        scene.press("2", "g", "i")
        scene.type("x")
        #expect(scene.state.edit != nil)
        let typed = scene.state.session?.draft.form
        scene.state.show("users/list.yml")
        #expect(scene.state.edit == nil && scene.state.sessions["users/get.yml"]?.draft.form == typed)
        #expect(scene.state.sessions["users/list.yml"]?.draft.isDirty != true)
    }

    @Test("beside another pane, what took the place of a file that went is not shown before somebody goes to the tree")
    func vanishedBesideTree() throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        scene.press("2")
        try read(.gone("users/get.yml"), in: scene)
        #expect(scene.state.shown == nil)
        scene.press("1")
        #expect(scene.state.shown == "users")
    }

    /// Reads a change of a file that somebody else made.
    private func read(_ change: CollectionChange, in scene: TreeScene) throws {
        scene.handle(.filesTouched(.paths(["users/get.yml"]), collection: scene.root.path))
        let order = try #require(scene.others.last { $0.key == .files })
        scene.handle(order.reply(FilesRead(.changes([change]))))
    }
}

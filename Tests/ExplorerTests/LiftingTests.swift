import ExplorerKit
import Lifting
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Lifting scripts on screen")
struct LiftingTests {
    private static let file = """
        info:
          name: Get
          type: http
          seq: 1

        http:
          method: GET
          url: http://a.test/

        runtime:
          scripts:
            - type: tests
              code: |-
                test('ok', () => expect(res.status).to.equal(200));

        """

    /// Presses V on the request, and replies as the program does.
    private func asked(_ text: String = file) throws -> TreeScene {
        let scene = try TreeScene([
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Shop\n", "get.yml": text,
        ])
        scene.stand(on: "get.yml")
        scene.press("V")
        try answer(scene)
        return scene
    }

    private func answer(_ scene: TreeScene) throws {
        let effect = try #require(scene.others.last { $0.key == .lift })
        guard case .readLift(let paths, _) = effect.order else {
            Issue.record("\(effect)")
            return
        }
        let text = try #require(try scene.files()["get.yml"])
        let file = try RequestFile.read(text: text, path: "get.yml")
        let collection = Collection(
            name: "Shop", items: [CollectionItem(path: "get.yml", name: "Get", kind: .request(file))])
        scene.handle(effect.reply(try CollectionLift(collection, in: paths) { _ in nil }))
    }

    @Test("V shows the change of each file; Enter writes all of them, u takes it back, U does it again")
    func lifted() throws {
        let scene = try asked()
        let screen = scene.state.screen
        for text in ["1 script of 1 file becomes 1 assertion.", "get.yml", "+  assertions:", "-  scripts:"] {
            #expect(screen.contains(text), "\(text)\n\(screen)")
        }
        #expect(try scene.files()["get.yml"] == Self.file)
        scene.press(.enter)
        #expect(scene.state.overlays.isEmpty)
        let lifted = try #require(try scene.files()["get.yml"])
        #expect(lifted.contains("expression: res.status") && !lifted.contains("scripts:"))
        let shown = try #require(scene.state.sessions["get.yml"]?.draft)
        #expect(!shown.isDirty && shown.content.definition.scripts.isEmpty)
        scene.press("u")
        #expect(try scene.files()["get.yml"] == Self.file)
        scene.press("U")
        #expect(try scene.files()["get.yml"] == lifted)
    }

    @Test("what has unsaved changes is not lifted: its script would stay beside what it became")
    func edited() throws {
        let scene = try TreeScene([
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Shop\n", "get.yml": Self.file,
        ])
        scene.stand(on: "get.yml")
        _ = scene.state.changeDraft(at: "get.yml") { $0.change { $0.headers.append(Field("a", "b")) } }
        scene.press("V")
        #expect(scene.state.status?.text == "get.yml has unsaved changes: w saves them, X discards them.")
        #expect(!scene.others.contains { $0.key == .lift })
    }

    @Test("Esc leaves all as it is")
    func dismissed() throws {
        let scene = try asked()
        scene.press(.escape)
        #expect(scene.state.overlays.isEmpty)
        #expect(try scene.files()["get.yml"] == Self.file)
    }

    @Test("a script that does more is named with its line and the reason, and Enter says that there is nothing to lift")
    func kept() throws {
        let scene = try asked(Self.file.replacing("test('ok'", with: "while (1) test('ok'"))
        #expect(scene.state.screen.contains("No script only checks and captures; 1 script stays."))
        #expect(scene.state.screen.contains("get.yml:14: a loop"))
        scene.press(.enter)
        #expect(scene.state.status?.text == "No script here can be converted.")
    }

    @Test("without scripts that is said, and nothing is shown")
    func noScripts() throws {
        let scene = try asked(String(Self.file.split(separator: "\nruntime:")[0]) + "\n")
        #expect(scene.state.overlays.isEmpty && scene.state.status?.text == "No scripts here.")
    }

    @Test("a collection that was imported as a whole is looked through once, and what can be lifted is offered")
    func offered() throws {
        let scene = try TreeScene([
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Shop\n", "get.yml": Self.file,
        ])
        var imported = CollectionState(Collection(name: "Shop"), path: "/elsewhere")
        imported.noteImported()
        scene.handle(.collectionOpened(imported, showing: nil))
        try answer(scene)
        #expect(scene.state.screen.contains("Some imported scripts need no JavaScript."))
    }

    @Test("the tab Scripts says which of them only check and capture")
    func inTheTab() throws {
        let file = try RequestFile.read(text: Self.file, path: "get.yml")
        let item = CollectionItem(path: "get.yml", name: "Get", kind: .request(file))
        var state = Explorers.state(Collection(name: "Shop", items: [item]), columns: 120, rows: 40)
        state.press("2", "]", "]", "]", "]", "]", "]", "]", "j")
        #expect(state.screen.contains("only checks and captures"), "\(state.screen)")
    }
}

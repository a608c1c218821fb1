import ExplorerKit
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The tab Scripts")
struct ScriptsTabTests {
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
            - type: before-request
              code: |- # kept
                bru.setVar('id', 1);
            - type: tests
              code: |-
                test('ok', () => {});

        """

    /// The explorer with the cursor in the tab.
    private func state() throws -> ExplorerState {
        let file = try RequestFile.read(text: Self.file, path: "get.yml")
        var folder = FolderDefinition()
        folder.scripts = [Script("tests", "test('all', () => {});")]
        let collection = OpenCollection.Collection(
            name: "Scripts", root: folder, items: [CollectionItem(path: "get.yml", name: "Get", kind: .request(file))])
        var state = Explorers.state(collection, columns: 120, rows: 40)
        state.press("2", "]", "]", "]", "]", "]", "]", "]", "j")
        return state
    }

    private func saved(_ effects: [Effect]) throws -> String {
        let order = try #require(
            effects.lazy.compactMap { if case .save(let order, _) = $0.order { order } else { nil } }.first)
        return try order.base.saving(order.content)
    }

    @Test("it shows each stage with its script in colours, and that scripts of the collection run, too")
    func shown() throws {
        let state = try state()
        #expect(state.screen.contains("[Scripts 2]"), "\(state.screen)")
        #expect(state.screen.contains("before-request") && state.screen.contains("bru.setVar('id', 1);"))
        #expect(state.screen.contains("Scripts around it run, too: collection."))
        #expect(state.style(at: "'id'") == .jsonString && state.style(at: "bru") == .plain)
    }

    @Test("what is typed changes the block of that script, and nothing else of the file")
    func typed() throws {
        var state = try state()
        state.press("j", .enter)
        state.press(KeyStroke(.end, .control), .enter)
        state.type("bru.setVar('b', 2);")
        #expect(state.style(at: "'b'") == .jsonString, "in colours while one types")
        state.press(.escape)
        let text = try saved(state.press("w"))
        #expect(
            text
                == Self.file.replacing(
                    "bru.setVar('id', 1);", with: "bru.setVar('id', 1);\n        bru.setVar('b', 2);"))
    }

    @Test("a adds a script for a stage that has none yet, d removes one, and undo brings it back")
    func added() throws {
        var state = try state()
        state.press("a")
        #expect(state.screen.contains("after-response"), "its stage is chosen first: \(state.screen)")
        state.press(.enter, "j", .enter)
        state.type("bru.setVar('c', res.status);")
        state.press(.escape)
        #expect(state.session?.draft.form.scripts.map(\.type) == ["before-request", "tests", "after-response"])
        #expect(state.session?.draft.form.scripts.last?.code == "bru.setVar('c', res.status);")
        state.press("d")
        #expect(state.session?.draft.form.scripts.count == 2)
        state.press("u")
        #expect(state.session?.draft.form.scripts.count == 3)
    }

    @Test("the script at hand is read by the engine after each change; a fault is marked at its place and said")
    func fault() throws {
        var state = try state()
        func order(_ effects: [Effect]) -> CheckedText? {
            effects.lazy.compactMap { if case .checkText(let text, _) = $0.order { text } else { nil } }.first
        }
        state.press("j", .enter)
        let effects = state.press("+")
        let sending = try #require(effects.first { if case .checkText = $0.order { true } else { false } })
        let text = try #require(order(effects))
        #expect(text.language == .javaScript && text.text == "+bru.setVar('id', 1);")
        let fault = TextFault(line: 0, column: 1, in: text.text, reason: "Unexpected identifier")
        _ = update(&state, sending.reply([fault]))
        #expect(state.screen.contains("1:2: Unexpected identifier"), "\(state.screen)")
        #expect(state.style(at: "bru.setVar('id'") == .fault)
    }

    @Test("a kind that no program runs says so; folders and the collection have the tab, too")
    func others() throws {
        var state = try state()
        state.session?.draft.change { $0.scripts = [Script("hooks", "x()")] }
        #expect(state.screen.contains("kept, not run"))
        #expect(FormContent.folder(FolderContent(definition: FolderDefinition())).tabs.contains(.scripts))
        #expect(
            FormContent.environment(EnvironmentDefinition(name: "e", variables: [])).tabs.contains(.scripts) == false)
    }
}

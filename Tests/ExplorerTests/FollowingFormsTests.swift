import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Folders and environments that change on disk")
struct FollowingFormsTests {
    private let path: ItemPath = "environments/local.yml"
    private let text = "name: local\nvariables:\n  - name: a\n    value: one\n  - name: b\n    value: two\n"

    /// The form of the environment, its cursor in it.
    private func opened() throws -> ExplorerState {
        var collection = Explorers.collection
        collection.environments = [try EnvironmentDefinition.read(text: text, name: "local", path: path)]
        var state = Explorers.state(collection)
        state.press("G", "l", "j", "i")
        return state
    }

    /// Writes the file as somebody else: that is reported, read, and opened again.
    private func write(_ new: String, in state: inout ExplorerState) throws {
        let touched = update(&state, .filesTouched(.paths([path]), collection: "/sample"))
        let reading = try #require(touched.first { $0.key == .files })
        let environment = try EnvironmentDefinition.read(text: new, name: "local", path: path)
        let read = FilesRead(.changes([.environments([environment], broken: [])]))
        let effects = update(&state, reading.reply(read))
        let open = try #require(effects.first { $0.key == .open(path) })
        let file = try FormFile.read(text: new, at: path)
        _ = update(&state, open.reply(OpenedItem.file(file, exists: true)))
    }

    private func retype(_ value: String, in state: inout ExplorerState) {
        state.press(.enter, .control("u"))
        state.type(value)
        state.press(.escape)
    }

    @Test("a form without a draft says at once what the file says")
    func clean() throws {
        var state = try opened()
        try write(text.replacing("value: two", with: "value: theirs"), in: &state)
        #expect(state.screen.contains("b         theirs") && state.session?.draft.isDirty == false)
        #expect(state.shown == path)
    }

    @Test("a draft is merged by field, over their text")
    func merged() throws {
        var state = try opened()
        retype("mine", in: &state)
        let theirs = text.replacing("value: two", with: "value: theirs # said so")
        try write(theirs, in: &state)
        #expect(state.session?.draft.form.variables.map(\.value) == ["mine", "theirs"])
        let draft = try #require(state.session?.draft)
        #expect(try draft.base.saving(draft.form) == theirs.replacing("value: one", with: "value: mine"))
        state.press("u")
        #expect(state.session?.draft.form.variables.map(\.value) == ["mine", "two"])
    }

    @Test("where both changed the same, one chooses")
    func conflict() throws {
        var state = try opened()
        retype("mine", in: &state)
        try write(text.replacing("value: one", with: "value: theirs"), in: &state)
        #expect(
            state.status?.text.hasSuffix("c decides.") == true
                && state.session?.draft.form.variables.first?.value == "mine")
        state.press("c")
        #expect(state.screen.contains("environments/local.yml changed on disk"))
        state.type("Take theirs")
        state.press(.enter)
        #expect(state.session?.draft.form.variables.first?.value == "theirs" && state.session?.disk == .same)
    }

    @Test("an environment that is gone leaves its form, unless it has a draft")
    func gone() throws {
        for isEdited in [false, true] {
            var state = try opened()
            if isEdited { retype("mine", in: &state) }
            let touched = update(&state, .filesTouched(.paths([path]), collection: "/sample"))
            let reading = try #require(touched.first { $0.key == .files })
            let read = FilesRead(.changes([.environments([], broken: [])]))
            _ = update(&state, reading.reply(read))
            #expect((state.sessions[path] != nil) == isEdited)
        }
    }
}

import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The palette")
struct PaletteTests {
    private func palette(_ state: ExplorerState) -> PaletteState? {
        if let palette = state.overlays.last as? PaletteState { palette } else { nil }
    }

    private func found(_ state: ExplorerState) -> [Action] {
        palette(state).map { palette in palette.matches.map { palette.options[$0].action } } ?? []
    }

    @Test("lists every action of every pane, once")
    func complete() {
        var state = Explorers.state()
        state.press(":")
        let actions = found(state)
        #expect(Set(actions).count == actions.count)
        let expected = ActionTable.rows.filter { !$0.contexts.isDisjoint(with: [.tree, .request, .response, .log]) }
        for row in expected where row.action != .palette { #expect(actions.contains(row.action), "\(row.action)") }
    }

    @Test("letters of the label, the name or the sentence find it, the label first")
    func finds() {
        var state = Explorers.state()
        state.press(":")
        state.type("zoom")
        #expect(found(state).first == .zoom)
        state.press(.escape, ":")
        state.type("find req")
        #expect(found(state).first == .findRequest)
        state.press(.escape, ":")
        state.type("zzzz")
        state.press(.enter)
        #expect(state.context == .chooser && state.screen.contains("No matches for \"zzzz\""))
    }

    @Test("what means something in another pane is done there")
    func elsewhere() {
        var state = Explorers.state()
        state.press(":")
        state.type("more levels")
        #expect(found(state).first == .logMore && state.screen.contains("Log: +"))
        state.press(.escape, ":")
        state.type("edit the field")
        #expect(found(state).first == .edit || found(state).first == .externalEditor)
        state.press(.escape, ":")
        state.type("add")
        let place = found(state).firstIndex(of: .add)
        #expect(place != nil)
        for _ in 0..<(place ?? 0) { state.press(.down) }
        state.press(.enter)
        #expect(state.focus == .request)
    }

    @Test("what can do nothing now says why, below the list and when it is chosen")
    func disabled() {
        var state = Explorers.state()
        state.press(":")
        state.type("forward")
        #expect(state.screen.contains("Nothing was shown after this"))
        state.press(.enter)
        #expect(state.overlays.isEmpty && state.status?.text.contains("Nothing was shown after this") == true)
    }

    @Test("each has its keys, a person's own in the place of ours")
    func keys() {
        var state = Explorers.state(columns: 120, rows: 40)
        var files = SettingsFiles()
        files.keys = "everywhere: {zoom: F9}\n"
        state.take(files)
        state.press(":")
        state.type("zoom")
        #expect(state.screen.split(separator: "\n").contains { $0.contains("zoom") && $0.contains("F9") })
    }

    @Test("over the history it has what the history can do first, then what the panes can")
    func overList() {
        var scene = HistoryScene()
        scene.press("H", ":")
        scene.type("pin")
        #expect(found(scene.state).first == .pinExchange)
        scene.press(.enter)
        #expect(scene.state.context == .history)
        #expect(scene.changes.contains { if case .pin = $0 { true } else { false } })
    }

    @Test("what is of a pane closes the lists above it and is done there")
    func leavesList() {
        var scene = HistoryScene()
        scene.press("H", ":")
        scene.type("file is renamed too")
        #expect(found(scene.state).first == .renameItem && palette(scene.state)?.shown?.pane == .tree)
        scene.press(.enter)
        #expect(scene.state.focus == .tree && scene.state.overlays.count == 1)
        guard scene.state.overlays.last is Prompt else { return #expect(Bool(false), "\(scene.state.screen)") }
    }

    @Test("Esc goes back to the list it was opened over")
    func backToList() {
        var scene = HistoryScene()
        scene.press("H", .down, ":", .escape)
        #expect(scene.state.context == .history)
    }

    @Test("what was taken last stands first when nothing is typed")
    func recent() {
        var state = Explorers.state()
        for word in ["zoom", "utc"] {
            state.press(":")
            state.type(word)
            state.press(.enter)
        }
        state.press(":")
        #expect(found(state).prefix(2) == [.utc, .zoom])
    }

    @Test("while editing it leaves the field, keeps the text, and does what was chosen")
    func whileEditing() {
        var state = Explorers.state()
        state.press("2", "i")
        state.type("&x=1")
        state.press(.control("p"))
        state.type("go to the log")
        #expect(found(state).first == .focusLog)
        state.press(.enter)
        #expect(state.focus == .log && state.edit == nil)
        #expect(state.session?.draft.content.definition.url.hasSuffix("&x=1") == true)
    }
}

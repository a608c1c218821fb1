import ExplorerKit
import Testing
import TextGrid

@testable import Explorer

@Suite("The page of keys")
struct HelpPageTests {
    private func page(_ state: ExplorerState, _ typed: String = "") -> HelpPage {
        var help = HelpState()
        help.list.filter = TextEditor(typed, isMultiline: false)
        return HelpPage(help, below: state)
    }

    @Test("the keys of where one is come first, its own before those of several panes")
    func hereFirst() {
        var state = Explorers.state()
        state.press("3")
        let sections = page(state).sections
        #expect(sections[0].title == "Response (current)")
        #expect(sections[0].entries.allSatisfy { $0.row.contexts.contains(.response) })
        #expect(sections[0].entries.first?.row.isShared == false)
        #expect(sections.dropFirst().allSatisfy { $0.entries.allSatisfy { !$0.isHere && $0.reason == nil } })
    }

    @Test(
        "every key of the table is on it, wherever it is asked for", arguments: [Pane.tree, .request, .response, .log])
    func everyKey(pane: Pane) {
        var state = Explorers.state()
        state.focus = pane
        let rows = Set(page(state).entries.map(\.row))
        #expect(rows == Set(ActionTable.rows))
    }

    @Test(
        "words find keys, sentences and names of actions, in any order and case",
        arguments: [
            ("fold level", Action.foldMore), ("LEVEL fold", .foldMore), ("ctrl-r", .send), ("keepfilter", .keepFilter),
            ("bracket", .goToBracket), ("pointer", .copy), ("json pointer", .useValue), ("xpath", .copy),
        ])
    func words(typed: String, action: Action) {
        let found = page(Explorers.state(), typed).entries.map(\.row.action)
        #expect(found.contains(action))
        #expect(found.count < ActionTable.rows.count / 4)
    }

    @Test("who types a key finds first what it does here")
    func keyFirst() {
        var state = Explorers.state()
        state.press("3")
        #expect(page(state, "W").entries.first?.row.action == .wrap)
        state.press("1")
        #expect(page(state, "w").entries.first?.row.action == .save)
    }

    @Test("a name that is typed comes first, then names that begin with it, names that hold it, and sentences that do")
    func bestFirst() {
        let entries = page(Explorers.state(), "send").sections[0].entries.map(\.row.action)
        #expect(entries.first == .send)
        let places = [Action.send, .sendTo, .runFolder].map { entries.lastIndex(of: $0) ?? -1 }
        #expect(places == places.sorted() && !places.contains(-1), "\(entries)")
        #expect(page(Explorers.state(), "send to").entries.first?.row.action == .sendTo)
        #expect(page(Explorers.state(), "ctrl-r").entries.first?.row.action == .send)
    }

    @Test("the place with the best hit comes first, and where one is, before others as good")
    func bestPlaceFirst() {
        let found = page(Explorers.state(), "wrap").sections
        #expect(found.first?.title == "Response" && found.first?.entries.first?.row.action == .wrap)
        var state = Explorers.state()
        state.press("2")
        #expect(page(state, "edit").sections.first?.title == "Request (current)")
        #expect(page(state, "edit").entries.first?.row.action == .edit)
    }

    @Test("what is disabled says why, below its sentence")
    func reasons() {
        var state = Explorers.state()
        state.press("2", "?")
        state.type("redo what was")
        #expect(state.screen.contains("Not now: Nothing to redo here."))
    }

    private func shown(_ state: ExplorerState) throws -> (kept: [[StyledText]], fresh: [[StyledText]]) {
        guard let help = state.overlays.last as? HelpState else { throw SentScene.NothingSent() }
        return (try #require(help.laidOut).all, help.lines(state).all)
    }

    @Test(
        "the page is laid out once, and is as it would be anew: after moves, typing, another size, and what changes behind it"
    )
    func laidOut() throws {
        var state = Explorers.state()
        state.press("?", .down, .down, .pageDown)
        var lines = try shown(state)
        #expect(lines.kept == lines.fresh)
        state.type("send")
        lines = try shown(state)
        #expect(lines.kept == lines.fresh)
        state.press(.down)
        _ = update(&state, .input(.resize(Size(columns: 60, rows: 20))))
        lines = try shown(state)
        #expect(lines.kept == lines.fresh)
        state.press(.down)
        var files = SettingsFiles()
        files.keys = "everywhere:\n  send: F9\n"
        _ = update(&state, .settingsRead(files))
        lines = try shown(state)
        #expect(lines.kept == lines.fresh && lines.kept.joined().contains { $0.text.contains("F9") })
    }

    @Test("typing narrows, marks what was typed, and Backspace widens again")
    func typing() {
        var state = Explorers.state()
        state.press("?")
        let whole = state.screen
        state.type("cookie")
        let grid = view(state)
        let marked = (0..<grid.size.rows).flatMap { grid.row($0) }.filter { $0.style == .match }.map(\.grapheme)
            .joined()
        #expect(marked.lowercased().contains("cookiecookie"))
        for _ in 0..<6 { state.press(KeyStroke(.backspace)) }
        #expect(state.screen == whole)
    }

    @Test("/ begins the search that typing is, ? closes what it opened, Esc too")
    func closing() {
        var state = Explorers.state()
        state.press("?", "/")
        #expect(state.context == .help)
        state.type("quit")
        #expect(state.screen.contains("Quit; unsaved drafts"))
        state.press(.escape)
        #expect(state.overlays.isEmpty)
        state.press("?", "?")
        #expect(state.overlays.isEmpty)
        state.press(.function(1), .function(1))
        #expect(state.overlays.isEmpty)
    }

    @Test("Enter does what the row says, where it means something")
    func doing() {
        var state = Explorers.state()
        state.press("?")
        state.type("focusLog")
        state.press(.enter)
        #expect(state.overlays.isEmpty)
        #expect(state.focus == .log)
    }

    @Test("Enter on what cannot be done says why, and the page stays")
    func refused() {
        var state = Explorers.state()
        state.press("?")
        state.type("redotree")
        state.press(.enter)
        #expect(state.context == .help)
        #expect(state.status?.text.isEmpty == false)
        #expect(state.status?.kind == .warning)
    }

    @Test("Enter on a key of another place says which, and the way there")
    func elsewhere() {
        var state = Explorers.state()
        state.press("?")
        state.type("pinExchange")
        state.press(.enter)
        #expect(state.status?.text == "Only available in: History. Go there with H: history.")
        #expect(state.context == .help)
    }

    @Test("on forty columns every sentence is there to its last word")
    func narrow() {
        let state = Explorers.state(columns: 40, rows: 12)
        let lines = HelpState().lines(state).all
        #expect(lines.count > ActionTable.rows.count)
        let sentences = lines.filter { $0.first?.style != .heading }
        #expect(sentences.allSatisfy { DisplayWidth.columns(of: $0.map(\.text).joined()) <= 34 })
    }

    @Test("nothing found says how to go on")
    func nothing() {
        var state = Explorers.state()
        state.press("?")
        state.type("zzzz")
        #expect(state.screen.contains("No matches: Backspace shows more, Esc closes."))
        state.press(.enter)
        #expect(state.context == .help)
    }

    @Test("the cursor goes through all rows, in view, and back")
    func moving() {
        let rows = 16
        var state = Explorers.state(columns: 60, rows: rows)
        state.press("?")
        let count = page(Explorers.state()).entries.count
        for step in 0..<count + Glyphs.meanings.count + 3 {
            state.press(.down)
            guard step.isMultiple(of: 7) else { continue }
            let grid = view(state)
            let hasCursor = (0..<rows).contains { row in grid.row(row).contains { $0.style == .cursor } }
            #expect(hasCursor)
        }
        guard let help = state.overlays.last as? HelpState else {
            Issue.record("the help is closed")
            return
        }
        #expect(help.selected == count - 1 + Glyphs.meanings.count, "the signs stand below the keys")
        for _ in 0..<count / 2 { state.press(.pageUp) }
        #expect(state.screen.contains("Collection (current)"))
    }

    @Test(
        "the signs of the screen are explained below all keys, and found by their meaning",
        arguments: [(80, 24), (200, 50)])
    func glyphs(columns: Int, rows: Int) {
        var state = Explorers.state(columns: columns, rows: rows)
        state.press("?")
        state.type("retried")
        #expect(state.screen.contains("Signs") && state.screen.contains("⟳"), "\(state.screen)")
        state.press(.enter)
        #expect(state.status?.text == "This is a sign, not an action.")
        #expect(HelpLines.manualPage.contains("## Signs") && HelpLines.manualPage.contains("| ⏲ | @ |"))
    }

    @Test("it opens over what stands above the panes, and gives that back")
    func above() {
        var state = Explorers.state()
        state.press("v", .function(1))
        #expect(state.context == .help)
        #expect(state.screen.contains("Variables (current)"))
        state.press(.escape)
        #expect(state.context == .variables)
    }

    @Test("a person's own key is shown, and found")
    func ownKey() {
        var files = SettingsFiles()
        files.keys = "everywhere:\n  cookies: F7\n"
        var state = Explorers.state()
        _ = update(&state, .settingsRead(files))
        #expect(page(state, "F7").entries.first?.row.action == .cookies)
    }
}

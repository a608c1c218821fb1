import Exchanges
import ExplorerKit
import MicroClient
import Testing
import TextGrid

@testable import Explorer

@Suite("Plain mode")
struct PlainModeTests {
    private func plain(columns: Int = 80, rows: Int = 24) -> ExplorerState {
        var state = Explorers.state(columns: columns, rows: rows)
        state.display.asksForPlain = true
        _ = update(&state, .input(.resize(Size(columns: columns, rows: rows))))
        return state
    }

    private func lines(_ state: ExplorerState) -> [String] {
        state.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("one pane at a time has the whole width", arguments: Pane.allCases)
    func onePane(pane: Pane) {
        var state = plain()
        state.focus = pane
        let layout = state.layout
        let panes = Pane.allCases.map { layout[$0] }
        #expect(panes.filter { !$0.isEmpty } == [Rect(column: 0, row: 0, columns: 80, rows: 22)])
    }

    @Test("an answer that is held has the whole width for itself, as the response has", arguments: [80, 200])
    func oneResponse(columns: Int) {
        var scene = BodyScene(#"{"a":1}"#, columns: columns, rows: 50)
        scene.state.display.asksForPlain = true
        _ = update(&scene.state, .input(.resize(Size(columns: columns, rows: 50))))
        scene.press("B")
        let whole = Rect(column: 0, row: 0, columns: columns, rows: 48)
        for pane in Pane.allCases {
            scene.state.focus = pane
            let layout = scene.state.layout
            #expect(Pane.allCases.filter { !layout[$0].isEmpty } == [pane] && layout[pane] == whole)
            #expect(!view(scene.state).text(row: 48).contains("zoom"))
        }
    }

    @Test(
        "nothing is drawn: no lines, no boxes, no sign beyond ASCII",
        arguments: [["1"], ["2"], ["3"], ["4"], ["e"], ["?"], [":"], ["v"], ["b"], ["H"]] as [[KeyStroke]])
    func noDrawing(keys: [KeyStroke]) {
        var state = plain()
        for key in keys { state.press(key) }
        #expect(state.screen.unicodeScalars.allSatisfy { $0.isASCII }, "\(state.screen)")
        #expect(!state.screen.contains("----") && !state.screen.contains("|"), "\(state.screen)")
    }

    /// Returns the line that the terminal's cursor is in.
    private func lineAtCursor(_ state: ExplorerState) -> String {
        let grid = view(state)
        return grid.cursor.map { grid.text(row: $0.row) } ?? ""
    }

    @Test(
        "the terminal's cursor stands where the person is",
        arguments: [
            (["1", "j"], "Create user"), (["2"], "/users/:id"), (["2", .enter], "/users/:id"), (["e"], ">"),
            (["e", .up], "No environment"), (["e", .up, .down], "local"), ([":"], ">"), (["?"], "/ "),
        ] as [([KeyStroke], String)])
    func cursor(keys: [KeyStroke], words: String) {
        var state = plain()
        for key in keys { state.press(key) }
        #expect(lineAtCursor(state).contains(words), "\(state.screen)")
    }

    @Test("in a list that is narrowed by typing, the row that one moves to has the cursor, and is told below")
    func moving() throws {
        var state = plain()
        state.press(":", .down)
        guard let palette = state.overlays.last as? PaletteState else {
            Issue.record("no palette")
            return
        }
        let label = try #require(palette.shown).label
        #expect(palette.selected == 1)
        #expect(lineAtCursor(state).contains(label), "\(state.screen)")
        #expect(lines(state)[23].hasPrefix(label))
        state.type("e")
        #expect(lineAtCursor(state).contains("> e"))
        state.press(.escape, "?", .down)
        guard let help = state.overlays.last as? HelpState else {
            Issue.record("no help")
            return
        }
        let rows = help.lines(state)
        let first = rows.all[try #require(rows.places[safe: 1]).lowerBound].map(\.text).joined()
        #expect(lineAtCursor(state).contains(first.trimmingTrailingSpaces), "\(state.screen)")
    }

    @Test("what typing brings under the cursor of a list is told below")
    func narrowing() {
        var state = plain()
        state.press("e", .up)
        #expect(lines(state)[23] == "No environment")
        state.type("loc")
        #expect(lines(state)[23].hasPrefix("local"))
        #expect(lineAtCursor(state).contains("> loc"))
    }

    @Test("the cursor follows the row in the tree")
    func cursorFollows() throws {
        var state = plain()
        let first = try #require(view(state).cursor)
        state.press("j")
        let second = try #require(view(state).cursor)
        #expect(second.row == first.row + 1)
        #expect(view(state).text(row: second.row).contains("Create user"))
    }

    @Test("what is said of a row stands behind its name, in words")
    func marks() {
        var state = plain()
        state.press("2", .enter)
        state.type("x")
        state.press(.escape, "1")
        #expect(state.screen.contains("Get user, unsaved"))
        #expect(state.screen.contains("open Users"))
    }

    @Test("what happened stands in the last line, and stays until something else happens")
    func announcements() {
        var state = plain()
        state.press("3")
        #expect(lines(state)[23] == "Response, tab Body.")
        state.press("]")
        #expect(lines(state)[23] == "Tab Headers.")
        state.press(.down)
        #expect(lines(state)[23] == "Tab Headers.")
        state.press("U")
        #expect(lines(state)[23] == "Nothing to redo here.")
        state.press(.down)
        #expect(lines(state)[23] == "Nothing to redo here.")
        #expect(lines(state)[22].contains("? help"))
        state.press("e")
        #expect(lines(state)[23] == "Environment")
    }

    @Test("a send tells its beginning and its end, and nothing ticks")
    func sending() {
        var state = plain()
        state.press("s")
        #expect(lines(state)[23] == "Sending Get user.")
        #expect(!state.needsTicks)
    }

    @Test("what a list has and cannot be chosen says so in words")
    func disabled() {
        var state = plain()
        state.press(":")
        state.type("redo the undone file")
        #expect(state.screen.contains("(not now)"))
    }

    @Test(
        "MICROSCOPE_PLAIN asks for it with any value but those that say no",
        arguments: [
            (nil, false), ("", false), ("0", false), ("off", false), ("OFF", false), ("False", false), ("no", false),
            ("1", true), ("on", true), ("yes", true), ("true", true), ("2", true),
        ] as [(String?, Bool)])
    func environment(value: String?, isAsked: Bool) { #expect(ExplorerState.asksForPlain(value) == isAsked) }

    @Test("config.yaml switches it on, and off again with the former signs")
    func setting() {
        var state = Explorers.state()
        var files = SettingsFiles()
        files.config = "plain: true\n"
        _ = update(&state, .settingsRead(files))
        #expect(state.isPlain && state.glyphs == .plain)
        #expect(state.size.rows == 23)
        files.config = "plain: false\n"
        _ = update(&state, .settingsRead(files))
        #expect(!state.isPlain && state.glyphs == .unicode)
        #expect(state.size.rows == 24)
    }

    @Test("another value of it is told with its line")
    func wrongSetting() {
        var files = SettingsFiles()
        files.config = "plain: perhaps\n"
        #expect(Settings(files).problems.map(\.description) == ["config.yaml:1:8: plain must be true or false"])
    }

    @Test("what is masked before it is shown has asterisks; a dot of somebody's own stays")
    func masks() {
        var state = plain()
        let entry = LogState.Entry(at: Explorers.start, level: .warning, message: "sent token=\(Redaction.mask) • one")
        _ = update(&state, .logged(entry))
        state.press("4")
        #expect(state.screen.contains("sent token=**** • one"), "\(state.screen)")
    }

    @Test("zoom has nothing to do, and says so")
    func zoom() {
        var state = plain()
        state.press("z")
        #expect(state.display.zoomed == nil)
        #expect(lines(state)[23].hasPrefix("Plain mode shows one pane at a time"))
    }

    @Test("the tour is told below, too")
    func tour() {
        var state = plain()
        _ = update(&state, .tour(isOffered: false))
        #expect(view(state).size == Size(columns: 80, rows: 24))
        #expect(state.screen.contains("Tour 1 of 8"))
    }

    @Test(
        "words of statuses", arguments: [(200, "ok"), (302, "redirect"), (404, "client error"), (503, "server error")])
    func statuses(status: Int, word: String) { #expect(Glyphs.plain.sign(forStatus: status) == word) }
}

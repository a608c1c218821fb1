import Testing
import TextGrid

@testable import Explorer

@Suite("The footer")
struct FooterTests {
    /// A state in each context that keys alone lead to.
    private static let ways: [(context: ActionContext, keys: [KeyStroke])] = [
        (.tree, ["1"]), (.request, ["2"]), (.response, ["3"]), (.log, ["4"]), (.edit, ["2", .enter]),
        (.chooser, ["e"]), (.variables, ["v"]), (.cookies, ["b"]), (.history, ["H"]), (.historyFilter, ["H", "/"]),
        (.sendTo, ["&"]), (.prompt, ["1", "/"]), (.help, ["?"]), (.repeatForm, ["2", "r"]),
    ]

    private func state(_ keys: [KeyStroke], columns: Int = 80) -> ExplorerState {
        var state = Explorers.state(columns: columns)
        for key in keys { state.press(key) }
        return state
    }

    private func runs(_ state: ExplorerState, columns: Int) -> [StyledText] {
        Footer.hints(state, columns: columns).flatMap(\.runs)
    }

    private func footer(_ state: ExplorerState) -> String {
        state.screen.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }

    @Test("each context has one, with entries that are whole, and a key to the help", arguments: ways)
    func contexts(context: ActionContext, keys: [KeyStroke]) {
        for columns in [60, 80, 200] {
            let state = state(keys, columns: columns)
            #expect(state.context == context)
            let hints = runs(state, columns: columns)
            #expect(hints.columns <= columns, "\(context) at \(columns)")
            #expect(hints.count >= 4 && hints.count.isMultiple(of: 2))
            let titles = hints.filter { $0.style == .key }.map { $0.text.trimmingBlanks }
            let help = state.settings.keymap.row(of: .help, in: context)?.keys.first?.title
            #expect(help.map(titles.contains) ?? titles.contains("Esc"), "\(titles)")
        }
    }

    @Test("every context has a key that leads to the help, but the help itself")
    func helpEverywhere() {
        for context in ActionContext.allCases where context != .help {
            #expect(Keymap.standard.action(for: .function(1), in: context) == .help, "\(context)")
        }
        for context in ActionContext.readers.union(ActionContext.panes) {
            #expect(Keymap.standard.action(for: "?", in: context) == .help, "\(context)")
        }
    }

    @Test("what has no room is left out whole, the most useful first")
    func wholeEntries() {
        let state = state(["2"])
        let wide = runs(state, columns: 500).map(\.text)
        for columns in 20...90 {
            let narrow = runs(state, columns: columns)
            #expect(narrow.map(\.text).allSatisfy(wide.contains))
            #expect(narrow.columns <= columns)
            #expect(narrow.last?.text == " help ")
        }
        #expect(runs(state, columns: 30).first?.text == wide.first)
    }

    @Test("the keys are a person's own")
    func ownKeys() {
        var files = SettingsFiles()
        files.keys = "everywhere:\n  help: F9\ntree:\n  open: o\n  openCollection: F8\n"
        var state = Explorers.state()
        _ = update(&state, .settingsRead(files))
        state.status = nil
        #expect(footer(state).hasPrefix(" o open"))
        #expect(footer(state).contains(" F9 help"))
    }
}

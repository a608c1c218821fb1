import ExplorerKit
import OpenCollection
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
        Footer.hints(state.shownForm, state, columns: columns).flatMap(\.runs)
    }

    private func footer(_ state: ExplorerState) -> String {
        state.screen.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }

    @Test("a message leaves the keys what room it does not need, and they can be clicked there")
    func besideMessage() {
        var state = Explorers.state()
        state.status = StatusMessage(.info, "Done: create Report; u undoes it.")
        let line = state.screen.split(separator: "\n").last.map(String.init) ?? ""
        #expect(line.hasPrefix("Done: create Report; u undoes it.") && line.contains("? help"), "\(line)")
        let column = line.distance(from: line.startIndex, to: line.range(of: "? help")?.lowerBound ?? line.startIndex)
        #expect(Footer.action(at: column, state) == .help && Footer.action(at: 3, state) == nil)
        state.status = StatusMessage(.info, String(repeating: "long ", count: 15))
        #expect(!(state.screen.split(separator: "\n").last ?? "").contains("help"))
    }

    @Test("each context has one, with entries that are whole, and a key to the help", arguments: ways)
    func contexts(context: ActionContext, keys: [KeyStroke]) {
        for columns in [60, 80, 200] {
            let state = state(keys, columns: columns)
            #expect(state.context == context)
            let hints = runs(state, columns: columns)
            #expect(hints.columns <= columns, "\(context) at \(columns)")
            #expect(hints.count >= 4 && hints.count.isMultiple(of: 2))
            let titles = hints.filter { $0.style == .key }.map { $0.text.trimmingSpaces }
            let help = state.settings.keymap.row(of: .help, in: context)?.keys.first?.title
            #expect(help.map(titles.contains) ?? titles.contains("Esc"), "\(titles)")
        }
    }

    @Test("every context has a key that leads to the help, but the help itself")
    func helpEverywhere() {
        for context in ActionContext.allCases where context != .help {
            #expect(Keymap.standard.action(for: .function(1), in: context) == .help, "\(context)")
        }
        for context in Set<ActionContext>.panesAndReaders {
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

    @Test("on a text it offers what works there, and nothing that would be refused")
    func onText() throws {
        var state = state(["2"])
        state.show("users/create.yml")
        state.session?.tab = .body
        let cursor = try #require(state.form?.cursor(of: .bodyText))
        state.session?.cursor = cursor
        #expect(footer(state) == " Enter edit  F format JSON  E $EDITOR  ] next tab  s send  ? help", "\(state.screen)")
        state.press("F")
        #expect(state.status == nil)
    }

    @Test("on a row of a table it offers what rows allow; saving and undoing once there is something to save")
    func onRow() throws {
        var state = state(["2"])
        state.show("users/get.yml")
        state.session?.tab = .headers
        let cursor = try #require(state.form?.cursor(of: .cell(.headers, row: 0, .value)))
        state.session?.cursor = cursor
        let before = runs(state, columns: 200).map(\.text).joined()
        #expect(
            before.hasPrefix(" Enter edit  Space on/off  a add  d delete  ] next tab  s send  ? help "), "\(before)")
        state.press("d")
        let after = runs(state, columns: 200).map(\.text).joined()
        #expect(after.contains(" w save  u undo "), "\(after)")
    }

    @Test("of Enter in a cell it says that this ends the typing, and that it goes down only where a row is below")
    func enterInCell() throws {
        var state = state(["2"])
        state.show("users/get.yml")
        state.session?.tab = .headers
        let cursor = try #require(state.form?.cursor(of: .cell(.headers, row: 0, .value)))
        state.session?.cursor = cursor
        state.press(.enter)
        #expect(footer(state).hasPrefix(" Esc done  Enter done, down  Tab next field "), "\(footer(state))")
        for _ in 0..<2 {
            state.press(.enter)
            #expect(state.context == .request && state.fieldAtCursor == .cell(.headers, row: 1, .value))
            state.press(.enter)
            #expect(footer(state).hasPrefix(" Esc done  Enter done  Tab next field "), "\(footer(state))")
        }
    }

    @Test("while one types in the last field it offers no next one; on the URL, Enter is done")
    func lastField() throws {
        var state = state(["2"])
        state.show("users/get.yml")
        state.session?.tab = .headers
        let cursor = try #require(state.form?.cursor(of: .cell(.headers, row: 1, .description)))
        state.session?.cursor = cursor
        state.press(.enter)
        #expect(footer(state).hasPrefix(" Esc done  Enter done  "), "\(footer(state))")
        #expect(!footer(state).contains("Tab"), "\(footer(state))")
        state.press(.tab)
        #expect(state.context == .request && state.fieldAtCursor == .cell(.headers, row: 1, .description))
        let url = try #require(state.form?.cursor(of: .url))
        state.session?.cursor = url
        state.press(.enter)
        #expect(state.edit?.field == .url)
        #expect(footer(state).hasPrefix(" Esc done  Enter done "), "\(footer(state))")
    }

    @Test("where no request is shown it offers the ways to one")
    func withoutRequest() {
        var state = Explorers.state(OpenCollection.Collection(name: "Empty", items: [], environments: []))
        state.press("2")
        #expect(footer(state) == " 1 tree  ' find request  : palette  ? help", "\(footer(state))")
    }

    @Test("in a collection without requests it offers to make one; what would need one says how that is made")
    func withoutRequests() {
        var state = Explorers.state(OpenCollection.Collection(name: "Empty", items: [], environments: []))
        #expect(footer(state).hasPrefix(" Enter open  n new  e environment"), "\(footer(state))")
        state.press("s")
        #expect(state.status?.text == "No requests yet: n creates one.")
        state.press("i", "3")
        #expect(footer(state) == " 1 tree  ' find request  : palette  ? help", "\(footer(state))")
        state.press("Y")
        #expect(state.status?.text == "No requests yet: n in the tree (1) creates one.")
    }

    @Test("on a file that cannot be read it does not offer to send, and sending says why")
    func onBrokenFile() {
        var state = state(["1", "G", "k"])
        #expect(footer(state).contains("e environment") && !footer(state).contains("send"), "\(footer(state))")
        state.press("s")
        #expect(
            state.status?.text
                == "broken cannot be sent: its file cannot be read. Fix the file, or select a request.")
    }

    @Test("in the response of a folder it offers the ways to a request, and keys say that a folder has no answer")
    func responseOfFolder() {
        var state = state(["1", "k", "3"])
        #expect(state.session?.isRequest == false)
        #expect(footer(state) == " 1 tree  ' find request  : palette  ? help", "\(footer(state))")
        for key in ["Y", "h", "V", "]", .enter] as [KeyStroke] {
            state.press(key)
            #expect(
                state.status?.text == "A folder has no response: select a request in the tree (1).", "\(key.title)")
        }
    }

    /// A message as something that happens brings it.
    private func showing(_ text: String, columns: Int = 80, _ keys: KeyStroke...) -> ExplorerState {
        var state = state(keys, columns: columns)
        _ = update(&state, .message(StatusMessage(.warning, text)))
        return state
    }

    private static let long =
        "A message that is longer than the line: " + String(repeating: "and on ", count: 9) + "end."

    @Test(
        "a message that has no room ends in a sign and the key to the log, where it stands whole", arguments: [80, 100])
    func longMessage(columns: Int) {
        var state = showing(Self.long, columns: columns)
        #expect(
            footer(state).hasPrefix("A message that is longer") && footer(state).hasSuffix("… 4 log"),
            "\(footer(state))")
        state.press("4")
        let words = state.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(Self.long), "\(state.screen)")
        #expect(state.log.count(of: .warning) == 1)
    }

    @Test("the key to the log goes to the message among all others, whatever narrows them; a click on it does the same")
    func wayToMessage() {
        var state = showing("x", "4", "k")
        for index in 0..<30 {
            _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .error, message: "line \(index)")))
        }
        state.press("g", "-", "-", "-", "3", "z")
        _ = update(&state, .message(StatusMessage(.warning, Self.long)))
        _ = update(&state, .logged(LogState.Entry(at: Explorers.start, level: .error, message: "later")))
        var other = state
        state.press("4")
        #expect(state.log.entries[state.log.cursorRow(in: state.log.shown)].message == Self.long)
        #expect(state.screen.contains("A message that is longer"))
        other.click(Point(column: 78, row: 23))
        #expect(other.focus == .log && other.log.cursor == state.log.cursor)
    }

    @Test("a message that fits stands in no log, and one that is told twice is kept once")
    func keptOnce() {
        var state = showing("Short.")
        #expect(state.log.entries.isEmpty && !footer(state).contains("log"))
        for _ in 0..<3 { _ = update(&state, .message(StatusMessage(.warning, Self.long))) }
        #expect(state.log.entries.count == 1)
        // On a narrower screen it may have no room any more.
        state = showing("Forty columns have no room for these words.")
        #expect(state.log.entries.isEmpty)
        _ = update(&state, .input(.resize(Size(columns: 40, rows: 24))))
        #expect(state.log.entries.count == 1 && footer(state).hasSuffix("… 4 log"))
    }

    /// Returns a state on the URL, which begins with a variable.
    private func onVariable(_ value: String, columns: Int) -> ExplorerState {
        var collection = Explorers.collection
        collection.environments[0].variables[0] = Variable("baseUrl", value)
        var state = Explorers.state(collection, columns: columns)
        state.press("2", "g")
        return state
    }

    @Test("a variable under the cursor stands beside the keys: its value and where that is from; help and out stay")
    func variable() {
        let state = onVariable("http://127.0.0.1:8642", columns: 120)
        #expect(footer(state).hasSuffix("baseUrl = http://127.0.0.1:8642 (environment local)"), "\(footer(state))")
        #expect(footer(state).contains(" ? help"))
        var editing = state
        editing.press("i")
        #expect(footer(editing).contains("baseUrl = http") && footer(editing).hasPrefix(" Esc"), "\(footer(editing))")
        // The keys of a mode come first.
        var arranging = state
        arranging.press(.control("w"))
        #expect(footer(arranging).contains("hjkl size"), "\(footer(arranging))")
    }

    @Test("a value that is too long gives way with a sign, its origin stays", arguments: [80, 200])
    func longValue(columns: Int) {
        let state = onVariable("http://" + String(repeating: "long.", count: 80), columns: columns)
        #expect(footer(state).contains("baseUrl = http://l"), "\(footer(state))")
        #expect(footer(state).hasSuffix("… (environment local)"), "\(footer(state))")
        #expect(DisplayWidth.columns(of: footer(state)) <= columns)
    }

    @Test("on the line of the URL a value leaves the keys their half: edit, send, save, next tab, help")
    func keysOnURL() {
        var state = onVariable("http://" + String(repeating: "long.", count: 80), columns: 80)
        #expect(footer(state).hasPrefix(" Enter edit  s send  ] next tab  ? help  baseUrl = http"), "\(footer(state))")
        state.session?.draft.change { $0.request.definition.method = "PUT" }
        #expect(
            footer(state).hasPrefix(" Enter edit  s send  w save  ] next tab  ? help  baseUrl = "), "\(footer(state))")
        #expect(DisplayWidth.columns(of: footer(state)) <= 80)
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

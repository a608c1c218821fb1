import Testing
import TextGrid

@testable import Explorer

@Suite("Keys of one's own")
struct KeyFileTests {
    private static func settings(_ keys: String) -> Settings {
        var files = SettingsFiles()
        files.keys = keys
        return Settings(files)
    }

    private static func problems(_ keys: String) -> [String] { settings(keys).problems.map(\.description) }

    @Test("keys are written as they are pressed: Shift is said, and Ctrl-/ is no Ctrl-_")
    func writtenAsPressed() {
        #expect(KeyStroke.alt("F").title == "Alt-Shift-F" && KeyStroke(title: "Alt-Shift-f") == .alt("F"))
        #expect(KeyStroke(title: "Alt-F") == .alt("F"), "as key files have it")
        #expect(KeyStroke.control("_").title == "Ctrl-/" && KeyStroke(title: "Ctrl-_") == .control("_"))
        #expect(KeyStroke(title: "Ctrl-/") == .control("_") && KeyStroke(title: "Shift-s") == "S")
    }

    @Test("every key of the table is read as it is written")
    func titles() {
        for key in Set(ActionTable.rows.flatMap(\.keys)) { #expect(KeyStroke(title: key.title) == key, "\(key.title)") }
    }

    @Test(
        "keys are read as people write them",
        arguments: [
            ("ctrl-r", .control("r")), ("Ctrl-R", .control("r")), ("alt-x", KeyStroke(.character("x"), .alt)),
            ("SPACE", .character(" ")), ("F12", .function(12)), ("shift-tab", .backTab), ("return", .enter),
            ("PageDown", .pageDown), ("-", "-"), ("S", "S"), ("Ctrl--", .control("-")),
        ] as [(String, KeyStroke)])
    func reading(_ title: String, _ key: KeyStroke) {
        #expect(KeyStroke(title: title) == key)
    }

    @Test("what is no key is none", arguments: ["", "ctrl-", "F0", "F99", "hyper-x", "ab"])
    func none(_ title: String) {
        #expect(KeyStroke(title: title) == nil)
    }

    @Test("a key takes the place of those that the action had in that context, and nowhere else")
    func oneContext() {
        let settings = Self.settings("response:\n  wrap: F9\n")
        #expect(settings.problems.isEmpty)
        #expect(settings.keymap.action(for: .function(9), in: .response) == .wrap)
        #expect(settings.keymap.action(for: "W", in: .response) == nil)
        #expect(Keymap.standard.action(for: "W", in: .response) == .wrap)
    }

    @Test("a key for everywhere counts in each context of the action, unless that one says something of its own")
    func everywhere() {
        let keymap = Self.settings("response: {save: F8}\neverywhere: {save: [F9, Alt-s]}\n").keymap
        #expect(keymap.action(for: .function(9), in: .tree) == .save)
        #expect(keymap.action(for: KeyStroke(.character("s"), .alt), in: .edit) == .save)
        #expect(keymap.action(for: .function(8), in: .response) == .save)
        #expect(keymap.action(for: .function(9), in: .response) == nil)
        #expect(keymap.action(for: .control("s"), in: .tree) == nil)
    }

    @Test("a letter for everywhere leaves the keys in fields as they are; the example of the manual is right")
    func letters() {
        let settings = Self.settings(
            "everywhere: {send: [s, F9], quit: F10}\nresponse: {wrap: Alt-w, previousSibling: []}\n")
        #expect(settings.problems.map(\.description) == [])
        #expect(settings.keymap.action(for: .function(9), in: .tree) == .send)
        #expect(settings.keymap.action(for: .control("r"), in: .edit) == .send)
        #expect(Self.settings("everywhere: {send: x}").keymap.action(for: "x", in: .tree) == .send)
    }

    @Test("an action without a key keeps its row in the palette and its place in the help")
    func noKey() {
        var state = Explorers.state()
        state.take(Self.files("everywhere: {send: []}\n"))
        state.press("s")
        #expect(state.session?.isSending == false)
        state.press(":")
        #expect(state.screen.contains("Send the request that is shown"))
    }

    private static func files(_ keys: String) -> SettingsFiles {
        var files = SettingsFiles()
        files.keys = keys
        return files
    }

    @Test("footer and help show the keys that count")
    func shown() {
        var state = Explorers.state(columns: 120, rows: 60)
        state.take(Self.files("everywhere: {quit: F10}\n"))
        #expect(state.screen.contains("F10 quit"))
        state.press("?")
        state.type("quit")
        #expect(state.screen.contains("F10"))
        state.press(.escape, .escape, .function(10))
        #expect(state.hasQuit)
    }

    @Test("two actions may change their keys with each other")
    func swapped() {
        let settings = Self.settings("tree:\n  renameItem: d\n  deleteItem: r\n")
        #expect(settings.problems.isEmpty)
        #expect(settings.keymap.action(for: "d", in: .tree) == .renameItem)
        #expect(settings.keymap.action(for: "r", in: .tree) == .deleteItem)
    }

    @Test("a key that meant something else means the new, and who lost it is named with the line")
    func conflict() {
        let settings = Self.settings("# mine\ntree:\n  renameItem: d\n")
        #expect(
            settings.problems.map(\.description) == [
                "keys.yaml:3:3: d was deleteItem in tree, and is renameItem now; give deleteItem another key there, or [] for none"
            ])
        #expect(settings.keymap.action(for: "d", in: .tree) == .renameItem)
    }

    @Test("a key that is given to two actions goes to the first, and both are named")
    func givenTwice() {
        let settings = Self.settings("tree:\n  renameItem: F9\n  deleteItem: F9\n")
        #expect(
            settings.problems.map(\.description)
                == [
                    "keys.yaml:3:3: F9 is assigned to deleteItem here and to renameItem in line 2; renameItem has it in tree"
                ])
        #expect(settings.keymap.action(for: .function(9), in: .tree) == .renameItem)
    }

    @Test(
        "a key given in one context wins there over the same key given everywhere, wherever it stands in the file",
        arguments: [
            "everywhere:\n  send: F9\ntree:\n  deleteItem: F9\n", "tree:\n  deleteItem: F9\neverywhere:\n  send: F9\n",
        ])
    func contextOverEverywhere(text: String) {
        let settings = Self.settings(text)
        #expect(settings.problems.isEmpty)
        #expect(settings.keymap.action(for: .function(9), in: .tree) == .deleteItem)
        #expect(settings.keymap.action(for: .function(9), in: .request) == .send)
    }

    @Test("a clash in many contexts is told once, with the first of them and how many more there are")
    func manyContexts() {
        #expect(
            Self.problems("everywhere:\n  send: s\n  quit: F10\n  save: s\n") == [
                "keys.yaml:4:3: s is assigned to save here and to send in line 2; send has it in tree, request and 5 more"
            ])
        #expect(
            Self.problems("everywhere: {save: s}\n") == [
                "keys.yaml:1:14: s was send in tree, request and 5 more, and is save now; give send another key there, or [] for none"
            ])
        let two = Self.problems("tree: {save: s}\nrequest: {save: s}\n")
        #expect(two.count == 2 && two[1].hasPrefix("keys.yaml:2:11: s was send in request, and is save now"))
    }

    @Test(
        "what is wrong is told with its line, and the rest counts",
        arguments: [
            ("tre: {send: x}", "keys.yaml:1:1: unknown context \"tre\"; did you mean tree?"),
            ("tree: {sned: F9}", "keys.yaml:1:8: unknown action \"sned\"; did you mean send?"),
            (
                "tree: {send: hyper-x}",
                "keys.yaml:1:14: invalid key \"hyper-x\"; valid keys look like Ctrl-R, Alt-x, Shift-Tab, F5, Space or s"
            ),
            (
                "tree: {send: Ctrl-H}",
                "keys.yaml:1:14: Ctrl-H cannot be assigned: terminals send the same for Ctrl-H and Backspace"
            ),
            (
                "everywhere: {interrupt: F9}",
                "keys.yaml:1:14: interrupt cannot be changed; Ctrl-C always cancels or quits"
            ),
            (
                "tree: {send: Ctrl-C}",
                "keys.yaml:1:14: Ctrl-C cannot be assigned: Ctrl-C always cancels or quits"
            ),
            (
                "edit: {send: s}",
                "keys.yaml:1:14: s types text in edit, so it cannot be assigned there; use a key with Ctrl or Alt, or another context"
            ),
            ("log: {fold: F9}", "keys.yaml:1:7: fold is not available in log; valid: response"),
            ("- a", "keys.yaml:1:1: the file is not a mapping; expected a mapping of names to values"),
            ("tree: send", "keys.yaml:1:7: tree is not a mapping; expected a mapping of names to values"),
        ])
    func wrong(_ text: String, _ problem: String) {
        let settings = Self.settings("\(text)\n")
        #expect(settings.problems.map(\.description) == [problem])
        let both = Self.settings("\(text)\nrequest: {send: F12}\n")
        if !text.hasPrefix("-") { #expect(both.keymap.action(for: .function(12), in: .request) == .send) }
    }

    @Test("a file that is no YAML says where, and all keys are the standard's")
    func syntax() {
        let settings = Self.settings("tree: [\n")
        #expect(settings.problems.count == 1 && settings.problems[0].description.hasPrefix("keys.yaml:"))
        #expect(settings.keymap.action(for: "s", in: .tree) == .send)
    }

    @Test("an empty file, and one of comments, is none", arguments: ["", "# nothing\n", "tree:\n"])
    func empty(_ text: String) {
        #expect(Self.problems(text) == [])
    }

    @Test("after any change no key means two things in one context")
    func unambiguous() {
        let keymap = Self.settings("everywhere: {send: q, quit: [w, Space], save: F2, nextPane: h}\n").keymap
        for context in ActionContext.allCases {
            var meanings: [KeyStroke: Action] = [:]
            for row in keymap.rows where row.contexts.contains(context) {
                for key in row.keys {
                    let other = meanings.updateValue(row.action, forKey: key)
                    #expect(other == nil || other == row.action, "\(key.title) in \(context.name)")
                }
            }
        }
    }
}

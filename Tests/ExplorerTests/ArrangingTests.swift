import Testing
import TextGrid

@testable import Explorer

@Suite("Arranging the panes")
struct ArrangingTests {
    private func footer(_ state: ExplorerState) -> String {
        view(state).text(row: state.size.rows - 1)
    }

    @Test("Ctrl-W opens the mode, which the footer shows with its keys; Esc leaves it", arguments: [80, 200])
    func mode(columns: Int) {
        var state = Explorers.state(columns: columns)
        state.press(.control("w"))
        #expect(state.context == .layout)
        #expect(footer(state).hasPrefix(" Esc done  hjkl size  s below  t tree  r request  a response  g log"))
        state.press(.escape)
        #expect(state.context == .tree)
    }

    @Test("the footer says how request and response stand after the next s, and has room for all of it")
    func nextArrangement() {
        var state = Explorers.state()
        state.press(.control("w"))
        for words in ["below", "beside", "one pane", "auto"] {
            let keys = " Esc done  hjkl size  s \(words)  t tree  r request  a response  g log "
            #expect(footer(state).hasPrefix(keys) && footer(state).contains(" F1 help"), "\(footer(state))")
            state.press("s")
            state.status = nil
        }
        #expect(state.display.layoutChoices.arrangement == .automatic)
    }

    @Test("in a field Ctrl-W stays what it was: it deletes a word")
    func editing() {
        var state = Explorers.state()
        state.press("2", "i")
        let before = state.edit?.editor.text
        state.press(.control("w"))
        #expect(state.context == .edit && state.edit?.editor.text != before)
    }

    @Test("keys move the border of the focused pane, = puts all of them back")
    func borders() {
        var state = Explorers.state(columns: 200, rows: 50)
        let usual = state.layout
        state.press(.control("w"), "l", "l")
        #expect(state.layout.tree.columns == usual.tree.columns + 4)
        state.press(.tab, "j")
        let before = state.layout.request.rows
        state.press("j", .down)
        #expect(state.focus == .request && state.layout.request.rows == before + 2)
        state.press("4", "k")
        #expect(state.layout.log.rows > usual.log.rows)
        state.press("1", "=")
        #expect(state.layout == usual)
    }

    @Test("a key without a border says so, and one at the end of its way too")
    func noBorder() {
        var state = Explorers.state(columns: 40, rows: 12)
        state.press(.control("w"), "l")
        #expect(state.status?.text.hasPrefix("No border here moves left or right") == true)
        state = Explorers.state()
        state.press(.control("w"))
        for _ in 0..<60 { state.press("l") }
        #expect(state.status?.text == "It goes no further." && state.layout.response.columns >= 38)
    }

    @Test("hides a pane, shows it while it has the focus, and shows it again")
    func hiding() {
        var state = Explorers.state()
        state.press(.control("w"), "t")
        #expect(state.focus == .request && state.layout.tree.isEmpty && state.layout.request.column == 0)
        state.press(.escape, "1")
        #expect(!state.layout.tree.isEmpty)
        state.press(.tab)
        #expect(state.focus == .request && state.layout.tree.isEmpty)
        state.press(.tab, .tab, .tab)
        #expect(state.focus == .request)
        state.press(.control("w"), "t", .escape)
        #expect(!state.layout.tree.isEmpty)
    }

    @Test("the last pane stays")
    func last() {
        var state = Explorers.state()
        state.press(.control("w"), "t", "r", "a", "g")
        #expect(state.status?.text == "The last pane stays." && !state.layout.log.isEmpty)
    }

    @Test("s goes through the arrangements: one pane at a time, with the titles of the others")
    func arrangements() {
        var state = Explorers.state(columns: 139, rows: 50)
        state.press(.control("w"), "s", "s")
        #expect(state.layout.arrangement == .beside && !state.layout.rule.isEmpty)
        state.press("s")
        #expect(state.layout.arrangement == .stacked && state.layout.tree.rows > 40)
        let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[46].contains("› Get user ") && lines[47].contains(" 3 Response "))
        state.press(.tab)
        #expect(state.layout.request.row == 1 && state.layout.request.rows > 40)
        state.press("s")
        #expect(state.layout.arrangement == .below)
    }

    @Test("every part of it is in the palette, wherever one is")
    func palette() {
        for (words, check) in [
            ("one pane at a time", { $0.layout.arrangement == .stacked }),
            ("hide the tree", { $0.display.layoutChoices.hidden == [.tree] }),
        ] as [(String, (ExplorerState) -> Bool)] {
            var state = Explorers.state(columns: 200, rows: 50)
            state.press("3", ":")
            state.type(words)
            state.press(.enter)
            #expect(check(state), "\(words)")
        }
    }

    @Test("shows everything that matters in 40 columns and 12 rows, one pane at a time")
    func smallest() {
        var state = Explorers.state(columns: 40, rows: 12)
        #expect(state.screen.contains("GET  Get user") && state.screen.contains("› Get user "))
        state.press(.enter)
        #expect(state.screen.contains("GET {{baseUrl}}/users") && state.screen.contains("[Params 2]"))
        state.press("3")
        #expect(state.screen.contains("Not sent yet: s sends the request."))
        _ = update(&state, .input(.resize(Size(columns: 39, rows: 12))))
        #expect(state.screen.hasPrefix("Too small: 39x12.\n40x12 is needed."))
    }

    @Test("on less than that no key, click or text does what nobody would see; Ctrl-C quits at once and keeps drafts")
    func unseen() {
        var state = Explorers.state(columns: 80, rows: 24)
        state.session?.draft.change { $0.request.definition.url = "http://h/x" }
        _ = update(&state, .input(.resize(Size(columns: 30, rows: 8))))
        for key: KeyStroke in ["d", "s", "q", "?", .enter, .escape] { #expect(state.press(key).isEmpty) }
        #expect(update(&state, .input(.paste("http://h/"))).isEmpty)
        #expect(state.overlays.isEmpty && state.session?.isSending == false && !state.hasQuit)
        state.press(.control("c"))
        #expect(state.hasQuit && state.session?.draft.isDirty == true)
    }

    @Test("a place far down in the tree is kept while another pane has the screen")
    func places() {
        var state = Explorers.state(columns: 40, rows: 12)
        state.press("G", "2", "1")
        #expect(state.screen.contains("broken"))
        let scroll = state.display.treeScroll
        state.press("2", "1")
        #expect(state.display.treeScroll == scroll)
    }
}

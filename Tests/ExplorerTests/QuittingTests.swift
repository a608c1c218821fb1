import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Quitting")
struct QuittingTests {
    private static let full = "database or disk is full"

    /// A state with one unsaved edit.
    private var edited: ExplorerState {
        var state = Explorers.state(columns: 120)
        state.press(.enter, "i")
        state.type("x")
        state.press(.escape)
        return state
    }

    /// Reports what the journal says of the edited item; nil: it is written.
    private func journal(_ problem: String?, of state: inout ExplorerState) {
        guard let path = state.shown else { return }
        _ = update(&state, .journalled(path, collection: state.current.path, problem: problem))
    }

    private func ordersJournal(_ effects: [Effect]) -> Bool {
        effects.contains { if case .journal = $0.order { true } else { false } }
    }

    @Test("what is sent is asked about before it is cancelled; where nothing is lost, nothing is asked")
    func running() {
        var idle = Explorers.state()
        idle.press("q")
        #expect(idle.hasQuit)
        var state = Explorers.state(columns: 120)
        state.press("s", "q")
        #expect(!state.hasQuit && state.screen.contains("Under way: GET Get user"))
        state.press(.down, .enter)
        #expect(!state.hasQuit && state.overlays.isEmpty && state.session?.isSending == true)
        state.press("q", .enter)
        #expect(state.hasQuit)
    }

    @Test("the question counts what is still under way; when all has ended it goes, and the explorer quits")
    func ended() {
        var state = SeveralEnvironments.state(columns: 120)
        let sends = state.sendToAll().sends
        state.press("q")
        #expect(state.screen.contains("cancels 3, in all") && state.screen.contains("what is under way goes on"))
        #expect(!state.screen.contains("Cancel"))
        state.press(.down)
        state.receive(sends["local"], "{}")
        #expect(!state.hasQuit && state.screen.contains("cancels 2, in all"))
        #expect((state.overlays.last as? Chooser)?.option?.title == "Stay")
        state.receive(sends["staging"], "{}")
        state.receive(sends["prod"], "{}")
        #expect(state.hasQuit && state.overlays.isEmpty)
    }

    @Test("a question about unsaved edits, too, is about these alone when the send has ended")
    func endedBesideDrafts() {
        var state = edited
        let send = state.press("s").sends["local"]
        state.press("q")
        #expect(state.screen.contains("Unsaved: users/get.yml. Under way: GET Get user"))
        state.receive(send, "{}")
        #expect(!state.hasQuit && state.screen.contains("Unsaved: users/get.yml"))
        #expect(!state.screen.contains("Under way") && state.screen.contains("Keep drafts and quit"))
    }

    @Test("Ctrl-C says what it would cancel of what is not shown")
    func interrupting() {
        var state = Explorers.state(columns: 120)
        state.press("s", "j", .control("c"))
        #expect(state.status?.text == "Ctrl-C again quits and cancels 1 under way; any other key stays.")
    }

    @Test("drafts that cannot be kept are not promised for next time, and the journal is asked once more")
    func unkept() {
        var state = edited
        journal(Self.full, of: &state)
        #expect(state.status?.text.contains(Self.full) == true)
        #expect(ordersJournal(state.press("q")))
        #expect(state.screen.contains("Not kept for next time: \(Self.full)"))
        #expect(!state.screen.contains("Keep drafts and quit") && state.screen.contains("Save all and quit"))
        state.press(.escape)
        #expect(ordersJournal(state.press(.control("c"))))
        journal(Self.full, of: &state)
        let words = "Ctrl-C again quits and loses 1 unsaved draft that cannot be kept; any other key stays."
        #expect(state.status?.text == words)
    }

    @Test("what was told of it over a field that is typed in is told once more when that is left")
    func unkeptWhileTyping() {
        var state = Explorers.state(columns: 120)
        state.press(.enter, "i")
        state.type("x")
        journal(Self.full, of: &state)
        #expect(state.status?.text.contains(Self.full) == true)
        state.type("y")
        #expect(state.status == nil)
        state.press(.escape)
        #expect(state.status?.text.contains(Self.full) == true)
        state.press("j", "k")
        #expect(state.status == nil)
    }

    @Test("what could be kept before the field was left is not told once more")
    func keptWhileTyping() {
        var state = Explorers.state(columns: 120)
        state.press(.enter, "i")
        state.type("x")
        journal(Self.full, of: &state)
        state.type("y")
        journal(nil, of: &state)
        state.press(.escape)
        #expect(state.status == nil)
    }

    @Test("a collection is not closed over drafts that cannot be kept, and what is known is not told at every key")
    func closing() {
        var state = edited
        journal(Self.full, of: &state)
        let effects = state.closeShown()
        #expect(state.current.exists && ordersJournal(effects))
        #expect(state.status?.text.contains(Self.full) == true)
        state.status = nil
        journal(Self.full, of: &state)
        #expect(state.status == nil)
        journal(nil, of: &state)
        _ = state.closeShown()
        #expect(!state.current.exists)
    }

    @Test("what could be written after all is kept as ever")
    func keptAgain() {
        var state = edited
        journal(Self.full, of: &state)
        journal(nil, of: &state)
        #expect(!ordersJournal(state.press("q")))
        #expect(state.screen.contains("Keep drafts and quit") && !state.screen.contains("Not kept"))
        state.press(.enter)
        #expect(state.hasQuit)
    }
}

import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Several collections in one window")
struct CollectionsTests {
    private static var other: CollectionState {
        var ping = RequestDefinition()
        ping.name = "Ping"
        ping.url = "{{host}}/ping"
        return CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("ping.yml", ping)]), path: "/other",
            sessionValues: ["host": "http://127.0.0.1:1"])
    }

    private func both() -> ExplorerState {
        var state = Explorers.state()
        _ = update(&state, .collectionOpened(Self.other, showing: nil))
        return state
    }

    private var refused: RecordedExchange {
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:1/ping", headers: [])
        let exchange = Exchange(
            request: request, startedAt: Explorers.start, attempts: [], duration: .milliseconds(1))
        return RecordedExchange(
            id: UUID(), exchange: exchange, origin: .init(), sentAt: Explorers.start,
            failure: RecordedFailure(stage: .build, message: "refused"))
    }

    @Test("a collection that is opened is shown below the others, its first request in the panes")
    func opened() {
        let state = both()
        #expect(state.collections.map(\.path) == ["/sample", "/other"])
        #expect(state.collection.name == "Other" && state.shown == "ping.yml")
        #expect(state.screen.contains("http://127.0.0.1:1/ping"))
        for line in ["Sample", "GET  Get user", "Other", "GET  Ping"] { #expect(state.screen.contains(line)) }
    }

    @Test("what was asked of the one before is not answered in it", arguments: ["e", "n", "r", "m", ":"])
    func questions(key: Character) {
        var state = Explorers.state()
        state.press("1", .character(key))
        #expect(state.context == .chooser || state.context == .prompt)
        _ = update(&state, .collectionOpened(Self.other, showing: nil))
        #expect(state.overlays.isEmpty && state.collection.name == "Other")
    }

    @Test("help and the filter stay open over another one")
    func helpStays() {
        for key: KeyStroke in ["?", "/"] {
            var state = Explorers.state()
            state.press("1", key)
            _ = update(&state, .collectionOpened(Self.other, showing: nil))
            #expect(state.overlays.count == 1)
        }
    }

    @Test("a list of what was deleted does not come up over another one")
    func trashOfAnother() throws {
        var state = both()
        let order = try #require(state.press("1", "T").first { $0.key == .trash })
        state.press("g")
        #expect(state.collection.name == "Sample")
        let item = TrashedItem(id: TrashID("1"), path: "ping.yml", deletedAt: Explorers.start)
        _ = update(&state, order.reply([item]))
        #expect(state.overlays.isEmpty)
    }

    @Test("one that is open already is shown, not opened twice")
    func openedTwice() {
        var state = both()
        _ = update(&state, .collectionOpened(Self.other, showing: nil))
        #expect(state.collections.count == 2)
        _ = update(
            &state,
            .collectionOpened(CollectionState(Explorers.collection, path: "/sample"), showing: "secret.yml"))
        #expect(state.collections.count == 2)
        #expect(state.collection.name == "Sample" && state.shown == "secret.yml")
        #expect(state.environmentName == "local")
    }

    @Test("the cursor walks from one into the next, and each keeps what it showed")
    func walking() {
        var state = both()
        state.press("1", "k")
        #expect(state.collection.name == "Other" && state.tree.cursor == .root)
        state.press("k")
        #expect(state.collection.name == "Sample" && state.tree.cursor == .environments)
        #expect(state.shown == "users/get.yml")
        state.press("G")
        #expect(state.collection.name == "Other" && state.shown == "ping.yml")
        state.press("g")
        #expect(state.collection.name == "Sample" && state.tree.cursor == .root)
        state.press("h")
        #expect(!state.screen.contains("Get user") && state.screen.contains("Ping"))
    }

    @Test("a send goes on while another collection is shown, and its answer is there when one comes back")
    func sendInTheBackground() throws {
        var state = both()
        let effects = state.press("s")
        let send = try #require(effects.first { if case .send = $0.order { true } else { false } })
        #expect(send.collection == "/other")
        state.press("1", "g")
        #expect(state.collection.name == "Sample" && state.needsTicks)
        _ = update(&state, send.reply(SendProgress.finished(refused)))
        #expect(state.collection.name == "Sample" && state.status == nil)
        #expect(!state.needsTicks)
        state.press("G")
        #expect(state.session?.response?.failure?.message == "refused")
    }

    @Test("quitting lists the drafts of all, and saves all where that is chosen")
    func quitting() {
        var state = both()
        state.press("2", "i")
        state.type("x")
        state.press(.escape, "1", "g", "j", "j", "2", "i")
        state.type("y")
        state.press(.escape, "q")
        #expect(state.screen.contains("Unsaved: users/get.yml, ping.yml"))
        let effects = state.press(.down, .enter)
        let saves = effects.filter { if case .save = $0.order { true } else { false } }
        #expect(saves.map(\.collection) == ["/sample", "/other"])
    }

    @Test("a file that somebody changed brings its collection forward with the question")
    func conflictInTheBackground() throws {
        var state = both()
        state.press("2", "i")
        state.type("x")
        state.press(.escape)
        let save = try #require(state.press("w").first { if case .save = $0.order { true } else { false } })
        state.press("1", "g")
        let theirs = RequestFile(text: "theirs", definition: RequestDefinition())
        _ = update(
            &state, save.reply(SaveResult.changedMeanwhile(onDisk: .request(theirs))))
        #expect(state.collection.name == "Other")
        #expect(state.screen.contains("ping.yml changed on disk"))
    }

    @Test("a filter looks into all of them")
    func filter() {
        var state = both()
        state.press("1", "/")
        state.type("get user")
        #expect(state.collection.name == "Sample" && state.shown == "users/get.yml")
        #expect(!state.screen.contains("Ping"))
        state.press(.escape)
        #expect(state.screen.contains("Ping"))
    }

    @Test("closing one leaves the others; after the last there is none")
    func closing() {
        var state = both()
        state.closeCollection()
        #expect(state.collections.map(\.path) == ["/sample"])
        state.closeCollection()
        #expect(!state.current.exists && state.treeRowCount == 0)
        #expect(state.press("s").isEmpty)
    }
}

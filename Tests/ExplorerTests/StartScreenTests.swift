import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The start screen")
struct StartScreenTests {
    private static var facts: StartFacts {
        var facts = StartFacts()
        facts.recents = [
            StartFacts.Place(path: "/people/ada/shop", name: "Shop"),
            StartFacts.Place(path: "/gone", name: "Gone", isThere: false),
        ]
        facts.nearby = [StartFacts.Place(path: "/near/billing", name: "billing")]
        facts.home = "/people/ada"
        return facts
    }

    private func empty() -> ExplorerState {
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        _ = update(&state, .startListed(Self.facts))
        return state
    }

    private func order(_ effects: [Effect]) -> OpenOrder? {
        effects.lazy.compactMap { if case .openCollection(let order) = $0.order { order } else { nil } }.first
    }

    @Test("offers what is near, what was open, and each way to begin")
    func offers() {
        let screen = empty().screen
        for text in [
            "billing", "/near/billing", "Shop", "~/shop", "missing: /gone", "New collection here", "./api",
            "New request from a URL", "Open a directory", "Scratch", "Demo", "Quit",
        ] {
            #expect(screen.contains(text), "\(text)\n\(screen)")
        }
    }

    @Test("Scratch says how many unsaved drafts wait there, and which")
    func scratchDrafts() {
        var facts = Self.facts
        func screen() -> String {
            var state = empty()
            _ = update(&state, .startListed(facts))
            return state.screen
        }
        #expect(screen().contains("one-off requests"))
        facts.scratchDrafts = ["GET users.yml"]
        #expect(screen().contains("1 unsaved draft: GET users.yml"))
        facts.scratchDrafts = (1...9).map { "GET number \($0).yml" }
        #expect(screen().contains("9 unsaved drafts: GET number 1.yml, GET") && screen().contains("…"))
    }

    @Test("begins on the nearest place; the ways to begin stay in view however many places are known")
    func order() {
        var facts = Self.facts
        facts.nearby = (1...40).map { StartFacts.Place(path: "/near/\($0)", name: "Number \($0)") }
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        _ = update(&state, .startListed(facts))
        #expect(state.screen.contains("New collection here") && state.screen.contains("Number 1"))
        #expect(order(state.press(.enter)) == .root("/near/1"))
    }

    @Test("a row is opened by Enter, and the screen stays until something is open")
    func rows() {
        var state = empty()
        #expect(order(state.press(.enter)) == .root("/near/billing"))
        #expect(state.screen.contains("Microscope: open a collection"))
        state.type("demo")
        #expect(order(state.press(.enter)) == .demo)
        let opened = CollectionState(Explorers.collection, path: "/near/billing")
        _ = update(&state, .collectionOpened(opened, showing: nil))
        #expect(state.overlays.isEmpty && state.collection.name == "Sample")
    }

    @Test("a path that is typed is opened, a request that is typed is drafted in Scratch")
    func typed() {
        var state = empty()
        state.type("~/x/api")
        #expect(state.screen.contains("Enter opens this path, or drafts a request to this URL."))
        #expect(order(state.press(.enter)) == .word("~/x/api"))
        state.press(.control("u"))
        state.type("https://h.example/a")
        #expect(order(state.press(.enter)) == .scratch(receiving: "https://h.example/a"))
    }

    @Test("a curl command that is pasted is drafted at once, over several lines too; other text is typed")
    func pasted() {
        let command = "curl 'http://h/x' \\\n  -H 'A: b'"
        var state = empty()
        #expect(order(update(&state, .input(.paste(command)))) == .scratch(receiving: command))
        state.type("request from")
        state.press(.enter)
        #expect(state.screen.contains("A URL, or a curl command"))
        #expect(order(update(&state, .input(.paste(command)))) == .scratch(receiving: command))
        #expect(update(&state, .input(.paste("h.example"))).isEmpty && state.screen.contains("> h.example"))
        #expect(order(state.press(.enter)) == .url("h.example"))
    }

    @Test("what went wrong is said there, until the next key")
    func failure() {
        var state = empty()
        state.type("/nothing")
        _ = update(&state, .openingFailed("/nothing does not exist; name a collection's directory"))
        #expect(state.screen.contains("/nothing does not exist") && state.screen.contains("> /nothing"))
        state.type("x")
        #expect(!state.screen.contains("does not exist"))
    }

    @Test("a new collection is asked for its directory, and nothing is made before Enter")
    func newCollection() {
        var state = empty()
        state.type("new collection")
        #expect(state.press(.enter).isEmpty && state.screen.contains("> ./api"))
        #expect(order(state.press(.enter)) == .newCollection("./api"))
        state.press(.escape)
        #expect(state.screen.contains("Microscope: open a collection") && !state.screen.contains("New collection in"))
    }

    @Test("Tab completes a path; what was typed meanwhile stays")
    func completion() {
        var state = empty()
        state.type("directory")
        state.press(.enter)
        state.type("/n")
        let effects = state.press(.tab)
        let asked = effects.compactMap { if case .completePath(let text) = $0.order { text } else { nil } }
        #expect(asked == ["/n"])
        _ = update(&state, .pathCompleted("/n", to: "/near", candidates: ["near", "nearer"]))
        #expect(state.screen.contains("> /near") && state.screen.contains("near  nearer"))
        _ = update(&state, .pathCompleted("/n", to: "/other/", candidates: ["other"]))
        #expect(state.screen.contains("> /near"))
        #expect(order(state.press(.enter)) == .path("/near"))
    }

    @Test("one that is gone cannot be opened, and Ctrl-X removes it from the list")
    func forget() {
        var state = empty()
        state.press(.down, .down)
        #expect(state.press(.enter).isEmpty && state.screen.contains("Ctrl-X removes it from the list"))
        let effects = state.press(.control("x"))
        let forgotten = effects.compactMap { if case .forgetRecent(let path) = $0.order { path } else { nil } }
        #expect(forgotten == ["/gone"])
        var fewer = Self.facts
        fewer.recents.removeLast()
        _ = update(&state, .startListed(fewer))
        #expect(!state.screen.contains("/gone") && state.overlays.count == 1)
        state.press(.up, .up, .control("x"))
        #expect(state.screen.contains("Only recent collections"))
    }

    @Test("its footer has only what works: forgetting on a row for that, Esc where something is open, Ctrl-C else")
    func footer() {
        func line(_ state: ExplorerState) -> String { view(state).text(row: 23) }
        var state = empty()
        #expect(!line(state).contains("forget") && line(state).contains(" Ctrl-C quit"), "\(line(state))")
        state.press(.down)
        #expect(line(state).contains(" Ctrl-X forget"), "\(line(state))")
        #expect(!line(state).contains("Esc"))
        state.type("/nothing")
        #expect(!line(state).contains("forget"))
        #expect(state.press(.control("x")).isEmpty)
        #expect(line(state).hasPrefix("No row selected: only recent collections can be removed from the list."))
        var other = Explorers.state()
        _ = update(&other, .startListed(Self.facts))
        #expect(line(other).contains(" Esc close") && !line(other).contains("quit"), "\(line(other))")
    }

    @Test("without a collection Esc leads nowhere, and Ctrl-C twice quits")
    func leaving() {
        var state = empty()
        state.press(.escape)
        #expect(state.screen.contains("Nothing is open yet") && state.overlays.count == 1)
        state.press(.control("c"))
        #expect(state.screen.contains("Ctrl-C again quits") && !state.hasQuit)
        state.press(.control("c"))
        #expect(state.hasQuit)
        var other = empty()
        other.type("quit")
        other.press(.enter)
        #expect(other.hasQuit)
    }

    @Test("o shows it above the panes, with what is open first; one of those is shown by Enter, Esc goes back")
    func fromTheTree() {
        var state = Explorers.state()
        let effects = state.press("o")
        #expect(effects.contains { if case .listStart = $0.order { true } else { false } })
        _ = update(&state, .startListed(Self.facts))
        #expect(state.screen.contains("open: /sample") && !state.screen.contains("Quit"))
        state.press(.escape)
        #expect(state.overlays.isEmpty)
        _ = update(&state, .collectionAdded(CollectionState(Explorers.collection, path: "/near/billing")))
        _ = update(&state, .startListed(Self.facts))
        #expect(state.screen.contains("open: /near/billing"))
        state.type("billing")
        state.press(.enter)
        #expect(state.current.path == "/near/billing" && state.overlays.isEmpty)
    }

    @Test("one that is opened behind is a closed row below, until it is entered")
    func behind() {
        var state = Explorers.state()
        var ping = RequestDefinition()
        ping.name = "Ping"
        let other = CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("ping.yml", ping)]), path: "/other")
        let effects = update(&state, .collectionAdded(other))
        #expect(effects.map(\.collection) == ["/other"])
        #expect(state.collection.name == "Sample")
        #expect(state.screen.contains("▸ Other") && !state.screen.contains("Ping"))
        state.press("1", "G", .enter)
        #expect(state.collection.name == "Other" && state.screen.contains("▾ Other") && state.screen.contains("Ping"))
        #expect(update(&state, .collectionAdded(other)).isEmpty && state.collections.count == 2)
    }

    @Test("a request from outside is drafted in the root of its collection, wherever the cursor stands")
    func received() {
        var state = Explorers.state()
        state.press("1", "g", "j")
        #expect(state.tree.cursor == "users")
        let effects = update(&state, .received("http://h.example/new", collection: "/sample"))
        #expect(state.shown == "new.yml" && state.screen.contains("http://h.example/new"))
        #expect(effects.contains { if case .journal = $0.order { true } else { false } })
        #expect(update(&state, .received("http://h.example/new", collection: "/none")).isEmpty)
    }

    @Test("a request from outside waits for the drafts of an earlier run, and takes no name of theirs")
    func receivedBeforeDrafts() throws {
        var earlier = RequestDefinition()
        (earlier.name, earlier.url) = ("new", "http://h.example/earlier")
        let draft = RestoredDraft(
            path: "new.yml",
            file: .request(RequestFile(text: RequestFile.newText(for: earlier), definition: earlier)),
            policies: RequestPolicies(), diskText: "")
        var state = empty()
        let scratch = CollectionState(OpenCollection.Collection(name: "Scratch"), path: "/scratch")
        _ = update(&state, .collectionOpened(scratch, showing: nil))
        #expect(update(&state, .received("http://h.example/new", collection: "/scratch")).isEmpty)
        #expect(state.collection.items.isEmpty)
        _ = update(&state, .draftsRestored([draft], collection: "/scratch"))
        #expect(state.collections.dirtyPaths.map(\.path) == ["new 2.yml", "new.yml"])
        #expect(state.sessions["new.yml"]?.draft.content.definition.url == "http://h.example/earlier")
        #expect(state.shown == "new 2.yml")
    }

    @Test("C closes the shown collection, says which drafts are kept, and asks again after the last")
    func closing() {
        var state = Explorers.state()
        state.press("2", "i")
        state.type("x")
        state.press(.escape, "1")
        let effects = state.press("C")
        #expect(state.screen.contains("Closed Sample; 1 unsaved draft kept for next time."))
        #expect(!state.current.exists)
        let closed = effects.filter { if case .closeCollection = $0.order { true } else { false } }
        #expect(closed.map(\.collection) == ["/sample"])
        #expect(effects.contains { if case .listStart = $0.order { true } else { false } })
        #expect(state.press("C").isEmpty)
    }

    @Test("while a save is under way nothing is closed")
    func closingDuringSave() {
        var state = Explorers.state()
        state.press("2", "i")
        state.type("x")
        state.press(.escape, "w", "1")
        #expect(state.press("C").isEmpty && state.current.exists)
        #expect(state.screen.contains("A save is under way"))
    }

    @Test("text pasted where no collection is open is drafted in Scratch")
    func pasteIntoNothing() {
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        #expect(order(update(&state, .input(.paste("http://h/x")))) == .scratch(receiving: "http://h/x"))
    }

    @Test("fits the smallest screen, and one of ASCII")
    func small() {
        var state = empty()
        _ = update(&state, .input(.resize(Size(columns: 60, rows: 16))))
        state.display.glyphs = .ascii
        _ = update(&state, .openingFailed(String(repeating: "long words ", count: 20)))
        #expect(state.screen.unicodeScalars.allSatisfy { $0.isASCII })
        #expect(state.screen.contains("billing"))
    }
}

import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Where a person is")
struct RestorableStateTests {
    /// A state that keeps where the user is, and what it kept last.
    private struct Run {
        var state: ExplorerState
        private(set) var kept: RestorableState?

        init(
            _ collection: OpenCollection.Collection = Explorers.collection, after kept: RestorableState? = nil,
            showing item: ItemPath? = nil, environment: String? = "local", isGiven: Bool = false
        ) {
            state = ExplorerState(
                .none, clientDefaults: ClientDefaults(userAgent: "microscope/test", acceptEncoding: "gzip"),
                size: Size(columns: 80, rows: 24), now: Explorers.start)
            state.preferences.keepsRestorableState = true
            var opened = CollectionState(collection, path: "/sample", environmentName: environment)
            opened.place.restorableState = kept
            opened.environments.isGiven = isGiven
            handle(update(&state, .collectionOpened(opened, showing: item)))
        }

        /// Opens another collection, with what was kept of it.
        mutating func open(_ path: String, after kept: RestorableState?, isBehind: Bool = false) {
            var other = CollectionState(Explorers.collection, path: path, environmentName: "local")
            other.place.restorableState = kept
            handle(update(&state, isBehind ? .collectionAdded(other) : .collectionOpened(other, showing: nil)))
        }

        mutating func press(_ keys: KeyStroke...) { for key in keys { handle(state.press(key)) } }
        mutating func type(_ text: String) { handle(state.type(text)) }

        private mutating func handle(_ effects: [Effect]) {
            for effect in effects {
                if case .keepRestorableState(let restorableState) = effect.order { kept = restorableState }
            }
        }
    }

    /// Returns the value as it goes through a file.
    private func written(_ restorableState: RestorableState?) throws -> RestorableState {
        try JSONDecoder().decode(RestorableState.self, from: try JSONEncoder().encode(try #require(restorableState)))
    }

    @Test("opening alone keeps nothing; what a person does is kept")
    func keeping() {
        var run = Run()
        #expect(run.kept == nil)
        run.press("j")
        #expect(run.kept?.cursor == "users/create.yml")
    }

    @Test("everything is found again: tabs, cursors, focus, folders, environment, panes")
    func restoring() throws {
        var run = Run()
        run.press(.enter, "]", "j", "1", "j", .enter, "]", "]")
        run.press(.control("w"), "g", "s", "s", .escape, "2", "M")
        run.press("e", .up, .enter)
        let kept = try written(run.kept)
        let next = Run(after: kept)
        #expect(next.state.shown == "users/create.yml" && next.state.focus == .request)
        #expect(next.state.session?.tab == .body)
        #expect(next.state.current.opened.tabs == ["users/get.yml", "users/create.yml"])
        #expect(next.state.display.layoutChoices == run.state.display.layoutChoices && next.state.layout.log.isEmpty)
        #expect(!next.state.usesMouse)
        #expect(next.state.environmentName == nil)
        var other = next
        other.press("{")
        #expect(other.state.session?.tab == .headers)
        #expect(other.state.session?.cursor == run.state.sessions["users/get.yml"]?.cursor)
    }

    @Test("of two collections each keeps its own: what is not in use of the second one's is not overwritten")
    func several() throws {
        var other = Run()
        other.press("M", "j")
        let kept = try written(other.kept)
        #expect(!kept.layout.usesMouse && kept.cursor == "users/create.yml")
        var run = Run()
        run.open("/other", after: kept)
        #expect(run.state.usesMouse && run.state.shown == "users/create.yml")
        run.press("k")
        #expect(run.state.current.path == "/other")
        #expect(run.kept?.cursor == "users/get.yml" && run.kept?.layout == kept.layout)
    }

    @Test("one that was opened behind another keeps its place until it is opened, and has it then")
    func behind() throws {
        var other = Run()
        other.press("h", "h", "j")
        let kept = try written(other.kept)
        #expect(kept.cursor == "secret.yml" && !kept.expanded.contains("users"))
        var run = Run()
        run.open("/other", after: kept, isBehind: true)
        run.press("1", "G")
        #expect(run.state.current.path == "/other" && run.state.tree.cursor == .root)
        run.press("2", "1")
        #expect(run.kept?.cursor == "secret.yml" && run.kept?.expanded == kept.expanded)
        run.press("l")
        #expect(run.state.tree.cursor == "secret.yml" && run.state.tree.expanded == kept.expanded)
    }

    @Test(
        "an environment that the command line names is for one run; the one that was chosen comes again, until another is"
    )
    func given() throws {
        var chosen = Run()
        chosen.press("e", .up, .enter)
        let kept = try written(chosen.kept)
        var run = Run(after: kept, environment: "local", isGiven: true)
        #expect(run.state.environmentName == "local")
        run.press("j")
        #expect(run.kept?.cursor == "users/create.yml")
        #expect(Run(after: try written(run.kept)).state.environmentName == nil)
        run.press("e", .enter)
        #expect(Run(after: try written(run.kept), environment: nil).state.environmentName == "local")
    }

    @Test("where nobody chose an environment, none is kept: the only one that comes later is taken")
    func nobodyChose() throws {
        var bare = Explorers.collection
        bare.environments = []
        var run = Run(bare, environment: nil)
        run.press("j")
        #expect(run.kept != nil && run.kept?.environment == nil)
        #expect(Run(after: try written(run.kept)).state.environmentName == "local")
        run.press("e", .enter)
        run.press("k")
        #expect(run.kept?.environment == nil)
    }

    @Test("closed folders stay closed, and open ones open")
    func folders() throws {
        var run = Run()
        run.press("h", "h")
        #expect(run.state.shown != nil && !run.state.tree.expanded.contains("users"))
        let next = Run(after: try written(run.kept))
        #expect(!next.state.tree.expanded.contains("users") && next.state.tree.cursor == "users")
        run.press("l")
        #expect(Run(after: try written(run.kept)).state.tree.expanded.contains("users"))
    }

    @Test("what is gone meanwhile is passed over: the next open request is shown, else the first one")
    func gone() throws {
        var run = Run()
        run.press(.enter, "1", "j", .enter)
        let kept = try written(run.kept)
        var smaller = Explorers.collection
        if case .folder(let definition, let children) = smaller.items[0].kind {
            smaller.items[0].kind = .folder(definition, children.filter { $0.path != "users/create.yml" })
        }
        let next = Run(smaller, after: kept)
        #expect(next.state.shown == "users/get.yml" && next.state.current.openTabs.map(\.path) == ["users/get.yml"])
        #expect(next.state.layout.tabs.isEmpty, "a single tab needs no line")
        var later = next
        later.press("]")
        #expect(later.kept?.open == ["users/get.yml"])
        let none = OpenCollection.Collection(name: "Sample", items: [Explorers.collection.items[1]])
        let last = Run(none, after: kept)
        #expect(last.state.shown == "secret.yml" && last.state.current.openTabs.count { !$0.isPreview } <= 1)
        #expect(last.state.environmentName == "local")
    }

    /// Returns where a user is who has just pasted a request: on a draft without a file.
    private func onPastedRequest() throws -> (kept: RestorableState, draft: RestoredDraft) {
        var run = Run()
        _ = update(&run.state, .draftsRestored([], collection: "/sample"))
        _ = update(&run.state, .input(.paste("https://h.example/fresh")))
        run.press("2", "]")
        let path = try #require(run.state.shown)
        let draft = try #require(run.state.session?.draft)
        let restored = RestoredDraft(
            path: path, file: draft.base, policies: draft.content.policies, diskText: draft.diskText)
        return (try written(run.kept), restored)
    }

    @Test("a draft without a file is shown again where the person was on it, as soon as it has come, with its tab")
    func onDraft() throws {
        let (kept, draft) = try onPastedRequest()
        #expect(kept.cursor == draft.path && kept.focus == .request)
        var next = Run(after: kept)
        #expect(next.state.shown == "users/get.yml")
        _ = update(&next.state, .draftsRestored([draft], collection: "/sample"))
        #expect(next.state.shown == draft.path && next.state.tree.cursor == draft.path)
        #expect(next.state.current.opened.tabs == [draft.path], "what stood in its place was entered by nobody")
        #expect(next.state.session?.tab == kept.views[draft.path]?.tab && next.state.session?.tab != .params)
    }

    @Test("who has gone on before the drafts came is not led away")
    func goneOn() throws {
        let (kept, draft) = try onPastedRequest()
        var next = Run(after: kept)
        next.press("1", "j")
        _ = update(&next.state, .draftsRestored([draft], collection: "/sample"))
        #expect(next.state.shown == "users/create.yml")
    }

    @Test("a draft over a file is looked at as it was, too")
    func viewOfDraft() throws {
        var run = Run()
        run.press(.enter, "]", "a")
        run.type("X-New")
        run.press(.enter)
        let draft = try #require(run.state.session?.draft)
        let file = try FormFile.read(text: try draft.base.saving(draft.form), at: "users/get.yml")
        let restored = RestoredDraft(
            path: "users/get.yml", file: file, policies: draft.content.policies, diskText: draft.diskText)
        let kept = try written(run.kept)
        #expect(kept.views["users/get.yml"]?.tab == .headers)
        var next = Run(after: kept, showing: "secret.yml")
        _ = update(&next.state, .draftsRestored([restored], collection: "/sample"))
        next.state.reveal("users/get.yml")
        #expect(next.state.session?.tab == .headers && next.state.session?.draft.isDirty == true)
    }

    @Test("what stands twice in the file is one tab")
    func doubleTabs() throws {
        let text =
            #"{"open": ["users/get.yml", "users/get.yml", "users/create.yml"], "cursor": "users/get.yml", "expanded": ["", "users"]}"#
        var next = Run(after: try JSONDecoder().decode(RestorableState.self, from: Data(text.utf8)))
        #expect(next.state.current.openTabs.map(\.path) == ["users/get.yml", "users/create.yml"])
        next.press("}")
        #expect(next.state.shown == "users/create.yml")
        next.press("}")
        #expect(next.state.shown == "users/get.yml")
    }

    @Test("a renamed request takes its tab along")
    func renamed() {
        var run = Run()
        run.press(.enter, "1", "j", .enter)
        _ = run.state.followPaths([PathChange(from: "users/get.yml", to: "users/fetch.yml")])
        #expect(run.state.current.opened.tabs == ["users/fetch.yml", "users/create.yml"])
    }

    @Test("a request that is named when opening is shown, with the tabs of before")
    func named() throws {
        var run = Run()
        run.press(.enter, "1", "j", .enter)
        let next = Run(after: try written(run.kept), showing: "secret.yml")
        #expect(next.state.shown == "secret.yml")
        #expect(next.state.current.opened.tabs.prefix(2) == ["users/get.yml", "users/create.yml"])
    }

    @Test("where one typed in a body is found again")
    func caret() throws {
        var run = Run()
        run.press("j", .enter, "]", "]", KeyStroke(.down), KeyStroke(.down), .enter)
        #expect(run.state.edit?.field == .bodyText)
        run.press(KeyStroke(.down), KeyStroke(.end), .escape)
        var next = Run(after: try written(run.kept))
        next.press(.enter)
        #expect(next.state.edit?.field == .bodyText)
        #expect(next.state.edit?.editor.buffer.cursor == TextBuffer.Position(line: 1, column: 15))
    }

    @Test(
        "a place in a body that no text has leads to the nearest, and half a place to none",
        arguments: [(#", "caretLine": 99, "caretColumn": -7"#, 2), (#", "caretLine": 1"#, 0), ("", 0)])
    func damagedCaret(fields: String, line: Int) throws {
        let text =
            #"{"cursor": "users/create.yml", "open": ["users/create.yml"], "focus": 2, "#
            + #""views": {"users/create.yml": {"tab": "Body", "row": 1, "column": 0, "responseTab": "Body"\#(fields)}}}"#
        var run = Run(after: try JSONDecoder().decode(RestorableState.self, from: Data(text.utf8)))
        run.press(.enter)
        #expect(run.state.edit?.field == .bodyText)
        #expect(run.state.edit?.editor.buffer.cursor == TextBuffer.Position(line: line, column: 0))
    }

    @Test("a damaged or newer file counts for what can be understood of it")
    func damaged() throws {
        let text =
            #"{"version": 9, "cursor": "secret.yml", "open": "?", "focus": 77, "layout": {"shares": {"tree": 7}, "hidden": [4, 9]}, "views": 3}"#
        let next = Run(after: try JSONDecoder().decode(RestorableState.self, from: Data(text.utf8)))
        #expect(next.state.shown == "secret.yml" && next.state.focus == .tree)
        #expect(next.state.display.layoutChoices.shares.isEmpty && next.state.display.layoutChoices.hidden == [.log])
    }

    @Test("numbers that no form has lead to its nearest row", arguments: [Int.min, -2, Int.max])
    func damagedNumbers(number: Int) throws {
        let text =
            #"{"cursor": "users/get.yml", "open": ["users/get.yml"], "focus": 2, "#
            + #""views": {"users/get.yml": {"tab": "params", "row": \#(number), "column": \#(number), "responseTab": "body"}}}"#
        var run = Run(after: try JSONDecoder().decode(RestorableState.self, from: Data(text.utf8)))
        #expect(run.state.shown == "users/get.yml" && run.state.focus == .request)
        run.press("h", "l", "k", "j", "l", "h")
        #expect(run.state.fieldAtCursor != nil)
    }

    @Test("moving the cursor within a form is kept once for each place, and looking at help is not")
    func still() {
        var run = Run()
        run.press(.enter, "j")
        let before = run.kept
        run.press("?", .escape)
        #expect(run.kept == before)
    }
}

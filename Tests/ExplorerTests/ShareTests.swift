import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import Testing
import TextGrid

@testable import Explorer
@testable import Interchange

@Suite("Giving exchanges to others")
struct ShareTests {
    /// A list of exchanges in which `X` was pressed.
    private struct Scene {
        var list: HistoryScene

        init(columns: Int = 100, rows: Int = 30, marking: Bool = false) {
            list = HistoryScene(columns: columns, rows: rows)
            list.press("H")
            if marking { list.press(" ", " ") }
            list.press("X")
        }

        var orders: [ShareOrder] {
            list.effects.compactMap { if case .share(let order) = $0.order { order } else { nil } }
        }

        mutating func receive<Outcome: Sendable>(_ outcome: Outcome) {
            guard let effect = list.effects.last(where: \.isShare) else { return }
            list.handle(effect.reply(Result<Outcome, StatusMessage>.success(outcome)))
        }

        mutating func fail(_ words: String) {
            guard let effect = list.effects.last(where: \.isShare) else { return }
            list.handle(effect.reply(Result<PreparedShare, StatusMessage>.failure(StatusMessage(.error, words))))
        }

        /// Whether what was made ready was cancelled.
        var hasCancelled: Bool {
            list.effects.contains { if case .cancel = $0.order { $0.key == .share } else { false } }
        }

        mutating func prepare(masked: [MaskedPlace] = Self.masked) {
            let texts = [
                "har": "{\n  \"log\": {}\n}\n", "curl": "curl http://a.test/\n", "markdown": "# GET /\u{1B}[31m\n",
            ]
            let contents = ShareFormat.allCases.map { ($0, BodyStore(Array((texts[$0.rawValue] ?? "").utf8))) }
            receive(
                PreparedShare(
                    title: "GET http://a.test/", masked: masked, shortNames: ["pin"], fileName: "get-a",
                    contents: Dictionary(uniqueKeysWithValues: contents)))
        }

        static let masked = [
            MaskedPlace(name: "token", place: "request header Authorization", times: 1, isSuspected: false),
            MaskedPlace(name: "password", place: "request body", times: 2, isSuspected: true),
        ]
    }

    @Test("X lists what is masked and where, and how it begins, before anything leaves")
    func preview() {
        var scene = Scene()
        #expect(scene.list.state.context == .share && scene.list.state.screen.contains("Preparing"))
        guard case .prepare(let ids, set: nil, _)? = scene.orders.last else {
            Issue.record("nothing is prepared")
            return
        }
        #expect(ids == [HistoryScene.id(3)])
        scene.prepare()
        let screen = scene.list.state.screen
        #expect(screen.contains("Share: GET http://a.test/") && screen.contains("[HAR]"))
        #expect(screen.contains("token  request header Authorization"))
        #expect(screen.contains("password  request body, 2 times  looks like a secret"))
        #expect(screen.contains("\"pin\" is too short to mask everywhere"))
        #expect(screen.contains("Preview") && screen.contains("\"log\": {}"))
    }

    @Test("what is marked goes together, and a list of one set goes as that set")
    func several() {
        let marked = Scene(marking: true)
        guard case .prepare(let ids, set: nil, _)? = marked.orders.last else {
            Issue.record("nothing is prepared")
            return
        }
        #expect(ids == [HistoryScene.id(3), HistoryScene.id(2)])
        var list = HistoryScene()
        list.handle(.historyImported(filter: "set:outage"))
        list.press("X")
        let orders = list.effects.compactMap { if case .share(let order) = $0.order { order } else { nil } }
        guard case .prepare(_, set: "outage", _)? = orders.last else {
            Issue.record("no set is prepared")
            return
        }
    }

    @Test("Tab goes through the forms; what stands in them steers nothing")
    func forms() {
        var scene = Scene()
        scene.prepare()
        scene.list.press(.tab)
        #expect(scene.list.state.screen.contains("[curl]") && scene.list.state.screen.contains("curl http://a.test/"))
        scene.list.press(.tab)
        #expect(scene.list.state.screen.contains("[Markdown]") && !scene.list.state.screen.contains("\u{1B}"))
        scene.list.press(.tab)
        #expect(scene.list.state.screen.contains("[HAR]"))
    }

    @Test("Enter asks for a name; over a file that is there it asks again; saved, it closes")
    func save() {
        var scene = Scene()
        scene.list.press(.enter)
        #expect(scene.list.state.screen.contains("It is still being prepared."))
        scene.prepare()
        scene.list.press(.enter)
        #expect(scene.list.state.screen.contains("Save HAR,") && scene.list.state.screen.contains("get-a.har"))
        scene.list.press(.enter)
        guard case .save(_, path: "get-a.har", replaces: false, _)? = scene.orders.last else {
            Issue.record("nothing is saved")
            return
        }
        scene.receive(SavedShare.exists("/tmp/get-a.har"))
        #expect(scene.list.state.screen.contains("get-a.har already exists"))
        scene.list.press(.enter)
        #expect(scene.list.state.screen.contains("Save HAR,"))
        scene.list.press(.escape, .enter, .enter)
        scene.receive(SavedShare.exists("/tmp/get-a.har"))
        scene.list.press(.down, .enter)
        guard case .save(_, path: "/tmp/get-a.har", replaces: true, _)? = scene.orders.last else {
            Issue.record("it is not replaced")
            return
        }
        scene.receive(SavedShare.saved(StatusMessage(.info, "Saved 12 B to /tmp/get-a.har")))
        #expect(scene.list.state.context == .history && scene.list.state.screen.contains("Saved 12 B"))
    }

    @Test("Esc ends what is still made ready, and forgets it; what is being saved is saved, and says so")
    func closed() {
        var scene = Scene()
        scene.list.press(.escape)
        #expect(scene.hasCancelled)
        var saving = Scene()
        saving.prepare()
        saving.list.press(.enter, .enter, .escape)
        #expect(saving.list.state.context == .history && saving.hasCancelled)
        saving.receive(SavedShare.saved(StatusMessage(.info, "Saved 12 B to /tmp/get-a.har")))
        #expect(saving.list.state.screen.contains("Saved 12 B"))
        var saved = Scene()
        saved.prepare()
        saved.list.press(.enter, .enter)
        saved.receive(SavedShare.saved(StatusMessage(.info, "Saved 12 B to /tmp/get-a.har")))
        #expect(saved.list.state.context == .history && saved.hasCancelled)
    }

    @Test("y copies the form that is shown")
    func copy() throws {
        var scene = Scene()
        scene.prepare()
        scene.list.press(.tab, "y")
        let clips = scene.list.effects.compactMap { if case .copy(let clip) = $0.order { clip } else { nil } }
        #expect(clips.last?.textForTerminal == "curl http://a.test/\n" && clips.last?.fileExtension == "sh")
    }

    @Test("when it cannot be made, the list is there again and the status says why; Esc closes")
    func failed() {
        var scene = Scene()
        scene.fail("It cannot be shared: no room")
        #expect(scene.list.state.context == .history && scene.list.state.screen.contains("no room"))
        var other = Scene()
        other.list.press(.escape)
        #expect(other.list.state.context == .history)
        other.prepare()
        #expect(other.list.state.context == .history)
    }

    @Test("long lists are scrolled, on a small screen too")
    func scrolled() {
        var scene = Scene(columns: 80, rows: 24)
        let many = (0..<100).map { MaskedPlace(name: "n\($0)", place: "URL", times: 1, isSuspected: false) }
        scene.prepare(masked: many)
        #expect(scene.list.state.screen.contains("n0  URL") && !scene.list.state.screen.contains("n99  URL"))
        scene.list.press("G")
        #expect(scene.list.state.screen.contains("\"log\": {}"))
        scene.list.press("g")
        #expect(scene.list.state.screen.contains("n0  URL"))
    }

    @Test("without an answer there is nothing to share")
    func nothing() {
        var state = Explorers.state(columns: 100, rows: 30)
        state.press("3", "X")
        #expect(state.context == .response && state.screen.contains("Nothing to share yet"))
    }

    @Test("a form is written when it is chosen, and once")
    func onDemand() {
        var scene = Scene()
        scene.receive(
            PreparedShare(
                title: "GET", masked: [], shortNames: [], fileName: "a",
                contents: [.har: BodyStore(Array("{}\n".utf8))]))
        #expect(scene.orders.count == 1)
        scene.list.press(.tab)
        guard case .write(.curl, _)? = scene.orders.last else {
            Issue.record("the form is not asked for")
            return
        }
        #expect(scene.list.state.screen.contains("Preparing"))
        scene.receive(BodyStore(Array("curl http://b.test/\n".utf8)))
        #expect(scene.list.state.screen.contains("curl http://b.test/"))
        scene.list.press("h", .tab)
        #expect(scene.orders.count == 2 && scene.list.state.screen.contains("curl http://b.test/"))

        var early = Scene()
        early.list.press(.tab)
        #expect(early.orders.count == 1)
        early.receive(
            PreparedShare(
                title: "GET", masked: [], shortNames: [], fileName: "a",
                contents: [.har: BodyStore(Array("{}\n".utf8))]))
        guard case .write(.curl, _)? = early.orders.last else {
            Issue.record("the form that was chosen before is not asked for")
            return
        }
    }
}

extension Effect {
    fileprivate var isShare: Bool { if case .share = order { true } else { false } }
}

import BodyStore
import BodyView
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing

@testable import Explorer

/// The copy menu.
@Suite struct CopyingTests {
    /// A state that shows "Get user".
    private var state: ExplorerState {
        var state = Explorers.state()
        state.reveal("users/get.yml")
        return state
    }

    @Test("y lists what can be copied, and Enter copies the URL")
    func menu() throws {
        var state = state
        #expect(state.type("y").isEmpty)
        let screen = state.screen
        for title in ["URL", "Body", "Swift: NetworkRequest", "Swift: builder", "Swift: macros"] {
            #expect(screen.contains(title), "\(screen)")
        }
        let effects = state.press(.enter)
        guard let url = effects.first?.copiedText else {
            Issue.record("\(effects)")
            return
        }
        #expect(url == "http://127.0.0.1:8642/users/7?verbose=1")
    }

    @Test("the body cannot be copied before there is one")
    func noBody() {
        var state = state
        state.type("y")
        #expect(state.press(.down, .enter).isEmpty)
        #expect(state.status?.text == "No body yet: s sends the request.")
    }

    @Test("each form is written elsewhere and comes back to the clipboard", arguments: SwiftForm.allCases)
    func swift(form: SwiftForm) throws {
        var state = state
        state.type("y")
        state.type(form.title)
        let order = try #require(state.press(.enter).first)
        guard case .export(let export, form, _) = order.order else {
            Issue.record("\(order)")
            return
        }
        let text = export.text(form)
        #expect(text.contains("GetUser") && text.contains("id: 7") && text.contains("verbose: 1"))
        #expect(!text.contains("X-Off"))
        let done = update(&state, order.reply(text))
        #expect(done.first?.copiedText == text)
        #expect(state.status?.text.hasPrefix("Copied \(form.title), ") == true)
    }

    @Test("a later choice replaces one that is not done yet")
    func stale() throws {
        var state = state
        state.type("ybuilder")
        let first = try #require(state.press(.enter).first)
        state.type("ymacros")
        let second = try #require(state.press(.enter).first)
        #expect(first.key == second.key)
        #expect(update(&state, first.reply("a")).isEmpty)
        #expect(!update(&state, second.reply("b")).isEmpty)
    }

    @Test("a method without a macro cannot be copied as one, and says why")
    func refused() {
        var collection = Explorers.collection
        var purge = RequestDefinition()
        purge.method = "PURGE"
        purge.url = "{{baseUrl}}/x"
        collection.items.append(Explorers.item("purge.yml", purge))
        var state = Explorers.state(collection)
        state.reveal("purge.yml")
        state.type("ymacros")
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text.contains("no macro for the method PURGE") == true)
    }

    @Test("without a request there is nothing to copy")
    func nothing() {
        var state = Explorers.state(OpenCollection.Collection(name: "Empty"))
        state.type("y")
        #expect(state.overlays.isEmpty)
        #expect(state.status?.text == "No requests yet: n creates one.")
    }

    @Test("more than terminals take goes on its way, and nothing says yet that it is copied")
    func tooLong() throws {
        var scene = BodyScene(String(repeating: "x", count: Clip.terminalLimit + 1), kind: .text)
        let clip = try #require(scene.state.press("Y").first?.clip)
        #expect(clip.textForTerminal == nil && clip.byteCount == Clip.terminalLimit + 1)
        var bytes = 0
        clip.forEachPiece { bytes += $0.count }
        #expect(bytes == clip.byteCount)
        #expect(scene.state.status?.text == "Copying the body, 1.0 MB.")
    }

    @Test(
        "what is longer than terminals take is searched for secrets where there is time: none gets into a file unasked",
        arguments: [0, Clip.terminalLimit - 4, Clip.terminalLimit + 100])
    func longSecret(place: Int) throws {
        let body = String(repeating: "x", count: place) + "s3cret-value" + String(repeating: "y", count: 1 << 20)
        var scene = BodyScene(body, kind: .text)
        #expect(try #require(scene.state.press("Y").first?.clip).holdsSecrets == false)
        scene.state.secrets.insert(["s3cret-value"])
        let clip = try #require(scene.state.press("Y").first?.clip)
        #expect(!clip.isSecret && clip.holdsSecrets)
    }

    @Test("what was copied and how much of it is said")
    func words() {
        var scene = BodyScene("{\"a\": [1, 2]}")
        scene.press("Y")
        #expect(scene.state.status?.text == "Copied the body, 13 B")
        scene.press("j")
        scene.type("yvalue")
        scene.press(.enter)
        #expect(scene.copied.last == "[1, 2]")
        #expect(scene.state.status?.text == "Copied the value, 6 B")
    }

    @Test("of a body that still arrives it is said that it is what came so far")
    func soFar() throws {
        var scene = try SentScene(columns: 80, rows: 24)
        let store = BodyStore()
        try store.append(Data("{\"a\": [1,".utf8))
        scene.report(.receiving(ResponseHead(status: 200, headers: []), store))
        var document = BodyDocument(store: store, kind: .json)
        document.index.extend(over: store)
        scene.report(outcome: document) { if case .readLines = $0 { true } else { false } }
        scene.press("3", "y")
        #expect(scene.state.screen.contains("as far as it came; more is coming"))
        scene.press(.escape, "Y")
        #expect(scene.effects.last?.copiedText == "{\"a\": [1,")
        #expect(scene.state.status?.text == "Copied the body so far, 9 B")
    }

    @Test("of a body of the history that was too long to be kept it is said that it is the start")
    func start() throws {
        var scene = BodyScene("{\"a\": [1,")
        var kept = HistoryScene.past(HistoryScene.rows[0]).kept
        kept.responseBody = StoredBody(hash: "a", length: 900, keptLength: 9, wholeHash: "b")
        scene.state.session?.response?.past = PastMark(kept)
        scene.press("Y")
        #expect(scene.state.status?.text == "Copied the start of the body, 9 B")
    }

    @Test("the value of a line that is part of nothing larger is the line, as it was sent")
    func lines() {
        var table = BodyScene("name,note\nAnna,\"a, b\"\nBob,\n", kind: .table)
        table.press("j")
        table.type("yvalue")
        table.press(.enter)
        #expect(table.copied.last == "Anna,\"a, b\"")
        #expect(table.state.status?.text == "Copied the row 2, 11 B")
        var text = BodyScene("one\ntwo\n", kind: .text)
        text.type("yvalue")
        text.press(.enter)
        #expect(text.copied.last == "one" && text.state.status?.text == "Copied the line 1, 3 B")
        text.type("yjq path")
        text.press(.enter)
        #expect(text.state.status?.text == "Only JSON, XML and HTML fold and have places: V views it as another.")
    }

    @Test("a tab of the response is copied as it is shown, below what says when that was, in ISO 8601")
    func tab() {
        var scene = BodyScene("{}")
        scene.state.preferences.localSecondsFromGMT = 7200
        scene.press("]")
        scene.type("ytab")
        scene.press(.enter)
        #expect(
            scene.copied.last == """
                GET http://127.0.0.1/: \u{2713} 200 OK, 3.0 ms, 2023-11-15T00:13:20+02:00
                HTTP/1.1 200 OK
                Content-Type: application/json

                """)
        #expect(scene.state.status?.text.hasPrefix("Copied the tab Headers, ") == true)
    }

    @Test("the body is no tab to copy: it has a key of its own")
    func bodyIsNoTab() {
        var scene = BodyScene("{}")
        scene.type("ytab")
        scene.press(.enter)
        #expect(scene.copied.isEmpty && scene.state.status?.text == "The body is copied by Y.")
    }

    @Test("Z shows times in UTC, and local ones again")
    func utc() {
        var scene = BodyScene("{}", columns: 200)
        scene.state.preferences.localSecondsFromGMT = -19_800
        #expect(scene.state.screen.contains("16:43:20 -05:30"))
        scene.press("Z")
        #expect(scene.state.screen.contains("22:13:20 UTC"))
        #expect(scene.state.status?.text == "Times are shown in UTC.")
        scene.press("Z")
        #expect(scene.state.screen.contains("16:43:20 -05:30"))
    }
}

extension Effect {
    /// The clip that it copies.
    var clip: Clip? { if case .copy(let clip) = order { clip } else { nil } }
    /// The clip as text; nil if it is more than terminals take.
    var copiedText: String? { clip?.textForTerminal }
}

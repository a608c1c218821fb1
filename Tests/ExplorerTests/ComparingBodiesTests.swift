import BodyView
import Testing

@testable import Explorer

/// The differences from the response before.
@Suite struct ComparingBodiesTests {
    private func scene(_ old: String, _ new: String, kind: BodyKind = .json) -> BodyScene {
        var scene = BodyScene(old, kind: kind, columns: 120, rows: 40)
        scene.receive(new, kind: kind)
        return scene
    }

    private let old = #"{"id": 1, "at": "10:00", "tags": ["a", "b"]}"#
    private let new = #"{"id": 1, "at": "10:05", "tags": ["a"], "more": true}"#

    @Test("a line that differs has a mark, and where something is gone another one; the title counts them")
    func marks() {
        let scene = scene(old, new)
        #expect(
            scene.lines == [
                "1 {", "2   \"id\": 1,", "3▌  \"at\": \"10:05\",", "4   \"tags\": [", "5     \"a\"", "6▔  ],",
                "7▌  \"more\": true", "8 }",
            ])
        #expect(scene.state.screen.contains("3 lines differ"))
    }

    @Test("the same body is called the same; the first has nothing to be compared with")
    func same() {
        #expect(scene(old, old).state.screen.contains("· same ·"))
        let first = BodyScene(old)
        #expect(!first.state.screen.contains("same"))
    }

    @Test(
        "what a marker of the history stands for is no difference to the answer that follows it, nor to the one after a broken one"
    )
    func afterPast() throws {
        let content = try #require(HistoryScene(columns: 80, rows: 24).state.session?.draft.content)
        var past = ShownResponse(
            HistoryScene.past(HistoryScene.row(1, "users/get.yml", status: 200, after: -1)), content: content)
        past.whole.document = BodyScene(old).document
        var broken = ShownResponse(content: content, startedAt: Explorers.start)
        broken.follow(past)
        #expect(broken.whole.changes.isEarlierPast && broken.shownBody.changes.earlier != nil)
        var next = ShownResponse(content: content, startedAt: Explorers.start)
        next.follow(broken)
        #expect(next.whole.changes.isEarlierPast)
        next.whole = past.whole
        var last = ShownResponse(content: content, startedAt: Explorers.start)
        last.follow(next)
        #expect(!last.whole.changes.isEarlierPast)
    }

    @Test("# takes the marks away and brings them back")
    func switched() {
        var scene = scene(old, new)
        scene.press("#")
        #expect(!scene.lines.joined().contains("▌") && !scene.state.screen.contains("lines differ"))
        #expect(scene.state.status?.text == "Differences are not marked.")
        scene.press("#")
        #expect(scene.lines.joined().contains("▌"))
    }

    @Test(") and ( go from difference to difference, into what is folded")
    func steps() {
        var scene = scene(old, new)
        scene.press("g", ")")
        #expect(scene.line == 3)
        scene.press("g", "_", ")")
        #expect(scene.line == 3)
        scene.press(")")
        #expect(scene.line == 6)
        scene.press(")", ")")
        #expect(scene.line == 7 && scene.state.status?.text == "This is the last difference.")
        scene.press("(", "(", "(")
        #expect(scene.line == 3 && scene.state.status?.text == "This is the first difference.")
    }

    @Test("without an answer before, or without a difference, the keys say so")
    func nothing() {
        var first = BodyScene(old)
        first.press(")")
        #expect(first.state.status?.text == "There is no previous response: s sends it again.")
        var same = scene(old, old)
        same.press(")")
        #expect(same.state.status?.text == "The body is the same as in the previous response.")
    }

    @Test("what is another kind of body is not compared")
    func kinds() {
        var scene = BodyScene("a\n", kind: .text)
        scene.receive("[1]", kind: .json)
        #expect(scene.state.session?.response?.changes == nil)
    }
}

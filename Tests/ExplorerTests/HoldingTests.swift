import Testing
import TextGrid

@testable import Explorer

@Suite("A held answer")
struct HoldingTests {
    private func body(_ word: String, count: Int = 60) -> String {
        "[" + (0..<count).map { "\"\(word) \($0)\"" }.joined(separator: ",") + "]"
    }

    /// Returns a scene in which the first of two responses is held.
    private func scene(columns: Int = 200, rows: Int = 50) -> BodyScene {
        var scene = BodyScene(body("old"), columns: columns, rows: rows)
        scene.press("B")
        scene.receive(body("new"))
        return scene
    }

    private func text(of rect: Rect, _ state: ExplorerState) -> [String] {
        let grid = view(state)
        return (rect.row..<rect.endRow).map { row in
            grid.row(row).dropFirst(rect.column).prefix(rect.columns).map(\.grapheme).joined()
        }
    }

    @Test("stays beside the answers that come", arguments: [Size(columns: 80, rows: 24), Size(columns: 200, rows: 50)])
    func stays(size: Size) {
        let scene = scene(columns: size.columns, rows: size.rows)
        let (held, response) = (
            text(of: scene.state.layout.held, scene.state), text(of: scene.state.layout.response, scene.state)
        )
        #expect(held[0].contains(" 5 Held: Get user ") && held[0].contains("✓ 200 OK"))
        #expect(held.contains { $0.contains("old 0") } && !held.contains { $0.contains("new") })
        #expect(response.contains { $0.contains("new 0") } && !response.contains { $0.contains("old") })
    }

    @Test("stays when another request is shown")
    func otherRequest() {
        var scene = scene()
        scene.press("1", "j")
        #expect(scene.state.shown == "users/create.yml")
        #expect(text(of: scene.state.layout.held, scene.state).contains { $0.contains("old 0") })
    }

    @Test("scrolls by itself when it has the focus, to its end and no further")
    func scrolling() {
        var scene = scene()
        scene.press("5", .pageDown)
        #expect(scene.state.context == .held)
        let held = text(of: scene.state.layout.held, scene.state)
        #expect(!held.contains { $0.contains("old 0\"") })
        #expect(text(of: scene.state.layout.response, scene.state).contains { $0.contains("new 0\"") })
        scene.press("G")
        #expect(text(of: scene.state.layout.held, scene.state).contains { $0.contains("old 59\"") })
        scene.press("g")
        #expect(text(of: scene.state.layout.held, scene.state).contains { $0.contains("old 0\"") })
    }

    @Test("in step, each goes where the other goes")
    func inStep() {
        var scene = scene()
        scene.press("I", "5", .pageDown)
        let response = text(of: scene.state.layout.response, scene.state)
        #expect(!response.contains { $0.contains("new 0\"") })
        func first(_ rect: Rect, _ word: String) -> Substring? {
            text(of: rect, scene.state).first { $0.contains(word) }?.split(separator: "\"").dropFirst().first?
                .dropFirst(4)
        }
        #expect(first(scene.state.layout.response, "new") == first(scene.state.layout.held, "old"))
        scene.press("3", "G")
        #expect(text(of: scene.state.layout.held, scene.state).contains { $0.contains("old 59\"") })
        #expect(text(of: scene.state.layout.held, scene.state)[0].contains("in step"))
    }

    @Test("has tabs of its own")
    func tabs() {
        var scene = scene()
        scene.press("5", "]")
        #expect(text(of: scene.state.layout.held, scene.state)[1].contains("[Headers"))
        #expect(text(of: scene.state.layout.response, scene.state)[1].contains("[Body]"))
    }

    @Test("Tab goes to it, Esc back, and B lets it go")
    func releasing() {
        var scene = scene()
        scene.press(.tab)
        #expect(scene.state.focus == .held)
        scene.press(.escape)
        #expect(scene.state.focus == .response)
        scene.press(.tab, "B")
        #expect(scene.state.focus == .response && scene.state.layout.held.isEmpty)
        #expect(!scene.state.screen.contains("old 0"))
    }

    @Test("without an answer there is nothing to hold, nor to go to")
    func nothing() {
        var state = Explorers.state()
        state.press("B")
        #expect(state.status?.text == "No response to hold yet: s sends the request.")
        state.press("5")
        #expect(state.focus == .tree && state.status?.text.hasPrefix("No response is held") == true)
    }

    @Test("lines that are broken in the response are not those of the held answer")
    func wrapped() {
        var scene = scene()
        scene.press("W")
        #expect(text(of: scene.state.layout.held, scene.state).contains { $0.contains("old 0") })
        #expect(!text(of: scene.state.layout.held, scene.state).contains { $0.contains("new") })
    }
}

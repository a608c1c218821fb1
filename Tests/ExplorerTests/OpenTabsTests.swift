import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Tabs of open requests")
struct OpenTabsTests {
    /// The line of tabs; empty where there is none.
    private func line(_ state: ExplorerState) -> String {
        let rect = state.layout.tabs
        guard !rect.isEmpty else { return "" }
        return view(state).row(rect.row)[...].dropFirst(rect.column).map(\.grapheme).joined().trimmingSpaces
    }

    /// Two requests entered one after the other.
    private func two() -> ExplorerState {
        var state = Explorers.state()
        state.press(.enter, "1", "j", .enter)
        return state
    }

    @Test("moving in the tree opens nothing; entering does, and from two on there is a line")
    func entering() {
        var state = Explorers.state()
        state.press("j", "j", "k")
        #expect(state.current.opened.tabs.isEmpty)
        state.press("k", .enter)
        #expect(state.current.opened.tabs == ["users/get.yml"] && line(state).isEmpty)
        state.press("1", "j", .enter)
        #expect(line(state) == "GET Get user [POST Create user]")
    }

    @Test("sending from the tree opens what is sent, which is marked while it runs")
    func sending() {
        var state = Explorers.state()
        state.press("s", "j", "j", "s")
        #expect(state.current.opened.tabs.first == "users/get.yml" && state.current.opened.tabs.count == 2)
        #expect(line(state).contains("…GET Get user"))
    }

    @Test("what is only looked at stands behind the tabs until the cursor moves on")
    func preview() {
        var state = two()
        state.press("1", "j")
        #expect(state.shown == "secret.yml" && line(state) == "GET Get user  POST Create user [GET Secret]")
        state.press("k")
        #expect(line(state) == "GET Get user [POST Create user]")
    }

    @Test("{ and } go along the tabs, round the end")
    func walking() {
        var state = two()
        state.press("}")
        #expect(state.shown == "users/get.yml" && state.tree.cursor == "users/get.yml")
        state.press("{")
        #expect(state.shown == "users/create.yml")
    }

    @Test("with nothing else open they say so")
    func alone() {
        for key in ["{", "}"] as [KeyStroke] {
            var state = Explorers.state()
            state.press(key)
            #expect(state.status?.text.hasPrefix("Nothing else is open") == true)
            state.press(.enter, key)
            #expect(state.status?.text.hasPrefix("Nothing else is open") == true)
        }
    }

    @Test("a draft has its mark in the tab; Q closes the tab and keeps the draft")
    func closing() {
        var state = two()
        state.press("2", "i")
        state.type("x")
        state.press(.escape)
        #expect(line(state) == "GET Get user [POST Create user ●]")
        state.press("Q")
        #expect(state.shown == "users/get.yml" && line(state).isEmpty)
        #expect(state.status?.text == "Closed Create user; its draft is kept.")
        #expect(state.sessions["users/create.yml"]?.draft.isDirty == true)
        state.press("Q")
        #expect(state.current.opened.tabs.isEmpty && state.focus == .tree)
        state.press("Q")
        #expect(state.status?.text.hasPrefix("It has no tab") == true)
    }

    @Test("of many tabs those around the shown one are seen, with signs that there are more")
    func many() {
        let items = (0..<30).map { number in
            var definition = RequestDefinition()
            definition.name = "Request number \(number)"
            return Explorers.item(ItemPath("r\(number + 10).yml"), definition)
        }
        var state = Explorers.state(Collection(name: "Many", items: items))
        for _ in items { state.press(.enter, "1", "j") }
        #expect(line(state).hasPrefix("‹") && line(state).hasSuffix("[GET Request number 29]"))
        for _ in 0..<15 { state.press("{") }
        #expect(
            line(state).hasPrefix("‹") && line(state).hasSuffix("›") && line(state).contains("[GET Request number 14]"))
        state.press("}", "}")
        #expect(line(state).contains("[GET Request number 16]"))
    }

    @Test("a tab of something that is gone is passed over")
    func gone() {
        var state = two()
        state.current.opened.tabs.insert("users/gone.yml", at: 0)
        #expect(line(state) == "GET Get user [POST Create user]")
        state.press("}")
        #expect(state.shown == "users/get.yml")
    }
}

import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Finding in what is only read")
struct TextFindingTests {
    private func state(_ lines: [String]) -> ExplorerState {
        var state = Explorers.state()
        state.overlays.append(ReportState(title: "Report", lines: lines))
        return state
    }

    @Test("/ looks for text, n and N go on round the ends, and the line is brought into view")
    func report() {
        var state = state((0..<100).map { $0 % 40 == 5 ? "here it Is \($0)" : "line \($0)" })
        #expect(!state.screen.contains("here it Is 45"))
        state.press("/")
        state.type("it is")
        state.press(.enter)
        #expect(state.screen.contains("1 of 3 lines with \"it is\""))
        state.press("n")
        #expect(state.screen.contains("here it Is 45") && state.screen.contains("2 of 3 lines"))
        state.press("n", "n")
        #expect(state.screen.contains("here it Is 5") && state.screen.contains("1 of 3 lines"))
        state.press("N")
        #expect(state.screen.contains("here it Is 85") && state.screen.contains("3 of 3 lines"))
        #expect(view(state).cells.filter { $0.style == .matchAtHand }.map(\.grapheme).joined() == "it Is")
    }

    @Test("what is not there is said, and n without a text says what to do")
    func missing() {
        var state = state(["one", "two"])
        state.press("n")
        #expect(state.screen.contains("No search yet: / starts one."))
        state.press("/")
        state.type("three")
        state.press(.enter)
        #expect(state.screen.contains("No line contains \"three\"."))
        state.press("q")
        #expect(state.overlays.isEmpty)
    }

    @Test("among environments to send to, the cursor goes to the one that is found")
    func environments() {
        var state = SeveralEnvironments.state()
        state.press("&", "/")
        state.type("prod")
        state.press(.enter)
        guard let list = state.overlays.last as? SendToState else {
            Issue.record("the list is gone")
            return
        }
        #expect(list.list.cursor == "prod" && state.screen.contains("1 of 1 line with \"prod\""))
    }

    @Test(
        "the text is marked wherever it stands in a line, whatever stands before it",
        arguments: [("aXbxc", "x", ["X", "x"]), ("日本x", "x", ["x"]), ("aaa", "aa", ["aa"]), ("ö", "x", [])])
    func marks(line: String, text: String, found: [String]) {
        #expect(TextMatcher(text).ranges(in: line).map { String(line[$0]) } == found)
    }
}

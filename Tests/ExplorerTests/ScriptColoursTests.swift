import OpenCollection
import Testing

@testable import Explorer

@Suite struct ScriptColoursTests {
    private func runs(_ lines: [String]) -> [[String]] {
        zip(lines, ScriptTokens.tokens(of: lines, in: 0..<lines.count)).map {
            ScriptColours.runs($0, $1).map(\.text)
        }
    }

    @Test(
        "nothing of a line is lost in its runs, whatever is broken in it",
        arguments: ["/* a\nb */ var c = `\nd`", "`${\nvar x", "/*\n/*", "'\\\nvar x", "/[\n}}}`\n\\\n/", "`${`${`"])
    func whole(_ script: String) {
        let lines = script.split(separator: "\n").map(String.init)
        #expect(runs(lines).map { $0.joined() } == lines)
    }

    @Test("a run is a token, or what is between two")
    func parts() {
        #expect(runs(["é 1 x"]) == [["é ", "1", " x"]])
    }
}

import Testing
import TextGrid

@testable import ExplorerKit

@Suite struct ScriptColoursTests {
    /// The parts of a script with their styles' letters: w(ord), s(tring), n(umber), c(omment).
    private func parts(_ script: String) -> [String] {
        let letters: [Style: String] = [.jsonWord: "w", .jsonString: "s", .jsonNumber: "n", .dimmed: "c"]
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return zip(lines, ScriptColours.parts(of: lines, in: 0..<lines.count)).flatMap { line, parts in
            parts.map { "\(letters[$0.style] ?? "?")\(String(Array(line)[$0.columns]))" }
        }
    }

    @Test(
        "words, texts, numbers, comments and regular expressions have their parts",
        arguments: [
            ("const a = 1.5e3;", ["wconst", "n1.5e3"]),
            ("x.catch(of)", ["wof"]),
            ("let s = \"a\\\"b\" + 'c';", ["wlet", "s\"a\\\"b\"", "s'c'"]),
            ("a / b / c // d", ["c// d"]),
            ("return /a[/]b\\/c/gi.test(x)", ["wreturn", "s/a[/]b\\/c/gi"]),
            ("f(1) / 2", ["n1", "n2"]),
            ("this / 2 / 3", ["wthis", "n2", "n3"]),
            ("a /* b\nc */ d", ["c/* b", "cc */"]),
            ("`a ${ {b: `c`}.b } d\ne` + 1", ["s`a ${", "s`c`", "s} d", "se`", "n1"]),
            ("'never closed\nnull", ["s'never closed", "wnull"]),
        ])
    func table(_ script: String, _ expected: [String]) {
        #expect(parts(script) == expected)
    }

    @Test("the lines of a range are those of the whole script, and nothing is lost in runs")
    func range() {
        let lines = ["/* a", "b */ var c = `", "d`"]
        let all = ScriptColours.parts(of: lines, in: 0..<3)
        #expect(ScriptColours.parts(of: lines, in: 1..<3) == Array(all[1...]))
        for (line, parts) in zip(lines, all) {
            #expect(ScriptColours.runs(line, parts).map(\.text).joined() == line)
        }
        #expect(
            ScriptColours.runs("é 1 x", ScriptColours.parts(of: ["é 1 x"], in: 0..<1)[0]).map(\.text) == [
                "é ", "1", " x",
            ])
    }

    @Test("what is broken is read to its end", arguments: ["`${", "/*", "'\\", "/[", "}}}`", "\\", "/", "${`${`"])
    func broken(_ script: String) {
        let lines = [script, script, "var x"]
        for (line, parts) in zip(lines, ScriptColours.parts(of: lines, in: 0..<3)) {
            #expect(ScriptColours.runs(line, parts).map(\.text).joined() == line)
        }
    }
}

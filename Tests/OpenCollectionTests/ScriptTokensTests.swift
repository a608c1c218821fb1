import Testing

@testable import OpenCollection

@Suite struct ScriptTokensTests {
    /// The tokens of a script with the letters of their kinds: w(ord), s(tring), n(umber), c(omment).
    private func tokens(_ script: String) -> [String] {
        let letters: [ScriptTokens.Kind: String] = [.word: "w", .text: "s", .number: "n", .comment: "c"]
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return zip(lines, ScriptTokens.tokens(of: lines, in: 0..<lines.count)).flatMap { line, tokens in
            tokens.map { "\(letters[$0.kind] ?? "?")\(String(Array(line)[$0.columns]))" }
        }
    }

    @Test(
        "words, texts, numbers, comments and regular expressions are told apart",
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
        #expect(tokens(script) == expected)
    }

    @Test("the lines of a range are those of the whole script")
    func range() {
        let lines = ["/* a", "b */ var c = `", "d`"]
        let all = ScriptTokens.tokens(of: lines, in: 0..<3)
        #expect(ScriptTokens.tokens(of: lines, in: 1..<3) == Array(all[1...]))
    }

    @Test("what is broken is read to its end", arguments: ["`${", "/*", "'\\", "/[", "}}}`", "\\", "/", "${`${`"])
    func broken(_ script: String) {
        let lines = [script, script, "var x"]
        for (line, tokens) in zip(lines, ScriptTokens.tokens(of: lines, in: 0..<3)) {
            #expect(tokens.allSatisfy { $0.columns.upperBound <= line.count })
        }
    }
}

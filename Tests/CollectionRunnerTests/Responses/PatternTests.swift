import OpenCollection
import Testing

@testable import CollectionRunner

@Suite struct PatternTests {
    private func matches(_ pattern: String, _ text: String) -> String {
        do throws(NoValue) {
            return try JavaScriptPattern(pattern).matches(text) { false } ? "yes" : "no"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "a pattern means what it means in JavaScript, where ICU would read it otherwise",
        arguments: [
            ("\\d", "٣", false), ("\\w", "é", false), ("\\W", "é", true), ("a$", "a\n", false), ("^b", "a\nb", false),
            (".", "\u{85}", true), (".", "\u{2028}", false), ("[^]", "\n", true), ("a[]", "a", false),
            ("\\s", "\u{FEFF}", true),
            ("\\S", "\u{FEFF}", false), ("\\bé", "é", false), ("a\\b", "aé", true), ("a\\B", "ab", true),
            ("[\\w-]+$", "a-b", true), ("^[\\w-.]+$", "a.b-c", true), ("^[\\w-\\.]+$", "a.b-c", true),
            ("[+-\\d]", "5", true), ("[.-\\w]", ":", false), ("[\\d-x]", "-", true), ("[\\d-x]", "y", false),
            ("a{", "a{", true), ("{a}", "{a}", true), ("a{,2}$", "a{,2}", true), ("a{2}$", "aa", true),
            ("a{2,}$", "aaa", true),
            ("a{1,2}?$", "aa", true), ("]", "]", true), ("[[]", "[", true), ("[a&&b]", "&", true), ("[a[b]", "[", true),
            ("[[:alpha:]]", ":]", true), ("\\Qa\\E", "QaE", true), ("\\A", "A", true), ("\\h", "h", true),
            ("\\p{L}", "p{L}", true),
            ("\\/", "/", true), ("\\-", "-", true), ("\\x41\\u0042", "AB", true), ("\\x4", "x4", true),
            ("\\0", "\0", true),
            ("[\\b]", "\u{8}", true), ("[^\\d\\s]", "a", true), ("[^\\D]", "a", false), ("(a)\\1", "aa", true),
            ("(?<n>a)\\k<n>", "aa", true), ("(?=a)a", "a", true), ("(?<!b)a", "ba", false), ("a.c", "abc", true),
            ("a|b", "b", true),
            ("#a b", "#a b", true), ("[a-c]+$", "abc", true), ("[-a]", "-", true), ("[a-]", "-", true),
            ("\\.", "a", false),
        ])
    func meaning(_ pattern: String, _ text: String, _ isFound: Bool) {
        #expect(matches(pattern, text) == (isFound ? "yes" : "no"))
    }

    @Test(
        "what JavaScript does not read is not tried, though ICU would",
        arguments: [
            "(?i)a", "a++", "a*+", "(?>a)", "*a", "a(", "[a", "[a\\]", "\\2(a)", "(?#x)", "a**", "[a--b]", "\\cA", "\\",
        ])
    func refused(_ pattern: String) {
        #expect(matches(pattern, "a").hasPrefix("notEvaluated"))
    }

    @Test("a pattern that would take for ever is stopped")
    func takesTooLong() {
        var sample = ResponseSample("{\"a\": \"\(String(repeating: "a", count: 60))b\"}")
        sample.hasNoTime = true
        #expect(
            sample.judge("res.body.a", "notMatches", "(a+)+$")
                == "not evaluated: the pattern takes too long on this text")
    }

    @Test("a hundred assertions have one bound together: what is left is not evaluated, never passed")
    func hundred() {
        var sample = ResponseSample("{\"a\": \"\(String(repeating: "a", count: 60))b\"}")
        sample.hasNoTime = true
        var definition = RequestDefinition()
        definition.assertions = (0..<100).map { _ in Assertion("res.body.a", "notMatches", "(a+)+$") }
        definition.assertions.append(Assertion("res.status", "eq", "200"))
        let words = sample.results(definition).assertions.map(\.words)
        #expect(words.allSatisfy { $0.hasPrefix("not evaluated: ") } && words.count == 101)
        #expect(words.last == "not evaluated: those before it took more than 10 seconds")
    }

    @Test("a pattern that ICU gives up is not evaluated, whichever way it is asked")
    func takesTooMuchMemory() {
        let sample = ResponseSample("{\"a\": \"\(String(repeating: "a", count: 2_000_000))\"}")
        #expect(
            sample.judge("res.body.a", "notMatches", "^(a|b)*c")
                == "not evaluated: the pattern needs too much memory on this text")
    }
}

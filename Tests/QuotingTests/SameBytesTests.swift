import Quoting
import TestSupport
import Testing

@Suite("Texts by their bytes")
struct SameBytesTests {
    private struct Row: Equatable {
        var name: String
        var values: [String?]
        var kind: Kind
    }
    private enum Kind: Equatable {
        case text(String)
        case none
    }

    @Test("texts that Swift takes for equal differ when their bytes do", arguments: HostileWord.canonicalPairs)
    func pairs(_ one: String, _ other: String) {
        #expect(one == other && !one.hasSameBytes(as: other) && one.hasSameBytes(as: one))
        #expect(!"\(one)x".beginsWithBytes(of: other))
        #expect(differ(one, other) && !differ(one, one))
        let row = Row(name: "a", values: [one, nil], kind: .text(one))
        #expect(differ(row, Row(name: "a", values: [other, nil], kind: .text(one))))
        #expect(differ(row, Row(name: "a", values: [one, nil], kind: .text(other))))
        #expect(!differ(row, row) && differ(row, Row(name: "a", values: [one], kind: .none)))
    }

    @Test("what a mark hides from Swift is replaced")
    func replacing() {
        #expect("a|\u{301}b|".replacingBytes(of: "|", with: "-").hasSameBytes(as: "a-\u{301}b-"))
        #expect("abc".replacingBytes(of: "", with: "-") == "abc" && "aaa".replacingBytes(of: "aa", with: "b") == "ba")
    }

    @Test("a mark or a joiner hides no delimiter, and no end", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\r\n"])
    func delimiters(mark: String) throws {
        let (before, after) = try #require("a\u{D4E}=\(mark)b=c".cut(at: "="))
        #expect(before.hasSameBytes(as: "a\u{D4E}") && after.hasSameBytes(as: "\(mark)b=c"))
        #expect("ab".cut(at: "=") == nil)
        let parts = "&\(mark)a\u{D4E}&&".split(at: "&")
        #expect(parts.map { Array($0.utf8) } == ["", "\(mark)a\u{D4E}", "", ""].map { Array($0.utf8) })
        #expect("a\u{D4E}.yml".endsWithBytes(of: ".yml") && !"ml".endsWithBytes(of: ".yml"))
        #expect("a\u{D4E}.yml".droppingBytes(behind: ".yml").hasSameBytes(as: "a\u{D4E}"))
        #expect(
            "/\(mark)a".droppingBytes(before: "/").hasSameBytes(as: "\(mark)a") && "a".droppingBytes(before: "/") == "a"
        )
        #expect("a://\(mark)".containsBytes(of: "://") && !"a:/".containsBytes(of: "://"))
    }

    @Test("texts that Swift takes for equal are two keys", arguments: HostileWord.canonicalPairs)
    func keys(_ one: String, _ other: String) {
        #expect(Set([one, other].map(ExactText.init)).count == 2 && ExactText(one) == ExactText(one))
        #expect([one].containsBytes(of: one) && ![one].containsBytes(of: other))
    }

    @Test("a mark behind a blank stays when blanks are trimmed")
    func trimming() {
        #expect(" \t\u{301}b \u{301}\n".trimmingWhitespaceScalars().hasSameBytes(as: "\u{301}b \u{301}"))
        #expect("\r\n \u{A0}".trimmingWhitespaceScalars().isEmpty)
    }
}

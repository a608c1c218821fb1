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

    @Test("a mark behind a blank stays when blanks are trimmed")
    func trimming() {
        #expect(" \t\u{301}b \u{301}\n".trimmingBlankScalars().hasSameBytes(as: "\u{301}b \u{301}"))
        #expect("\r\n \u{A0}".trimmingBlankScalars().isEmpty)
    }
}

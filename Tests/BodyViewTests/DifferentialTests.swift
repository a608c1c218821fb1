import Foundation
import Testing

@testable import BodyView

/// A text about which Foundation's parser and this one do not agree.
struct KnownDifference: Sendable, CustomTestStringConvertible {
    var id: String
    var bytes: [UInt8]
    var isAccepted: Bool
    var reason: String
    var testDescription: String { id }

    init(_ id: String, _ text: String, isAccepted: Bool, _ reason: String) {
        self.init(id, Array(text.utf8), isAccepted: isAccepted, reason)
    }

    init(_ id: String, _ bytes: [UInt8], isAccepted: Bool, _ reason: String) {
        (self.id, self.bytes, self.isAccepted, self.reason) = (id, bytes, isAccepted, reason)
    }
}

/// The scanner and layout beside Foundation's parser, where both are not the same on purpose. ``JSONFuzzTests`` leaves these out.
@Suite struct DifferentialTests {
    static let differences = [
        KnownDifference(
            "a comma behind the last element", "[1,]", isAccepted: false, "RFC 8259, section 5: a value follows a comma"
        ),
        KnownDifference(
            "a comma behind the last member", "{\"a\":1,}", isAccepted: false,
            "RFC 8259, section 4: a member follows a comma"),
        KnownDifference(
            "a number too large for a Double", "1e400", isAccepted: true,
            "section 6 sets no limit, and it is shown as written"),
        KnownDifference(
            "half of a pair", #""\ud83d""#, isAccepted: true,
            "section 7 allows the escape; section 8.2: what it means is open"),
        KnownDifference(
            "the other half", #"["\ude00x"]"#, isAccepted: true, "as above"),
        KnownDifference(
            "no UTF-8 in a string", [0x22, 0xFF, 0x22], isAccepted: true,
            "section 8.1 forbids it; a person who looks at it wants to see the rest, and where it is"),
        KnownDifference(
            "a surrogate as UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], isAccepted: true, "as above"),
        KnownDifference(
            "513 levels", String(repeating: "[", count: 513) + String(repeating: "]", count: 513), isAccepted: true,
            "section 9 allows a limit; this one is \(Nesting.maximumDepth)"),
        KnownDifference(
            "NUL between brackets", [0x5B, 0, 0x5D, 0], isAccepted: false,
            "it is guessed to be UTF-16; section 8.1: UTF-8"),
    ]

    @Test("where Foundation says otherwise, it is known why", arguments: differences)
    func known(difference: KnownDifference) {
        #expect((document(difference.bytes, .json).index.fault == nil) == difference.isAccepted)
        // Other platforms have another implementation.
        #if !canImport(Darwin)
            #expect((FoundationJSON.object(difference.bytes) != nil) != difference.isAccepted)
        #endif
    }

    @Test("names that are canonically equivalent are two names; Foundation keeps one")
    func equivalentNames() throws {
        let store = document("{\"\u{E9}\":1,\"e\u{301}\":2}", .json).store
        let tree = try #require(store.withJSONTokens { JSONTree(&$0) })
        guard case .object(let members) = tree else { return #expect(Bool(false)) }
        #expect(members.count == 2)
        #expect(tree.means(["\u{E9}": 2]) && tree.means(["e\u{301}": 1]) && !tree.means(["\u{E9}": 3]))
    }

    @Test(
        "two values that differ are told apart",
        arguments: [
            ("1", "2"), ("1", "true"), ("0", "false"), ("null", "0"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"),
            ("{}", "[]"),
            ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":1}", "{\"a\":1,\"b\":1}"), ("\"a\"", "\"A\""), ("1.5", "1.25"),
            ("9007199254740993", "9007199254740992"), ("\"\u{E9}\"", "\"e\u{301}\""),
        ])
    func reported(one: String, other: String) throws {
        let tree = try #require(document(one, .json).store.withJSONTokens { JSONTree(&$0) })
        #expect(tree.means(try #require(FoundationJSON.object(one.utf8))))
        #expect(!tree.means(try #require(FoundationJSON.object(other.utf8))))
    }
}

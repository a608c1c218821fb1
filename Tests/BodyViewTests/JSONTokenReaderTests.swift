import BodyStore
import Testing

@testable import BodyView

/// A JSON body as tokens.
@Suite struct JSONTokenReaderTests {
    private func tokens(_ text: String, upTo limit: Int = .max, isFinished: Bool = true) -> (
        all: [JSONToken], isWhole: Bool
    ) {
        let store = BodyStore()
        Array(text.utf8).withUnsafeBytes { try? store.append($0) }
        if isFinished { store.finish() }
        return store.withJSONTokens(upTo: limit) { reader in
            var all: [JSONToken] = []
            while let token = reader.next() { all.append(token) }
            return (all, reader.isWhole)
        }
    }

    @Test("keys are told from strings, numbers come as written, order and duplicates stay")
    func everyKind() {
        let found = tokens(
            "\u{FEFF} {\"a\" : [1.50, -0, 1E+2, true, false, null, \"a\"], \"a\": {\"b\": \"c\"}, \"d\":[]}\n")
        #expect(
            found.all == [
                .beginObject, .key("a"), .beginArray, .number("1.50"), .number("-0"), .number("1E+2"), .bool(true),
                .bool(false), .null, .string("a"), .endArray, .key("a"), .beginObject, .key("b"), .string("c"),
                .endObject,
                .key("d"), .beginArray, .endArray, .endObject,
            ])
        #expect(found.isWhole)
    }

    @Test(
        "escapes are undone; half of a pair becomes the replacement character",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "é\u{0}"),
            (#""\ud83d\ude00""#, "😀"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""é\\u0041""#, #"é\u0041"#),
        ] as [(String, String)])
    func escapes(text: String, value: String) { #expect(tokens(text).all == [.string(value)]) }

    @Test(
        "what is no JSON ends the tokens before it, and what is cut off is left out",
        arguments: [
            ("[1,2", [.beginArray, .number("1")]), ("[1,tru", [.beginArray, .number("1")]),
            (#"["a","b"#, [.beginArray, .string("a")]),
            ("[1 }", [.beginArray, .number("1")]), ("[1] x", [.beginArray, .number("1"), .endArray]), ("", []),
            ("x", []),
            (#"["a\"#, [.beginArray]), ("[\"\u{0}\"]", [.beginArray]),
        ] as [(String, [JSONToken])])
    func ends(text: String, expected: [JSONToken]) {
        let found = tokens(text)
        #expect(found.all == expected)
        #expect(!found.isWhole)
    }

    @Test("a limit, or a body that still grows, gives a beginning")
    func beginnings() {
        #expect(tokens("[10,20,30]", upTo: 6).all == [.beginArray, .number("10")])
        #expect(!tokens("[10,20,30]", upTo: 6).isWhole)
        #expect(!tokens("[1]", isFinished: false).isWhole)
        #expect(tokens("12", isFinished: false).all.isEmpty)
        #expect(tokens("12").all == [.number("12")])
    }
}

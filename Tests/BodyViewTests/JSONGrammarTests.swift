import BodyStore
import Testing

@testable import BodyView

/// A text of the grammar's table: what becomes of it, and by which number of RFC 8259.
struct GrammarRow: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable, Hashable {
        /// The lines that it is laid out in.
        case lines([String])
        /// The first byte with which it is no JSON, and why.
        case fault(Int, String)
    }
    var id: String
    var bytes: [UInt8]
    var outcome: Outcome
    var testDescription: String { id }

    init(_ id: String, _ text: String, _ lines: String...) {
        (self.id, bytes, outcome) = (id, Array(text.utf8), .lines(lines))
    }

    init(_ id: String, _ bytes: [UInt8], _ lines: String...) {
        (self.id, self.bytes, outcome) = (id, bytes, .lines(lines))
    }

    init(_ id: String, _ text: String, _ offset: Int, _ reason: String) {
        (self.id, bytes, outcome) = (id, Array(text.utf8), .fault(offset, reason))
    }

    init(_ id: String, _ bytes: [UInt8], _ offset: Int, _ reason: String) {
        (self.id, self.bytes, outcome) = (id, bytes, .fault(offset, reason))
    }
}

/// RFC 8259 by number: each production and its corners, accepted as laid out or refused at the exact byte.
@Suite("The grammar of JSON by number")
struct JSONGrammarTests {
    static let after = "expected nothing after the value, found"

    static let structure = [
        GrammarRow("2: no value", "", 0, "the body ends before a value"),
        GrammarRow("2: blanks alone", " \t\r\n", 4, "the body ends before a value"),
        GrammarRow("2: the four blanks around a value", " \t\r\n1 \t\r\n", "1"),
        GrammarRow(
            "2: blanks around all six structural characters", " [ 1 , { \"a\" : 2 } ] ", "[", "  1,", "  {",
            "    \"a\": 2", "  }", "]"),
        GrammarRow("2: no blanks anywhere", "[1,{\"a\":2}]", "[", "  1,", "  {", "    \"a\": 2", "  }", "]"),
        GrammarRow("2: a vertical tab", "\u{0B}1", 0, "expected a value, found byte 0x0B"),
        GrammarRow("2: a form feed", "[\u{0C}]", 1, "expected a value or `]`, found byte 0x0C"),
        GrammarRow("2: NUL before", "\u{0}1", 0, "expected a value, found byte 0x00"),
        GrammarRow("2: NUL behind", "1\u{0}", 1, after + " byte 0x00"),
        GrammarRow("2: a no-break space", "[\u{A0}1]", 1, "expected a value or `]`, found byte 0xC2"),
        GrammarRow("2: a line separator", "[1\u{2028}]", 2, "expected `,` or `]`, found byte 0xE2"),
        GrammarRow("2: a word joiner", "\u{2060}[]", 0, "expected a value, found byte 0xE2"),
        GrammarRow("2: an escape", "[\u{1B}[0m]", 1, "expected a value or `]`, found byte 0x1B"),
        GrammarRow("2: an escaped blank", "[\\n]", 1, "expected a value or `]`, found `\\`"),
        GrammarRow("2: a comment to the end of the line", "// one\n1", 0, "expected a value, found `/`"),
        GrammarRow("2: a comment within", "[1/**/]", 2, "expected `,` or `]`, found `/`"),
        GrammarRow("2: two values", "1 2", 2, after + " `2`"),
        GrammarRow("2: a comma behind", "[],", 2, after + " `,`"),
        GrammarRow("2: a colon alone", ":", 0, "expected a value, found `:`"),
        GrammarRow("2: a comma alone", ",", 0, "expected a value, found `,`"),
        GrammarRow("2: a brace that closes nothing", "}", 0, "expected a value, found `}`"),
        GrammarRow("2: a bracket that closes nothing", "]", 0, "expected a value, found `]`"),
    ]

    static let values = [
        GrammarRow("3: true", "true", "true"), GrammarRow("3: false", "false", "false"),
        GrammarRow("3: null", "null", "null"),
        GrammarRow("3: all in an array", "[true,false,null]", "[", "  true,", "  false,", "  null", "]"),
        GrammarRow("3: a capital", "True", 0, "expected a value, found `T`"),
        GrammarRow("3: capitals", "NULL", 0, "expected a value, found `N`"),
        GrammarRow("3: a capital within", "nUll", 1, "expected `null`, found `U`"),
        GrammarRow("3: cut off at the end", "fals", 4, "the body ends inside `false`"),
        GrammarRow("3: cut off before a bracket", "[tru]", 4, "expected `true`, found `]`"),
        GrammarRow("3: cut off before a blank", "nul ", 3, "expected `null`, found ` `"),
        GrammarRow("3: a letter too many", "truee", 4, after + " `e`"),
        GrammarRow("3: two without a comma", "[truefalse]", 5, "expected `,` or `]`, found `f`"),
        GrammarRow("3: undefined", "undefined", 0, "expected a value, found `u`"),
        GrammarRow("3: a star", "*", 0, "expected a value, found `*`"),
        GrammarRow("3: a string at top level", "\"a\"", "\"a\""),
        GrammarRow("3: an empty string at top level", "\"\"", "\"\""),
        GrammarRow("3: a number at top level", "-1.5e3", "-1.5e3"),
    ]

    static let objects = [
        GrammarRow("4: empty", "{}", "{}"), GrammarRow("4: empty with blanks", "{ \n }", "{}"),
        GrammarRow("4: one member", "{\"a\":1}", "{", "  \"a\": 1", "}"),
        GrammarRow("4: an empty name", "{\"\":0}", "{", "  \"\": 0", "}"),
        GrammarRow(
            "4: equal names stay, in order", "{\"b\":1,\"a\":2,\"b\":1}", "{", "  \"b\": 1,", "  \"a\": 2,",
            "  \"b\": 1", "}"),
        GrammarRow(
            "4: equal names, one of them escaped", #"{"a":1,"\u0061":2}"#, "{", "  \"a\": 1,", #"  "\u0061": 2"#, "}"),
        GrammarRow("4: nested", "{\"a\":{\"b\":{}}}", "{", "  \"a\": {", "    \"b\": {}", "  }", "}"),
        GrammarRow("4: a name with NUL escaped", #"{"\u0000":1}"#, "{", #"  "\u0000": 1"#, "}"),
        GrammarRow("4: a name that needs escapes", #"{"\"":1}"#, "{", #"  "\"": 1"#, "}"),
        GrammarRow("4: no colon", "{\"a\" 1}", 5, "expected `:`, found `1`"),
        GrammarRow("4: two colons", "{\"a\"::1}", 5, "expected a value, found `:`"),
        GrammarRow("4: a comma for a colon", "{\"a\",1}", 4, "expected `:`, found `,`"),
        GrammarRow("4: an equals sign", "{\"a\"=1}", 4, "expected `:`, found `=`"),
        GrammarRow("4: a name without a value", "{\"a\"}", 4, "expected `:`, found `}`"),
        GrammarRow("4: a colon without a value", "{\"a\":}", 5, "expected a value, found `}`"),
        GrammarRow("4: a colon without a name", "{:1}", 1, "expected a name in quotes or `}`, found `:`"),
        GrammarRow("4: a trailing comma", "{\"a\":1,}", 7, "expected a name in quotes, found `}`"),
        GrammarRow("4: two commas", "{\"a\":1,,\"b\":2}", 7, "expected a name in quotes, found `,`"),
        GrammarRow("4: a leading comma", "{,\"a\":1}", 1, "expected a name in quotes or `}`, found `,`"),
        GrammarRow("4: a comma alone", "{,}", 1, "expected a name in quotes or `}`, found `,`"),
        GrammarRow("4: no comma", "{\"a\":1 \"b\":2}", 7, "expected `,` or `}`, found `\"`"),
        GrammarRow("4: a name that is a number", "{1:1}", 1, "expected a name in quotes or `}`, found `1`"),
        GrammarRow("4: a name that is a literal", "{null:1}", 1, "expected a name in quotes or `}`, found `n`"),
        GrammarRow("4: a name that is an array", "{[]:1}", 1, "expected a name in quotes or `}`, found `[`"),
        GrammarRow("4: a name without quotes", "{a:1}", 1, "expected a name in quotes or `}`, found `a`"),
        GrammarRow("4: a name in single quotes", "{'a':1}", 1, "expected a name in quotes or `}`, found `'`"),
        GrammarRow("4: closed by a bracket", "{\"a\":1]", 6, "expected `,` or `}`, found `]`"),
        GrammarRow("4: not closed", "{", 1, "the body ends inside an object"),
        GrammarRow("4: ends behind a name", "{\"a\"", 4, "the body ends inside an object"),
        GrammarRow("4: ends behind a colon", "{\"a\":", 5, "the body ends inside an object"),
        GrammarRow("4: ends behind a value", "{\"a\":1", 6, "the body ends inside an object"),
        GrammarRow("4: ends behind a comma", "{\"a\":1,", 7, "the body ends inside an object"),
        GrammarRow("4: closed twice", "{}}", 2, after + " `}`"),
    ]

    static let arrays = [
        GrammarRow("5: empty", "[]", "[]"), GrammarRow("5: empty with blanks", "[ \t ]", "[]"),
        GrammarRow("5: kinds may differ", "[1,\"a\",null,[]]", "[", "  1,", "  \"a\",", "  null,", "  []", "]"),
        GrammarRow("5: an empty string in it", "[\"\"]", "[", "  \"\"", "]"),
        GrammarRow("5: nested", "[[[]]]", "[", "  [", "    []", "  ]", "]"),
        GrammarRow("5: a trailing comma", "[1,]", 3, "expected a value, found `]`"),
        GrammarRow("5: a leading comma", "[,1]", 1, "expected a value or `]`, found `,`"),
        GrammarRow("5: a comma alone", "[,]", 1, "expected a value or `]`, found `,`"),
        GrammarRow("5: two commas", "[1,,2]", 3, "expected a value, found `,`"),
        GrammarRow("5: no comma", "[1 2]", 3, "expected `,` or `]`, found `2`"),
        GrammarRow("5: no comma before an array", "[3[4]]", 2, "expected `,` or `]`, found `[`"),
        GrammarRow("5: a colon for a comma", "[\"\":1]", 3, "expected `,` or `]`, found `:`"),
        GrammarRow("5: closed by a brace", "[1}", 2, "expected `,` or `]`, found `}`"),
        GrammarRow("5: an empty one closed by a brace", "[}", 1, "expected a value or `]`, found `}`"),
        GrammarRow("5: closed crosswise", "[{]}", 2, "expected a name in quotes or `}`, found `]`"),
        GrammarRow("5: not closed", "[", 1, "the body ends inside an array"),
        GrammarRow("5: ends behind a value", "[\"\"", 3, "the body ends inside an array"),
        GrammarRow("5: ends behind a comma", "[1,", 3, "the body ends inside an array"),
        GrammarRow("5: ends in lines", "[1,\n1\n,1", 8, "the body ends inside an array"),
        GrammarRow("5: closed twice", "[]]", 2, after + " `]`"),
        GrammarRow("5: an ellipsis", "[1,...]", 3, "expected a value, found `.`"),
    ]

    static let numbers =
        // Every alternative of [ minus ] int [ frac ] [ exp ].
        [
            "0", "-0", "7", "-7", "10", "1234567890", "0.0", "-0.5", "1.0", "10.01", "0e0", "0E0", "-0e-0", "1e1",
            "1E1", "1e+1",
            "1E+1", "1e-1", "1E-01", "1e00", "1.5e3", "-1.5E-3", "0.000e+000", "9007199254740993",
            "18446744073709551616",
            "123123e100000", "0.4e00669999999999999999999999999999999999999999", "-1e-999", "1.7976931348623157e309",
            "3.141592653589793238462643383279502884197", "-9223372036854775809", String(repeating: "9", count: 400),
        ].map { GrammarRow("6: \($0.prefix(50))", $0, $0) }
        + [
            GrammarRow("6: a minus alone", "-", 1, "the body ends inside a number"),
            GrammarRow("6: a minus before a bracket", "[-]", 2, "expected a digit, found `]`"),
            GrammarRow("6: two minuses", "--1", 1, "expected a digit, found `-`"),
            GrammarRow("6: a blank behind the minus", "- 1", 1, "expected a digit, found ` `"),
            GrammarRow("6: a plus", "+1", 0, "expected a value, found `+`"),
            GrammarRow("6: plus and minus", "-+1", 1, "expected a digit, found `+`"),
            GrammarRow("6: a leading zero", "01", 1, "a number must not start with a zero"),
            GrammarRow("6: two zeros", "00", 1, "a number must not start with a zero"),
            GrammarRow("6: a leading zero behind a minus", "[-012]", 3, "a number must not start with a zero"),
            GrammarRow("6: nothing before the point", ".5", 0, "expected a value, found `.`"),
            GrammarRow("6: nothing between minus and point", "-.5", 1, "expected a digit, found `.`"),
            GrammarRow("6: nothing behind the point", "1.", 2, "the body ends inside a number"),
            GrammarRow("6: nothing behind the point but a comma", "[1.,2]", 3, "expected a digit, found `,`"),
            GrammarRow("6: an exponent behind the point", "1.e1", 2, "expected a digit, found `e`"),
            GrammarRow("6: two points", "1.2.3", 3, after + " `.`"),
            GrammarRow("6: a sign behind the point", "0.-1", 2, "expected a digit, found `-`"),
            GrammarRow("6: nothing behind e", "1e", 2, "the body ends inside a number"),
            GrammarRow("6: nothing behind E+", "1E+", 3, "the body ends inside a number"),
            GrammarRow("6: nothing behind e- but a bracket", "[0e-]", 4, "expected a digit, found `]`"),
            GrammarRow("6: two exponents", "1e2e3", 3, after + " `e`"),
            GrammarRow("6: two signs in the exponent", "1e+-2", 3, "expected a digit, found `-`"),
            GrammarRow("6: a point in the exponent", "1e1.5", 3, after + " `.`"),
            GrammarRow("6: an exponent of nothing", "e1", 0, "expected a value, found `e`"),
            GrammarRow("6: a blank within", "1 000", 2, after + " `0`"),
            GrammarRow("6: a comma for the point", "1,5", 1, after + " `,`"),
            GrammarRow("6: underscores", "1_000", 1, after + " `_`"),
            GrammarRow("6: hexadecimal", "0x1F", 1, after + " `x`"),
            GrammarRow("6: hexadecimal letters", "1A", 1, after + " `A`"),
            GrammarRow("6: NaN", "NaN", 0, "expected a value, found `N`"),
            GrammarRow("6: nan", "nan", 1, "expected `null`, found `a`"),
            GrammarRow("6: Infinity", "Infinity", 0, "expected a value, found `I`"),
            GrammarRow("6: minus Infinity", "-Infinity", 1, "expected a digit, found `I`"),
            GrammarRow("6: full-width digits", "１", 0, "expected a value, found byte 0xEF"),
            GrammarRow("6: an expression", "[1+2]", 2, "expected `,` or `]`, found `+`"),
        ]

    /// Whole strings, each of which is laid out as it is.
    private static let strings =
        [
            #""\"""#, #""\\""#, #""\/""#, #""\b\f\n\r\t""#, #""\u0000""#, #""\u0022\u005C""#,
            #""\u00e9\u00E9\uABCD\uabcd""#,
            #""\uD834\uDd1e""#, #""\uD801""#, #""\uDFAA""#, #""\uDd1e\uD834""#, #""\uD800\uD800\n""#,
            #""\uD888\u1234""#,
            #""\uD800abc""#, #""\uFFFF\uFDD0""#, #""\\u0000""#, #""\\\"\\""#, #""/""#,
            #""'""#,
            "\"\u{7F}\"", #""\u202E""#, "\"é漢😀\"", "\"a // b /* c */\"", "\" {}[]:, \"",
        ].enumerated().map { GrammarRow("7: string \($0.offset + 1), \($0.element)", $0.element, $0.element.shown) }

    private static let unescaped = (0..<0x20).map { code in
        GrammarRow(
            "7: U+\(hex(code)) unescaped", [0x22, 0x61, UInt8(code), 0x22], 2,
            "byte 0x\(hex(code)) must be escaped in a string")
    }

    private static func hex(_ code: Int) -> String {
        (code < 16 ? "0" : "") + String(code, radix: 16, uppercase: true)
    }

    private static let simple = "expected one of `\"\\/bfnrtu` after `\\`, found"
    private static let four = "expected four hexadecimal digits after `\\u`, found"

    static let escapes = [
        GrammarRow("7: not closed", "\"", 1, "the body ends inside a string"),
        GrammarRow("7: not closed behind text", "\"ab", 3, "the body ends inside a string"),
        GrammarRow("7: ends behind a backslash", "\"\\", 2, "the body ends inside a string"),
        GrammarRow("7: the closing quote escaped", #""\""#, 3, "the body ends inside a string"),
        GrammarRow("7: three backslashes and a quote", #"["\\\"]"#, 7, "the body ends inside a string"),
        GrammarRow("7: ends within \\u", #""\u12"#, 5, "the body ends inside a string"),
        GrammarRow("7: single quotes", "'a'", 0, "expected a value, found `'`"),
        GrammarRow("7: \\x", #""\x41""#, 2, simple + " `x`"),
        GrammarRow("7: \\a", #""\a""#, 2, simple + " `a`"),
        GrammarRow("7: \\'", #""\'""#, 2, simple + " `'`"),
        GrammarRow("7: \\0", #""\0""#, 2, simple + " `0`"),
        GrammarRow("7: \\U", #""\U0041""#, 2, simple + " `U`"),
        GrammarRow("7: a line break escaped by a backslash", "\"\\\n\"", 2, simple + " byte 0x0A"),
        GrammarRow("7: NUL escaped by a backslash", "\"\\\u{0}\"", 2, simple + " byte 0x00"),
        GrammarRow("7: an emoji escaped by a backslash", "\"\\😀\"", 2, simple + " byte 0xF0"),
        GrammarRow("7: \\u without digits", #""\u""#, 3, four + " `\"`"),
        GrammarRow("7: \\u with three digits", #""\u00A""#, 6, four + " `\"`"),
        GrammarRow("7: \\u with a wrong digit", #""\u00G0""#, 5, four + " `G`"),
        GrammarRow("7: \\u with a sign", #""\u+041""#, 3, four + " `+`"),
        GrammarRow("7: \\u with a blank", #""\u 041""#, 3, four + " ` `"),
        GrammarRow("7: \\u in braces", #""\u{41}""#, 3, four + " `{`"),
        GrammarRow("7: the second half of a pair cut off", #""\uD834\uDd""#, 11, four + " `\"`"),
        GrammarRow("7: half of a pair before a wrong escape", #""\uD800\x""#, 8, simple + " `x`"),
        GrammarRow("7: a blank that is escaped", #""\ ""#, 2, simple + " ` `"),
        GrammarRow("7: text behind it", #""a"b"#, 3, after + " `b`"),
    ]

    /// Rows about bytes that are no UTF-8: within a string they are shown as U+FFFD, one for each byte, and the scanner ignores them.
    static let encodings = [
        GrammarRow("8.1: a byte order mark is passed over", "\u{FEFF}[]", "[]"),
        GrammarRow("8.1: a byte order mark alone", "\u{FEFF}", 3, "the body ends before a value"),
        GrammarRow("8.1: two of them", "\u{FEFF}\u{FEFF}1", 3, "expected a value, found byte 0xEF"),
        GrammarRow("8.1: one behind a blank", " \u{FEFF}1", 1, "expected a value, found byte 0xEF"),
        GrammarRow("8.1: one behind the value", "1\u{FEFF}", 1, after + " byte 0xEF"),
        GrammarRow("8.1: half of one", [0xEF, 0xBB, 0x7B, 0x7D], 0, "expected a value, found byte 0xEF"),
        GrammarRow(
            "8.1: UTF-16 read as bytes", [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], 0, "expected a value, found byte 0xFF"),
        GrammarRow("8.1: UTF-16 without a mark", [0x00, 0x5B, 0x00, 0x5D], 0, "expected a value, found byte 0x00"),
        GrammarRow(
            "8.1: every plane", "\"\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{10000}\u{10FFFF}\"",
            "\"\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{10000}\u{10FFFF}\"".shown),
        GrammarRow(
            "8.1: a byte outside of strings", [0x5B, 0xFF, 0x5D], 1, "expected a value or `]`, found byte 0xFF"),
        GrammarRow("8.1: a byte behind a number", [0x31, 0xE5], 1, after + " byte 0xE5"),
        GrammarRow("8.1: a lone byte of Latin-1", [0x22, 0xE9, 0x22], "\"\u{FFFD}\""),
        GrammarRow("8.1: a lone continuation", [0x22, 0x81, 0x22], "\"\u{FFFD}\""),
        GrammarRow("8.1: an overlong slash", [0x22, 0xC0, 0xAF, 0x22], "\"\u{FFFD}\u{FFFD}\""),
        GrammarRow(
            "8.1: an overlong NUL of three bytes", [0x22, 0xE0, 0x80, 0x80, 0x22], "\"\u{FFFD}\u{FFFD}\u{FFFD}\""),
        GrammarRow("8.1: a surrogate as UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], "\"\u{FFFD}\u{FFFD}\u{FFFD}\""),
        GrammarRow(
            "8.1: above U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "\"\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\""),
        GrammarRow("8.1: cut off before the quote", [0x22, 0xE2, 0x82, 0x22], "\"\u{FFFD}\u{FFFD}\""),
        GrammarRow("8.1: cut off at the end", [0x22, 0xE2, 0x82], 3, "the body ends inside a string"),
        GrammarRow("8.2: a surrogate without its half, in a name", #"{"\uD800":1}"#, "{", #"  "\uD800": 1"#, "}"),
        GrammarRow("8.2: no scalar of a character", #""\uFFFE\uFFFF""#, #""\uFFFE\uFFFF""#),
        GrammarRow("8.2: scalars of no character, unescaped", "\"\u{FFFE}\u{1FFFF}\"", "\"\u{FFFE}\u{1FFFF}\"".shown),
        GrammarRow(
            "8.3: names that only look the same", "{\"\u{E9}\":1,\"e\u{301}\":2}", "{", "  \"\u{E9}\": 1,",
            "  \"e\u{301}\": 2", "}"),
    ]

    static let limits = [
        GrammarRow(
            "9: brackets alone, a hundred deep", String(repeating: "[", count: 100), 100,
            "the body ends inside an array"),
        GrammarRow("9: the innermost container wrong", "[[{\"a\":[1}]]]", 9, "expected `,` or `]`, found `}`"),
        GrammarRow("9: a name of JSONP", "callback([])", 0, "expected a value, found `c`"),
        GrammarRow("9: a guard against scripts", ")]}',\n[]", 0, "expected a value, found `)`"),
        GrammarRow("9: a page", "<!DOCTYPE html>", 0, "expected a value, found `<`"),
        GrammarRow("9: braces that a shell left", "{}#", 2, after + " `#`"),
        GrammarRow("9: a record separator", "\u{1E}{}", 0, "expected a value, found byte 0x1E"),
    ]

    static let rows =
        structure + values + objects + arrays + numbers + strings + unescaped + escapes + encodings + limits

    @Test("a row's id stands for one row") func ids() { #expect(Set(Self.rows.map(\.id)).count == Self.rows.count) }

    @Test("a text is laid out, or refused at the byte with which it is none", arguments: rows)
    func grammar(row: GrammarRow) {
        let document = document(row.bytes, .json)
        switch row.outcome {
        case .lines(let lines):
            #expect(document.index.fault == nil)
            #expect(document.allLines.map(\.text) == lines)
        case .fault(let offset, let reason):
            #expect(document.index.fault?.offsetInBytes == offset)
            #expect(document.index.fault?.reason == reason)
        }
    }

    @Test("nor does it matter in which pieces a text comes", arguments: rows)
    func pieces(row: GrammarRow) throws {
        let store = BodyStore()
        var index = BodyIndex(kind: .json)
        for byte in row.bytes {
            try [byte].withUnsafeBytes { try store.append($0) }
            index.extend(over: store)
        }
        store.finish()
        index.extend(over: store)
        let whole = document(row.bytes, .json).index
        #expect(index.fault == whole.fault)
        #expect(index.lineCount == whole.lineCount)
    }
}

extension String {
    /// The text as it is shown: controls and the like have names there.
    fileprivate var shown: String {
        document(Array(utf8), .text).allLines.map(\.text).joined()
    }
}

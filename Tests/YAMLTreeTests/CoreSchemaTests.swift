import Testing
import YAMLTree

@Suite("Plain scalars resolve by the core schema of YAML 1.2")
struct CoreSchemaTests {
    static let rows: [Row<(plain: String, outline: String, javascript: String)>] = [
        Row(id: "tilde", value: ("~", "null", "")),
        Row(id: "null", value: ("null", "null", "")),
        Row(id: "Null", value: ("Null", "null", "")),
        Row(id: "nULL is text", value: ("nULL", "\"nULL\"", "nULL")),
        Row(id: "true", value: ("true", "true", "true")),
        Row(id: "True", value: ("True", "true", "true")),
        Row(id: "FALSE", value: ("FALSE", "false", "false")),
        Row(id: "yes is text", value: ("yes", "\"yes\"", "yes")),
        Row(id: "on is text", value: ("on", "\"on\"", "on")),
        Row(id: "integer", value: ("42", "42", "42")),
        Row(id: "signed", value: ("-7", "-7", "-7")),
        Row(id: "plus", value: ("+7", "7", "7")),
        Row(id: "leading zeros are decimal", value: ("007", "7", "7")),
        Row(id: "hexadecimal", value: ("0x10", "16", "16")),
        Row(id: "octal", value: ("0o17", "15", "15")),
        Row(id: "wrong octal digit", value: ("0o18", "\"0o18\"", "0o18")),
        Row(id: "no binary", value: ("0b1", "\"0b1\"", "0b1")),
        Row(id: "no underscores", value: ("1_000", "\"1_000\"", "1_000")),
        Row(id: "no base 60", value: ("1:30", "\"1:30\"", "1:30")),
        Row(id: "version", value: ("1.0.0", "\"1.0.0\"", "1.0.0")),
        Row(id: "float with zero", value: ("1.0", "1.0", "1")),
        Row(id: "float", value: ("1.50", "1.5", "1.5")),
        Row(id: "no leading digit", value: (".5", "0.5", "0.5")),
        Row(id: "no decimals", value: ("5.", "5.0", "5")),
        Row(id: "exponent", value: ("1e3", "1000.0", "1000")),
        Row(id: "large exponent", value: ("1e21", "1e+21", "1e+21")),
        Row(id: "below the exponent's limit", value: ("123e18", "1.23e+20", "123000000000000000000")),
        Row(id: "small", value: ("0.000001", "1e-06", "0.000001")),
        Row(id: "smaller", value: ("0.00000012", "1.2e-07", "1.2e-7")),
        Row(id: "negative zero", value: ("-0.0", "-0.0", "0")),
        Row(id: "dot alone", value: (".", "\".\"", ".")),
        Row(id: "infinity", value: ("-.Inf", "-inf", "-Infinity")),
        Row(id: "not a number", value: (".nan", "nan", "NaN")),
        Row(id: "signed nan is text", value: ("+.nan", "\"+.nan\"", "+.nan")),
        Row(id: "beyond 2^53", value: ("9007199254740993", "9007199254740993", "9007199254740992")),
        Row(id: "beyond 64 bits", value: ("12345678901234567890", "1.2345678901234567e+19", "12345678901234567000")),
        Row(
            id: "hexadecimal beyond 64 bits",
            value: ("0xFFFFFFFFFFFFFFFFF", "2.9514790517935283e+20", "295147905179352830000")),
        Row(id: "date is text", value: ("2024-01-01", "\"2024-01-01\"", "2024-01-01")),
    ]

    @Test("plain text has its type and its JavaScript text", arguments: rows)
    func resolves(row: Row<(plain: String, outline: String, javascript: String)>) throws {
        let node = try #require(try YAMLDocument(text: "a: \(row.value.plain)\n").root["a"])
        #expect(node.outline == row.value.outline)
        #expect(node.string == row.value.javascript)
    }

    @Test("quoted and block text is a string whatever it looks like")
    func quoted() throws {
        let root = try YAMLDocument(text: "- '1'\n- \"true\"\n- |-\n  null\n- !!str 5\n- !!float 5\n").root
        #expect(root.outline == #"["1", "true", "null", "5", 5.0]"#)
    }
}

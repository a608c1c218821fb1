import Testing
import Text

@Suite("Reading JSON")
struct JSONReaderTests {
    /// The values without their layout; a fault as "line:column in bytes/column in scalars message".
    private func read(_ text: String, depth: Int = 10, isLenient: Bool = false) -> String {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            do {
                var reader = JSONReader(bytes, maximumDepth: depth, isLenient: isLenient)
                let value = try Self.value(&reader)
                try reader.end()
                return value
            } catch let fault as JSONFault {
                return "\(fault.line):\(fault.columnInBytes)/\(fault.column) \(fault.message)"
            } catch {
                return "\(error)"
            }
        }
    }

    private static func value(_ reader: inout JSONReader) throws -> String {
        var parts: [String] = []
        switch try reader.peek() {
        case UInt8(ascii: "{"):
            try reader.object { parts.append("\(JSONText.quoted($1)):\(try value(&$0))") }
            return "{\(parts.joined(separator: ","))}"
        case UInt8(ascii: "["):
            try reader.array { parts.append(try value(&$0)) }
            return "[\(parts.joined(separator: ","))]"
        default:
            switch try reader.scalar() {
            case .null: return "null"
            case .bool(let value): return "\(value)"
            case .number(let text): return text
            case .string(let text): return JSONText.quoted(text)
            }
        }
    }

    @Test(
        "hands out members and elements in their order, numbers as they are written",
        arguments: [
            (
                " { \"a\" : [ 1.50 , -0e+1, true,false ,null ] ,\"a\":{} }\n",
                #"{"a":[1.50,-0e+1,true,false,null],"a":{}}"#
            ),
            (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u00e9\ud83d\uDE00""#, #""é😀""#),
            (#""\ud83d \ude00\ud83d\ud83d\ude00""#, #""\#u{FFFD} \#u{FFFD}\#u{FFFD}😀""#),
        ])
    func values(text: String, expected: String) { #expect(read(text) == expected) }

    @Test(
        "says what is wrong, and where: in bytes and in scalars",
        arguments: [
            ("", "1:1/1 the text ends too early"), ("[1,]", "1:4/4 expected a value"),
            ("{\n\"é\": x}", "2:7/6 expected a value"), ("{\"a\":1,}", "1:8/8 expected a name in quotes"),
            ("{\"a\" 1}", "1:6/6 expected ':' after the name"), ("[1 2]", "1:4/4 expected ',' or ']'"),
            ("{} {}", "1:4/4 expected the end of the text"), ("[01]", "1:2/2 expected a number"),
            ("[1.]", "1:2/2 expected a number"), ("[tru]", "1:2/2 expected a value"),
            ("[+1]", "1:2/2 expected a number"),
            ("[\"a", "1:2/2 the string that begins here has no end"),
            ("[\"\\x\"]", "1:3/3 an escape that JSON does not know"),
            ("[\"é\\n\\u12\"]", "1:7/6 an escape that JSON does not know"),
            ("[\"a\nb\"]", "1:4/4 a control character or line break in a string, expected its escape"),
            ("[[[1]]]", "1:3/3 nested deeper than 2"),
        ])
    func faults(text: String, expected: String) { #expect(read(text, depth: 2) == expected) }

    @Test("accepts a byte order mark and control characters only when it is lenient")
    func lenience() {
        #expect(read("\u{FEFF}[\"a\nb\"]", isLenient: true) == #"["a\nb"]"#)
        #expect(read("\u{FEFF}[]") == "1:1/1 expected a value")
    }
}

@Suite("JSON text")
struct JSONTextTests {
    @Test("escapes what a string must not hold, and DEL only when asked to")
    func escaping() {
        #expect(JSONText.escaped("é\"\\/\u{1}\u{1F}\u{8}\u{C}\n\r\t\u{7F}") == #"é\"\\/\u0001\u001f\b\f\n\r\t\#u{7F}"#)
        var bytes: [UInt8] = []
        Array("a\u{7F}".utf8).withUnsafeBytes { JSONText.append($0, to: &bytes, escapesDelete: true) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"a\u007f"#)
    }

    @Test("leaves what is no escape as it is when it is lenient")
    func lenience() {
        let raw = Array(#"\q\u00zz\n\ud83dx\"#.utf8)
        #expect(raw.withUnsafeBytes(JSONText.unescaped) == nil)
        #expect(raw.withUnsafeBytes(JSONText.unescapedLeniently) == "\\q\\u00zz\n\u{FFFD}x\\")
    }

    @Test("takes the blanks between parts away, and none within strings")
    func compacting() {
        let compact = Array(#"{ "a b\" c" :[ 1, "\\" ] }"#.utf8).withUnsafeBufferPointer(JSONText.compacted)
        #expect(String(decoding: compact, as: UTF8.self) == #"{"a b\" c":[1,"\\"]}"#)
    }
}

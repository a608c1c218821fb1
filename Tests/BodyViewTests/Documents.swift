import BodyStore

@testable import BodyView

/// A document whose body is complete and wholly indexed.
func document(_ bytes: some Sequence<UInt8>, _ kind: BodyKind, columns: Int = 80) -> BodyDocument {
    var document = BodyDocument(store: BodyStore(bytes), kind: kind, columns: columns)
    document.index.extend(over: document.store)
    return document
}

func document(_ text: String, _ kind: BodyKind, columns: Int = 80) -> BodyDocument {
    document(Array(text.utf8), kind, columns: columns)
}

extension BodyDocument {
    var allLines: [BodyLine] { lines(0..<lineCount, columns: 0..<Self.maximumColumns) }
    var text: String { allLines.map(\.text).joined(separator: "\n") }
}

/// Numbers that look random and are the same every time (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// JSON texts with every kind of token, odd white space included.
struct JSONWriter {
    var random: Seeded
    private(set) var text = ""

    init(seed: Int) { random = Seeded(seed) }

    mutating func writeValue(depth: Int) {
        writeSpaces()
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: text += ["true", "false", "null"].randomElement(using: &random) ?? ""
        case 1, 2: text += Self.numbers.randomElement(using: &random) ?? ""
        case 3, 4: writeString()
        case 5: writeList(depth: depth, "[", "]") { $0.writeValue(depth: depth - 1) }
        default:
            writeList(depth: depth, "{", "}") {
                $0.writeSpaces()
                $0.writeString()
                $0.writeSpaces()
                $0.text += ":"
                $0.writeValue(depth: depth - 1)
            }
        }
        writeSpaces()
    }

    private mutating func writeList(depth: Int, _ open: String, _ close: String, _ element: (inout JSONWriter) -> Void)
    {
        text += open
        for place in 0..<Int.random(in: 0...4, using: &random) {
            if place > 0 { text += "," }
            element(&self)
        }
        writeSpaces()
        text += close
    }

    private mutating func writeString() {
        text += "\""
        for _ in 0..<Int.random(in: 0...6, using: &random) { text += Self.pieces.randomElement(using: &random) ?? "" }
        text += "\""
    }

    private mutating func writeSpaces() {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return }
        text += [" ", "\n", "\r\n", "\t", "          "].randomElement(using: &random) ?? ""
    }

    private static let numbers = [
        "0", "-0", "12", "-7.25", "1e3", "1.5E-2", "2e+1", "123456", "0.5", "0e1", "9007199254740993", "-0.0", "1E+22",
        "9223372036854775807", "-9223372036854775808", "12345678901234567890", "0.1", "3e-7",
    ]
    private static let pieces = [
        "a", "key", "\\n", "\\\"", "\\\\", "\\u00e9", "é", "漢", "😀", " , ", "{", "]", ":", "\\/", "\\t", "\\b\\f\\r",
        "e\u{301}",
        "\\ud83d\\ude00", "\\uD834\\uDD1E", "\\u0000", "\\u0061", "//", "null", "\u{10FFFF}",
    ]
}

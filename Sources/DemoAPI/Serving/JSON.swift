/// A JSON text being put together: member order and number spellings are kept as given.
enum JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    case string(String)
    case integer(Int)
    /// JSON text that goes in unchanged.
    case raw(String)
    case bool(Bool)
    case null
    case array([JSON])
    case object([(String, JSON)])

    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    /// UTF-8, without white space, one newline at the end.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): Self.writeQuoted(text, to: &bytes)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .raw(let text): bytes.append(contentsOf: text.utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        case .array(let items):
            Self.writeList(items, "[", "]", to: &bytes) { $0.write(to: &$1) }
        case .object(let members):
            Self.writeList(members, "{", "}", to: &bytes) { member, bytes in
                Self.writeQuoted(member.0, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.1.write(to: &bytes)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item], _ open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(item, &bytes)
        }
        bytes.append(UInt8(ascii: close))
    }

    private static func writeQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { writeEscaped(byte, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20, 0x7F: bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: bytes.append(byte)
        }
    }
}

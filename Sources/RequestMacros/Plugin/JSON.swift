/// A JSON value as the compiler writes it. Without Foundation, whose start alone would take longer than all the work of a plugin.
public indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    /// An object with its members in order.
    case object([Member])

    public struct Member: Sendable, Hashable {
        public var name: String
        public var value: JSON
    }

    public static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// The first member of a name.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var number: Int? { if case .number(let number) = self { number } else { nil } }
    public var array: [JSON]? { if case .array(let values) = self { values } else { nil } }

    // MARK: Writing

    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += Array("null".utf8)
        case .bool(let value): bytes += Array("\(value)".utf8)
        case .number(let value): bytes += Array("\(value)".utf8)
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let values): Self.write(values, in: ("[", "]"), to: &bytes) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members, in: ("{", "}"), to: &bytes) { member, bytes in
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], in brackets: (Unicode.Scalar, Unicode.Scalar), to bytes: inout [UInt8],
        _ writeItem: (Item, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: brackets.0))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            writeItem(item, &bytes)
        }
        bytes.append(UInt8(ascii: brackets.1))
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x0A: bytes += [0x5C, UInt8(ascii: "n")]
            case 0..<0x20: bytes += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}

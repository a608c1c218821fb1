/// A body that is made to break what reads it.
public enum HostileBody: String, Sendable, CaseIterable {
    /// Bodies that are deep, and never closed.
    case openArrays, openObjects, openElements
    /// Bodies that are deep, and closed.
    case arrays, objects, elements
    case loneSurrogates, nul, invalidUTF8
    /// A body of ten bytes for each level of the others, without a line's end.
    case longLine
    /// An object whose members have an empty name.
    case emptyKeys
    /// Elements of which each has a name of its own.
    case manyNames
    case manyAttributes, manyColumns

    /// - Parameter count: The number of levels, members, attributes or columns. Default: a million.
    public func bytes(_ count: Int = 1_000_000) -> [UInt8] {
        func repeated(_ text: StaticString) -> [UInt8] { Self.repeated(text, count) }
        return switch self {
        case .openArrays: repeated("[")
        case .openObjects: repeated("{\"a\":")
        case .openElements: repeated("<a>")
        case .arrays: repeated("[") + repeated("]")
        case .objects: repeated("{\"a\":") + [UInt8(ascii: "1")] + repeated("}")
        case .elements: repeated("<a>") + repeated("</a>")
        case .loneSurrogates: Self.surrogates(count / 200)
        case .nul: Array("[\"".utf8) + repeated("\u{0}") + Array("\"]\n".utf8)
        case .invalidUTF8: (0..<count).map { UInt8(truncatingIfNeeded: 0x80 + $0 % 0x80) }
        case .longLine: Array("[\"".utf8) + repeated("aaaaaaaaaa") + Array("\"]".utf8)
        case .emptyKeys: Array("{".utf8) + repeated("\"\":1,") + Array("\"\":1}".utf8)
        case .manyNames: Array(("<r>" + (0..<count / 10).map { "<n\($0)/>" }.joined() + "</r>").utf8)
        case .manyAttributes: Array("<a".utf8) + repeated(" b=''") + Array("/>".utf8)
        case .manyColumns: repeated(",") + Array("\n1,2\n".utf8)
        }
    }

    /// Returns surrogates as escapes, and bytes that UTF-8 does not have.
    private static func surrogates(_ count: Int) -> [UInt8] {
        let row =
            Array(#""\ud800","\udc00\ud800","\ud83dx","\uDBFF\uDBFF","#.utf8) + [0x22, 0xED, 0xA0, 0x80, 0x22, 0x2C]
        return Array("[".utf8) + Array((0..<count).map { _ in row }.joined()) + Array("0]".utf8)
    }

    private static func repeated(_ text: StaticString, _ count: Int) -> [UInt8] {
        text.withUTF8Buffer { text in
            [UInt8](unsafeUninitializedCapacity: text.count * count) { buffer, filled in
                for place in 0..<text.count * count { buffer[place] = text[place % text.count] }
                filled = text.count * count
            }
        }
    }
}

/// An item of a query or a form, as it is written: a name, and a value after the first equals sign.
///
/// - Source: URL Standard, section 5.1.
package struct QueryItem: Sendable, Hashable {
    package var name: String
    /// The value; nil without an equals sign.
    package var value: String?

    /// The value with every escape decoded.
    package func decodedValue(plusIsSpace: Bool = true) -> String {
        PercentCoding.decodedText(value ?? "", plusIsSpace: plusIsSpace)
    }

    /// The name with every escape decoded.
    package func decodedName(plusIsSpace: Bool = true) -> String {
        PercentCoding.decodedText(name, plusIsSpace: plusIsSpace)
    }

    /// Returns the items of a text. Empty ones are left out.
    package static func all(in text: some StringProtocol) -> [QueryItem] {
        let bytes = Array(text.utf8)
        return places(in: bytes).map { name, value in
            QueryItem(
                name: String(decoding: bytes[name], as: UTF8.self),
                value: value.map { String(decoding: bytes[$0], as: UTF8.self) })
        }
    }

    /// Returns the places of names and values in the bytes of a text.
    package static func places<Bytes: RandomAccessCollection<UInt8>>(
        in bytes: Bytes
    ) -> [(name: Range<Int>, value: Range<Int>?)] where Bytes.Index == Int {
        var (items, start) = ([(name: Range<Int>, value: Range<Int>?)](), bytes.startIndex)
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.endIndex
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
            if start < end { items.append((start..<(equals ?? end), equals.map { $0 + 1..<end })) }
            start = end + 1
        }
        return items
    }
}

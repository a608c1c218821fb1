import Quoting

extension StringProtocol {
    /// Returns the text without white space at both ends.
    func trimmingWhitespace() -> String { trimmingWhitespaceScalars() }

    var isWhitespaceOnly: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    func droppingTrailing(_ scalar: Unicode.Scalar) -> String {
        var rest = String(self).unicodeScalars[...]
        while rest.last == scalar { rest.removeLast() }
        return String(rest)
    }

    /// Whether both texts are equal without regard to the case of ASCII letters, as header names are (RFC 9110, section 5.1).
    func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        asciiLowercased.hasSameBytes(as: other.asciiLowercased)
    }

    var asciiLowercased: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each once.
    var unique: [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}

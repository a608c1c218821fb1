import Text

extension String {
    /// The text as one segment of a path: letters, digits, `-._~` and characters without a meaning within a segment are kept.
    package var percentEncodedSegment: String { PercentCoding.segment(self) }
}

extension PercentCoding {
    /// Returns a URL as people and servers write it with spaces and non-ASCII encoded, all else kept; nil if it contains control characters.
    static func repaired(_ url: String) -> String? {
        guard !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return encode(url) { $0 > 0x20 && $0 < 0x7F }
    }

    /// Returns a path encoded; `%` with two hexadecimal digits is taken for an existing escape.
    static func path(_ text: String) -> String {
        text.utf8.allSatisfy(isPathByte) ? text : encode(Array(text.utf8), keepsEscapes: true, keeping: isPathByte)
    }

    /// Returns a query encoded: only characters that would end it, or are invalid in a URL.
    static func query(_ text: String) -> String { encode(text) { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 } }

    /// Returns a name or a value of a query encoded.
    ///
    /// `+` is encoded, since many servers read it as a space; so are `&`, `=`, `;` and `%`.
    static func queryComponent(_ text: String) -> String {
        encode(text) { isUnreserved($0) || queryExtras.contains($0) }
    }

    private static let queryExtras = Set("!$'()*,:@/?".utf8)
    private static let pathExtras = Set("!$&'()*+,;=:@/".utf8)

    private static func isPathByte(_ byte: UInt8) -> Bool { isUnreserved(byte) || pathExtras.contains(byte) }
}

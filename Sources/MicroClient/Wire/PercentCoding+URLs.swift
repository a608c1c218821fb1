import Text

extension String {
    /// The text as one segment of a path: letters, digits, `-._~` and what has no meaning within a segment stay.
    package var percentEncodedSegment: String { PercentCoding.segment(self) }
}

extension PercentCoding {
    /// A URL as people and servers write it: blanks and non-ASCII are encoded, all else stays. Nil with control characters in it.
    static func repaired(_ url: String) -> String? {
        guard !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return encode(url) { $0 > 0x20 && $0 < 0x7F }
    }

    /// A path as given, `%` with two hexadecimal digits taken for an escape that is there already.
    static func path(_ text: String) -> String {
        text.utf8.allSatisfy(isPathByte) ? text : encode(Array(text.utf8), keepsEscapes: true, keeping: isPathByte)
    }

    /// A query as given: only what would end it, or may not stand in a URL, is encoded.
    static func query(_ text: String) -> String { encode(text) { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 } }

    /// A name or a value in a query.
    ///
    /// `+` is encoded, since half of all servers read it as a blank; so are `&`, `=`, `;` and `%`.
    static func queryComponent(_ text: String) -> String {
        encode(text) { isUnreserved($0) || queryExtras.contains($0) }
    }

    private static let queryExtras = Set("!$'()*,:@/?".utf8)
    private static let pathExtras = Set("!$&'()*+,;=:@/".utf8)

    private static func isPathByte(_ byte: UInt8) -> Bool { isUnreserved(byte) || pathExtras.contains(byte) }
}

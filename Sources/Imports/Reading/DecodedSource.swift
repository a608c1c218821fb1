/// The text of a file in UTF-8, or in UTF-16 with a byte order mark; NUL bytes at its end are left out.
enum DecodedSource {
    /// Returns the text of a file.
    ///
    /// - Throws: ``ImportProblem`` when it is no text.
    static func decode(_ bytes: [UInt8], source: String) throws(ImportProblem) -> String {
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return utf16(bytes.dropFirst(2), isBigEndian: bytes[0] == 0xFE)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) {
            throw ImportProblem(source, "this is a ZIP archive", advice: "unpack it and give its directory")
        }
        guard let text = String(validating: bytes[min(start, end)..<end], as: UTF8.self) else {
            throw ImportProblem(source, "this is not text", advice: "give a file in UTF-8 or UTF-16")
        }
        return text
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        var rest = bytes
        while let first = rest.popFirst(), let second = rest.popFirst() {
            units.append(isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
        }
        while units.last == 0 { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }
}

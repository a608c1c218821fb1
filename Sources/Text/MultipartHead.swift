/// Reads the heads in a multipart body and around it, in any case.
package enum MultipartHead {
    /// Returns the boundary that a media type names; nil without one.
    ///
    /// - Source: RFC 2046, section 5.1.1.
    package static func boundary(ofType type: String) -> String? {
        guard let rest = text(behind: "boundary=", in: type) else { return nil }
        let text =
            rest.first == quote ? rest.dropFirst().prefix { $0 != quote } : rest.prefix { !"; ".utf8.contains($0) }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Returns the name of the field that a part is; nil without one.
    ///
    /// - Source: RFC 7578, section 4.2.
    package static func name(ofPart head: String) -> String? {
        let rest = text(behind: " name=\"", in: head) ?? text(behind: ";name=\"", in: head)
        return rest.map { String(decoding: $0.prefix { $0 != quote }, as: UTF8.self) }
    }

    private static let quote = UInt8(ascii: "\"")

    /// - Parameter mark: The mark in lower case.
    private static func text(behind mark: String, in text: String) -> ArraySlice<UInt8>? {
        let bytes = Array(text.utf8)
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return lower.firstRange(of: Array(mark.utf8)).map { bytes[$0.upperBound...] }
    }
}

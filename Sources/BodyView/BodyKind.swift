/// The layout of a body.
public enum BodyKind: String, Sendable, Hashable, CaseIterable {
    /// A body without bytes.
    case empty
    case json
    /// One JSON value after the other.
    case jsonLines
    case xml
    case html
    /// Values separated by commas, semicolons, tabs or bars.
    case table
    case text
    /// A picture: laid out as ``hex`` if it cannot be drawn.
    case picture
    /// Any other body, as hexadecimal digits.
    case hex

    /// Whether its lines are bytes, not text.
    public var isBytes: Bool { self == .hex || self == .picture }
}

extension BodyKind {
    /// The number of bytes that ``detect(contentType:head:)`` looks at.
    public static let headLength = 4096

    /// Detects the kind from the `Content-Type` field and the first bytes: the bytes decide if the field cannot be right, or is too general.
    ///
    /// - Parameters:
    ///   - contentType: The field's value; nil if there is none.
    ///   - head: The first ``headLength`` bytes, or all if there are fewer.
    public static func detect(contentType: String?, head: [UInt8]) -> BodyKind {
        guard !head.isEmpty else { return .empty }
        let type = contentType.flatMap { ContentType($0) }
        let claimed = type.flatMap { claim(of: $0) }
        if BodyCharset.mark(of: head) == nil || BodyCharset.mark(of: head) == "UTF-8" {
            if type?.charset.map(BodyCharset.isWide) ?? false { return claimed ?? .text }
            if head.looksBinary(isTextExpected: type?.charset != nil || claimed != nil) {
                return PictureHead(head) == nil ? .hex : .picture
            }
        }
        return byContent(claimed: claimed, head)
    }

    /// Returns the kind for a media type; nil if it does not determine the layout.
    private static func claim(of type: ContentType) -> BodyKind? {
        if jsonLinesTypes.contains(type.subtype) { return .jsonLines }
        if type.subtype == "json" || type.subtype.hasSuffix("+json") { return .json }
        if type.subtype == "xml" || type.subtype.hasSuffix("+xml") {
            return type.subtype.hasPrefix("xhtml") ? .html : .xml
        }
        if type.subtype == "html" { return .html }
        if ["csv", "tab-separated-values"].contains(type.subtype) { return .table }
        return type.type == "text" ? .text : nil
    }

    private static let jsonLinesTypes: Set<String> = [
        "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-stream",
        "stream+json",
    ]

    private static func byContent(claimed: BodyKind?, _ head: [UInt8]) -> BodyKind {
        let first = head.first { !ByteSearch.isWhitespace($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
        switch (claimed, first) {
        case (.json, UInt8(ascii: "<")), (.jsonLines, UInt8(ascii: "<")), (nil, UInt8(ascii: "<")),
            (.text, UInt8(ascii: "<")):
            return markup(head) ?? claimed ?? .text
        case (.json, _), (.jsonLines, _), (.xml, _), (.table, _): return claimed ?? .text
        case (_, UInt8(ascii: "{")), (_, UInt8(ascii: "[")): return beginsAsJSON(head) ?? claimed ?? .text
        default: return claimed ?? .text
        }
    }

    private static func markup(_ head: [UInt8]) -> BodyKind? {
        let start = String(decoding: head.prefix(256), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            .lowercased()
        if start.hasPrefix("<?xml") { return .xml }
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .html : nil
    }

    /// Returns the kind of JSON that the first bytes may be; nil if they cannot be JSON, or a sequence of it.
    private static func beginsAsJSON(_ head: [UInt8]) -> BodyKind? {
        for kind in [BodyKind.json, .jsonLines] {
            var scanner = JSONScanner(allowsSequence: kind == .jsonLines)
            var checkpoints = Checkpoints()
            head.withUnsafeBytes { scanner.scan($0, into: &checkpoints) }
            if scanner.fault == nil { return kind }
        }
        return nil
    }
}

/// The charset of a body's text.
public enum BodyCharset {
    /// Returns the charset to convert from before layout; nil for UTF-8 and its subset ASCII, and if it is unknown.
    ///
    /// A byte order mark wins over the field (as in the WHATWG Encoding Standard, section 6).
    public static func detect(contentType: String?, head: [UInt8]) -> String? {
        let named = mark(of: head) ?? contentType.flatMap { ContentType($0)?.charset }
        return named.flatMap { isUTF8($0) ? nil : $0 }
    }

    /// Returns the charset of a byte order mark.
    static func mark(of head: [UInt8]) -> String? {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return "UTF-8" }
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
        return head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) ? "UTF-16" : nil
    }

    static func isUTF8(_ name: String) -> Bool {
        ["utf-8", "utf8", "us-ascii", "ascii", ""].contains(name.lowercased())
    }

    /// Whether the charset's text has NUL bytes.
    static func isWide(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4"].contains { name.hasPrefix($0) }
    }
}

extension [UInt8] {
    /// Whether the bytes have a NUL, or many control characters, or, without a named charset and if no text is expected, bytes that are not UTF-8.
    fileprivate func looksBinary(isTextExpected: Bool) -> Bool {
        if contains(0) { return true }
        let controls = count { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }
        if controls * 20 > count { return true }
        return !isTextExpected && !isUTF8(cutOff: true)
    }

    /// - Parameter cutOff: Whether a scalar cut off at the end counts as whole.
    func isUTF8(cutOff: Bool) -> Bool {
        withUnsafeBytes { bytes in
            var cursor = 0
            while cursor < bytes.count {
                guard let length = UTF8Scalars.length(bytes, at: cursor, end: bytes.count) else {
                    return cutOff && cursor > bytes.count - 4
                }
                cursor += length
            }
            return true
        }
    }
}

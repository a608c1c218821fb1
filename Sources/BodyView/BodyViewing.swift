/// The user's choices for viewing a body.
public struct BodyViewing: Sendable, Hashable {
    /// The kind; nil if it is detected.
    public var kind: BodyKind?
    /// The charset; nil if the one that the response names, or a guess, is used.
    public var charset: String?
    /// The columns to lay out for; only kinds whose lines are bytes depend on them.
    public var columns = 80

    public init(kind: BodyKind? = nil, charset: String? = nil) {
        self.kind = kind
        self.charset = charset
    }
}

/// The charset that a body was read in, and its source.
public struct BodyEncoding: Sendable, Hashable {
    public enum Source: String, Sendable, Hashable {
        /// The user's choice.
        case chosen
        /// A byte order mark.
        case mark
        /// The field `Content-Type`.
        case field
        /// The body's own declaration: an XML declaration, `<meta charset>`.
        case declared
        /// A guess from its bytes.
        case guessed
    }
    /// The name as spelled by the source.
    public var name: String
    public var source: Source

    public init(_ name: String, _ source: Source) {
        self.name = name
        self.source = source
    }

    public var isUTF8: Bool { BodyCharset.isUTF8(name) }
}

extension BodyCharset {
    /// The number of bytes from which a charset is guessed.
    public static let guessLength = 1 << 16

    /// Returns the charset of a body; nil if it is unknown.
    ///
    /// A byte order mark wins over the field, the field over the body's own declaration (as in the HTML Standard, section 13.2.3), and
    /// only text that is not UTF-8 is guessed.
    /// - Parameters:
    ///   - head: The first ``guessLength`` bytes, or all if there are fewer.
    ///   - isWhole: Whether that is the whole body.
    ///   - guess: Guesses a charset from its bytes; nil if it cannot.
    public static func encoding(
        contentType: String?, head: [UInt8], isWhole: Bool = false, kind: BodyKind,
        guess: ([UInt8]) -> String? = { _ in nil }
    ) -> BodyEncoding? {
        if let mark = mark(of: head) { return BodyEncoding(mark, .mark) }
        if let named = contentType.flatMap({ ContentType($0)?.charset }), !named.isEmpty {
            return BodyEncoding(named, .field)
        }
        if let declared = declared(in: head, kind) { return BodyEncoding(declared, .declared) }
        guard !kind.isBytes, kind != .empty, !head.isUTF8(cutOff: !isWhole) else { return nil }
        return guess(head).map { BodyEncoding($0, .guessed) }
    }

    /// The number of bytes that may contain a declaration: in HTML the first 1,024.
    private static let declarationLength = 1024

    /// Returns the charset of `<?xml encoding="…"?>`, `<meta charset="…">` or `<meta … content="text/html; charset=…">`.
    private static func declared(in head: [UInt8], _ kind: BodyKind) -> String? {
        guard kind == .xml || kind == .html else { return nil }
        let text = String(decoding: head.prefix(declarationLength), as: UTF8.self)
        let start = text.drop { $0.isWhitespace }
        if start.hasPrefix("<?xml") {
            let declaration = start.prefix { $0 != ">" }
            return value(behind: "encoding", in: declaration).flatMap(usable)
        }
        guard kind == .html else { return nil }
        let metas = text.lowercased().components(separatedBy: "<meta").dropFirst()
        return metas.lazy.compactMap { value(behind: "charset", in: $0.prefix { $0 != ">" }) }.first.flatMap(usable)
    }

    /// Returns the charset, UTF-8 for one of 16 bits: text that could be read so far has none of those, whatever it declares.
    private static func usable(_ name: String) -> String? { isWide(name) ? "utf-8" : name }

    /// Returns the value of `name = "value"`, without quotes and spaces.
    private static func value(behind name: String, in text: Substring) -> String? {
        let parts = text.components(separatedBy: name)
        guard parts.count > 1 else { return nil }
        let rest = parts[1].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        let name = value.prefix { !$0.isWhitespace && !"\"';?/>".contains($0) }
        return name.isEmpty ? nil : String(name)
    }
}

extension StringProtocol {
    /// Splits the text at each occurrence of a separator.
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }

    private func firstRange(of separator: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(separator) { return place..<index(place, offsetBy: separator.count) }
            place = index(after: place)
        }
        return nil
    }
}

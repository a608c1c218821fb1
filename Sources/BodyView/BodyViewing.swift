/// How a body is to be looked at.
public struct BodyViewing: Sendable, Hashable {
    /// Nil: as it is detected.
    public var kind: BodyKind?
    /// Nil: as it is named, or guessed.
    public var charset: String?
    /// The columns to lay out for; only those whose lines are bytes depend on them.
    public var columns = 80

    public init(kind: BodyKind? = nil, charset: String? = nil) {
        self.kind = kind
        self.charset = charset
    }
}

/// The charset that a body was read in, and who says so.
public struct BodyEncoding: Sendable, Hashable {
    public enum Source: String, Sendable, Hashable {
        /// By a person.
        case chosen
        /// A byte order mark.
        case mark
        /// The field `Content-Type`.
        case field
        /// The body's own words: an XML declaration, `<meta charset>`.
        case declared
        /// From its bytes.
        case guessed
    }
    /// As spelled by the source.
    public var name: String
    public var source: Source

    public init(_ name: String, _ source: Source) {
        self.name = name
        self.source = source
    }

    public var isUTF8: Bool { BodyCharset.isUTF8(name) }
}

extension BodyCharset {
    /// Bytes from which a charset is guessed.
    public static let guessLength = 1 << 16

    /// The charset of a body; nil when nothing says.
    ///
    /// A byte order mark wins over the field, the field over the body's own words (as in the HTML Standard, section 13.2.3), and
    /// guesses are made of text only that is no UTF-8.
    /// - Parameters:
    ///   - head: The first ``guessLength`` bytes, or as many as there are.
    ///   - isWhole: Whether that is the whole body.
    ///   - guess: Names a charset by its bytes; nil: it cannot.
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

    /// Where a declaration has to stand: in HTML within the first 1,024 bytes.
    private static let declarationLength = 1024

    /// `<?xml encoding="…"?>`, `<meta charset="…">` or `<meta … content="text/html; charset=…">`.
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

    /// A body that could be read so far is in no charset of 16 bits, whatever it says.
    private static func usable(_ name: String) -> String? { isWide(name) ? "utf-8" : name }

    /// `name = "value"`, the quotes and blanks left out.
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
    /// At each place of a separator.
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

import Quoting
import Text

/// A URL as written, cut into its parts without changing a byte; placeholders are never cut.
struct URLTemplate: Hashable {
    /// The scheme with the colon and slashes, "https://"; empty if absent.
    var scheme: String
    /// The user, host and port.
    var authority: String
    /// The path with its leading slash; empty if absent.
    var path: String
    /// The query without the question mark; nil if absent.
    var query: String?
    /// The fragment without the number sign; nil if absent or if `#` is data.
    var fragment: String?

    /// - Parameter hashIsData: Whether `#` is an ordinary character of path and query, as with `encodeUrl` on.
    init(_ text: String, hashIsData: Bool) {
        var rest = TemplateParts(text)
        fragment = hashIsData ? nil : rest.cutTail(at: "#")
        query = rest.cutTail(at: "?")
        let all = rest.text
        let schemeLength = Self.schemeLength(all)
        scheme = String(decoding: all.utf8.prefix(schemeLength), as: UTF8.self)
        var authorityAndPath = TemplateParts(String(decoding: all.utf8.dropFirst(schemeLength), as: UTF8.self))
        let tail = authorityAndPath.cutTail(at: "/")
        authority = authorityAndPath.text
        path = tail.map { "/" + $0 } ?? ""
    }

    var text: String {
        scheme + authority + path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    var pairs: [QueryPair] {
        get { (query ?? "").isEmpty ? [] : TemplateParts(query ?? "").split(at: "&").map(QueryPair.init) }
        set { query = newValue.isEmpty ? nil : newValue.map(\.text).joined(separator: "&") }
    }

    /// The names of `:name` segments, and of `:name` in segments like `Products(:id)`, each once.
    var pathNames: [String] {
        TemplateParts(path).split(at: "/").flatMap(PathSegment.names).unique
    }

    /// Returns the length of "scheme://" at the start, in bytes; 0 without one.
    private static func schemeLength(_ text: String) -> Int {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isScheme = URLReference.isScheme(name) && text.utf8[name.endIndex...].starts(with: "://".utf8)
        return isScheme ? name.count + 3 : 0
    }
}

/// `name=value` in a query, as written.
struct QueryPair: Hashable {
    var name: String
    /// The value; nil without an equals sign.
    var value: String?

    init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    init(_ text: String) {
        var rest = TemplateParts(text)
        value = rest.cutTail(at: "=")
        name = rest.text
    }

    var text: String { value.map { "\(name)=\($0)" } ?? name }
}

extension QueryPair: ExactlyComparable {
    func hasSameTexts(as other: QueryPair) -> Bool {
        name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
    }
}

/// Path parameters: whole segments, and names inside the brackets of OData segments.
enum PathSegment {
    static func names(in segment: String) -> [String] {
        if let name = whole(segment) { return name.isEmpty ? [] : [name] }
        return isOData(segment) ? bracketed(segment).names : []
    }

    /// The segment as text and names; empty text is left out.
    static func pieces(of segment: String) -> [RequestTemplate.PathPiece] {
        if let name = whole(segment), !name.isEmpty { return [.parameter(name)] }
        guard isOData(segment) else { return [.text(segment)] }
        return bracketed(segment).pieces.filter { !$0.text.isEmpty }.map { piece in
            piece.isName ? .parameter(piece.text) : .text(piece.text)
        }
    }

    /// `:name`
    private static func whole(_ segment: String) -> String? {
        segment.utf8.first == UInt8(ascii: ":") ? segment.droppingBytes(before: ":") : nil
    }

    /// `word(…)`
    private static func isOData(_ segment: String) -> Bool {
        let rest = segment.unicodeScalars.drop { isPart($0) || $0 == "." }
        return rest.first == "(" && rest.startIndex > segment.startIndex && segment.utf8.last == UInt8(ascii: ")")
    }

    /// Whether it may be in a name, marks on letters included.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: scalar.properties.isAlphabetic || scalar == "_"
        }
    }

    private struct Pieces {
        var pieces: [(text: String, isName: Bool)] = []
        var names: [String] { pieces.filter(\.isName).map(\.text) }
    }

    private static func bracketed(_ segment: String) -> Pieces {
        var result = Pieces()
        var rest = segment.unicodeScalars[...]
        while let colon = rest.firstIndex(of: ":") {
            let name = rest[colon...].dropFirst().prefix(while: isPart)
            result.pieces.append((String(rest[..<colon]) + (name.isEmpty ? ":" : ""), false))
            if !name.isEmpty { result.pieces.append((String(name), true)) }
            rest = rest[name.endIndex...]
        }
        result.pieces.append((String(rest), false))
        return result
    }
}

/// A text that is cut at characters outside its placeholders.
struct TemplateParts {
    private(set) var text: String

    init(_ text: String) { self.text = text }

    /// Removes the first `mark` and what follows; gives what followed, nil when there is no `mark`.
    mutating func cutTail(at mark: Unicode.Scalar) -> String? {
        guard let offset = offsets(of: mark).first else { return nil }
        let bytes = Array(text.utf8)
        text = String(decoding: bytes[..<offset], as: UTF8.self)
        return String(decoding: bytes[(offset + 1)...], as: UTF8.self)
    }

    func split(at mark: Unicode.Scalar) -> [String] {
        let bytes = Array(text.utf8)
        var start = 0
        var parts: [String] = []
        for offset in offsets(of: mark) + [bytes.count] {
            parts.append(String(decoding: bytes[start..<offset], as: UTF8.self))
            start = offset + 1
        }
        return parts
    }

    private func offsets(of mark: Unicode.Scalar) -> [Int] {
        guard text.utf8.contains(UInt8(ascii: mark)) else { return [] }
        // Both lists are in order: each placeholder is looked at once.
        var holes = Placeholder.all(in: text).map(\.range)[...]
        return text.utf8.enumerated().compactMap { offset, byte in
            guard byte == UInt8(ascii: mark) else { return nil }
            while let hole = holes.first, hole.upperBound <= offset { holes.removeFirst() }
            return holes.first?.contains(offset) == true ? nil : offset
        }
    }
}

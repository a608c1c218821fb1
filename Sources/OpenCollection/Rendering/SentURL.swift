import Quoting
import Text

/// A resolved URL on its way to the wire.
struct SentURL {
    private var parts: URLTemplate
    private let encodes: Bool
    /// `user:password`, decoded, when the URL holds one: it goes into a header, never on the wire.
    private(set) var userInfo: String?
    private let misspelledScheme: String?

    /// - Parameters:
    ///   - text: placeholders replaced.
    ///   - encodes: `encodeUrl`.
    init(_ text: String, encodes: Bool) {
        let trimmed = text.trimmingWhitespace().utf8.filter { !"\t\n\r".utf8.contains($0) }
        parts = URLTemplate(String(decoding: trimmed, as: UTF8.self), hashIsData: encodes)
        misspelledScheme = parts.misspelledScheme
        if parts.scheme.isEmpty { parts.scheme = "http://" }
        parts.scheme = parts.scheme.asciiLowercased
        self.encodes = encodes
        let (user, place) = parts.authority.userAndPlace
        userInfo = user.map { PercentCoding.decodeText($0) }
        parts.authority = place
    }

    /// Why it cannot be sent; nil when it can.
    var problem: String? {
        if let misspelledScheme {
            return "A URL does not begin with \"\(misspelledScheme)\": probably \"\(misspelledScheme)//\" was meant."
        }
        if parts.authority.isEmpty { return parts.path.isEmpty ? "The URL is empty." : "The URL has no host." }
        if !["http://", "https://"].contains(parts.scheme) {
            return "Only http and https can be sent, not \(parts.scheme.dropLast(3))."
        }
        return HostAndPort(parts.authority).problem
    }

    /// Puts values where `:name` segments stand, unencoded: a slash in one makes two segments.
    mutating func substitute(_ value: (String) -> String?) {
        let segments = TemplateParts(parts.path).split(at: "/")
        let path = segments.map { PathSegment.substituting($0, value) }.joined(separator: "/")
        // A value may hold a query of its own.
        var rest = TemplateParts(path)
        let mark = rest.cutTail(at: "?") == nil ? "?" : "&"
        let whole = path + (parts.query.map { mark + $0 } ?? "")
        let cut = URLTemplate("http://h" + whole, hashIsData: encodes)
        parts.path = cut.path
        parts.query = cut.query
    }

    /// `encodeUrl`: segments are decoded and encoded, names and values encoded as they stand.
    mutating func encode(appending rows: [QueryPair]) {
        guard encodes else { return }
        let plain = PercentCoding.isPlainInComponent
        parts.path = parts.path.split(at: "/")
            .map { PercentCoding.encode(PercentCoding.decodeText($0), keeping: plain) }.joined(separator: "/")
        parts.pairs = (parts.pairs + rows).filter { !$0.name.isEmpty }.map { pair in
            QueryPair(
                name: PercentCoding.encode(pair.name, keeping: plain),
                value: pair.value.map { PercentCoding.encode($0, keeping: plain) })
        }
    }

    /// Sets a query parameter, replacing those of its name; the others stay as written.
    mutating func setQuery(_ name: String, _ value: String) {
        let plain = PercentCoding.isPlainInComponent
        let pair = QueryPair(
            name: PercentCoding.encode(name, keeping: plain), value: PercentCoding.encode(value, keeping: plain))
        var pairs = parts.pairs
        let isNamed = { (pair: QueryPair) in
            PercentCoding.decodeText(pair.name, plusIsSpace: true).hasSameBytes(as: name)
        }
        let place = pairs.firstIndex(where: isNamed)
        pairs.removeAll(where: isNamed)
        pairs.insert(pair, at: min(place ?? pairs.count, pairs.count))
        parts.pairs = pairs
    }

    /// As the URL standard writes it: a path always, no fragment, no dots as segments, nothing unprintable.
    var text: String {
        let path = Self.withoutDots(parts.path.replacingBytes(of: "\\", with: "/"))
        let query = parts.query.map { "?" + PercentCoding.encode($0, keeping: PercentCoding.isPlainInSentQuery) }
        return parts.scheme + parts.authority + PercentCoding.encode(path, keeping: PercentCoding.isPlainInSentPath)
            + (query ?? "")
    }

    var host: String { parts.authority }

    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map(Substring.init)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment.asciiLowercased.replacing("%2e", with: ".") {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}

extension URLTemplate {
    /// "http:" in "http:/host", whose host would be "http"; nil without such a beginning.
    fileprivate var misspelledScheme: String? {
        guard scheme.isEmpty else { return nil }
        let start = authority.asciiLowercased
        return ["http:", "https:"].first { name in
            guard start.beginsWithBytes(of: name) else { return false }
            let rest = start.utf8.dropFirst(name.utf8.count)
            return rest.isEmpty || !rest.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}

extension String {
    /// Of an authority, what stands before the last `@`, nil without one, and what stands behind it.
    var userAndPlace: (user: String?, place: String) {
        guard let at = unicodeScalars.lastIndex(of: "@") else { return (nil, self) }
        return (String(self[..<at]), String(self[unicodeScalars.index(after: at)...]))
    }
}

extension ResolvedText {
    /// Whether it begins with a scheme, so that a URL of it gets none.
    package var beginsWithScheme: Bool { !URLTemplate(text, hashIsData: false).scheme.isEmpty }
}

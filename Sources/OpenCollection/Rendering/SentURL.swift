import Quoting
import Secrets
import Text

/// A resolved URL on its way to the wire. Each step rewrites all of it, so that it knows what is secret in it.
struct SentURL {
    typealias Pair = (name: SecretText, value: SecretText)

    /// The URL without fragment, user and password.
    private var url: SecretText
    private let encodes: Bool
    /// `user:password`, decoded, when the URL holds one: it goes into a header, never on the wire.
    private(set) var userInfo: String?
    private var misspelledScheme: String?

    /// - Parameters:
    ///   - text: placeholders replaced.
    ///   - encodes: `encodeUrl`.
    init(_ text: SecretText, encodes: Bool) {
        self.encodes = encodes
        url = text.trimmed
        rewrite { "\t\n\r".utf8.contains($1) ? [] : [$1] }
        dropFragment()
        misspelledScheme = parts.misspelledScheme
        if parts.scheme.isEmpty { url = "http://" + url }
        let scheme = parts.scheme.utf8.count
        rewrite { $0 < scheme && (0x41...0x5A).contains($1) ? [$1 + 0x20] : [$1] }
        guard let user = parts.authority.userAndPlace.user else { return }
        userInfo = PercentCoding.decodedText(user)
        url = url.replacing([(scheme..<scheme + user.utf8.count + 1, SecretText())])
    }

    /// Why it cannot be sent; nil when it can.
    var problem: String? {
        if let misspelledScheme {
            return "A URL does not begin with \"\(misspelledScheme)\": probably \"\(misspelledScheme)//\" was meant."
        }
        let parts = parts
        if parts.authority.isEmpty { return parts.path.isEmpty ? "The URL is empty." : "The URL has no host." }
        if !["http://", "https://"].contains(parts.scheme) {
            return "Only http and https can be sent, not \(parts.scheme.dropLast(3))."
        }
        return HostAndPort(parts.authority).problem
    }

    /// Puts values in place of `:name` segments, unencoded: a slash in one makes two segments.
    mutating func substitute(_ value: (String) -> SecretText?) {
        let parts = parts
        var (values, place) = ([(Range<Int>, SecretText)](), parts.path(in: url).lowerBound)
        for segment in TemplateParts(parts.path).split(at: "/") {
            for piece in PathSegment.pieces(of: segment) {
                let length = piece.length
                if case .parameter(let name) = piece, let value = value(name) {
                    values.append((place..<place + length, value))
                }
                place += length
            }
            place += 1
        }
        let mark = place - 1 + values.reduce(0) { $0 + $1.1.bytes.count - $1.0.count }
        url = url.replacing(values)
        // A value may hold its own query.
        if parts.query != nil, self.parts.path(in: url).upperBound < mark {
            url = url.replacing([(mark..<mark + 1, SecretText("&"))])
        }
        dropFragment()
    }

    /// `encodeUrl`: segments are decoded and encoded, names and values encoded as they are.
    mutating func encode(appending rows: [Pair]) {
        guard encodes else { return }
        keepItems { !$0.name.isEmpty }
        let (bytes, path) = (url.bytes, parts.path(in: url))
        var marks = Set(items.flatMap { [$0.range.lowerBound - 1, $0.range.lowerBound + $0.pair.name.utf8.count] })
        marks.formUnion(path.filter { bytes[$0] == UInt8(ascii: "/") })
        let segments = bytes[path].split(separator: UInt8(ascii: "/"))
        // Those that would be no text any more.
        var kept = segments.filter { segment in
            String(validating: PercentCoding.decodedBytes(String(decoding: segment, as: UTF8.self)), as: UTF8.self)
                == nil
        }[...]
        url = url.rewritten { place, output in
            kept = kept.drop { $0.endIndex <= place }
            guard place >= path.lowerBound, !marks.contains(place) else {
                output.append(bytes[place])
                return 1
            }
            let isDecoded = path.contains(place) && kept.first.map { $0.startIndex <= place } != true
            let escaped = isDecoded ? PercentCoding.escapedByte(in: bytes, at: place) : nil
            output += Self.encoded([escaped ?? bytes[place]])
            return escaped == nil ? 1 : 3
        }
        for row in rows where !row.name.isEmpty { append(row) }
    }

    /// Sets a query parameter, replacing those of its name; the others stay as written.
    mutating func setQuery(_ name: SecretText, _ value: SecretText) {
        let isNamed = { (pair: QueryPair) in
            PercentCoding.decodedText(pair.name, plusIsSpace: true).hasSameBytes(as: name.string)
        }
        guard let first = items.first(where: { isNamed($0.pair) }) else { return append((name, value)) }
        url = url.replacing([(first.range, Self.encoded((name, value)))])
        var isFirst = true
        keepItems { pair in
            guard isNamed(pair) else { return true }
            defer { isFirst = false }
            return isFirst
        }
    }

    /// The URL as the URL standard writes it: a path always, no fragment, no dots as segments, nothing unprintable.
    var text: SecretText {
        var sent = self
        var path = parts.path(in: url)
        if path.isEmpty { sent.url = url.replacing([(path, SecretText("/"))]) }
        path = sent.parts.path(in: sent.url)
        sent.rewrite { path.contains($0) && $1 == UInt8(ascii: "\\") ? [UInt8(ascii: "/")] : [$1] }
        sent.url = sent.url.keeping(sent.segmentsWithoutDots, within: path)
        path = sent.parts.path(in: sent.url)
        sent.rewrite { place, byte in
            if place < path.lowerBound || place == path.upperBound { return [byte] }
            let isKept = path.contains(place) ? PercentCoding.isPlainInSentPath : PercentCoding.isPlainInSentQuery
            return isKept(byte) ? [byte] : Array(PercentCoding.encode([byte], keeping: isKept).utf8)
        }
        return sent.url
    }

    var host: SecretText {
        let parts = parts
        return url[parts.scheme.utf8.count..<parts.path(in: url).lowerBound]
    }

    // MARK: Parts

    private var parts: URLTemplate { URLTemplate(url.string, hashIsData: true) }

    private mutating func rewrite(_ write: (_ place: Int, _ byte: UInt8) -> [UInt8]) {
        let bytes = url.bytes
        url = url.rewritten { place, output in
            output += write(place, bytes[place])
            return 1
        }
    }

    private mutating func dropFragment() {
        guard !encodes, let fragment = URLTemplate(url.string, hashIsData: false).fragment else { return }
        url = url[..<(url.bytes.count - fragment.utf8.count - 1)]
    }

    /// The items of the query, and their ranges.
    private var items: [(range: Range<Int>, pair: QueryPair)] {
        let parts = parts
        var place = parts.path(in: url).upperBound + 1
        return parts.pairs.map { pair in
            let end = place + pair.text.utf8.count
            defer { place = end + 1 }
            return (place..<end, pair)
        }
    }

    /// Keeps some items of the query; without any, there is no query.
    private mutating func keepItems(_ isKept: (QueryPair) -> Bool) {
        let (start, end) = (parts.path(in: url).upperBound, url.bytes.count)
        let kept = items.filter { isKept($0.pair) }.map { $0.range.lowerBound - 1..<$0.range.upperBound }
        url = url.keeping(kept, within: start..<end)
        if !kept.isEmpty, url.bytes[start] != UInt8(ascii: "?") {
            url = url.replacing([(start..<start + 1, SecretText("?"))])
        }
    }

    private mutating func append(_ row: Pair) {
        let query = parts.query
        url += query == nil ? "?" : query == "" ? "" : "&"
        url += Self.encoded(row)
    }

    private static func encoded(_ pair: Pair) -> SecretText {
        let encode = { (text: String) in PercentCoding.encode(text, keeping: PercentCoding.isPlainInComponent) }
        return pair.name.encoded(encode) + "=" + pair.value.encoded(encode)
    }

    private static func encoded(_ bytes: [UInt8]) -> String.UTF8View {
        PercentCoding.encode(bytes, keeping: PercentCoding.isPlainInComponent).utf8
    }

    /// The segments of the path, each with the slash before it.
    private var segmentsWithoutDots: [Range<Int>] {
        let (path, bytes) = (parts.path(in: url), url.bytes)
        let starts = path.filter { bytes[$0] == UInt8(ascii: "/") }
        var kept: [Range<Int>] = []
        for (start, end) in zip(starts, starts.dropFirst() + [path.upperBound]) {
            let segment = String(decoding: bytes[start + 1..<end], as: UTF8.self)
            let dots = [".": 1, "..": 2][segment.asciiLowercased.replacing("%2e", with: ".")]
            if dots == 2 { _ = kept.popLast() }
            if dots == nil {
                kept.append(start..<end)
            } else if end == path.upperBound {
                kept.append(start..<start + 1)
            }
        }
        return kept
    }
}

extension SecretText {
    /// Returns the text without those parts of a range that are not kept.
    fileprivate func keeping(_ kept: [Range<Int>], within range: Range<Int>) -> SecretText {
        let starts = [range.lowerBound] + kept.map(\.upperBound)
        let gaps = zip(starts, kept.map(\.lowerBound) + [range.upperBound]).filter(<).map { ($0..<$1, SecretText()) }
        return gaps.isEmpty ? self : replacing(gaps)
    }
}

extension URLTemplate {
    /// Returns the range of the path in the URL, in bytes.
    fileprivate func path(in url: SecretText) -> Range<Int> {
        let start = scheme.utf8.count + authority.utf8.count
        return start..<start + path.utf8.count
    }
}

extension RequestTemplate.PathPiece {
    /// The range of its text, in bytes.
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .parameter(let name): 1 + name.utf8.count
        }
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
    /// The parts of an authority before and after its last `@`; the user is nil without one.
    var userAndPlace: (user: String?, place: String) {
        guard let at = unicodeScalars.lastIndex(of: "@") else { return (nil, self) }
        return (String(self[..<at]), String(self[unicodeScalars.index(after: at)...]))
    }
}

extension ResolvedText {
    /// Whether a URL of it gets no scheme: it begins with one, or with a variable whose value is unknown here and is to have it.
    package var bringsScheme: Bool {
        !URLTemplate(text, hashIsData: false).scheme.isEmpty || !missing.isEmpty && text.hasPrefix("{{")
    }
}

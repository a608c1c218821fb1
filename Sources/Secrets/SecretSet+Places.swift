// The places where secrets were put in what was sent. They are looked for there, and the text at the place has to be the secret: an unknown request
// has none.

extension SecretSet {
    /// Places in a request that was made.
    ///
    /// - Parameters:
    ///   - fields: The values of header fields, by their names in lower case.
    ///   - body: every part of it that holds secrets.
    package init(url: SecretText, fields: [String: SecretText] = [:], body: [BodyPart] = []) {
        self.init()
        insertPlaces(url: url, fields: fields, body: body)
    }

    package mutating func insertPlaces(url: SecretText, fields: [String: SecretText] = [:], body: [BodyPart] = []) {
        let fields = fields.filter { !$0.value.spans.isEmpty }
        guard !url.spans.isEmpty || !fields.isEmpty || !body.isEmpty else { return }
        let places = RequestPlaces(url: url, fields: fields, body: body)
        if !requestPlaces.contains(places) { requestPlaces.append(places) }
    }

    package var hasPlaces: Bool { !requestPlaces.isEmpty }

    /// Returns the secrets in the UTF-8 bytes of a text: of a URL as far as it is one that was made, of another origin's with its path, or of its
    /// path and query as they are on the wire. Empty for any other.
    package func spans(in text: String) -> [SecretSpan] {
        guard hasPlaces else { return [] }
        let bytes = Array(text.utf8)
        return requestPlaces.map { $0.spans(inURL: bytes) }.joinedSpans
    }

    /// Returns the secrets in bytes of a body, or of its beginning.
    package func spans(inBody bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        requestPlaces.flatMap { $0.body.map { $0.spans(in: bytes) } }.joinedSpans
    }

    package func spans(inBody text: String) -> [SecretSpan] {
        guard hasPlaces else { return [] }
        var text = text
        return text.withUTF8 { spans(inBody: $0) }
    }

    /// Returns the secrets in the value of a header field as it was made; nil if nothing is known of it.
    package func spans(inField name: String, _ value: String) -> [SecretSpan]? {
        let (name, value) = (name.lowercased(), Array(value.utf8))
        return requestPlaces.lazy.compactMap { $0.fields[name] }.first { $0.bytes == value }?.spans
    }

    /// A part of a body that holds secrets, and the bytes right before them.
    package struct BodyPart: Sendable, Hashable {
        private let text: SecretText
        /// The offset in the body; nil if it may be anywhere.
        private var offset: Int?

        /// Creates a part of a form of several parts.
        ///
        /// - Parameter head: All that is before the text in the part.
        package init(_ text: SecretText, behind head: [UInt8]) { self.text = SecretText(head, []) + text }

        /// Returns one for each secret of a body, with the bytes before it.
        package static func all(in body: UnsafeRawBufferPointer, _ spans: [SecretSpan]) -> [BodyPart] {
            spans.map { span in
                let start = max(0, span.range.lowerBound - 32)
                let text = SecretText(Array(body[start..<span.range.upperBound]), [span.shifted(by: -start)])
                var part = BodyPart(text, behind: [])
                part.offset = start
                return part
            }
        }

        /// Returns nothing where there is other text. In a body that is cut, the last may be a part of a secret.
        func spans(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
            if let offset { return spans(in: bytes, from: offset) }
            guard let first = text.bytes.first else { return [] }
            var (found, start) = ([SecretSpan](), 0)
            while let place = bytes[start...].firstIndex(of: first) {
                found += spans(in: bytes, from: place)
                start = place + 1
            }
            return found
        }

        private func spans(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [SecretSpan] {
            guard start <= bytes.count, text.bytes.starts(with: bytes[start...].prefix(text.bytes.count)) else {
                return []
            }
            return text[..<min(text.bytes.count, bytes.count - start)].spans.map { $0.shifted(by: start) }
        }
    }
}

extension [[SecretSpan]] {
    /// The secrets of all makings, in order, overlapping ones joined, since it is not known which making is meant.
    fileprivate var joinedSpans: [SecretSpan] { count > 1 ? joined().inOrder : first ?? [] }
}

extension Sequence<SecretSpan> {
    /// The places from the beginning, none within another; those that overlap are joined.
    package var inOrder: [SecretSpan] {
        let sorted = sorted {
            ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
        }
        return sorted.reduce(into: []) { kept, place in
            if let last = kept.last, last.range.overlaps(place.range) {
                // What looks out of it is as secret as the rest.
                let end = Swift.max(last.range.upperBound, place.range.upperBound)
                kept[kept.count - 1].range = last.range.lowerBound..<end
            } else {
                kept.append(place)
            }
        }
    }
}

/// One request as it was made.
struct RequestPlaces: Sendable, Hashable {
    /// The URL up to the end of the last secret: parameters may have been added after it.
    let url: SecretText
    let fields: [String: SecretText]
    let body: [SecretSet.BodyPart]

    fileprivate init(url: SecretText, fields: [String: SecretText] = [:], body: [SecretSet.BodyPart] = []) {
        self.url = url[..<(url.spans.last?.range.upperBound ?? 0)]
        (self.fields, self.body) = (fields, body)
    }

    /// Returns the index at which the path begins; nil without one, or without a scheme.
    private static func pathStart(of url: [UInt8]) -> Int? {
        url.firstRange(of: Array("://".utf8)).flatMap { url[$0.upperBound...].firstIndex(of: UInt8(ascii: "/")) }
    }

    /// The making without the values that their names show to be secret, with those places that are still there; nil if there are none.
    fileprivate var asShown: RequestPlaces? {
        let masked = SecretScan().spans(in: url.string, as: .url).map {
            ($0.range, SecretText(SecretMatcher.mask))
        }
        let shown = RequestPlaces(url: url.replacing(masked))
        return shown.url.isEmpty ? nil : shown
    }

    fileprivate func spans(inURL bytes: [UInt8]) -> [SecretSpan] {
        guard !url.isEmpty else { return [] }
        let spans = spans(in: bytes, from: 0, asFrom: 0)
        // On the wire a URL begins with its path; and a redirect to another origin may keep it.
        guard spans.isEmpty, let pathStart = Self.pathStart(of: url.bytes),
            let start = bytes.first == UInt8(ascii: "/") ? 0 : Self.pathStart(of: bytes)
        else { return spans }
        return self.spans(in: bytes, from: start, asFrom: pathStart)
    }

    /// Returns the secrets up to where the two differ, as a redirect may go on otherwise: a secret that ends before is there. Of a text that is cut,
    /// the last may be a part of one.
    private func spans(in bytes: [UInt8], from start: Int, asFrom madeStart: Int) -> [SecretSpan] {
        let count = zip(bytes[start...], url.bytes[madeStart...]).prefix { $0 == $1 }.count
        let (end, isCut) = (madeStart + count, start + count == bytes.count)
        return url.spans.compactMap { span in
            guard span.range.lowerBound >= madeStart, span.range.lowerBound < end,
                span.range.upperBound <= end || isCut
            else { return nil }
            return SecretSpan(span.range.clamped(to: madeStart..<end), span.name).shifted(by: start - madeStart)
        }
    }
}

// MARK: - For what is shown

extension SecretSet {
    /// Returns a URL, or its path and query, with dots in these places.
    public func hiding(_ url: String) -> String { SecretMatcher.hiding(spans(in: url).map(\.range), in: url) }

    /// Returns a text with dots in these places. It names URLs as logs do: without the values that their names show to be secret.
    public func hiding(inText text: String) -> String { asShown.hiding(text) }

    /// Returns the text of ``hiding(inText:)`` without the long values, too.
    public func masked(_ text: String) -> String { matcher.masked(hiding(inText: text)) }

    /// The places for many such texts: making them takes longer the more places there are.
    public var asShown: AsShown { AsShown(places: SecretSet(requestPlaces: requestPlaces.compactMap(\.asShown))) }

    /// The places as they are in texts that name URLs without the values that their names show to be secret.
    public struct AsShown: Sendable {
        fileprivate let places: SecretSet

        public func hiding(_ text: String) -> String { places.hasPlaces ? places.hiding(inURLsOf: text) : text }
    }

    private init(requestPlaces: [RequestPlaces]) {
        self.init()
        self.requestPlaces = requestPlaces
    }

    private func hiding(inURLsOf text: String) -> String {
        var (hidden, rest) = ("", text[...])
        while let mark = rest.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            let scheme = rest[..<mark.lowerBound].unicodeScalars.reversed().prefix {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "+-.".unicodeScalars.contains($0)
            }
            let end =
                rest[mark.upperBound...].unicodeScalars.firstIndex(where: \.properties.isWhitespace) ?? rest.endIndex
            let start = scheme.endIndex.base
            hidden += rest[..<start] + hiding(String(rest[start..<end]))
            rest = rest[end...]
        }
        return hidden + rest
    }
}

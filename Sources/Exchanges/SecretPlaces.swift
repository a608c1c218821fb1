import Foundation
import MicroClient
import Secrets

/// The places of secrets in what was sent, however short they are.
///
/// A request may have been made more than once, as anew after logging in: each making has places of its own. They are looked for in what was
/// sent, and what stands there has to be the secret: a request of which nothing is known has none.
public struct SecretPlaces: Sendable, Hashable {
    private var makings: [Making] = []
    /// Names of header fields that are made of secrets, in lower case.
    public var fieldNames: Set<String> = []

    public init(fieldNames: Set<String> = []) { self.fieldNames = fieldNames }

    /// Places in a request that was made.
    ///
    /// - Parameters:
    ///   - fields: values of header fields, by their names in lower case.
    ///   - body: every part of it that holds secrets.
    package init(url: SecretText, fields: [String: SecretText] = [:], body: [BodyPart] = []) {
        let fields = fields.filter { !$0.value.spans.isEmpty }
        guard !url.spans.isEmpty || !fields.isEmpty || !body.isEmpty else { return }
        makings = [Making(url: url, fields: fields, body: body)]
    }

    private var isEmpty: Bool { makings.isEmpty }

    public mutating func formUnion(_ others: SecretPlaces) {
        makings += others.makings.filter { !makings.contains($0) }
        fieldNames.formUnion(others.fieldNames)
    }

    public func union(_ others: SecretPlaces) -> SecretPlaces {
        var all = self
        all.formUnion(others)
        return all
    }

    /// Secrets in the UTF-8 bytes of a text: of a URL as far as it is one that was made, of another origin's with its path, or of its path and
    /// query as they stand on the wire. Empty for any other.
    func spans(in text: String) -> [SecretSpan] {
        guard !isEmpty else { return [] }
        let bytes = Array(text.utf8)
        return makings.map { $0.spans(inURL: bytes) }.joinedSpans
    }

    /// Secrets in bytes of a body, or of its beginning.
    func spans(inBody bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        makings.flatMap { $0.body.map { $0.spans(in: bytes) } }.joinedSpans
    }

    /// Secrets in the value of a header field as it was made; nil if nothing is known of it.
    func spans(in field: HeaderField) -> [SecretSpan]? {
        let (name, value) = (field.name.lowercased(), Array(field.value.utf8))
        return makings.lazy.compactMap { $0.fields[name] }.first { $0.bytes == value }?.spans
    }

    /// A part of a body that holds secrets.
    package struct BodyPart: Sendable, Hashable {
        private let text: SecretText
        /// The bytes right before it; nil: its offset is enough to find it.
        private let head: [UInt8]?
        private let offset: Int

        /// A part of a form of several parts, wherever it stands.
        ///
        /// - Parameter head: all that is before the text in the part.
        package init(_ text: SecretText, behind head: [UInt8]) { (self.text, self.head, offset) = (text, head, 0) }

        /// - Parameter body: what it is a part of, from `offset` on.
        private init(_ body: SecretText, offset: Int) { (text, head, self.offset) = (body, nil, offset) }

        /// One for each secret of a body, with what stands before it.
        package static func all(in body: UnsafeRawBufferPointer, _ spans: [SecretSpan]) -> [BodyPart] {
            spans.map { span in
                let start = max(0, span.range.lowerBound - 32)
                let part = Array(body[start..<span.range.upperBound])
                return BodyPart(SecretText(part, [span.shifted(by: -start)]), offset: start)
            }
        }

        /// Returns nothing where something else stands. In a body that is cut, the last may be a part of a secret.
        func spans(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
            guard let head, let first = head.first else { return spans(in: bytes, from: offset) }
            var (found, place) = ([SecretSpan](), 0)
            while let start = bytes[place...].firstIndex(of: first) {
                let isHead = bytes[start...].starts(with: head)
                place = start + (isHead ? head.count : 1)
                if isHead { found += spans(in: bytes, from: place) }
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
    /// Nobody can tell which making is meant: what is secret in any of them, in order, those that overlap as one.
    fileprivate var joinedSpans: [SecretSpan] {
        guard count > 1 else { return first ?? [] }
        return joined().sorted { $0.range.lowerBound < $1.range.lowerBound }.reduce(into: []) { spans, span in
            if let last = spans.last, last.range.overlaps(span.range) {
                let end = Swift.max(last.range.upperBound, span.range.upperBound)
                spans[spans.count - 1].range = last.range.lowerBound..<end
            } else {
                spans.append(span)
            }
        }
    }
}

/// One request as it was made.
private struct Making: Sendable, Hashable {
    /// Up to the end of the last secret: parameters may have been put behind it.
    let url: SecretText
    var fields: [String: SecretText] = [:]
    var body: [SecretPlaces.BodyPart] = []

    init(url: SecretText, fields: [String: SecretText] = [:], body: [SecretPlaces.BodyPart] = []) {
        self.url = url[..<(url.spans.last?.range.upperBound ?? 0)]
        (self.fields, self.body) = (fields, body)
    }

    /// Where the path begins; nil without one, or without a scheme.
    private static func pathStart(of url: [UInt8]) -> Int? {
        url.firstRange(of: Array("://".utf8)).flatMap { url[$0.upperBound...].firstIndex(of: UInt8(ascii: "/")) }
    }

    /// Without what names tell to be secret: with those places that are still there. Nil: with none.
    var asShown: Making? {
        let masked = Redaction.places(inURL: url.string).map { ($0.range, SecretText(Redaction.mask)) }
        let shown = Making(url: url.replacing(masked))
        return shown.url.isEmpty ? nil : shown
    }

    func spans(inURL bytes: [UInt8]) -> [SecretSpan] {
        guard !url.isEmpty else { return [] }
        let spans = spans(in: bytes, from: 0, asFrom: 0)
        // On the wire a URL begins with its path; and a redirect to another origin may keep it.
        guard spans.isEmpty, let pathStart = Self.pathStart(of: url.bytes),
            let start = bytes.first == UInt8(ascii: "/") ? 0 : Self.pathStart(of: bytes)
        else { return spans }
        return self.spans(in: bytes, from: start, asFrom: pathStart)
    }

    /// Up to where the two differ, as a redirect may go on otherwise: a secret that ends before is there. Of a text that is cut, the last may
    /// be a part of one.
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

extension SecretPlaces {
    /// A URL, or its path and query, with dots in these places.
    public func hiding(_ url: String) -> String {
        SecretMatcher.hiding(spans(in: url).map(\.range), in: url)
    }

    /// A body, or its beginning, with dots in these places.
    public func hiding(body: Data) -> Data {
        guard !isEmpty else { return body }
        let bytes = Array(body)
        let ranges = bytes.withUnsafeBufferPointer { spans(inBody: $0) }.map(\.range)
        return ranges.isEmpty ? body : Data(SecretMatcher.hiding(ranges, in: bytes))
    }

    /// A text that names such URLs as logs do, which is without what their names tell to be secret.
    public func hiding(inText text: String) -> String { asShown.hiding(text) }

    /// For many such texts: it costs as much as there are places.
    public var asShown: AsShown { AsShown(self) }

    /// The places as they are in texts that name URLs without what their names tell to be secret.
    public struct AsShown: Sendable {
        private let places: SecretPlaces

        fileprivate init(_ places: SecretPlaces) { self.places = SecretPlaces(asShown: places) }

        public func hiding(_ text: String) -> String { places.isEmpty ? text : places.hiding(inURLsOf: text) }
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

    /// Of the URLs without what their names tell to be secret.
    private init(asShown places: SecretPlaces) {
        makings = places.makings.compactMap(\.asShown)
    }

    /// What went out on a hop, with dots in these places.
    func hiding(_ hop: Exchange.Hop) -> Exchange.Hop {
        guard !isEmpty else { return hop }
        var hidden = hop
        let request = hop.request
        hidden.request = Exchange.SentRequest(
            method: request.method, url: hiding(request.url), headers: request.headers,
            bodyLength: request.bodyLength, body: request.body.map { hiding(body: $0) })
        hidden.wire = hop.wire.map { Exchange.WireLog($0.parts.map(hiding)) }
        return hidden
    }

    private func hiding(_ part: Exchange.WireLog.Part) -> Exchange.WireLog.Part {
        switch part.content {
        case .bytes(let data) where part.kind == .requestBody: .init(part.kind, .bytes(hiding(body: data)), of: part)
        case .bytes(let data) where part.kind == .requestHead: .init(part.kind, .bytes(hiding(head: data)), of: part)
        case .fields(let fields) where part.kind == .requestHead:
            .init(
                part.kind,
                .fields(HeaderFields(fields.map { $0.name == ":path" ? HeaderField($0.name, hiding($0.value)) : $0 })),
                of: part)
        default: part
        }
    }

    /// "GET /users/… HTTP/1.1"; of a head that is cut within a long URL, only the beginning of that.
    private func hiding(head: Data) -> Data {
        let words = head.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard words.count > 1 else { return head }
        let target = hiding(String(decoding: words[1], as: UTF8.self))
        return Data([[words[0], Array(target.utf8)], words.dropFirst(2)].joined().joined(separator: [0x20]))
    }
}

extension Exchange.WireLog.Part {
    /// - Parameter part: whose place it takes, as long as that was.
    fileprivate init(_ kind: Kind, _ content: Exchange.WireLog.Content, of part: Exchange.WireLog.Part) {
        self.init(kind, content, length: part.isCut ? max(part.length, content.length + 1) : nil)
    }
}

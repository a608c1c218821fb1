import Foundation
import MicroClient
import Secrets

/// Where secrets stand in what was sent which are too short to be looked for.
///
/// A request may have been made more than once, as anew after logging in: each making has places of its own. They are looked for in what was
/// sent, and what stands there has to be the secret: a request of which nothing is known has none.
public struct SecretPlaces: Sendable, Hashable {
    private var makings: [Making] = []

    public init() {}

    /// Of a request that was made.
    ///
    /// - Parameters:
    ///   - inURL: in UTF-8 bytes of the URL, in order.
    ///   - inBody: in bytes of the body, in order.
    public init(url: String, inURL: [Range<Int>], body: [UInt8] = [], inBody: [Range<Int>] = []) {
        self.init(url: url, inURL: inURL, inBody: inBody.map { Place(range: $0, bytes: Array(body[$0])) })
    }

    init(url: String, inURL: [Range<Int>], inBody: [Place]) {
        guard !inURL.isEmpty || !inBody.isEmpty else { return }
        makings = [Making(url: url, inURL: inURL, inBody: inBody)]
    }

    public var isEmpty: Bool { makings.isEmpty }

    public mutating func formUnion(_ others: SecretPlaces) {
        makings += others.makings.filter { !makings.contains($0) }
    }

    public func union(_ others: SecretPlaces) -> SecretPlaces {
        var all = self
        all.formUnion(others)
        return all
    }

    /// In the UTF-8 bytes of a text: of a URL as far as it is one that was made, of another origin's with its path, or of its path and query as
    /// they stand on the wire. Empty in any other.
    func ranges(in text: String) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let bytes = Array(text.utf8)
        return makings.map { $0.ranges(inURL: bytes) }.joinedRanges
    }

    /// In bytes of a body, or of its beginning.
    func ranges(inBody bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        makings.map { $0.ranges(inBody: bytes) }.joinedRanges
    }

    /// A secret of a body, as it is spelled there.
    struct Place: Sendable, Hashable {
        var range: Range<Int>
        var bytes: [UInt8]
    }
}

extension [[Range<Int>]] {
    /// Nobody can tell which making is meant: what is secret in any of them, in order, those that overlap as one.
    fileprivate var joinedRanges: [Range<Int>] {
        guard count > 1 else { return first ?? [] }
        return joined().sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
            if let last = ranges.last, last.overlaps(range) {
                ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }
}

/// One request as it was made.
private struct Making: Sendable, Hashable {
    /// Up to the end of the last secret: parameters may have been put behind it.
    let urlStart: [UInt8]
    let inURL: [Range<Int>]
    let inBody: [SecretPlaces.Place]
    /// Where the path begins in the URL; nil: behind the secrets, or nowhere.
    private let pathStart: Int?

    init(url: String, inURL: [Range<Int>], inBody: [SecretPlaces.Place]) {
        let start = Array(url.utf8.prefix(inURL.last?.upperBound ?? 0))
        (urlStart, self.inURL, self.inBody) = (start, inURL, inBody)
        pathStart = Self.pathStart(of: start)
    }

    /// Nil without one, or without a scheme.
    private static func pathStart(of url: [UInt8]) -> Int? {
        url.firstRange(of: Array("://".utf8)).flatMap { url[$0.upperBound...].firstIndex(of: UInt8(ascii: "/")) }
    }

    /// Without what names tell to be secret: with those places that are still there. Nil: with none.
    var asShown: Making? {
        let masked = Redaction.places(inURL: String(decoding: urlStart, as: UTF8.self)).map(\.range)
        var (shown, places, copied) = ([UInt8](), [Range<Int>](), 0)
        func isMasked(_ place: Range<Int>) -> Bool { masked.contains { $0.overlaps(place) } }
        let kept = inURL.filter { !isMasked($0) }.map { (range: $0, isMasked: false) }
        for cut in (masked.map { (range: $0, isMasked: true) } + kept).sorted(by: {
            $0.range.lowerBound < $1.range.lowerBound
        }) {
            shown += urlStart[copied..<cut.range.lowerBound]
            let text = cut.isMasked ? Array(Redaction.mask.utf8) : Array(urlStart[cut.range])
            if !cut.isMasked { places.append(shown.count..<shown.count + text.count) }
            shown += text
            copied = cut.range.upperBound
        }
        guard !places.isEmpty else { return nil }
        return Making(url: String(decoding: shown + urlStart[copied...], as: UTF8.self), inURL: places, inBody: [])
    }

    func ranges(inURL bytes: [UInt8]) -> [Range<Int>] {
        guard !inURL.isEmpty else { return [] }
        let ranges = ranges(in: bytes, from: 0, asFrom: 0)
        // On the wire a URL begins with its path; and a redirect to another origin may keep it.
        guard ranges.isEmpty, let pathStart,
            let start = bytes.first == UInt8(ascii: "/") ? 0 : Self.pathStart(of: bytes)
        else { return ranges }
        return self.ranges(in: bytes, from: start, asFrom: pathStart)
    }

    /// Up to where the two differ, as a redirect may go on otherwise: a secret that ends before is there. Of a text that is cut, the last may
    /// be a part of one.
    private func ranges(in bytes: [UInt8], from start: Int, asFrom madeStart: Int) -> [Range<Int>] {
        let count = zip(bytes[start...], urlStart[madeStart...]).prefix { $0 == $1 }.count
        let (end, shift, isCut) = (madeStart + count, start - madeStart, start + count == bytes.count)
        return inURL.compactMap { place in
            guard place.lowerBound >= madeStart, place.lowerBound < end, place.upperBound <= end || isCut else {
                return nil
            }
            return place.lowerBound + shift..<min(place.upperBound, end) + shift
        }
    }

    /// Up to where the two differ. Of one that is cut, the last may be a part of a secret.
    func ranges(inBody bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        inBody.prefix {
            $0.range.lowerBound < bytes.count
                && $0.bytes.starts(with: bytes[$0.range.clamped(to: 0..<bytes.count)])
        }.map { $0.range.clamped(to: 0..<bytes.count) }
    }
}

// MARK: - For what is shown

extension SecretPlaces {
    /// A URL, or its path and query, with dots in these places.
    public func hiding(_ url: String) -> String {
        SecretMatcher.hiding(ranges(in: url), in: url)
    }

    /// A body, or its beginning, with dots in these places.
    public func hiding(body: Data) -> Data {
        guard !isEmpty else { return body }
        let bytes = Array(body)
        let ranges = bytes.withUnsafeBufferPointer { self.ranges(inBody: $0) }
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

import Foundation
import MicroClient

/// Where secrets stand in a request that was sent which are too short to be looked for.
public struct SecretPlaces: Sendable, Hashable {
    /// The URL that they are places of.
    public var url: String
    /// In its UTF-8 bytes, in order.
    public var inURL: [Range<Int>]
    /// In bytes of the body, in order.
    public var inBody: [Range<Int>]

    public init(url: String, inURL: [Range<Int>], inBody: [Range<Int>]) {
        self.url = url
        self.inURL = inURL
        self.inBody = inBody
    }

    /// In the UTF-8 bytes of a text: the URL itself, or its path and query as they stand on the wire. Empty in any other.
    public func ranges(in text: String) -> [Range<Int>] {
        guard !inURL.isEmpty else { return [] }
        if text == url { return inURL }
        guard text.hasPrefix("/"), url.hasSuffix(text) else { return [] }
        let start = url.utf8.count - text.utf8.count
        return inURL.filter { $0.lowerBound >= start }.map { $0.lowerBound - start..<$0.upperBound - start }
    }
}

// MARK: - For what is shown

extension SecretPlaces {
    /// A URL, or its path and query, with dots in these places.
    public func hiding(_ url: String) -> String {
        let ranges = ranges(in: url)
        return ranges.isEmpty ? url : String(decoding: Self.hiding(ranges, in: Array(url.utf8)), as: UTF8.self)
    }

    /// A body, or its beginning, with dots in these places; one that is too short to have them all keeps the others.
    public func hiding(body: Data) -> Data {
        inBody.isEmpty ? body : Data(Self.hiding(inBody.filter { $0.upperBound <= body.count }, in: Array(body)))
    }

    /// What went out on a hop to the same URL, with dots in these places; any other as it is.
    func hiding(_ hop: Hop) -> Hop {
        guard hop.request.url == url else { return hop }
        var hidden = hop
        let request = hop.request
        hidden.request = SentRequest(
            method: request.method, url: hiding(request.url), headers: request.headers,
            bodyLength: request.bodyLength, body: request.body.map { hiding(body: $0) })
        hidden.wire = hop.wire.map { WireLog($0.parts.map(hiding)) }
        return hidden
    }

    private func hiding(_ part: WireLog.Part) -> WireLog.Part {
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

    /// "GET /users/… HTTP/1.1"
    private func hiding(head: Data) -> Data {
        let words = head.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3 else { return head }
        let target = hiding(String(decoding: words[1], as: UTF8.self))
        return Data([Array(words[0]), Array(target.utf8), Array(words[2])].joined(separator: [0x20]))
    }

    private static func hiding(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var (hidden, copied) = ([UInt8](), 0)
        for range in ranges {
            hidden += bytes[copied..<range.lowerBound] + Redaction.mask.utf8
            copied = range.upperBound
        }
        return hidden + bytes[copied...]
    }
}

extension WireLog.Part {
    /// - Parameter part: whose place it takes, as long as that was.
    fileprivate init(_ kind: Kind, _ content: WireLog.Content, of part: WireLog.Part) {
        self.init(kind, content, length: part.isCut ? max(part.length, content.length + 1) : nil)
    }
}

import Foundation
import MicroClient

/// A log of the bytes on the wire of a hop: heads byte for byte, and the start of the request's body.
struct WireRecorder {
    private var tunnel: [Exchange.WireLog.Part] = []
    /// The heads that are complete.
    private var heads: [Exchange.WireLog.Part] = []
    /// The lines of the head, or the trailers, being received.
    private var lines: [UInt8] = []
    /// The length of the same in bytes, including bytes that are not kept.
    private var length = 0
    private var body: [UInt8] = []
    private var bodyLength = 0

    private let isTLS: Bool

    init(isTLS: Bool) {
        self.isTLS = isTLS
        lines.reserveCapacity(512)
    }

    var isEmpty: Bool { tunnel.isEmpty && heads.isEmpty && lines.isEmpty }

    // MARK: Tunnels

    mutating func askForTunnel(_ bytes: UnsafeRawBufferPointer) { appendToTunnel(.tunnelRequest, bytes) }

    /// Records a line of the proxy's response.
    mutating func hearOfTunnel(_ line: UnsafeRawBufferPointer) { appendToTunnel(.tunnelResponse, line) }

    private mutating func appendToTunnel(_ kind: Exchange.WireLog.Part.Kind, _ bytes: UnsafeRawBufferPointer) {
        if let last = tunnel.last, last.kind == kind, case .bytes(let known) = last.content {
            let room = max(0, Exchange.WireLog.longestPart - known.count)
            tunnel[tunnel.count - 1].content = .bytes(known + Data(bytes.prefix(room)))
            tunnel[tunnel.count - 1].length += bytes.count
        } else if tunnel.count < Exchange.WireLog.mostParts {
            let kept = Data(bytes.prefix(Exchange.WireLog.longestPart))
            tunnel.append(Exchange.WireLog.Part(kind, .bytes(kept), length: bytes.count))
        }
    }

    // MARK: The request's body

    mutating func sendBody(_ bytes: UnsafeRawBufferPointer) {
        bodyLength += bytes.count
        let room = Exchange.WireLog.longestBody - body.count
        if room > 0 { body.append(contentsOf: bytes.prefix(room)) }
    }

    /// Discards the body, which is sent again.
    mutating func forgetBody() { (body, bodyLength) = ([], 0) }

    // MARK: What is received

    /// Records a line of a head or of the trailers, including its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) {
        length += line.count
        let room = Exchange.WireLog.longestPart - lines.count
        if room > 0 { lines.append(contentsOf: line.prefix(room)) }
    }

    /// Records what a line completed.
    mutating func note(_ outcome: HeadParser.Outcome) {
        switch outcome {
        case .nothing: break
        case .informational: endHead(.informational)
        case .head: endHead(.responseHead)
        }
    }

    private mutating func endHead(_ kind: Exchange.WireLog.Part.Kind) {
        // When there are too many, the next one replaces the last.
        if heads.count >= Exchange.WireLog.mostParts { heads.removeLast() }
        heads.append(part(kind, .received(lines)))
        lines.removeAll(keepingCapacity: true)
        length = 0
    }

    /// Returns the part being received. For fields the lines are libcurl's, with line ends and a version that were not sent: their length counts
    /// only if some were left out.
    private func part(_ kind: Exchange.WireLog.Part.Kind, _ content: Exchange.WireLog.Content) -> Exchange.WireLog.Part
    {
        if case .fields = content, lines.count == length { return Exchange.WireLog.Part(kind, content) }
        return Exchange.WireLog.Part(kind, content, length: length)
    }

    // MARK: As a value

    /// - Parameter isBehindHead: Whether the lines being received are trailers.
    func log(headSent: [UInt8], isBehindHead: Bool) -> Exchange.WireLog {
        var parts = tunnel
        if !headSent.isEmpty { parts.append(.requestHead(.sent(headSent, isTLS: isTLS))) }
        if bodyLength > 0 { parts.append(Exchange.WireLog.Part(.requestBody, .bytes(Data(body)), length: bodyLength)) }
        parts += heads
        if !lines.isEmpty {
            parts.append(part(isBehindHead ? .trailers : .responseHead, .received(lines, of: heads)))
        }
        return Exchange.WireLog(parts)
    }
}

extension Exchange.WireLog.Part {
    /// Returns the head of the request, cut to the largest size of a part.
    fileprivate static func requestHead(_ whole: Exchange.WireLog.Content) -> Self {
        var rest = Exchange.WireLog.longestPart
        switch whole {
        case .bytes(let data):
            return Exchange.WireLog.Part(.requestHead, .bytes(Data(data.prefix(rest))), length: data.count)
        case .fields(let fields):
            let kept = fields.prefix { field in
                rest -= field.name.utf8.count + field.value.utf8.count
                return rest >= 0
            }
            return Exchange.WireLog.Part(.requestHead, .fields(HeaderFields(Array(kept))), length: whole.length)
        }
    }
}

extension Exchange.WireLog.Content {
    /// Returns the content of received lines; libcurl writes HTTP/2 as lines in the format of HTTP/1.
    fileprivate static func received(_ lines: [UInt8], of heads: [Exchange.WireLog.Part] = []) -> Self {
        if case .fields? = heads.last?.content { return .fields(HeaderFields(lines: lines)) }
        guard lines.starts(with: "HTTP/2".utf8) || lines.starts(with: "HTTP/3".utf8) else { return .bytes(Data(lines)) }
        let status = lines.split(separator: 0x20, maxSplits: 2).dropFirst().first ?? []
        let digits = String(decoding: status.prefix { $0 > 0x20 }, as: UTF8.self)
        return .fields(HeaderFields([HeaderField(":status", digits)] + Array(HeaderFields(requestHead: lines))))
    }

    /// Returns the content of a head that was sent; for HTTP/2 libcurl makes the fields from such a head.
    fileprivate static func sent(_ head: [UInt8], isTLS: Bool) -> Self {
        let line = head.prefix { $0 != 0x0D && $0 != 0x0A }
        guard line.suffix(7).starts(with: " HTTP/2".utf8) || line.suffix(7).starts(with: " HTTP/3".utf8) else {
            return .bytes(Data(head))
        }
        let scheme = isTLS ? "https" : "http"
        return .fields(HeaderFields(sentAsHTTP2: head, line: String(decoding: line, as: UTF8.self), scheme))
    }
}

extension HeaderFields {
    /// Parses lines without a first line.
    fileprivate init(lines: [UInt8]) { self.init(requestHead: [0x0A] + lines) }

    /// Makes the fields of HTTP/2: names in lower case, `Host` as a pseudo-field, and none that concerns a connection.
    ///
    /// - Source: RFC 9113, sections 8.2.2 and 8.3.1.
    fileprivate init(sentAsHTTP2 head: [UInt8], line: String, _ scheme: String) {
        let fields = HeaderFields(requestHead: head)
        let words = line.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        let pseudo = [
            ":method": words.first.map(String.init), ":path": words.dropFirst().first.map(String.init),
            ":scheme": scheme, ":authority": fields["Host"],
        ]
        let first = LibcurlFeatures.pseudoFields.compactMap { name in
            pseudo[name].flatMap { $0 }.map { HeaderField(name, $0) }
        }
        self.init(
            first
                + fields.filter { !Self.ofConnections.contains($0.name.lowercased()) }
                .map { HeaderField($0.name.lowercased(), $0.value) })
    }

    private static let ofConnections: Set = [
        "host", "upgrade", "connection", "keep-alive", "proxy-connection", "transfer-encoding",
    ]
}

import Foundation
import MicroClient

/// What is said on a hop, kept as it comes: heads byte for byte, and the start of the request's body.
struct WireTape {
    private var tunnel: [Exchange.WireLog.Part] = []
    /// Heads that are complete.
    private var heads: [Exchange.WireLog.Part] = []
    /// Of the head, or the trailers, that come now.
    private var lines: [UInt8] = []
    /// Of the same, in bytes, kept or not.
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

    /// A line of what the proxy answers.
    mutating func hearOfTunnel(_ line: UnsafeRawBufferPointer) { appendToTunnel(.tunnelAnswer, line) }

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

    /// It is sent anew.
    mutating func forgetBody() { (body, bodyLength) = ([], 0) }

    // MARK: What is received

    /// A line of a head or of the trailers, with its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) {
        length += line.count
        let room = Exchange.WireLog.longestPart - lines.count
        if room > 0 { lines.append(contentsOf: line.prefix(room)) }
    }

    /// What the line completed.
    mutating func note(_ outcome: HeadParser.Outcome) {
        switch outcome {
        case .nothing: break
        case .informational: endHead(.informational)
        case .head: endHead(.responseHead)
        }
    }

    private mutating func endHead(_ kind: Exchange.WireLog.Part.Kind) {
        // Of too many, the last ones give way to the next.
        if heads.count >= Exchange.WireLog.mostParts { heads.removeLast() }
        heads.append(part(kind, .received(lines)))
        lines.removeAll(keepingCapacity: true)
        length = 0
    }

    /// What is received now. Of fields the lines are libcurl's, with line ends and a version that nobody sent: they count only where some were left out.
    private func part(_ kind: Exchange.WireLog.Part.Kind, _ content: Exchange.WireLog.Content) -> Exchange.WireLog.Part
    {
        if case .fields = content, lines.count == length { return Exchange.WireLog.Part(kind, content) }
        return Exchange.WireLog.Part(kind, content, length: length)
    }

    // MARK: As a value

    /// - Parameter isBehindHead: whether what comes now are trailers.
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
    /// No more of it than is kept of a part.
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
    /// libcurl writes what it receives over HTTP/2 as the lines of HTTP/1 would be.
    fileprivate static func received(_ lines: [UInt8], of heads: [Exchange.WireLog.Part] = []) -> Self {
        if case .fields? = heads.last?.content { return .fields(HeaderFields(lines: lines)) }
        guard lines.starts(with: "HTTP/2".utf8) || lines.starts(with: "HTTP/3".utf8) else { return .bytes(Data(lines)) }
        let status = lines.split(separator: 0x20, maxSplits: 2).dropFirst().first ?? []
        let digits = String(decoding: status.prefix { $0 > 0x20 }, as: UTF8.self)
        return .fields(HeaderFields([HeaderField(":status", digits)] + Array(HeaderFields(requestHead: lines))))
    }

    /// The same for what it sends: it makes the fields of such a head.
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
    /// Lines without a first one.
    fileprivate init(lines: [UInt8]) { self.init(requestHead: [0x0A] + lines) }

    /// Names in lower case, `Host` among the pseudo-fields, and none that concerns a connection.
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

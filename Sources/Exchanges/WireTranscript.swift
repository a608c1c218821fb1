public import Foundation
public import MicroClient

/// What was said on a hop as lines to read, in the manner of `curl -v`: what went out, what came back, and what is known of the connection.
public struct WireTranscript: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        public var speaker: Speaker
        /// As it stood on the wire, its line end left out unless that is an unusual one; it may hold any character.
        public var text: String

        public init(_ speaker: Speaker, _ text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// "> GET / HTTP/1.1"
        public var marked: String { text.isEmpty ? speaker.mark : "\(speaker.mark) \(text)" }
    }

    /// Whose words a line holds.
    public enum Speaker: Sendable, Hashable {
        /// Ours, about the connection or the sizes.
        case note
        /// What we sent to the server, or to a proxy.
        case client
        /// What was answered.
        case server
        /// A failure.
        case failure

        public var mark: String {
            switch self {
            case .note, .failure: "*"
            case .client: ">"
            case .server: "<"
            }
        }
    }

    public private(set) var lines: [Line] = []
    private let masks: Bool

    /// - Parameters:
    ///   - masks: whether values are hidden whose names say that they are credentials. Known secrets are the caller's to hide.
    ///   - now: for the days that certificates have left.
    public init(_ hop: Hop, masks: Bool, now: Date) {
        self.masks = masks
        if let facts = hop.connection { addConnection(facts, version: hop.response?.httpVersion, now) }
        if let wire = hop.wire { for part in wire.parts { add(part) } } else { addFields(of: hop) }
        addSizes(of: hop)
        if let failure = hop.failure { lines.append(Line(.failure, failure.message)) }
    }

    /// Most lines that are made of one part; a head of 64 KiB can have thousands.
    static let mostLines = 400
    /// Most characters of one line.
    static let longestLine = 4_000
}

// MARK: - Connections

extension WireTranscript {
    private mutating func note(_ text: String) { lines.append(Line(.note, text)) }

    private mutating func addConnection(_ facts: ConnectionFacts, version: String?, _ now: Date) {
        let port = facts.remotePort.map { ":\($0)" } ?? ""
        let age = facts.isReused.map { $0 ? "a kept connection" : "a new connection" }
        let words = [facts.remoteAddress.map { $0 + port }, age, version.map { "HTTP/\($0)" }].compactMap { $0 }
        if !words.isEmpty { note(words.joined(separator: ", ")) }
        if let proxy = facts.proxy { note("through the proxy \(Redaction.url(proxy))") }
        if let version = facts.tlsVersion {
            note([version, facts.tlsCipher].compactMap { $0 }.joined(separator: ", "))
        }
        for (index, certificate) in facts.certificates.enumerated() { add(certificate, index, now) }
    }

    private mutating func add(_ certificate: CertificateFacts, _ index: Int, _ now: Date) {
        note("certificate \(index + 1): \(certificate.subject)")
        note("  issued by \(certificate.issuer)")
        if !certificate.alternativeNames.isEmpty {
            note("  for \(certificate.alternativeNames.joined(separator: ", "))")
        }
        note("  valid until \(certificate.notAfter.formatted(.iso8601)), \(Self.left(certificate, now))")
        note("  serial \(certificate.serialNumber)")
        note("  SHA-256 \(certificate.fingerprint.map(Self.hexadecimal).joined(separator: ":"))")
    }

    private static func left(_ certificate: CertificateFacts, _ now: Date) -> String {
        if certificate.notBefore > now { return "not valid before \(certificate.notBefore.formatted(.iso8601))" }
        let days = Int((certificate.notAfter.timeIntervalSince(now) / 86_400).rounded(.down))
        return days < 0 ? "out of date since \(Wording.count(-days, "day"))" : "\(Wording.count(days, "day")) left"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}

// MARK: - Parts

extension WireTranscript {
    private mutating func add(_ part: WireLog.Part) {
        let speaker: Speaker = part.kind.isOurs ? .client : .server
        if part.kind == .trailers { note("behind the body:") }
        switch part.content {
        case .fields(let fields): add(fields, speaker)
        case .bytes(let data) where part.kind == .requestBody: addBody(data, part.length)
        case .bytes(let data): addHead(data, speaker)
        }
        if part.isCut, part.kind != .requestBody {
            note("the first \(Wording.bytes(Int64(part.content.length))) of \(Wording.bytes(Int64(part.length)))")
        }
    }

    private mutating func add(_ fields: HeaderFields, _ speaker: Speaker) {
        for field in fields.prefix(Self.mostLines) {
            var value = masks ? Redaction.value(field.value, of: field.name) : field.value
            if masks, field.name == ":path" { value = Redaction.url(value) }
            append(speaker, "\(field.name): \(value)")
        }
        addRest(fields.count - Self.mostLines)
    }

    /// Line by line, as it stood there.
    private mutating func addHead(_ data: Data, _ speaker: Speaker) {
        let texts = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        // Behind the last line end stands nothing.
        let complete = data.last == 0x0A ? texts.dropLast() : texts[...]
        var hidesFolded = false
        for (index, bytes) in complete.prefix(Self.mostLines).enumerated() {
            var text = bytes.last == 0x0D ? bytes.dropLast().wireText : bytes.wireText
            if bytes.last != 0x0D, index < texts.count - 1 { text += "\n" }
            append(speaker, masks ? Self.masked(text, isFirst: index == 0, &hidesFolded) : text)
        }
        addRest(complete.count - Self.mostLines)
    }

    private mutating func addRest(_ count: Int) {
        if count > 0 { note("and \(Wording.count(count, "more line"))") }
    }

    private mutating func append(_ speaker: Speaker, _ text: String) {
        let left = text.utf8.count - Self.longestLine
        guard left > 0 else { return lines.append(Line(speaker, text)) }
        let start = String(text.prefix(Self.longestLine))
        lines.append(Line(speaker, "\(start)… \(Wording.bytes(Int64(text.utf8.count - start.utf8.count))) more"))
    }

    private static func masked(_ line: String, isFirst: Bool, _ hidesFolded: inout Bool) -> String {
        if isFirst { return maskedRequestLine(line) }
        // The rest of a folded value.
        if let first = line.first, first == " " || first == "\t" {
            return hidesFolded ? " \(Redaction.mask)" : line
        }
        guard let colon = line.firstIndex(of: ":") else { return line }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        hidesFolded = Redaction.isSecret(name: name)
        let start = line[line.index(after: colon)...].firstIndex { $0 != " " && $0 != "\t" } ?? line.endIndex
        return line[..<start] + (start == line.endIndex ? "" : Redaction.value(String(line[start...]), of: name))
    }

    /// "GET /path?token=x HTTP/1.1"; a status line has no URL and stays.
    private static func maskedRequestLine(_ line: String) -> String {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, !line.hasPrefix("HTTP/"), let end = words[1].lastIndex(of: " ") else { return line }
        return "\(words[0]) \(Redaction.url(String(words[1][..<end])))\(words[1][end...])"
    }
}

// MARK: - Bodies

extension WireTranscript {
    private mutating func addBody(_ data: Data, _ length: Int) {
        if let text = String(bytes: data.wholeScalars, encoding: .utf8), !text.contains("\0") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.prefix(Self.mostLines) { append(.client, masks ? Self.maskedForm(line) : String(line)) }
            addRest(lines.count - Self.mostLines)
        } else {
            let bytes = data.prefix(32).map(Self.hexadecimal).joined(separator: " ")
            append(.client, data.count > 32 ? "\(bytes) …" : bytes)
        }
        let shown = length > data.count ? ", of which the first \(Wording.bytes(Int64(data.count))) are shown" : ""
        note("the request's body: \(Wording.bytes(Int64(length)))\(shown)")
    }

    /// "user=me&password=••••"
    private static func maskedForm(_ line: Substring) -> String {
        guard line.contains("="), !line.contains(where: { $0 == " " || $0 == "\"" || $0 == "<" || $0 == "?" }) else {
            return String(line)
        }
        return String(Redaction.url("/?\(line)").dropFirst(2))
    }

    private mutating func addSizes(of hop: Hop) {
        guard hop.response != nil else { return }
        var words: [String] = []
        if let wire = hop.bodyBytesOnWire, wire != hop.bodyBytes {
            words.append("\(Wording.bytes(wire)) on the wire, \(Wording.bytes(hop.bodyBytes)) decoded")
            if wire > 0, let ratio = Self.ratio(Double(hop.bodyBytes) / Double(wire)) { words.append("\(ratio) times") }
        } else {
            words.append(Wording.bytes(hop.bodyBytes))
        }
        note("the answer's body: \(words.joined(separator: ", "))")
        guard let wire = hop.wire else { return }
        let sent = wire.parts.filter { $0.kind == .requestHead }.map(\.length).reduce(0, +)
        let received = wire.parts.filter { [.informational, .responseHead, .trailers].contains($0.kind) }
            .map(\.length).reduce(0, +)
        note("heads: \(Wording.bytes(Int64(sent))) sent, \(Wording.bytes(Int64(received))) received")
    }

    /// "4.2"
    private static func ratio(_ value: Double) -> String? {
        guard value.isFinite, value < 1e9 else { return nil }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: Without a log

    /// Where the transport tells no bytes, or not yet.
    private mutating func addFields(of hop: Hop) {
        let url = masks ? Redaction.url(hop.request.url) : hop.request.url
        append(.client, "\(hop.request.method) \(url)")
        add(hop.request.headers, .client)
        guard let head = hop.response else { return }
        append(.server, "HTTP/\(head.httpVersion ?? "?") \(head.status) \(head.reason)")
        add(head.headers, .server)
        if !hop.trailers.isEmpty { note("behind the body:") }
        add(hop.trailers, .server)
    }
}

extension WireLog.Part.Kind {
    fileprivate var isOurs: Bool {
        switch self {
        case .tunnelRequest, .requestHead, .requestBody: true
        case .tunnelAnswer, .informational, .responseHead, .trailers: false
        }
    }
}

extension Data {
    /// As UTF-8 where it is that, else as Latin-1, so that nothing is lost.
    fileprivate var wireText: String {
        String(bytes: self, encoding: .utf8) ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }

    /// Without the rest of a character that the end cuts through.
    fileprivate var wholeScalars: Data {
        var end = endIndex
        while end > startIndex, endIndex - end < 4 {
            let last = self[index(before: end)]
            if last < 0x80 { return self[..<end] }
            end = index(before: end)
            if last >= 0xC0 { return String(bytes: self, encoding: .utf8) == nil ? self[..<end] : self }
        }
        return self
    }
}

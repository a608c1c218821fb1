import Foundation
import MicroClient

/// Writes a transcript, line by line.
struct WireFormatter {
    var lines: [WireTranscript.Line] = []
    /// Whether values are hidden whose names suggest credentials.
    let masks: Bool
    let secretHeaders: Set<String>
    private let now: Date
    let known: (_ text: String, _ isCut: Bool) -> String

    init(masks: Bool, secretHeaders: Set<String>, now: Date, known: @escaping (String, Bool) -> String) {
        (self.masks, self.secretHeaders, self.now, self.known) = (masks, secretHeaders, now, known)
    }

    mutating func write(_ hop: Exchange.Hop) {
        if let facts = hop.connection { addConnection(facts, version: hop.response?.httpVersion) }
        if let wire = hop.wire { for part in wire.parts { add(part, of: hop) } } else { addFields(of: hop) }
        addSizes(of: hop)
        if let failure = hop.failure { lines.append(WireTranscript.Line(.failure, known(failure.message, false))) }
    }
}

// MARK: - Connections

extension WireFormatter {
    mutating func note(_ text: String) { lines.append(WireTranscript.Line(.note, text)) }

    private mutating func addConnection(_ facts: ConnectionFacts, version: String?) {
        let port = facts.remotePort.map { ":\($0)" } ?? ""
        let age = facts.isReused.map { $0 ? "a reused connection" : "a new connection" }
        let words = [facts.remoteAddress.map { $0 + port }, age, version.map { "HTTP/\($0)" }].compactMap { $0 }
        if !words.isEmpty { note(words.joined(separator: ", ")) }
        if let proxy = facts.proxy { note("through the proxy \(Redaction.url(proxy))") }
        if let version = facts.tlsVersion {
            note([version, facts.tlsCipher].compactMap { $0 }.joined(separator: ", "))
        }
        for (index, certificate) in facts.certificates.enumerated() { add(certificate, index) }
    }

    private mutating func add(_ certificate: ConnectionFacts.Certificate, _ index: Int) {
        note("certificate \(index + 1): \(certificate.subject)")
        note("  issued by \(certificate.issuer)")
        if !certificate.alternativeNames.isEmpty {
            note("  for \(certificate.alternativeNames.joined(separator: ", "))")
        }
        note("  valid until \(certificate.notAfter.formatted(.iso8601)), \(left(certificate))")
        note("  serial \(certificate.serialNumber)")
        note("  SHA-256 \(certificate.fingerprint.map(Self.hexadecimal).joined(separator: ":"))")
    }

    private func left(_ certificate: ConnectionFacts.Certificate) -> String {
        if certificate.notBefore > now { return "not valid before \(certificate.notBefore.formatted(.iso8601))" }
        let days = Int((certificate.notAfter.timeIntervalSince(now) / 86_400).rounded(.down))
        return days < 0 ? "expired \(Wording.count(-days, "day")) ago" : "\(Wording.count(days, "day")) left"
    }

    static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}

// MARK: - Sizes

extension WireFormatter {
    mutating func addSizes(of hop: Exchange.Hop) {
        guard hop.response != nil else { return }
        var words: [String] = []
        if let wire = hop.bodyBytesOnWire, wire != hop.bodyBytes {
            words.append("\(Wording.bytes(wire)) on the wire, \(Wording.bytes(hop.bodyBytes)) decoded")
            if wire > 0, let ratio = Self.ratio(Double(hop.bodyBytes) / Double(wire)) { words.append("\(ratio) times") }
        } else {
            words.append(Wording.bytes(hop.bodyBytes))
        }
        note("response body: \(words.joined(separator: ", "))")
        guard let wire = hop.wire else { return }
        let sent = wire.parts.filter { $0.kind == .requestHead }.map(\.length).reduce(0, +)
        let received = wire.parts.filter { [.informational, .responseHead, .trailers].contains($0.kind) }
            .map(\.length).reduce(0, +)
        note("heads: \(Wording.bytes(Int64(sent))) sent, \(Wording.bytes(Int64(received))) received")
    }

    /// Returns a number with one decimal: "4.2".
    private static func ratio(_ value: Double) -> String? {
        guard value.isFinite, value < 1e9 else { return nil }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

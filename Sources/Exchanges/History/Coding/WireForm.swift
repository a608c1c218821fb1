import Foundation
import MicroClient

// How what is known of a connection, and what stood on it, is written down.

struct TimingsForm: Codable {
    var nameLookup: Int64?
    var connect: Int64?
    var tls: Int64?
    var send: Int64?
    var wait: Int64?
    var download: Int64?
    var total: Int64?

    init(_ timings: Transfer.Timings) {
        nameLookup = timings.nameLookup?.nanoseconds
        connect = timings.connect?.nanoseconds
        tls = timings.tls?.nanoseconds
        send = timings.send?.nanoseconds
        wait = timings.wait?.nanoseconds
        download = timings.download?.nanoseconds
        total = timings.total?.nanoseconds
    }

    var value: Transfer.Timings {
        var timings = Transfer.Timings()
        timings.nameLookup = nameLookup.map(Duration.nanoseconds)
        timings.connect = connect.map(Duration.nanoseconds)
        timings.tls = tls.map(Duration.nanoseconds)
        timings.send = send.map(Duration.nanoseconds)
        timings.wait = wait.map(Duration.nanoseconds)
        timings.download = download.map(Duration.nanoseconds)
        timings.total = total.map(Duration.nanoseconds)
        return timings
    }
}

struct ConnectionForm: Codable {
    var remoteAddress: String?
    var proxy: String?
    var remotePort: Int?
    var isReused: Bool?
    var tlsVersion: String?
    var tlsCipher: String?
    var certificates: [CertificateForm]?

    init(_ facts: ConnectionFacts) {
        remoteAddress = facts.remoteAddress
        proxy = facts.proxy
        remotePort = facts.remotePort
        isReused = facts.isReused
        tlsVersion = facts.tlsVersion
        tlsCipher = facts.tlsCipher
        certificates = facts.certificates.map(CertificateForm.init).nilIfEmpty
    }

    var value: ConnectionFacts {
        ConnectionFacts(
            remoteAddress: remoteAddress, remotePort: remotePort, isReused: isReused, tlsVersion: tlsVersion,
            tlsCipher: tlsCipher, certificates: certificates?.map(\.value) ?? [], proxy: proxy)
    }
}

/// A certificate as it is written down.
package struct CertificateForm: Codable {
    var subject: String
    var issuer: String
    var alternativeNames: [String]
    var notBefore: Int64
    var notAfter: Int64
    var serialNumber: String
    var fingerprint: Data

    package init(_ facts: ConnectionFacts.Certificate) {
        subject = facts.subject
        issuer = facts.issuer
        alternativeNames = facts.alternativeNames
        notBefore = facts.notBefore.microsecondsSince1970
        notAfter = facts.notAfter.microsecondsSince1970
        serialNumber = facts.serialNumber
        fingerprint = facts.fingerprint
    }

    package var value: ConnectionFacts.Certificate {
        ConnectionFacts.Certificate(
            subject: subject, issuer: issuer, alternativeNames: alternativeNames,
            notBefore: Date(microsecondsSince1970: notBefore), notAfter: Date(microsecondsSince1970: notAfter),
            serialNumber: serialNumber, fingerprint: fingerprint)
    }
}

/// What was said is text where it is UTF-8, else base64, or fields.
struct WirePartForm: Codable {
    var kind: String
    var text: String?
    var bytes: Data?
    var fields: FieldsForm?
    /// Nil when it is that of the content.
    var length: Int?

    init(_ part: Exchange.WireLog.Part) {
        kind = part.kind.word
        switch part.content {
        case .fields(let fields): self.fields = FieldsForm(fields)
        case .bytes(let data):
            let decoded = String(decoding: data, as: UTF8.self)
            if decoded.utf8.elementsEqual(data) { text = decoded } else { bytes = data }
        }
        length = part.length == part.content.length ? nil : part.length
    }

    /// Nil for a kind that a later version knows.
    var value: Exchange.WireLog.Part? {
        guard let kind = Exchange.WireLog.Part.Kind.allCases.first(where: { $0.word == kind }) else { return nil }
        let content =
            fields.map { Exchange.WireLog.Content.fields($0.value) } ?? .bytes(bytes ?? Data((text ?? "").utf8))
        return Exchange.WireLog.Part(kind, content, length: length)
    }
}

extension Exchange.WireLog.Part.Kind {
    fileprivate var word: String {
        switch self {
        case .tunnelRequest: "tunnelRequest"
        case .tunnelAnswer: "tunnelAnswer"
        case .requestHead: "requestHead"
        case .requestBody: "requestBody"
        case .informational: "informational"
        case .responseHead: "responseHead"
        case .trailers: "trailers"
        }
    }
}

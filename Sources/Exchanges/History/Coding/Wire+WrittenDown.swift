import Foundation
import MicroClient

// The written form of the facts of a connection, and of its raw traffic.

extension Transfer.Timings: WrittenDown {
    package static var blank: Transfer.Timings { Transfer.Timings() }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.duration("nameLookup", &nameLookup)
        try fields.duration("connect", &connect)
        try fields.duration("tls", &tls)
        try fields.duration("send", &send)
        try fields.duration("wait", &wait)
        try fields.duration("download", &download)
        try fields.duration("total", &total)
    }
}

extension ConnectionFacts: WrittenDown {
    package static var blank: ConnectionFacts { ConnectionFacts() }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("remoteAddress", &remoteAddress)
        try fields.field("proxy", &proxy)
        try fields.field("remotePort", &remotePort)
        try fields.field("isReused", &isReused)
        try fields.field("tlsVersion", &tlsVersion)
        try fields.field("tlsCipher", &tlsCipher)
        try fields.list("certificates", &certificates)
    }
}

extension ConnectionFacts.Certificate: WrittenDown {
    package static var blank: ConnectionFacts.Certificate {
        ConnectionFacts.Certificate(
            subject: "", issuer: "", alternativeNames: [], notBefore: .distantPast, notAfter: .distantPast,
            serialNumber: "", fingerprint: Data())
    }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("subject", &subject)
        try fields.field("issuer", &issuer)
        try fields.field("alternativeNames", &alternativeNames)
        try fields.moment("notBefore", &notBefore)
        try fields.moment("notAfter", &notAfter)
        try fields.field("serialNumber", &serialNumber)
        try fields.field("fingerprint", &fingerprint)
    }
}

/// A part of the raw traffic: text if it is UTF-8, else base64, or fields.
struct WirePartForm: Codable {
    var kind: String
    var text: String?
    var bytes: Data?
    var fields: FieldsForm?
    /// The length of the whole part; nil if it is that of the content.
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

    /// The part; nil for a kind that only a later version knows.
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
        // The word of every version of the history so far.
        case .tunnelResponse: "tunnelAnswer"
        case .requestHead: "requestHead"
        case .requestBody: "requestBody"
        case .informational: "informational"
        case .responseHead: "responseHead"
        case .trailers: "trailers"
        }
    }
}

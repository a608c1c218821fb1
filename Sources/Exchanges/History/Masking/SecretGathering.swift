import BodyStore
import Foundation
import MicroClient
import Quoting
import Secrets
import Text

extension SecretNames {
    /// Creates the names of the secrets that a record's request was made of, and of the values in its places for secrets.
    init(_ record: RecordedExchange) {
        self.init(record.secrets.named.filter { !record.isNamedCredential($0) } + record.secretsFromResponses)
        gather(record)
    }

    /// Gathers the values in a record's places for secrets.
    mutating func gather(_ record: RecordedExchange) {
        for exchange in [record.exchange] + record.auxiliaryExchanges.compactMap(\.exchange) {
            exchange.forEachText { gather($0) }
        }
        for field in record.head?.headers ?? [] { gather(field) }
        record.sentBody.map { gather(inForm: $0, type: record.exchange.request.headers["Content-Type"] ?? "") }
    }

    private mutating func gather(_ text: ExchangeText) {
        switch text {
        case .url(let url): gather(inURL: url)
        case .field(let field, _): gather(field)
        case .reason, .failure: break
        case .wire(let part):
            if case .fields(let fields) = part.content { for field in fields { gather(field) } }
            if case .bytes(let data) = part.content, part.kind != .requestBody {
                for field in WireHead(data).fields { gather(field) }
            }
        }
    }

    private mutating func gather(inForm body: BodyStore, type: String) {
        guard body.count <= HistoryMask.longestForm else { return }
        let isEncoded = !type.lowercased().hasPrefix("multipart/")
        body.withBytes(in: 0..<body.count) { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            // A longer one is a file, and masked in its place alone.
            for place in SecretScan().spans(in: bytes, of: [.form(type: type)]) where place.range.count <= 1 << 14 {
                let written = String(decoding: HistoryMask.Bytes(rebasing: bytes[place.range]), as: UTF8.self)
                let value = isEncoded ? PercentCoding.decodedText(written, plusIsSpace: true) : written
                gather(value, written: written, named: place.name)
            }
        }
    }

    private mutating func gather(inURL url: String) {
        guard isNew("", url) else { return }
        let bytes = Array(url.utf8)
        for place in SecretScan().spans(in: url, of: [.url]) {
            // "/route?token": a fragment may have a query of its own.
            let name = place.name.split { "/?".contains($0) }.last.map(String.init) ?? place.name
            let written = String(decoding: bytes[place.range], as: UTF8.self)
            gather(PercentCoding.decodedText(written), written: written, named: name)
        }
    }

    /// Gathers the value of an item or a part.
    private mutating func gather(_ value: String, written: String, named name: String) {
        guard !isFound(written), !value.contains(Redaction.mask) else { return }
        insert(value, named: readable(name))
    }

    /// Whether the text consists of nothing but known secrets.
    func isFound(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { inSecretPlaces.covers($0) }
    }

    private mutating func gather(_ field: HeaderField) {
        guard isNew(field.name, field.value), !field.value.contains(Redaction.mask) else { return }
        if Redaction.holdsURL(field.name) || field.name == ":path" { gather(inURL: field.value) }
        guard Redaction.isSecret(field.value, under: field.name) else { return }
        let places = SecretScan().spans(in: field.value, of: [.credentials(field: field.name)])
        if ["cookie", "set-cookie"].contains(field.name.lowercased()) {
            gather(places, of: field.value)
        } else if let place = places.first {
            gatherCredentials(field, place)
        }
    }

    private mutating func gather(_ places: some Sequence<SecretSpan>, of value: String) {
        let bytes = Array(value.utf8)
        for place in places {
            let value = String(decoding: bytes[place.range], as: UTF8.self)
            guard !isFound(value) else { continue }
            insert(value, named: readable(place.name), isCertain: Redaction.isSecret(value, under: place.name))
        }
    }

    private mutating func gatherCredentials(_ field: HeaderField, _ place: SecretSpan) {
        let bytes = Array(field.value.utf8)
        let value = String(decoding: bytes[place.range], as: UTF8.self)
        guard !isFound(value) else { return }
        let isAuthorization = field.name.lowercased().hasSuffix("authorization")
        // The secret part of "Digest username=…" is different in each request.
        if isAuthorization, value.utf8.contains(0x20) { return }
        insert(value, named: readable(field.name), isCertain: isAuthorization)
        if isAuthorization, let password = CredentialField.basicTexts(in: field.value).dropFirst().first {
            insert(password, named: "password")
        }
    }
}

extension RecordedExchange {
    /// The secrets that were not known before it was sent: captured values and issued tokens.
    public var secretsFromResponses: [NamedSecret] {
        (facts.captures + facts.auxiliaryExchanges.flatMap(\.captures)).secrets
            + secrets.issued.map { NamedSecret(name: "token", value: $0) }
    }

    /// All known secrets of the record.
    public var allSecrets: SecretSet { secrets.union(SecretSet(secretsFromResponses)) }

    /// Whether a secret is all of a field such as `Authorization`, and has the field's name: a replay names one so that has no name of its own.
    ///
    /// The part after the scheme is gathered from the field, as it was when the original was kept: known as a whole, it would be masked with its
    /// scheme wherever it occurs again, and the two would differ.
    fileprivate func isNamedCredential(_ secret: NamedSecret) -> Bool {
        facts.exchange.request.headers.contains { field in
            guard field.name == secret.name, field.value.hasSameBytes(as: secret.value), field.isAuthorization,
                !field.value.contains(Redaction.mask)
            else { return false }
            guard let place = SecretScan().spans(in: field.value, of: [.credentials(field: field.name)]).first else {
                return false
            }
            let value = Array(field.value.utf8)[place.range]
            return place.range.lowerBound > 0 && value.count >= SecretMatcher.shortest && !value.contains(0x20)
        }
    }
}

extension HeaderField {
    fileprivate var isAuthorization: Bool {
        Redaction.isSecret(name: name) && name.lowercased().hasSuffix("authorization")
    }
}

extension [RecordedCapture] {
    /// The values of those captures that are secret.
    public var secrets: [NamedSecret] {
        filter(\.isSecret).compactMap { capture in
            capture.text.map { NamedSecret(name: capture.variable, value: $0) }
        }
    }
}

extension RecordedCapture {
    /// The value as a request would contain it if it is a text or a number.
    var text: String? {
        json.map { $0.hasPrefix("\"") ? JSONText.decoded($0.utf8.dropFirst().dropLast()) : $0 }
    }
}

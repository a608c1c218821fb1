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
        record.forEachPart { gather($0, $1) }
        record.sentBody.map { gather(inForm: $0, type: record.exchange.request.headers["Content-Type"] ?? "") }
    }

    private mutating func gather(_ part: MessagePart, _ text: String) {
        if part.isURL { gather(inURL: text) }
        if let name = part.fieldName { gather(name, text) }
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

    private mutating func gather(_ name: String, _ value: String) {
        guard isNew(name, value), !value.contains(Redaction.mask), SecretVocabulary.isSecret(value, under: name) else {
            return
        }
        let places = SecretScan().spans(in: value, of: [.credentials(field: name)])
        if ["cookie", "set-cookie"].contains(name.lowercased()) {
            gather(places, of: value)
        } else if let place = places.first {
            gatherCredentials(name, value, place)
        }
    }

    private mutating func gather(_ places: some Sequence<SecretSpan>, of value: String) {
        let bytes = Array(value.utf8)
        for place in places {
            let value = String(decoding: bytes[place.range], as: UTF8.self)
            guard !isFound(value) else { continue }
            insert(value, named: readable(place.name), isCertain: SecretVocabulary.isSecret(value, under: place.name))
        }
    }

    private mutating func gatherCredentials(_ name: String, _ field: String, _ place: SecretSpan) {
        let bytes = Array(field.utf8)
        let value = String(decoding: bytes[place.range], as: UTF8.self)
        guard !isFound(value) else { return }
        let isAuthorization = name.lowercased().hasSuffix("authorization")
        // The secret part of "Digest username=…" is different in each request.
        if isAuthorization, value.utf8.contains(0x20) { return }
        insert(value, named: readable(name), isCertain: isAuthorization)
        if isAuthorization, let password = CredentialField.basicTexts(in: field).dropFirst().first {
            insert(password, named: "password")
        }
    }
}

// MARK: - Suspected secrets

extension SecretNames {
    /// Gathers the values of a record under names that suggest a secret, so that they are found elsewhere, too.
    ///
    /// - Parameter limit: The number of bytes of a body that are looked at.
    mutating func gatherSuspected(_ record: RecordedExchange, upTo limit: Int) {
        record.forEachPart { gatherSuspected($0, $1) }
        gather(record.sentBody, record.exchange.request.headers, upTo: limit)
        gather(record.responseBody, record.head?.headers ?? [], upTo: limit)
    }

    private mutating func gatherSuspected(_ part: MessagePart, _ text: String) {
        let name = part.fieldName ?? ""
        guard part == .url || !name.isEmpty, isNew(name, text, isSuspected: true) else { return }
        if part == .url || !SecretVocabulary.isSecret(text, under: name) { gather(suspectedInText: text) }
    }

    mutating func gather(suspectedInText text: String) {
        var text = text
        text.withUTF8 { gather(suspectedIn: $0, [.text, .members]) }
    }

    private mutating func gather(_ body: BodyStore?, _ fields: HeaderFields, upTo limit: Int) {
        guard let body else { return }
        body.withBytes(in: 0..<min(body.count, limit)) { raw in
            gather(suspectedIn: raw.bindMemory(to: UInt8.self), [.body(type: fields["Content-Type"] ?? "")])
        }
    }

    private mutating func gather(suspectedIn bytes: HistoryMask.Bytes, _ contents: [SecretScan.Content]) {
        for place in SecretScan.unmarked.spans(in: bytes, of: contents) {
            for meant in place.meanings(in: bytes) where !isFound(meant) && !isCredentialsFound(meant, place.name) {
                insert(meant, named: place.name)
            }
            if let password = place.password(in: bytes) { insert(password, named: "password") }
        }
    }

    /// Whether the value is the field of credentials, repeated in a body, with nothing but known secrets after "Bearer": as a secret of
    /// its own it would take the place of the one in the field.
    private func isCredentialsFound(_ value: String, _ name: String) -> Bool {
        guard ["authorization", "proxy-authorization"].contains(name.lowercased()) else { return false }
        let bytes = Array(value.utf8)
        return SecretScan().spans(in: value, of: [.credentials(field: name)]).allSatisfy {
            isFound(String(decoding: bytes[$0.range], as: UTF8.self))
        }
    }

    private mutating func insert(_ value: String, named name: String) {
        insert(value, named: readable(name), isCertain: SecretVocabulary.isAlwaysSecret(under: name))
    }
}

extension RecordedExchange {
    /// The secrets that were not known before it was sent: captured values and issued tokens.
    public var secretsFromResponses: [NamedSecret] {
        (facts.captures + facts.auxiliaryExchanges.flatMap(\.captures)).secrets
            + secrets.issued.map { NamedSecret(name: "token", value: $0) }
    }

    /// Passes the texts of its exchanges, and of the head of its response.
    fileprivate func forEachPart(_ visit: (MessagePart, String) -> Void) {
        for exchange in [facts.exchange] + facts.auxiliaryExchanges.compactMap(\.exchange) {
            exchange.forEachText(visit)
        }
        for field in facts.head?.headers ?? [] { visit(.field(field.name, isSent: false), field.value) }
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
        SecretVocabulary.isSecret(nil, under: name) && name.lowercased().hasSuffix("authorization")
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

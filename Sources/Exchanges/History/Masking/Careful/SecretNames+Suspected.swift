import BodyStore
import MicroClient
import Secrets

extension SecretNames {
    /// Gathers the values of a record under names that suggest a secret, so that they are found elsewhere, too.
    ///
    /// - Parameter limit: The number of bytes of a body that are looked at.
    mutating func gatherSuspected(_ record: RecordedExchange, upTo limit: Int) {
        for exchange in [record.exchange] + record.auxiliaryExchanges.compactMap(\.exchange) {
            exchange.forEachText { gather(suspectedIn: $0) }
        }
        for field in record.head?.headers ?? [] { gather(suspectedIn: field) }
        gather(record.sentBody, record.exchange.request.headers, upTo: limit)
        gather(record.responseBody, record.head?.headers ?? [], upTo: limit)
    }

    private mutating func gather(suspectedIn text: ExchangeText) {
        if case .url(let url) = text, isNew("", url, isSuspected: true) { gather(suspectedInText: url) }
        if let field = text.field { gather(suspectedIn: field) }
    }

    private mutating func gather(suspectedIn field: HeaderField) {
        guard isNew(field.name, field.value, isSuspected: true) else { return }
        if !Redaction.isSecret(field.value, under: field.name) { gather(suspectedInText: field.value) }
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
        insert(value, named: readable(name), isCertain: SecretVocabulary.verdict(of: name) == .secret)
    }
}

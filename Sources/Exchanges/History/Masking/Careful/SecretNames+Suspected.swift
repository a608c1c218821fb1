import BodyStore
import Foundation
import MicroClient
import Quoting
import Secrets
import Text

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
        Array(text.utf8).withUnsafeBufferPointer { gather(SuspectedPlaces(inText: $0), in: $0) }
    }

    private mutating func gather(_ body: BodyStore?, _ fields: HeaderFields, upTo limit: Int) {
        guard let body else { return }
        body.withBytes(in: 0..<min(body.count, limit)) { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            gather(SuspectedPlaces(inBody: bytes, type: fields["Content-Type"] ?? ""), in: bytes)
        }
    }

    private mutating func gather(_ suspected: SuspectedPlaces, in bytes: UnsafeBufferPointer<UInt8>) {
        for place in suspected.places {
            let range = UnsafeBufferPointer(rebasing: bytes[place.range])
            let written = String(decoding: range, as: UTF8.self)
            for meant in Self.meanings(of: written) where !isFound(meant) && !isCredentialsFound(meant, place.name) {
                insert(meant, named: place.name)
            }
            if place.name == "user information", let (_, password) = written.cut(at: ":") {
                insert(Self.percentDecoded(password), named: "password")
            }
        }
    }

    /// Whether the value is the field of credentials, repeated in a body, with nothing but known secrets after "Bearer": as a secret of
    /// its own it would take the place of the one in the field.
    private func isCredentialsFound(_ value: String, _ name: String) -> Bool {
        guard ["authorization", "proxy-authorization"].contains(name.lowercased()) else { return false }
        return isFound(
            String(decoding: Array(value.utf8)[CredentialField.place(afterSchemeOf: value).range], as: UTF8.self))
    }

    private mutating func insert(_ value: String, named name: String) {
        insert(value, named: readable(name), isCertain: SecretVocabulary.verdict(of: name) == .secret)
    }

    /// Returns the meaning of a text, and the text itself: a secret is known by its meaning, and found in every spelling of that.
    private static func meanings(of written: String) -> [String] {
        var meanings: [String] = []
        // A text of JSON may be nested in a text of JSON.
        var text = written
        for _ in 0..<3 where text.contains("\\") {
            text = JSONText.decoded(text.utf8)
            meanings.append(text)
        }
        if meanings.isEmpty { meanings.append(percentDecoded(written)) }
        return meanings + [written]
    }

    private static func percentDecoded(_ text: String) -> String { text.removingPercentEncoding ?? text }
}

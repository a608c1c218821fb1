import Foundation
import MicroClient
import Secrets

extension HistoryMask {
    /// Returns the exchange without what is not kept in it.
    func prepared(_ exchange: Exchange) -> Exchange {
        let exchange = exchange.without(wire: isCareful)
        return isCareful ? exchange.changingHops { $0.connection?.certificates = [] } : exchange
    }

    /// Returns the masked exchange with markers for the possible starts of secrets at the ends of parts that were cut.
    func cuttingStarts(of exchange: Exchange) -> Exchange {
        exchange.changingHops { $0.wire = $0.wire.map { Exchange.WireLog($0.parts.map(cuttingStart)) } }
    }

    func body(_ data: Data, _ type: String) -> [UInt8] {
        let bytes = Array(data)
        return text(bytes, places: bytes.withUnsafeBufferPointer { places(in: $0, type: type, isSent: true) }).bytes
    }

    /// Replaces the possible start of a secret at the end of a part that was cut.
    private func cuttingStart(of part: Exchange.WireLog.Part) -> Exchange.WireLog.Part {
        guard part.isCut, case .bytes(let data) = part.content else { return part }
        let start = names.anywhere.startLength(at: Array(data.suffix(names.anywhere.longest)))
        guard start >= SecretMatcher.shortestStart else { return part }
        return part.saying(.bytes(data.dropLast(start) + Data(SecretPlaceholder.text(of: Self.nameOfStart).utf8)))
    }

    /// The name of the marker for the start of a secret, whichever it is.
    static let nameOfStart = "secret"
}

// MARK: - Parts of messages

// Credentials, recognised by a field's name, are masked whatever they are.

extension HistoryMask {
    func text(_ text: String, as part: MessagePart) -> Text {
        let isMade =
            if case .field(let name, isSent: true) = part { places.fieldNames.contains(name.lowercased()) } else {
                false
            }
        // A field made of secrets is another text in each request: its result is not remembered.
        return MaskedTexts.text(part, text, isMade ? nil : memory) {
            switch part {
            case .url: url(text)
            case .field(let name, _): field(name, text, isMade, part)
            case .fieldName: self.text(text)
            case .reason, .words, .body: self.text(text, places: suspected(in: text))
            }
        }
    }

    /// - Parameter isMade: Whether it was made of secrets.
    private func field(_ name: String, _ value: String, _ isMade: Bool, _ part: MessagePart) -> Text {
        guard !value.contains(Redaction.mask) else { return text(value) }
        if SecretVocabulary.isSecret(value, under: name) { return credentials(name, value) }
        if isMade {
            let found = given(name, value)
            return found.marks.isEmpty ? whole(name, value) : found
        }
        guard !part.isURL else { return url(value) }
        if isCareful { return text(value, places: suspected(in: value)) }
        let users = SecretScan.unmasked.spans(in: value, of: [.text]).filter { $0.kind == .userInformation }
        return text(value, places: users)
    }

    /// Masks only the secrets that the request was made of if nothing else in the value is secret; else the whole value.
    private func credentials(_ name: String, _ value: String) -> Text {
        if value.isEmpty { return text(value) }
        let parts = SecretScan().spans(in: value, of: [.credentials(field: name)])
        if name.lowercased() == "set-cookie" { return text(value, places: parts) }
        return parts.allSatisfy { isGiven(name, value, $0) } ? given(name, value) : whole(name, value)
    }

    /// Returns the value with markers at the places where secrets were put; if those are unknown, wherever secrets occur.
    private func given(_ name: String, _ value: String) -> Text {
        let bytes = Array(value.utf8)
        guard let spans = places.spans(inField: name, value) else { return text(bytes, isSecretPlace: true) }
        return text(bytes, places: outermost(spans, in: bytes))
    }

    private func whole(_ name: String, _ value: String) -> Text {
        guard !value.isEmpty else { return text(value) }
        let name = names.readable(name)
        let mark = Mark(name: name, offset: 0, spelling: .wholeField)
        return Text(bytes: Array(SecretPlaceholder.text(of: name).utf8), marks: [mark])
    }

    /// Whether a part consists of nothing but what the request was made of.
    private func isGiven(_ name: String, _ value: String, _ place: SecretSpan) -> Bool {
        let spans = places.spans(inField: name, value) ?? [place]
        let given = spans.reduce(0) { $0 + $1.range.clamped(to: place.range).count }
        return given == place.range.count
            && Array(Array(value.utf8)[place.range]).withUnsafeBufferPointer { bytes in
                names.inSecretPlaces.covers(bytes) { names.isGiven(names.inSecretPlaces.known[$0]) }
            }
    }
}

/// A cache of masked texts: in an archive most header fields are repeated in every entry, and each URL several times.
///
/// One belongs to one mask, whose secrets are all known, and is used by one thread.
final class MaskedTexts {
    private struct Key: Hashable {
        var part: MessagePart
        var text: String
    }

    private var texts: [Key: HistoryMask.Text] = [:]
    /// The number of texts that are remembered; further ones are masked each time.
    private static let most = 100_000

    /// - Parameter memory: The cache; nil if the text is masked each time.
    static func text(
        _ part: MessagePart, _ text: String, _ memory: MaskedTexts?, _ make: () -> HistoryMask.Text
    ) -> HistoryMask.Text {
        // Other texts may be equal though their bytes are not.
        guard let memory, text.utf8.allSatisfy({ $0 < 0x80 }) else { return make() }
        let key = Key(part: part, text: text)
        if let known = memory.texts[key] { return known }
        let made = make()
        if memory.texts.count < most { memory.texts[key] = made }
        return made
    }
}

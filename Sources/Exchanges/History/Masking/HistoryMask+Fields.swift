import MicroClient
import Secrets

// The parts of messages. Credentials, recognised by a field's name, are masked whatever they are.

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

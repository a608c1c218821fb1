import MicroClient
import Secrets

// Header fields: credentials, recognised by the field's name, are masked whatever they are.

extension HistoryMask {
    /// - Parameter isOurs: Whether it belongs to a request.
    func field(_ field: HeaderField, isOurs: Bool) -> Text {
        let isMade = isOurs && places.fieldNames.contains(field.name.lowercased())
        return MaskedTexts.text(.value(of: field.name), field.value, isMade ? nil : memory) { masked(field, isMade) }
    }

    func name(_ field: HeaderField) -> String {
        MaskedTexts.text(.name, field.name, memory) { text(field.name) }.string
    }

    /// - Parameter isMade: Whether it was made of secrets.
    private func masked(_ field: HeaderField, _ isMade: Bool) -> Text {
        guard !field.value.contains(Redaction.mask) else { return text(field.value) }
        if Redaction.isSecret(field.value, under: field.name) { return credentials(field) }
        if isMade {
            let found = given(field)
            return found.marks.isEmpty ? whole(field) : found
        }
        return Redaction.holdsURL(field.name) ? url(field.value) : text(field.value, places: suspected(in: field.value))
    }

    /// Masks only the secrets that the request was made of if nothing else in the value is secret; else the whole value.
    private func credentials(_ field: HeaderField) -> Text {
        if field.value.isEmpty { return text(field.value) }
        let parts = SecretScan().spans(in: field.value, of: [.credentials(field: field.name)])
        if field.isNamed("Set-Cookie") { return text(field.value, places: parts) }
        return parts.allSatisfy { isGiven(field, $0) } ? given(field) : whole(field)
    }

    /// Returns the value with markers at the places where secrets were put; if those are unknown, wherever secrets occur.
    private func given(_ field: HeaderField) -> Text {
        let bytes = Array(field.value.utf8)
        guard let spans = places.spans(inField: field.name, field.value) else {
            return text(bytes, isSecretPlace: true)
        }
        return text(bytes, places: outermost(spans, in: bytes))
    }

    private func whole(_ field: HeaderField) -> Text {
        guard !field.value.isEmpty else { return text(field.value) }
        let name = names.readable(field.name)
        let mark = Mark(name: name, offset: 0, spelling: .wholeField)
        return Text(bytes: Array(SecretPlaceholder.text(of: name).utf8), marks: [mark])
    }

    /// Whether a part consists of nothing but what the request was made of.
    private func isGiven(_ field: HeaderField, _ place: SecretSpan) -> Bool {
        let spans = places.spans(inField: field.name, field.value) ?? [place]
        let given = spans.reduce(0) { $0 + $1.range.clamped(to: place.range).count }
        return given == place.range.count
            && Array(Array(field.value.utf8)[place.range]).withUnsafeBufferPointer { bytes in
                names.inSecretPlaces.covers(bytes) { names.isGiven(names.inSecretPlaces.known[$0]) }
            }
    }
}

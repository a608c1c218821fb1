import MicroClient
import Secrets

// Header fields: what their names say to be credentials is masked whatever it is.

extension HistoryMask {
    /// - Parameter isOurs: whether it belongs to a request.
    func field(_ field: HeaderField, isOurs: Bool) -> Text {
        let isMade = isOurs && places.fieldNames.contains(field.name.lowercased())
        return MaskedTexts.text(.value(of: field.name), field.value, isMade ? nil : memory) { masked(field, isMade) }
    }

    func name(_ field: HeaderField) -> String {
        MaskedTexts.text(.name, field.name, memory) { text(field.name) }.string
    }

    /// - Parameter isMade: whether it was made of secrets.
    private func masked(_ field: HeaderField, _ isMade: Bool) -> Text {
        guard !field.value.contains(Redaction.mask) else { return text(field.value) }
        if Redaction.isSecret(field.value, under: field.name) { return credentials(field) }
        if isMade {
            let found = given(field)
            return found.marks.isEmpty ? whole(field) : found
        }
        return Redaction.holdsURL(field.name) ? url(field.value) : text(field.value, places: suspected(in: field.value))
    }

    /// The value as it was, but for what the request was made of, when that is all that is secret in it; else the whole of it.
    private func credentials(_ field: HeaderField) -> Text {
        if field.value.isEmpty { return text(field.value) }
        if field.isNamed("Set-Cookie") { return setCookie(field) }
        let parts = field.isNamed("Cookie") ? Cookies.places(in: field.value) : [Scheme.place(in: field.value)]
        return parts.allSatisfy { isGiven(field, $0) } ? given(field) : whole(field)
    }

    /// The value with markers where secrets were put; wherever they stand, if nobody knows where that was.
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
        return Text(bytes: Array(SecretMarker.text(of: name).utf8), marks: [mark])
    }

    private func setCookie(_ field: HeaderField) -> Text {
        text(field.value, places: Cookies.place(inSetCookie: field.value).map { [$0] } ?? [])
    }

    /// Whether a part holds nothing but what the request was made of.
    private func isGiven(_ field: HeaderField, _ place: SecretSpan) -> Bool {
        let spans = places.spans(inField: field.name, field.value) ?? [place]
        let given = spans.reduce(0) { $0 + $1.range.clamped(to: place.range).count }
        return given == place.range.count
            && Array(Array(field.value.utf8)[place.range]).withUnsafeBufferPointer { bytes in
                names.inSecretPlaces.covers(bytes) { names.isGiven(names.inSecretPlaces.known[$0]) }
            }
    }
}

/// The values of cookies in a field.
enum Cookies {
    /// The values in a `Cookie` field; empty ones are no places.
    ///
    /// - Source: RFC 6265, section 4.2.1.
    static func places(in value: String) -> [SecretSpan] {
        let bytes = Array(value.utf8)
        return bytes.indices.split { bytes[$0] == UInt8(ascii: ";") }.compactMap { place(of: $0, in: bytes) }
    }

    /// The value in a `Set-Cookie` field; nil where it is empty. The attributes behind the first pair are no secrets.
    ///
    /// - Source: RFC 6265, section 4.1.1.
    static func place(inSetCookie value: String) -> SecretSpan? {
        let bytes = Array(value.utf8)
        return place(of: bytes.indices.prefix { bytes[$0] != UInt8(ascii: ";") }, in: bytes)
    }

    private static func place(of pair: Range<Int>, in bytes: [UInt8]) -> SecretSpan? {
        let pair = pair.drop { bytes[$0] == 0x20 }
        guard let first = pair.first, let last = pair.last(where: { bytes[$0] != 0x20 }) else { return nil }
        let equals = pair.first { bytes[$0] == UInt8(ascii: "=") }
        // Without a name, all of it may be the value.
        let start = equals.map { $0 + 1 } ?? first
        let name = equals.map { String(decoding: bytes[first..<$0], as: UTF8.self) } ?? ""
        return start <= last ? SecretSpan(start..<(last + 1), name) : nil
    }
}

/// "Bearer": the word that credentials begin with.
enum Scheme {
    /// Returns the place of the credentials after it, or of the whole value without one. Blanks around the value belong to neither.
    ///
    /// - Source: RFC 9110, section 11.4.
    static func place(in value: String) -> SecretSpan {
        let bytes = Array(value.utf8)
        let text = bytes.drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
        let word = text[..<end].prefix { $0 != 0x20 }
        let isWord = word.endIndex < end && word.allSatisfy { isLetter($0) || $0 == 0x2D }
        return SecretSpan((isWord ? word.endIndex + 1 : text.startIndex)..<end, "")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

import Text

/// Secrets in a form: items that are written like those of a query, or parts.
enum FormPlaces {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// - Returns: None for a type that is no form's.
    static func all(
        in bytes: Bytes, type: String, by verdict: @escaping (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        let lower = type.lowercased()
        if lower.hasPrefix("application/x-www-form-urlencoded") {
            return items(bytes[...], isForm: true, by: verdict) + TextPlaces.nested(in: bytes, by: verdict)
        }
        return lower.hasPrefix("multipart/") ? parts(bytes, type: type, by: verdict) : []
    }

    private static let longestName = 200

    static func looksLikeForm(_ bytes: Bytes) -> Bool {
        let name = bytes.prefix(longestName).prefix { $0 != UInt8(ascii: "=") }
        return !name.isEmpty && name.count < min(bytes.count, longestName)
            && !name.contains { "{\"<;/?#".utf8.contains($0) }
            && !bytes.contains { $0 <= 0x20 }
    }

    /// - Parameter isForm: Whether a plus sign is a space for sure.
    static func items(
        _ bytes: Slice<Bytes>, isForm: Bool = false, by verdict: (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        QueryItem.places(in: bytes).compactMap { title, value in
            guard let value, !value.isEmpty else { return nil }
            let name = PercentCoding.decodedText(text(bytes[title]), plusIsSpace: isForm)
            let decoded = PercentCoding.decodedText(text(bytes[value]), plusIsSpace: isForm)
            return SecretVocabulary.isSecret(decoded, under: name, by: verdict) ? SecretSpan(value, name) : nil
        }
    }

    /// Returns the contents of parts of a multipart body whose names say that they are secret.
    ///
    /// - Source: RFC 2046, section 5.1.1; RFC 7578, section 4.2.
    private static func parts(
        _ bytes: Bytes, type: String, by verdict: (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        guard let boundary = MultipartHead.boundary(ofType: type) else { return [] }
        let delimiter = Array("--\(boundary)".utf8)
        var (places, start) = ([SecretSpan](), 0)
        while start < bytes.count {
            let end = range(of: delimiter, in: bytes, start..<bytes.count) ?? bytes.count..<bytes.count
            if let place = part(bytes, start..<end.lowerBound),
                SecretVocabulary.isSecret(text(bytes[place.range]), under: place.name, by: verdict)
            {
                places.append(place)
            }
            start = end.upperBound
        }
        return places
    }

    /// Returns the content of a part under its name.
    private static func part(_ bytes: Bytes, _ part: Range<Int>) -> SecretSpan? {
        guard let blank = range(of: Array("\r\n\r\n".utf8), in: bytes, part),
            let name = MultipartHead.name(ofPart: text(bytes[part.lowerBound..<blank.lowerBound]))
        else { return nil }
        let content = bytes[blank.upperBound..<part.upperBound]
        return SecretSpan(
            content.startIndex..<content.endIndex - (content.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 0), name)
    }

    private static func range(of text: [UInt8], in bytes: Bytes, _ range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while let first = bytes[start..<range.upperBound].firstIndex(of: text[0]) {
            if bytes[first..<range.upperBound].starts(with: text) { return first..<first + text.count }
            start = first + 1
        }
        return nil
    }

    private static func text(_ bytes: Slice<Bytes>) -> String {
        String(decoding: Bytes(rebasing: bytes), as: UTF8.self)
    }
}

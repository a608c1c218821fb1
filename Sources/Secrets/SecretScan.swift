import Text

/// Finds secrets by the names before them.
package enum SecretScan {
    /// Returns the places in a body: items of forms, parts, members of JSON, elements of XML, and those in URLs; in no order, some within others.
    ///
    /// - Parameters:
    ///   - type: The body's `Content-Type`; the body itself is looked at as well.
    ///   - verdict: Decides about a name.
    /// - Returns: The places, and the indexes at which those begin that are numbers of JSON.
    package static func places(
        inBody bytes: UnsafeBufferPointer<UInt8>, type: String,
        by verdict: @escaping (String) -> SecretVocabulary.Verdict = SecretVocabulary.quickVerdict
    ) -> (places: [SecretSpan], numbers: Set<Int>) {
        let media = type.prefix { $0 != ";" }.lowercased()
        var places = TextPlaces.all(in: bytes, by: verdict)
        if media == "application/x-www-form-urlencoded" {
            places += self.places(inItems: Array(bytes)[...], isForm: true, by: verdict)
        }
        if media.hasPrefix("multipart/") { places += self.places(inParts: bytes, type: type, by: verdict) }
        let isMarkup = bytes.prefix(512).first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
        if isMarkup || media.hasSuffix("xml") || media.hasSuffix("html") {
            places += MarkupPlaces.all(in: bytes, by: verdict)
        }
        let members = MemberPlaces(in: bytes, by: verdict)
        return (places + members.places, members.numbers)
    }

    /// Returns the places in a URL, in order: user information, items of query and fragment.
    package static func places(inURL text: String) -> [SecretSpan] {
        let bytes = Array(text.utf8)
        let user = rangeOfUser(bytes).flatMap { $0.isEmpty ? nil : SecretSpan($0, "user information") }
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let query = mark < hash ? places(inItems: bytes[(mark + 1)..<hash]) : []
        return [user].compactMap { $0 } + query + (hash < bytes.endIndex ? places(inItems: bytes[(hash + 1)...]) : [])
    }

    /// Returns the same for the items of a query, or of a form that is written like one.
    ///
    /// - Parameter isForm: Whether a plus sign is a space for sure.
    package static func places(
        inItems bytes: ArraySlice<UInt8>, isForm: Bool = false,
        by verdict: (String) -> SecretVocabulary.Verdict = SecretVocabulary.quickVerdict
    ) -> [SecretSpan] {
        bytes.split(separator: UInt8(ascii: "&")).compactMap { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex else { return nil }
            let (name, range) = (decoded(item[..<equals]), (equals + 1)..<item.endIndex)
            let value = decoded(bytes[range], isForm: isForm)
            return SecretVocabulary.isSecret(value, under: name, by: verdict) ? SecretSpan(range, name) : nil
        }
    }

    /// Returns the contents of parts of a multipart body whose names say that they are secret.
    ///
    /// - Source: RFC 2046, section 5.1.1; RFC 7578, section 4.2.
    private static func places(
        inParts bytes: UnsafeBufferPointer<UInt8>, type: String, by verdict: (String) -> SecretVocabulary.Verdict
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
    private static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> SecretSpan? {
        guard let blank = range(of: Array("\r\n\r\n".utf8), in: bytes, part),
            let name = MultipartHead.name(ofPart: text(bytes[part.lowerBound..<blank.lowerBound]))
        else { return nil }
        let content = bytes[blank.upperBound..<part.upperBound]
        return SecretSpan(
            content.startIndex..<content.endIndex - (content.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 0), name)
    }

    private static func range(
        of text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Range<Int>? {
        var start = range.lowerBound
        while let first = bytes[start..<range.upperBound].firstIndex(of: text[0]) {
            if bytes[first..<range.upperBound].starts(with: text) { return first..<first + text.count }
            start = first + 1
        }
        return nil
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isForm: Bool = false) -> String {
        PercentCoding.decodedText(String(decoding: bytes, as: UTF8.self), plusIsSpace: isForm)
    }

    /// Returns the user information before an `@` in the authority, even without a scheme before it, and where a password with an unescaped `/` ends
    /// the authority too early. Compares bytes, as URLs are read: a mark with an accent after it is still one.
    private static func rangeOfUser(_ url: [UInt8]) -> Range<Int>? {
        let start = startOfAuthority(url)
        let end = url[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
        return TextPlaces.user(of: url[start..<end])
    }

    private static func startOfAuthority(_ url: [UInt8]) -> Int {
        guard let separator = url.firstRange(of: Array("://".utf8)),
            !url[..<separator.lowerBound].contains(where: "/?#".utf8.contains)
        else { return url.startIndex }
        return separator.upperBound
    }
}

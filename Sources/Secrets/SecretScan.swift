import Text

/// Where secrets stand that the names before them tell.
package enum SecretScan {
    /// The places in a URL, in order: user information, items of query and fragment.
    package static func places(inURL text: String) -> [SecretSpan] {
        let bytes = Array(text.utf8)
        let user = rangeOfUser(bytes).flatMap { $0.isEmpty ? nil : SecretSpan($0, "user information") }
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let query = mark < hash ? places(inItems: bytes[(mark + 1)..<hash]) : []
        return [user].compactMap { $0 } + query + (hash < bytes.endIndex ? places(inItems: bytes[(hash + 1)...]) : [])
    }

    /// The same of the items of a query, or of a form that is written like one.
    ///
    /// - Parameter isForm: whether a plus sign is a blank for sure.
    package static func places(
        inItems bytes: ArraySlice<UInt8>, isForm: Bool = false,
        isSecret: (_ value: String, _ name: String) -> Bool = { SecretVocabulary.isSecret($0, under: $1) }
    ) -> [SecretSpan] {
        bytes.split(separator: UInt8(ascii: "&")).compactMap { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex else { return nil }
            let (name, range) = (decoded(item[..<equals]), (equals + 1)..<item.endIndex)
            return isSecret(decoded(bytes[range], isForm: isForm), name) ? SecretSpan(range, name) : nil
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isForm: Bool = false) -> String {
        PercentCoding.decodedText(String(decoding: bytes, as: UTF8.self), plusIsSpace: isForm)
    }

    /// What stands before an `@` in the authority, also where no scheme comes before it, and where a password with an unescaped `/` ends
    /// the authority too early. By bytes, as URLs are read: a mark with an accent behind it is one all the same.
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

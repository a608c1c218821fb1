/// Secrets in a URL, in order: user information, items of query and fragment.
enum URLPlaces {
    static func all(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        let user = rangeOfUser(bytes).flatMap(SecretSpan.init(userInformation:))
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let items = [mark..<hash, hash..<bytes.endIndex].flatMap {
            FormPlaces.items(bytes[$0].dropFirst(), by: verdict)
        }
        return [user].compactMap { $0 } + items + users(in: bytes, from: mark)
    }

    /// Returns the user information of URLs that stand unencoded in the items of query and fragment.
    private static func users(in bytes: UnsafeBufferPointer<UInt8>, from mark: Int) -> [SecretSpan] {
        bytes[mark...].split { "?&#".utf8.contains($0) }.flatMap { item in
            TextPlaces.users(in: UnsafeBufferPointer(rebasing: item)).map { $0.shifted(by: item.startIndex) }
        }
    }

    /// Returns the user information before an `@` in the authority, even without a scheme before it, and where a password with an unescaped `/` ends
    /// the authority too early. Compares bytes, as URLs are read: a mark with an accent after it is still one.
    private static func rangeOfUser(_ url: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let start = startOfAuthority(url)
        let end = url[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
        return TextPlaces.user(of: url[start..<end])
    }

    private static func startOfAuthority(_ url: UnsafeBufferPointer<UInt8>) -> Int {
        guard let separator = url.firstRange(of: Array("://".utf8)),
            !url[..<separator.lowerBound].contains(where: "/?#".utf8.contains)
        else { return url.startIndex }
        return separator.upperBound
    }
}

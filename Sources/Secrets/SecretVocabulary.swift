/// What the name of a header, a query item, a form field, a JSON member, a variable or a cookie says about its value: the one table that all
/// who show, keep, check and give away such values ask.
package enum SecretVocabulary {
    package enum Verdict: Sendable, Hashable {
        /// Its value is a secret, whatever it looks like: `password`, `Authorization`, `sessionId`.
        case secret
        /// Its value is a secret if it looks like one: `key`, `session`, `sig`.
        case ifItLooksSo
        /// It says something about a secret and is none: `tokenUrl`, `token_type`, `nextPageToken`.
        case describesOne
        case plain
    }

    package static func verdict(of name: String) -> Verdict {
        let words = words(of: name)
        guard let last = words.last else { return .plain }
        let joined = words.joined()
        if secretIDs.contains(where: joined.hasSuffix) || wholeNames.contains(joined) { return .secret }
        if doubtfulIDs.contains(where: joined.hasSuffix) { return .ifItLooksSo }
        if describes(words, last) { return .describesOne }
        if words.contains(where: secretWords.contains) || secretEnds.contains(where: joined.hasSuffix) {
            return .secret
        }
        let isDoubtful =
            words.contains(where: doubtfulWords.contains) || doubtfulParts.contains { occurs($0, in: joined) }
        return isDoubtful ? .ifItLooksSo : .plain
    }

    private static func describes(_ words: [String], _ last: String) -> Bool {
        if describingEnds.contains(last) || words.contains(where: ["expires", "expiry"].contains) { return true }
        if ["tokentype", "expiresin", "expiresat"].contains(where: last.hasSuffix) { return true }
        return last == "token" && words.count > 1 && words.dropLast().allSatisfy(pagingWords.contains)
    }

    /// Whether a value under this name is to be hidden.
    package static func isSecret(_ value: String, under name: String) -> Bool {
        switch verdict(of: name) {
        case .secret: !value.isEmpty
        case .ifItLooksSo: looksSecret(value)
        case .describesOne, .plain: false
        }
    }

    /// Whether a value under this name may be one to hide, where the value is not at hand.
    package static func maySecretsStand(under name: String) -> Bool {
        switch verdict(of: name) {
        case .secret, .ifItLooksSo: true
        case .describesOne, .plain: false
        }
    }

    /// Letters and digits mixed, or long and in one piece: no word, no sentence, no URL and no placeholder.
    package static func looksSecret(_ value: String) -> Bool {
        let bytes = value.utf8
        guard bytes.count >= 8, !bytes.contains(where: { $0 <= 0x20 }) else { return false }
        if value.contains("://") || value.contains("{{") { return false }
        let digits = bytes.lazy.filter { (0x30...0x39).contains($0) }.count
        let isMixed = digits > 0 && bytes.contains { (0x41...0x5A).contains($0 & 0xDF) || $0 >= 0x80 }
        return isMixed || bytes.count >= 16
    }

    /// Letters and digits in one long piece, as nothing that people name looks: a secret under whatever name.
    package static func isRandom(_ value: String) -> Bool {
        let isAlphanumeric = value.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        let digits = value.utf8.lazy.filter { (0x30...0x39).contains($0) }.count
        return isAlphanumeric && value.utf8.count >= 20 && digits >= 3 && digits < value.utf8.count
    }

    private static let secretWords: Set = [
        "authorization", "cookie", "token", "secret", "password", "passwd", "passphrase", "pwd", "pass", "jwt",
        "bearer",
        "credential", "credentials", "signature", "apikey", "accesskey", "privatekey", "secretkey", "wsse",
    ]
    private static let secretEnds = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey", "secretkey",
        "cookie",
        "credential", "credentials", "signature", "authorization",
    ]
    /// The id of a session is what the server knows its client by; `id_token_hint` is a token (OpenID Connect RP-Initiated Logout, section 2).
    private static let secretIDs = ["sessionid", "sessid", "secretid", "tokenhint"]
    /// With some servers the id of a token is all that it takes to use it.
    private static let doubtfulIDs = ["tokenid", "cookieid", "authid"]
    private static let wholeNames: Set = ["authenticationinfo"]
    private static let doubtfulWords: Set = ["key", "keys", "auth", "session", "sid", "sig"]
    private static let doubtfulParts = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "credential", "signature", "authorization",
        "cookie", "bearer", "csrf", "xsrf",
    ].map { Array($0.utf8) }
    /// The id of an access key is public.
    private static let describingEnds: Set = [
        "url", "uri", "endpoint", "type", "name", "length", "count", "limit", "placement", "prefix", "ttl", "id",
        "hint",
        "policy", "field", "method", "format", "source",
    ]
    /// `nextPageToken` says how far one is in a list.
    private static let pagingWords: Set = ["page", "cursor", "continuation", "next", "previous", "prev"]

    /// With the standard library's search, names would be half of what masking takes.
    private static func occurs(_ part: [UInt8], in text: String) -> Bool {
        var rest = text.utf8[...]
        while rest.count >= part.count {
            if rest.starts(with: part) { return true }
            rest.removeFirst()
        }
        return false
    }

    /// `apiKey`, `api_key` and `X-Api-Key` alike: the words in lower case.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            let isNew = !character.isLetter || (character.isUppercase && wasLower)
            if isNew, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if character.isLetter { word += character.lowercased() }
            wasLower = character.isLowercase
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// Names whose values are credentials even when they are written out: the one list of this room.
///
/// The list is that of MicroClient's `Redaction`, which this room does not see; a test where both are seen compares them.
public enum CredentialName {
    /// Whether what stands under this name, of a header, a field, a parameter or a variable, is usually a secret.
    public static func isOne(_ name: String) -> Bool {
        let lower = name.asciiLowercased
        if fields.contains(lower) || parts.contains(where: lower.contains) { return true }
        return words(of: name).contains(where: words.contains)
    }

    private static let fields: Set = ["authentication-info", "x-wsse"]
    private static let parts = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "credential", "signature", "authorization",
        "cookie", "bearer", "sessionid", "sessid", "csrf", "xsrf",
    ]
    private static let words: Set = ["key", "keys", "pwd", "pass", "sig", "auth", "session", "sid", "jwt"]

    /// "apiKey", "api_key" and "X-Api-Key" alike: the words in lower case.
    private static func words(of name: String) -> [String] {
        var words = [""]
        var wasLower = false
        for character in name {
            if !character.isLetter || (character.isUppercase && wasLower) { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
            wasLower = character.isLowercase
        }
        return words
    }
}

extension SecretVocabulary {
    /// Whether a text takes the place of a secret but is none: nothing, a word of a setting, a mask, `<token>`, `$TOKEN`, `YOUR_TOKEN_HERE`.
    ///
    /// - Parameter text: The text without white space at its ends.
    package static func isStandIn(_ text: String) -> Bool {
        let bytes = text.utf8
        if bytes.isEmpty || bytes.first == UInt8(ascii: "<") && bytes.last == UInt8(ascii: ">") { return true }
        if bytes.starts(with: "${".utf8) || isShellVariable(bytes[...]) { return true }
        return text.unicodeScalars.allSatisfy { "*•.xX-_ ".unicodeScalars.contains($0) }
            || saysNothing(bytes.prefix(longestInstruction + 1))
    }

    /// Whether a text is `$TOKEN`.
    private static func isShellVariable(_ text: Substring.UTF8View) -> Bool {
        func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
        let name = text.dropFirst()
        return text.first == UInt8(ascii: "$") && name.first.map(isCapital) == true
            && name.allSatisfy { isCapital($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    /// The longest in use have about forty bytes; a whole body need not be taken apart.
    private static let longestInstruction = 200

    /// Whether a text is a word of a setting; or `YOUR_BEARER_TOKEN`, `your-access-token-here`: words for the person who replaces them, and nothing
    /// else.
    private static func saysNothing(_ text: Substring.UTF8View) -> Bool {
        guard text.count <= longestInstruction else { return false }
        let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if settingWords.contains(String(decoding: lower, as: UTF8.self)) { return true }
        let words = lower.split { " _-.".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        return words.count > 1 && words.contains(where: askingWords.contains)
            && words.allSatisfy { askingWords.contains($0) || namingWords.contains($0) }
    }

    private static let settingWords: Set = ["true", "false", "null", "none", "inherit"]
    private static let askingWords: Set = ["your", "here", "insert", "enter", "paste", "replace", "placeholder"]
    private static let namingWords: Set = [
        "a", "the", "me", "my", "with", "in", "goes", "access", "refresh", "id", "bearer", "basic", "auth",
        "authorization", "jwt", "token", "api", "app", "client", "key", "secret", "password", "pass", "user",
        "username",
        "cookie", "session", "private", "public", "test", "value", "valid", "actual", "own", "real", "github",
        "personal",
        "oauth", "oauth2", "service", "account", "webhook", "signature", "credential", "credentials",
    ]
}

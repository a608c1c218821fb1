/// Decides by the name of a header, a query item, a form field, a JSON member, a variable or a cookie whether its value is secret: the one table for
/// all code that shows, keeps, checks and sends such values.
package enum SecretVocabulary {
    enum Verdict: Sendable, Hashable {
        /// The value is a secret, whatever it looks like: `password`, `Authorization`, `sessionId`.
        case secret
        /// The value is a secret if it looks like one: `key`, `session`, `sig`.
        case ifItLooksSo
        /// The value says something about a secret and is none: `tokenUrl`, `token_type`, `nextPageToken`.
        case describesOne
        case plain

        /// Returns the verdict about a member of an object that has a name itself: under the name of a secret everything is one, and under a doubtful
        /// name members are doubtful whose own names do not show a secret.
        func within(_ outer: Verdict) -> Verdict {
            switch (outer, self) {
            case (.secret, _): .secret
            case (.ifItLooksSo, .describesOne), (.ifItLooksSo, .plain): .ifItLooksSo
            default: self
            }
        }
    }

    static func verdict(of name: String) -> Verdict {
        let words = Words.all(in: name)
        guard let last = words.last else { return .plain }
        let joined = words.joined()
        if secretIDs.contains(where: { ends(joined, with: $0) }) || wholeNames.contains(joined) { return .secret }
        if doubtfulIDs.contains(where: { ends(joined, with: $0) }) { return .ifItLooksSo }
        if describes(words, last) { return .describesOne }
        if words.contains(where: secretWords.contains) || secretEnds.contains(where: { ends(joined, with: $0) }) {
            return .secret
        }
        let isDoubtful =
            words.contains(where: doubtfulWords.contains) || doubtfulParts.contains { occurs($0, in: joined) }
        return isDoubtful ? .ifItLooksSo : .plain
    }

    private static func ends(_ text: String, with end: String) -> Bool {
        text.utf8.count >= end.utf8.count && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
    }

    private static func describes(_ words: [String], _ last: String) -> Bool {
        if describingEnds.contains(last) || words.contains(where: ["expires", "expiry"].contains) { return true }
        if ["tokentype", "expiresin", "expiresat"].contains(where: { ends(last, with: $0) }) { return true }
        return last == "token" && words.count > 1 && words.dropLast().allSatisfy(pagingWords.contains)
    }

    /// Whether a value under this name is to be hidden: for its name, or because it is the token of a well-known service. Of a text that only
    /// holds such a token, that alone is to be hidden: ``TokenShape`` finds it.
    ///
    /// - Parameter value: The value; nil if it is not at hand: then whether a value under the name may be one to hide.
    package static func isSecret(_ value: String?, under name: String) -> Bool {
        isSecret(value, under: name, by: quickVerdict)
    }

    /// - Parameter verdict: Decides about the name.
    static func isSecret(_ value: String?, under name: String, by verdict: (String) -> Verdict) -> Bool {
        guard let value else { return [.secret, .ifItLooksSo].contains(verdict(name)) }
        return isSecret(value, by: verdict(name)) || TokenShape.isAll(of: value)
    }

    /// Whether a value of another program's, of which nothing says what it is, is to be hidden for its name, for being a token, or for being random.
    package static func isSecret(undeclared value: String, under name: String) -> Bool {
        isSecret(value, under: name) || isRandom(value)
    }

    /// Whether every value under a name is to be hidden, whatever it looks like.
    package static func isAlwaysSecret(under name: String) -> Bool { verdict(of: name) == .secret }

    /// Whether a value that is hidden in its place is to be looked for elsewhere too: it can be distinguished from other text, and is a secret for
    /// certain, or looks like one.
    package static func isDistinct(_ value: String, isCertain: Bool) -> Bool {
        value.utf8.count >= SecretMatcher.shortest && (isCertain || looksSecret(value))
    }

    /// Returns the name that decides about a member of an object: under the name of a secret everything is one, but for what describes it.
    ///
    /// - Parameter outer: The name that decides about the object; nil if there is none.
    package static func decidingName(_ name: String, within outer: String?) -> String {
        guard let outer, isAlwaysSecret(under: outer) else { return name }
        return [.secret, .describesOne].contains(verdict(of: name)) ? name : outer
    }

    /// Whether a value is to be hidden for its name alone.
    ///
    /// - Parameter value: made only where the name does not decide alone.
    static func isSecret(_ value: @autoclosure () -> String, by verdict: Verdict) -> Bool {
        switch verdict {
        case .secret: !value().isEmpty
        case .ifItLooksSo: looksSecret(value())
        case .describesOne, .plain: false
        }
    }

    /// Whether nothing in a name can make it one of a secret: seen at a glance, since a body may have millions of names.
    static func isOrdinary(_ name: String) -> Bool { !Words.haveBeginning(in: name) }

    /// The verdict about a name, where it does not matter whether a plain one describes a secret.
    @Sendable static func quickVerdict(of name: String) -> Verdict {
        isOrdinary(name) ? .plain : verdict(of: name)
    }

    /// Whether a value mixes letters and digits, or is long and without spaces, also after a scheme such as `Bearer`. Words, sentences, URLs, paths
    /// and templates do not look secret.
    static func looksSecret(_ value: String) -> Bool {
        let bytes = withoutScheme(value.utf8[...])
        guard bytes.count >= SecretMatcher.shortest, !bytes.contains(where: { $0 <= 0x20 }) else { return false }
        if value.contains("://") || value.contains("{{") || isPath(bytes) { return false }
        let digits = bytes.lazy.filter { (0x30...0x39).contains($0) }.count
        let isMixed = digits > 0 && bytes.contains { (0x41...0x5A).contains($0 & 0xDF) || $0 >= 0x80 }
        return isMixed || bytes.count >= 16
    }

    /// Whether a value is a path, such as "/css/icons.css" or "/settings/profile": Base64 may begin with a slash, but a signed value has a long part
    /// after its full stop, and capital letters or digits between its slashes.
    private static func isPath(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.first == UInt8(ascii: "/") || bytes.starts(with: "%2F".utf8) else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
        let ending = bytes.lastIndex(of: UInt8(ascii: ".")).map { bytes[$0...].dropFirst() }
        if let ending, (1...5).contains(ending.count), ending.allSatisfy({ isLetter($0 | 0x20) }) { return true }
        let parts = String(Substring(bytes)).replacing("%2F", with: "/").utf8.split(separator: UInt8(ascii: "/"))
        return parts.count > 1 && parts.joined().allSatisfy { isLetter($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// - Source: RFC 9110, section 11.4.
    private static func withoutScheme(_ value: Substring.UTF8View) -> Substring.UTF8View {
        let scheme = value.prefix { (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D }
        let rest = value[scheme.endIndex...]
        return !scheme.isEmpty && rest.first == 0x20 ? rest.dropFirst() : value
    }

    /// Whether a value is letters and digits in one long piece, as no chosen name looks: a secret under any name.
    package static func isRandom(_ value: String) -> Bool {
        let isAlphanumeric = value.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        let digits = value.utf8.lazy.filter { (0x30...0x39).contains($0) }.count
        return isAlphanumeric && value.utf8.count >= 20 && digits >= 3 && digits < value.utf8.count
    }

    /// Words that make a name one of a secret, also written together with words before them.
    private static let secretEnds = [
        "token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey", "secretkey",
        "cookie", "credential", "credentials", "signature", "authorization",
    ]
    private static let secretWords = Set(secretEnds + ["pwd", "pass", "jwt", "bearer", "wsse"])
    /// The id of a session is what the server knows its client by; `id_token_hint` is a token (OpenID Connect RP-Initiated Logout, section 2).
    private static let secretIDs = ["sessionid", "sessid", "secretid", "tokenhint"]
    /// Names of ids: with some servers the id of a token is all that it takes to use it.
    private static let doubtfulIDs = ["tokenid", "cookieid", "authid"]
    private static let wholeNames: Set = ["authenticationinfo"]
    private static let doubtfulWords: Set = ["key", "keys", "auth", "session", "sid", "sig"]
    private static let doubtfulParts = (secretEnds + ["bearer", "csrf", "xsrf"]).map { Array($0.utf8) }
    /// The id of an access key is public.
    private static let describingEnds: Set = [
        "url", "uri", "endpoint", "type", "name", "length", "count", "limit", "placement", "prefix", "ttl", "id",
        "hint",
        "policy", "field", "method", "format", "source",
    ]
    /// `nextPageToken` says how far one is in a list.
    private static let pagingWords: Set = ["page", "cursor", "continuation", "next", "previous", "prev"]

    /// Whether a part occurs in a text. With the standard library's search, names would be half of the time of masking.
    private static func occurs(_ part: [UInt8], in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let starts = 0..<max(0, bytes.count - part.count + 1)
            return starts.contains { start in
                bytes[start] == part[0] && part.indices.allSatisfy { bytes[start + $0] == part[$0] }
            }
        }
    }

    /// Every part of a name that makes it one of a secret, or of what may be one.
    static let parts: [String] =
        Array(secretWords.union(wholeNames).union(doubtfulWords)) + secretIDs + doubtfulIDs
        + doubtfulParts.map { String(decoding: $0, as: UTF8.self) }
}

// MARK: - What takes the place of a secret

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

/// The words of names, as people write them together: `apiKey`, `api_key` and `X-Api-Key` alike.
private enum Words {
    /// Returns the words of a name in lower case.
    static func all(in name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in name.unicodeScalars {
            let isUpper = isUpper(scalar)
            let isLetter = isUpper || scalar.isASCII ? isLetter(scalar) : scalar.properties.isAlphabetic
            if !word.isEmpty, !isLetter || (isUpper && wasLower) {
                words.append(word)
                word = ""
            }
            if isLetter { word += scalar.isASCII ? String(lower(scalar)) : scalar.properties.lowercaseMapping }
            wasLower = isLetter && !isUpper
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (0x41...0x5A).contains(scalar.value) : scalar.properties.isUppercase
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(scalar.value | 0x20) }

    private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        isLetter(scalar) ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar
    }

    /// Whether the first three letters of a part that matters occur in a name.
    static func haveBeginning(in name: String) -> Bool {
        var last = 0
        var name = name
        return name.withUTF8 { bytes in
            bytes.contains { byte in
                guard byte < 0x80 else { return true }
                let letter = Int(byte | 0x20) - 0x60
                guard (1...26).contains(letter) else { return false }
                last = (last << 5 | letter) & 0x7FFF
                return beginnings[last]
            }
        }
    }

    /// The possible beginnings of words, indexed by five bits for each letter.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 1 << 15)
        for part in SecretVocabulary.parts {
            beginnings[part.utf8.prefix(3).reduce(0) { $0 << 5 | (Int($1) - 0x60) }] = true
        }
        return beginnings
    }()
}

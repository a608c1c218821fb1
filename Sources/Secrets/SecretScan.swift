import Text

/// Finds what is secret in a text: values by the names before them, and tokens by their look.
///
/// Every target that shows, keeps or gives away texts asks this one scan, and says how its texts are read and what stays.
package struct SecretScan: Sendable {
    package typealias Bytes = UnsafeBufferPointer<UInt8>

    /// A way to read a text.
    package enum Content: Sendable {
        /// A URL: user information, and items of query and fragment, also of URLs within it.
        case url
        /// URLs anywhere in a text, also within other URLs.
        case text
        /// Members of JSON at any depth, also of broken JSON and of JSON within a text of JSON.
        case members
        /// Elements and attributes of XML and HTML, if it begins like those.
        case markup
        /// The tokens of well-known services, what follows `Bearer`, and `password=hunter2`, under any name.
        case tokens
        /// The value of a field that is secret: what follows the scheme, or the values of cookies.
        case credentials(field: String)
        /// A form of this `Content-Type`: its items, or its parts.
        case form(type: String)
        /// A form whatever its type, if it looks like one.
        case likelyForm
        /// A body of this `Content-Type`: a form, members, elements, and URLs in it. JSON and elements are found under any type.
        case body(type: String)
    }

    private let verdict: @Sendable (_ name: String) -> SecretVocabulary.Verdict
    private let stays: (@Sendable (_ value: String) -> Bool)?
    /// Whether `password=hunter2` stays in the value of a field.
    let keepsPairs: Bool

    /// - Parameters:
    ///   - stays: Whether a value stays as it is, such as a mask; nil: none does.
    ///   - keepsPairs: Whether `password=hunter2` stays in the value of a field.
    ///   - names: The names that are secret besides those of the vocabulary, in any case.
    ///   - exceptions: The names that are not secret although the vocabulary says so, in any case.
    package init(
        besides stays: (@Sendable (_ value: String) -> Bool)? = nil, keepsPairs: Bool = false,
        names: Set<String> = [], exceptions: Set<String> = []
    ) {
        let (names, exceptions) = (Set(names.map { $0.lowercased() }), Set(exceptions.map { $0.lowercased() }))
        let isOwn = names.isEmpty && exceptions.isEmpty
        self.init(besides: stays, keepsPairs: keepsPairs) { name in
            if isOwn || name.isEmpty { return SecretVocabulary.quickVerdict(of: name) }
            if exceptions.contains(name.lowercased()) { return .plain }
            return names.contains(name.lowercased()) ? .secret : SecretVocabulary.quickVerdict(of: name)
        }
    }

    /// - Parameter verdict: Decides about a name.
    init(
        besides stays: (@Sendable (_ value: String) -> Bool)? = nil, keepsPairs: Bool = false,
        by verdict: @escaping @Sendable (_ name: String) -> SecretVocabulary.Verdict
    ) {
        (self.stays, self.keepsPairs, self.verdict) = (stays, keepsPairs, verdict)
    }

    /// Returns the secrets from the beginning, none within another; those that overlap are joined.
    package func spans(in bytes: Bytes, of contents: [Content]) -> [SecretSpan] { all(in: bytes, of: contents).inOrder }

    package func spans(in text: String, of contents: [Content]) -> [SecretSpan] {
        var text = text
        return text.withUTF8 { spans(in: $0, of: contents) }
    }

    /// Whether a value under a name is to be hidden as a whole.
    ///
    /// - Parameter outer: The names of what it is in, the outermost first.
    package func isSecret(_ value: String, under name: String, within outer: [String] = []) -> Bool {
        let around = outer.reduce(SecretVocabulary.Verdict.plain) { verdict($1).within($0) }
        return SecretVocabulary.isSecret(value, under: name) { verdict($0).within(around) } && stays?(value) != true
    }

    /// Whether every value under a name is to be hidden.
    package func isAlwaysSecret(under name: String) -> Bool { verdict(name) == .secret }

    /// Returns what is secret in a value whose name alone makes it one: what follows a scheme, the values of cookies, else all of it; nil under a name
    /// that does not decide alone.
    package func credentials(in value: String, under name: String) -> [SecretSpan]? {
        guard isAlwaysSecret(under: name) else { return nil }
        let lower = name.lowercased()
        if lower.hasSuffix("authorization") || lower == "set-cookie" {
            return spans(in: value, of: [.credentials(field: lower)])
        }
        if lower.contains("cookie") { return spans(in: value, of: [.credentials(field: "cookie")]) }
        return [SecretSpan(0..<value.utf8.count, name)]
    }

    /// Returns the secrets in no order, some within others.
    package func all(in bytes: Bytes, of contents: [Content]) -> [SecretSpan] {
        let all = contents.flatMap { found(in: bytes, of: $0) }
        guard let stays else { return all }
        return all.filter { !stays(String(decoding: Bytes(rebasing: bytes[$0.range]), as: UTF8.self)) }
    }

    private func found(in bytes: Bytes, of content: Content) -> [SecretSpan] {
        switch content {
        case .url: TextPlaces.all(inURL: bytes, by: verdict)
        case .text: TextPlaces.all(in: bytes, by: verdict)
        case .members: MemberPlaces.all(in: bytes, by: verdict)
        case .markup: Self.isMarkup(bytes) ? MarkupPlaces.all(in: bytes, by: verdict) : []
        case .tokens: TokenShape.all(in: bytes)
        case .credentials(let field): CredentialField.places(in: bytes, named: field)
        case .form(let type): FormPlaces.all(in: bytes, type: type, by: verdict)
        case .likelyForm:
            FormPlaces.looksLikeForm(bytes) ? FormPlaces.items(bytes[...], isForm: true, by: verdict) : []
        case .body(let type): found(inBody: bytes, type)
        }
    }

    private static func isMarkup(_ bytes: Bytes) -> Bool {
        bytes.prefix(512).first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
    }

    private func found(inBody bytes: Bytes, _ type: String) -> [SecretSpan] {
        let media = type.prefix { $0 != ";" }.lowercased()
        let hasElements = Self.isMarkup(bytes) || media.hasSuffix("xml") || media.hasSuffix("html")
        return TextPlaces.all(in: bytes, by: verdict) + FormPlaces.all(in: bytes, type: type, by: verdict)
            + (hasElements ? MarkupPlaces.all(in: bytes, by: verdict) : [])
            + MemberPlaces.all(in: bytes, by: verdict)
    }
}

extension SecretSpan {
    /// Returns what the bytes at this place mean, and last the bytes themselves: a secret is known by its meaning, and found in every spelling of it.
    package func meanings(in bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool = false) -> [String] {
        let written = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        var (meanings, text) = ([String](), written)
        // A text of JSON may be nested in a text of JSON.
        for _ in 0..<3 where text.contains("\\") {
            text = JSONText.decoded(text.utf8)
            meanings.append(text)
        }
        if meanings.isEmpty || plusIsSpace {
            meanings.append(PercentCoding.decodedText(written, plusIsSpace: plusIsSpace))
        }
        return meanings + [written]
    }

    /// Returns the password in user information; nil for another kind of secret, or without a colon.
    package func password(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard kind == .userInformation, let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let password = UnsafeBufferPointer(rebasing: bytes[colon + 1..<range.upperBound])
        return PercentCoding.decodedText(String(decoding: password, as: UTF8.self))
    }
}

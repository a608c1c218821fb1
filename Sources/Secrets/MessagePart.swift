/// A text of a message, by what it is: that decides how it is read.
package enum MessagePart: Sendable, Hashable {
    /// The URL of a request, or its path and query.
    case url
    /// The name of a header field.
    case fieldName
    /// The value of a header field or a trailer.
    case field(String, isSent: Bool)
    /// A body of this `Content-Type`, or its beginning.
    case body(type: String)
    /// The reason phrase beside a status.
    case reason
    /// Words about a message: a failure, a note. Known values are secret in them, names say nothing.
    case words

    /// The name of the field that has this value; nil for other parts.
    package var fieldName: String? { if case .field(let name, _) = self { name } else { nil } }

    /// Whether it is a URL, or the value of a field that holds one.
    package var isURL: Bool { self == .url || fieldName.map { Self.fieldsOfURLs.contains($0.lowercased()) } ?? false }

    private static let fieldsOfURLs: Set = ["location", "content-location", "referer", "origin"]
}

extension SecretScan {
    /// Returns the secrets of a part that is shown, in order: all of a field's value under the name of a secret.
    package func spans(in text: String, as part: MessagePart) -> [SecretSpan] {
        if let name = part.fieldName, isSecret(text, under: name) { return [SecretSpan(0..<text.utf8.count, name)] }
        if part.isURL { return spans(in: text, of: [.url, .tokens]) }
        return switch part {
        case .body(let type): spans(in: text, of: [.body(type: type), .likelyForm, .tokens])
        case .field:
            spans(in: text, of: keepsPairs ? [.tokens] : [.text, .tokens]).filter { !keepsPairs || $0.kind == .token }
        case .url, .fieldName, .reason, .words: []
        }
    }

    /// Returns the part with dots in the place of what is secret.
    package func hiding(_ text: String, as part: MessagePart) -> String {
        SecretMatcher.hiding(spans(in: text, as: part).map(\.range), in: text)
    }
}

/// Takes out of the parts of messages what is secret: what names and looks show, the places where secrets were put, and known values anywhere.
package struct SecretMasking: Sendable {
    private let scan: SecretScan
    private let secrets: SecretSet
    package private(set) var matcher: SecretMatcher
    /// The names of sent fields whose value was made of a secret, in lower case.
    package private(set) var fieldNames: Set<String>

    /// - Parameters:
    ///   - secrets: The secrets of one send.
    ///   - scan: Decides what is secret by names and looks.
    package init(_ secrets: SecretSet = SecretSet(), by scan: SecretScan = SecretScan()) {
        (self.scan, self.secrets) = (scan, secrets)
        (matcher, fieldNames) = (secrets.matcher, secrets.fieldNames)
    }

    /// Adds values; those too short to be distinguished from other text are left out.
    package mutating func insert(_ values: some Sequence<String>) {
        matcher.insert(values.lazy.filter { $0.utf8.count >= SecretMatcher.shortest })
    }

    /// Adds names of fields that are made of secrets.
    package mutating func insert(fieldNames names: Set<String>) { fieldNames.formUnion(names) }

    /// Returns the part with a mask in the place of each secret.
    package func masked(_ text: String, as part: MessagePart, by mask: String = SecretMatcher.mask) -> String {
        matcher.masked(text, at: spans(in: text, as: part), by: mask)
    }

    private func spans(in text: String, as part: MessagePart) -> [SecretSpan] {
        switch part {
        case .field(let name, isSent: true) where fieldNames.contains(name.lowercased()):
            [SecretSpan(0..<text.utf8.count, name)]
        case .url: (scan.spans(in: text, as: part) + secrets.spans(in: text)).inOrder
        case .body: (scan.spans(in: text, as: part) + secrets.spans(inBody: text)).inOrder
        default: scan.spans(in: text, as: part)
        }
    }
}

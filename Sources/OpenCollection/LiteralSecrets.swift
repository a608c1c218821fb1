import Secrets
import Text

/// A secret that seems to be written out where a variable should be.
///
/// Found by its place (under a name like password or token, after `Bearer`, as user information of a URL) or by what it looks like (a JSON Web
/// Token, the tokens of well-known services, a private key). A guess: what it finds is to be shown to the user, or masked.
public struct LiteralSecret: Sendable, Hashable {
    /// Why it is taken for one.
    public enum Reason: Sendable, Hashable {
        /// It is the value of this name: "Authorization", "password".
        case name(String)
        /// It looks like this: "GitHub token", "JSON Web Token", "private key".
        case shape(String)
        /// It is the password before a URL's host.
        case userInformation
    }

    public var reason: Reason
    /// The range in the text that was searched, in UTF-8 bytes.
    public var range: Range<Int>

    /// A line for the user, without the secret: "literal under the name token".
    public var text: String {
        switch reason {
        case .name(let name): "a hard-coded value for \(name)"
        case .shape(let shape): "it looks like a \(shape)"
        case .userInformation: "a password in the URL"
        }
    }

    /// Returns the secrets that a text seems to hold by their look, in order: tokens of well-known services, web tokens, private keys, and values
    /// after `Bearer`, `Basic` and `password=`.
    public static func shapes(in text: String) -> [LiteralSecret] {
        var text = text
        return text.withUTF8(shapes)
    }

    package static func shapes(in bytes: UnsafeBufferPointer<UInt8>) -> [LiteralSecret] {
        SecretScan().spans(in: bytes, of: [.tokens]).map { LiteralSecret($0) }
    }

    /// Returns every secret that a text seems to hold, in order; none overlaps another.
    ///
    /// - Parameters:
    ///   - text: a template; the values of its placeholders are not literals.
    ///   - name: The name of the header, field or variable that has the text as its value; nil: none.
    ///   - type: The `Content-Type` of the body that the text is, empty if unknown: it may be a form. nil: it is no body.
    public static func all(in text: String, named name: String? = nil, ofBody type: String? = nil) -> [LiteralSecret] {
        let bytes = Array(text.utf8)
        if let name, let parts = SecretScan().credentials(in: text, under: name) {
            return parts.map(\.range).filter { isLiteral(bytes[$0]) }.map {
                LiteralSecret(reason: .name(name), range: $0)
            }
        }
        func places(_ contents: SecretScan.Content...) -> [SecretSpan] {
            bytes.withUnsafeBufferPointer { SecretScan().all(in: $0, of: contents) }
        }
        var found = shapes(in: text) + places(.text).compactMap { inURL($0, of: bytes) }
        found += places(.members, .markup).filter { isLiteral(bytes[$0.range]) }.map { LiteralSecret($0) }
        // URLs in it were found as in any text.
        let items = type.map { places(.form(type: $0), .likelyForm).filter { $0.kind == .value } } ?? []
        found += items.filter { isLiteral(decoded(bytes[$0.range])[...]) }.map { LiteralSecret($0) }
        if let name, isSecret(bytes[...], under: name) {
            found.append(LiteralSecret(reason: .name(name), range: 0..<bytes.count))
        }
        return found.withoutOverlaps
    }
}

extension LiteralSecret {
    private init(_ span: SecretSpan) {
        self.init(reason: span.kind == .token ? .shape(span.name) : .name(span.name), range: span.range)
    }

    /// The name of a variable to put in its place: "password", "Authorization", "token".
    public var variableName: String {
        switch reason {
        case .name(let name): SecretSpan(range, name).variableName
        case .shape(let shape): SecretSpan(range, shape, .token).variableName
        case .userInformation: SecretSpan(range, "", .userInformation).variableName
        }
    }

    /// Returns the password of user information, or the value of an item; it may be in quotes.
    private static func inURL(_ place: SecretSpan, of bytes: [UInt8]) -> LiteralSecret? {
        let value = bytes[place.range].prefix { $0 != UInt8(ascii: "'") }
        if place.kind == .userInformation {
            // The colon is encoded where the URL is within another one, perhaps more than once.
            let encoded = ["%3A", "%3a", "253A", "253a"].compactMap { value.firstRange(of: $0.utf8)?.upperBound }
            let start = value.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? encoded.min()
            guard let start, isLiteral(value[start...]) else { return nil }
            return LiteralSecret(reason: .userInformation, range: start..<value.endIndex)
        }
        guard isSecret(decoded(value)[...], under: place.name) else { return nil }
        return LiteralSecret(reason: .name(place.name), range: value.indices)
    }

    private static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
        PercentCoding.decodedBytes(String(decoding: value, as: UTF8.self))
    }

    /// Whether a text is a value itself, and not a placeholder for a secret.
    private static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).trimmingWhitespace()
        let rest = Placeholder.replacing(in: text) { _ in "" }.trimmingWhitespace()
        if rest != text, rest.utf8.count < SecretMatcher.shortest { return false }
        return !SecretVocabulary.isStandIn(rest)
    }

    /// Whether a text under a name is a secret that is written out.
    private static func isSecret(_ bytes: ArraySlice<UInt8>, under name: String) -> Bool {
        isLiteral(bytes) && SecretVocabulary.isSecret(String(decoding: bytes, as: UTF8.self), under: name)
    }
}

extension [LiteralSecret] {
    /// The secrets in order; of two that overlap, the longer one.
    fileprivate var withoutOverlaps: [LiteralSecret] {
        guard count > 1, let end = map(\.range.upperBound).max() else { return self }
        // What was kept is as long as what is held against it, or longer: where the two overlap, it covers the first byte or the last.
        var isCovered = [Bool](repeating: false, count: end)
        var kept: [LiteralSecret] = []
        for secret in sorted(by: { $0.range.count > $1.range.count }) where !secret.range.isEmpty {
            guard !isCovered[secret.range.lowerBound], !isCovered[secret.range.upperBound - 1] else { continue }
            kept.append(secret)
            for index in secret.range { isCovered[index] = true }
        }
        return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

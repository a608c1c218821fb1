import Foundation
import Secrets

/// Bodies as they may be printed.
enum BodyText {
    /// Larger bodies are told by their size alone.
    static let mostBytes = 1 << 20

    /// The text of a body, members and fields with the names of secrets masked; nil for bytes that are no text.
    ///
    /// - Parameter secrets: texts that are masked wherever they stand.
    static func redacted(_ body: Data, secrets: SecretMatcher = SecretMatcher([])) -> String? {
        guard body.count <= mostBytes else { return "(\(ByteText.of(Int64(body.count))), not shown)" }
        guard !body.isEmpty, let text = String(data: body, encoding: .utf8) else { return nil }
        return secrets.masked(Redaction.hidingTokens(json(body) ?? (isForm(text) ? Redaction.form(text) : text)))
    }

    /// The beginning of a text as ``redacted(_:secrets:)`` says it, for one line of a log; nil for bytes that are no text.
    ///
    /// - Parameter request: its secrets are masked wherever they stand.
    static func excerpt(_ body: Data, answering request: Exchange.SentRequest?) -> String? {
        guard let text = redacted(body, secrets: SecretMatcher(request?.secrets ?? [])) else { return nil }
        let excerpt = text.prefix(longestExcerpt)
        return excerpt.endIndex == text.endIndex ? text : "\(excerpt)… (\(ByteText.of(Int64(body.count))))"
    }

    /// In characters.
    private static let longestExcerpt = 2000

    private static func json(_ body: Data) -> String? {
        guard let tree = try? JSONSerialization.jsonObject(with: body), hasSecret(tree, .plain) else { return nil }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: masked(tree, .plain), options: options)
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func hasSecret(_ tree: Any, _ verdict: SecretVocabulary.Verdict) -> Bool {
        switch tree {
        case let object as [String: Any]:
            object.contains { hasSecret($0.value, SecretVocabulary.verdict(of: $0.key).within(verdict)) }
        case let list as [Any]: list.contains { hasSecret($0, verdict) }
        default: SecretVocabulary.isSecret("\(tree)", by: verdict)
        }
    }

    private static func masked(_ tree: Any, _ verdict: SecretVocabulary.Verdict) -> Any {
        switch tree {
        case _ where verdict == .secret: Redaction.mask
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map {
                    ($0.key, masked($0.value, SecretVocabulary.verdict(of: $0.key).within(verdict)))
                })
        case let list as [Any]: list.map { masked($0, verdict) }
        default: SecretVocabulary.isSecret("\(tree)", by: verdict) ? Redaction.mask : tree
        }
    }

    private static func isForm(_ text: String) -> Bool {
        !text.contains(where: \.isWhitespace)
            && text.split(separator: "&").allSatisfy { $0.contains("=") }
    }
}

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
        let type = isForm(text) ? "application/x-www-form-urlencoded" : ""
        let places = body.withUnsafeBytes {
            SecretScan.places(inBody: $0.bindMemory(to: UInt8.self), type: type).places
        }
        return secrets.masked(Redaction.hidingTokens(Redaction.hiding(places.inOrder, in: text)))
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

    private static func isForm(_ text: String) -> Bool {
        !text.contains(where: \.isWhitespace)
            && text.split(separator: "&").allSatisfy { $0.contains("=") }
    }
}

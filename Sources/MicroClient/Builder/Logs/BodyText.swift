import Foundation
import Secrets

/// The text of bodies as it may be printed.
enum BodyText {
    /// The size in bytes up to which the text of a body is shown.
    static let mostBytes = 1 << 20

    /// Returns the text of a body, members and fields with the names of secrets masked; nil for bytes that are not text.
    ///
    /// - Parameter secrets: Texts that are masked wherever they appear.
    static func redacted(_ body: Data, secrets: SecretMatcher = SecretMatcher([])) -> String? {
        guard body.count <= mostBytes else { return "(\(ByteText.of(Int64(body.count))), not shown)" }
        guard !body.isEmpty, let text = String(data: body, encoding: .utf8) else { return nil }
        return secrets.masked(SecretScan().hiding(text, as: .body(type: "")))
    }

    /// Returns the beginning of a text as ``redacted(_:secrets:)`` gives it, for one line of a log; nil for bytes that are not text.
    ///
    /// - Parameter request: The request whose secrets are masked wherever they appear.
    static func excerpt(_ body: Data, inResponseTo request: Exchange.SentRequest?) -> String? {
        guard let text = redacted(body, secrets: SecretMatcher(request?.secrets ?? [])) else { return nil }
        let excerpt = text.prefix(longestExcerpt)
        return excerpt.endIndex == text.endIndex ? text : "\(excerpt)… (\(ByteText.of(Int64(body.count))))"
    }

    /// The largest number of characters of an excerpt.
    private static let longestExcerpt = 2000
}

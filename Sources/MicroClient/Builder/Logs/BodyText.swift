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
        return secrets.masked(json(body) ?? (isForm(text) ? form(text) : text))
    }

    private static func json(_ body: Data) -> String? {
        guard let tree = try? JSONSerialization.jsonObject(with: body), hasSecret(tree) else { return nil }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: masked(tree), options: options)
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func hasSecret(_ tree: Any) -> Bool {
        switch tree {
        case let object as [String: Any]:
            object.contains { Redaction.isSecret(name: $0.key) || hasSecret($0.value) }
        case let list as [Any]: list.contains(where: hasSecret)
        default: false
        }
    }

    private static func masked(_ tree: Any) -> Any {
        switch tree {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { name, value in
                    (name, Redaction.isSecret(name: name) ? Redaction.mask : masked(value))
                })
        case let list as [Any]: list.map(masked)
        default: tree
        }
    }

    private static func isForm(_ text: String) -> Bool {
        !text.contains(where: \.isWhitespace)
            && text.split(separator: "&").allSatisfy { $0.contains("=") }
    }

    /// As the query of a URL, which has the same form.
    private static func form(_ text: String) -> String { String(Redaction.url("?" + text).dropFirst()) }
}

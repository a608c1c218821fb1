import Foundation
import Secrets

extension NetworkClientError {
    /// The message that the server sent in the body of a refused response; nil when there is none in a known form.
    ///
    /// `title` and `detail` of a problem (RFC 9457), else `message`, `error_description` or `error`, the last also as an object with a `message`. One
    /// line of at most 300 characters; secrets that were sent, and values that look like one, are masked.
    public var serverMessage: String? {
        guard case .unacceptableStatusCode(_, _, let data?) = self, data.count <= 64 << 10,
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        let sent = exchange?.attempts.last?.request.secrets ?? []
        return object.message.map { SecretMatcher(sent).masked(Self.line($0)) }
    }

    private static func line(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).map { word in
            word.split { !$0.isLetter && !$0.isNumber }.contains { SecretVocabulary.isRandom(String($0)) }
                ? Redaction.mask : String(word)
        }
        let line = words.joined(separator: " ")
        return line.count <= 300 ? line : line.prefix(299) + "…"
    }
}

extension [String: Any] {
    fileprivate var message: String? {
        let problem = [self["title"], self["detail"]].compactMap(Self.text)
        if !problem.isEmpty { return problem.joined(separator: ": ") }
        let names = ["message", "error_description", "error"]
        return names.lazy.compactMap { Self.text(self[$0]) ?? (self[$0] as? [String: Any])?.message }.first
    }

    private static func text(_ value: Any?) -> String? { (value as? String).flatMap { $0.isEmpty ? nil : $0 } }
}

extension Exchange.SentRequest {
    /// The values of its header fields and URL that must not be printed, wherever they appear.
    var secrets: [String] {
        let bytes = Array(url.utf8)
        let items = SecretScan().spans(in: url, of: [.url]).map { String(decoding: bytes[$0.range], as: UTF8.self) }
        let values = headers.filter { SecretVocabulary.isSecret($0.value, under: $0.name) }.map(\.value) + items
        return values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
            .filter { $0.count >= SecretMatcher.shortest }
    }
}

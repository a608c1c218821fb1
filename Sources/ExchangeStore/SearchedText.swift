import BodyStore
import Exchanges
import Foundation
import MicroClient

/// The text of an exchange that can be found by its words.
enum SearchedText {
    /// The number of bytes of a text body that are indexed.
    static let longestBody = 256 << 10
    /// The number of bytes of a body that decide whether it is text.
    private static let sample = 4 << 10

    /// Returns every URL that was requested, both as written and decoded.
    static func urls(of kept: StoredExchange) -> String {
        let sent = kept.exchange.attempts.flatMap { $0.hops.map(\.request.url) }
        let urls = [kept.exchange.request.url] + sent
        return distinct(urls.flatMap { [$0, $0.removingPercentEncoding ?? $0] })
    }

    /// Returns the fields as "name: value", each once, in the order in which they were sent and received.
    static func fields(of kept: StoredExchange) -> String {
        let texts = kept.facts.texts.filter { !$0.text.isRelated }
        return distinct(texts.compactMap { text, value in text.part.fieldName.map { "\($0): \(value)" } })
    }

    private static func distinct(_ lines: [String]) -> String {
        var seen: Set<String> = []
        return lines.filter { seen.insert($0).inserted }.joined(separator: "\n")
    }

    /// Whether a body begins like text in an encoding that includes ASCII.
    static func isText(_ body: BodyStore) -> Bool {
        body.withBytes(in: 0..<sample) { bytes in
            bytes.allSatisfy { $0 >= 0x20 || (0x08...0x0D).contains($0) || $0 == 0x1B }
        }
    }
}

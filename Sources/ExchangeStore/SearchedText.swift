import BodyStore
import Exchanges
import Foundation
import MicroClient

/// What of an exchange is found by its words.
enum SearchedText {
    /// Of a body with text, how much is searched, in bytes.
    static let longestBody = 256 << 10
    /// As much of a body as is looked at to tell whether it is text, in bytes.
    private static let sample = 4 << 10

    /// Every URL that was asked, as it stands and as it reads.
    static func urls(of kept: KeptExchange) -> String {
        let sent = kept.exchange.attempts.flatMap { $0.hops.map(\.request.url) }
        let urls = [kept.exchange.request.url] + sent
        return distinct(urls.flatMap { [$0, $0.removingPercentEncoding ?? $0] })
    }

    /// "name: value", each once, in the order in which they were sent and received.
    static func fields(of kept: KeptExchange) -> String {
        let fields = kept.exchange.texts.compactMap(\.field) + Array(kept.head?.headers ?? [])
        return distinct(fields.map { "\($0.name): \($0.value)" })
    }

    private static func distinct(_ lines: [String]) -> String {
        var seen: Set<String> = []
        return lines.filter { seen.insert($0).inserted }.joined(separator: "\n")
    }

    /// Whether a body begins like text in an encoding that has ASCII in it.
    static func isText(_ body: BodyStore) -> Bool {
        body.withBytes(in: 0..<sample) { bytes in
            bytes.allSatisfy { $0 >= 0x20 || (0x08...0x0D).contains($0) || $0 == 0x1B }
        }
    }
}

import Exchanges
import Foundation
import MicroClient
import Text

/// What is taken out of an exchange for lists and filters: a row of `exchanges`, but for its number and origin.
struct ExchangeColumns {
    static let names = [
        "id", "sent_at", "was_draft", "source", "source_id", "source_file", "method", "url", "host", "path", "status",
        "failure_stage", "failure_code", "failure_message", "failure_advice", "duration", "name_lookup", "connect",
        "tls", "send", "wait", "download", "total", "attempts", "response_length", "assertions_passed",
        "assertions_failed", "graphql_errors",
    ]

    let values: [SQLiteStatement.Value]

    init(_ kept: KeptExchange) {
        values =
            Self.identity(kept) + Self.request(kept.exchange.request) + Self.outcome(kept)
            + Self.times(kept.exchange) + Self.counts(kept)
    }

    private static func identity(_ kept: KeptExchange) -> [SQLiteStatement.Value] {
        [
            .text(kept.id.digits), .integer(kept.sentAt.microsecondsSince1970), .flag(kept.origin.wasDraft),
            .text(kept.source.kind), .optional(kept.source.replayed?.digits), .optional(kept.source.file),
        ]
    }

    private static func request(_ request: Exchange.SentRequest) -> [SQLiteStatement.Value] {
        let (host, path) = place(in: request.url)
        return [.text(request.method.rawValue), .text(request.url), .text(host), .text(path)]
    }

    private static func outcome(_ kept: KeptExchange) -> [SQLiteStatement.Value] {
        [
            .optional(kept.status.map(Int64.init)), .optional(kept.failure?.stage.rawValue),
            .optional(kept.failureCode), .optional(kept.failure?.message), .optional(kept.failure?.advice),
        ]
    }

    private static func times(_ exchange: Exchange) -> [SQLiteStatement.Value] {
        let timings = exchange.finalHop?.timings
        return [
            exchange.duration, timings?.nameLookup, timings?.connect, timings?.tls, timings?.send, timings?.wait,
            timings?.download, timings?.total,
        ].map { .optional($0?.nanoseconds) }
    }

    private static func counts(_ kept: KeptExchange) -> [SQLiteStatement.Value] {
        let assertions = AssertionCount(kept.assertions)
        return [
            .integer(Int64(kept.exchange.attempts.count)), .optional(kept.responseBody?.length),
            .integer(Int64(assertions.passed)), .integer(Int64(assertions.notPassed)),
            .integer(Int64(kept.graphQLErrorCount)),
        ]
    }

    /// The host of a URL in lower case, without user information and port, and its path; what is not there is empty.
    static func place(in url: String) -> (host: String, path: String) {
        let (parts, brackets) = (URLReference(url), ["[", "]"] as Set<Character>)
        return (parts.host?.filter { !brackets.contains($0) } ?? "", parts.path)
    }
}

extension KeptExchange {
    /// Of the last hop; nil when none answered.
    fileprivate var status: Int? { facts.head?.status ?? facts.exchange.finalHop?.response?.status }

    /// The transport's word for what went wrong with the last attempt; nil when it told none.
    fileprivate var failureCode: String? {
        guard facts.failure != nil, case .failure(let failure) = facts.exchange.attempts.last?.outcome else {
            return nil
        }
        return failure.code.rawValue
    }
}

extension KeptExchange.Source {
    fileprivate var replayed: UUID? { if case .replay(let original) = self { original } else { nil } }
    fileprivate var file: String? { if case .imported(let name) = self { name } else { nil } }
}

extension UUID {
    /// 32 hexadecimal digits in lower case, without dashes.
    var digits: String { uuidString.lowercased().filter { $0 != "-" } }

    /// Nil when they are not 32.
    init?(digits: String) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isWhole = withUnsafeMutableBytes(of: &bytes) { bytes in
            var count = 0
            for digit in digits.utf8 {
                guard count < 2 * bytes.count, let value = Self.value(ofDigit: digit) else { return false }
                bytes[count / 2] = bytes[count / 2] << 4 | value
                count += 1
            }
            return count == 2 * bytes.count
        }
        guard isWhole else { return nil }
        self.init(uuid: bytes)
    }

    /// Nil for what is no hexadecimal digit.
    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

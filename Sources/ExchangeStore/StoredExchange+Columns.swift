import Exchanges
import Foundation
import MicroClient
import Text

extension StoredExchange {
    typealias Column = (name: String, value: SQLiteStatement.Value)

    /// The values that lists and filters need: a row of `exchanges` without its number and origin.
    var columns: [Column] { identity + request + outcome + times + counts }

    private var identity: [Column] {
        [
            ("id", .text(id.digits)), ("sent_at", .integer(facts.sentAt.microsecondsSince1970)),
            ("was_draft", .flag(facts.origin.wasDraft)), ("source", .text(source.kind)),
            ("source_id", .optional(source.replayed?.digits)), ("source_file", .optional(source.file)),
        ]
    }

    private var request: [Column] {
        let request = facts.exchange.request
        let (host, path) = Self.place(in: request.url)
        return [
            ("method", .text(request.method.rawValue)), ("url", .text(request.url)), ("host", .text(host)),
            ("path", .text(path)),
        ]
    }

    private var outcome: [Column] {
        let status = facts.head?.status ?? facts.exchange.finalHop?.response?.status
        return [
            ("status", .optional(status.map(Int64.init))), ("failure_stage", .optional(facts.failure?.stage.rawValue)),
            ("failure_code", .optional(failureCode)), ("failure_message", .optional(facts.failure?.message)),
            ("failure_advice", .optional(facts.failure?.advice)),
        ]
    }

    private var times: [Column] {
        let timings = facts.exchange.finalHop?.timings
        let times = [
            ("duration", facts.exchange.duration), ("name_lookup", timings?.nameLookup), ("connect", timings?.connect),
            ("tls", timings?.tls), ("send", timings?.send), ("wait", timings?.wait), ("download", timings?.download),
            ("total", timings?.total),
        ]
        return times.map { ($0, .optional($1?.nanoseconds)) }
    }

    private var counts: [Column] {
        let assertions = AssertionCount(facts.assertions)
        return [
            ("attempts", .integer(Int64(facts.exchange.attempts.count))),
            ("response_length", .optional(responseBody?.length)),
            ("assertions_passed", .integer(Int64(assertions.passed))),
            ("assertions_failed", .integer(Int64(assertions.notPassed))),
            ("graphql_errors", .integer(Int64(facts.graphQLErrorCount))),
        ]
    }

    /// Returns the host of a URL in lower case, without user information and port, and its path; missing parts are empty.
    static func place(in url: String) -> (host: String, path: String) {
        let (parts, brackets) = (URLReference(url), ["[", "]"] as Set<Character>)
        return (parts.host?.filter { !brackets.contains($0) } ?? "", parts.path)
    }

    /// The transport's code for the failure of the last attempt; nil if it has none.
    private var failureCode: String? {
        guard facts.failure != nil, case .failure(let failure) = facts.exchange.attempts.last?.outcome else {
            return nil
        }
        return failure.code.rawValue
    }
}

extension StoredExchange.Source {
    fileprivate var replayed: UUID? { if case .replay(let original) = self { original } else { nil } }
    fileprivate var file: String? { if case .imported(let name) = self { name } else { nil } }
}

extension UUID {
    /// The id as 32 hexadecimal digits in lower case, without dashes.
    var digits: String { uuidString.lowercased().filter { $0 != "-" } }

    /// Creates an id from its digits; nil unless there are 32 of them.
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

    /// - Returns: The value; nil for a byte that is not a hexadecimal digit.
    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

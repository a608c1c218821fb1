import Exchanges
import Foundation
import Quoting

/// A filter of the history as a condition on `exchanges`. The user's texts are bound, never part of the SQL.
struct HistoryQuery {
    /// The condition after `WHERE`.
    private(set) var condition = "TRUE"
    /// The values that are bound to it, in order.
    private(set) var values: [SQLiteStatement.Value] = []

    init(_ filter: HistoryFilter) {
        for term in filter.terms {
            let (condition, values) = Self.condition(for: term.test)
            // A test on a missing value, such as a status or a note, fails: so its negation holds.
            self.condition += " AND (\(condition)) IS \(term.isNegated ? "NOT TRUE" : "TRUE")"
            self.values += values
        }
    }

    private typealias Condition = (sql: String, values: [SQLiteStatement.Value])

    private static func condition(for test: HistoryFilter.Test) -> Condition {
        switch test {
        case .status(let range):
            ("status BETWEEN ? AND ?", [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
        case .method(let method): ("method = ? COLLATE NOCASE", [.text(method)])
        case .environment(let name): origin("environment IS ?", .optional(name))
        case .host(let host): Self.host(host.lowercased())
        case .path(let text): ("path \(like)", [.contains(text)])
        case .request(let text): origin("request \(like)", .contains(text))
        case .sent(let request, let collection):
            (
                "origin IN (SELECT number FROM origins WHERE collection = ? AND request = ?)",
                [.text(collection), .text(request)]
            )
        case .collection(let text):
            text.hasPrefix("/")
                ? origin("collection = ?", .text(text)) : origin("collection \(like)", .contains(text))
        case .error(let text): error(text)
        case .since(let date): ("sent_at >= ?", [.integer(date.microsecondsSince1970)])
        case .until(let date): ("sent_at <= ?", [.integer(date.microsecondsSince1970)])
        case .before(let date): ("sent_at < ?", [.integer(date.microsecondsSince1970)])
        case .slower(let duration): ("duration > ?", [.integer(duration.nanoseconds)])
        case .faster(let duration): ("duration < ?", [.integer(duration.nanoseconds)])
        case .body(let text): (inBody, [.words(text)])
        case .header(let text): (inExchange, [.words(text, in: "headers")])
        case .text(let text): ("\(inExchange) OR \(inBody)", [.words(text), .words(text)])
        case .note(let text): ("note \(like)", [.contains(text)])
        case .set(let name): (inSet, [.text(name)])
        case .isPinned: ("is_pinned", [])
        case .isDraft: ("was_draft", [])
        case .isRetried: ("attempts > 1", [])
        case .isFailed: ("assertions_failed > 0 OR graphql_errors > 0", [])
        }
    }

    private static let like = "LIKE ? ESCAPE '\\'"
    private static let inExchange =
        "exchanges.number IN (SELECT rowid FROM exchange_words WHERE exchange_words MATCH ?)"
    private static let inBody = """
        exchanges.number IN (
            SELECT exchange FROM exchange_bodies
            WHERE body IN (SELECT rowid FROM body_words WHERE body_words MATCH ?))
        """
    private static let inSet = """
        exchanges.number IN (
            SELECT exchange FROM set_members JOIN sets ON sets.number = "set" WHERE sets.name = ?)
        """

    private static func origin(_ condition: String, _ value: SQLiteStatement.Value) -> Condition {
        ("origin IN (SELECT number FROM origins WHERE \(condition))", [value])
    }

    /// Returns the condition for a host: "example.com", "localhost:8080", "[::1]:8080"; "::1" is only a host.
    private static func host(_ text: String) -> Condition {
        let (host, port) = HostText.parts(of: text)
        let isHost = "host = ? OR host \(like)"
        let values: [SQLiteStatement.Value] = [.text(host), .text("%." + host.escapedForLike)]
        guard let port else { return (isHost, values) }
        return ("(\(isHost)) AND \(authority) LIKE ?", values + [.text("%:\(port)")])
    }

    /// The part of the URL between `://` and the path, query or fragment.
    private static let authority = """
        (WITH rest(text) AS (
            SELECT replace(replace(CASE instr(url, '://') WHEN 0 THEN url ELSE substr(url, instr(url, '://') + 3) END,
                '?', '/'), '#', '/') || '/')
        SELECT substr(text, 1, instr(text, '/') - 1) FROM rest)
        """

    private static func error(_ text: String?) -> Condition {
        guard let text else { return ("failure_stage IS NOT NULL", []) }
        let columns = ["failure_stage", "failure_code", "failure_message"]
        let spellings = HistoryErrorWord.spellings(of: text)
        var tests = spellings.flatMap { _ in columns.map { "coalesce(\($0) \(like), FALSE)" } }
        var values: [SQLiteStatement.Value] = spellings.flatMap { spelling in columns.map { _ in .contains(spelling) } }
        if let stage = HistoryErrorWord.stage(of: text) {
            tests.append("failure_stage IS ?")
            values.append(.text(stage))
        }
        return (tests.joined(separator: " OR "), values)
    }
}

/// A host as the user types it.
private enum HostText {
    /// Returns the host without the brackets of an address, and the digits of the port; nil if there is no port.
    static func parts(of text: String) -> (host: String, port: String?) {
        let port = text.split(at: ":").last ?? ""
        let host = Substring(text.droppingBytes(behind: ":\(port)"))
        guard port.allSatisfy({ $0.isASCII && $0.isNumber }), !port.isEmpty, !host.isEmpty,
            !host.contains(":") || host.hasSuffix("]")
        else { return (withoutBrackets(text[...]), nil) }
        return (withoutBrackets(host), port)
    }

    private static func withoutBrackets(_ host: Substring) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
    }
}

extension SQLiteStatement.Value {
    /// Returns a pattern of LIKE for texts that contain this one.
    fileprivate static func contains(_ text: String) -> Self { .text("%\(text.escapedForLike)%") }

    /// Returns a query of FTS5 for texts with these words one after the other, the last of them from its beginning.
    ///
    /// - Source: <https://www.sqlite.org/fts5.html#full_text_query_syntax>
    fileprivate static func words(_ text: String, in column: String? = nil) -> Self {
        // A query ends at a zero byte.
        let quoted = text.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0 == 0 ? 0x20 : $0] }
        return .text((column.map { "\($0) : " } ?? "") + "\"\(String(decoding: quoted, as: UTF8.self))\" *")
    }
}

extension String {
    fileprivate var escapedForLike: String {
        reduce(into: "") { text, character in
            if "\\%_".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}

import Exchanges
import Foundation
import MicroClient

extension HistoryRow {
    /// The columns that a row is read from, in this order; from `exchanges JOIN origins ON origins.number = origin`.
    static let columns = """
        id, collection, request, environment, was_draft, source, source_id, source_file, sent_at, method, url, status,
        failure_stage, failure_message, failure_advice, duration, attempts, response_length, assertions_passed,
        assertions_failed, is_pinned, note, is_repeat, graphql_errors
        """

    init(_ row: SQLiteStatement) throws(SQLiteError) {
        self.init(
            id: try UUID(row, 0),
            origin: RecordedExchange.Origin(
                collection: row.text(1), requestPath: row.text(2), environment: row.text(3),
                wasDraft: row.integer(4) != 0),
            source: StoredExchange.Source(
                kind: row.text(5) ?? "", replayed: row.text(6).flatMap { UUID(digits: $0) }, file: row.text(7)),
            sentAt: Date(microsecondsSince1970: row.integer(8)), method: row.text(9) ?? "", url: row.text(10) ?? "")
        status = row.integerIfAny(11).map { Int($0) }
        failure = row.text(12).map {
            RecordedFailure(stage: .init(rawValue: $0), message: row.text(13) ?? "", advice: row.text(14))
        }
        duration = row.integerIfAny(15).map { .nanoseconds($0) }
        attemptCount = Int(row.integer(16))
        responseLength = row.integerIfAny(17)
        assertions = AssertionCount(passed: Int(row.integer(18)), failed: Int(row.integer(19)))
        isPinned = row.integer(20) != 0
        note = row.text(21)
        isRepeat = row.integer(22) != 0
        graphQLErrorCount = Int(row.integer(23))
    }
}

extension UUID {
    /// Reads the id from a column with its digits.
    init(_ row: SQLiteStatement, _ column: Int32) throws(SQLiteError) {
        guard let id = UUID(digits: row.text(column) ?? "") else {
            throw SQLiteError(
                code: .corrupt, operation: "sqlite3_column_text", message: "an exchange has no id", context: "exchanges"
            )
        }
        self = id
    }
}

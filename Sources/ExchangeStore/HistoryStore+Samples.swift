public import Exchanges
public import Foundation
import MicroClient

extension HistoryStore {
    /// Returns the durations of a request's exchanges, the oldest first.
    ///
    /// - Parameters:
    ///   - environment: The environment; .some(nil) for none; nil for any.
    ///   - since: The earliest moment of sending; nil for all.
    public func samples(
        collection: String, request: String, environment: String?? = nil, since: Date? = nil
    ) throws(SQLiteError) -> [LatencySample] {
        var condition = "collection = ? AND request = ?"
        var values: [SQLiteStatement.Value] = [.text(collection), .text(request)]
        if let environment {
            condition += " AND environment IS ?"
            values.append(.optional(environment))
        }
        values.append(.integer(since?.microsecondsSince1970 ?? .min))
        return try samples(
            "origin IN (SELECT number FROM origins WHERE \(condition)) AND sent_at >= ?", values)
    }

    /// Returns the durations of the exchanges that match a filter, the oldest first.
    public func samples(_ filter: HistoryFilter) throws(SQLiteError) -> [LatencySample] {
        let query = HistoryQuery(filter)
        return try samples(query.condition, query.values)
    }

    /// Returns the environments that a request was sent to, by name; nil, for no environment, comes first.
    public func environments(collection: String, request: String) throws(SQLiteError) -> [String?] {
        let sql = """
            SELECT environment FROM origins WHERE collection = ? AND request = ?
            AND EXISTS (SELECT 1 FROM exchanges WHERE origin = origins.number) ORDER BY environment
            """
        return try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, [.text(collection), .text(request)]) { (row) throws(SQLiteError) in row.text(0) }
        }
    }

    private func samples(
        _ condition: String, _ values: [SQLiteStatement.Value]
    ) throws(SQLiteError) -> [LatencySample] {
        let sql = """
            SELECT id, sent_at, duration, status, failure_stage IS NOT NULL, name_lookup, connect, tls, send, wait, download, total
            FROM exchanges WHERE \(condition) ORDER BY sent_at, number
            """
        return try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, values) { (row) throws(SQLiteError) in try LatencySample(row) }
        }
    }
}

extension LatencySample {
    fileprivate init(_ row: SQLiteStatement) throws(SQLiteError) {
        let span = { (column: Int32) in row.integerIfAny(column).map { Duration.nanoseconds($0) } }
        var timings = Transfer.Timings()
        timings.nameLookup = span(5)
        timings.connect = span(6)
        timings.tls = span(7)
        timings.send = span(8)
        timings.wait = span(9)
        timings.download = span(10)
        timings.total = span(11)
        self.init(
            id: try UUID(row, 0), sentAt: Date(microsecondsSince1970: row.integer(1)), duration: span(2),
            timings: timings, status: row.integerIfAny(3).map { Int($0) }, isFailure: row.integer(4) != 0)
    }
}

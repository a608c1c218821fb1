public import BodyStore
import Digests
public import Exchanges
public import Foundation
import MicroClient

extension HistoryStore {
    /// Returns the exchanges that match a filter, the newest first.
    ///
    /// - Parameters:
    ///   - last: The exchange to continue after, in this order; nothing is returned if it no longer exists. nil starts with the newest.
    ///   - limit: The most exchanges that are returned.
    public func rows(
        _ filter: HistoryFilter = HistoryFilter(), after last: HistoryRow.ID? = nil, limit: Int
    ) throws(SQLiteError) -> [HistoryRow] {
        let query = HistoryQuery(filter)
        let place = "(SELECT sent_at, number FROM exchanges WHERE id = ?)"
        return try read { (connection) throws(SQLiteError) in
            try Self.rows(
                "\(query.condition)\(last == nil ? "" : " AND (sent_at, exchanges.number) < \(place)")",
                query.values + (last.map { [.text($0.digits)] } ?? []), limit: limit, in: connection)
        }
    }

    /// Returns the number of exchanges that match a filter.
    public func count(_ filter: HistoryFilter = HistoryFilter()) throws(SQLiteError) -> Int {
        let query = HistoryQuery(filter)
        return try read { (connection) throws(SQLiteError) in
            Int(try connection.integer("SELECT count(*) FROM exchanges WHERE \(query.condition)", query.values) ?? 0)
        }
    }

    /// Returns a whole exchange; nil if there is none with this id.
    public func exchange(_ id: UUID) throws(SQLiteError) -> StoredExchange? {
        try read { (connection) throws(SQLiteError) in try ExchangeRecord.read(id, in: connection) }
    }

    /// Returns an exchange as lists show it; nil if there is none with this id.
    public func row(_ id: UUID) throws(SQLiteError) -> HistoryRow? {
        try read { (connection) throws(SQLiteError) in
            try Self.rows("id = ?", [.text(id.digits)], limit: 1, in: connection).first
        }
    }

    /// Returns those of the ids that no exchange has.
    public func unknown(_ ids: [UUID]) throws(SQLiteError) -> Set<UUID> {
        let known = try read { (connection) throws(SQLiteError) in
            let list = ids.map { "\"\($0.digits)\"" }.joined(separator: ",")
            return try connection.rows(
                "SELECT id FROM exchanges WHERE id IN (SELECT value FROM json_each(?))", [.text("[\(list)]")]
            ) { (row) throws(SQLiteError) in try UUID(row, 0) }
        }
        return Set(ids).subtracting(known)
    }

    /// Returns the kept part of a body, mapped from its file or from memory; nil if it no longer exists.
    ///
    /// It stays readable if it is deleted meanwhile.
    public func body(_ kept: StoredBody) throws(SQLiteError) -> BodyStore? {
        let found = try read { (connection) throws(SQLiteError) in
            try connection.rows("SELECT data IS NULL, data FROM bodies WHERE hash = ?", [.text(kept.hash)]) {
                (row) throws(SQLiteError) in row.integer(0) == 0 ? row.blob(1) : nil
            }
        }
        guard let data = found.first else { return nil }
        if let data { return BodyStore(data) }
        do throws(BodyStoreError) {
            return try BodyStore(contentsOf: shelf.file(kept.hash), sha256: Digest(hexadecimal: kept.hash))
        } catch {
            // The body was deleted since.
            if error.code == .noSuchDirectory { return nil }
            throw SQLiteError(error)
        }
    }

    /// Returns the last exchange of a request.
    ///
    /// - Parameter environment: The environment; .some(nil) for none; nil for any.
    public func latest(
        collection: String, request: String, environment: String?? = nil
    ) throws(SQLiteError) -> HistoryRow? {
        try latest("collection = ? AND request = ?", [.text(collection), .text(request)], environment)
            .max { $0.sentAt < $1.sentAt }
    }

    /// Returns the last exchange of each request of a collection, by the request's file.
    ///
    /// - Parameter environment: The environment; .some(nil) for none; nil for any.
    public func latestByRequest(
        collection: String, environment: String?? = nil
    ) throws(SQLiteError) -> [String: HistoryRow] {
        let rows = try latest("collection = ? AND request IS NOT NULL", [.text(collection)], environment)
        let pairs = rows.compactMap { row in row.origin.requestPath.map { ($0, row) } }
        return Dictionary(pairs) { $0.sentAt < $1.sentAt ? $1 : $0 }
    }

    private func latest(
        _ condition: String, _ values: [SQLiteStatement.Value], _ environment: String??
    ) throws(SQLiteError) -> [HistoryRow] {
        try read { (connection) throws(SQLiteError) in
            guard let environment else { return try Self.latest(condition, values, in: connection) }
            return try Self.latest(
                condition + " AND environment IS ?", values + [.optional(environment)], in: connection)
        }
    }
}

extension HistoryStore {
    static func rows(
        _ condition: String, _ values: [SQLiteStatement.Value], limit: Int, skipping count: Int = 0,
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> [HistoryRow] {
        try connection.rows(
            """
            SELECT \(HistoryRow.columns) FROM exchanges JOIN origins ON origins.number = origin
            WHERE \(condition) ORDER BY sent_at DESC, exchanges.number DESC LIMIT ? OFFSET ?
            """, values + [.integer(Int64(limit)), .integer(Int64(count))]
        ) { (row) throws(SQLiteError) in try HistoryRow(row) }
    }

    /// Returns the last exchange of each origin.
    private static func latest(
        _ condition: String, _ values: [SQLiteStatement.Value], in connection: SQLiteConnection
    ) throws(SQLiteError) -> [HistoryRow] {
        try rows(
            """
            exchanges.number IN (
                SELECT (SELECT number FROM exchanges WHERE origin = places.number ORDER BY sent_at DESC, number DESC LIMIT 1)
                FROM origins AS places WHERE \(condition))
            """, values, limit: -1, in: connection)
    }
}

public import Foundation

extension HistoryStore {
    /// Returns the moments when the first and the last exchange were sent; nil without any.
    public func extent() throws(SQLiteError) -> ClosedRange<Date>? {
        try read { (connection) throws(SQLiteError) in
            let found = try connection.rows("SELECT min(sent_at), max(sent_at) FROM exchanges", []) {
                (row) throws(SQLiteError) in (row.integerIfAny(0), row.integerIfAny(1))
            }
            guard let first = found.first, let oldest = first.0, let newest = first.1 else { return nil }
            return Date(microsecondsSince1970: oldest)...Date(microsecondsSince1970: newest)
        }
    }
}

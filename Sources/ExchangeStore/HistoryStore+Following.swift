public import Exchanges
import Foundation

// A request or an environment that is called otherwise keeps its history.

extension HistoryStore {
    /// Files what was sent from a collection under the names that its requests and environments have now. Waits for the disk.
    ///
    /// What was sent from another request that had such a name before is no longer told apart from it.
    /// - Parameter after: where that lies now which lay there; the same for what stays.
    /// - Throws: ``SQLiteError``; then everything is filed as before.
    public func follow(
        collection: String, _ after: (RecordedExchange.Origin) -> RecordedExchange.Origin
    ) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let moved = try Self.origins(of: collection, in: connection).filter { after($0.origin) != $0.origin }
                for (number, origin) in moved {
                    let new = after(origin)
                    try connection.run(
                        "UPDATE origins SET request = ?, environment = ? WHERE number = ?",
                        [.optional(new.requestPath), .optional(new.environment), .integer(number)])
                }
                if !moved.isEmpty { try Self.joinOrigins(of: collection, in: connection) }
            }
        }
    }

    private static func origins(
        of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> [(number: Int64, origin: RecordedExchange.Origin)] {
        try connection.rows(
            "SELECT number, request, environment FROM origins WHERE collection = ? ORDER BY number",
            [.text(collection)]
        ) { (row) throws(SQLiteError) in
            let origin = RecordedExchange.Origin(
                collection: collection, requestPath: row.text(1), environment: row.text(2))
            return (row.integer(0), origin)
        }
    }

    /// Each place has one row: the first that it got.
    private static func joinOrigins(
        of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) {
        var first: [RecordedExchange.Origin: Int64] = [:]
        for (number, origin) in try origins(of: collection, in: connection) {
            guard let kept = first[origin] else {
                first[origin] = number
                continue
            }
            try connection.run(
                "UPDATE exchanges SET origin = ? WHERE origin = ?", [.integer(kept), .integer(number)])
            try connection.run("DELETE FROM origins WHERE number = ?", [.integer(number)])
        }
    }
}

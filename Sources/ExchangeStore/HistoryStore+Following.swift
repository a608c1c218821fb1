public import Exchanges
import Foundation

// A request or an environment that is renamed keeps its history.

extension HistoryStore {
    /// Moves the exchanges of a collection to the current names of its requests and environments. Waits for the disk.
    ///
    /// Exchanges of another request that had such a name before can no longer be distinguished.
    /// - Parameter after: Returns the new origin for an old one; the same if it did not change.
    /// - Throws: ``SQLiteError``; then nothing is changed.
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

    /// Merges the rows of equal origins: the first one stays.
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

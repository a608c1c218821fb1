import Exchanges
public import Foundation

/// The result of pruning.
public struct PruneResult: Sendable, Hashable {
    /// The number of exchanges that were removed.
    public var removed = 0
    /// The disk space of the history now, in bytes.
    public var bytes: Int64 = 0
    /// Whether that exceeds the limit: exchanges that are pinned or in the user's sets take too much, or the newest ones do.
    public var isOverLimit = false
}

extension HistoryStore {
    /// Removes exchanges that are too old, and then the oldest until the rest is small enough. Exchanges that are pinned or in one of the user's sets
    /// stay, but not those that are only in automatic sets; so do the newest of the others, up to ``HistoryLimits/newestBytes``, even if pinned ones
    /// take all the space.
    ///
    /// Removes a hundred at a time, so that other instances can write meanwhile. The remains of earlier deletions are wiped, too.
    public func prune(now: Date) throws(SQLiteError) -> PruneResult {
        let oldest = now.addingTimeInterval(-Double(limits.maximumAge.nanoseconds) / 1_000_000_000)
        var result = PruneResult()
        result.removed = try pruneAll("sent_at < ?", [.integer(oldest.microsecondsSince1970)])
        result.bytes = try bytesOnDisk()
        if result.bytes > limits.maximumBytes, let newest = try placeOfNewest() {
            let older = "(sent_at, number) < (?, ?)"
            while result.bytes > limits.maximumBytes {
                let removed = try pruneSome(
                    older, [.integer(newest.sentAt), .integer(newest.number)],
                    // A little more is removed, so that it is not necessary for every send.
                    bytes: result.bytes - limits.maximumBytes + limits.maximumBytes / 100)
                guard removed > 0 else { break }
                result.removed += removed
                result.bytes = try bytesOnDisk()
            }
        }
        if result.removed > 0 { try write { (connection) throws(SQLiteError) in _ = try release(in: connection) } }
        // What cannot be wiped now is wiped the next time.
        try? write { (connection) throws(SQLiteError) in try finishWiping(in: connection) }
        result.isOverLimit = result.bytes > limits.maximumBytes
        return result
    }

    /// Returns the disk space of the history, in bytes: the database without its free pages, and the files of bodies.
    public func bytesOnDisk() throws(SQLiteError) -> Int64 {
        try write { (connection) throws(SQLiteError) in
            let size = try connection.integer("PRAGMA page_size") ?? 0
            let pages = try connection.integer("PRAGMA page_count") ?? 0
            let free = try connection.integer("PRAGMA freelist_count") ?? 0
            let files = try connection.integer("SELECT sum(length) FROM bodies WHERE data IS NULL") ?? 0
            return (pages - free) * size + files
        }
    }

    /// Returns the oldest of the newest exchanges that stay, whatever all take; nil if nothing can be removed.
    private func placeOfNewest() throws(SQLiteError) -> (sentAt: Int64, number: Int64)? {
        let sql = """
            SELECT sent_at, number, \(Self.size) FROM exchanges
            WHERE \(Self.forgettable) ORDER BY sent_at DESC, number DESC
            """
        return try write { (connection) throws(SQLiteError) in
            let statement = try connection.prepare(sql)
            var place: (Int64, Int64)?
            var bytes: Int64 = 0
            while try statement.step() {
                bytes += statement.integer(2)
                if place != nil, bytes > limits.newestBytes { break }
                place = (statement.integer(0), statement.integer(1))
            }
            return place
        }
    }

    /// The approximate size of an exchange, in bytes.
    private static let size = """
        (SELECT length(CAST(json AS BLOB)) FROM records WHERE exchange = exchanges.number)
        + coalesce((SELECT sum(length) FROM bodies
            WHERE number IN (SELECT body FROM exchange_bodies WHERE exchange = exchanges.number)), 0)
        """

    /// The condition for exchanges that the user did not ask to keep.
    private static let forgettable = """
        NOT is_pinned AND exchanges.number NOT IN (
            SELECT exchange FROM set_members JOIN sets ON sets.number = "set" WHERE NOT is_automatic)
        """

    private func pruneAll(_ condition: String, _ values: [SQLiteStatement.Value]) throws(SQLiteError) -> Int {
        var removed = 0
        while true {
            let some = try pruneSome(condition, values)
            guard some > 0 else { return removed }
            removed += some
        }
    }

    /// - Parameter bytes: The approximate number of bytes to remove; no more exchanges are removed than that takes.
    /// - Returns: The number of removed exchanges.
    private func pruneSome(
        _ condition: String, _ values: [SQLiteStatement.Value], bytes: Int64 = .max
    ) throws(SQLiteError) -> Int {
        try write { (connection) throws(SQLiteError) in
            let removed = try connection.transaction { () throws(SQLiteError) in
                let oldest = try connection.rows(
                    """
                    SELECT number, \(Self.size) FROM exchanges
                    WHERE \(condition) AND \(Self.forgettable)
                    ORDER BY sent_at, number LIMIT 100
                    """, values
                ) { (row) throws(SQLiteError) in (number: row.integer(0), size: row.integer(1)) }
                var left = bytes
                var removed = 0
                for exchange in oldest where left > 0 {
                    try Self.delete(exchange.number, in: connection)
                    left -= exchange.size
                    removed += 1
                }
                return removed
            }
            try shelf.settle(in: connection)
            return removed
        }
    }
}

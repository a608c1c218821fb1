import Exchanges
public import Foundation

/// What pruning came to.
public struct PruneResult: Sendable, Hashable {
    /// Exchanges that were forgotten.
    public var removed = 0
    /// What the history takes on the disk now, in bytes.
    public var bytes: Int64 = 0
    /// Whether that is more than it may: what is pinned or in sets of somebody's own is too much, or the newest are.
    public var isOverLimit = false
}

extension HistoryStore {
    /// Forgets what is too old, and then the oldest until the rest is small enough. What is pinned or belongs to a set of somebody's own stays,
    /// not what is in automatic sets alone; so do the newest of the others, up to ``HistoryLimits/newestBytes``: what was just sent is there, even where what is pinned takes all the room.
    ///
    /// A hundred at a time, so that other instances can write meanwhile. What a deletion could not wipe is wiped too.
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
                    // A little more, so that it is not for every send.
                    bytes: result.bytes - limits.maximumBytes + limits.maximumBytes / 100)
                guard removed > 0 else { break }
                result.removed += removed
                result.bytes = try bytesOnDisk()
            }
        }
        if result.removed > 0 { try write { (connection) throws(SQLiteError) in _ = try release(in: connection) } }
        // What cannot be wiped now either waits for the next time.
        try? write { (connection) throws(SQLiteError) in try finishWiping(in: connection) }
        result.isOverLimit = result.bytes > limits.maximumBytes
        return result
    }

    /// What the history takes on the disk, in bytes: the database without its free pages, and the files of bodies.
    public func bytesOnDisk() throws(SQLiteError) -> Int64 {
        try write { (connection) throws(SQLiteError) in
            let size = try connection.integer("PRAGMA page_size") ?? 0
            let pages = try connection.integer("PRAGMA page_count") ?? 0
            let free = try connection.integer("PRAGMA freelist_count") ?? 0
            let files = try connection.integer("SELECT sum(length) FROM bodies WHERE data IS NULL") ?? 0
            return (pages - free) * size + files
        }
    }

    /// The oldest of the newest exchanges that stay, whatever all takes; nil when nothing can be forgotten.
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

    /// About what an exchange takes, in bytes.
    private static let size = """
        (SELECT length(CAST(json AS BLOB)) FROM records WHERE exchange = exchanges.number)
        + coalesce((SELECT sum(length) FROM bodies
            WHERE number IN (SELECT body FROM exchange_bodies WHERE exchange = exchanges.number)), 0)
        """

    /// Nobody asked to have it kept.
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

    /// - Parameter bytes: about so many shall go, and no more exchanges than that takes.
    /// - Returns: how many were forgotten.
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

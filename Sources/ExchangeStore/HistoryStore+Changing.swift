public import Foundation

extension HistoryStore {
    /// Pins an exchange, so that it is kept for ever, or unpins it. Does nothing if it no longer exists.
    public func pin(_ id: UUID, _ isPinned: Bool) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                "UPDATE exchanges SET is_pinned = ? WHERE id = ?", [.flag(isPinned), .text(id.digits)])
        }
    }

    /// Replaces the note of an exchange; nil removes it. Does nothing if the exchange no longer exists.
    public func note(_ id: UUID, _ note: String?) throws(SQLiteError) {
        let values: [SQLiteStatement.Value] = [.optional(note), .text(id.digits)]
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("UPDATE exchanges SET note = ? WHERE id = ?", values)
                try connection.run(
                    "UPDATE exchange_words SET note = ? WHERE rowid = (SELECT number FROM exchanges WHERE id = ?)",
                    values)
            }
        }
    }

    /// Deletes exchanges, pinned or not, and the bodies that no other exchange has. When this returns, no part of them is in any file of the history.
    ///
    /// The index of words is rebuilt, which takes seconds in a large history.
    /// - Throws: ``SQLiteError``, busy if another instance reads for longer than SQLite waits. Then they may be gone from all lists, but parts of
    ///   them may still be in the files: the next deletion or pruning of any instance wipes those.
    public func delete(_ ids: [UUID]) throws(SQLiteError) {
        try write { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.run("INSERT INTO unfinished_wipes DEFAULT VALUES")
                for id in ids {
                    guard
                        let number = try connection.integer(
                            "SELECT number FROM exchanges WHERE id = ?", [.text(id.digits)])
                    else { continue }
                    try Self.delete(number, in: connection)
                }
            }
            try finishWiping(in: connection)
        }
    }

    /// Wipes the remains of earlier deletions from the files, if there are any. Tries again if another instance writes for longer than SQLite waits.
    func finishWiping(in connection: SQLiteConnection) throws(SQLiteError) {
        guard let last = try connection.integer("SELECT max(number) FROM unfinished_wipes") else { return }
        for attempt in 1...Self.wipingAttempts {
            do throws(SQLiteError) {
                guard try wipe(in: connection) else { break }
                // Another instance wipes what it deletes meanwhile.
                return try connection.run("DELETE FROM unfinished_wipes WHERE number <= ?", [.integer(last)])
            } catch {
                guard error.code.primary == .busy, attempt < Self.wipingAttempts else { throw error }
            }
        }
        throw SQLiteError(
            code: .busy, operation: "wal_checkpoint",
            message:
                "another program reads the history: what was deleted is out of all lists, and out of the files with the next deletion",
            context: path)
    }

    private static let wipingAttempts = 3

    /// Deletes an exchange; must be called in a transaction, after which the shelf has to be settled.
    static func delete(_ number: Int64, in connection: SQLiteConnection) throws(SQLiteError) {
        let own: [SQLiteStatement.Value] = [.integer(number)]
        let bodies = try numbers("SELECT body FROM exchange_bodies WHERE exchange = ?", own, in: connection)
        let chains = try numbers("SELECT chain FROM exchange_chains WHERE exchange = ?", own, in: connection)
        let sets = try numbers(
            "SELECT \"set\" FROM set_members JOIN sets ON sets.number = \"set\" WHERE exchange = ? AND is_automatic",
            own,
            in: connection)
        for table in ["exchange_bodies", "exchange_chains", "set_members", "records"] {
            try connection.run("DELETE FROM \(table) WHERE exchange = ?", own)
        }
        try connection.run("DELETE FROM exchange_words WHERE rowid = ?", own)
        try connection.run("DELETE FROM exchanges WHERE number = ?", own)
        for body in bodies { try deleteUnused(body: body, in: connection) }
        for set in sets {
            try connection.run(
                "DELETE FROM sets WHERE number = ? AND number NOT IN (SELECT \"set\" FROM set_members)", [.integer(set)]
            )
        }
        for chain in chains {
            try connection.run(
                "DELETE FROM chains WHERE number = ? AND number NOT IN (SELECT chain FROM exchange_chains)",
                [.integer(chain)])
        }
    }

    private static func deleteUnused(body: Int64, in connection: SQLiteConnection) throws(SQLiteError) {
        let own: [SQLiteStatement.Value] = [.integer(body)]
        guard try connection.integer("SELECT 1 FROM exchange_bodies WHERE body = ?", own) == nil else { return }
        try connection.run(
            """
            INSERT INTO body_words (body_words, rowid, body)
            SELECT 'delete', number, CAST(coalesce(beginning, data) AS TEXT) FROM bodies WHERE number = ? AND is_text
            """, own)
        try connection.run(
            "INSERT OR IGNORE INTO unsettled_files (hash) SELECT hash FROM bodies WHERE number = ? AND data IS NULL",
            own)
        try connection.run("DELETE FROM bodies WHERE number = ?", own)
    }

    private static func numbers(
        _ sql: String, _ values: [SQLiteStatement.Value], in connection: SQLiteConnection
    ) throws(SQLiteError) -> Set<Int64> {
        Set(try connection.rows(sql, values) { (row) throws(SQLiteError) in row.integer(0) })
    }

    /// Removes deleted data from the files, too.
    ///
    /// - Returns: Whether that succeeded: not while another instance reads.
    private func wipe(in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try shelf.settle(in: connection)
        // A deleted word stays in the index, marked as such, until its parts are merged.
        // - Source: <https://www.sqlite.org/fts5.html#the_optimize_command>
        for index in ["exchange_words", "body_words"] {
            try connection.execute("INSERT INTO \(index) (\(index)) VALUES ('optimize')")
        }
        return try release(in: connection)
    }

    /// Frees unused pages, and empties the log.
    ///
    /// - Returns: Whether the log is empty: not while another instance reads.
    @discardableResult
    func release(in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        try connection.execute("PRAGMA incremental_vacuum")
        // SQLite reports being blocked not as an error, but in the first column of its result.
        // - Source: <https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>
        return try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
}

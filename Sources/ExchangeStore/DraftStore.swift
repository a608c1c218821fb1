import Exchanges
import Foundation

/// The journal of drafts: every draft as it is edited, so that a crash loses none.
///
/// Several instances may share it: each has its own drafts, and does not change others. The drafts of an ended instance are
/// claimed by the next one that opens the collection.
///
/// Each call runs on a background queue, in the order of the calls; the effect of a call that has returned survives the program's end, however it
/// ends.
///
/// Unchecked: the connection is used on `queue` only.
public final class DraftStore: @unchecked Sendable {
    let queue = DispatchQueue(label: "drafts")
    let connection: SQLiteConnection
    let instance: RunningInstance

    /// Opens the database, and creates it if there is none (mode 0600, its directory 0700). Waits for the disk.
    ///
    /// - Parameter instance: The owner of the drafts that are written; it lives as long as this.
    /// - Throws: ``SQLiteError`` with code ``SQLiteError/Code/notADatabase`` or ``SQLiteError/Code/corrupt`` for a broken file and
    ///   ``SQLiteError/Code/newerSchema`` for one of a later version. The file stays as it is; the program can continue without a journal.
    public init(path: String, instance: RunningInstance) throws(SQLiteError) {
        self.instance = instance
        connection = try DatabaseSchema.drafts.open(at: path)
    }

    /// Saves a draft, replacing its previous state. The last save counts, whatever its date: the clock may have been set back.
    public func save(_ draft: DraftRecord) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in try self.save(draft, in: connection) }
    }

    /// Returns this instance's drafts of a collection, after taking over those of instances that ended. If nothing can be written, they are
    /// read all the same.
    public func claim(_ collection: String) async throws(SQLiteError) -> ClaimedDrafts {
        try await perform { (connection) throws(SQLiteError) in try self.claim(collection, in: connection) }
    }

    /// Releases this instance's drafts of a collection, as if it had ended: the next instance that opens it claims them.
    public func release(_ collection: String) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in try self.release(collection, in: connection) }
    }

    /// Removes a draft of this instance; does nothing if there is none.
    public func remove(item: String, of collection: String) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in
            try self.remove(item: item, of: collection, in: connection)
        }
    }

    /// Waits until all calls so far are done: for the last moment before quitting.
    public func drain() { queue.sync {} }
}

extension DraftStore {
    /// Runs work on the queue, which keeps the order of the calls and does not block the caller's threads.
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = await withCheckedContinuation { continuation in
            queue.async {
                let connection = self.connection
                continuation.resume(returning: Result { () throws(SQLiteError) in try work(connection) })
            }
        }
        return try result.get()
    }

    func remove(item: String, of collection: String, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM drafts WHERE collection = ? AND item = ? AND owner = ?",
            [.text(collection), .text(item), .text(instance.id)])
    }

    func save(_ draft: DraftRecord, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO drafts (collection, item, owner, payload, base_hash, updated_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE
            SET payload = excluded.payload, base_hash = excluded.base_hash, updated_at = excluded.updated_at
            """,
            [
                .text(draft.collection), .text(draft.item), .text(instance.id), .blob(draft.payload),
                draft.baseHash.map { .text($0) } ?? .null, .integer(draft.updatedAt.microsecondsSince1970),
            ])
    }
}

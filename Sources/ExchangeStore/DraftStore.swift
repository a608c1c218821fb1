import Exchanges
import Foundation

/// The journal of drafts: every draft as it is edited, so that a crash loses none.
///
/// Several instances may share it: each has drafts of its own, and writes and forgets no others. What one leaves behind when it ends is
/// claimed by the next that opens the collection.
///
/// Each call runs on a thread of its own, in the order of the calls; what has returned survives the program's end, however it
/// ends.
///
/// Unchecked: the connection is touched on `queue` only.
public final class DraftStore: @unchecked Sendable {
    let queue = DispatchQueue(label: "drafts")
    let connection: SQLiteConnection
    let instance: RunningInstance

    /// Opens the database, and makes it if there is none (mode 0600, its directory 0700). Waits for the disk.
    ///
    /// - Parameter instance: whose drafts are written; it lives as long as this.
    /// - Throws: ``SQLiteError`` with code ``SQLiteError/Code/notADatabase`` or ``SQLiteError/Code/corrupt`` for a broken file and
    ///   ``SQLiteError/Code/newerSchema`` for one of a later version. The file stays as it is; one can go on without a journal.
    public init(path: String, instance: RunningInstance) throws(SQLiteError) {
        self.instance = instance
        connection = try DatabaseSchema.drafts.open(at: path)
    }

    /// Keeps a draft in the place of its state before. What is saved last counts, whatever its date: the clock may have been set back.
    public func save(_ draft: DraftRecord) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in try self.save(draft, in: connection) }
    }

    /// This instance's drafts of a collection, after those of instances that ended were taken over. Where nothing can be written, they are
    /// read all the same.
    public func claim(_ collection: String) async throws(SQLiteError) -> ClaimedDrafts {
        try await perform { (connection) throws(SQLiteError) in try self.claim(collection, in: connection) }
    }

    /// Gives back what this instance has of a collection, as if it had ended: whoever opens it next claims it.
    public func release(_ collection: String) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in try self.release(collection, in: connection) }
    }

    /// Forgets a draft of this instance; harmless when there is none.
    public func remove(item: String, of collection: String) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in
            try self.remove(item: item, of: collection, in: connection)
        }
    }

    /// Waits until everything asked for so far is done: for the last moment before quitting.
    public func drain() { queue.sync {} }
}

extension DraftStore {
    /// Runs work on the queue, which keeps the order of the calls and does not hold up the caller's threads.
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

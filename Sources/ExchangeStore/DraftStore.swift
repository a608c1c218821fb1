import Exchanges
import Foundation

/// The journal of drafts: every draft as it is edited, so that a crash loses none. Several instances may share it.
///
/// Each call runs on a thread of its own, in the order of the calls; what has returned survives the program's end, however it
/// ends.
///
/// Unchecked: the connection is touched on `queue` only.
public final class DraftStore: @unchecked Sendable {
    let queue = DispatchQueue(label: "drafts")
    let connection: SQLiteConnection

    /// Opens the database, and makes it if there is none (mode 0600, its directory 0700). Waits for the disk.
    ///
    /// - Throws: ``SQLiteError`` with code ``SQLiteError/Code/notADatabase`` or ``SQLiteError/Code/corrupt`` for a broken file and
    ///   ``SQLiteError/Code/newerSchema`` for one of a later version. The file stays as it is; one can go on without a journal.
    public init(path: String) throws(SQLiteError) {
        connection = try Schema.drafts.open(at: path)
    }

    /// Keeps a draft in the place of its older state. A state that is older than the kept one is left out.
    public func save(_ draft: DraftRecord) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in try Self.save(draft, in: connection) }
    }

    /// All drafts of a collection, by item.
    public func drafts(of collection: String) async throws(SQLiteError) -> [DraftRecord] {
        try await perform { (connection) throws(SQLiteError) in try Self.drafts(of: collection, in: connection) }
    }

    /// Forgets a draft; harmless when there is none.
    public func remove(item: String, of collection: String) async throws(SQLiteError) {
        try await perform { (connection) throws(SQLiteError) in
            try Self.remove(item: item, of: collection, in: connection)
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

    static func remove(
        item: String, of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) {
        let statement = try connection.prepare("DELETE FROM drafts WHERE collection = ? AND item = ?")
        try statement.bind([.text(collection), .text(item)])
        try statement.step()
    }

    static func save(_ draft: DraftRecord, in connection: SQLiteConnection) throws(SQLiteError) {
        let statement = try connection.prepare(
            """
            INSERT INTO drafts (collection, item, payload, base_hash, updated_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE
            SET payload = excluded.payload, base_hash = excluded.base_hash, updated_at = excluded.updated_at
            WHERE excluded.updated_at >= drafts.updated_at
            """)
        try statement.bind([
            .text(draft.collection), .text(draft.item), .blob(draft.payload), draft.baseHash.map { .text($0) } ?? .null,
            .integer(draft.updatedAt.microsecondsSince1970),
        ])
        try statement.step()
    }

    static func drafts(
        of collection: String, in connection: SQLiteConnection
    ) throws(SQLiteError) -> [DraftRecord] {
        let statement = try connection.prepare(
            "SELECT item, payload, base_hash, updated_at FROM drafts WHERE collection = ? ORDER BY item")
        try statement.bind([.text(collection)])
        var drafts: [DraftRecord] = []
        while try statement.step() {
            drafts.append(
                DraftRecord(
                    collection: collection, item: statement.text(0) ?? "", payload: statement.blob(1),
                    baseHash: statement.text(2), updatedAt: Date(microsecondsSince1970: statement.integer(3))))
        }
        return drafts
    }

    static func items(of collection: String, in connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        try connection.rows("SELECT item FROM drafts WHERE collection = ? ORDER BY item", [.text(collection)]) {
            (row) throws(SQLiteError) in row.text(0) ?? ""
        }
    }
}

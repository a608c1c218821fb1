import BodyStore
public import Foundation

/// The history: every exchange that was sent, with its bodies, searchable. Several instances may share it.
///
/// Every call waits for the disk, so callers need their own threads. The effect of a call that has returned survives the program's end, however
/// it ends. Reading never waits for writing.
///
/// Unchecked: each connection is used on its own queue only.
public final class HistoryStore: @unchecked Sendable {
    public let limits: HistoryLimits
    /// The path of its directory.
    public var path: String { shelf.directory.deletingLastPathComponent().path }
    let shelf: BodyShelf
    private let writing = DispatchQueue(label: "history.writing")
    private let reading = DispatchQueue(label: "history.reading")
    private let writer: SQLiteConnection
    private let reader: SQLiteConnection

    /// Opens the history in a directory, and creates it if there is none (mode 0600, directories 0700). Removes the remains of a killed instance.
    ///
    /// - Throws: ``SQLiteError`` like ``DraftStore/init(path:)``. Nothing is changed then; the program can continue without a history.
    public init(directory: URL, limits: HistoryLimits = HistoryLimits()) throws(SQLiteError) {
        self.limits = limits
        let path = Self.database(in: directory).path
        do throws(SQLiteError) {
            writer = try DatabaseSchema.history.open(at: path)
            reader = try SQLiteConnection(path: path)
            // The cache is 16 MB: pages read for a list or a filter are read again by the next one.
            try reader.execute("PRAGMA query_only = ON; PRAGMA cache_size = -16000;")
            shelf = try BodyShelf(directory: directory.appendingPathComponent("bodies"))
        } catch {
            throw error.explained(in: directory.path)
        }
        // Another instance may hold the database; the next start tries again.
        try? shelf.settle(in: writer)
    }
}

extension HistoryStore {
    /// Whether a directory contains a history.
    public static func isThere(in directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: database(in: directory).path)
    }

    private static func database(in directory: URL) -> URL { directory.appendingPathComponent("history.sqlite") }

    func write<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = writing.sync {
            Result { () throws(SQLiteError) in try body(writer) }
        }
        return try result.mapError { $0.explained(in: path) }.get()
    }

    func read<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = reading.sync {
            Result { () throws(SQLiteError) in try body(reader) }
        }
        return try result.mapError { $0.explained(in: path) }.get()
    }
}

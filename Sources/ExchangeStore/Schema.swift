import Foundation

/// The database's tables, version by version. A migration, once released, never changes.
enum Schema {
    static let migrations = [
        """
        CREATE TABLE drafts (
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            payload BLOB NOT NULL,
            base_hash TEXT,
            updated_at INTEGER NOT NULL, -- microseconds since 1970, UTC
            PRIMARY KEY (collection, item)
        ) STRICT, WITHOUT ROWID;
        """
    ]

    static var version: Int { migrations.count }

    /// Opens the database, makes it if there is none, and brings it to this version. Never deletes or empties one.
    static func open(at path: String) throws(SQLiteError) -> SQLiteConnection {
        try makeFile(at: path)
        let connection = try SQLiteConnection(path: path)
        try refuseNewer(connection)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
        if try version(of: connection) < version { try migrate(connection) }
        return connection
    }

    private static func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let statement = try connection.prepare("PRAGMA user_version")
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private static func refuseNewer(_ connection: SQLiteConnection) throws(SQLiteError) {
        let found = try version(of: connection)
        guard found > version else { return }
        let message = "the database was made by a later version (schema \(found), this one knows \(version))"
        throw SQLiteError(
            code: .newerSchema, operation: "PRAGMA user_version", message: message, context: connection.path)
    }

    /// Asks for the version once more inside the transaction: another instance may have been faster.
    private static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for number in try version(of: connection)..<max(version, version(of: connection)) {
                try connection.execute(migrations[number])
            }
            try connection.execute("PRAGMA user_version = \(version)")
        }
    }
}

// The file, readable by its owner only; SQLite gives its companions the same mode.
extension Schema {
    /// Closing a descriptor of a database drops the locks that other connections of this process hold on it, so none may be
    /// opened while we hold ours.
    private static let making = NSLock()

    private static func makeFile(at path: String) throws(SQLiteError) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SQLiteError(
                code: .fileSystem, operation: "mkdir", message: error.localizedDescription, context: directory.path)
        }
        making.lock()
        defer { making.unlock() }
        let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        guard descriptor >= 0 || errno == EEXIST else { throw lastError("open", path) }
        guard chmod(path, 0o600) == 0 else { throw lastError("chmod", path) }
    }

    private static func lastError(_ operation: String, _ path: String) -> SQLiteError {
        let message = String(cString: strerror(errno))
        return SQLiteError(code: .fileSystem, operation: operation, message: message, context: path)
    }
}

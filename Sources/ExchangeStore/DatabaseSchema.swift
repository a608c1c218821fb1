import Foundation

/// The tables of a database, version by version. A migration, once released, never changes.
struct DatabaseSchema {
    /// The statements that migrate each version to the next, the first from an empty file.
    let migrations: [String]
    /// The settings of each connection, besides those of all our databases.
    var settings = ""

    var version: Int { migrations.count }

    /// Opens the database, creates it if there is none, and migrates it to this version. Never deletes or empties one.
    func open(at path: String) throws(SQLiteError) -> SQLiteConnection {
        if access(path, F_OK) != 0 { try make(at: path) }
        // The mode may have been changed, and SQLite's other files get the same. If it cannot be restored, the database stays usable.
        chmod(path, 0o600)
        let connection = try SQLiteConnection(path: path)
        try refuseNewer(connection)
        try prepare(connection)
        return connection
    }

    private func prepare(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.execute(settings)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
        if try version(of: connection) < version { try migrate(connection) }
    }

    private func version(of connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let statement = try connection.prepare("PRAGMA user_version")
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private func refuseNewer(_ connection: SQLiteConnection) throws(SQLiteError) {
        let found = try version(of: connection)
        guard found > version else { return }
        let message = "the database was made by a later version (schema \(found), this one knows \(version))"
        throw SQLiteError(
            code: .newerSchema, operation: "PRAGMA user_version", message: message, context: connection.path)
    }

    /// Migrates the database. The version is read again inside the transaction: another instance may have been faster.
    private func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for number in try version(of: connection)..<max(version, version(of: connection)) {
                try connection.execute(migrations[number])
            }
            try connection.execute("PRAGMA user_version = \(version)")
        }
    }
}

// The file, readable by its owner only; SQLite gives its other files the same mode.
extension DatabaseSchema {
    /// Creates the database under a temporary name and links it into its place when it is complete, since switching to WAL mode in a
    /// file that others open at the same time fails at once, whatever the busy timeout.
    private func make(at path: String) throws(SQLiteError) {
        try PrivateFiles.makeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent())
        let draft = path + ".new-" + UUID().uuidString
        defer { unlink(draft) }
        let descriptor = Foundation.open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFiles.lastError("open", draft) }
        close(descriptor)
        try prepareAndClose(draft)
        // Another instance may have been faster: then its file is used.
        if link(draft, path) == 0 || errno == EEXIST { return }
        // Some file systems have no links.
        guard rename(draft, path) == 0 else { throw PrivateFiles.lastError("rename", path) }
    }

    /// Prepares the database; the connection is closed when this returns, and its other files are removed with it.
    private func prepareAndClose(_ path: String) throws(SQLiteError) {
        try prepare(SQLiteConnection(path: path))
    }
}

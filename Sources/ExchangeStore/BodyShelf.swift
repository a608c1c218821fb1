import BodyStore
import Digests
import Files
import Foundation

/// The files of large bodies, each named by the hash of its content: "ab/abcdef…".
///
/// A file is written before its row and removed after it, and its hash is in `unsettled_files` meanwhile. So a row always has its file, and a file
/// without a row is found without a search.
struct BodyShelf: Sendable {
    let directory: URL

    init(directory: URL) throws(SQLiteError) {
        self.directory = directory
        try PrivateFiles.makeDirectory(directory)
    }

    func file(_ hash: String) -> URL { folder(hash).appendingPathComponent(hash) }

    private func folder(_ hash: String) -> URL {
        directory.appendingPathComponent(String(hash.prefix(2)), isDirectory: true)
    }

    /// Whether a text can be the name of a file here.
    static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Writes a body. The row has to follow, or ``settle(in:)``.
    func put(_ body: BodyStore, hash: String, in connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run("INSERT OR IGNORE INTO unsettled_files (hash) VALUES (?)", [.text(hash)])
        try PrivateFiles.makeDirectory(folder(hash))
        do throws(BodyStoreError) {
            do throws(BodyStoreError) { try body.keep(at: file(hash)) } catch {
                // Another instance may just have settled, and removed this file as an orphan.
                guard error.code == .noSuchDirectory else { throw error }
                try body.keep(at: file(hash))
            }
        } catch {
            throw SQLiteError(error)
        }
    }

    /// Whether the file exists and was not removed since ``put(_:hash:in:)``; in a transaction, so that no instance does until its end.
    func isPut(_ hash: String, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let mark = try connection.integer("SELECT 1 FROM unsettled_files WHERE hash = ?", [.text(hash)])
        return mark != nil && access(file(hash).path, F_OK) == 0
    }

    /// Removes the files that have no row. An instance that is about to write a row for one of them writes the file again: see ``isPut(_:in:)``.
    func settle(in connection: SQLiteConnection) throws(SQLiteError) {
        guard try connection.integer("SELECT 1 FROM unsettled_files LIMIT 1") != nil else { return }
        try connection.transaction { () throws(SQLiteError) in
            let orphans = try connection.rows(
                """
                SELECT hash FROM unsettled_files
                WHERE NOT EXISTS (SELECT 1 FROM bodies WHERE bodies.hash = unsettled_files.hash AND data IS NULL)
                """
            ) { (row) throws(SQLiteError) in row.text(0) ?? "" }
            orphans.forEach(remove)
            try connection.execute("DELETE FROM unsettled_files")
        }
    }

    /// Removes the file, and the remains of attempts to write it.
    private func remove(_ hash: String) {
        guard Self.isHash(hash) else { return }
        unlink(file(hash).path)
        if let folder = try? OpenDirectory(folder(hash).path) { NewFile.removeLeftovers(folder) }
    }
}

extension SQLiteError {
    /// Creates the error of a body that could not be written, with the codes of a failed database write.
    init(_ error: BodyStoreError) {
        self.init(
            code: Code(errno: error.code.rawValue), operation: error.operation ?? "BodyStore", message: error.message,
            context: error.directory)
    }
}

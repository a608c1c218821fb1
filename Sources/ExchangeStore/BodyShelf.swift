import BodyStore
import Digests
import Files
import Foundation

/// The files of large bodies, each under the hash of its content: "ab/abcdef…".
///
/// A file is written before its row and removed after it, and its hash stands in `unsettled_files` meanwhile. So a row always has its file, and a file without
/// one is found without a search.
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
                // Another instance may just have settled, and taken this for left behind.
                guard error.code == .noSuchDirectory else { throw error }
                try body.keep(at: file(hash))
            }
        } catch {
            throw SQLiteError(error)
        }
    }

    /// Whether the file is there and nobody has removed it since ``put(_:hash:in:)``; in a transaction, so that nobody does until its end.
    func isPut(_ hash: String, in connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        let mark = try connection.integer("SELECT 1 FROM unsettled_files WHERE hash = ?", [.text(hash)])
        return mark != nil && access(file(hash).path, F_OK) == 0
    }

    /// Removes the files that have no row. One that another instance is about to write a row for is written again by it: see ``isPut(_:in:)``.
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

    /// The file, and what is left of attempts to write it.
    private func remove(_ hash: String) {
        guard Self.isHash(hash) else { return }
        unlink(file(hash).path)
        if let folder = try? OpenDirectory(folder(hash).path) { NewFile.sweep(folder) }
    }
}

extension SQLiteError {
    /// A body could not be written: the same codes as when the database could not.
    init(_ error: BodyStoreError) {
        self.init(
            code: Code(errno: error.code.rawValue), operation: error.operation ?? "BodyStore", message: error.message,
            context: error.directory)
    }
}

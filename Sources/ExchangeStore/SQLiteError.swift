/// A failure of SQLite, or of a system call. Bound values are never part of it.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    /// The C function that failed, "sqlite3_step".
    public let operation: String
    /// SQLite's own message, or the system's.
    public let message: String
    /// The SQL, or the database's path.
    public let context: String

    public init(code: Code, operation: String, message: String, context: String) {
        self.code = code
        self.operation = operation
        self.message = message
        self.context = context
    }

    public var description: String { "\(message) (\(operation), code \(code.rawValue)): \(context)" }

    /// An extended result code of SQLite, or one of our own below zero.
    ///
    /// - Source: <https://www.sqlite.org/rescode.html>
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The code without its extension: `SQLITE_IOERR_READ` becomes `SQLITE_IOERR`.
        public var primary: Code { rawValue < 0 ? self : Code(rawValue: rawValue & 0xFF) }

        /// `SQLITE_PERM`.
        public static let permission = Code(rawValue: 3)
        /// `SQLITE_BUSY`: another program held the database for longer than we wait.
        public static let busy = Code(rawValue: 5)
        /// `SQLITE_READONLY`.
        public static let readOnly = Code(rawValue: 8)
        /// `SQLITE_IOERR`.
        public static let ioError = Code(rawValue: 10)
        /// `SQLITE_CORRUPT`.
        public static let corrupt = Code(rawValue: 11)
        /// `SQLITE_FULL`: the disk.
        public static let full = Code(rawValue: 13)
        /// `SQLITE_CANTOPEN`.
        public static let cannotOpen = Code(rawValue: 14)
        /// `SQLITE_CONSTRAINT`.
        public static let constraint = Code(rawValue: 19)
        /// `SQLITE_NOTADB`: the file is something else.
        public static let notADatabase = Code(rawValue: 26)
        /// The database was created by a later version of this program.
        public static let newerSchema = Code(rawValue: -1)
        /// The system could not create the file or its directory; ``SQLiteError/operation`` names the call.
        public static let fileSystem = Code(rawValue: -2)
    }
}

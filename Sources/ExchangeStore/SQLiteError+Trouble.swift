import Foundation

extension SQLiteError {
    /// Returns the error of a full disk if it is full: SQLite reports memory that it cannot share, or a log that it cannot begin.
    ///
    /// - Parameter directory: The directory of its files.
    func explained(in directory: String) -> SQLiteError {
        guard code.primary == .ioError || code.primary == .cannotOpen, Self.room(in: directory) == 0 else {
            return self
        }
        return SQLiteError(code: .full, operation: operation, message: message, context: context)
    }

    /// Returns the free space in blocks; nil if it is unknown.
    private static func room(in directory: String) -> UInt64? {
        var facts = statvfs()
        return statvfs(directory, &facts) == 0 ? UInt64(facts.f_bavail) : nil
    }

    /// The trouble in words that follow "the history": "is on a disk that is full".
    public var trouble: String {
        switch code.primary {
        case .full: "is on a disk that is full"
        case .readOnly, .permission: "is read-only"
        case .cannotOpen: "cannot be opened"
        case .busy: "is locked by another program for too long"
        case .corrupt: "is damaged"
        case .notADatabase: "is not a database"
        case .newerSchema: "was made by a later version of this program"
        case .ioError: "cannot be read or written"
        default: "cannot be used"
        }
    }

    /// Returns what the user can do about it: "make room there".
    ///
    /// - Parameter path: The path of the database.
    public func remedy(for path: String) -> String {
        switch code.primary {
        case .full: "free some space there, and start again"
        case .readOnly, .permission, .cannotOpen: "make \(path) and its contents writable, and start again"
        case .busy: "later requests are recorded again"
        case .corrupt, .notADatabase:
            "move \(path) away, and the next start creates a new one; sqlite3 can recover the old one (.recover)"
        case .newerSchema: "start that version, or set another directory (MICROSCOPE_HOME)"
        default: "check \(path), and start again"
        }
    }

    /// Returns the whole sentence: "The history is on a disk that is full: make room there (database or disk is full)".
    ///
    /// - Parameters:
    ///   - what: The contents of the database: "the history".
    ///   - path: The path of the database.
    public func sentence(about what: String, at path: String) -> String {
        "\(what) \(trouble): \(remedy(for: path)) (\(message))"
    }
}

import Foundation

/// Directories and files that only their owner reads.
enum PrivateFiles {
    /// Makes a directory, and those above it that are not there (mode 0700).
    static func makeDirectory(_ directory: URL) throws(SQLiteError) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SQLiteError(
                code: code(of: error), operation: "mkdir", message: error.localizedDescription, context: directory.path)
        }
    }

    /// What the last call of the system says of itself; right after it.
    static func lastError(_ operation: String, _ path: String) -> SQLiteError {
        let number = errno
        let message = String(cString: strerror(number))
        return SQLiteError(code: .init(errno: number), operation: operation, message: message, context: path)
    }

    private static func code(of error: any Error) -> SQLiteError.Code {
        switch (error as? CocoaError)?.code {
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly: .readOnly
        case .fileWriteOutOfSpace: .full
        default: .fileSystem
        }
    }
}

extension SQLiteError.Code {
    /// The code that SQLite has for what the system could not do.
    init(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full
        case EACCES, EPERM, EROFS: self = .readOnly
        default: self = .fileSystem
        }
    }
}

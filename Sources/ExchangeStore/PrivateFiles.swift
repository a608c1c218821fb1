import Foundation

/// Directories and files that only their owner can read.
enum PrivateFiles {
    /// Creates a directory, and its missing parents (mode 0700).
    static func makeDirectory(_ directory: URL) throws(SQLiteError) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SQLiteError(
                code: code(of: error), operation: "mkdir", message: error.localizedDescription, context: directory.path)
        }
    }

    /// Returns the error of the last system call, so it must be called right after that.
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
    /// Creates SQLite's code for a system error.
    init(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full
        case EACCES, EPERM, EROFS: self = .readOnly
        default: self = .fileSystem
        }
    }
}

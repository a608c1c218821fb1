import Files
import Foundation

/// The reason why bytes of a body could not be kept. Bytes kept before stay readable.
public struct BodyStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: Code
    /// The C function that failed, "pwrite"; nil if there is none.
    public let operation: String?
    /// The system's message.
    public let message: String
    /// The directory of the spill file.
    public let directory: String

    public var description: String {
        let place = operation.map { " (\($0) in \(directory))" } ?? ""
        return "The body could not be kept: \(message)\(place)"
    }

    /// The cause: the `errno` of the call, or one of our own below zero.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `ENOSPC`.
        public static let diskFull = Code(rawValue: ENOSPC)
        /// `EDQUOT`.
        public static let quotaExceeded = Code(rawValue: EDQUOT)
        /// `ENOENT`: the directory for spill files.
        public static let noSuchDirectory = Code(rawValue: ENOENT)
        /// `EACCES`.
        public static let permissionDenied = Code(rawValue: EACCES)
        /// Bytes were appended after ``BodyStore/finish()``.
        public static let alreadyFinished = Code(rawValue: -1)
        /// The file to read is a pipe, a device or a directory.
        public static let noOrdinaryFile = Code(rawValue: -2)
    }

    init(_ code: Code, operation: String?, message: String, directory: String) {
        self.code = code
        self.operation = operation
        self.message = message
        self.directory = directory
    }

    /// Returns the error for `errno`, so it must be called right after the failed call.
    static func last(_ operation: String, in directory: String) -> BodyStoreError {
        let number = errno
        return BodyStoreError(
            Code(rawValue: number), operation: operation, message: String(cString: strerror(number)),
            directory: directory)
    }

    /// Runs file operations, and reports their errors as errors of the body's directory.
    static func reporting<Result>(
        in directory: String, _ work: () throws(FileError) -> Result
    ) throws(BodyStoreError) -> Result {
        do throws(FileError) { return try work() } catch {
            throw BodyStoreError(
                Code(rawValue: error.code), operation: error.operation, message: error.reason, directory: directory)
        }
    }
}

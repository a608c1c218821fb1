import Foundation

extension NetworkClientError {
    /// A file of this machine, to which a body was to be saved, could not be written.
    public struct FileFailure: Error, Sendable, Hashable {
        /// The function of the system that failed: "open", "write", "rename".
        public let operation: String
        /// As given by the caller.
        public let path: String
        /// The system's words: "No space left on device".
        public let message: String

        init(_ operation: String, path: String, code: Int32) {
            self.operation = operation
            self.path = path
            message = String(cString: strerror(code))
        }
    }
}

extension NetworkClientError.FileFailure: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { "\(path): \(operation): \(message)" }
    public var description: String { errorDescription ?? "" }
}

import Foundation

extension NetworkClientError {
    /// An error of writing the local file to which a body was to be saved.
    public struct FileFailure: Error, Sendable, Hashable {
        /// The system function that failed: "open", "write", "rename".
        public let operation: String
        /// The path as the caller gave it.
        public let path: String
        /// The system's message: "No space left on device".
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

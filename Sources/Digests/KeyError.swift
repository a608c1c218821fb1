internal import CCrypto

/// The reason why OpenSSL could not read a key, or sign with it.
public struct KeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL's packed error code; 0 if there is none.
    public let code: UInt
    /// The function that failed, "PEM_read_bio_PrivateKey".
    public let operation: String
    /// OpenSSL's own message.
    public let message: String

    /// The error in words, without any part of the key.
    public var description: String { "\(message) (\(operation))" }

    /// Takes the oldest error that OpenSSL queued on this thread, and clears the queue.
    init(operation: String) {
        code = ERR_get_error()
        self.operation = operation
        message = ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown reason"
        ERR_clear_error()
    }

    init(operation: String, message: String) {
        code = 0
        self.operation = operation
        self.message = message
    }
}

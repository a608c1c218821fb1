internal import CCrypto

/// The reason why OpenSSL could not hash; in practice, its configuration forbids the algorithm (MD5 if only FIPS is allowed).
public struct DigestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL's packed error code; 0 if there is none.
    public let code: UInt
    /// The function that failed, "EVP_DigestInit_ex".
    public let operation: String
    /// OpenSSL's own message.
    public let message: String
    public let algorithm: DigestAlgorithm

    public var description: String { "\(algorithm.rawValue) is not available: \(message) (\(operation))" }

    /// Takes the oldest error that OpenSSL queued on this thread, and clears the queue.
    init(operation: String, algorithm: DigestAlgorithm) {
        code = ERR_get_error()
        self.operation = operation
        self.algorithm = algorithm
        message = ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown reason"
        ERR_clear_error()
    }
}

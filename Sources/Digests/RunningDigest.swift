internal import CCrypto

/// A hash which takes its bytes piece by piece. Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `EVP_DigestInit_ex`, `EVP_DigestUpdate`, `EVP_DigestFinal_ex`.
public final class RunningDigest {
    private let context: OpaquePointer
    private var result: Digest?

    /// - Throws: ``DigestError`` if this OpenSSL does not offer the algorithm.
    public init(_ algorithm: DigestAlgorithm) throws(DigestError) {
        guard let context = EVP_MD_CTX_new() else {
            throw DigestError(operation: "EVP_MD_CTX_new", algorithm: algorithm)
        }
        guard EVP_DigestInit_ex(context, algorithm.function, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw DigestError(operation: "EVP_DigestInit_ex", algorithm: algorithm)
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes; traps after ``finish()``.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(result == nil, "a digest takes no bytes once it is finished")
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    public func update(_ bytes: some Sequence<UInt8>) {
        bytes.withRawBytes { update($0) }
    }

    /// Returns the hash of all bytes so far, and the same one if called again.
    public func finish() -> Digest {
        if let result { return result }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        EVP_DigestFinal_ex(context, &bytes, &count)
        let digest = Digest(bytes: Array(bytes.prefix(Int(count))))
        result = digest
        return digest
    }
}

extension DigestAlgorithm {
    /// OpenSSL's constant for the algorithm; it lives as long as the process.
    var function: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}

extension Sequence<UInt8> {
    /// Lends the bytes in place, or a copy if they are not contiguous.
    func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes { body($0) }
    }
}

public import BodyStore
public import Exchanges

/// The limits of what the history keeps.
public struct HistoryLimits: Sendable, Hashable {
    /// The age after which exchanges are forgotten. Default: 365 days.
    public var maximumAge: Duration = .seconds(365 * 86_400)
    /// The disk space of the whole history, in bytes; when it is exceeded, the oldest exchanges are forgotten. Default: 5 GB.
    public var maximumBytes: Int64 = 5_000_000_000
    /// The space for the newest exchanges, in bytes, even if pinned ones exceed the limit; the very newest always stays. A tenth of the limit.
    public var newestBytes: Int64 { maximumBytes / 10 }
    /// The longest body that is kept whole, in bytes; of a longer one only the beginning is kept. Default: 256 MB.
    public var wholeBodyLimit: Int64 = 256_000_000
    /// The length of that beginning, in bytes. Default: 1 MB.
    public var cutLength: Int64 = 1_000_000
    /// The longest body in bytes that is stored in the database; longer ones are in files. Default: 64 KiB.
    public var blobLimit = 64 << 10

    public init() {}

    /// Returns the part of a finished body that is kept, and its facts; a cut body is a new one.
    ///
    /// - Returns: The facts and the bytes; nil if this OpenSSL has no SHA-256.
    /// - Throws: ``BodyStoreError`` if the beginning cannot be copied.
    public func kept(
        _ body: BodyStore, isMasked: Bool = false
    ) throws(BodyStoreError) -> (facts: StoredBody, bytes: BodyStore)? {
        guard let whole = body.sha256?.hexadecimal else { return nil }
        let length = Int64(body.count)
        guard length > wholeBodyLimit else {
            return (StoredBody(hash: whole, length: length, keptLength: length, isMasked: isMasked), body)
        }
        let part = try body.beginning(Int(cutLength))
        guard let hash = part.sha256?.hexadecimal else { return nil }
        let facts = StoredBody(
            hash: hash, length: length, keptLength: Int64(part.count), wholeHash: whole, isMasked: isMasked)
        return (facts, part)
    }
}

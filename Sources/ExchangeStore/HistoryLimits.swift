public import BodyStore
public import Exchanges

/// How much the history keeps.
public struct HistoryLimits: Sendable, Hashable {
    /// What was sent longer ago is forgotten. Default: 365 days.
    public var maximumAge: Duration = .seconds(365 * 86_400)
    /// The disk space of all, in bytes; the oldest are forgotten beyond. Default: 5 GB.
    public var maximumBytes: Int64 = 5_000_000_000
    /// What the newest exchanges may take, in bytes, where what is pinned leaves them no room; the very newest always stays. Default: a tenth of all.
    public var newestBytes: Int64 { maximumBytes / 10 }
    /// Of a longer body, in bytes, only the beginning is kept. Default: 256 MB.
    public var wholeBodyLimit: Int64 = 256_000_000
    /// How much of it, in bytes. Default: 1 MB.
    public var cutLength: Int64 = 1_000_000
    /// Bodies up to this length, in bytes, lie in the database, longer ones in files. Default: 64 KiB.
    public var blobLimit = 64 << 10

    public init() {}

    /// What is kept of a finished body, and what tells of it; a cut one is a body of its own.
    ///
    /// - Returns: nil where this OpenSSL offers no SHA-256.
    /// - Throws: ``BodyStoreError`` when the beginning cannot be cut off.
    public func kept(
        _ body: BodyStore, isMasked: Bool = false
    ) throws(BodyStoreError) -> (facts: KeptBody, bytes: BodyStore)? {
        guard let whole = body.sha256?.hexadecimal else { return nil }
        let length = Int64(body.count)
        guard length > wholeBodyLimit else {
            return (KeptBody(hash: whole, length: length, keptLength: length, isMasked: isMasked), body)
        }
        let part = try body.beginning(Int(cutLength))
        guard let hash = part.sha256?.hexadecimal else { return nil }
        let facts = KeptBody(
            hash: hash, length: length, keptLength: Int64(part.count), wholeHash: whole, isMasked: isMasked)
        return (facts, part)
    }
}

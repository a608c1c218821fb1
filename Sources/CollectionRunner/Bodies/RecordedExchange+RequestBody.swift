import BodyStore
import Digests
public import Exchanges
public import Foundation
import MicroClient

extension RecordedExchange {
    /// Reads the body of the request once more if it was made from files during the send, so that nothing slowed the send. Of a body over the limit
    /// only the beginning is kept, with the hash of the whole.
    ///
    /// - Parameter spillDirectory: The directory for a body too large for memory.
    /// - Throws: An error if a file is gone or cannot be read any more, or there is no room; the record then has no request body.
    public mutating func readRequestBody(_ limits: HistoryMasking.BodyLimits, spillDirectory: URL) async throws {
        guard let source = unreadBody else { return }
        unreadBody = nil
        let isLong = source.length.map { $0 > limits.whole } ?? false
        // A secret that begins before the end of the beginning is masked as a whole.
        let most = Int(isLong ? limits.beginning + 1 << 16 : limits.whole + 1)
        let store = BodyStore(directory: spillDirectory)
        let digest = try RunningDigest(.sha256)
        var length: Int64 = 0
        let next = try source.reader()
        while let piece = try await next() {
            digest.update(piece)
            length += Int64(piece.count)
            if store.count < most { try store.append(piece.prefix(most - store.count)) }
        }
        store.finish()
        requestBody = store
        guard Int64(store.count) < length else { return }
        wholeRequestBody = WholeBody(length: length, sha256: digest.finish().hexadecimal)
    }
}

import Digests
import Foundation
import MicroClient

/// Reads bodies for signers, without keeping more of them than is needed.
extension BodySource {
    /// Returns the hash of the whole body, read piece by piece.
    ///
    /// - Throws: ``CredentialFailure`` for a stream that can be read only once.
    func digest(_ algorithm: DigestAlgorithm) async throws -> Digest {
        let running = try RunningDigest(algorithm)
        let next = try reader()
        while let piece = try await next() { running.update(piece) }
        return running.finish()
    }

    /// Returns the whole body, for forms.
    ///
    /// - Throws: ``CredentialFailure`` when it is larger than the limit, in bytes, or can be read only once.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        let next = try reader()
        while let piece = try await next() {
            bytes += piece
            if bytes.count > limit {
                throw CredentialFailure("A form of more than \(limit >> 20) MiB is too large to be signed.")
            }
        }
        return bytes
    }

    func reader() throws -> () async throws -> Data? {
        switch self {
        case .none: return { nil }
        case .bytes(let data):
            var rest: Data? = data
            return {
                defer { rest = nil }
                return rest
            }
        case .file(let url):
            let file = try OrdinaryFile(url).handle
            return { try file.read(upToCount: 1 << 16).flatMap { $0.isEmpty ? nil : $0 } }
        case .stream(let stream):
            guard stream.isReplayable else {
                throw CredentialFailure("A body that can be read only once cannot be signed.")
            }
            return try stream.open()
        }
    }
}

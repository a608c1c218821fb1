import Foundation

extension WireResponse {
    /// Writes the whole rest of the body to a file, chunk by chunk: memory stays flat, and a slow disk slows the server down.
    ///
    /// The bytes go to a nameless neighbour first, which takes the file's place when it is whole. A file that is there is replaced in one
    /// step and keeps its permissions; when anything fails it stays as it was. Nothing is forced out of the system's memory (`fsync`).
    /// - Returns: how many bytes were written, decoded.
    /// - Throws: what ``WireBody`` throws; ``NetworkClientError/unknown(_:)`` around a ``NetworkClientError/FileFailure``.
    @discardableResult
    public func save(to url: URL) async throws -> Int64 {
        do {
            let file = try SavedBody(replacing: url)
            while let chunk = try await body.reader.next() { try file.write(chunk) }
            try file.finish()
            return file.byteCount
        } catch let failure as NetworkClientError.FileFailure {
            throw body.reader.recorder.closing(failure)
        }
    }
}

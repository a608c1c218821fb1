import Foundation

extension WireResponse {
    /// Writes the rest of the body to a file, chunk by chunk: memory use is constant, and a slow disk slows the server down.
    ///
    /// The bytes go to an unnamed temporary file in the same directory first, which takes the file's place when it is complete. An existing file is
    /// replaced in one step and keeps its permissions; when anything fails it stays as it was. The data is not flushed to disk (`fsync`).
    /// - Returns: The number of bytes written, after decoding.
    /// - Throws: The errors of ``WireBody``; ``NetworkClientError/unknown(_:)`` around a ``NetworkClientError/FileFailure``.
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

import Files
import Foundation

/// A body on its way into a file: saved whole or not at all, with the library's errors.
final class SavedBody: Sendable {
    private let path: String
    private let file: NewFile

    /// Creates a temporary file next to the one that it will replace.
    ///
    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there.
    init(replacing url: URL) throws(NetworkClientError.FileFailure) {
        path = url.path
        file = try Self.reporting(url.path) { () throws(FileError) in
            try NewFile(for: FilePlace(ofOwnFile: url), mode: 0o666)
        }
    }

    /// Continues a file that an earlier download left in `FILE.part`.
    ///
    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there, or another process is writing it.
    init(resuming url: URL) throws(NetworkClientError.FileFailure) {
        path = url.path
        file = try Self.reporting(url.path) { () throws(FileError) in
            let target = try FilePlace(ofOwnFile: url)
            return try NewFile(resuming: FilePlace(in: target.directory, target.name + ".part"), for: target)
        }
    }

    var byteCount: Int64 { file.byteCount }
    var temporaryPath: String { file.place.path }

    func write(_ data: Data) throws(NetworkClientError.FileFailure) {
        try Self.reporting(path) { () throws(FileError) in try file.write(data) }
    }

    /// Discards what was written.
    func restart() throws(NetworkClientError.FileFailure) {
        try Self.reporting(path) { () throws(FileError) in try file.restart() }
    }

    /// Moves the file to its place, in one step.
    func finish() throws(NetworkClientError.FileFailure) {
        try Self.reporting(path) { () throws(FileError) in try file.put(isDurable: false) }
    }

    private static func reporting<Result>(
        _ path: String, _ work: () throws(FileError) -> Result
    ) throws(NetworkClientError.FileFailure) -> Result {
        do throws(FileError) { return try work() } catch {
            throw NetworkClientError.FileFailure(error.operation, path: path, code: error.code)
        }
    }
}

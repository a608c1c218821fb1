import Files
import Foundation

/// A body on its way into a file: whole or not at all, with the errors of the library.
final class SavedBody: Sendable {
    private let path: String
    private let file: NewFile

    /// A file beside the one that it is to replace.
    ///
    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there.
    init(replacing url: URL) throws(NetworkClientError.FileFailure) {
        path = url.path
        file = try Self.reporting(url.path) { () throws(FileError) in
            try NewFile(for: FilePlace(ofOwnFile: url), mode: 0o666)
        }
    }

    /// Goes on with what an earlier one left in `FILE.part`.
    ///
    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there, or somebody else does.
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

    /// Forgets what was written.
    func restart() throws(NetworkClientError.FileFailure) {
        try Self.reporting(path) { () throws(FileError) in try file.restart() }
    }

    /// Puts the file in its place, in one step.
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

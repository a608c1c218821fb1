import CommandLineTool
import Exchanges
import Foundation

/// The file that `--output` names: whole or not at all, and never over one that nobody meant.
struct OutputFile {
    private let path: String
    private let file: WholeFile
    private let replaces: Bool
    /// Whether it is a device or a pipe, which is written as it is.
    private let isStream: Bool

    /// - Parameter mode: The mode before the process's mask is taken off.
    /// - Throws: ``UsageError`` when nothing may get the name.
    init(_ path: String, mode: mode_t, replaces: Bool) throws(UsageError) {
        (self.path, self.replaces) = (path, replaces)
        file = WholeFile(URL(fileURLWithPath: path), mode: mode)
        var status = stat()
        let exists = stat(path, &status) == 0
        isStream = exists && [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT)
        guard !file.isDirectory else {
            throw UsageError("\(path) is a directory", advice: "give the name of a file in it")
        }
        if exists, !isStream, !replaces { throw isThere }
        try requireWritable()
    }

    /// Makes sure before anything is sent that it can be written.
    private func requireWritable() throws(UsageError) {
        do {
            guard isStream else { return try file.requireWritable(replaces: replaces) }
            guard access(path, W_OK) == 0 else { throw POSIXError(.EACCES) }
        } catch {
            throw unwritable(error)
        }
    }

    /// - Parameter body: Writes, and returns whether that is all of it; the beginning of something gets a name of its own.
    /// - Throws: ``UsageError`` when it cannot be written, with the status of a full disk if that shows only now; what the closure throws.
    func write(_ body: (FileHandle) throws -> Bool) throws {
        var (length, isWhole) = (0 as UInt64, true)
        do {
            guard !isStream else {
                guard let handle = FileHandle(forWritingAtPath: path) else { throw POSIXError(.EACCES) }
                _ = try body(handle)
                return
            }
            let isWritten = try file.write(replaces: replaces) { handle in
                isWhole = try body(handle)
                length = try handle.offset()
                return isWhole
            }
            guard isWritten else { throw isThere }
        } catch let error as UsageError {
            throw error
        } catch {
            throw unwritable(error, .notBuilt)
        }
        let size = Wording.bytes(Int64(length))
        if isWhole {
            StandardStreams.note("\(size) written to \(path)")
        } else if length > 0 {
            StandardStreams.note("\(size), incomplete, written to \(path).\(file.part.pathExtension)")
        }
    }

    private func unwritable(_ error: any Error, _ status: ExitStatus = .usage) -> UsageError {
        let failure = error as? StandardStreams.WriteError
        return UsageError(
            "\(path) cannot be written: \(failure?.reason ?? ErrorWords.text(of: error))",
            advice: failure?.advice ?? "check free space and directory", status: status)
    }

    private var isThere: UsageError { UsageError("\(path) already exists", advice: "--force replaces it") }
}

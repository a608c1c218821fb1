import CollectionFiles
import CommandLineTool
import Files
import Foundation

extension NamedFile {
    /// Returns the content for a command.
    ///
    /// - Throws: ``UsageError`` with the advice when it cannot be read, or there is more than the limit.
    func data(advice: String, status: ExitStatus = .usage) throws -> Data {
        try explaining(advice, status) { try data() }
    }

    /// Lends the content to a command, a piece at a time.
    ///
    /// - Throws: ``UsageError`` with the advice when it cannot be read, or there is more than the limit.
    func forEachPiece(advice: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try explaining(advice, .usage) { try forEachPiece(body) }
    }

    private func explaining<Result>(_ advice: String, _ status: ExitStatus, _ read: () throws -> Result) throws
        -> Result
    {
        do {
            return try read()
        } catch let error as FileError {
            throw UsageError("\(name) cannot be read: \(error.summary)", advice: advice, status: status)
        }
    }
}

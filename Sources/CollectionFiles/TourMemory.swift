import Files
import Foundation

/// Whether the tour was taken or declined, in a file of the state directory: it is offered once.
public struct TourMemory: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.state.appendingPathComponent("tour")
    }

    /// Whether the question was answered, either way.
    public var isAnswered: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// - Parameter answer: One word, for a person who looks into the file.
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func note(_ answer: String) throws {
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try AtomicFile.write(Data("\(answer)\n".utf8), toOwn: file)
    }
}

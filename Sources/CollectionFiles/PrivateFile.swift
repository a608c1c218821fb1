import Files
import Foundation

/// A file of JSON that only its owner may read, and that several instances may change at the same time.
struct PrivateFile<Content: Codable & Equatable & Sendable>: Sendable {
    let url: URL
    /// The content as long as there is no file.
    let empty: Content
    /// Whether something that cannot be read is left alone; if not, it counts as nothing, and the next change is written over it.
    var isPrecious = true
    /// Whether dates are text (ISO 8601) in it, and not numbers.
    var hasDatesAsText = false

    /// The content now; ``empty`` when it cannot be read.
    var content: Content { (try? read()) ?? empty }

    /// - Throws: ``UnreadableFile`` when it is there but cannot be read: it is not empty then, and what is written next would take its place.
    func read() throws(UnreadableFile) -> Content {
        guard FileManager.default.fileExists(atPath: url.path) else { return empty }
        var reader = FileReader()
        do {
            let decoder = JSONDecoder()
            if hasDatesAsText { decoder.dateDecodingStrategy = .iso8601 }
            return try decoder.decode(Content.self, from: Data(reader.read(url.path, limit: .state)))
        } catch is DecodingError {
            throw UnreadableFile(path: url.path, reason: "it is not what Microscope writes")
        } catch {
            throw UnreadableFile(path: url.path, reason: (error as? FileError)?.reason ?? error.localizedDescription)
        }
    }

    /// Changes the content. Nobody else writes between the reading and the writing; an edit that changes nothing is not written.
    ///
    /// - Throws: ``UnreadableFile``, ``FileError``, or what Foundation throws when the directory cannot be made.
    func change(_ edit: (inout Content) -> Void) throws {
        let directory = url.deletingLastPathComponent()
        try MicroscopeDirectories.makePrivate(directory)
        let lock = try CollectionLock(directory: directory)
        defer { lock.release() }
        let before = isPrecious ? try read() : content
        var content = before
        edit(&content)
        guard content != before else { return }
        let encoder = JSONEncoder()
        if hasDatesAsText { encoder.dateEncodingStrategy = .iso8601 }
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(content), toOwn: url)
    }
}

/// A private file is there but cannot be read; as long as that is so, nothing is written over it either.
public struct UnreadableFile: Error, Sendable, Hashable, CustomStringConvertible {
    public let path: String
    /// "it is not what Microscope writes".
    public let reason: String

    public var description: String { "the private store, \(path), cannot be read: \(reason); fix it or move it away" }
}

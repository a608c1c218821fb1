import Foundation

/// By what the answers of requests are filtered, and the filters that were used last, in a file of the state directory that only its
/// owner may read.
///
/// What is damaged in the file is passed over. Two instances that write at the same moment may lose an entry, never the file.
public struct FilterFile: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.state.appendingPathComponent("filters.json")
    }

    public struct Content: Sendable, Hashable, Codable {
        /// By the collection's path, then by the request's; empty: none, whatever the collection says.
        public var collections: [String: [String: String]] = [:]
        /// The last used first.
        public var recent: [String] = []

        public init() {}
    }

    /// Nothing without the file, or when it cannot be read.
    public func read() -> Content {
        FileReader.state(file).flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
            ?? Content()
    }

    /// Puts the filters of a collection in the place of those that were kept.
    ///
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func keep(_ filters: [String: String], of collection: String, recent: [String]) throws {
        var content = read()
        content.collections[collection] = filters.isEmpty ? nil : filters
        content.recent = recent
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try AtomicFile.write(try encoder.encode(content), toOwn: file)
    }
}

import Foundation

/// Which requests of each collection were worked with last, and which actions were taken by name, in a file of the state directory that only its
/// owner may read.
///
/// What is damaged in the file is passed over. Two instances that write at the same moment may lose an entry, never the file.
public struct RecentUsesFile: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.state.appendingPathComponent("recent-uses.json")
    }

    public struct Content: Sendable, Hashable, Codable {
        /// Paths of requests by the collection's path, the last used first.
        public var requests: [String: [String]] = [:]
        /// Names of actions, the last used first.
        public var actions: [String] = []

        public init() {}
    }

    /// Nothing without the file, or when it cannot be read.
    public func read() -> Content {
        FileReader.state(file).flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
            ?? Content()
    }

    /// Puts what was used in a collection before what was kept of it: another instance may have kept something meanwhile.
    ///
    /// - Parameters:
    ///   - requests: the last used first, as are `actions`.
    ///   - requestLimit: so many of the collection's are kept.
    ///   - actionLimit: so many actions are kept.
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func keep(
        requests: [String], of collection: String, actions: [String], requestLimit: Int, actionLimit: Int
    ) throws {
        var content = read()
        let merged = Self.merged(requests, content.requests[collection] ?? [], limit: requestLimit)
        content.requests[collection] = merged.isEmpty ? nil : merged
        content.actions = Self.merged(actions, content.actions, limit: actionLimit)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try AtomicFile.write(try encoder.encode(content), toOwn: file)
    }

    private static func merged(_ new: [String], _ kept: [String], limit: Int) -> [String] {
        let known = Set(new)
        return Array((new + kept.filter { !known.contains($0) }).prefix(limit))
    }
}

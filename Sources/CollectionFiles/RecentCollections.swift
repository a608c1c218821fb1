public import Foundation

/// The collections that were opened last, in a file of the state directory that only its owner may read.
///
/// Damaged parts of the file are passed over.
public struct RecentCollections: Sendable {
    /// Largest number of entries that are kept.
    public static let limit = 20

    private let file: PrivateFile<List>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(
            url: directories.state.appendingPathComponent("recents.json"), empty: List(collections: []),
            isPrecious: false, hasDatesAsText: true)
    }

    public struct Entry: Sendable, Hashable, Codable {
        /// The path of the collection's directory, or of the one file that holds it.
        public var path: String
        /// The collection's name when it was opened.
        public var name: String
        public var openedAt: Date

        public init(path: String, name: String, openedAt: Date) {
            self.path = path
            self.name = name
            self.openedAt = openedAt
        }

        /// Whether a collection is there now.
        public var isThere: Bool {
            let root = URL(fileURLWithPath: path)
            return CollectionLocation.hasRootFile(root)
                || FileManager.default.fileExists(atPath: root.path) && CollectionLocation.isFile(root)
        }
    }

    /// Returns the entries, the last opened first; none without the file, or when nothing of it can be read.
    public func entries() -> [Entry] { file.content.entries }

    /// Puts an entry at the front.
    ///
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func note(_ entry: Entry) throws {
        try file.change { list in
            let others = list.entries.filter { $0.path != entry.path }
            list.collections = ([entry] + others).prefix(Self.limit).map { Tolerant(entry: $0) }
        }
    }

    /// Forgets a collection; nothing of it is touched.
    public func remove(_ path: String) throws {
        try file.change { list in list.collections.removeAll { $0.entry.map { $0.path == path } ?? true } }
    }

    private struct List: Codable, Equatable {
        var collections: [Tolerant]

        var entries: [Entry] {
            var seen: Set<String> = []
            return collections.compactMap(\.entry).filter { $0.path.hasPrefix("/") && seen.insert($0.path).inserted }
        }
    }

    /// An entry that may be damaged: it counts as none, and the others are read.
    private struct Tolerant: Codable, Equatable {
        var entry: Entry?

        init(entry: Entry) { self.entry = entry }

        init(from decoder: any Decoder) { entry = try? Entry(from: decoder) }

        func encode(to encoder: any Encoder) throws { try entry?.encode(to: encoder) }
    }
}

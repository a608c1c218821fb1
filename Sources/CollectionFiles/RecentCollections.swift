public import Foundation

/// Which collections were opened last, in a file of the state directory that only its owner may read.
///
/// What is damaged in the file is passed over. Two instances that write at the same moment may lose an entry, never the file.
public struct RecentCollections: Sendable {
    /// Entries that are kept.
    public static let limit = 20

    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.state.appendingPathComponent("recents.json")
    }

    public struct Entry: Sendable, Hashable, Codable {
        /// Of the collection's directory, or of the one file that holds it.
        public var path: String
        /// What it called itself when it was opened.
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

    /// The last opened first. None without the file, or when nothing of it can be read.
    public func entries() -> [Entry] {
        guard let bytes = FileReader.state(file),
            let list = try? JSONDecoder.recents.decode(List.self, from: bytes)
        else { return [] }
        var seen: Set<String> = []
        return list.collections.compactMap(\.entry).filter { $0.path.hasPrefix("/") && seen.insert($0.path).inserted }
    }

    /// Puts an entry at the front.
    ///
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func note(_ entry: Entry) throws {
        try write([entry] + entries().filter { $0.path != entry.path })
    }

    /// Forgets a collection; nothing of it is touched.
    public func remove(_ path: String) throws {
        let old = entries()
        let rest = old.filter { $0.path != path }
        if rest.count < old.count { try write(rest) }
    }

    private func write(_ entries: [Entry]) throws {
        let list = List(collections: entries.prefix(Self.limit).map { Tolerant(entry: $0) })
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try AtomicFile.write(try JSONEncoder.recents.encode(list), toOwn: file)
    }

    private struct List: Codable {
        var collections: [Tolerant]
    }

    /// What is no entry counts as none, and the others are read.
    private struct Tolerant: Codable {
        var entry: Entry?

        init(entry: Entry) { self.entry = entry }

        init(from decoder: any Decoder) { entry = try? Entry(from: decoder) }

        func encode(to encoder: any Encoder) throws { try entry?.encode(to: encoder) }
    }
}

extension JSONDecoder {
    fileprivate static var recents: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension JSONEncoder {
    fileprivate static var recents: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

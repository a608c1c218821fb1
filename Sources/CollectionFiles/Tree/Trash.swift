import Files
public import Foundation
public import OpenCollection

/// Deleted items, each kept with a note of where it came from; for 30 days.
///
/// An entry is a directory of its own below `trash` in the state directory: `manifest.json`, and `content`, which is what was
/// deleted.
public struct Trash: Sendable {
    /// A deleted item.
    public struct Entry: Sendable, Hashable {
        public var id: TrashID
        public var path: ItemPath
        public var deletedAt: Date
        /// Whether it is a copy of parts of a file that holds a whole collection, from which they were cut out.
        public var isCut: Bool
        /// The item's settings in `microscope.yaml`; nil if there were none.
        var policies: String?
    }

    private let directory: URL
    private let now: @Sendable () -> Date
    private let mover: FileMover

    /// Number of days for which entries are kept, at least.
    public static let keepingTimeInDays = 30

    /// - Parameter now: The wall clock.
    public init(directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(directories: directories, now: now, mover: FileMover())
    }

    init(directories: MicroscopeDirectories, now: @escaping @Sendable () -> Date, mover: FileMover) {
        directory = directories.state.appendingPathComponent("trash", isDirectory: true)
        self.now = now
        self.mover = mover
    }

    private struct Manifest: Codable {
        var version = 1
        /// The collection's root.
        var collection: String
        /// The path relative to that root.
        var path: String
        var deletedAt: Date
        var isCut: Bool
        var policies: String?
    }

    // MARK: - In

    /// Takes a file or directory in. What has been here too long goes.
    ///
    /// - Throws: ``FileError``, or what Foundation throws when the state directory cannot be written.
    func put(_ file: FilePlace, path: ItemPath, of collection: URL, policies: String? = nil) throws -> TrashID {
        let (id, entry) = try makeEntry(path, collection, isCut: false, policies: policies)
        let content = FilePlace(in: try OpenDirectory(entry.path), "content")
        do {
            try mover.move(file, to: content)
        } catch {
            // What was carried half-way stays here, whole.
            if content.kind == nil { try? mover.remove(FilePlace(path: entry.path)) }
            throw error
        }
        return id
    }

    /// Keeps texts that are about to be cut out of a file.
    func keep(
        _ files: [ItemPath: String], path: ItemPath, of collection: URL, policies: String? = nil
    ) throws -> TrashID {
        let (id, entry) = try makeEntry(path, collection, isCut: true, policies: policies)
        let content = entry.appendingPathComponent("content")
        for (file, text) in files {
            let rest = String(file.text.dropFirst(path.text.count))
            let place = rest.isEmpty ? content : content.appendingPathComponent(rest)
            try MicroscopeDirectories.makePrivate(place.deletingLastPathComponent())
            try AtomicFile.create(Data(text.utf8), at: FilePlace(path: place.path))
        }
        return id
    }

    private func makeEntry(
        _ path: ItemPath, _ collection: URL, isCut: Bool, policies: String?
    ) throws -> (TrashID, URL) {
        try MicroscopeDirectories.makePrivate(directory)
        clear()
        let time = now()
        var template = Array("\(directory.path)/\(Self.stamp(time))-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError("mkdtemp", directory) }
        let entry = URL(
            fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        let manifest = Manifest(
            collection: collection.path, path: path.text, deletedAt: time, isCut: isCut, policies: policies)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(manifest), toOwn: entry.appendingPathComponent("manifest.json"))
        return (TrashID(entry.lastPathComponent), entry)
    }

    /// Returns a name that sorts by time.
    private static func stamp(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .standard, timeSeparator: .omitted))
    }

    /// Entries go that were made too long ago; their names say when.
    private func clear() {
        let limit = Self.stamp(now().addingTimeInterval(-Double(Self.keepingTimeInDays) * 86_400))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name < limit && name.first?.isNumber == true {
            try? mover.remove(FilePlace(path: directory.appendingPathComponent(name).path))
        }
    }

    // MARK: - Out

    /// Returns the deleted items of a collection, the latest first. An entry is noted before its content is moved in: without the note it is none.
    public func entries(of collection: URL) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted(by: >).compactMap { name in
            guard let manifest = manifest(TrashID(name)), manifest.collection == collection.path,
                FileMover.kind(of: content(TrashID(name)).path) != nil
            else { return nil }
            return Entry(
                id: TrashID(name), path: ItemPath(manifest.path), deletedAt: manifest.deletedAt, isCut: manifest.isCut,
                policies: manifest.policies)
        }
    }

    private func manifest(_ id: TrashID) -> Manifest? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return FileReader.state(place(id).appendingPathComponent("manifest.json"))
            .flatMap { try? decoder.decode(Manifest.self, from: $0) }
    }

    private func place(_ id: TrashID) -> URL { directory.appendingPathComponent(id.text, isDirectory: true) }

    func content(_ id: TrashID) -> URL { place(id).appendingPathComponent("content") }

    /// Puts something back, or elsewhere; its entry is gone then.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when something has the name by now, `ENOENT` when the entry is gone.
    func restore(_ id: TrashID, to file: FilePlace) throws(FileError) {
        try mover.move(FilePlace(path: content(id).path), to: file)
        try? mover.remove(FilePlace(path: place(id).path))
    }
}

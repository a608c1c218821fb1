import Digests
import Files
public import Foundation
import OpenCollection

/// A collection that the program carries, to be unpacked where a person may change it.
public struct BundledCollection: Sendable {
    public struct File: Sendable, Hashable {
        /// The path relative to the collection's root.
        public var path: String
        public var text: String

        public init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    public var files: [File]

    public init(files: [File]) { self.files = files }

    /// Writes what is missing, and what nobody has changed since an earlier version wrote it. What was edited stays as it is.
    ///
    /// Beside the directory a list is kept of the hashes of what was written, by which an edit is known.
    /// - Throws: ``FileError``, or Foundation's error when a directory cannot be made.
    public func unpack(into directory: URL) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let opened = try OpenDirectory(directory.path)
        let list = directory.deletingLastPathComponent().appendingPathComponent("\(directory.lastPathComponent).sha256")
        var written = Self.hashes(in: list)
        for file in files {
            let path = ItemPath(file.path)
            try opened.makeFolders(for: path)
            let place = try opened.place(of: path)
            let hash = try Self.hash(Data(file.text.utf8))
            let onDisk = try Self.content(of: place).map(Self.hash)
            guard onDisk == nil || onDisk == hash || onDisk == written[file.path] else { continue }
            if onDisk != hash { try AtomicFile.write(Data(file.text.utf8), to: place) }
            written[file.path] = hash
        }
        try Self.keep(written, in: list)
    }

    /// - Returns: The bytes; nil if there is no file.
    private static func content(of place: FilePlace) throws(FileError) -> Data? {
        guard place.kind != nil else { return nil }
        var reader = FileReader()
        return Data(try reader.read(place))
    }

    private static func hash(_ bytes: Data) throws -> String { try Digest(of: bytes, .sha256).hexadecimal }

    /// Lines as `sha256sum` writes them.
    private static func hashes(in list: URL) -> [String: String] {
        let text = FileReader.state(list).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { hashes, line in
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { hashes[parts[1].trimmingCharacters(in: .whitespaces)] = String(parts[0]) }
        }
    }

    private static func keep(_ hashes: [String: String], in list: URL) throws(FileError) {
        let lines = hashes.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }.joined()
        guard FileReader.state(list) != Data(lines.utf8) else { return }
        try AtomicFile.write(Data(lines.utf8), toOwn: list, mode: 0o666)
    }
}

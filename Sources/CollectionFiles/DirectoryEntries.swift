public import Foundation

/// The entries of a directory, for a person who types a path.
public struct DirectoryEntries: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var name: String
        /// Whether the entry is a directory, or a link to one.
        public var isDirectory: Bool
    }

    /// The entries; empty where there is no such directory, or it cannot be read.
    public private(set) var entries: [Entry] = []
    /// Whether there are too many: then only those that begin as asked for are here, and of too many of these the first ones.
    public private(set) var isPart = false

    /// Largest number of entries: more are no help.
    public static let limit = 2000

    /// - Parameters:
    ///   - text: A path as a collection's file has it; `~` is a name there like any other. Empty: the directory itself.
    ///   - beginning: The typed beginning of a name, in any case. It counts only where there are too many entries.
    ///   - current: The directory that relative paths begin at.
    public init(of text: String, beginning: String = "", from current: URL, limit: Int = Self.limit) {
        // By itself, Foundation would read a tilde as a shell does.
        let path = text.utf8.first == UInt8(ascii: "/") ? text : "./" + text
        let place = URL(fileURLWithPath: path, isDirectory: true, relativeTo: current)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        isPart = names.count > limit
        let wanted = beginning.lowercased()
        let found = isPart ? names.filter { $0.lowercased().hasPrefix(wanted) } : names
        // Hidden ones are asked for last.
        let sorted = found.sorted { ($0.utf8.first == 0x2E ? 1 : 0, $0) < ($1.utf8.first == 0x2E ? 1 : 0, $1) }
        entries = sorted.prefix(limit).map {
            Entry(name: $0, isDirectory: Self.isDirectory(place.appendingPathComponent($0)))
        }
    }

    /// Whether something is a directory, or leads to one.
    ///
    /// - Parameter file: The file or directory to check.
    public static func isDirectory(_ file: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}

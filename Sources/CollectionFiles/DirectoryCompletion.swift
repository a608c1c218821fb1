public import Foundation
import Quoting

/// The path of a directory as it is typed, completed as far as it is clear.
public struct DirectoryCompletion: Sendable, Hashable {
    /// The typed text with what must follow; complete when only one directory is left.
    public var text: String
    /// Names of the directories that it may go on with; one when it is clear, none when there is none.
    public var candidates: [String]

    /// - Parameters:
    ///   - text: A path as typed, possibly with `~`.
    ///   - current: The directory that relative paths begin at.
    ///   - home: The directory that `~` means.
    public init(of text: String, from current: URL, home: String?) {
        let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
        let (parent, prefix) = (text[..<slash], text[slash...])
        guard text != "~" else {
            (self.text, candidates) = ("~/", ["~"])
            return
        }
        let directory = HomePath.expanded(String(parent), home: home)
        let place = URL(fileURLWithPath: directory.isEmpty ? "." : directory, isDirectory: true, relativeTo: current)
        candidates = Self.directories(in: place).filter {
            $0.beginsWithBytes(of: prefix) && ($0.utf8.first != 0x2E || prefix.utf8.first == 0x2E)
        }
        let end = candidates.count == 1 ? candidates[0] + "/" : Self.commonPrefix(of: candidates) ?? String(prefix)
        self.text = parent + end
    }

    /// Returns the names of the directories, including links to directories.
    private static func directories(in directory: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { name in
            var isDirectory: ObjCBool = false
            let path = directory.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
        }.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }

    /// Returns the common prefix; nil if there are no names.
    private static func commonPrefix(of names: [String]) -> String? {
        guard let first = names.first, let last = names.last else { return nil }
        return String(
            String.UnicodeScalarView(zip(first.unicodeScalars, last.unicodeScalars).prefix { $0 == $1 }.map(\.0)))
    }
}

/// Paths in a person's home, as a shell reads them.
public enum HomePath {
    /// Expands a path that begins with `~`; any other is returned as it is, as is every path without a home.
    public static func expanded(_ path: String, home: String?) -> String {
        guard let home, path == "~" || path.beginsWithBytes(of: "~/") else { return path }
        return home + path.dropFirst()
    }
}

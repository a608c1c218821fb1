import Foundation
import OpenCollection

/// A workspace around a collection: a directory above it with `workspace.yml`, environments for all collections in it, and a `.env`.
///
/// It is no part of the collection: of its environments that one counts which a person chooses, and its `.env` is read when a person has
/// agreed to that.
///
/// - Source: Bruno, global environments.
public struct Workspace: Sendable, Hashable {
    public let root: URL

    static let file = "workspace.yml"
    /// Number of directories above the collection that are searched.
    static let farthest = 16

    /// Returns the nearest workspace above a collection's directory; nil when there is none. One of another user does not count: a directory above
    /// may be one in which everybody writes.
    public static func around(_ collection: URL) -> Workspace? {
        var directory = collection.standardizedFileURL
        for _ in 0..<farthest {
            let parent = directory.deletingLastPathComponent().standardizedFileURL
            guard parent.path.utf8.count < directory.path.utf8.count else { return nil }
            directory = parent
            if isOwnFile(directory.appendingPathComponent(file)) { return Workspace(root: directory) }
        }
        return nil
    }

    /// Returns the environments that can be read, by name.
    public func environments() -> [EnvironmentDefinition] {
        CollectionLoader(root: root).environments().0
    }

    /// The path of its `.env`; nil when there is none.
    var pairsPath: String? {
        let file = root.appendingPathComponent(".env")
        return Self.isOwnFile(file) ? file.path : nil
    }

    /// Whether it is a file, or a link to one, each of the user's or of the system's.
    private static func isOwnFile(_ file: URL) -> Bool {
        var (link, target) = (stat(), stat())
        guard lstat(file.path, &link) == 0, stat(file.path, &target) == 0, target.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return [link, target].allSatisfy { $0.st_uid == geteuid() || $0.st_uid == 0 }
    }
}

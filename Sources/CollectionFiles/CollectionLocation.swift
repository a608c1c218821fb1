import Foundation
import OpenCollection

/// Where a collection lies, and which of its requests was meant.
public struct CollectionLocation: Sendable, Hashable {
    /// The directory with `opencollection.yml`, or a file of another name that holds a whole collection.
    public var root: URL
    /// The request file that was named; nil when the collection was.
    public var item: ItemPath?

    public init(root: URL, item: ItemPath? = nil) {
        self.root = root
        self.item = item
    }

    static let rootFile = "opencollection.yml"

    /// The collection around a directory: the nearest upwards, else the only one in a direct subdirectory; nil when there is none.
    public static func find(from directory: URL) -> CollectionLocation? {
        upwards(from: directory) ?? onlyOneBelow(directory)
    }

    /// What a path on the command line means: a collection's directory, a directory inside one, or a request file.
    ///
    /// - Throws: ``LocationError`` in words for a person.
    public static func open(_ path: URL) throws(LocationError) -> CollectionLocation {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isDirectory) else {
            throw LocationError("\(path.path) does not exist; name a collection's directory or a request file")
        }
        let directory = isDirectory.boolValue ? path : path.deletingLastPathComponent()
        if !isDirectory.boolValue, path.lastPathComponent != rootFile, holdsCollection(path) {
            return CollectionLocation(root: path.standardizedFileURL)
        }
        guard let found = isDirectory.boolValue ? find(from: directory) : upwards(from: directory) else {
            if isOlderFormat(directory) { throw LocationError("\(path.path) cannot be opened: \(olderFormatAdvice)") }
            throw LocationError("\(path.path) lies in no collection: there is no \(rootFile) in or above it")
        }
        guard !isDirectory.boolValue, path.lastPathComponent != rootFile else { return found }
        return CollectionLocation(root: found.root, item: ItemPath(relativePath(of: path, below: found.root)))
    }

    private static func upwards(from directory: URL) -> CollectionLocation? {
        var directory = directory.standardizedFileURL
        while true {
            if hasRootFile(directory) { return CollectionLocation(root: directory) }
            let parent = directory.deletingLastPathComponent().standardizedFileURL
            // The root is its own parent; above a relative path (of a current directory that is gone) there is no end of "..".
            guard parent.path.utf8.count < directory.path.utf8.count else { return nil }
            directory = parent
        }
    }

    private static func onlyOneBelow(_ directory: URL) -> CollectionLocation? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let roots = names.map { directory.appendingPathComponent($0, isDirectory: true) }.filter(hasRootFile)
        return roots.count == 1 ? roots.first.map { CollectionLocation(root: $0.standardizedFileURL) } : nil
    }

    private static func hasRootFile(_ directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: directory.appendingPathComponent(rootFile).path)
    }

    private static func relativePath(of file: URL, below root: URL) -> String {
        String(file.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
    }
}

/// A path that leads to no collection.
public struct LocationError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}

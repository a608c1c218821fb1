import Foundation
import OpenCollection

/// The place of a collection, and the request in it that was named.
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

    /// Returns the collection around a directory: the nearest upwards, else the only one in a direct subdirectory; nil when there is none.
    public static func find(from directory: URL) -> CollectionLocation? {
        upwards(from: directory) ?? onlyOneBelow(directory)
    }

    /// Returns the collections that a person in a directory may mean: the nearest upwards, and those in direct subdirectories, by name.
    public static func around(_ directory: URL) -> [URL] {
        let above = upwards(from: directory).map { [$0.root] } ?? []
        return above + collections(in: directory).filter { !above.contains($0) }
    }

    /// Resolves a path of the command line: a collection's directory, a directory inside one, a file that holds a whole collection, or a request
    /// file.
    ///
    /// - Throws: ``LocationError`` in words for a person.
    public static func open(_ path: URL) throws(LocationError) -> CollectionLocation {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isDirectory) else {
            throw LocationError("\(path.path) does not exist; \(adviceForMissing(path))")
        }
        return isDirectory.boolValue ? try openDirectory(path) : try openFile(path)
    }

    private static func openDirectory(_ directory: URL) throws(LocationError) -> CollectionLocation {
        if let found = upwards(from: directory) { return found }
        let below = collections(in: directory)
        if below.count == 1 { return CollectionLocation(root: below[0]) }
        if isOlderFormat(directory) { throw LocationError("\(directory.path) cannot be opened: \(olderFormatAdvice)") }
        guard below.isEmpty else {
            let names = below.map(\.lastPathComponent).joined(separator: ", ")
            throw LocationError("\(directory.path) holds \(below.count) collections; name one of them: \(names)")
        }
        throw LocationError(
            "\(directory.path) lies in no collection: there is no \(rootFile) in or above it; "
                + "`microscope init \(directory.path)` makes one there")
    }

    private static func openFile(_ file: URL) throws(LocationError) -> CollectionLocation {
        if file.lastPathComponent != rootFile, holdsCollection(file) {
            return CollectionLocation(root: file.standardizedFileURL)
        }
        guard ["yml", "yaml"].contains(file.pathExtension.lowercased()) else {
            throw LocationError(
                "\(file.path) cannot be opened: it is not a request file (those end in .yml); name one, or a collection's directory, "
                    + "or import it with `microscope import`")
        }
        guard let found = upwards(from: file.deletingLastPathComponent()) else {
            throw LocationError(
                "\(file.path) lies in no collection: there is no \(rootFile) in or above its directory; "
                    + "`microscope init` makes one, `microscope import` imports a request into one")
        }
        guard file.lastPathComponent != rootFile else { return found }
        return CollectionLocation(root: found.root, item: ItemPath(relativePath(of: file, below: found.root)))
    }

    /// Returns advice for a path that does not exist: a request is often named without its extension.
    private static func adviceForMissing(_ path: URL) -> String {
        let file = path.path + ".yml"
        return FileManager.default.fileExists(atPath: file)
            ? "did you mean \(file)?" : "name a collection's directory or a request file"
    }

    /// Returns the nearest collection upwards; nil when a directory lies in none.
    package static func upwards(from directory: URL) -> CollectionLocation? {
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
        let roots = collections(in: directory)
        return roots.count == 1 ? CollectionLocation(root: roots[0]) : nil
    }

    /// Returns the direct subdirectories that are collections, by name.
    private static func collections(in directory: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().map { directory.appendingPathComponent($0, isDirectory: true) }.filter(hasRootFile)
            .map(\.standardizedFileURL)
    }

    static func hasRootFile(_ directory: URL) -> Bool {
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

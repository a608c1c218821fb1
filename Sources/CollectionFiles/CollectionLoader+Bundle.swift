import Files
import Foundation
import OpenCollection

extension CollectionLoader {
    /// The one file of a bundle, or the root's file of a directory.
    var rootFile: URL {
        CollectionLocation.isFile(root) ? root : root.appendingPathComponent(CollectionLocation.rootFile)
    }

    /// Whether one file holds the whole collection, or did when it was opened.
    public var isBundle: Bool { CollectionLocation.isFile(root) || (try? bundle()) != nil }

    /// Returns the place of a file in the collection's open directory. The one file of a bundle may be a link to anywhere, since this person named
    /// it.
    ///
    /// - Throws: ``FileError`` for a link that leads out of the collection.
    func file(at path: ItemPath, in directory: OpenDirectory) throws(FileError) -> FilePlace {
        let name = rootFile.lastPathComponent
        guard path == ItemPath.root.folderFile || path.text == name else { return try directory.file(at: path) }
        return CollectionLocation.isFile(root) ? try FilePlace(ofOwnFile: root) : try directory.file(at: ItemPath(name))
    }

    /// Returns the file that holds the content at a path: of a bundle, its one file, except for the files beside it.
    public func fileURL(of path: ItemPath) -> URL {
        isBundle && path != CompanionFile.path ? rootFile : URL(fileURLWithPath: place(of: path))
    }

    /// Returns the collection in one file, with its items and environments; nil for a directory.
    func bundle() throws(FileProblem) -> CollectionBundle? { try rootFileAndBundle().bundle }

    func rootFileAndBundle() throws(FileProblem) -> (file: CollectionRootFile, bundle: CollectionBundle?) {
        let path = ItemPath(rootFile.lastPathComponent)
        let file = try CollectionRootFile.read(text: fileText(of: path), path: path)
        let bundle = try CollectionBundle(text: file.text, path: path)
        // What lies beside it in the directory is not its own.
        guard bundle != nil || !CollectionLocation.isFile(root) else {
            throw FileProblem(
                path: path, message: "it no longer has items, and a collection in one file has at least one")
        }
        return (file, bundle)
    }

    /// The name that a collection without one has.
    var fallbackName: String {
        CollectionLocation.isFile(root) ? root.deletingPathExtension().lastPathComponent : root.lastPathComponent
    }
}

extension CollectionLocation {
    /// Whether a root is a file that holds a whole collection. If it is missing for a moment, its name decides.
    package static func isFile(_ root: URL) -> Bool {
        var isDirectory: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: root.path, isDirectory: &isDirectory)
        return isThere ? !isDirectory.boolValue : extensions.contains(root.pathExtension.lowercased())
    }

    private static let extensions = ["yml", "yaml"]

    static func directory(of root: URL) -> URL { isFile(root) ? root.deletingLastPathComponent() : root }

    /// Whether a file's content is a collection, whatever its name.
    static func holdsCollection(_ file: URL) -> Bool {
        guard extensions.contains(file.pathExtension.lowercased()),
            let text = (try? CollectionLoader(root: file).fileText(of: ItemPath(file.lastPathComponent)))
        else { return false }
        let bundle = try? CollectionBundle(text: text, path: ItemPath(file.lastPathComponent))
        return bundle != nil
    }

    /// Whether a directory, or one above it, holds a collection of the format that Bruno wrote before.
    public static func isOlderFormat(_ directory: URL) -> Bool {
        var directory = directory.standardizedFileURL
        while true {
            if hasOlderRootFile(directory) { return true }
            let parent = directory.deletingLastPathComponent().standardizedFileURL
            guard parent.path.utf8.count < directory.path.utf8.count else { return false }
            directory = parent
        }
    }

    static func hasOlderRootFile(_ directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: directory.appendingPathComponent("bruno.json").path)
    }

    /// Advice for a collection in the older format.
    public static let olderFormatAdvice =
        "it is written in Bruno's older format (bruno.json and .bru files); "
        + "make a collection of it with microscope import DIR --new NEW, and open NEW"
}

import Files
public import Foundation
import OpenCollection

/// *Scratch*: an ordinary collection in the directory for data, for requests that belong nowhere yet.
public enum ScratchCollection {
    public static func root(in directories: MicroscopeDirectories) -> URL {
        directories.data.appendingPathComponent("scratch", isDirectory: true)
    }

    /// Makes it when it is not there yet.
    ///
    /// - Returns: The directory of the collection.
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public static func prepare(in directories: MicroscopeDirectories) throws -> URL {
        let root = root(in: directories)
        guard !CollectionLocation.hasRootFile(root) else { return root }
        try MicroscopeDirectories.makePrivate(root)
        try create(".gitignore", NewCollection.ignored, in: root)
        try create(CollectionLocation.rootFile, CollectionRootFile.newText(named: "Scratch"), in: root)
        return root
    }

    /// Creates the file unless another instance was quicker.
    private static func create(_ name: String, _ text: String, in root: URL) throws(FileError) {
        do throws(FileError) {
            try AtomicFile.create(Data(text.utf8), at: FilePlace(path: root.appendingPathComponent(name).path))
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }
}

import Files
public import Foundation

/// The place in a collection where the user was, in a file of the state directory that only its owner may read: one for each collection, so that two
/// programs with two collections never write over each other.
///
/// Its content is up to the code that reads and writes it.
public struct RestorableStateFile: Sendable {
    private let file: URL

    /// - Parameter collection: The path of the collection's root.
    public init(directories: MicroscopeDirectories, collection: String) {
        let directory = directories.state.appendingPathComponent("restorable-state", isDirectory: true)
        // The first versions called it so. What is there already is not replaced: `rename` refuses then.
        _ = rename(directories.state.appendingPathComponent("whereabouts").path, directory.path)
        file = directory.appendingPathComponent(Self.name(of: collection))
    }

    /// Returns the content; nil without the file, or when it cannot be read.
    public func read() -> Data? { FileReader.state(file) }

    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func write(_ bytes: Data) throws {
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        try AtomicFile.write(bytes, toOwn: file)
    }

    /// Returns the file's name. A path may be longer than that, and hold what none may. It is read before the first frame, when a library of digests
    /// would have to be made ready for it: FNV-1a is enough to distinguish paths, and the content says which it is.
    private static func name(of collection: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in collection.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16) + ".json"
    }
}

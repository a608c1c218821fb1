import Foundation

/// A name in a directory, and its kind.
package struct DirectoryEntry: Sendable, Hashable {
    package var name: String
    package var isDirectory: Bool

    /// Returns the directories and files in a directory, by name; none if it cannot be read.
    ///
    /// A link counts as the file that it leads to; one to a directory, or to nothing, is left out. Most file systems return
    /// the kind with the name, so that nothing else is read from the disk.
    /// - Source: POSIX `readdir`; `d_type` of Linux and the BSDs.
    package static func entries(of directory: String) -> [DirectoryEntry] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var entries: [DirectoryEntry] = []
        while let entry = readdir(stream) {
            let name = name(of: entry)
            guard name != ".", name != ".." else { continue }
            let kind = Int32(UnsafeRawPointer(entry).load(fromByteOffset: typeOffset, as: UInt8.self))
            if kind == Int32(DT_REG) || kind == Int32(DT_DIR) {
                entries.append(DirectoryEntry(name: name, isDirectory: kind == Int32(DT_DIR)))
            } else if let isDirectory = isDirectory("\(directory)/\(name)") {
                entries.append(DirectoryEntry(name: name, isDirectory: isDirectory))
            }
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Returns the name alone: an entry is as long as its name, and the last one may end with the buffer; `pointee` would copy all that the
    /// structure declares.
    package static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        String(cString: UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self))
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    private static let typeOffset = MemoryLayout<dirent>.offset(of: \.d_type) ?? 0

    /// Whether a path is a directory, not a file; nil if it is neither of them, nor a link to one.
    package static func isDirectory(_ path: String) -> Bool? {
        var info = stat()
        guard lstat(path, &info) == 0 else { return nil }
        if info.st_mode & S_IFMT == S_IFDIR { return true }
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? false : nil
    }
}

import Files
import Foundation

/// A file that is written completely or not at all, and never over one that nobody meant.
struct WholeFile {
    private let target: URL
    private let mode: mode_t

    /// - Parameter mode: The mode before the process's mask is taken off.
    init(_ target: URL, mode: mode_t) {
        self.target = target
        self.mode = mode
    }

    /// Whether a directory has the name, which no file replaces.
    var isDirectory: Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// The file that keeps the beginning of what was not completed.
    var part: URL { target.appendingPathExtension("part") }

    /// - Throws: ``FileError`` if no file can be made there; nothing is left of the trial.
    func requireWritable(replaces: Bool) throws { _ = try newFile(replaces: replaces) }

    private func newFile(replaces: Bool) throws -> NewFile {
        let place = replaces ? try FilePlace(ofOwnFile: target) : try FilePlace(path: target.path)
        return try NewFile(for: place, mode: mode, replaces: replaces)
    }

    /// - Parameter body: Writes, and returns whether that is all of it. The beginning of something replaces an earlier ``part``.
    /// - Returns: false when there is one already, and it is not to be replaced.
    func write(replaces: Bool, _ body: (FileHandle) throws -> Bool) throws -> Bool {
        let file = try newFile(replaces: replaces)
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        if try body(handle) {
            do throws(FileError) { try file.put() } catch {
                if error.code == EEXIST, !replaces { return false }
                throw error
            }
        } else if try handle.offset() > 0 {
            try file.put(at: FilePlace(path: part.path))
        }
        return true
    }

    /// Returns the URL of a typed path: `~` is the home directory; a path without a directory is in the current one.
    static func typed(_ path: String, _ environment: [String: String]) -> URL {
        guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return URL(fileURLWithPath: path).standardizedFileURL
        }
        return URL(fileURLWithPath: home + path.dropFirst(1)).standardizedFileURL
    }
}

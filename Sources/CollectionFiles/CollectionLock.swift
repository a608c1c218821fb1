import Files
import Foundation

/// Keeps other instances from saving in a collection between looking at a file and putting another in its place.
///
/// A lock on the collection's directory, which leaves nothing there and ends with the process. Other programs do not ask for it; where the file
/// system has no locks there is none, and only two saves in the same millisecond could meet.
/// - Source: flock(2).
struct CollectionLock {
    /// The directory that is locked; in a collection, what is written starts here.
    let directory: OpenDirectory

    /// Waits for another instance's save.
    ///
    /// - Parameter place: ``realPath(of:)`` of the root when the collection was opened; nil: it was not there.
    /// - Throws: ``FileError`` when the directory cannot be opened, or a link has led it elsewhere since.
    init(_ root: URL, openedAt place: String?) throws(FileError) {
        try self.init(directory: CollectionLocation.directory(of: root))
        guard let place, let now = Self.realPath(of: root), now != place else { return }
        release()
        throw FileError(
            "realpath", path: root.path, code: ELOOP,
            explanation:
                "it leads to \(now) by now, and was \(place) when it was opened; open it again if that is meant")
    }

    /// Returns the path of a collection's directory, all links followed; nil when it is not there.
    static func realPath(of root: URL) -> String? {
        guard let path = realpath(CollectionLocation.directory(of: root).path, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Locks a directory that is no collection.
    init(directory: URL) throws(FileError) {
        self.directory = try OpenDirectory(directory.path)
        self.directory.lock()
    }

    func release() { directory.unlock() }
}

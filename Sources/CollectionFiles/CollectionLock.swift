import Foundation

/// Keeps other instances from saving in a collection between looking at a file and putting another in its place.
///
/// A lock on the collection's directory, which leaves nothing behind and ends with the process. Other programs do not ask for it; where the
/// file system knows no locks there is none, and only two saves in the same millisecond could meet.
/// - Source: flock(2).
struct CollectionLock {
    /// The directory that is locked; in a collection, what is written starts here.
    let directory: OpenDirectory

    /// Waits for another instance's save.
    ///
    /// - Throws: ``FileError`` when the directory cannot be opened.
    init(_ root: URL) throws(FileError) { try self.init(directory: CollectionLocation.directory(of: root)) }

    /// Locks a directory that is no collection.
    init(directory: URL) throws(FileError) {
        self.directory = try OpenDirectory(directory.path)
        self.directory.lock()
    }

    func release() { directory.unlock() }
}

import Foundation

/// Keeps other instances from saving in a collection between looking at a file and putting another in its place.
///
/// A lock on the collection's directory, which leaves nothing behind and ends with the process. Other programs do not ask for it; where the
/// file system knows no locks there is none, and only two saves in the same millisecond could meet.
/// - Source: flock(2).
struct CollectionLock {
    private let descriptor: Int32

    /// Waits for another instance's save.
    init(_ root: URL) { self.init(directory: CollectionLocation.directory(of: root)) }

    /// Of a directory that is no collection.
    init(directory: URL) {
        descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    func release() { if descriptor >= 0 { close(descriptor) } }
}

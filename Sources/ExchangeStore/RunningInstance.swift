public import Foundation

/// This instance of the program. Others distinguish it from an ended one by a lock: the system releases it however the program ends, even
/// with `kill -9`. A process id would not do: it is reused, and may belong to another machine.
///
/// The lock is on the instance's own file, named by its id. An instance without a file has ended. If files cannot be created or
/// locked, every instance counts as ended for the others.
///
/// - Source: flock(2).
public final class RunningInstance: Sendable {
    /// The id, which is never reused.
    public let id: String
    private let directory: URL
    /// The descriptor of the locked file; nil if there is none.
    private let descriptor: Int32?

    /// Creates the file (mode 0600, its directory 0700) and removes those of instances that ended. Waits for the disk.
    ///
    /// - Parameter directory: The directory for the files of all instances that share data, and nothing else.
    public init(in directory: URL) {
        id = UUID().uuidString
        self.directory = directory
        try? PrivateFiles.makeDirectory(directory)
        descriptor = Self.lock(directory.appendingPathComponent(id).path)
        removeLeftovers()
    }

    deinit {
        guard let descriptor else { return }
        unlink(path(of: id))
        close(descriptor)
    }

    /// Whether an instance is running.
    func isRunning(_ id: String) -> Bool {
        if id == self.id { return true }
        return Self.isName(id) && Self.isLocked(path(of: id)) == true
    }
}

extension RunningInstance {
    private func path(of id: String) -> String { directory.appendingPathComponent(id).path }

    private static func isName(_ text: String) -> Bool { UUID(uuidString: text) != nil }

    /// - Returns: The descriptor; nil if it cannot be locked.
    private static func lock(_ path: String) -> Int32? {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return nil }
            guard waitForLock(descriptor) else {
                unlink(path)
                close(descriptor)
                return nil
            }
            if isNamed(descriptor) { return descriptor }
            // Another instance removed it as a leftover before it was locked.
            close(descriptor)
        }
    }

    /// Waits for the lock, which others hold only for a moment to check it.
    private static func waitForLock(_ descriptor: Int32) -> Bool {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private static func isNamed(_ descriptor: Int32) -> Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }

    /// Checks with a shared lock, so that two instances that check at the same time do not take each other for the owner.
    ///
    /// - Parameter whenFree: A closure called while no instance can lock the file.
    /// - Returns: Whether it is locked; nil if that is unknown, or there is no file.
    private static func isLocked(_ path: String, whenFree: () -> Void = {}) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        // Without free descriptors the state is unknown, and drafts of an instance that may be running must not be taken over.
        guard descriptor >= 0 else { return [EMFILE, ENFILE].contains(errno) ? true : nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? true : nil }
        whenFree()
        return false
    }

    /// Removes the files of killed instances. An instance without a file has ended all the same, whatever it still owns.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name != id && Self.isName(name) {
            let path = path(of: name)
            _ = Self.isLocked(path) { unlink(path) }
        }
    }
}

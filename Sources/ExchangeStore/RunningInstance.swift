public import Foundation

/// This instance of the program, which others tell from one that ended by a lock: the system drops it however the program ends, also at
/// `kill -9`. A number of a process would not do: it is given to another program, or means one on another machine.
///
/// The lock is on a file of the instance's own, named by its id. An instance without a file has ended. Where files cannot be made or
/// locked, every instance counts as ended for the others.
///
/// - Source: flock(2).
public final class RunningInstance: Sendable {
    /// Never used again by another.
    public let id: String
    private let directory: URL
    /// Of the file that is locked; nil: there is none.
    private let descriptor: Int32?

    /// Makes the file (mode 0600, its directory 0700) and removes those of instances that ended. Waits for the disk.
    ///
    /// - Parameter directory: where the instances that may meet have their files, and nothing else lies.
    public init(in directory: URL) {
        id = UUID().uuidString
        self.directory = directory
        try? PrivateFiles.makeDirectory(directory)
        descriptor = Self.lock(directory.appendingPathComponent(id).path)
        sweep()
    }

    deinit {
        guard let descriptor else { return }
        unlink(path(of: id))
        close(descriptor)
    }

    /// Whether an instance goes on.
    func isRunning(_ id: String) -> Bool {
        if id == self.id { return true }
        return Self.isName(id) && Self.isLocked(path(of: id)) == true
    }
}

extension RunningInstance {
    private func path(of id: String) -> String { directory.appendingPathComponent(id).path }

    private static func isName(_ text: String) -> Bool { UUID(uuidString: text) != nil }

    /// - Returns: nil where it cannot be had.
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
            // Another instance took it for left behind before it was locked.
            close(descriptor)
        }
    }

    /// Others hold it no longer than it takes to look.
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

    /// Looks by a shared lock, so that two that look at the same time do not take each other for the owner.
    ///
    /// - Parameter whenFree: is done while nobody can lock the file.
    /// - Returns: nil where it cannot be told, or there is no file.
    private static func isLocked(_ path: String, whenFree: () -> Void = {}) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        // For want of descriptors nothing is known now, and what another edits is not to be taken from it.
        guard descriptor >= 0 else { return [EMFILE, ENFILE].contains(errno) ? true : nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? true : nil }
        whenFree()
        return false
    }

    /// Removes what a kill left behind. An instance without a file has ended all the same, whatever it still owns.
    private func sweep() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name != id && Self.isName(name) {
            let path = path(of: name)
            _ = Self.isLocked(path) { unlink(path) }
        }
    }
}

import BodyStore
import Foundation
import Spawning

/// A file that nobody else can read, in a directory of its own, to be handed to a program.
///
/// The directory is locked while the file is in use; a process that is killed loses its locks. A directory whose lock is free was left by a killed
/// process, and the next start removes it.
struct LentFile {
    let url: URL
    private let directory: URL
    /// An open descriptor of the directory, which holds the lock.
    private let lock: Int32

    private static let prefix = "microscope-"

    /// - Throws: The error of the file system.
    init(named name: String) throws {
        (directory, lock) = try Self.makeDirectory()
        url = directory.appendingPathComponent(name)
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        if !isMade {
            remove()
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func write(_ store: BodyStore) throws {
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        try handle.write(all: store)
    }

    func remove() {
        try? FileManager.default.removeItem(at: directory)
        close(lock)
    }

    private static func makeDirectory() throws -> (URL, Int32) {
        while true {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
                "\(prefix)\(UUID().uuidString)", isDirectory: true)
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // Another process may have removed it before it was locked.
            if let lock = lockedDescriptor(of: directory.path) { return (directory, lock) }
        }
    }

    /// - Returns: The descriptor; nil if the directory is gone, in use, a link, or owned by another user.
    private static func lockedDescriptor(of path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var (opened, named) = (stat(), stat())
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0, lstat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev, opened.st_uid == geteuid()
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    /// Removes the directories that killed processes left.
    static func removeLeftovers() {
        let temporary = FileManager.default.temporaryDirectory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? [] where isOurs(name) {
            let directory = temporary.appendingPathComponent(name, isDirectory: true)
            guard let lock = lockedDescriptor(of: directory.path) else { continue }
            try? FileManager.default.removeItem(at: directory)
            close(lock)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }
}

extension FileHandle {
    /// Writes a body piece by piece: one of any size takes no memory of its own.
    ///
    /// - Returns: Whether that is all of it.
    @discardableResult
    func write(all store: BodyStore) throws -> Bool {
        let piece = 1 << 20
        for start in stride(from: 0, to: store.count, by: piece) {
            try store.withBytes(in: start..<start + piece) { try write(contentsOf: Data($0)) }
        }
        return true
    }
}

/// A program of the user's own, named by a variable, which has the terminal until it ends.
///
/// It belongs to the same job as this program, so that it may read the keyboard, and a suspension suspends both.
struct OutsideProgram {
    /// The command for a shell, which splits it: it may contain arguments.
    let command: String
    let environment: [String: String]

    /// - Returns: its exit status; 128 and the number of the signal that ended it.
    /// - Throws: `SpawnFailure`.
    func run(on file: URL) throws -> Int32 { try run([file.path]) }

    /// - Parameter words: The arguments, after those in the command.
    func run(_ words: [String]) throws -> Int32 {
        // While it runs, Ctrl-Z is for both: stopped alone, it would leave a person before a dead screen.
        var caught = sigaction()
        sigaction(SIGTSTP, nil, &caught)
        signal(SIGTSTP, SIG_DFL)
        defer { sigaction(SIGTSTP, &caught, nil) }
        // Its errors belong on the terminal, too: ours are kept aside as long as the screen is held.
        return try ChildProgram(
            ["/bin/sh", "-c", "\(command) \"$@\"", "sh"] + words, environment: environment, group: .ours,
            descriptors: [0, 1, 1]
        ).start().waitForEnd().shellStatus
    }
}

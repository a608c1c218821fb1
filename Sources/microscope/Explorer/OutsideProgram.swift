import BodyStore
import Foundation

/// A file that nobody else can read, in a directory of its own; for a program that is handed something.
struct PrivateFile {
    let url: URL
    private let directory: URL

    /// - Throws: what the file system says.
    init(named name: String) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "microscope-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
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
        try handle.write(store)
    }

    func remove() { try? FileManager.default.removeItem(at: directory) }
}

extension FileHandle {
    /// Piece by piece: a body of any size takes no memory of its own.
    func write(_ store: BodyStore) throws {
        let piece = 1 << 20
        for start in stride(from: 0, to: store.count, by: piece) {
            try store.withBytes(in: start..<start + piece) { try write(contentsOf: Data($0)) }
        }
    }
}

/// A program of the person's own, named by a variable, which has the terminal until it ends.
///
/// It belongs to the same job as this program, so that it may read the keyboard, and a suspension suspends both: Foundation's `Process` puts
/// it into a group of its own, which the terminal stops at its first read.
struct OutsideProgram {
    /// For a shell, which splits it: it may hold arguments.
    let command: String
    let environment: [String: String]

    struct NotStarted: LocalizedError {
        let code: Int32
        var errorDescription: String? { String(cString: strerror(code)) }
    }

    /// - Returns: its exit status; 128 and the number of the signal that ended it.
    /// - Throws: ``NotStarted``.
    func run(on file: URL) throws -> Int32 {
        // While it runs, Ctrl-Z is for both: stopped alone, it would leave a person before a dead screen.
        var caught = sigaction()
        sigaction(SIGTSTP, nil, &caught)
        signal(SIGTSTP, SIG_DFL)
        defer { sigaction(SIGTSTP, &caught, nil) }
        return try wait(for: start(["/bin/sh", "-c", "\(command) \"$1\"", "sh", file.path]))
    }

    private func start(_ words: [String]) throws -> pid_t {
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { for text in arguments + variables { free(text) } }
        var attributes = SpawnAttributes()
        defer { attributes.destroy() }
        var child: pid_t = 0
        let code = posix_spawn(
            &child, words[0], nil, &attributes.value, arguments + [nil], variables + [nil])
        guard code == 0 else { throw NotStarted(code: code) }
        return child
    }

    private func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // As `WIFEXITED` and its like have it, which Swift does not import.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// What a new program finds of signals: nothing blocked, and what we ignore is its own to decide.
private struct SpawnAttributes {
    #if canImport(Darwin)
        var value: posix_spawnattr_t?
    #else
        var value = posix_spawnattr_t()
    #endif

    init() {
        posix_spawnattr_init(&value)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&value, &none)
        sigaddset(&none, SIGPIPE)
        posix_spawnattr_setsigdefault(&value, &none)
        posix_spawnattr_setflags(&value, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    mutating func destroy() { posix_spawnattr_destroy(&value) }
}

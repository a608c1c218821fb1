import BodyStore
import Foundation
import Spawning

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
/// It belongs to the same job as this program, so that it may read the keyboard, and a suspension suspends both.
struct OutsideProgram {
    /// For a shell, which splits it: it may hold arguments.
    let command: String
    let environment: [String: String]

    /// - Returns: its exit status; 128 and the number of the signal that ended it.
    /// - Throws: `SpawnFailure`.
    func run(on file: URL) throws -> Int32 {
        // While it runs, Ctrl-Z is for both: stopped alone, it would leave a person before a dead screen.
        var caught = sigaction()
        sigaction(SIGTSTP, nil, &caught)
        signal(SIGTSTP, SIG_DFL)
        defer { sigaction(SIGTSTP, &caught, nil) }
        // Its errors belong on the terminal, too: ours are kept aside as long as the screen is held.
        return try ChildProgram(
            ["/bin/sh", "-c", "\(command) \"$1\"", "sh", file.path], environment: environment, group: .ours,
            descriptors: [0, 1, 1]
        ).start().waitForEnd().shellStatus
    }
}

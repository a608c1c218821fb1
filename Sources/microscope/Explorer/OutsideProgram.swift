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
struct OutsideProgram {
    /// For a shell, which splits it: it may hold arguments.
    let command: String
    let environment: [String: String]

    /// - Returns: its exit status.
    func run(on file: URL) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(command) \"$1\"", "sh", file.path]
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

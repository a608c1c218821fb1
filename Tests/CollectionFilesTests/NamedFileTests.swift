import Files
import Foundation
import TestSupport
import Testing

@testable import CollectionFiles

@Suite("Files that a person names are read up to a limit")
struct NamedFileTests {
    private let directory: TemporaryDirectory
    private let limit = FileLimit(megabytes: 4)
    private var path: String { directory.url.appendingPathComponent("named").path }

    init() throws { directory = try TemporaryDirectory() }

    @Test("a file is read whole, be it small, large, or of exactly as many bytes", arguments: [0, 3, 2 << 20, 4 << 20])
    func whole(count: Int) throws {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try NamedFile(path, limit: limit).data() == bytes)
        var pieces = Data()
        try NamedFile(path, limit: limit).forEachPiece { pieces.append(contentsOf: $0) }
        #expect(pieces == bytes)
    }

    @Test("a sparse file and a device without an end are said to be too large")
    func endless() throws {
        try directory.write(["named": ""])
        #expect(truncate(path, 3 << 30) == 0)
        for path in [path, "/dev/zero"] {
            let error = #expect(throws: FileError.self) { try NamedFile(path, limit: limit).data() }
            #expect(error?.summary == "it is larger than 4 MB", "\(path)")
        }
    }

    @Test("a pipe is read to its end, and one without an end up to the limit")
    func pipes() throws {
        #expect(mkfifo(path, 0o600) == 0)
        func read(from command: String) throws -> Data {
            let writer = Process()
            writer.executableURL = URL(fileURLWithPath: "/bin/sh")
            writer.arguments = ["-c", "\(command) > '\(path)' 2> /dev/null"]
            try writer.run()
            defer { writer.waitUntilExit() }
            return try NamedFile(path, limit: limit).data()
        }
        #expect(try read(from: "printf abc") == Data("abc".utf8))
        let error = #expect(throws: FileError.self) { try read(from: "yes") }
        #expect(error?.code == EFBIG)
    }

    @Test("a directory, and a path to nothing, are named in the system's words")
    func others() throws {
        let folder = #expect(throws: FileError.self) { try NamedFile(directory.url.path, limit: limit).data() }
        #expect(folder?.code == EISDIR)
        let none = #expect(throws: FileError.self) { try NamedFile(path, limit: limit).data() }
        #expect(none?.code == ENOENT)
    }
}

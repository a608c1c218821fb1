import Foundation
import Testing

@testable import BodyStore

@Suite final class BodyFileTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var file: URL { directory.appendingPathComponent("kept") }

    init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: directory) }

    private let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 / 251) })

    private func body(memoryLimit: Int, spillingTo place: URL? = nil) throws -> BodyStore {
        let body = BodyStore(memoryLimit: memoryLimit, directory: place ?? directory)
        try body.append(bytes)
        body.finish()
        return body
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory.path) }

    @Test("is kept in a file with nothing beside it, readable by its owner only", arguments: [1 << 10, 1 << 30])
    func kept(memoryLimit: Int) throws {
        let body = try body(memoryLimit: memoryLimit)
        try body.keep(at: file)
        #expect(try Data(contentsOf: file) == bytes)
        #expect(try names() == ["kept"])
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(body.copy(0..<9) == Array(bytes[..<9]))
    }

    #if os(Linux)
        @Test("that lies in a file already is not copied")
        func linked() throws {
            let body = try body(memoryLimit: 1 << 10)
            try body.keep(at: file)
            let number = try #require(body.spillFile?.inode)
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? UInt64 == number)
        }
    #endif

    @Test("leaves a file that is there as it is")
    func there() throws {
        try Data("mine".utf8).write(to: file)
        try body(memoryLimit: 1 << 10).keep(at: file)
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        #expect(try names() == ["kept"])
    }

    @Test("cannot be kept where there is no directory, and says so")
    func nowhere() throws {
        let body = try body(memoryLimit: 1 << 30)
        let error = #expect(throws: BodyStoreError.self) { try body.keep(at: self.file.appendingPathComponent("x")) }
        #expect(error?.operation == "open")
    }

    @Test("is read from a file, also after that is removed")
    func read() throws {
        try bytes.write(to: file)
        let body = try BodyStore(contentsOf: file)
        #expect(body.isFinished && body.count == bytes.count && body.sha256 == nil)
        unlink(file.path)
        #expect(Data(body.copy(0..<bytes.count)) == bytes)
        let error = #expect(throws: BodyStoreError.self) { try BodyStore(contentsOf: self.file) }
        #expect(error?.code == .noSuchDirectory)
        #expect(throws: BodyStoreError.self) { try body.append(Data([1])) }
    }

    @Test("is not read from a pipe, a device or a directory, and nobody waits for the other end")
    func noFile() throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        for place in [file, directory, URL(fileURLWithPath: "/dev/null")] {
            let error = #expect(throws: BodyStoreError.self) { try BodyStore(contentsOf: place) }
            #expect(error?.code == .noOrdinaryFile, "\(place.path)")
            #expect(error?.message == "it is not a regular file")
        }
    }

    @Test("is read through a symbolic link only where that is wanted")
    func links() throws {
        try bytes.write(to: file)
        let link = directory.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try BodyStore(contentsOf: link, followsLinks: true).count == bytes.count)
        let error = #expect(throws: BodyStoreError.self) { try BodyStore(contentsOf: link) }
        #expect(error?.code.rawValue == ELOOP)
    }

    @Test("gives its beginning as a body of its own, with a hash of its own")
    func beginning() throws {
        let body = try body(memoryLimit: 1 << 10)
        let part = try body.beginning(1_234_567)
        #expect(Data(part.copy(0..<2_000_000)) == bytes[..<1_234_567])
        #expect(part.isFinished && part.sha256 == BodyStore(bytes[..<1_234_567]).sha256)
        #expect(try body.beginning(5_000_000).count == bytes.count)
    }
}

extension SpillFile {
    /// The file's number on its file system.
    fileprivate var inode: UInt64? {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }
}

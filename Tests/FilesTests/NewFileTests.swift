import Foundation
import Testing

@testable import Files

@Suite("New files")
final class NewFileTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var file: URL { directory.appendingPathComponent("a") }

    init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: directory) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    private func text(_ name: String = "a") throws -> String {
        try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    private func new(mode: mode_t = 0o600, replaces: Bool = true, keepsMode: Bool = true) throws -> NewFile {
        try NewFile(for: FilePlace(path: file.path), mode: mode, replaces: replaces, keepsMode: keepsMode)
    }

    @Test("one that is not put in its place leaves nothing, and the old file as it was")
    func vanishes() throws {
        try Data("old".utf8).write(to: file)
        do {
            let new = try new()
            try new.write(Data("new".utf8))
            #expect(try names().count == 2)
        }
        #expect(try names() == ["a"])
        #expect(try text() == "old")
    }

    @Test(
        "only its owner reads one of a new name; one that replaces a file gets that file's mode, unless it is private")
    func modes() throws {
        try new().put()
        #expect(try mode() == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        try new().put()
        #expect(try mode() == 0o640)
        try new(keepsMode: false).put()
        #expect(try mode() == 0o600)
    }

    @Test("one that replaces nothing leaves a file that somebody made meanwhile")
    func replacesNothing() throws {
        let new = try new(replaces: false)
        try new.write(Data("new".utf8))
        try Data("theirs".utf8).write(to: file)
        let error = #expect(throws: FileError.self) { try new.put() }
        #expect(error?.code == EEXIST)
        #expect(try text() == "theirs")
    }

    @Test("what did not become whole is put at another place; then the old file is as it was")
    func part() throws {
        try Data("old".utf8).write(to: file)
        do {
            let new = try new()
            try new.write(Data("ne".utf8))
            try new.put(at: FilePlace(path: file.path + ".part"))
        }
        #expect(try names() == ["a", "a.part"])
        #expect(try text() == "old")
        #expect(try text("a.part") == "ne")
    }

    @Test("one that is resumed stays when it is not whole; nobody else writes it meanwhile")
    func resumed() throws {
        func resume() throws -> NewFile {
            let target = try FilePlace(path: file.path)
            return try NewFile(resuming: FilePlace(in: target.directory, "a.part"), for: target)
        }
        try resume().write(Data("be".utf8))
        let rest = try resume()
        #expect(rest.byteCount == 2)
        #expect(#expect(throws: FileError.self) { try resume() }?.operation == "flock")
        try rest.write(Data("gin".utf8))
        try rest.put(isDurable: false)
        #expect(try names() == ["a"])
        #expect(try text() == "begin")
    }

    @Test("a directory or a link is not replaced; a link to a file that a person names stays one")
    func others() throws {
        try Data("old".utf8).write(to: file)
        let link = directory.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        for (path, code) in [(link.path, ELOOP), (directory.path, EISDIR), ("/dev/null", ENODEV)] {
            let error = #expect(throws: FileError.self) { try NewFile(for: FilePlace(path: path)) }
            #expect(error?.code == code, "\(path)")
        }
        try AtomicFile.write(Data("new".utf8), toOwn: link)
        #expect(try text() == "new")
        #expect(try names() == ["a", "link"])
    }
}

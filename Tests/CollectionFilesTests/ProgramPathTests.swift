import Foundation
import Testing

@testable import CollectionFiles

@Suite struct ProgramPathTests {
    @Test("a program is found in absolute directories outside of collections only")
    func entries() throws {
        let top = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: top) }
        for name in ["own", "api/bin"] {
            let directory = top.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let program = directory.appendingPathComponent("xdg-open").path
            #expect(FileManager.default.createFile(atPath: program, contents: Data("#!/bin/sh\n".utf8)))
            #expect(chmod(program, 0o755) == 0)
        }
        #expect(FileManager.default.createFile(atPath: top.path + "/api/opencollection.yml", contents: Data()))
        try FileManager.default.createSymbolicLink(
            atPath: top.path + "/link", withDestinationPath: top.path + "/api/bin")
        let hostile = "::.:bin:\(top.path)/api/bin:\(top.path)/link"
        #expect(ProgramPath(outsideCollections: ["PATH": hostile]).program("xdg-open") == nil)
        let path = ProgramPath(outsideCollections: ["PATH": "\(hostile):\(top.path)/own"])
        #expect(path.program("xdg-open") == top.path + "/own/xdg-open")
        #expect(path.text == top.path + "/own")
    }

    @Test("a directory of the collection is one also when its name begins with a mark")
    func mark() throws {
        let top = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: top) }
        let inside = top.path + "/api/\u{301}bin"
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
        let path = ProgramPath(["PATH": "\(inside):/usr/bin"], outside: top.appendingPathComponent("api"))
        #expect(path.entries == ["/usr/bin"])
    }

    @Test(
        "a file above or beside the collection is pinned where a line for a shell names it",
        arguments: ["../x.sh prod", "true; ../x.sh", "cd . && \"../x.sh\"", "A=../x.sh", "../api/../x.sh|cat"])
    func shellLine(line: String) throws {
        let top = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: top) }
        let directory = top.appendingPathComponent("api")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = top.appendingPathComponent("x.sh")
        try Data("echo a\n".utf8).write(to: file)
        let before = try CommandFiles(of: ["sh", "-c", line], in: directory).hashes
        try Data("echo b\n".utf8).write(to: file)
        #expect(try CommandFiles(of: ["sh", "-c", line], in: directory).changes(since: before).count == 1)
    }
}

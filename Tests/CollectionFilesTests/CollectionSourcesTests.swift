import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite struct CollectionSourcesTests {
    private static func found(in place: TemporaryDirectory) throws -> [String] {
        CollectionCheck(try CollectionSources(root: place.url)).problems().map { "\($0.path):\($0.lineAfterPath)" }
    }

    @Test("what loading passes over is read too; what belongs to other tools is not")
    func reads() throws {
        let place = try TemporaryDirectory()
        try place.write([
            "opencollection.yml": "info: {name: C}\n", "a.yml": "info: {type: http}\nhttp: {url: h}\n", "b.bru": "x",
            "b.yaml": "http: {}\n", "node_modules/c.yml": "[", ".git/d.yml": "[", "README.md": "x",
            ".github/workflows/e.yml": "on: push\n", "photos/x.png": "x", "bruno.json": "{}",
            "workspace.yml": "info: {name: W, type: workspace}\n",
        ])
        #expect(
            try Self.found(in: place).map { String($0.prefix { $0 != ";" }) } == [
                "b.bru:1:1: error: it is in Bruno's older format (.bru), which is not read beside opencollection.yml",
                "b.yaml:1:1: error: files that end in .yaml are not read",
            ])
        #expect(try !CollectionLoader(root: place.url).load().allItems.contains { $0.path == "workspace.yml" })
    }

    @Test("a name in capitals, and a second one that differs by the characters of an accent only, are said")
    func names() throws {
        let place = try TemporaryDirectory()
        let request = "info: {type: http}\nhttp: {url: h}\n"
        try place.write(["opencollection.yml": "info: {name: C}\n", "UP.YML": request, "caf\u{E9}.yml": request])
        try place.write(["cafe\u{301}.yml": request])
        #expect(
            try Self.found(in: place).map { String($0.drop { $0 != " " }.dropFirst()) } == [
                "error: files that end in .YML are not read; rename it to UP.yml",
                "warning: another file has this name, its accents written with other characters; rename one of them: on some systems they are one file",
            ])
        try place.write(["x\u{D4E}.yml": request])
        #expect(try CollectionLoader(root: place.url).load().allItems.count == 3)
    }

    @Test("paths of files begin at the root, or are absolute")
    func filePaths() throws {
        let place = try TemporaryDirectory()
        let absolute = place.url.appendingPathComponent("x.png").path
        try place.write([
            "opencollection.yml": "info: {name: C}\n", "x.png": "x",
            "a.yml":
                "info: {type: http}\nhttp: {body: {type: multipart-form, data: [{name: f, type: file, value: [x.png, \(absolute), y.png]}]}}\n",
        ])
        #expect(try Self.found(in: place).map { $0.contains("there is no file y.png") } == [true])
    }

    @Test("a file that is no UTF-8 is an error; a collection without its file cannot be checked")
    func unreadable() throws {
        let place = try TemporaryDirectory()
        try place.write(["opencollection.yml": "info: {name: C}\n"])
        try Data([0x69, 0xFF]).write(to: place.url.appendingPathComponent("a.yml"))
        #expect(
            try Self.found(in: place)
                == ["a.yml:1:1: error: it is not UTF-8; save it as UTF-8; nothing of it can be checked before"])
        try FileManager.default.removeItem(at: place.url.appendingPathComponent("opencollection.yml"))
        #expect(throws: FileProblem.self) { try CollectionSources(root: place.url) }
    }
}

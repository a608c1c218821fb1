import Testing

@testable import OpenCollection

/// Files with so much that is unusual that work for each of it over the whole text would not end in this test's life.
@Suite("Files with very many notes")
struct ManyNotesTests {
    private static let count = 20_000
    private static let request = "info: {name: A, type: http}\nhttp: {method: GET, url: /a}\n"

    @Test("of unknown keys the first 100 are noted with their lines, and the rest is counted")
    func unknownKeys() throws {
        let text = Self.request + (0..<Self.count).map { "key\($0): 1\n" }.joined()
        let notes = try RequestFile.read(text: text, path: "a.yml").notes
        #expect(notes.count == 101)
        #expect(notes[0].line == "a.yml:3:1: key0 in the file is not known; it is kept")
        #expect(notes[99].excerpt == "key99: 1\n^")
        #expect(notes[100].line == "a.yml: \(Self.count - 100) more like these are not listed")
    }

    @Test("so are scalars where mappings belong")
    func scalars() throws {
        let rows = (0..<Self.count).map { "  - row\($0)\n" }.joined()
        let notes = try RequestFile.read(text: Self.request + "runtime:\n variables:\n" + rows, path: "a.yml").notes
        #expect(notes.count == 101)
        #expect(notes.last?.message.hasSuffix("more like these are not listed") == true)
    }

    @Test("so are secrets with values")
    func secrets() throws {
        let rows = (0..<Self.count / 4).map { "  - {name: s\($0), secret: true, value: v}\n" }.joined()
        let environment = try EnvironmentDefinition.read(
            text: "variables:\n" + rows, name: "dev", path: "environments/dev.yml")
        #expect(environment.notes.count == 101)
        #expect(environment.variables.count == Self.count / 4)
    }

    @Test("a check lists the first 100 problems of a file's shape, and counts the rest")
    func check() throws {
        let text = Self.request + (0..<Self.count).map { "key\($0): 1\n" }.joined()
        let sources = CollectionSources(
            files: [.init("opencollection.yml", .text("info: {name: A}\n")), .init("a.yml", .text(text))],
            exists: { _ in false })
        let problems = CollectionCheck(sources).problems().filter { $0.rule == .unknownKey }
        #expect(problems.count == 101)
        #expect(problems.last?.message == "\(Self.count - 100) more problems of the file's shape are not listed")
    }

    @Test("a line that begins far before the place is not shown, and what ends within is")
    func longLine() throws {
        let long = "{a: 1, b: \(String(repeating: "x", count: 5000)), c: 1}\n"
        let notes = try FolderFile.read(text: long, path: "f/folder.yml").definition.notes
        #expect(notes.map { $0.excerpt != nil } == [true, true, false])
        let marked = try FolderFile.read(text: "info:\r\n  näme: é\r\n", path: "f/folder.yml").definition.notes
        #expect(marked.map(\.excerpt) == ["  näme: é\n  ^"])
    }

    @Test("a file with more values than anybody writes is refused while it is read")
    func manyValues() throws {
        let text = Self.request + "x:\n" + String(repeating: " - 1\n", count: 500_001)
        let problem = #expect(throws: FileProblem.self) { try RequestFile.read(text: text, path: "a.yml") }
        #expect(problem?.message == "more than 500000 keys and values; split the file")
    }
}

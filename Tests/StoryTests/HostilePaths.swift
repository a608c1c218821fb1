import Foundation
import TestSupport
import Testing

@Suite("Story: names of files that steer a terminal", .serialized)
struct HostilePaths {
    private static let name = "a\u{1B}]2;owned\u{7}b\u{202E}c\u{9B}5m"

    private func run(_ words: [String], in place: StoryPlace, at directory: URL) throws -> TerminalSession {
        try TerminalSession(
            StoryPlace.program(), words, environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path],
            directory: directory.path)
    }

    private func expectClean(_ session: TerminalSession) {
        let text = String(decoding: session.output, as: UTF8.self).unicodeScalars
        let found = text.filter { HostileText.isForbidden($0) && $0 != "\n" && $0 != "\r" }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
        #expect(session.screen.title == nil)
    }

    @Test("init, import and where show them as pictures where somebody looks, and as they are to a program")
    func paths() throws {
        let place = try StoryPlace()
        let made = try run(["init", Self.name], in: place, at: place.home)
        #expect(try made.waitForExit() == 0)
        expectClean(made)
        let directory = place.home.appendingPathComponent(Self.name)
        let folder = directory.appendingPathComponent(Self.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let found = try run(["where"], in: place, at: directory)
        #expect(try found.waitForExit() == 0)
        expectClean(found)
        let file = place.home.appendingPathComponent("curl.txt")
        try Data("curl http://h/x".utf8).write(to: file)
        let imported = try run(["import", "--into", Self.name, file.path], in: place, at: directory)
        #expect(try imported.waitForExit() == 0)
        expectClean(imported)
        let piped = try ProgramRun(["where"], at: place, in: directory)
        #expect(piped.output.contains(Self.name))
    }
}

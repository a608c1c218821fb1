import Foundation
import TestSupport
import Testing
import TextGrid

/// The pictures of the documentation. `Scripts/make-pictures` sets MICROSCOPE_PICTURES to their directory.
@Suite("Story: pictures", .serialized)
struct Pictures {
    private let size = Size(columns: 100, rows: 30)

    private func keep(_ session: TerminalSession, as name: String) throws {
        let svg = session.svg()
        #expect(svg.hasPrefix("<svg") || svg.hasPrefix("<?xml"))
        #expect(svg.hasSuffix("</svg>\n") || svg.hasSuffix("</svg>"))
        guard let directory = ProcessInfo.processInfo.environment["MICROSCOPE_PICTURES"] else { return }
        let file = URL(fileURLWithPath: directory).appendingPathComponent("\(name).svg")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: file)
    }

    @Test("a request with its answer")
    func response() throws {
        let session = try StoryPlace().start(size: size)
        try session.send("users/list", named: "List users", until: "✓ 200 OK")
        try session.waitFor("\"users\"") { $0.bodyNumbers.count > 5 }
        try keep(session, as: "answer")
    }

    @Test("three attempts on one axis")
    func timing() throws {
        let session = try StoryPlace().start(size: size)
        try session.send("behaviour/flaky.yml", named: "Flaky", until: "✓ 200 OK")
        try session.type("3")
        try session.showResponseTab("Timing")
        try session.type("z")
        try session.waitFor("total")
        try keep(session, as: "timing")
    }

    @Test("a field while it is edited, the URL following")
    func editing() throws {
        let session = try StoryPlace().start(size: size)
        try session.send("users/get", named: "Get user", until: "✓ 200 OK")
        try session.type("2ji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.press(.control("u"))
        try session.type("17")
        try session.waitFor("/users/17")
        try keep(session, as: "editing")
    }

    @Test("the keys")
    func help() throws {
        let session = try StoryPlace().start(size: size)
        try session.waitFor("› List users ")
        try session.type("?")
        try session.waitFor("(current)")
        try keep(session, as: "help")
    }
}

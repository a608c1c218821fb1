import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the file itself in one's own editor", .serialized)
struct EditTheFile {
    private static let repaired =
        "info: {name: Mended, type: http, seq: 9}\nhttp: {method: GET, url: \"{{baseUrl}}/users/7\"}\n"

    /// A collection with a request, and below it a file that cannot be read.
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Editing}\n",
            "first.yml": "info: {name: First, type: http, seq: 1}\nhttp: {method: GET, url: \"{{baseUrl}}/users\"}\n",
            "second.yml": "info: {name: Second\n",
        ])
    }

    /// Goes to the last row of the tree.
    private func goToBroken(_ session: TerminalSession) throws {
        try session.type("1G")
        try session.waitFor("why it cannot be read") {
            $0.contains("second.yml:") && $0.contains("E opens it in your editor")
        }
    }

    @Test("what cannot be read is mended from its row, and is a request at once", arguments: [Size.small, .large])
    func repair(size: Size) throws {
        let place = try Self.place()
        let good = place.home.appendingPathComponent("good.yml")
        try Data(Self.repaired.utf8).write(to: good)
        let editor = "sh -c 'cp \(good.path) \"$0\"'"
        let session = try place.start(size: size, environmentName: nil, environment: ["EDITOR": editor])
        try goToBroken(session)
        #expect(session.screen.contains("E $EDITOR"), "the footer offers it: \(session.screenText)")
        try session.type("E")
        try session.waitFor("the request") { $0.isAlternate && $0.contains("› Mended ") && $0.contains("/users/7") }
        #expect(try place.text(of: "second.yml") == Self.repaired)
        #expect(try !session.modes().isCooked)
        #expect(session.screen.hasBracketedPaste)
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("what the editor says on standard error is seen while it has the terminal")
    func errors() throws {
        let session = try StoryPlace().start(environment: ["EDITOR": "sh -c 'echo said in red >&2; read -r line'"])
        try session.type("1E")
        try session.waitFor("what it says") { !$0.isAlternate && $0.contains("said in red") }
        try session.press(.enter)
        try session.waitFor("the tree") { $0.isAlternate && $0.contains("› List users ") }
        #expect(try session.quit() == 0)
    }

    @Test("a draft is merged with what the editor wrote of the same file; where both say something else, c decides")
    func merge() throws {
        let place = try StoryPlace()
        let session = try place.start(environment: ["EDITOR": "sed -i 's/name: Get user/name: Get a user/'"])
        try session.changeUser(to: "17")
        try session.type("1E")
        try session.waitFor("merged into the draft")
        #expect(session.screen.contains("› Get a user ") && session.screen.contains("/users/17"))
        #expect(try place.text(of: "users/get.yml").contains("name: Get a user"))
        #expect(try !place.text(of: "users/get.yml").contains("17"), "the draft is not saved by that")
    }

    @Test("an editor that is not there, and one that ends in anger, are told; the file stays")
    func failing() throws {
        let place = try Self.place()
        let before = try place.files()
        var session = try place.start(environmentName: nil, environment: ["EDITOR": "no-such-editor"])
        try goToBroken(session)
        try session.type("E")
        try session.waitFor("no-such-editor exited with status 127: command not found.")
        #expect(try session.quit() == 0)
        session = try place.start(environmentName: nil, environment: ["EDITOR": "", "VISUAL": "sh -c 'exit 3'"])
        try goToBroken(session)
        try session.type("E")
        try session.waitFor("sh -c 'exit 3' exited with status 3.")
        #expect(session.screen.contains("second.yml:"))
        #expect(try session.quit() == 0)
        #expect(try place.files() == before)
    }

    @Test("where neither variable names an editor, vi has the file, else nano", arguments: [["vi", "nano"], ["nano"]])
    func usualEditors(names: [String]) throws {
        let place = try Self.place()
        let programs = place.home.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        for name in names {
            let program = programs.appendingPathComponent(name)
            try Data("#!/bin/sh\nprintf 'info: {name: By \(name), type: http}\\n' > \"$1\"\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        }
        // The terminal of the story needs a shell.
        let shell = programs.appendingPathComponent("sh")
        try FileManager.default.createSymbolicLink(atPath: shell.path, withDestinationPath: "/bin/sh")
        let session = try place.start(
            environmentName: nil, environment: ["EDITOR": "", "VISUAL": "", "PATH": programs.path])
        try goToBroken(session)
        try session.type("E")
        try session.waitFor("what the editor wrote") { $0.isAlternate && $0.contains("› By \(names[0]) ") }
        #expect(try session.quit() == 0)
    }
}

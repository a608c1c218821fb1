import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a command line is completed by the shell")
struct CompleteInAShell {
    struct Shell: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        /// The command that loads the script, whose path replaces `%`.
        let begin: String

        var path: String? {
            ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        var testDescription: String { name }

        static let all = [
            Shell(name: "bash", arguments: ["--norc", "--noprofile", "-i"], begin: "source %"),
            Shell(name: "zsh", arguments: ["-f", "-i"], begin: "autoload -Uz compinit && compinit -u -D && source %"),
            Shell(name: "fish", arguments: ["--no-config", "-i"], begin: "source %"),
        ]
    }

    /// A shell in the collection, which knows the program and how to complete it.
    private func session(_ shell: Shell, at place: StoryPlace) throws -> TerminalSession {
        let program = try StoryPlace.program()
        let script = place.home.appendingPathComponent("completion.\(shell.name)")
        try ProgramRun(["manual", "completion-\(shell.name)"], at: place).outputBytes.write(to: script)
        let path = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let session = try TerminalSession(
            #require(shell.path), shell.arguments,
            environment: [
                "MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "PATH": "\(path):/usr/bin:/bin",
                "PS1": "> ",
                "HISTFILE": "",
            ],
            size: Size(columns: 120, rows: 30), directory: place.collection.path)
        try session.waitFor("a prompt") { !$0.text.allSatisfy(\.isWhitespace) }
        try session.type(shell.begin.replacing("%", with: script.path) + "; echo re''ady\r")
        try session.waitFor("the script to be read") { $0.text.contains("ready") }
        return session
    }

    @Test("commands, options, requests and environments, at the tab key", arguments: Shell.all)
    func completes(_ shell: Shell) throws {
        let place = try StoryPlace()
        defer { withExtendedLifetime(place) {} }
        let session = try session(shell, at: place)
        try session.type("microscope sen\t")
        try session.waitFor("the command") { $0.text.contains("microscope send") }
        try session.type("users/ge\t")
        try session.waitFor("the request") { $0.text.contains("microscope send users/get") }
        try session.type("--env=lo\t")
        try session.waitFor("the environment") { $0.text.contains("--env=local") }
    }

    @Test("terms of a filter, without a blank behind a key", arguments: Shell.all)
    func filters(_ shell: Shell) throws {
        let place = try StoryPlace()
        defer { withExtendedLifetime(place) {} }
        let session = try session(shell, at: place)
        try session.type("microscope history list stat\t5\t")
        try session.waitFor("the term") { $0.text.contains("history list status:5xx") }
    }

    @Test("by a program whose path begins with ~; where there is none, nothing is said", arguments: Shell.all)
    func tilde(_ shell: Shell) throws {
        let place = try StoryPlace()
        defer { withExtendedLifetime(place) {} }
        let bin = place.home.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bin.appendingPathComponent("microscope").path, withDestinationPath: StoryPlace.program())
        let session = try session(shell, at: place)
        try session.type("~/nowhere/microscope exp\tort")
        try session.waitFor("what was typed") { $0.text.contains("~/nowhere/microscope export") }
        #expect(!session.screen.text.contains("Unknown command") && !session.screen.text.contains("no such file"))
        try session.type("\u{15}~/bin/microscope expo\t")
        try session.waitFor("the command") { $0.text.contains("~/bin/microscope export") }
    }

    @Test("an address that is whole gets no slash, where no file is called so", arguments: Shell.all)
    func addresses(_ shell: Shell) throws {
        let place = try StoryPlace()
        defer { withExtendedLifetime(place) {} }
        let address = "baseUrl=\(place.server.baseURL)"
        let sent = try ProgramRun(["send", "users/get", "--env", "local", "--var", address], at: place)
        #expect(sent.status == 0)
        let session = try session(shell, at: place)
        try session.type("microscope diff users/get@\tnow")
        try session.waitFor("what was typed") { $0.text.contains("now") }
        #expect(session.screen.text.contains("users/get@") && !session.screen.text.contains("users/get@/"))
    }

    @Test("a file, where one is meant", arguments: Shell.all)
    func files(_ shell: Shell) throws {
        let place = try StoryPlace()
        defer { withExtendedLifetime(place) {} }
        let session = try session(shell, at: place)
        try session.type("microscope check user\t")
        try session.waitFor("the directory") { $0.text.contains("microscope check users/") }
    }
}

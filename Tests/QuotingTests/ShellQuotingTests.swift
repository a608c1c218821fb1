import Foundation
import Quoting
import TestSupport
import Testing

@Suite("A text as a word of a shell")
struct ShellQuotingTests {
    /// A shell that reads a script; interactive ones also replace what an exclamation mark begins.
    struct Shell: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let command: [String]
        var first = ""

        static let all = [
            Shell(testDescription: "sh", command: ["sh"]), Shell(testDescription: "dash", command: ["dash"]),
            Shell(testDescription: "bash", command: ["bash", "--norc", "--noprofile"]),
            Shell(
                testDescription: "bash with a history", command: ["bash", "--norc", "--noprofile"],
                first: "set -o history; set -H; HISTFILE=\n"),
            Shell(testDescription: "zsh", command: ["zsh", "-f"]),
            Shell(testDescription: "zsh at a prompt", command: ["zsh", "-f", "-i"]),
            Shell(testDescription: "fish", command: ["fish", "--no-config"]),
        ]

        /// Runs a script that it reads from its standard input, as it reads what is pasted.
        func run(_ script: String, in directory: URL) throws {
            let environment = [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "HOME": directory.path, "TERM": "dumb",
            ]
            let start = ["sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path] + command
            _ = try ChildProgram.run(start, environment: environment, input: Data((first + script).utf8))
        }
    }

    private static func inDirectory(_ body: (URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("quoting-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory)
        #expect(!FileManager.default.fileExists(atPath: directory.appendingPathComponent(HostileWord.trace).path))
    }

    @Test("comes back byte for byte, and nothing in it runs", arguments: Shell.all)
    func words(_ shell: Shell) throws {
        try Self.inDirectory { directory in
            let lines = HostileWord.all.enumerated().map { "printf '%s' \(ShellQuoting.word($1)) > w\($0)\n" }
            try shell.run(lines.joined(), in: directory)
            for (index, text) in HostileWord.all.enumerated() {
                let read = try? Data(contentsOf: directory.appendingPathComponent("w\(index)"))
                #expect(read == Data(text.utf8), "\(text.debugDescription.prefix(60))")
            }
        }
    }

    @Test("a comment runs nothing, also where a shell reads # as a command", arguments: Shell.all)
    func comments(_ shell: Shell) throws {
        try Self.inDirectory { directory in
            try shell.run(HostileWord.all.map(ShellQuoting.comment).joined() + "printf done > end\n", in: directory)
            #expect(FileManager.default.fileExists(atPath: directory.appendingPathComponent("end").path))
        }
    }

    @Test("is left as it is where it is plain", arguments: ["a", "http://h/x%20y", "a.b-c_d+e,f@g", "a:1"])
    func plain(_ text: String) { #expect(ShellQuoting.word(text) == text) }

    @Test(
        "keeps backslashes readable where fish reads them as sh does",
        arguments: [(#"{"a": "b\n"}"#, #"'{"a": "b\n"}'"#), (#"a\"#, #"'a'\\"#), (#"\'"#, #"\\\'"#), ("", "''")])
    func readable(_ text: String, _ word: String) { #expect(ShellQuoting.word(text) == word) }
}

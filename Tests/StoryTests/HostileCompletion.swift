import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: hostile names are completed by the shell", .serialized)
struct HostileCompletion {
    /// A shell with the completion at work, whose line can be taken: Ctrl-G writes it into a file.
    struct Shell: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        /// The command that begins, in which `%` is replaced by the completion's script, and `@` by the file for the line.
        let begin: String
        /// Keeps the arguments of `microscope` in a file called ARGUMENTS.
        let program: String
        var testDescription: String { name }

        static let all = [
            Shell(
                name: "bash", arguments: ["--norc", "--noprofile", "-i"],
                begin: #"""
                    source %
                    take() { printf %s "$READLINE_LINE" > @.new && mv @.new @; }
                    bind -x '"\C-g": take'
                    """#,
                program: "set -o history; set -H\nmicroscope() { printf '%s\\0' \"$@\" > ARGUMENTS; }"),
            Shell(
                name: "zsh", arguments: ["-f", "-i"],
                begin: #"""
                    autoload -Uz compinit && compinit -u -D && source %
                    take() { printf %s "$BUFFER" > @.new && mv @.new @ }
                    zle -N take; bindkey -e; bindkey '^g' take
                    """#,
                program: "microscope() { printf '%s\\0' \"$@\" > ARGUMENTS; }"),
            Shell(
                name: "fish", arguments: ["--no-config", "-i"],
                begin: #"""
                    source %
                    function take; commandline > @.new; mv @.new @; end
                    bind \cg take
                    """#,
                program: "function microscope; printf '%s\\0' $argv > ARGUMENTS; end"),
        ]
    }

    /// The text that is typed before a name, as a word of its own or as an option's value.
    enum Form: String, CaseIterable, Sendable {
        case bare = ""
        case inDoubleQuotes = "\""
        case inSingleQuotes = "'"
        case valueInDoubleQuotes = "--tag=\""
        case value = "--tag="

        var quote: String { String(rawValue.suffix(1)).filter { $0 != "=" } }
        var prefix: String { rawValue.hasPrefix("--tag=") ? "--tag=" : "" }
    }

    /// The names, each of which begins with letters of its own, up to which it is typed; some have characters at which bash cuts words.
    private static let names: [(typed: String, name: String)] = HostileWord.names.enumerated().map { index, word in
        let typed = "k\(100 + index)" + ["", ":", "=", "@"][index % 4]
        return (typed, typed + word)
    }

    private func place() throws -> StoryPlace {
        let tags = Self.names.map { "    - \(Self.json($0.name))\n" }.joined()
        var files = ["opencollection.yml": Fixture.root]
        for (_, name) in Self.names { files["\(name).yml"] = Fixture.request("r", url: "http://127.0.0.1:9/") }
        files["tagged.yml"] =
            "info:\n  name: r\n  type: http\n  tags:\n\(tags)http:\n  method: GET\n  url: http://127.0.0.1:9/\n"
        for name in ["--trust", "--output=x", "-c"] {
            files["\(name).yml"] = Fixture.request("r", url: "http://127.0.0.1:9/")
        }
        return try StoryPlace(files)
    }

    private static func json(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self).replacing("\\/", with: "/") }
            ?? "\"\""
    }

    private func session(_ shell: Shell, at place: StoryPlace, line: URL) throws -> TerminalSession {
        let program = try StoryPlace.program()
        let script = place.home.appendingPathComponent("completion.\(shell.name)")
        try ProgramRun(["manual", "completion-\(shell.name)"], at: place).outputBytes.write(to: script)
        let begin = place.home.appendingPathComponent("begin.\(shell.name)")
        let text = shell.begin.replacing("%.", with: "%.").replacing("source %", with: "source '\(script.path)'")
            .replacing("@", with: line.path)
        try Data(text.utf8).write(to: begin)
        let path = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let session = try TerminalSession(
            shell.name, shell.arguments,
            environment: [
                "MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "PATH": "\(path):/usr/bin:/bin",
                "PS1": "> ", "HISTFILE": "", "LC_ALL": "C.UTF-8",
            ],
            size: Size(columns: 160, rows: 40), directory: place.collection.path)
        try session.waitFor("a prompt") { !$0.text.allSatisfy(\.isWhitespace) }
        try session.type("source '\(begin.path)'; echo re''ady\r")
        try session.waitFor("the script to be read") { $0.text.contains("ready") }
        return session
    }

    /// Returns the line that the shell makes of a text at the tab key.
    private func completed(_ typed: String, in session: TerminalSession, line: URL) throws -> String {
        try? FileManager.default.removeItem(at: line)
        try session.type("\(typed)\t\u{7}")
        try session.waitFor("the line \(typed)") { _ in FileManager.default.fileExists(atPath: line.path) }
        try session.type("\u{15}")
        let text = String(decoding: try Data(contentsOf: line), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.unicodeScalars.dropLast()) : text
    }

    /// The last word that the shell hands to the program when the line is entered.
    private func lastWord(_ line: String, _ shell: Shell, at place: StoryPlace) throws -> [UInt8]? {
        let arguments = place.collection.appendingPathComponent("ARGUMENTS")
        try? FileManager.default.removeItem(at: arguments)
        let script = place.home.appendingPathComponent("enter")
        try Data("\(shell.program)\n\(line)\n".utf8).write(to: script)
        let start = ["sh", "-c", "cd \"$0\" && exec \"$@\"", place.collection.path, shell.name]
        let options = shell.arguments.filter { $0 != "-i" }
        _ = try ChildProgram.run(
            start + options + [script.path],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": place.home.path, "LC_ALL": "C.UTF-8",
            ])
        let bytes = try? Data(contentsOf: arguments)
        return bytes?.split(separator: 0, omittingEmptySubsequences: false).dropLast().last.map(Array.init)
    }

    @Test("what is inserted means the name, and runs nothing", arguments: Shell.all)
    func names(_ shell: Shell) throws {
        let place = try place()
        let line = place.home.appendingPathComponent("line")
        let session = try session(shell, at: place, line: line)
        var whole = 0
        for (number, form) in Form.allCases.enumerated() {
            for (index, (typed, name)) in Self.names.enumerated() where (index + number) % 3 == 0 {
                let start = "microscope \(form.prefix.isEmpty ? "send" : "run") \(form.rawValue)\(typed)"
                var entered = try completed(start, in: session, line: line)
                // Where nothing is offered, the quote is still open.
                if entered.utf8.elementsEqual(start.utf8) { entered += form.quote }
                let word = try lastWord(entered, shell, at: place)
                let isWhole = word == Array((form.prefix + name).utf8)
                // zsh and fish quote by themselves, each in its own way at a prompt.
                #expect(
                    shell.name != "bash" || isWhole || word == Array((form.prefix + typed).utf8),
                    "\(entered.debugDescription)")
                if isWhole { whole += 1 }
                #expect(!FileManager.default.fileExists(atPath: place.collection.path + "/" + HostileWord.trace))
            }
        }
        // Only after an open quote of bash there are names that cannot be written.
        #expect(shell.name != "bash" || whole >= Self.names.count * Form.allCases.count * 2 / 10)
    }

    @Test("a name that begins with a dash is no option", arguments: Shell.all)
    func dashes(_ shell: Shell) throws {
        let place = try place()
        let line = place.home.appendingPathComponent("line")
        let session = try session(shell, at: place, line: line)
        for start in ["microscope run ", "microscope send ", "microscope run \"", "microscope import "] {
            let text = try completed(start, in: session, line: line)
            #expect(!text.contains(" -") && !text.contains("\"-"), "\(text)")
        }
    }
}

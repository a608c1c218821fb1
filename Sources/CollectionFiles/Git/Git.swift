import Foundation
import Spawning

/// Every use of git in this program.
///
/// A repository may name programs for git to run, and a repository may arrive as files of a plain clone. So only commands that read git's
/// own files are run, none that compares with files of the work tree: that runs filters, and goes into submodules. What the configuration
/// could still make these commands run is switched off, and nothing is fetched. Of the user's configuration only the two settings count
/// that decide what is looked at.
struct Git: Sendable {
    private let program: String
    private let directory: URL
    private let environment: [String: String]
    /// The user's settings for ignored files and for repositories that may be read.
    private let ownSettings: [String]

    /// The output of a run.
    struct Output {
        let status: Int32
        let bytes: [UInt8]
        /// First line of what it printed as an error, without "fatal: ".
        let complaint: String

        /// The first line of the output.
        var line: String { String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
        /// Parts that each end in a zero byte.
        var fields: [ArraySlice<UInt8>] { bytes.split(separator: 0) }
    }

    /// Reads the user's settings.
    ///
    /// - Parameters:
    ///   - directory: The directory in which the commands are run.
    ///   - environment: The environment in which git is found and started, without the variables that are meant for git.
    /// - Throws: ``GitFailure`` without git.
    init(in directory: URL, environment: [String: String]) throws(GitFailure) {
        let path = ProgramPath(environment, outside: directory)
        guard let program = path.program("git") else { throw .absent }
        (self.program, self.directory) = (program, directory)
        self.environment = environment.merging(["PATH": path.text]) { $1 }
        ownSettings = try Self.ownSettings(program, self.environment)
    }

    /// Runs a command. Blocks the thread, for a minute at most.
    ///
    /// - Parameters:
    ///   - arguments: the command and its words: `rev-parse`, `merge-base`, `ls-tree`, `ls-files`, `check-attr` or `config`, which run no
    ///     filter.
    ///   - path: The path of a directory below the one of the repository.
    /// - Throws: ``GitFailure`` when it does not end.
    func run(_ arguments: [String], in path: String = "") throws(GitFailure) -> Output {
        let place = path.isEmpty ? directory : directory.appendingPathComponent(path)
        let settings = (Self.settings + ownSettings).flatMap { ["-c", $0] }
        return try Self.run(
            program, ["--no-pager"] + settings + ["-C", place.path] + arguments, environment, Self.isolation)
    }

    /// Settings of the command line win over those of the repository.
    private static let settings = [
        "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.untrackedCache=false",
    ]

    /// The empty list of protocols is for versions that know no `GIT_NO_LAZY_FETCH`.
    private static let isolation = [
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    ]

    // MARK: The user's own settings

    /// Reads the user's settings. The list of ignored files is always among them, since the repository may name another one.
    private static func ownSettings(
        _ program: String, _ environment: [String: String]
    ) throws(GitFailure) -> [String] {
        let names = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]
        // Outside of any repository only the files of the user and the system are read.
        let variables = environment.filter { names.contains($0.key) }.merging(["GIT_DIR": "/dev/null"]) { $1 }
        let wanted = "^(core\\.excludesfile|safe\\.directory)$"
        let output = try run(
            program, ["-C", "/", "config", "--null", "--includes", "--type=path", "--get-regexp", wanted], environment,
            variables)
        // A key, a line end, a value.
        let own = output.fields.map {
            String(decoding: $0, as: UTF8.self).replacing("\n", with: "=", maxReplacements: 1)
        }
        return ["core.excludesFile=\(usualExcludesFile(environment))"] + own
    }

    /// Source: gitignore(5).
    private static func usualExcludesFile(_ environment: [String: String]) -> String {
        let given = environment["XDG_CONFIG_HOME"] ?? ""
        return (given.isEmpty ? "\(environment["HOME"] ?? "")/.config" : given) + "/git/ignore"
    }

    // MARK: The program

    private static let secondsAllowed = 60.0
    /// Longest list of files, in bytes.
    private static let longest = 256 << 20

    private static func run(
        _ program: String, _ words: [String], _ environment: [String: String], _ variables: [String: String]
    ) throws(GitFailure) -> Output {
        guard let output = try? OutputPipe(), let errors = try? OutputPipe() else { throw .absent }
        let others = environment.filter { !$0.key.hasPrefix("GIT_") }.merging(["LC_ALL": "C"]) { $1 }
        let child = ChildProgram(
            [program] + words, environment: others.merging(variables) { $1 },
            descriptors: [nil, output.writing, errors.writing])
        guard let process = try? child.start() else { throw .absent }
        for pipe in [output, errors] { pipe.closeWriting() }
        let deadline = Date(timeIntervalSinceNow: secondsAllowed)
        let isWhole = OutputPipe.read([output, errors], until: deadline, longest: longest)
        if !isWhole { process.kill() }
        let status = process.waitForEnd(until: deadline).shellStatus
        guard isWhole else { throw .endless }
        return Output(status: status, bytes: output.bytes, complaint: complaint(errors.bytes))
    }

    private static func complaint(_ bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
    }
}

/// The reason why git did not say what it would send, for people.
public struct GitFailure: Error, Sendable, Hashable {
    /// The problem, without a full stop.
    public let message: String
    /// The next step to take.
    public let advice: String

    static let absent = GitFailure(
        message: "git is not installed", advice: "install it, or look through the files yourself")
    static let endless = GitFailure(message: "git does not finish", advice: "look through the files yourself")
}

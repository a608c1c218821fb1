import Foundation

/// A program that prints a secret: run to its end, in bounds of time and length. Blocks its thread.
///
/// Not by Foundation's `Process`, whose pipes have no end in time.
struct SecretProgram {
    /// A path relative to the directory, an absolute one, or a name that is looked for in `PATH`; then its arguments. No shell sees them.
    let words: [String]
    let directory: URL
    let environment: [String: String]
    /// Then it is killed, with all that it started.
    var secondsAllowed = 30.0

    /// Goes to a directory and becomes the program, its words untouched. Spawning itself knows directories on newer systems only.
    private static let inDirectory = ["/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh"]

    /// What is longer is no secret.
    private static let longest = 64 << 10

    /// What it printed, without the line end behind it.
    ///
    /// - Throws: ``SecretSourceError``; nothing that it printed on standard output is in it.
    func output() throws(SecretSourceError) -> String {
        let output = try OutputPipe()
        let errors = try OutputPipe()
        let process = try start(output, errors)
        let deadline = Date(timeIntervalSinceNow: secondsAllowed)
        let isWhole = OutputPipe.read([output, errors], until: deadline, longest: Self.longest)
        // One that goes on is not wanted any more.
        if !isWhole { kill(-process, SIGKILL) }
        let status = Self.end(of: process, until: deadline)
        guard isWhole else { throw endless(output) }
        guard status == 0 else { throw failure(status, errors.bytes) }
        guard let text = String(validating: output.bytes, as: UTF8.self) else { throw error("printed what is no text") }
        return text.withoutLastLineEnd
    }

    private func endless(_ output: OutputPipe) -> SecretSourceError {
        output.bytes.count > Self.longest
            ? error("printed more than \(Self.longest) bytes")
            : error("did not end within \(Int(secondsAllowed)) s; does it wait for a password?")
    }

    private func failure(_ status: Int32, _ said: [UInt8]) -> SecretSourceError {
        switch status {
        case 127: error("is not there: is it installed?")
        case 126: error("is no program that can be run")
        default: error("ended with status \(status)", said: said)
        }
    }

    private func error(_ what: String, said: [UInt8] = []) -> SecretSourceError {
        let first = String(decoding: said.prefix(300), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return SecretSourceError("\(words.first ?? "") \(what)\(first.map { ": \($0)" } ?? "")")
    }

    // MARK: - The process

    private func start(_ output: OutputPipe, _ errors: OutputPipe) throws(SecretSourceError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            output.closeWriting()
            errors.closeWriting()
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
        // A group of its own can be killed whole, and cannot read from the terminal. Signals as in a fresh process: those that are ignored or
        // blocked here would be there too.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        var arguments = (Self.inDirectory + [directory.path] + words).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let code = posix_spawn(&process, Self.inDirectory[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw error("cannot be started: \(String(cString: strerror(code)))") }
        return process
    }

    /// 128 and the signal's number when a signal ended it. One that has closed what it writes to and goes on is killed in the end.
    private static func end(of process: pid_t, until deadline: Date) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process || ended < 0 && errno != EINTR { break }
            if deadline.timeIntervalSinceNow <= 0 { kill(-process, SIGKILL) }
            // waitpid(2) knows no deadline. Here the pipes are at their end, and so, nearly always, is the program.
            usleep(2000)
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Why a secret could not be had from where it is kept.
public struct SecretSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One line, without the secret.
    public let description: String
    init(_ description: String) { self.description = description }
}

extension String {
    fileprivate var withoutLastLineEnd: String { last?.isNewline == true ? String(dropLast()) : self }
}

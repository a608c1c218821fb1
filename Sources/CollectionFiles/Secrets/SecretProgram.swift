import Foundation
import Spawning

/// A program that prints a secret: run to its end, in bounds of time and length. Blocks its thread.
///
/// Not by Foundation's `Process`, whose pipes have no end in time.
struct SecretProgram {
    /// A path relative to the directory, an absolute one, or a name that is looked for in `PATH` outside of it; then its arguments. No
    /// shell sees them.
    let words: [String]
    let directory: URL
    let environment: [String: String]
    /// Seconds after which it is killed, with all that it started.
    var secondsAllowed = 30.0
    /// The program, when it is open already.
    var file: ProgramFile?

    /// The shell command that goes to a directory and becomes the program, its words untouched. Spawning itself knows directories on newer systems
    /// only.
    private static let inDirectory = ["/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh"]

    /// Largest output in bytes: what is longer is no secret.
    private static let longest = 64 << 10

    /// Runs the program and returns its output, without the line end after it.
    ///
    /// - Throws: ``SecretSourceError``; nothing that it printed on standard output is in it.
    func output() throws(SecretSourceError) -> String {
        let output = try OutputPipe()
        let errors = try OutputPipe()
        let process = try start(output, errors)
        let deadline = Date(timeIntervalSinceNow: secondsAllowed)
        let isWhole = OutputPipe.read([output, errors], until: deadline, longest: Self.longest)
        // One that goes on is not wanted any more.
        if !isWhole { process.kill() }
        let status = process.waitForEnd(until: deadline).shellStatus
        guard isWhole else { throw endless(output) }
        guard status == 0 else { throw failure(status, errors.bytes) }
        guard let text = String(validating: output.bytes, as: UTF8.self) else {
            throw error("printed something that is not text")
        }
        return text.withoutLastLineEnd
    }

    private func endless(_ output: OutputPipe) -> SecretSourceError {
        output.bytes.count > Self.longest
            ? error("printed more than \(Self.longest) bytes")
            : error("did not end within \(Int(secondsAllowed)) s; does it wait for a password?")
    }

    private func failure(_ status: Int32, _ said: [UInt8]) -> SecretSourceError {
        switch status {
        case 127: error("was not found: is it installed?")
        case 126: error("is not an executable program")
        default: error("ended with status \(status)", said: said)
        }
    }

    private func error(_ what: String, said: [UInt8] = []) -> SecretSourceError {
        let first = String(decoding: said.prefix(300), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return SecretSourceError("\(words.first ?? "") \(what)\(first.map { ": \($0)" } ?? "")")
    }

    // MARK: - The process

    /// Returns the path by which the process finds the file that is open as its descriptor 3. Darwin cannot start a program by one: there its name
    /// is used, and who changes the file at the right moment has another one started than was looked at.
    private static func path(of file: ProgramFile) -> String? {
        #if os(Linux)
            access("/proc/self/fd/\(file.descriptor)", F_OK) == 0 ? "/proc/self/fd/3" : nil
        #else
            nil
        #endif
    }

    private func start(_ output: OutputPipe, _ errors: OutputPipe) throws(SecretSourceError) -> ChildProcess {
        defer {
            output.closeWriting()
            errors.closeWriting()
        }
        let path = ProgramPath(environment, outside: directory)
        guard let name = words.first, let place = name.utf8.contains(UInt8(ascii: "/")) ? name : path.program(name)
        else {
            throw error("was not found: is it installed?")
        }
        let program = ChildProgram(
            Self.inDirectory + [directory.path, file.flatMap(Self.path) ?? place] + words.dropFirst(),
            environment: environment.merging(["PATH": path.text]) { $1 },
            descriptors: [nil, output.writing, errors.writing] + [file?.descriptor].compactMap(\.self))
        do throws(SpawnFailure) {
            return try program.start()
        } catch {
            throw self.error("cannot be started: \(error.localizedDescription)")
        }
    }
}

/// The reason why a secret could not be read from where it is kept.
public struct SecretSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason in one line, without the secret.
    public let description: String
    init(_ description: String) { self.description = description }
}

extension String {
    fileprivate var withoutLastLineEnd: String { last?.isNewline == true ? String(dropLast()) : self }
}

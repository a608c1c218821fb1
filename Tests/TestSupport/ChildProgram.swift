import Foundation

/// A program that a test starts and waits for.
///
/// Not by Foundation's `Process`: that one reads beyond a buffer of its own, at which the address sanitizer ends the tests, and its pipes
/// do not survive a signal that interrupts a read.
public struct ChildProgram {
    /// The status and the output of a program that has ended.
    public struct Result: Sendable {
        /// The exit status; 128 and the signal's number if a signal ended it.
        public let status: Int32
        public let output: Data
        public let errors: Data

        public var outputText: String { String(decoding: output, as: UTF8.self) }
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// The error of a program that could not be started; 127 is what a shell says of a program that is not there.
    public struct StartFailure: Error { public let code: Int32 }

    /// Runs a program to its end. Blocks the thread.
    ///
    /// - Parameters:
    ///   - command: The program's path, or a name that is looked for in `PATH`; then its arguments.
    ///   - environment: The environment; nil for that of the tests.
    ///   - input: The bytes that it reads, from a file.
    /// - Throws: ``StartFailure``.
    public static func run(
        _ command: [String], environment: [String: String]? = nil, input: Data = Data()
    ) throws -> Result {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = ["output", "errors", "input"].map { directory.appendingPathComponent($0) }
        try input.write(to: files[2])
        let reading = try FileHandle(forReadingFrom: files[2])
        defer { try? reading.close() }
        let process = try start(
            command, environment: environment, input: reading.fileDescriptor, outputs: files.prefix(2).map(\.path))
        return Result(
            status: end(of: process), output: try Data(contentsOf: files[0]), errors: try Data(contentsOf: files[1]))
    }

    /// Runs a program that would never end, and kills it. Blocks the thread.
    ///
    /// - Parameter moment: Waits for the moment to kill it, with the reading end of what it prints.
    /// - Returns: The status if it ended on its own before; nil is what is expected.
    /// - Throws: ``StartFailure``.
    public static func killed(_ command: [String], when moment: (Int32) -> Void) throws -> Int32? {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID().uuidString)").path
        guard mkfifo(pipe, 0o600) == 0 else { throw StartFailure(code: errno) }
        defer { unlink(pipe) }
        // Without a writer yet it can only be opened so.
        let reading = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard reading >= 0 else { throw StartFailure(code: errno) }
        defer { close(reading) }
        let process = try start(command, input: 0, outputs: [pipe, "/dev/null"])
        moment(reading)
        kill(process, SIGKILL)
        let status = end(of: process)
        return status == 128 + SIGKILL ? nil : status
    }

    /// - Parameters:
    ///   - input: The descriptor that it reads; it stays open here.
    ///   - outputs: Files for its standard output, and for its standard error.
    static func start(
        _ command: [String], environment: [String: String]? = nil, input: Int32,
        outputs: [String] = ["/dev/null", "/dev/null"]
    ) throws -> pid_t {
        let environment = environment ?? ProcessInfo.processInfo.environment
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        for (number, path) in outputs.enumerated() {
            posix_spawn_file_actions_addopen(&actions, Int32(number + 1), path, O_WRONLY | O_CREAT, 0o600)
        }
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, nil, &arguments, &variables)
        guard code == 0 else { throw StartFailure(code: code) }
        return process
    }

    /// Waits for a program to end, and returns its status as in ``Result``.
    @discardableResult
    static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return plain(status)
    }

    /// Returns the status of a program that has ended; nil while it runs.
    static func statusIfEnded(_ process: pid_t) -> Int32? {
        var status: Int32 = 0
        return waitpid(process, &status, WNOHANG) == process ? plain(status) : nil
    }

    private static func plain(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

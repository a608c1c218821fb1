import Foundation

/// One run of the program without a terminal: what it wrote, and how it ended.
final class ProgramRun {
    private let process = Process()
    /// The place, which lives as long as what runs in it.
    private let place: StoryPlace
    private let outputFile: URL
    private let errorFile: URL

    /// Starts the program at a place, with its home and no other environment but a UTF-8 locale.
    ///
    /// - Parameters:
    ///   - output: The standard output; nil: a file, to be read with ``output``.
    ///   - program: The program that is started instead.
    init(
        _ arguments: [String], at place: StoryPlace, in directory: URL? = nil, environment: [String: String] = [:],
        output: Pipe? = nil, program: String? = nil
    ) throws {
        self.place = place
        outputFile = place.home.appendingPathComponent("out-\(UUID().uuidString)")
        errorFile = place.home.appendingPathComponent("err-\(UUID().uuidString)")
        process.executableURL = URL(fileURLWithPath: try program ?? StoryPlace.program())
        process.arguments = arguments
        process.currentDirectoryURL = directory ?? place.collection
        let own = ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "LANG": "C.UTF-8"]
        process.environment = own.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        if let output { process.standardOutput = output } else { process.standardOutput = try Self.handle(outputFile) }
        process.standardError = try Self.handle(errorFile)
        try Self.withoutBlockedSignals { try process.run() }
    }

    /// Runs a body without blocked signals: threads of a test block them, and a new process would inherit that; a shell's child starts with none
    /// blocked.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    private static func handle(_ file: URL) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return try FileHandle(forWritingTo: file)
    }

    /// The whole standard output as bytes; waits for the end of the program.
    var outputBytes: Data {
        waitForEnd()
        return Self.contents(outputFile)
    }
    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The whole standard error; waits for the end of the program.
    var errors: String {
        waitForEnd()
        return String(decoding: Self.contents(errorFile), as: UTF8.self)
    }

    /// The standard output so far, while the program runs.
    var outputSoFar: String { String(decoding: Self.contents(outputFile), as: UTF8.self) }
    var errorsSoFar: String { String(decoding: Self.contents(errorFile), as: UTF8.self) }

    private static func contents(_ file: URL) -> Data { FileManager.default.contents(atPath: file.path) ?? Data() }

    var processIdentifier: pid_t { process.processIdentifier }

    func send(signal: Int32) { kill(process.processIdentifier, signal) }

    /// The exit status. Waits for the end, a minute at most; then a signal ends the program, and the status is none that it has.
    var status: Int32 {
        waitForEnd()
        return process.terminationStatus
    }

    /// The status as a shell has it: 128 and the number of the signal that ended it.
    var statusInShell: Int32 {
        waitForEnd()
        return process.terminationReason == .uncaughtSignal ? 128 + status : status
    }

    private func waitForEnd() {
        let deadline = Date(timeIntervalSinceNow: 60)
        while process.isRunning {
            if Date() > deadline { send(signal: SIGKILL) }
            usleep(2_000)
        }
    }

    struct Impatience: Error { let errors: String }

    /// Waits until a condition of the running program is true; half a minute at most.
    func wait(until isTrue: () -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 30)
        while !isTrue() {
            guard Date() < deadline, process.isRunning else { throw Impatience(errors: errorsSoFar) }
            usleep(2_000)
        }
    }
}

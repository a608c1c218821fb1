internal import CJQ
import Foundation
package import Spawning

/// The reason why no worker could be started or used.
package struct WorkerError: Error {
    package let text: String

    /// Creates the error of a system call.
    init(_ operation: String, _ code: Int32) { text = "\(operation): \(String(cString: strerror(code)))" }
}

/// Three pipes to a process that is started with them.
package struct WorkerPipes {
    /// The writing end of its standard input; it does not block when the process reads slowly.
    package private(set) var input: Int32
    package private(set) var output: Int32
    private(set) var reports: Int32
    private let theirs: [Int32]

    package init() throws(WorkerError) {
        let input = try Self.pipe()
        let output = try Self.pipe()
        let reports = try Self.pipe()
        (self.input, self.output, self.reports) = (input.writing, output.reading, reports.reading)
        theirs = [input.reading, output.writing, reports.writing]
        _ = fcntl(self.input, F_SETFL, O_NONBLOCK)
    }

    /// Returns a pipe that no other process inherits, should one be started at the same moment.
    private static func pipe() throws(WorkerError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
            guard microscope_pipe2(&ends, O_CLOEXEC) == 0 else { throw WorkerError("pipe2", errno) }
        #else
            guard Foundation.pipe(&ends) == 0 else { throw WorkerError("pipe", errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #endif
        return (ends[0], ends[1])
    }

    /// Starts a program without an environment.
    package func start(_ program: String, _ words: [String]) throws(WorkerError) -> ChildProcess {
        let child = ChildProgram([program] + words, environment: [:], descriptors: theirs)
        do throws(SpawnFailure) {
            return try child.start()
        } catch {
            throw WorkerError("posix_spawn of \(program)", error.code)
        }
    }

    /// Closes the ends that the process holds now: otherwise its end would not be noticed.
    package func closeTheirs() { for end in theirs { close(end) } }

    package mutating func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    package mutating func closeOurs() {
        closeInput()
        close(output)
        close(reports)
    }
}

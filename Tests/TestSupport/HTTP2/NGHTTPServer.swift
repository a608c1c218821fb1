import Foundation

/// A real HTTP/2 server: the `nghttpd` program, with a directory of its own to serve.
public final class NGHTTPServer: Sendable {
    public let port: Int
    public let baseURL: String
    private let directory: URL
    private let process: pid_t
    /// The descriptor whose close, by us or with the test's process, ends the program.
    private let lifeline: FileHandle

    /// - Parameters:
    ///   - certificate: The certificate; nil for HTTP/2 without TLS.
    ///   - files: The contents of files by name.
    ///   - arguments: Further arguments of the program: "--trailer", "x-sum: 42".
    public init(certificate: TestCertificate? = nil, files: [String: Data], arguments: [String] = []) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("nghttpd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, bytes) in files { try bytes.write(to: directory.appendingPathComponent(name)) }
        self.directory = directory
        let own = ["-a", "127.0.0.1", "-d", directory.path] + arguments
        (process, lifeline, port) = try Self.start(own + (certificate == nil ? ["--no-tls"] : []), certificate)
        baseURL = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
    }

    deinit {
        try? lifeline.close()
        ChildProgram.end(of: process)
        try? FileManager.default.removeItem(at: directory)
    }

    /// The program cannot choose a port and say which: a free one is found, and another when it was taken meanwhile.
    private static func start(_ arguments: [String], _ certificate: TestCertificate?) throws -> (pid_t, FileHandle, Int)
    {
        let files = certificate.map { [$0.keyFile, $0.certificateFile] } ?? []
        while true {
            let port = unusedPort()
            let (process, lifeline) = try run(["nghttpd"] + arguments + ["\(port)"] + files)
            let status = statusBeforeListening(process, port)
            guard let status else { return (process, lifeline, port) }
            guard status != 127 else { throw MissingProgram(name: "nghttpd") }
        }
    }

    /// A signal would not do: threads of Swift concurrency block signals, and the programs that they start inherit that.
    private static let script = """
        exec 3<&0
        { read -r _ <&3; kill -KILL $$; } &
        exec "$@" 3<&- </dev/null
        """

    private static func run(_ command: [String]) throws -> (pid_t, FileHandle) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw ChildProgram.StartFailure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let lifeline = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        return (try ChildProgram.start(["/bin/sh", "-c", script, "sh"] + command, input: ends[0]), lifeline)
    }

    /// Returns the status of a program that ended before it listened; nil when it listens. It does not report that, so its port is tried again and
    /// again.
    private static func statusBeforeListening(_ process: pid_t, _ port: Int) -> Int32? {
        while true {
            if let connection = Relay.connect(port: port) {
                connection.close()
                return nil
            }
            if let status = ChildProgram.statusIfEnded(process) { return status }
            usleep(2000)
        }
    }
}

/// The error if a program that tests need is not installed: `Scripts/setup --test` does that.
public struct MissingProgram: Error { public let name: String }

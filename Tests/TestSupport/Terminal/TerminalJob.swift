import Foundation

/// The program of a ``TerminalSession``, as a job of a shell that reports on one pipe and takes orders on another.
final class TerminalJob {
    private let shell: pid_t
    private let orders: Int32
    private let reports: Int32
    private let trace: Int32
    private var unread: [UInt8] = []
    private var unreadTrace: [UInt8] = []
    /// The lines that the program wrote to descriptor 5.
    private(set) var traceLines: [String] = []
    private var process: pid_t?
    /// The status as the shell says it: 128 and the signal's number if one stopped or ended it; nil while it runs.
    private var status: Int32?

    /// Descriptor 3 carries reports, 4 orders; the program gets neither, but 5, to trace on.
    ///
    /// A Ctrl-C or Ctrl-\ that comes when the program is just over is the shell's, which must live to report its end.
    private static let script = """
        cd "$0" || exit
        set -m
        trap : INT QUIT
        sh -c 'echo "pid $$" >&3; exec "$@" 3>&- 4<&-' sh "$@"
        echo "status $?" >&3
        while :; do
            read -r order <&4 || { [ $? -gt 128 ] && continue; break; }
            fg >/dev/null 2>&1
            echo "status $?" >&3
        done
        """

    init(_ command: [String], environment: [String: String], slavePath: String, directory: String?) throws {
        let (reportsRead, reportsWrite) = try TerminalJob.makePipe()
        let (ordersRead, ordersWrite) = try TerminalJob.makePipe()
        let (traceRead, traceWrite) = try TerminalJob.makePipe()
        defer { for end in [reportsWrite, ordersRead, traceWrite] { close(end) } }
        (reports, orders, trace) = (reportsRead, ordersWrite, traceRead)
        for end in [reports, trace] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        shell = try ShellSpawn.spawn(
            ["/bin/sh", "-c", TerminalJob.script, directory ?? "."] + command, environment: environment,
            slavePath: slavePath,
            moving: [(reportsWrite, 3), (ordersRead, 4), (traceWrite, 5)])
    }

    deinit {
        readReports()
        if let process, !hasEnded { kill(process, SIGKILL) }
        close(orders)
        close(reports)
        close(trace)
        kill(shell, SIGKILL)
        waitpid(shell, nil, 0)
    }

    var isStopped: Bool {
        readReports()
        return status.map(TerminalJob.isStop) ?? false
    }

    var statusIfEnded: Int32? {
        readReports()
        return status.flatMap { TerminalJob.isStop($0) ? nil : $0 }
    }

    var hasEnded: Bool { statusIfEnded != nil }

    func bringToForeground() throws {
        status = nil
        guard write(orders, "fg\n", 3) == 3 else { throw SystemFailure("write to the shell") }
    }

    func processIdentifier(_ patience: TimeInterval) throws -> pid_t {
        let deadline = Date(timeIntervalSinceNow: patience)
        while true {
            readReports()
            if let process { return process }
            guard Date() < deadline else { throw SystemFailure("the start of the program", ETIMEDOUT) }
            var entry = pollfd(fd: reports, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 100)
        }
    }

    private func readReports() {
        for line in TerminalJob.lines(reports, &unread) { note(line) }
    }

    /// Reads the trace. Called now and then: a full pipe would stop the program.
    func readTrace() { traceLines += TerminalJob.lines(trace, &unreadTrace) }

    private static func lines(_ descriptor: Int32, _ unread: inout [UInt8]) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { unread += buffer[..<count] }
        guard let end = unread.lastIndex(of: 0x0A) else { return [] }
        defer { unread.removeSubrange(...end) }
        return unread[..<end].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    private func note(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Int32(words[1]) else { return }
        if words[0] == "pid" { process = number } else { status = number }
    }

    private static func isStop(_ status: Int32) -> Bool {
        [SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU].contains(status - 128)
    }

    private static func makePipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure("pipe") }
        // Out of the way of the numbers that the shell sees.
        let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
        for end in ends { close(end) }
        return (high[0], high[1])
    }
}

/// Starts a program as the leader of a session on a terminal.
enum ShellSpawn {
    static func spawn(
        _ command: [String], environment: [String: String], slavePath: String,
        moving descriptors: [(from: Int32, to: Int32)]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens becomes its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, slavePath, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
        var attributes = try newSession()
        defer { posix_spawnattr_destroy(&attributes) }
        return try spawn(command, environment, &actions, &attributes)
    }

    /// A session of its own, no signal blocked or ignored.
    private static func newSession() throws -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        guard posix_spawnattr_init(&attributes) == 0 else { throw SystemFailure("posix_spawnattr_init") }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        #if os(Linux)
            // <spawn.h> shows POSIX_SPAWN_SETSID to GNU sources only.
            let setSession: Int32 = 0x80
        #else
            let setSession = POSIX_SPAWN_SETSID
        #endif
        let flags = setSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t
    ) throws -> pid_t {
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw SystemFailure("posix_spawn \(command[0])", code) }
        return process
    }
}

internal import CFork
public import Foundation

/// A program to be started as a child process: by `posix_spawn`, or by `fork` if it belongs to our job.
///
/// It does not use Foundation's `Process`, which puts the child into a group that the terminal stops at its first read, and cannot choose another
/// one; and which learns of the end by run loops, on its own thread and on the one that started it, which may have ended by
/// then. No signals are blocked in the child, whatever is blocked here.
///
/// Source: POSIX.1-2024, `posix_spawn`; `POSIX_SPAWN_CLOEXEC_DEFAULT` of Darwin.
public struct ChildProgram: Sendable {
    /// The job that it belongs to.
    public enum Group: Sendable, Hashable {
        /// Its own group: it can be killed with all its child processes, cannot read from the terminal, and does not receive Ctrl-C. Signals
        /// that are ignored here have their default effect in it.
        case own
        /// Our group: it has the terminal, and is suspended with us. Signals that are ignored here are ignored there, except SIGPIPE and SIGXFSZ.
        case ours
    }

    /// The program's absolute path, then its arguments; no shell sees them.
    public var words: [String]
    /// The whole environment of the program.
    public var environment: [String: String]
    public var group: Group
    /// The descriptors that it gets as 0, 1, 2 and so on; nil for the null device. Missing ones of the first three are ours; nothing else is
    /// open there, whatever is open here.
    public var descriptors: [Int32?]

    /// - Parameters:
    ///   - words: The program's absolute path, then its arguments.
    ///   - environment: The whole environment of the program.
    ///   - group: The job that it belongs to. Default: its own.
    ///   - descriptors: The descriptors that it gets. Default: ours.
    public init(
        _ words: [String], environment: [String: String], group: Group = .own, descriptors: [Int32?] = []
    ) {
        self.words = words
        self.environment = environment
        self.group = group
        self.descriptors = descriptors
    }

    /// Starts the program without waiting. It has to be waited for once: ``ChildProcess/waitForEnd()``.
    ///
    /// - Throws: ``SpawnFailure`` with the system's error, for example if there is no such program. A missing program of our own group ends with
    ///   status 127, as in a shell.
    public func start() throws(SpawnFailure) -> ChildProcess {
        guard let path = words.first else { throw SpawnFailure(code: EINVAL) }
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in arguments + variables { free(text) } }
        if group == .ours { return try fork(path, arguments + [nil], variables + [nil]) }
        var (actions, attributes) = (FileActions(descriptors), Attributes())
        defer {
            actions.destroy()
            attributes.destroy()
        }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions.value, &attributes.value, arguments + [nil], variables + [nil])
        guard code == 0 else { throw SpawnFailure(code: code) }
        return ChildProcess(id: id, group: group)
    }

    private func fork(
        _ path: String, _ arguments: [UnsafeMutablePointer<CChar>?], _ variables: [UnsafeMutablePointer<CChar>?]
    ) throws(SpawnFailure) -> ChildProcess {
        let open = descriptors.map { $0 ?? -1 }
        let closed = FileActions.open(from: max(3, open.count))
        let defaults = [SIGPIPE, SIGXFSZ]
        let id = fork_program(
            path, arguments, variables, open, Int32(open.count), closed, Int32(closed.count), defaults,
            Int32(defaults.count))
        guard id > 0 else { throw SpawnFailure(code: errno) }
        return ChildProcess(id: id, group: group)
    }
}

/// The reason why a program was not started.
public struct SpawnFailure: LocalizedError, Sendable, Hashable {
    /// The `errno`.
    public let code: Int32

    /// The system's message: "No such file or directory".
    public var errorDescription: String? { String(cString: strerror(code)) }
}

/// The files that the program finds open.
private struct FileActions {
    #if canImport(Darwin)
        var value: posix_spawn_file_actions_t?
    #else
        var value = posix_spawn_file_actions_t()
    #endif

    init(_ descriptors: [Int32?]) {
        posix_spawn_file_actions_init(&value)
        for (number, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&value, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&value, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
        closeTheRest(from: descriptors.count)
    }

    /// Closes all other descriptors. Libraries do not open all with close-on-exec, and a browser would keep them open. They are listed, since glibc's
    /// `posix_spawn_file_actions_addclosefrom_np` is not visible in Swift; a descriptor that is closed by then is not an error.
    private mutating func closeTheRest(from number: Int) {
        #if canImport(Darwin)
            // The attributes close everything else.
            for number in number..<max(3, number) { posix_spawn_file_actions_addinherit_np(&value, Int32(number)) }
        #else
            for file in Self.open(from: max(3, number)) { posix_spawn_file_actions_addclose(&value, file) }
        #endif
    }

    /// Returns the descriptors that are open here, from a number on.
    static func open(from number: Int) -> [Int32] {
        #if canImport(Darwin)
            let directory = "/dev/fd"
        #else
            let directory = "/proc/self/fd"
        #endif
        let open = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return open.compactMap(Int32.init).filter { $0 >= number }
    }

    mutating func destroy() { posix_spawn_file_actions_destroy(&value) }
}

/// The signals of the program, and its own group.
private struct Attributes {
    #if canImport(Darwin)
        var value: posix_spawnattr_t?
    #else
        var value = posix_spawnattr_t()
    #endif

    init() {
        posix_spawnattr_init(&value)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&value, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&value, &signals)
        var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        posix_spawnattr_setflags(&value, Int16(flags))
    }

    mutating func destroy() { posix_spawnattr_destroy(&value) }
}

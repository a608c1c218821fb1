internal import CFork
public import Foundation

/// A program to be started in a process of its own: by `posix_spawn`, or by `fork` where it belongs to our job.
///
/// Not by Foundation's `Process`: that puts it into a group which the terminal stops at its first read, and cannot say which group it is to
/// belong to otherwise; and it hears of the end by run loops, of a thread of its own and of the one that started it, which may be over by
/// then. Signals are not blocked in it, whatever is blocked here.
///
/// Source: POSIX.1-2024, `posix_spawn`; `POSIX_SPAWN_CLOEXEC_DEFAULT` of Darwin.
public struct ChildProgram: Sendable {
    /// To which job it belongs.
    public enum Group: Sendable, Hashable {
        /// One of its own: it can be killed with all that it started, cannot read from the terminal, and Ctrl-C is not meant for it. Signals
        /// that are ignored here mean to it what they mean to a fresh process.
        case own
        /// Ours: it has the terminal, and is suspended with us. What else is ignored here is ignored there, but SIGPIPE and SIGXFSZ.
        case ours
    }

    /// The program's absolute path, then its arguments; no shell sees them.
    public var words: [String]
    /// All that it has.
    public var environment: [String: String]
    public var group: Group
    /// What it finds open as 0, 1, 2 and so on; nil: the null device. Those of the first three that are not named are ours; nothing else is
    /// open there, whatever is here.
    public var descriptors: [Int32?]

    /// - Parameters:
    ///   - words: the program's absolute path, then its arguments.
    ///   - environment: all that it has.
    ///   - group: default: its own.
    ///   - descriptors: default: ours.
    public init(
        _ words: [String], environment: [String: String], group: Group = .own, descriptors: [Int32?] = []
    ) {
        self.words = words
        self.environment = environment
        self.group = group
        self.descriptors = descriptors
    }

    /// Starts it, and waits for nothing. It has to be waited for once: ``ChildProcess/waitForEnd()``.
    ///
    /// - Throws: ``SpawnFailure`` with what the system says, as when there is no such program. One of our own group that is not there ends with
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

/// Why a program was not started.
public struct SpawnFailure: LocalizedError, Sendable, Hashable {
    /// One of `errno`.
    public let code: Int32

    /// What the system says of it: "No such file or directory".
    public var errorDescription: String? { String(cString: strerror(code)) }
}

/// Which files it finds open.
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

    /// Not all that libraries open closes on exec, and a browser would keep it for as long as it runs. By a list, since glibc's
    /// `posix_spawn_file_actions_addclosefrom_np` is none of those that Swift sees; what is gone by then is no error.
    private mutating func closeTheRest(from number: Int) {
        #if canImport(Darwin)
            // The attributes say that nothing else is open.
            for number in number..<max(3, number) { posix_spawn_file_actions_addinherit_np(&value, Int32(number)) }
        #else
            for file in Self.open(from: max(3, number)) { posix_spawn_file_actions_addclose(&value, file) }
        #endif
    }

    /// What is open here, from a number on.
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

/// What it finds of signals, and a group of its own.
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

import Foundation
import TextGrid

/// A failed call of the system in a test's own machinery.
public struct SystemFailure: Error, CustomStringConvertible {
    public let operation: String
    public let code: Int32
    public var description: String { "\(operation): \(String(cString: strerror(code)))" }

    init(_ operation: String, _ code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }
}

/// A pair of descriptors that behaves as a terminal. A thread reads what is written to it, so writers never wait.
public final class PseudoTerminal {
    /// The path of the program's side.
    public let slavePath: String
    private let master: Int32
    /// The program's side, held open so that the terminal outlives its programs.
    private let slave: Int32
    private let inbox = ByteInbox()
    private var isClosed = false

    public init(size: Size) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw SystemFailure("openpty") }
        (self.master, self.slave) = (master, slave)
        slavePath = try Self.path(of: slave)
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        try resize(size)
        startReading()
    }

    deinit { hangUp() }

    /// Returns the path of a terminal. `ttyname` has one buffer for all threads, and tests run beside each other.
    private static func path(of descriptor: Int32) throws -> String {
        var name = [CChar](repeating: 0, count: 256)
        let code = ttyname_r(descriptor, &name, name.count)
        guard code == 0 else { throw SystemFailure("ttyname_r", code) }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Opens the program's side in this process, without making it the controlling terminal.
    public func openSlave() throws -> Int32 {
        let descriptor = open(slavePath, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open \(slavePath)") }
        return descriptor
    }

    public func resize(_ size: Size) throws {
        var window = winsize(
            ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master, UInt(TIOCSWINSZ), &window) == 0 else { throw SystemFailure("TIOCSWINSZ") }
    }

    /// The modes of the program's side, as they are now.
    public func modes() throws -> TerminalModes {
        var modes = termios()
        guard tcgetattr(master, &modes) == 0 else { throw SystemFailure("tcgetattr") }
        return TerminalModes(modes)
    }

    /// Types bytes.
    public func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(master, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw SystemFailure("write to the terminal") }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Returns what the program wrote since the last call; waits until there is something or the deadline has passed.
    public func read(until deadline: Date) -> [UInt8] { inbox.take(until: deadline) }

    /// Closes the terminal as a lost connection does: its programs get SIGHUP.
    public func hangUp() {
        guard !isClosed else { return }
        isClosed = true
        // The reader closes the descriptors: closed here, another test could get their numbers while it still reads.
        inbox.stop()
    }

    private func startReading() {
        let (master, slave, inbox) = (self.master, self.slave, self.inbox)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !inbox.isStopped {
                var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, 20) > 0 else { continue }
                let count = Foundation.read(master, &buffer, buffer.count)
                if count > 0 { inbox.add(buffer[..<count]) }
            }
            close(slave)
            close(master)
        }
    }
}

/// The modes of a terminal, comparable.
public struct TerminalModes: Equatable, CustomStringConvertible {
    public let input, output, control, local: UInt
    public let characters: [UInt8]

    init(_ modes: termios) {
        input = UInt(modes.c_iflag)
        output = UInt(modes.c_oflag)
        control = UInt(modes.c_cflag)
        local = UInt(modes.c_lflag)
        characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    }

    /// Whether keys of signals work, and input comes by lines and is echoed.
    public var isCooked: Bool {
        let wanted = UInt(ISIG) | UInt(ICANON) | UInt(ECHO)
        return local & wanted == wanted
    }

    public var description: String {
        "iflag \(String(input, radix: 8)) oflag \(String(output, radix: 8)) lflag \(String(local, radix: 8)) cc \(characters)"
    }
}

/// Bytes from the reading thread for the testing one.
final class ByteInbox: Sendable {
    private let condition = NSCondition()
    // Both guarded by the condition.
    nonisolated(unsafe) private var bytes: [UInt8] = []
    nonisolated(unsafe) private var stopped = false

    var isStopped: Bool { condition.withLock { stopped } }

    func add(_ more: ArraySlice<UInt8>) {
        condition.withLock {
            bytes += more
            condition.broadcast()
        }
    }

    func stop() {
        condition.withLock {
            stopped = true
            condition.broadcast()
        }
    }

    func take(until deadline: Date) -> [UInt8] {
        condition.withLock {
            while bytes.isEmpty, !stopped, condition.wait(until: deadline) {}
            defer { bytes = [] }
            return bytes
        }
    }
}

import Foundation
import TextGrid

/// The two descriptors of a terminal: their modes, their bytes, their size.
struct TerminalLine {
    let input: Int32
    let output: Int32

    init(input: Int32, output: Int32) throws(TerminalError) {
        self.input = input
        self.output = output
        for (descriptor, name) in [(input, "input"), (output, "output")] where isatty(descriptor) == 0 {
            throw TerminalError(
                code: .notATerminal, operation: "isatty",
                message: "standard \(name) is not a terminal: run this in one, without redirecting", systemError: nil)
        }
    }

    func modes() throws(TerminalError) -> termios {
        var modes = termios()
        guard tcgetattr(input, &modes) == 0 else { throw .system("tcgetattr") }
        return modes
    }

    func set(_ modes: termios) {
        var modes = modes
        while tcsetattr(input, TCSADRAIN, &modes) != 0, errno == EINTR {}
    }

    /// Returns the modes in which every byte arrives as it is typed, none with a meaning of its own (XON, XOFF, the keys of signals), no echo.
    static func raw(_ modes: termios) -> termios {
        var raw = modes
        cfmakeraw(&raw)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return raw
    }

    /// The size that the kernel knows, as far as curses can count and a screen is sensible; 80x24 where it knows none.
    var size: Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        let columns = min(Int(size.ws_col), Self.mostInALine)
        return Size(columns: columns, rows: min(Int(size.ws_row), Self.mostInALine, max(1, Self.mostCells / columns)))
    }

    /// - Source: ncurses `NCURSES_SIZE_T`, a short.
    private static let mostInALine = Int(Int16.max)
    /// Largest number of cells: each takes memory several times over.
    private static let mostCells = 4_000_000

    /// - Returns: false when the terminal is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                _ = wait(output, Int16(POLLOUT), milliseconds: -1)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Returns what has been typed until now; nil if the terminal is gone.
    ///
    /// The descriptor stays blocking, since it is shared with the shell: it is asked first and read after.
    func read() -> [UInt8]? {
        var bytes: [UInt8] = []
        while wait(input, Int16(POLLIN), milliseconds: 0) {
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                filled = max(0, Foundation.read(input, buffer.baseAddress, buffer.count))
            }
            if chunk.isEmpty { return bytes.isEmpty ? nil : bytes }
            bytes += chunk
            // A frame is due now and then, however much is pasted.
            if bytes.count >= 1 << 20 { return bytes }
        }
        return bytes
    }

    private func wait(_ descriptor: Int32, _ events: Int16, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

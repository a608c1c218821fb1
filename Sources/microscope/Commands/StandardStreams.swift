import CommandLineTool
import Foundation

/// Standard output and standard error, written whole.
enum StandardStreams {
    /// Whether the locale has more than ASCII, by the variables that name it.
    static let showsNonASCII: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return name.uppercased().contains("UTF-8") || name.uppercased().contains("UTF8")
    }()

    /// The number of columns of the terminal that standard output is; nil if it is none.
    static var columns: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    struct WriteError: Error, CustomStringConvertible {
        /// The value of `errno`.
        let code: Int32
        /// The file that is written; nil for standard output.
        var file: String?

        /// Whether only the reader has gone, `head` for example.
        var isClosedPipe: Bool { code == EPIPE }
        /// The system's words for it.
        var reason: String { String(cString: strerror(code)) }
        /// The next thing to try.
        var advice: String {
            switch code {
            case EPIPE: "keep its reader open until the end"
            case ENOSPC, EDQUOT: "free some space"
            default: "write to another file"
            }
        }
        var description: String { "\(file ?? "standard output") cannot be written: \(reason); \(advice)" }
    }

    /// Whether an error says only that the reader of standard output has gone: who sees it has seen enough.
    static func isClosedPipe(_ error: any Error) -> Bool { (error as? WriteError)?.isClosedPipe ?? false }

    /// - Throws: ``WriteError`` when the reader is gone or the disk is full.
    static func write(_ text: String) throws(WriteError) { try write(bytes: Array(text.utf8)) }

    /// - Throws: ``WriteError`` when the reader is gone or the disk is full.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32 = STDOUT_FILENO, named file: String? = nil
    ) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                waitUntilWritable(descriptor)
                continue
            }
            guard count >= 0 else { throw WriteError(code: errno, file: file) }
            rest = rest.dropFirst(count)
        }
    }

    static func write(bytes: [UInt8]) throws(WriteError) {
        var failure: WriteError?
        bytes.withUnsafeBytes { buffer in
            do throws(WriteError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Waits until a descriptor is writable: another program may have made the terminal or pipe nonblocking.
    private static func waitUntilWritable(_ descriptor: Int32) {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&place, 1, -1)
    }

    /// Writes one line to standard error, safe for a terminal.
    static func complain(_ text: String) {
        var line = "microscope: " + TerminalText.line(text, showsNonASCII: showsNonASCII) + "\n"
        line.withUTF8 { try? write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// Writes one line to standard output: names and paths as they are for a program, made safe for a terminal.
    ///
    /// - Throws: ``WriteError`` when the reader is gone or the disk is full.
    static func print(_ text: String) throws(WriteError) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        try write(TerminalText.output(text, isTerminal: isTerminal, showsNonASCII: showsNonASCII) + "\n")
    }

    /// Writes lines of a report to standard output, safe for a terminal wherever they go.
    ///
    /// - Throws: ``WriteError`` when the reader is gone or the disk is full.
    static func printLines(_ lines: [String]) throws(WriteError) {
        for line in lines {
            try write(bytes: Array((TerminalText.line(line, showsNonASCII: showsNonASCII) + "\n").utf8))
        }
    }

    /// Writes one line to standard error that is no error, safe for a terminal.
    static func note(_ text: String) {
        var line = TerminalText.line(text, showsNonASCII: showsNonASCII) + "\n"
        line.withUTF8 { try? write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }
}

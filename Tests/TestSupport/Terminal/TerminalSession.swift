import Foundation
import TextGrid

/// A program on a terminal of its own, typed at and looked at as a person does.
///
/// It runs as a job of a small shell with job control, so that it can be stopped and continued, and so that the modes it
/// leaves can be read: the kernel resets a terminal whose first program ends.
public final class TerminalSession {
    public let terminal: PseudoTerminal
    public let screen: VirtualScreen
    /// The modes before the program started.
    public let modesBefore: TerminalModes
    private let job: TerminalJob
    private var frames = FrameBytes()
    /// Time that a condition may take to come true. Generous: it is spent only on failure.
    public var patience: TimeInterval = 30
    /// Objects that have to live as long as the session: a server, a directory.
    public var companions: [AnyObject] = []
    /// All that the program has written.
    public private(set) var output: [UInt8] = []
    public var bytesReceived: Int { output.count }
    /// Called whenever the screen may have changed, also between two conditions that are waited for.
    public var onChange: ((VirtualScreen) -> Void)?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: The whole environment; TERM is `xterm-256color` and LANG `C.UTF-8` unless it says otherwise.
    ///   - directory: The current directory. Default: this process's.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
        size: Size = Size(columns: 80, rows: 24), directory: String? = nil
    ) throws {
        terminal = try PseudoTerminal(size: size)
        screen = VirtualScreen(size: size)
        modesBefore = try terminal.modes()
        let defaults = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]
        job = try TerminalJob(
            [executable] + arguments, environment: defaults.merging(environment) { $1 }, slavePath: terminal.slavePath,
            directory: directory)
    }

    // MARK: Typing

    /// Types text, character by character as keys.
    public func type(_ text: String) throws { try terminal.write(Array(text.utf8)) }

    /// Sends bytes, as a terminal does for what is no text.
    public func type(_ bytes: [UInt8]) throws { try terminal.write(bytes) }

    public func press(_ stroke: KeyStroke) throws {
        pump(until: Date())
        try terminal.write(KeyEncoder.bytes(stroke, application: screen.modes.contains(1)))
    }

    public func press(_ key: KeyStroke.Key) throws { try press(KeyStroke(key)) }

    /// Pastes as terminals do: bracketed where the program asked for it, line ends as CR.
    public func paste(_ text: String) throws {
        pump(until: Date())
        let typed = text.replacingOccurrences(of: "\n", with: "\r")
        try terminal.write(Array((screen.hasBracketedPaste ? "\u{1B}[200~\(typed)\u{1B}[201~" : typed).utf8))
    }

    /// Clicks the left button (SGR protocol).
    public func click(_ point: Point) throws {
        let place = "\(point.column + 1);\(point.row + 1)"
        try type("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m")
    }

    public func resize(_ size: Size) throws {
        screen.resize(size)
        try terminal.resize(size)
    }

    /// Returns the program's own process identifier.
    public func processIdentifier() throws -> pid_t { try job.processIdentifier(patience) }

    public func send(signal: Int32) throws {
        let process = try processIdentifier()
        guard kill(process, signal) == 0 else { throw SystemFailure("kill") }
    }

    // MARK: Looking

    public var screenText: String {
        settle()
        return screen.text
    }

    public func cell(at point: Point) -> VirtualScreen.Cell {
        settle()
        return screen[column: point.column, row: point.row]
    }

    public func svg() -> String {
        settle()
        return screen.svg()
    }

    /// Waits until the screen shows a text. - Throws: ``ScreenNeverCame`` with the screen as it is.
    public func waitFor(_ text: String, line: UInt = #line) throws {
        try waitFor("the text \"\(text)\"", line: line) { $0.text.contains(text) }
    }

    /// Waits until a condition of the screen holds, named by a sentence for the failure.
    public func waitFor(_ what: String, line: UInt = #line, _ condition: (VirtualScreen) -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: patience)
        while !(frames.isBetweenFrames && condition(screen)) {
            // In short steps: the program may end without a word.
            pump(until: min(deadline, Date(timeIntervalSinceNow: frames.isBetweenFrames ? 0.1 : 0.002)))
            // What it wrote last may still be on its way through the terminal's line discipline.
            let hasEnded = job.hasEnded && !pump(until: Date(timeIntervalSinceNow: 0.5))
            if hasEnded { frames.giveUp() }
            if hasEnded || Date() >= deadline, !condition(screen) {
                throw ScreenNeverCame(what, line, screen, ended: job.statusIfEnded)
            }
        }
    }

    /// The descriptor that the program may trace on (`--trace-frames 5`).
    public static let traceDescriptor: Int32 = 5

    /// The lines of the trace until now.
    public var trace: [String] {
        pump(until: Date())
        return job.traceLines
    }

    /// Waits until the trace satisfies a condition, named by a sentence for the failure.
    public func waitForTrace(_ what: String, line: UInt = #line, _ condition: ([String]) -> Bool) throws {
        try waitFor(what, line: line) { _ in condition(job.traceLines) }
    }

    // MARK: Ending

    /// Waits for the program to end. 128 and the signal's number when a signal ended it, as in a shell.
    public func waitForExit(line: UInt = #line) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: patience)
        while true {
            if let status = job.statusIfEnded { return finish(status) }
            guard Date() < deadline else { throw ScreenNeverCame("the end of the program", line, screen, ended: nil) }
            pump(until: Date(timeIntervalSinceNow: 0.02))
        }
    }

    /// Waits until the program is stopped, as by Ctrl-Z.
    public func waitUntilStopped(line: UInt = #line) throws {
        let deadline = Date(timeIntervalSinceNow: patience)
        while !job.isStopped {
            guard Date() < deadline, !job.hasEnded else {
                throw ScreenNeverCame("the program to stop", line, screen, ended: job.statusIfEnded)
            }
            pump(until: Date(timeIntervalSinceNow: 0.02))
        }
    }

    /// Whether it is stopped now, as by Ctrl-Z.
    public var isStopped: Bool { job.isStopped }

    /// The status as ``waitForExit(line:)`` has it; nil while the program runs or is stopped.
    public var statusIfEnded: Int32? { job.statusIfEnded }

    /// Reads until nothing has come for a while, or the program is stopped or over.
    ///
    /// - Parameters:
    ///   - interval: The time in seconds in which nothing was written and no frame was drawn.
    ///   - limit: The time in seconds after which it is given up.
    /// - Returns: Whether there was such a silence.
    @discardableResult
    public func waitForSilence(of interval: TimeInterval, atMost limit: TimeInterval) -> Bool {
        let deadline = Date(timeIntervalSinceNow: limit)
        while Date() < deadline {
            let drawn = job.traceLines.count
            let hasRead = pump(until: Date(timeIntervalSinceNow: interval))
            if !hasRead, job.traceLines.count == drawn, frames.isBetweenFrames { return true }
            if job.isStopped || job.hasEnded { return true }
        }
        return false
    }

    /// Continues a stopped program in the foreground, as `fg` does.
    public func bringToForeground() throws { try job.bringToForeground() }

    /// Returns the modes now; after the end, those that the program left.
    public func modes() throws -> TerminalModes { try terminal.modes() }

    /// Loses the connection, as SIGHUP says.
    public func hangUp() { terminal.hangUp() }

    private func finish(_ status: Int32) -> Int32 {
        while pump(until: Date(timeIntervalSinceNow: 0.05)) {}
        return status
    }

    /// Reads what has come, and the rest of a frame that has begun.
    private func settle() {
        pump(until: Date())
        while !frames.isBetweenFrames, !job.hasEnded { pump(until: Date(timeIntervalSinceNow: 0.002)) }
    }

    @discardableResult
    private func pump(until deadline: Date) -> Bool {
        let bytes = terminal.read(until: deadline)
        job.readTrace()
        output += bytes
        frames.note(bytes, traced: job.traceLines)
        let response = screen.feed(bytes)
        if !bytes.isEmpty { onChange?(screen) }
        if !response.isEmpty { try? terminal.write(response) }
        return !bytes.isEmpty
    }
}

/// The error if a condition of a screen did not come true; the message holds the screen.
public struct ScreenNeverCame: Error, CustomStringConvertible {
    public let description: String

    init(_ what: String, _ line: UInt, _ screen: VirtualScreen, ended: Int32?) {
        let end = ended.map { "; the program has ended with status \($0)" } ?? ""
        description = """
            line \(line): waited in vain for \(what)\(end). The screen:
            \(ScreenComparison.framed(screen.text, columns: screen.size.columns))
            """
    }
}

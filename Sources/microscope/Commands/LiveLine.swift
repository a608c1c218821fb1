import CommandLineTool
import Foundation
import MicroClient

/// A line on standard error that replaces itself; nothing if standard error is no terminal.
struct LiveLine {
    private let columns: Int? = {
        var size = winsize()
        guard isatty(STDERR_FILENO) == 1, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }()

    /// - Parameter text: Makes a line that is safe for a terminal, for the given number of columns.
    func show(_ text: (Int) -> String) {
        if let columns { write("\r\(text(columns))\u{1B}[K") }
    }

    /// - Parameter text: The text, which is made safe and cut to the line.
    func show(_ text: String) {
        let safe = TerminalText.line(text, showsNonASCII: StandardStreams.showsNonASCII)
        show { String(safe.prefix($0 - 1)) }
    }

    func clear() {
        if columns != nil { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { try? StandardStreams.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }
}

/// The line that shows how much of a body has been transferred, on a ``LiveLine``, while that takes long.
struct ProgressLine: Sendable {
    private let line = LiveLine()
    private let state: Locked<State>

    private struct State {
        var progress: TransferLine
        var isShown = false
    }

    /// - Parameter showsDownloads: Whether nothing else is written to the terminal while a response comes.
    init(showsDownloads: Bool) { state = Locked(State(progress: TransferLine(showsDownloads: showsDownloads))) }

    func note(_ event: Exchange.Event) {
        state.withLock { state in
            guard let text = state.progress.text(after: event, at: Date()) else { return }
            line.show(text)
            state.isShown = true
        }
    }

    func clear() {
        state.withLock { state in
            if state.isShown { line.clear() }
            state.isShown = false
        }
    }
}

/// A limit of four times a second.
final class Pace {
    private var last = Date.distantPast

    func isDue() -> Bool {
        let now = Date()
        guard now.timeIntervalSince(last) >= 0.25 else { return false }
        last = now
        return true
    }
}

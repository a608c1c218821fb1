import ExplorerKit
import TextGrid

// A message that has no room in the last line is whole in the log, and the key to the log leads to it.

/// A message that was cut, and its line in the log.
struct CutMessage: Sendable, Hashable {
    var text: String
    /// Counted from the first that ever was, as ``LogState/cursor``.
    var line: Int
}

extension ExplorerState {
    /// Whether the message of the last line is longer than that.
    var isStatusCut: Bool { status.map { DisplayWidth.columns(of: $0.text) > size.columns } ?? false }

    /// Logs a message that has no room, after every event. A repeated one is not logged again, nor one that the log has just received.
    mutating func keepCutMessage() {
        guard isStatusCut, let status else {
            display.cutMessage = nil
            return
        }
        guard display.cutMessage?.text != status.text else { return }
        if log.entries.last?.message != status.text { note(status.text, status.kind) }
        display.cutMessage = CutMessage(text: status.text, line: log.dropped + log.entries.count - 1)
    }

    /// Goes to the message that was cut, else to where the user was in the log.
    mutating func goToLog() {
        focus = .log
        guard let message = display.cutMessage, message.line >= log.dropped else { return }
        if display.zoomed != nil { display.zoomed = .log }
        if !log.shown.contains(message.line - log.dropped) { log.showAll() }
        let shown = log.shown
        log.moveCursor(toRow: shown.firstIndex(of: message.line - log.dropped) ?? 0, of: shown)
    }
}

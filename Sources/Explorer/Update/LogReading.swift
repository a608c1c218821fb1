import BodyView
import Exchanges
import ExplorerKit
import Foundation
import MicroClient
import OpenCollection
import TextGrid

// Reading the log: cursor, levels, filter, search, and the way from a line to its attempt.

extension ExplorerState {
    mutating func moveInLog(_ action: Action) {
        let shown = log.shown
        let row = Self.moved(log.cursorRow(in: shown), action, page: logRows, last: shown.count - 1)
        log.moveCursor(toRow: row, of: shown)
    }

    /// The rows below the title.
    var logRows: Int { max(1, layout.log.rows - 1) }

    /// Brings the cursor into view; without one, the newest line.
    mutating func settleLog() { log.first = LogRows(self).first }

    // MARK: What is shown

    /// Narrows the log to the request that is shown, or shows all.
    mutating func changeLogScope() {
        guard log.scope == nil, let shown else {
            log.scope = nil
            say(.info, "The log shows the lines of all requests.")
            return
        }
        log.scope = LogState.Place(collection: current.path, request: shown)
        say(.info, "The log shows the lines of \(shown.text).")
    }

    mutating func askForLogFilter() {
        var prompt = Prompt("Show only lines with", about: .log, detail: "Esc shows all again.", text: log.filter) {
            _, _ in
            []
        }
        prompt.follow = { $1.log.filter = $0 }
        prompt.leave = { $0.log.filter = "" }
        present(prompt)
    }

    // MARK: To the attempt

    /// Shows the request that the line with the cursor is about, and what was sent in its attempt.
    mutating func goToAttempt() -> [Effect] {
        guard let place = log.entryAtCursor?.place else { return say(.info, "This line is about no request.") }
        guard collections[place.collection]?.sessions[place.request] != nil else {
            return say(.warning, "\(place.request.text) is not open any more.")
        }
        let effects = showCollection(place.collection)
        reveal(place.request)
        display.focusPane(.response)
        guard let send = place.send, session?.showResponse(of: send) == false else {
            showWire(ofAttempt: place.attempt)
            return effects
        }
        guard let record = log.record(of: send) else {
            say(.warning, "That send was not finished, and what came of it is gone.")
            return effects
        }
        // It was sent again since: the history has what came of it then.
        return effects
            + openExchange(record) { explorer, _, _ in
                explorer.showWire(ofAttempt: place.attempt)
                return []
            }
    }

    mutating func showWire(ofAttempt number: Int?) {
        guard var session else { return }
        session.responseTab = .wire
        session.comparison?.isAlone = true
        self.session = session
        guard let number else { return }
        scrollResponse(.wire, to: wireLine(ofAttempt: number, session))
        guard !session.wireAttempts.contains(where: { $0.number == number }) else { return }
        say(.info, "What is shown has no attempt \(number).")
    }

    // MARK: Out of the log

    mutating func askForLogFile() {
        askForText(
            "Save the log as it is shown", about: .log,
            detail: "A path, ~ is your home; an existing file is not overwritten.",
            text: savePath("microscope.log")
        ) { $1.saveLog(to: $0.editor.text) }
    }

    mutating func saveLog(to path: String) -> [Effect] {
        let path = path.trimmingSpaces
        guard !path.isEmpty else { return [] }
        say(.info, "Saving \(Wording.count(log.shown.count, "line")).")
        let log = log.shownText(secondsFromGMT: secondsFromGMT)
        return effect(.logFile, showing: { .saveLog(log, path: path, $0) })
    }

    mutating func openLogCopyMenu() {
        ask(
            "Copy",
            .init("Line", detail: "the one with the cursor, its time as ISO 8601") { $0.copyLogEntry() },
            .init("All lines shown", detail: Wording.count(log.shown.count, "line")) { $0.copyLog() })
    }

    private mutating func copyLogEntry() -> [Effect] {
        log.entryAtCursor.map {
            copy(Clip($0.line(secondsFromGMT: secondsFromGMT), name: "a line of the log"))
        } ?? []
    }

    private mutating func copyLog() -> [Effect] {
        copy(
            Clip(
                log.shownText(secondsFromGMT: secondsFromGMT),
                name: "\(Wording.count(log.shown.count, "line")) of the log", fileExtension: "log"))
    }

    var reasonNotToScopeLog: String? {
        log.scope != nil || session?.isRequest == true ? nil : "No request is shown: choose one (1)."
    }
}

extension QuestionID {
    static let log = QuestionID(name: "log", isAboutCollection: false)
}

extension RequestSession {
    /// Whether what is shown of it came of this send; of several sides, the one that did is chosen.
    mutating func showResponse(of send: Int) -> Bool {
        if let side = comparison?.sides.firstIndex(where: { $0.send.isOf(send) }) {
            comparison?.selected = side
            return true
        }
        return comparison == nil && own.isOf(send)
    }
}

extension ShownSend {
    /// Whether it is this send. One that is under way is shown in the place of the response before it.
    fileprivate func isOf(_ send: Int) -> Bool { running.map { $0.generation == send } ?? (response?.send == send) }
}

extension LogLevel {
    /// The levels that are shown from this one on, in words.
    var span: String {
        switch self {
        case .debug: "all levels"
        case .info, .warning: "\(word) and above"
        case .error: "errors alone"
        }
    }
}

extension LogState.Entry {
    /// Returns the line for a file or the clipboard: no character of it can do anything to a terminal.
    func line(secondsFromGMT: Int) -> String {
        let moment = Wording.iso8601(at, secondsFromGMT: secondsFromGMT)
        return "\(moment) \(level.word.uppercased()) \(message.shownInLine(limit: 100_000))"
    }
}

extension LogState {
    /// Goes to the next line with the text looked for, or to the one before.
    ///
    /// - Returns: Its place among those that hold the text; nil if none does.
    mutating func find(_ direction: MatchStep.Direction) -> (place: Int, of: Int)? {
        let shown = shown
        var finding = TextFinding(text: searchText, line: cursorRow(in: shown))
        let position = finding.step(in: shown.map { entries[$0].message }, from: 0, direction)
        if let line = finding.line, position != nil { cursor = shown[line] + dropped }
        return position
    }

    fileprivate var entryAtCursor: Entry? {
        let shown = shown
        return shown[safe: cursorRow(in: shown)].map { entries[$0] }
    }

    mutating func changeLevel(by step: Int) -> StatusMessage {
        guard let level = LogLevel(rawValue: level.rawValue + step) else {
            return StatusMessage(.info, step > 0 ? "Only errors are shown already." : "All levels are shown already.")
        }
        self.level = level
        return StatusMessage(.info, "The log shows \(level.span).")
    }

    /// Shows lines with any text again.
    ///
    /// - Returns: The words for that; nil if there was no filter.
    mutating func dropFilter() -> StatusMessage? {
        guard !filter.isEmpty else { return nil }
        defer { filter = "" }
        return StatusMessage(.info, "Lines without \"\(filter.shownInLine(limit: 60))\" are shown again.")
    }

    /// Returns the lines shown, as text.
    fileprivate func shownText(secondsFromGMT: Int) -> String {
        shown.map { entries[$0].line(secondsFromGMT: secondsFromGMT) + "\n" }.joined()
    }

    /// Why an action of the log can do nothing now; nil when it can.
    var reasonWithoutLines: String? { entries.isEmpty ? "The log is empty." : nil }
}

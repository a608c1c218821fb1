public import Exchanges
import Foundation
import Quoting
import TextGrid

/// The output of `history list`: a line for each exchange, or JSON.
public struct HistoryListReport {
    private let rows: [HistoryRow]
    private let clock: HistoryClock

    /// - Parameter clock: The clock in whose zone times are shown.
    public init(_ rows: [HistoryRow], clock: HistoryClock) {
        self.rows = rows
        self.clock = clock
    }

    // MARK: Lines

    /// Returns a line for each exchange, safe for a terminal; empty if there are none.
    ///
    /// - Parameter columns: The columns of the terminal, to which lines are cut; nil cuts nothing.
    public func text(columns: Int?, showsNonASCII: Bool) -> String {
        let cells = rows.map(self.cells)
        let widths = (0..<Self.alignments.count).map { column in cells.map { $0[column].columns }.max() ?? 0 }
        return cells.map { cells in
            let fields = Self.alignments.indices.map { Self.pad(cells[$0], to: widths[$0], Self.alignments[$0]) }
            let line = (fields.filter { !$0.isEmpty } + [cells[Self.alignments.count]]).joined(separator: "  ")
            return Self.shown(line, columns, showsNonASCII) + "\n"
        }.joined()
    }

    private enum Alignment { case left, right }
    /// The alignments of id, time, status, method, duration, size and marks; the rest comes after them.
    private static let alignments: [Alignment] = [.left, .left, .left, .left, .right, .right, .left]

    private func cells(of row: HistoryRow) -> [String] {
        [
            row.shortID, moment(row.sentAt), row.outcomeText, row.method, row.duration.map(Wording.duration) ?? "",
            row.responseLength.map(Wording.bytes) ?? "", row.marks, row.subject,
        ].map { TerminalText.line($0, showsNonASCII: true) }
    }

    /// Returns a time: "17:02:11 +02:00"; for all of a list "2026-11-21 17:02:11 +02:00" if one is on another day.
    private func moment(_ date: Date) -> String {
        let isToday = rows.allSatisfy { day($0.sentAt) == day(clock.now) }
        return Wording.moment(
            date, now: isToday ? date : .distantPast, secondsFromGMT: clock.secondsFromGMT(date))
    }

    private func day(_ date: Date) -> String {
        date.addingTimeInterval(Double(clock.secondsFromGMT(date))).formatted(.iso8601.year().month().day())
    }

    private static func pad(_ text: String, to width: Int, _ alignment: Alignment) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.columns))
        return alignment == .left ? text + spaces : spaces + text
    }

    private static func shown(_ line: String, _ columns: Int?, _ showsNonASCII: Bool) -> String {
        let line = line.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
        let cut = columns.map { line.cut(to: $0) } ?? line
        return showsNonASCII ? cut : TerminalText.line(cut.replacing("★", with: "*"), showsNonASCII: false)
    }

    // MARK: JSON

    /// Writes an object with the exchanges; times are in UTC, durations in seconds, what is unknown is null.
    ///
    /// - Parameter hasMore: Whether there are more than these; nil leaves that out.
    public func writeJSON(
        hasMore: Bool? = nil, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("exchanges", rows) { row in try json.object { try json.members(of: row) } }
            if let hasMore {
                try json.member("more", hasMore)
            }
        }
    }
}

extension JSONWriter {
    /// Writes the members of an exchange in a list, within an object.
    func members(of row: HistoryRow) throws {
        try members([
            ("id", row.id.uuidString.lowercased()), ("shortId", row.shortID), ("sentAt", Self.time(row.sentAt)),
            ("source", row.source.word), ("sourceName", row.source.name), ("collection", row.origin.collection),
            ("request", row.origin.requestPath), ("environment", row.origin.environment),
        ])
        try member("draft", row.origin.wasDraft)
        try members([("method", row.method), ("url", row.url)])
        try member("status", row.status)
        try key("failure")
        if let failure = row.failure {
            try object { try members([("stage", failure.stage.rawValue), ("message", failure.message)]) }
        } else {
            try null()
        }
        try member("seconds", seconds: row.duration)
        try member("attempts", row.attemptCount)
        try member("responseLength", row.responseLength.map(Int.init))
        try member("assertionsPassed", row.assertions.passed)
        try member("assertionsFailed", row.assertions.notPassed)
        try member("graphQLErrors", row.graphQLErrorCount)
        try member("pinned", row.isPinned)
        try member("note", row.note)
    }

    /// Returns a time in UTC: "2026-11-21T16:02:11.250Z".
    static func time(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension HistoryRow {
    /// The outcome: "✗ 503", "✗ connect", "✓ 200"; for a response that broke off "✗ 200 receive".
    var outcomeText: String {
        guard failure == nil else {
            let words = [status.map(String.init), failure?.stage.words]
            return (["✗"] + words.compactMap { $0 }).joined(separator: " ")
        }
        return status.map { "\(SendOutcome(self).hasProblems ? "✗" : Self.sign(of: $0)) \($0)" } ?? "…"
    }

    private static func sign(of status: Int) -> String {
        switch status {
        case 200..<300: "✓"
        case 300..<400: "↪"
        case 400..<500: "!"
        case 500...: "✗"
        default: "…"
        }
    }

    /// The marks: "replay ⟳3 ★ 1 failed 2 GraphQL errors".
    var marks: String {
        let retried = attemptCount > 1 ? "⟳\(attemptCount)" : nil
        let failed = assertions.notPassed > 0 ? "\(assertions.notPassed) failed" : nil
        let marks = [kindOfSend, retried, isPinned ? "★" : nil, failed, Wording.graphQLErrors(graphQLErrorCount)]
        return marks.compactMap { $0 }.joined(separator: " ")
    }

    /// The subject: "users/get (prod) ● "breaks since noon" http://…".
    var subject: String {
        let path = origin.requestPath.map { $0.droppingBytes(behind: ".yml") }
        let environment = origin.environment.map { "(\($0))" }
        let draft = origin.wasDraft ? "●" : nil
        return [path, environment, draft, note.map { "\"\($0)\"" }, url].compactMap { $0 }.joined(separator: " ")
    }

    /// Returns the line of an exchange that was changed: "3f2a9c1 2026-11-21T17:02:11+01:00 GET users/get".
    public func line(_ clock: HistoryClock) -> String {
        let time = Wording.iso8601(sentAt, secondsFromGMT: clock.secondsFromGMT(sentAt))
        return "\(shortID)  \(time)  \(outcomeText)  \(method)  \(subject)"
    }
}

extension StoredExchange.Source {
    var word: String {
        switch self {
        case .screen: "screen"
        case .commandLine: "command-line"
        case .replay: "replay"
        case .imported: "import"
        }
    }

    /// The id of the replayed exchange, or the name of the imported file; nil for other sources.
    var name: String? {
        switch self {
        case .screen, .commandLine: nil
        case .replay(let id): id.uuidString.lowercased()
        case .imported(let name): name
        }
    }

    /// The source in words, for a person.
    var text: String {
        switch self {
        case .screen: "sent on screen"
        case .commandLine: "sent from the command line"
        case .replay(let id): "replay of \(HistoryAddress.shortText(of: id))"
        case .imported(let name): "imported from \(name)"
        }
    }
}

extension String {
    /// The width in columns of a terminal.
    fileprivate var columns: Int { flatMap(Glyph.glyphs(of:)).map(\.columns).reduce(0, +) }

    /// Returns the text cut to a width, with a sign at the end if something was cut.
    fileprivate func cut(to columns: Int) -> String {
        let glyphs = flatMap(Glyph.glyphs(of:))
        guard glyphs.map(\.columns).reduce(0, +) > columns else { return self }
        var text = ""
        var used = 0
        for glyph in glyphs {
            guard used + glyph.columns < columns else { break }
            text += glyph.text
            used += glyph.columns
        }
        return text + "…"
    }
}

import Exchanges
import ExplorerKit
import MicroClient
import TextGrid

/// The log: one line with counts on a small screen, else lines below a title, the newest last. What is cut ends in a glyph, and is
/// whole under the cursor.
enum LogPane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard rect.rows > 1 else { return drawLine(state, in: rect, on: &grid) }
        let isFocused = state.focus == .log
        let rows = LogRows(state)
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        let title = [StyledText("Log", style)] + facts(state).map { StyledText($0, .dimmed) }
        let words = counts(state, rows.shown.count, inWords: true)
        let hasRoom = title.columns + words.columns + 8 <= rect.columns
        grid.writeTitle(
            rect, .log, title, trailing: hasRoom ? words : counts(state, rows.shown.count, inWords: false),
            isFocused: isFocused, state.glyphs)
        let body = rect.cutTop(1).1
        if rows.shown.isEmpty {
            let words = state.log.entries.isEmpty ? EmptyStateTexts.noLog : EmptyStateTexts.noLogMatch
            grid.writeEmpty(state.withKeyNames(words), in: body)
        }
        for (line, row) in rows.inView.map({ ($0.line, $0.rows.lowerBound) }) {
            if line == rows.cursor, let whole = rows.whole {
                drawWhole(whole, from: row, in: body, on: &grid)
            } else {
                write(state.log.entries[rows.shown[line]], state, in: body.line(row), on: &grid)
            }
        }
    }

    /// Draws the line with the cursor.
    private static func drawWhole(_ lines: [[StyledText]], from row: Int, in body: Rect, on grid: inout Grid) {
        for (offset, line) in lines.enumerated() {
            let rect = body.line(row + offset)
            grid.write(line, in: rect)
            grid.restyle(rect, .cursor)
        }
    }

    /// Returns all of an entry, broken at the pane's edge below its message; the end of what is longer than the pane is cut.
    static func lines(of entry: LogState.Entry, _ state: ExplorerState, in body: Rect) -> [[StyledText]] {
        let head = head(of: entry, state)
        // A message of a hundred thousand characters is broken no further than it is seen.
        let message = String(entry.message.prefix(max(1, body.rows) * body.columns))
        let indent = min(head.columns + 1, body.columns / 3)
        let lines = Wrapping.wrap(head + [words(of: entry, message)], columns: body.columns, indent: indent)
        let rest: [[StyledText]] = message.count < entry.message.count ? [[]] : []
        return (lines + rest).clipped(toRows: max(1, body.rows), columns: body.columns, state.glyphs.ellipsis)
    }

    /// Returns what narrows the list, and whether it follows.
    private static func facts(_ state: ExplorerState) -> [String] {
        let log = state.log
        var facts = [Wording.zone(state.secondsFromGMT)]
        if log.level != .debug { facts.append(log.level.span) }
        if !log.filter.isEmpty { facts.append("with \"\(log.filter)\"") }
        if let scope = log.scope { facts.append("of \(scope.request.text)") }
        if state.focus == .log { facts.append(log.isFollowing ? "follows" : "paused: G follows") }
        return facts.map { " \(state.glyphs.bullet) \($0)" }
    }

    private static func drawLine(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let counts = self.counts(state, state.log.entries.count, inWords: false)
        let room = Rect(column: rect.column, row: rect.row, columns: rect.columns - counts.columns - 2, rows: 1)
        if let entry = state.log.entries.last(where: { $0.level != .debug }) {
            write(entry, state, zone: " " + Wording.zone(state.secondsFromGMT), in: room, on: &grid)
        } else {
            grid.write("Log: nothing yet", .dimmed, in: room)
        }
        grid.write(counts, at: Point(column: rect.endColumn - counts.columns, row: rect.row), in: rect)
    }

    /// - Parameter zone: The time zone, where no title has it.
    private static func write(
        _ entry: LogState.Entry, _ state: ExplorerState, zone: String = "", in line: Rect, on grid: inout Grid
    ) {
        let runs = head(of: entry, state, zone: zone) + [words(of: entry, entry.message)]
        grid.write(runs.clipped(toColumns: line.columns, state.glyphs.ellipsis), in: line)
    }

    /// Returns the time and the level of an entry.
    private static func head(of entry: LogState.Entry, _ state: ExplorerState, zone: String = "") -> [StyledText] {
        let time = Wording.timeOfDay(entry.at, secondsFromGMT: state.secondsFromGMT) + zone
        return [
            StyledText("\(time) ", .dimmed),
            StyledText(
                DisplayWidth.padded(entry.level == .warning ? "warn" : entry.level.word, toColumns: 5),
                entry.level.style),
        ]
    }

    private static func words(of entry: LogState.Entry, _ message: String) -> StyledText {
        StyledText(" \(message)", entry.level == .debug ? .dimmed : .plain)
    }

    /// Returns how many lines there are, how many of them are shown, and how many are warnings or errors.
    private static func counts(_ state: ExplorerState, _ shown: Int, inWords: Bool) -> [StyledText] {
        let all = state.log.entries.count
        let some = shown < all ? "\(shown) of " : ""
        var runs = [StyledText(some + Wording.count(all, "line"), .dimmed)]
        let bad: [(LogLevel, String)] = [(.warning, state.glyphs.clientError), (.error, state.glyphs.failure)]
        for (level, sign) in bad where state.log.count(of: level) > 0 {
            let count = state.log.count(of: level)
            let text = inWords ? ", \(Wording.count(count, level.word))" : " \(state.glyphs.count(count, sign))"
            runs.append(StyledText(text, level.style))
        }
        return runs
    }
}

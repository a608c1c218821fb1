import Exchanges
import TextGrid

/// The library's log: one line with counts on a small screen, else the newest lines below a title.
enum LogPane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard rect.rows > 1 else { return drawLine(state, in: rect, on: &grid) }
        let isFocused = state.focus == .log
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        let back = state.log.scrollBack > 0 ? " \(state.signs.bullet) \(state.log.scrollBack) back" : ""
        grid.writeTitle(
            rect, .log, [StyledText("Log\(back)", style)], trailing: counts(state), isFocused: isFocused, state.signs)
        let body = rect.cutTop(1).1
        let end = max(0, state.log.entries.count - state.log.scrollBack)
        let shown = state.log.entries[max(0, end - body.rows)..<end]
        for (index, entry) in shown.enumerated() { write(entry, state, in: body.line(index), on: &grid) }
    }

    private static func drawLine(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let counts = self.counts(state)
        let room = Rect(
            column: rect.column, row: rect.row, columns: rect.columns - counts.columns - 2, rows: 1)
        if let entry = state.log.entries.last(where: { $0.level != .debug }) {
            write(entry, state, in: room, on: &grid)
        } else {
            grid.write("Log: nothing yet", at: room.origin, .dimmed, in: room)
        }
        grid.write(counts, at: Point(column: rect.endColumn - counts.columns, row: rect.row), in: rect)
    }

    private static func write(_ entry: LogState.Entry, _ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        let time = Wording.timeOfDay(entry.at, secondsFromGMT: state.secondsFromGMT)
        let runs = [
            StyledText("\(time) ", .dimmed), StyledText(word(entry.level), style(entry.level)),
            StyledText(" \(entry.message)", entry.level == .debug ? .dimmed : .plain),
        ]
        grid.write(runs, at: line.origin, in: line)
    }

    /// How many lines there are, and how many are bad.
    private static func counts(_ state: ExplorerState) -> [StyledText] {
        var runs = [StyledText("\(Wording.count(state.log.entries.count, "line"))", .dimmed)]
        let warnings = state.log.count(of: .warning)
        let errors = state.log.count(of: .error)
        if warnings > 0 { runs.append(StyledText(" \(state.signs.clientError)\(warnings)", .warning)) }
        if errors > 0 { runs.append(StyledText(" \(state.signs.failure)\(errors)", .failure)) }
        return runs
    }

    private static func word(_ level: LogEntryLevel) -> String {
        switch level {
        case .debug: "debug"
        case .info: "info "
        case .warning: "warn "
        case .error: "error"
        }
    }

    private static func style(_ level: LogEntryLevel) -> Style {
        switch level {
        case .debug: .dimmed
        case .info: .label
        case .warning: .warning
        case .error: .failure
        }
    }
}

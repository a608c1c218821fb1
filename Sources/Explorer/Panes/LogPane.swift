import Exchanges
import TextGrid

/// The log: one line with counts on a small screen, else lines below a title, the newest last.
enum LogPane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard rect.rows > 1 else { return drawLine(state, in: rect, on: &grid) }
        let isFocused = state.focus == .log
        let shown = state.log.shown
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        grid.writeTitle(
            rect, .log, [StyledText("Log", style)] + facts(state).map { StyledText($0, .dimmed) },
            trailing: counts(state, shown.count), isFocused: isFocused, state.signs)
        let body = rect.cutTop(1).1
        if shown.isEmpty {
            let words = state.log.entries.isEmpty ? EmptyWords.noLog : EmptyWords.noLogMatch
            grid.writeEmpty(state.said(words), in: body)
        }
        let cursor = state.log.cursorRow(in: shown)
        let first = ExplorerState.scroll(state.log.first, showing: cursor, rows: body.rows, of: shown.count)
        for (offset, index) in shown.dropFirst(first).prefix(body.rows).enumerated() {
            write(state.log.entries[index], state, in: body.line(offset), on: &grid)
            if isFocused, first + offset == cursor { grid.restyle(body.line(offset), .cursor) }
        }
    }

    /// What narrows the list, and whether it follows.
    private static func facts(_ state: ExplorerState) -> [String] {
        let log = state.log
        var facts = [Wording.zone(state.secondsFromGMT)]
        if log.level != .debug { facts.append(log.level.span) }
        if !log.filter.isEmpty { facts.append("with \"\(log.filter)\"") }
        if let scope = log.scope { facts.append("of \(scope.request.text)") }
        if state.focus == .log { facts.append(log.isFollowing ? "follows" : "stands: G follows") }
        return facts.map { " \(state.signs.bullet) \($0)" }
    }

    private static func drawLine(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let counts = self.counts(state, state.log.entries.count)
        let room = Rect(
            column: rect.column, row: rect.row, columns: rect.columns - counts.columns - 2, rows: 1)
        if let entry = state.log.entries.last(where: { $0.level != .debug }) {
            write(entry, state, zone: " " + Wording.zone(state.secondsFromGMT), in: room, on: &grid)
        } else {
            grid.write("Log: nothing yet", at: room.origin, .dimmed, in: room)
        }
        grid.write(counts, at: Point(column: rect.endColumn - counts.columns, row: rect.row), in: rect)
    }

    /// - Parameter zone: where no title tells it.
    private static func write(
        _ entry: LogState.Entry, _ state: ExplorerState, zone: String = "", in line: Rect, on grid: inout Grid
    ) {
        let time = Wording.timeOfDay(entry.at, secondsFromGMT: state.secondsFromGMT) + zone
        let runs = [
            StyledText("\(time) ", .dimmed), StyledText(word(entry.level), style(entry.level)),
            StyledText(" \(entry.message)", entry.level == .debug ? .dimmed : .plain),
        ]
        grid.write(runs, at: line.origin, in: line)
    }

    /// How many lines there are, how many of them are shown, and how many are bad.
    private static func counts(_ state: ExplorerState, _ shown: Int) -> [StyledText] {
        let all = state.log.entries.count
        let some = shown < all ? "\(shown) of " : ""
        var runs = [StyledText(some + Wording.count(all, "line"), .dimmed)]
        let warnings = state.log.count(of: .warning)
        let errors = state.log.count(of: .error)
        if warnings > 0 {
            runs.append(StyledText(" " + state.signs.count(warnings, state.signs.clientError), .warning))
        }
        if errors > 0 { runs.append(StyledText(" " + state.signs.count(errors, state.signs.failure), .failure)) }
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

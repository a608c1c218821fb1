import TextGrid

// The last line while it says what has just happened.

extension Footer {
    /// What has no room ends in a sign, and in the key that leads to where it stands whole.
    static func draw(_ message: StyledText, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let hint = wayToLog(state)?.runs ?? []
        let (end, room) = rect.cutRight(hint.columns)
        let shown = DisplayWidth.clipped(message.text, toColumns: room.columns, ellipsis: state.signs.ellipsis)
        grid.write(shown, at: room.origin, message.style, in: room)
        grid.write(hint, at: end.origin, in: end)
    }

    /// The action that is proposed behind a message, at a column.
    static func actionBesideMessage(at column: Int, _ state: ExplorerState) -> Action? {
        let hint = wayToLog(state)
        return column >= state.layout.footer.endColumn - (hint?.runs.columns ?? 0) ? hint?.action : nil
    }

    /// To the message that has no room; nil: it has, or no key leads to the log from here.
    private static func wayToLog(_ state: ExplorerState) -> Hint? {
        guard state.isStatusCut, !state.hasAnnouncements, state.focus != .log else { return nil }
        let runs = runs(of: .focusLog, state)
        return runs.isEmpty ? nil : Hint(action: .focusLog, runs: runs)
    }
}

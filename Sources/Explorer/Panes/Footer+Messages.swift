import ExplorerKit
import TextGrid

// The last line while it says what has just happened.

extension Footer {
    /// Draws a message. One that has no room ends in a glyph, and in the key that leads to all of it.
    static func draw(
        _ message: StyledText, _ shown: ShownForm?, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let (hints, place) = hints(beside: message, shown, state, in: rect)
        let room = rect.cutRight(place.columns).1
        let text = state.glyphs.clipped(message.text, to: room.columns)
        grid.write(text, message.style, in: room)
        grid.write(hints.flatMap(\.runs), in: place)
    }

    /// Returns the keys beside a message: the one that leads to the log if the message does not fit, else those that fit after it.
    static func hints(
        beside message: StyledText, _ shown: ShownForm?, _ state: ExplorerState, in rect: Rect
    ) -> (hints: [Hint], place: Rect) {
        if let way = wayToLog(state) { return ([way], rect.cutRight(way.runs.columns).0) }
        let place = rect.cutLeft(min(rect.columns, DisplayWidth.columns(of: message.text) + 1)).1
        let hints = hints(shown, state, columns: place.columns)
        return hints.flatMap(\.runs).columns > place.columns ? ([], rect.cutRight(0).0) : (hints, place)
    }

    /// Returns the way to a message that has no room; nil: it has, or no key leads to the log from here.
    private static func wayToLog(_ state: ExplorerState) -> Hint? {
        guard state.isStatusCut, !state.hasAnnouncements, state.focus != .log else { return nil }
        let runs = runs(of: .focusLog, state)
        return runs.isEmpty ? nil : Hint(action: .focusLog, runs: runs)
    }
}

import Exchanges
import ExplorerKit
import TextGrid

/// The response that is held beside the current one: title, tabs, and what the chosen tab shows.
enum HeldPane {
    static func draw(_ held: HeldResponse, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .held
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        grid.writeTitle(
            rect, .held, [StyledText("Held: \(held.name)", style)], trailing: summary(held, state),
            isFocused: isFocused, state.glyphs)
        grid.writeTabs(
            ResponsePane.tabs(of: held.session, state.glyphs), in: rect.line(1), isFocused: isFocused,
            glyphs: state.glyphs
        )
        ResponsePane.drawTab(state, held.session, in: rect.cutTop(ResponsePane.headRows).1, on: &grid)
    }

    /// Returns a summary such as "✓ 200 OK · 84 ms · 14:02:11 · in step".
    private static func summary(_ held: HeldResponse, _ state: ExplorerState) -> [StyledText] {
        guard let response = held.session.response else { return [] }
        var facts = response.exchange?.duration.map { [Wording.duration($0)] } ?? []
        facts.append(Wording.timeOfDay(response.startedAt, secondsFromGMT: state.secondsFromGMT))
        if held.isInStep { facts.append("in step") }
        let text = facts.map { " \(state.glyphs.bullet) \($0)" }.joined()
        return ResponsePane.outcome(response, state.glyphs) + [StyledText(text, .paneTitle)]
    }
}

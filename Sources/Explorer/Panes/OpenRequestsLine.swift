import ExplorerKit
import OpenCollection
import TextGrid

/// The line with a tab for each request that is open: how its last send ended, its method, its name, and whether it is unsaved.
enum OpenRequestsLine {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        let tabs = state.current.openTabs
        let strip = strip(of: tabs, state, in: rect)
        let glyphs = state.glyphs
        for place in strip.places {
            let isShown = tabs[place.index].path == state.shown
            let style: Style = isShown ? .tabSelected : tabs[place.index].isPreview ? .dimmed : .tab
            let (open, close) = isShown ? ("[", "]") : (" ", " ")
            let runs = runs(of: tabs[place.index], state, style)
            grid.write([StyledText(open, style)] + runs + [StyledText(close, style)], in: place.rect)
        }
        if strip.hasEarlier {
            grid.write(glyphs.earlier, at: Point(column: rect.column + 1, row: rect.row), .key, in: rect)
        }
        if strip.hasLater { grid.write(glyphs.later, at: Point(column: strip.end, row: rect.row), .key, in: rect) }
    }

    /// Returns the places of the tabs.
    static func strip(of tabs: [OpenTab], _ state: ExplorerState, in rect: Rect) -> TabStrip {
        TabStrip(
            tabs.map { runs(of: $0, state, .tab).columns + 2 },
            chosen: tabs.firstIndex { $0.path == state.shown } ?? 0, in: rect)
    }

    /// The greatest width of a name.
    private static let nameColumns = 24

    private static func runs(of tab: OpenTab, _ state: ExplorerState, _ style: Style) -> [StyledText] {
        let session = state.sessions[tab.path]
        let name = state.glyphs.clipped(tab.name.shownInLine(), to: nameColumns)
        var runs: [StyledText] = []
        if session?.isSending == true { runs.append(StyledText(state.glyphs.running, .running)) }
        if let method = tab.method {
            runs.append(StyledText("\(method.shownInLine(limit: 8)) ", tab.isPreview ? style : .method(method)))
        }
        runs.append(StyledText(name, style))
        if session?.draft.isDirty == true { runs.append(StyledText(" \(state.glyphs.unsaved)", .unsaved)) }
        return runs
    }
}

import ExplorerKit
import TextGrid

/// The box in the middle of the screen that overlays are in.
enum OverlayDrawing {
    /// Clears a box in the middle of the screen and gives what is inside its border.
    static func box(_ title: String, columns: Int, rows: Int, _ state: ExplorerState, on grid: inout Grid) -> Rect {
        if state.isPlain { return PlainDrawing.box(title, state, on: &grid) }
        let columns = min(columns + 4, state.size.columns - 2)
        let rows = min(rows + 2, state.size.rows - 2)
        let rect = Rect(
            column: (state.size.columns - columns) / 2, row: (state.size.rows - rows) / 2, columns: columns, rows: rows)
        grid.fill(rect, .overlay)
        grid.fill(rect.line(0), with: state.glyphs.rule, .ruleFocused)
        grid.fill(rect.line(rows - 1), with: state.glyphs.rule, .ruleFocused)
        for row in 1..<max(1, rows - 1) {
            for column in [rect.column, rect.endColumn - 1] {
                grid.write(state.glyphs.separator, at: Point(column: column, row: rect.row + row), .ruleFocused)
            }
        }
        let clipped = state.glyphs.clipped(title, to: columns - 6)
        grid.write(" \(clipped) ", at: Point(column: rect.column + 2, row: rect.row), .paneTitleFocused, in: rect)
        return rect.inset(columns: 2, rows: 1)
    }

    /// Draws a line across the page, with a title in it.
    static func drawTitle(_ title: [StyledText], in line: Rect, _ glyphs: Glyphs, on grid: inout Grid) {
        grid.fill(line, with: glyphs.rule, .ruleFocused)
        let space = StyledText(" ", .paneTitleFocused)
        let shown = [space] + title.clipped(toColumns: line.columns - 4, glyphs.ellipsis) + [space]
        grid.write(shown, in: line.inset(columns: 1, rows: 0))
    }
}

/// A page that has the whole screen but for the footer: below its title a few lines, rows, and facts about the one with the cursor.
struct OverlayPage {
    let screen, top, rows, facts: Rect

    /// - Parameters:
    ///   - top: lines above the rows.
    ///   - facts: lines below them, where the screen has room for that.
    init(_ state: ExplorerState, top: Int = 0, facts: Int = 0) {
        screen = Rect(state.size).cutBottom(1).1
        let (head, below) = screen.inset(columns: 1, rows: 0).cutTop(1).1.cutTop(top)
        let (foot, list) = below.cutBottom(screen.rows >= 18 ? facts : 0)
        (self.top, self.facts) = (head, foot)
        rows = foot.isEmpty ? list : list.cutBottom(1).1
    }

    /// Clears the page, and writes its title.
    func draw(_ title: [StyledText], _ state: ExplorerState, on grid: inout Grid) {
        grid.fill(screen, .overlay)
        OverlayDrawing.drawTitle(title, in: screen.line(0), state.glyphs, on: &grid)
    }

    /// Writes the title of the facts, where there is room for them, and as many of these as fit.
    func draw(_ lines: [[StyledText]], below title: [StyledText], _ state: ExplorerState, on grid: inout Grid) {
        guard !facts.isEmpty else { return }
        OverlayDrawing.drawTitle(title, in: screen.line(facts.row - screen.row - 1), state.glyphs, on: &grid)
        let shown = lines.flatMap { Wrapping.wrap($0, columns: facts.columns) }
            .clipped(toRows: facts.rows, columns: facts.columns, state.glyphs.ellipsis)
        grid.write(lines: shown, in: facts)
    }
}

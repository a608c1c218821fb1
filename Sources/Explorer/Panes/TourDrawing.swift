import ExplorerKit
import TextGrid

/// The tour below all else: what to do now, and the keys with which it is skipped and left.
enum TourDrawing {
    /// Returns the number of lines: for the offer, as many as it takes; else a title, and as many as the longest of the texts needs, three at least,
    /// so that the panes do not move from step to step.
    static func rows(_ state: ExplorerState, columns: Int) -> Int {
        switch state.tour?.stage {
        case nil: return 0
        case .offered: return lines(TourStep.offer, state, columns: columns).count
        case .step, .ended:
            let texts = (state.tour?.steps.map(\.text) ?? []) + [TourStep.end]
            return 1 + (texts.map { lines($0, state, columns: columns).count }.reduce(3, max))
        }
    }

    private static func lines(_ sentence: String, _ state: ExplorerState, columns: Int) -> [String] {
        Wrapping.lines(text(sentence, state), columns: max(1, columns - 2))
    }

    /// Draws the tour; in a single line, the beginning of its text.
    static func draw(_ tour: Tour, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        grid.fill(rect, .overlay)
        let below = rect.cutTop(1).1
        switch tour.stage {
        case .offered: drawText(TourStep.offer, .running, state, in: rect, on: &grid)
        case .step(let index):
            guard !below.isEmpty else { return drawText(line(of: tour), .plain, state, in: rect, on: &grid) }
            drawTitle(title(index, of: tour), "{tourStep} skips  Esc leaves", state, rect, on: &grid)
            drawText(tour.steps[index].text, .plain, state, in: below, on: &grid)
        case .ended:
            guard !below.isEmpty else { return drawText(line(of: tour), .plain, state, in: rect, on: &grid) }
            drawTitle("The end of the tour", "{tourStep} closes it", state, rect, on: &grid)
            drawText(TourStep.end, .plain, state, in: below, on: &grid)
        }
    }

    private static func drawTitle(
        _ title: String, _ keys: String, _ state: ExplorerState, _ rect: Rect, on grid: inout Grid
    ) {
        let line = rect.line(0)
        OverlayDrawing.drawTitle([StyledText(title, .paneTitleFocused)], in: line, state.glyphs, on: &grid)
        let words = " \(text(keys, state)) "
        let start = line.endColumn - DisplayWidth.columns(of: words) - 1
        grid.write(words, at: Point(column: start, row: line.row), .key, in: line)
    }

    /// Draws a text; if it has no room, it ends in a glyph that there is more.
    private static func drawText(
        _ sentence: String, _ style: Style, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let inside = rect.inset(columns: 1, rows: 0)
        let lines = lines(sentence, state, columns: rect.columns)
        for (index, line) in lines.prefix(inside.rows).enumerated() {
            let isCut = index == inside.rows - 1 && lines.count > inside.rows
            let more = isCut ? " " + lines[index + 1] : ""
            let shown = state.glyphs.clipped(line + more, to: inside.columns)
            grid.write(shown, style, in: inside.line(index))
        }
    }

    /// Returns all of it in one line.
    static func line(of tour: Tour, _ state: ExplorerState) -> String { text(line(of: tour), state) }

    private static func line(of tour: Tour) -> String {
        switch tour.stage {
        case .offered: TourStep.offer
        case .step(let index): "\(title(index, of: tour)): \(tour.steps[index].text)"
        case .ended: TourStep.end
        }
    }

    private static func title(_ index: Int, of tour: Tour) -> String { "Tour \(index + 1) of \(tour.steps.count)" }

    static func text(_ sentence: String, _ state: ExplorerState) -> String {
        state.withKeyNames(sentence.replacing("{●}", with: state.glyphs.unsaved))
    }
}

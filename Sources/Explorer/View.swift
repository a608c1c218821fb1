import ExplorerKit
import TextGrid

/// Returns the screen for a state. Changes nothing and reads nothing else.
public func view(_ state: ExplorerState) -> Grid {
    var grid = drawn(state)
    if state.isPlain {
        PlainDrawing.maskInASCII(on: &grid)
        PlainDrawing.placeCursor(state, on: &grid)
    }
    return grid
}

/// Returns the screen; it has a cursor where text is being typed.
func drawn(_ state: ExplorerState) -> Grid {
    var grid = Grid(size: state.screenSize)
    guard !state.display.isTooSmall else {
        drawTooSmall(state, on: &grid)
        return grid
    }
    let layout = state.layout
    let shown = state.shownForm
    if !layout.tree.isEmpty { TreePane.draw(state, in: layout.tree, on: &grid) }
    for rule in [layout.separator, layout.rule, layout.heldRule] {
        grid.fill(rule, with: state.glyphs.separator, .rule)
    }
    OpenRequestsLine.draw(state, in: layout.tabs, on: &grid)
    if !layout.request.isEmpty { RequestPane.draw(shown, state, in: layout.request, on: &grid) }
    if !layout.response.isEmpty { ResponsePane.draw(state, in: layout.response, on: &grid) }
    if let held = state.held, !layout.held.isEmpty { HeldPane.draw(held, state, in: layout.held, on: &grid) }
    if !layout.log.isEmpty { LogPane.draw(state, in: layout.log, on: &grid) }
    if let completion = state.openCompletion { CompletionDrawing.draw(completion, state, on: &grid) }
    Footer.draw(shown, state, in: layout.footer, on: &grid)
    for overlay in state.overlays { overlay.draw(state, on: &grid) }
    drawBands(state, on: &grid)
    return grid
}

/// Draws the lines below everything else.
private func drawBands(_ state: ExplorerState, on grid: inout Grid) {
    guard state.display.bandRows > 0 else { return }
    let bands = Rect(state.screenSize).cutBottom(state.display.bandRows).0
    let (announcement, rest) = bands.cutBottom(state.isPlain ? 1 : 0)
    if let tour = state.tour { TourDrawing.draw(tour, state, in: rest, on: &grid) }
    if state.isPlain { PlainDrawing.drawAnnouncement(state, in: announcement, on: &grid) }
}

private func drawTooSmall(_ state: ExplorerState, on grid: inout Grid) {
    let minimum = Layout.minimum
    let lines = [
        "Too small: \(state.size.columns)x\(state.size.rows).",
        "\(minimum.columns)x\(minimum.rows) is needed.", "Ctrl-C quits.",
    ]
    for (row, line) in lines.enumerated() { grid.write(line, at: Point(column: 0, row: row), .warning) }
}

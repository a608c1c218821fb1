import TextGrid

/// The screen that a state means. Changes nothing and reads nothing else.
public func view(_ state: ExplorerState) -> Grid {
    var grid = Grid(size: state.size)
    let minimum = Layout.minimum
    guard state.size.columns >= minimum.columns, state.size.rows >= minimum.rows else {
        drawTooSmall(state, on: &grid)
        return grid
    }
    let layout = state.layout
    let shown = state.shownForm
    if !layout.tree.isEmpty { TreePane.draw(state, in: layout.tree, on: &grid) }
    grid.fill(layout.separator, with: state.signs.separator, .rule)
    if !layout.request.isEmpty { RequestPane.draw(shown, state, in: layout.request, on: &grid) }
    if !layout.response.isEmpty { ResponsePane.draw(state, in: layout.response, on: &grid) }
    if !layout.log.isEmpty { LogPane.draw(state, in: layout.log, on: &grid) }
    Footer.draw(shown, state, in: layout.footer, on: &grid)
    for overlay in state.overlays { OverlayDrawing.draw(overlay, state, on: &grid) }
    return grid
}

private func drawTooSmall(_ state: ExplorerState, on grid: inout Grid) {
    let minimum = Layout.minimum
    let lines = [
        "Too small: \(state.size.columns)x\(state.size.rows).",
        "\(minimum.columns)x\(minimum.rows) is needed.", "Ctrl-C quits.",
    ]
    for (row, line) in lines.enumerated() { grid.write(line, at: Point(column: 0, row: row), .warning) }
}

import TextGrid

extension Terminal {
    /// Shows a grid; only what differs from the last one is sent.
    ///
    /// A grid of another size than the screen's is cut or leaves the rest blank.
    /// - Returns: bytes written to the terminal.
    @discardableResult
    public func draw(_ grid: Grid, _ palette: Palette) -> Int {
        let before = shown.flatMap { $0.palette == palette && $0.grid.size == grid.size ? $0.grid : nil }
        for row in 0..<grid.size.rows where before?.row(row) != grid.row(row) {
            screen.put(Array(grid.row(row)), row: row, palette: palette, text: &cellText)
        }
        shown = (grid, palette)
        let bytes = screen.flush(cursor: grid.cursor)
        send(bytes)
        return bytes.count
    }

    /// Sends the last frame whole, after clearing: for a screen that something else wrote on.
    public func redrawAll() {
        screen.forgetPhysicalScreen()
        guard let (grid, palette) = shown else { return }
        draw(grid, palette)
    }

    /// Takes another size, after SIGWINCH; the next frame is sent whole.
    public func resized(to size: Size) {
        screen.resize(size)
        screen.forgetPhysicalScreen()
        shown = nil
    }
}

import Foundation
import TextGrid

extension Terminal {
    /// Shows a grid; only what differs from the last one is sent.
    ///
    /// A grid of another size than the screen's is cut, or leaves the rest empty. Nothing happens while suspended.
    /// - Returns: Number of bytes written to the terminal.
    @discardableResult
    public func draw(_ grid: Grid, _ palette: Palette) -> Int {
        guard isOnScreen else { return 0 }
        if screen.renewPairs(forPictureCells: grid.cells.count { $0.pixels != nil }) { shown = nil }
        let before = shown.flatMap { $0.palette == palette && $0.grid.size == grid.size ? $0.grid : nil }
        if before == nil { screen.erase() }
        for row in 0..<grid.size.rows where before.map({ !Terminal.isStoredAlike(row, grid, $0) }) ?? true {
            screen.put(grid.row(row), row: row, palette: palette, text: &cellText)
        }
        shown = (grid, palette)
        let bytes = screen.flush(cursor: grid.cursor)
        send(bytes)
        return bytes.count
    }

    /// Whether a row is stored bit for bit as in another grid of that size: then it is the same.
    ///
    /// Comparing ten thousand strings costs more than drawing. A row that is only equal (its strings stored elsewhere)
    /// is put again, which sends nothing.
    private static func isStoredAlike(_ row: Int, _ grid: Grid, _ other: Grid) -> Bool {
        let count = grid.size.columns * MemoryLayout<Cell>.stride
        guard count > 0 else { return true }
        return grid.cells.withUnsafeBytes { mine in
            other.cells.withUnsafeBytes { theirs in
                memcmp(mine.baseAddress! + row * count, theirs.baseAddress! + row * count, count) == 0
            }
        }
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
        if isOnScreen {
            send(screen.spanScrollRegion(size))
            armGuard()
        }
        screen.forgetPhysicalScreen()
        shown = nil
    }
}

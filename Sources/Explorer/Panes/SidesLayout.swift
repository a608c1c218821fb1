import ExplorerKit
import TextGrid

/// The layout of responses side by side in the response pane: a line for each, below that as many columns as fit.
struct SidesLayout: Hashable {
    /// The columns that a response needs to be readable.
    static let columnWidth = 40

    /// The lines, one per side, as many as there is room for.
    let list: Rect
    /// The sides that have a column.
    let shown: Range<Int>
    /// The line above each column; none above a single one, whose line in the list says the same.
    let heads: [Rect]
    let bodies: [Rect]

    /// - Parameter rect: the pane below its title.
    init(_ rect: Rect, _ comparison: Comparison) {
        let count = comparison.sides.count
        let (list, below) = rect.cutTop(min(count, max(1, rect.rows / 3)))
        self.list = list
        let fitting = min(count, max(1, (rect.columns + 1) / (Self.columnWidth + 1)))
        let first = ListDrawing.scroll(0, showing: comparison.selected, rows: fitting, of: count)
        shown = first..<first + fitting
        let columns = Self.columns(of: below, fitting)
        heads = fitting == 1 ? [] : columns.map { $0.line(0) }
        bodies = fitting == 1 ? columns : columns.map { $0.cutTop(1).1 }
    }

    /// Returns equal columns, a line between two; the last has what is left over.
    private static func columns(of rect: Rect, _ count: Int) -> [Rect] {
        let width = (rect.columns - (count - 1)) / count
        return (0..<count).map { index in
            let column = rect.column + index * (width + 1)
            let columns = index == count - 1 ? rect.endColumn - column : width
            return Rect(column: column, row: rect.row, columns: columns, rows: rect.rows)
        }
    }
}

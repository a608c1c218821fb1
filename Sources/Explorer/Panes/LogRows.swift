import ExplorerKit
import TextGrid

/// The rows of the log's lines below its title: one each, and as many as it takes for the line with the cursor while the log has the focus.
struct LogRows {
    /// Indexes of the entries that the log shows, as ``LogState/shown`` has them.
    let shown: [Int]
    /// The line with the cursor, as an index of ``shown``.
    let cursor: Int
    /// The first line that is in view, as an index of ``shown``.
    let first: Int
    /// The line with the cursor; nil where it is cut like the others.
    let whole: [[StyledText]]?
    private let rows: Int

    init(_ state: ExplorerState) {
        let body = state.layout.log.cutTop(1).1
        let log = state.log
        (shown, rows) = (log.shown, body.rows)
        cursor = log.cursorRow(in: shown)
        whole = shown[safe: cursor].flatMap { index in
            state.focus == .log ? LogPane.lines(of: log.entries[index], state, in: body) : nil
        }
        // What the line with the cursor takes beyond its first row, the others have less.
        let room = body.rows - (whole?.count ?? 1) + 1
        first = ListDrawing.scroll(log.first, showing: cursor, rows: room, of: shown.count)
    }

    /// The lines in view, each with its rows below the title. The last one may have none left.
    var inView: [(line: Int, rows: Range<Int>)] {
        let height = whole?.count ?? 1
        return (first..<max(first, shown.count)).lazy.map { line in
            let row = line - first + (line > cursor ? height - 1 : 0)
            return (line: line, rows: row..<row + (line == cursor ? height : 1))
        }.prefix { $0.rows.lowerBound < rows }.map { $0 }
    }
}

import ExplorerKit
import TextGrid

/// Where lines of the log stand below its title: a row each, and as many as it takes for the line with the cursor while the log has the focus.
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

    /// The lines in view, each with its first row below the title. The last one may have none left.
    var inView: [(line: Int, row: Int)] {
        (first..<max(first, shown.count)).lazy.map { (line: $0, row: row(of: $0)) }.prefix { $0.row < rows }.map { $0 }
    }

    /// The line at a row below the title; nil where there is none.
    func line(atRow row: Int) -> Int? {
        inView.last { $0.row <= row }.flatMap { row < end(of: $0.line) ? $0.line : nil }
    }

    private func row(of line: Int) -> Int { line - first + (line > cursor ? height - 1 : 0) }

    private func end(of line: Int) -> Int { row(of: line) + (line == cursor ? height : 1) }

    private var height: Int { whole?.count ?? 1 }
}

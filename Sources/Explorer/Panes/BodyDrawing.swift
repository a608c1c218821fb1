import BodyView
import ExplorerKit
import TextGrid

/// The rows of a body: line numbers, the lines themselves, the cursor.
struct BodyDrawing {
    private let state: ExplorerState
    private let session: RequestSession
    private let reading: BodyReading
    private let document: BodyDocument

    /// Creates the drawing of a body; nil where there is none to draw.
    init?(_ state: ExplorerState, _ session: RequestSession) {
        guard let response = session.response, var document = response.document else { return nil }
        document.rulers = response.reading.rulers
        (self.state, self.session, self.document, reading) = (state, session, document, response.reading)
    }

    /// Columns for the numbers of the lines, the space after them included.
    private var gutter: Int { Self.gutter(of: document) }
    private static func gutter(of document: BodyDocument) -> Int { String(max(document.lineCount, 1)).count + 2 }

    /// Returns the columns for the text of the lines.
    static func textColumns(of document: BodyDocument, in rect: Rect) -> Int {
        max(0, rect.columns - min(gutter(of: document), rect.columns - 1))
    }

    /// The gutter of a body in hexadecimal, whose rows are few enough for a narrow one most of the time.
    static let gutterOfHex = 6

    /// - Parameter first: the first row of the body that is shown.
    func draw(from first: Int, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        if !session.standsBeside, let wrapped = state.wrappedBody { return draw(wrapped, in: rect, on: &grid) }
        let text = rect.cutLeft(min(gutter, rect.columns - 1)).1
        let cursor = reading.shownLine(in: document)
        if document.kind == .table, document.lineCount > 0 {
            return drawTable(from: first, cursor, in: rect, on: &grid)
        }
        for (index, line) in lines(from: first, in: text).enumerated() {
            write(line.number, in: rect.line(index), on: &grid)
            mark(line.number - 1, in: rect.line(index), on: &grid)
            let runs = line.runs.map { StyledText($0.text, Self.style(of: $0.token)) }
            grid.write(runs, in: text.line(index))
            if line.number - 1 == cursor, !session.standsBeside, state.focus == .response {
                grid.restyle(rect.line(index), .cursor)
            }
            if isSelected(first + index) { grid.restyle(rect.line(index), .cursor) }
            if !session.standsBeside, session.find.matcher != nil {
                FindDrawing.mark(
                    line, of: document, session.find, from: session.look.columnOffset, in: text.line(index),
                    on: &grid)
            }
        }
        if document.lineCount == 0, document.store.isFinished {
            let words =
                session.response?.filtering.result == nil ? EmptyStateTexts.emptyBody : EmptyStateTexts.emptyFilter
            grid.writeEmpty(state.withKeyNames(words), in: rect.inset(columns: 1, rows: 0))
        }
    }

    /// Draws the mark between number and line: whether the line differs from the response before.
    private func mark(_ line: Int, in rect: Rect, on grid: inout Grid) {
        guard state.preferences.marksChanges, let changes = session.response?.changes,
            document.store === session.response?.document?.store
        else { return }
        let at = Point(column: rect.column + gutter - 1, row: rect.row)
        if changes.isChanged(line) {
            grid.write(state.glyphs.changedLine, at: at, .warning, in: rect)
        } else if changes.hasRemoval(before: line) {
            grid.write(state.glyphs.removal, at: at, .failure, in: rect)
        }
    }

    /// Draws long lines broken; the first row of each has its number.
    private func draw(_ wrapped: WrappedBody, in rect: Rect, on grid: inout Grid) {
        let text = rect.cutLeft(min(gutter, rect.columns - 1)).1
        let cursor = state.current.cursorRow(in: wrapped)
        for (index, row) in wrapped.lines(from: state.current.firstRow(in: wrapped), count: rect.rows).enumerated() {
            if row.row.column == 0 {
                write(row.line.number, in: rect.line(index), on: &grid)
                mark(row.line.number - 1, in: rect.line(index), on: &grid)
            }
            let runs = row.line.runs.map { StyledText($0.text, Self.style(of: $0.token)) }
            grid.write(runs, in: text.line(index))
            let isMarked = row.row == cursor && state.focus == .response || isSelected(row.row.row)
            if isMarked { grid.restyle(rect.line(index), .cursor) }
            FindDrawing.mark(
                row.line, of: document, session.find, from: row.row.column, in: text.line(index), on: &grid)
        }
    }

    private func lines(from first: Int, in rect: Rect) -> [BodyLine] {
        let offset = session.look.columnOffset
        return document.lines(
            ofRows: first..<first + rect.rows, folding: reading.folding, columns: offset..<offset + rect.columns,
            ellipsis: state.glyphs.ellipsis)
    }

    private func drawTable(from first: Int, _ cursor: Int, in rect: Rect, on grid: inout Grid) {
        let hasCursor = !session.standsBeside && state.focus == .response
        let find = session.standsBeside || session.find.matcher == nil ? nil : session.find
        let table = TableDrawing(
            document, offset: session.look.columnOffset, state.glyphs, find,
            known: session.response?.shownBody.tableColumns)
        table.draw(
            from: first, cursor: hasCursor ? cursor : nil, in: rect, on: &grid,
            number: { write($0, $2, in: $1, on: &$3) }, gutter: gutter)
        for index in 1..<max(1, rect.rows) where isSelected(first + index) { grid.restyle(rect.line(index), .cursor) }
    }

    /// Whether the mouse has selected a row.
    private func isSelected(_ row: Int) -> Bool { !session.standsBeside && state.selectedRows?.contains(row) == true }

    private func write(_ number: Int, _ style: Style = .hexOffset, in line: Rect, on grid: inout Grid) {
        let digits = String(number)
        let at = Point(column: line.column + gutter - 1 - digits.count, row: line.row)
        grid.write(digits, at: at, style, in: line)
    }

    private static func style(of token: BodyToken) -> Style {
        switch token {
        case .plain, .ascii, .hexByte: .plain
        case .key: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .bool, .null: .jsonWord
        case .punctuation: .jsonPunctuation
        case .tag: .jsonKey
        case .attribute: .label
        case .comment: .dimmed
        case .instruction, .entity: .jsonWord
        case .offset, .summary: .hexOffset
        case .invalid: .warning
        case .error: .failure
        }
    }
}

import BodyView
import TextGrid

/// The rows of a body: line numbers, the lines themselves, the cursor.
struct BodyDrawing {
    private let state: ExplorerState
    private let session: RequestSession
    private let reading: BodyReading
    private let document: BodyDocument

    /// Nil where there is no body to draw.
    init?(_ state: ExplorerState, _ session: RequestSession) {
        guard let answer = session.answer, let document = answer.document else { return nil }
        (self.state, self.session, self.document, reading) = (state, session, document, answer.reading)
    }

    /// Columns for the numbers of the lines, the blank behind them included.
    private var gutter: Int { String(max(document.lineCount, 1)).count + 2 }

    /// - Parameter first: the first row of the body that is shown.
    func draw(from first: Int, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        let text = rect.cutLeft(min(gutter, rect.columns - 1)).1
        let cursor = reading.shownLine(in: document)
        for (index, line) in lines(from: first, in: text).enumerated() {
            write(line.number, in: rect.line(index), on: &grid)
            let runs = line.runs.map { StyledText($0.text, Self.style(of: $0.token)) }
            grid.write(runs, at: text.line(index).origin, in: text)
            if line.number - 1 == cursor, !session.showsSides, state.focus == .response {
                grid.restyle(rect.line(index), .cursor)
            }
        }
        if document.lineCount == 0, document.store.isFinished {
            let notice = session.answer?.filtering.result == nil ? "The body is empty." : "The filter finds no value."
            grid.write(notice, at: Point(column: rect.column + 1, row: rect.row), .dimmed, in: rect)
        }
    }

    private func lines(from first: Int, in rect: Rect) -> [BodyLine] {
        let offset = session.responseColumnOffset
        return document.lines(
            ofRows: first..<first + rect.rows, folding: reading.folding, columns: offset..<offset + rect.columns,
            ellipsis: state.signs.ellipsis)
    }

    private func write(_ number: Int, in line: Rect, on grid: inout Grid) {
        let digits = String(number)
        let at = Point(column: line.column + gutter - 1 - digits.count, row: line.row)
        grid.write(digits, at: at, .hexOffset, in: line)
    }

    private static func style(of token: BodyToken) -> Style {
        switch token {
        case .plain, .ascii, .hexByte: .plain
        case .key: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .bool, .null: .jsonWord
        case .punctuation: .jsonPunctuation
        case .offset, .summary: .hexOffset
        case .invalid: .warning
        case .error: .failure
        }
    }
}

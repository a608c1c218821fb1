import BodyView
import Exchanges
import ExplorerKit
import TextGrid

/// A picture in the response pane: a line that says what it is, what is to be said of it, and its pixels, two in a cell.
enum PictureDrawing {
    /// Rows of the lines above the picture, or above its bytes; none where no picture is looked at.
    static func rows(of state: ExplorerState) -> Int {
        guard let reading = state.pictureReading else { return 0 }
        return 1 + messageLines(reading, state).count
    }

    /// Cells for the pixels.
    static func room(in state: ExplorerState) -> Size {
        Size(columns: max(0, state.layout.response.columns - 2), rows: state.responseRows)
    }

    private static let longestMessage = 3

    private static func messageLines(_ reading: PictureReading, _ state: ExplorerState) -> ArraySlice<[StyledText]> {
        let problem = reading.problem.map { StyledText($0.shownInLine(limit: 1000), .failure) }
        let note = reading.outcome?.note.map { StyledText($0.shownInLine(limit: 1000), .warning) }
        guard let message = problem ?? note else { return [] }
        return Wrapping.wrap([message], columns: state.layout.response.columns - 2, indent: 0).prefix(longestMessage)
    }

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard let reading = state.pictureReading, !rect.isEmpty else { return }
        let line = rect.line(0)
        let end = grid.write(facts(reading, state), at: Point(column: line.column + 1, row: line.row), .plain, in: line)
        if reading.problem == nil {
            grid.write(standing(reading, state), at: Point(column: end + 2, row: line.row), .running, in: line)
        }
        for (row, message) in messageLines(reading, state).enumerated() where row + 1 < rect.rows {
            grid.write(message, at: Point(column: rect.column + 1, row: rect.row + 1 + row), in: rect)
        }
    }

    /// The pixels alone.
    static func drawPixels(_ reading: PictureReading, in rect: Rect, on grid: inout Grid) {
        guard let picture = reading.outcome?.picture else { return }
        grid.draw(picture, in: rect.inset(columns: 1, rows: 0))
    }

    private static func facts(_ reading: PictureReading, _ state: ExplorerState) -> String {
        facts(reading, byteCount: state.session?.answer?.body?.count)
    }

    /// "PNG 1280 x 720, 24-bit, 84 KB"
    private static func facts(_ reading: PictureReading, byteCount: Int?) -> String {
        let size = byteCount.map { Wording.bytes(Int64($0)) }
        return [reading.head?.description ?? "Picture", size].compactMap { $0 }.joined(separator: ", ")
    }

    /// Of a picture among several answers: what it is, and nothing of its bytes; nil for what is none.
    static func lines(ofSide answer: Answer?, columns: Int) -> [[StyledText]]? {
        guard let answer, answer.whole.document?.kind == .picture, answer.picture.problem == nil else { return nil }
        let facts = StyledText(facts(answer.picture, byteCount: answer.body?.count))
        return [[facts], [StyledText("Enter shows the picture.", .dimmed)]].flatMap {
            Wrapping.wrap($0, columns: columns, indent: 0)
        }
    }

    /// What is waited for.
    private static func standing(_ reading: PictureReading, _ state: ExplorerState) -> String {
        guard state.session?.answer?.whole.document?.index.isComplete == true else {
            return "shown when all of it is there"
        }
        return reading.isRunning && reading.outcome == nil ? "decoding\(state.signs.ellipsis)" : ""
    }
}

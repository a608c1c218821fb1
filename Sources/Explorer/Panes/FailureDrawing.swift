import Exchanges
import TextGrid

/// Above what came of a body before its answer failed: why there is no more of it, and what to try.
enum FailureDrawing {
    /// None where nothing failed, or nothing came.
    static func rows(of state: ExplorerState) -> Int { lines(state).count }

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        for (row, line) in lines(state).enumerated() where row < rect.rows {
            grid.write(line, at: Point(column: rect.column + 1, row: rect.row + row), in: rect)
        }
    }

    /// Of the message; the body needs room too.
    private static let mostRows = 3

    private static func lines(_ state: ExplorerState) -> [[StyledText]] {
        guard let session = state.session, session.isRequest, session.shownResponseTab == .body, !session.showsSides,
            let answer = session.answer, let failure = answer.failure, answer.hasBodyToShow, answer.document != nil
        else { return [] }
        func shown(_ text: String, _ style: Style) -> StyledText {
            StyledText(state.secrets.masked(text, state.signs).shownInLine(limit: 1000), style)
        }
        let isEnded = failure.message.last.map { ".!?".contains($0) } ?? true
        let end = failure.advice == nil || isEnded ? "" : "."
        let runs =
            [shown(failure.message + end, .failure)] + (failure.advice.map { [shown(" " + $0, .plain)] } ?? [])
        let columns = state.layout.response.columns - 2
        return Wrapping.wrap(runs, columns: columns, indent: 0)
            .clipped(toRows: mostRows, columns: columns, state.signs.ellipsis)
    }
}

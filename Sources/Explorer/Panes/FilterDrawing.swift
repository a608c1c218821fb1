import BodyView
import Exchanges
import ExplorerKit
import TextGrid

/// The rows above a body that say how it is filtered: the filter, how many values it found, and what is to be said of it.
enum FilterDrawing {
    /// None where nothing is filtered.
    static func rows(of state: ExplorerState) -> Int {
        guard let session = state.session, isShown(state, session) else { return 0 }
        return 1 + messageLines(state, session).count
    }

    /// What jq says may be long; the body needs room too.
    private static let longestMessage = 3

    private static func messageLines(_ state: ExplorerState, _ session: RequestSession) -> ArraySlice<[StyledText]> {
        guard let message = message(state, session) else { return [] }
        return Wrapping.wrap([message], columns: state.layout.response.columns - 2, indent: 0).prefix(longestMessage)
    }

    private static func isShown(_ state: ExplorerState, _ session: RequestSession) -> Bool {
        guard session.isRequest, session.shownResponseTab == .body, !session.showsSides,
            session.answer?.whole.document != nil,
            session.answer?.hasBodyToShow == true
        else { return false }
        return state.typing.filterLine != nil || !state.shownFilter.isEmpty
    }

    static func draw(_ state: ExplorerState, _ session: RequestSession, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        let line = rect.line(0).inset(columns: 1, rows: 0)
        let found = finding(state, session)
        let (left, right) = line.cutLeft(line.columns - min(found.columns + 2, line.columns / 2))
        grid.write(found, at: Point(column: right.column + 2, row: right.row), in: right)
        draw(state, in: left, on: &grid)
        for (row, message) in messageLines(state, session).enumerated() {
            grid.write(message, at: Point(column: line.column, row: line.row + 1 + row), in: rect)
        }
    }

    private static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let end = grid.write("Filter ", at: rect.origin, .label, in: rect)
        let place = Rect(column: end, row: rect.row, columns: max(0, rect.endColumn - end), rows: 1)
        guard let line = state.typing.filterLine else {
            grid.write(state.shownFilter.shownInLine(limit: 1000), at: place.origin, .code, in: place)
            return
        }
        let text = Array(line.editor.text)
        let isTyped = state.context == .filter
        grid.writeEditing(
            text, cursorColumn: isTyped ? line.editor.buffer.cursor.column : nil, in: place, signs: state.signs)
    }

    /// "12 values", or which filter the values shown are of.
    private static func finding(_ state: ExplorerState, _ session: RequestSession) -> [StyledText] {
        guard let filtering = session.answer?.filtering else { return [] }
        if filtering.isRunning { return [StyledText("filtering\(state.signs.ellipsis)", .running)] }
        guard let result = filtering.result else { return [StyledText("the whole body", .dimmed)] }
        let count = Wording.count(result.count, "value")
        let isShown = result.filter == filtering.wanted && filtering.problem == nil
        return [StyledText(isShown ? count : "\(count) of \(result.filter.shownInLine(limit: 40))", .dimmed)]
    }

    private static func message(_ state: ExplorerState, _ session: RequestSession) -> StyledText? {
        guard let answer = session.answer, !state.shownFilter.isEmpty else { return nil }
        if answer.whole.document?.index.isComplete == false {
            return StyledText("It is filtered when all of it is there.", .dimmed)
        }
        if let problem = answer.filtering.problem {
            return StyledText(state.secrets.masked(problem, state.signs).shownInLine(limit: 1000), .failure)
        }
        guard let result = answer.filtering.result, result.filter == answer.filtering.wanted, let note = result.note
        else { return nil }
        return StyledText(state.secrets.masked(note, state.signs).shownInLine(limit: 1000), .warning)
    }
}

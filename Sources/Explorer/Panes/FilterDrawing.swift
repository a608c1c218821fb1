import BodyView
import Exchanges
import ExplorerKit
import TextGrid

/// The rows above a body that has a filter: the filter, how many values it found, and remarks on it.
enum FilterDrawing {
    /// Returns the rows; none where nothing is filtered. The first has room for the filter itself.
    static func lines(_ state: ExplorerState) -> [[StyledText]] {
        guard let response = shownResponse(state) else { return [] }
        return [[]] + ResponsePane.aboveBody(message(response, state), state)
    }

    private static func shownResponse(_ state: ExplorerState) -> ShownResponse? {
        guard let response = state.session?.response(in: .body), response.whole.document != nil, response.hasBodyToShow,
            state.typing.filterLine != nil || !state.shownFilter.isEmpty
        else { return nil }
        return response
    }

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty, let response = shownResponse(state) else { return }
        let line = rect.line(0).inset(columns: 1, rows: 0)
        let found = finding(response.filtering, state)
        let (left, right) = line.cutLeft(line.columns - min(found.columns + 2, line.columns / 2))
        grid.write(found, at: Point(column: right.column + 2, row: right.row), in: right)
        drawFilter(state, in: left, on: &grid)
    }

    private static func drawFilter(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let end = grid.write("Filter ", .label, in: rect)
        let place = rect.from(column: end)
        guard let line = state.typing.filterLine else {
            grid.write(state.shownFilter.shownInLine(limit: 1000), .code, in: place)
            return
        }
        let text = Array(line.editor.text)
        let isTyped = state.context == .filter
        grid.writeEditing(
            text, cursorColumn: isTyped ? line.editor.buffer.cursor.column : nil, in: place, glyphs: state.glyphs)
    }

    /// Returns "12 values", or which filter the values shown are of.
    private static func finding(_ filtering: Filtering, _ state: ExplorerState) -> [StyledText] {
        if filtering.isRunning { return [StyledText("filtering\(state.glyphs.ellipsis)", .running)] }
        guard let result = filtering.result else { return [StyledText("the whole body", .dimmed)] }
        let count = Wording.count(result.count, "value")
        let isShown = result.filter == filtering.wanted && filtering.problem == nil
        return [StyledText(isShown ? count : "\(count) of \(result.filter.shownInLine(limit: 40))", .dimmed)]
    }

    private static func message(_ response: ShownResponse, _ state: ExplorerState) -> StyledText? {
        guard !state.shownFilter.isEmpty else { return nil }
        if response.whole.document?.index.isComplete == false {
            return StyledText("Filtered once the body is complete.", .dimmed)
        }
        if let problem = response.filtering.problem {
            return StyledText(state.secrets.masked(problem, state.glyphs).shownInLine(limit: 1000), .failure)
        }
        guard let result = response.filtering.result, result.filter == response.filtering.wanted, let note = result.note
        else { return nil }
        return StyledText(state.secrets.masked(note, state.glyphs).shownInLine(limit: 1000), .warning)
    }
}

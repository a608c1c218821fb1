import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

// What the last line says of a text: what is wrong with it, what is looked for in it, and where the keys lead that end the typing.

extension Footer {
    /// Returns the fault of the text that is being edited, or that is shown under the cursor.
    static func shownFault(_ shown: ShownForm?, _ state: ExplorerState) -> TextFault? {
        guard state.focus == .request, state.overlays.isEmpty, state.openCompletion == nil,
            state.edit?.editor.selection == nil
        else { return nil }
        guard let field = state.edit?.field ?? shown?.fieldAtCursor else { return nil }
        return state.fault(of: field)
    }

    /// Returns the text of a fault: its place and the beginning of its reason matter most.
    static func text(of fault: TextFault, _ state: ExplorerState, columns: Int) -> StyledText {
        let words = "\(state.glyphs.clientError) \(fault.words.shownInLine(limit: 400))"
        let shown = state.glyphs.clipped(words, to: max(1, columns * 2 / 3))
        return StyledText(shown, .warning)
    }

    /// Draws the line for searching in a text.
    static func drawTextFind(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard let edit = state.edit, let search = edit.search else { return }
        let lead = " find "
        let field = rect.cutLeft(lead.count + 32).0
        ListDrawing.drawLine(
            search.input.line, cursorColumn: search.input.column, sign: lead, state.glyphs, in: field, on: &grid)
        let about = " \(count(search, edit)) "
        let end = grid.write(
            about, at: Point(column: field.endColumn, row: rect.row), search.matches.isEmpty ? .warning : .running,
            in: rect)
        let room = rect.from(column: end)
        grid.write(hints(nil, state, columns: room.columns).flatMap(\.runs), in: room)
    }

    /// Whether Enter, which ends the typing in any case, puts the cursor a row lower: in a table, above the last row.
    static func hasRowBelow(_ shown: ShownForm?, _ state: ExplorerState) -> Bool {
        guard let shown, case .cell? = state.edit?.field else { return false }
        return shown.form.clamped(shown.session.cursor).row + 1 < shown.form.focusable.count
    }

    /// Whether Tab finds another field to go to.
    static func hasFieldBehind(_ shown: ShownForm?, _ state: ExplorerState) -> Bool {
        guard let form = shown?.form, let edit = state.edit, let cursor = form.cursor(of: edit.field) else {
            return false
        }
        return cursor.column + 1 < form.fields(at: cursor.row).count || cursor.row + 1 < form.focusable.count
    }

    /// Returns the count, such as "3 of 12".
    private static func count(_ search: TextSearch, _ edit: FieldEdit) -> String {
        guard !search.input.text.isEmpty else { return "" }
        guard !search.matches.isEmpty else { return "no match" }
        let total =
            search.matches.count == TextSearch.limit ? "\(TextSearch.limit) and more" : "\(search.matches.count)"
        let cursor = edit.editor.buffer.cursor
        guard let index = search.matches.firstIndex(where: { $0.lowerBound == cursor }) else { return total }
        return "\(index + 1) of \(total)"
    }
}

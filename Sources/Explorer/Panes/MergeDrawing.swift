import OpenCollection
import TextGrid

/// Fields that two people changed: a line for each, and below it the selected one in full, mine beside theirs.
enum MergeDrawing {
    static func draw(_ merge: MergeState, _ state: ExplorerState, on grid: inout Grid) {
        let rows = state.size.rows
        let title = "\(merge.path.editedFile): mine and theirs"
        let inside = OverlayDrawing.box(title, columns: 110, rows: rows, state, on: &grid)
        let listRows = min(merge.merge.conflicts.count, max(1, (inside.rows - 4) / 2))
        let (head, rest) = inside.cutTop(1)
        write(["Field", "Mine", "Theirs"], .dimmed, columns(head), on: &grid)
        let (list, below) = rest.cutTop(listRows)
        drawList(merge, state, in: list, on: &grid)
        grid.fill(below.line(0), with: state.signs.rule, .ruleFocused)
        drawTexts(merge, state, in: below.cutTop(1).1, on: &grid)
    }

    /// Field, mine, theirs.
    private static func columns(_ line: Rect) -> [Rect] {
        let (name, rest) = line.cutLeft(min(26, line.columns / 3))
        let (mine, theirs) = rest.cutLeft(rest.columns / 2)
        return [name, mine, theirs]
    }

    private static func write(_ texts: [String], _ style: Style, _ rects: [Rect], on grid: inout Grid) {
        for (text, rect) in zip(texts, rects) {
            let room = Rect(column: rect.column, row: rect.row, columns: max(0, rect.columns - 1), rows: 1)
            grid.write(text, at: room.origin, style, in: room)
        }
    }

    private static func drawList(
        _ merge: MergeState, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let conflicts = merge.merge.conflicts
        ListDrawing.drawRows(conflicts.count, cursor: merge.selected, in: rect, on: &grid) { index, line, grid in
            let conflict = conflicts[index]
            let places = columns(line)
            let lines = differingLines(conflict, state.signs)
            write([conflict.choice == nil ? "? \(conflict.id)" : "  \(conflict.id)"], .plain, places, on: &grid)
            for (side, place) in zip(MergeSide.allCases, places.dropFirst()) {
                let mark = conflict.choice == side ? "\(state.signs.success) " : "  "
                let style: Style = conflict.choice == nil || conflict.choice == side ? .plain : .dimmed
                write([mark + lines(side)], style, [place], on: &grid)
            }
        }
    }

    /// Of a long text the first line in which both differ.
    private static func differingLines(_ conflict: MergeConflict, _ signs: Signs) -> (MergeSide) -> String {
        let (mine, theirs) = (lines(conflict.mine, conflict, signs), lines(conflict.theirs, conflict, signs))
        let same = zip(mine, theirs).prefix { $0 == $1 }.count
        return { side in
            let lines = side == .mine ? mine : theirs
            return lines.indices.contains(same) ? lines[same] : lines.last ?? ""
        }
    }

    private static func lines(_ text: String?, _ conflict: MergeConflict, _ signs: Signs) -> [String] {
        guard let text else { return ["(not there)"] }
        if conflict.isSecret { return [signs.secret] }
        if text.isEmpty { return ["(empty)"] }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }

    // MARK: - In full

    private static func drawTexts(
        _ merge: MergeState, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        guard merge.merge.conflicts.indices.contains(merge.selected) else { return }
        let conflict = merge.merge.conflicts[merge.selected]
        let before = lines(conflict.base, conflict, state.signs)
        let more = before.count > 1 ? " \(state.signs.ellipsis)" : ""
        grid.write("Before: \(before.first ?? "")\(more)", at: rect.origin, .dimmed, in: rect.line(0))
        let (left, right) = rect.cutTop(1).1.cutLeft(rect.columns / 2)
        for (side, place) in zip(MergeSide.allCases, [left, right]) {
            let heading: Style = conflict.choice == side ? .paneTitleFocused : .heading
            grid.write(side == .mine ? "Mine" : "Theirs", at: place.origin, heading, in: place.line(0))
            let body = Rect(
                column: place.column, row: place.row + 1, columns: max(0, place.columns - 1),
                rows: max(0, place.rows - 1))
            drawText(lines(conflict.text(of: side), conflict, state.signs), from: merge.scroll, in: body, on: &grid)
        }
    }

    private static func drawText(_ lines: [String], from first: Int, in rect: Rect, on grid: inout Grid) {
        let wrapped = lines.flatMap { Wrapping.wrap([StyledText($0, .plain)], columns: rect.columns, indent: 2) }
        let start = min(first, max(0, wrapped.count - rect.rows))
        for (index, line) in wrapped.dropFirst(start).prefix(rect.rows).enumerated() {
            grid.write(line, at: rect.line(index).origin, in: rect.line(index))
        }
    }
}

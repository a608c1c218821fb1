import OpenCollection
import TextGrid

/// The collection tree.
enum TreePane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .tree
        let title = StyledText(state.collection.name, isFocused ? .paneTitleFocused : .paneTitle)
        grid.writeTitle(rect, .tree, [title], isFocused: isFocused, state.signs)
        let rows = state.treeRows.rows
        let body = rect.cutTop(1).1
        guard !rows.isEmpty else { return drawEmpty(state, in: body, on: &grid) }
        for index in 0..<min(body.rows, max(0, rows.count - state.tree.scroll)) {
            drawRow(rows[state.tree.scroll + index], state, in: body.line(index), on: &grid)
        }
    }

    private static func drawEmpty(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let text = state.tree.filter.map { "Nothing holds \"\($0)\". Esc shows all." } ?? "No requests here."
        grid.write(text, at: rect.origin, .dimmed, in: rect)
    }

    private static func drawRow(_ row: TreeRows.Row, _ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        let marks = self.marks(row.item, state)
        let marksWidth = marks.columns
        let room = Rect(column: line.column, row: line.row, columns: line.columns - marksWidth - 1, rows: 1)
        let indent = String(repeating: " ", count: 1 + row.depth)
        grid.write([StyledText(indent, .plain)] + label(row, state.signs), at: room.origin, in: room)
        grid.write(marks, at: Point(column: line.endColumn - marksWidth, row: line.row), in: line)
        guard row.item.path == state.tree.cursor else { return }
        grid.restyle(line, state.focus == .tree ? .cursor : .cursorUnfocused)
    }

    private static func label(_ row: TreeRows.Row, _ signs: Signs) -> [StyledText] {
        switch row.item.kind {
        case .folder:
            let sign = row.isExpanded == true ? signs.open : signs.closed
            return [StyledText("\(sign) \(row.item.name)", .heading)]
        case .request, .unopened:
            let method = row.item.kind.requestHead?.method.uppercased() ?? ""
            return [StyledText(short(method), .method(method)), StyledText(" \(row.item.name)", .plain)]
        case .unsupported(let kind): return [StyledText("\(kind) \(row.item.name)", .dimmed)]
        case .broken: return [StyledText("\(signs.failure) \(row.item.name)", .failure)]
        }
    }

    /// Four columns: "GET ", "POST", "PATC" would lie, so "PTCH" and "DEL ".
    private static func short(_ method: String) -> String {
        let word = ["DELETE": "DEL", "PATCH": "PTCH", "OPTIONS": "OPT"][method] ?? String(method.prefix(4))
        return word + String(repeating: " ", count: max(0, 4 - word.count))
    }

    /// Unsaved, running, and how the last send ended.
    private static func marks(_ item: CollectionItem, _ state: ExplorerState) -> [StyledText] {
        guard let session = state.sessions[item.path] else { return [] }
        var marks: [StyledText] = []
        if session.running != nil {
            marks.append(StyledText(state.signs.running, .running))
        } else if let status = session.answer?.head?.status, session.answer?.failure == nil {
            marks.append(StyledText(state.signs.sign(forStatus: status), .status(status)))
        } else if session.answer?.failure != nil {
            marks.append(StyledText(state.signs.failure, .failure))
        }
        if session.draft.isDirty { marks.append(StyledText(state.signs.unsaved, .unsaved)) }
        return marks
    }
}

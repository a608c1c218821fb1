import OpenCollection
import TextGrid

/// Every variable in sight: name, value, where it comes from, what it shadows.
enum VariablesPane {
    static func draw(_ variables: VariablesState, _ state: ExplorerState, on grid: inout Grid) {
        let rect = OverlayDrawing.box("Variables", columns: 110, rows: state.size.rows - 4, state, on: &grid)
        let (filterLine, list) = rect.cutTop(1)
        grid.write("> ", at: filterLine.origin, .key, in: filterLine)
        let field = filterLine.cutLeft(2).1
        grid.writeEditing(variables.filter.line, cursorColumn: variables.filter.column, in: field, signs: state.signs)
        let rows = state.variableRows
        guard !rows.isEmpty else {
            return grid.writeEmpty(
                variables.filter.text.isEmpty ? EmptyWords.noVariables : EmptyWords.noVariableMatch, in: list)
        }
        let columns = Columns(rows, list)
        let first = ExplorerState.scroll(0, showing: variables.selected, rows: list.rows, of: rows.count)
        for (index, row) in rows.dropFirst(first).prefix(list.rows).enumerated() {
            draw(row, columns, state.signs, in: list.line(index), on: &grid)
            if first + index == variables.selected { grid.restyle(list.line(index), .cursor) }
        }
    }

    /// Each as wide as it is where there is room; else values give way first, then scopes.
    private struct Columns {
        let name, value, scope: Int

        init(_ rows: [VariableRow], _ rect: Rect) {
            func widest(_ text: (VariableRow) -> String) -> Int {
                rows.map { DisplayWidth.columns(of: text($0)) }.max() ?? 0
            }
            name = min(rect.columns * 3 / 10, widest(\.name))
            let rest = max(0, rect.columns - name - 4)
            let origin = min(rest * 3 / 5, widest(VariablesPane.origin))
            value = min(rest - origin, widest(VariablesPane.shownValue))
            scope = rest - value
        }
    }

    /// For its width; dots are not wider.
    private static func shownValue(_ row: VariableRow) -> String {
        switch row.value {
        case .text(let text): oneLine(text)
        case .hidden: "****"
        case .missing(let why): "? \(why)"
        }
    }

    private static func draw(
        _ row: VariableRow, _ columns: Columns, _ signs: Signs, in line: Rect, on grid: inout Grid
    ) {
        func place(_ column: Int, _ width: Int) -> Rect {
            Rect(column: line.column + column, row: line.row, columns: width, rows: 1)
        }
        func write(_ text: String, _ style: Style, _ rect: Rect, on grid: inout Grid) {
            let shown = DisplayWidth.clipped(oneLine(text), toColumns: rect.columns, ellipsis: signs.ellipsis)
            grid.write(shown, at: rect.origin, style, in: rect)
        }
        let name = place(0, columns.name)
        write(row.name, row.scope == .session ? .unsaved : .label, name, on: &grid)
        let value = place(columns.name + 2, columns.value)
        switch row.value {
        case .text(let text): write(text, .plain, value, on: &grid)
        case .hidden: write(signs.secret, .plain, value, on: &grid)
        case .missing(let why): write("\(signs.missing) \(why)", .holeMissing, value, on: &grid)
        }
        let scope = place(columns.name + columns.value + 4, columns.scope)
        write(origin(row), .dimmed, scope, on: &grid)
    }

    private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

    fileprivate static func origin(_ row: VariableRow) -> String {
        let place = row.scope?.title ?? (row.place.isEmpty ? "nowhere" : "in \(row.place): e selects")
        let scope = place + (row.isKept ? ", kept" : "")
        return row.shadows.isEmpty ? scope : "\(scope), shadows \(row.shadows.joined(separator: ", "))"
    }
}

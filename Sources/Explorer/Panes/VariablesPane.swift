import OpenCollection
import TextGrid

/// Every variable in sight: name, value, where it comes from, what it shadows.
enum VariablesPane {
    static func draw(_ variables: VariablesState, _ state: ExplorerState, on grid: inout Grid) {
        let rect = OverlayDrawing.box("Variables", columns: 110, rows: state.size.rows - 4, state, on: &grid)
        let list = ListDrawing.drawFilter(variables.filter, state.signs, in: rect, on: &grid)
        let rows = state.variableRows
        guard !rows.isEmpty else {
            return grid.writeEmpty(
                variables.filter.text.isEmpty ? EmptyWords.noVariables : EmptyWords.noVariableMatch, in: list)
        }
        let columns = Columns(rows, list)
        ListDrawing.drawRows(rows.count, cursor: variables.selected, in: list, on: &grid) {
            draw(rows[$0], columns, state.signs, in: $1, on: &$2)
        }
    }

    /// Each as wide as it is where there is room; else values give way first, then scopes.
    private struct Columns {
        let name, value, scope: Int

        init(_ rows: [VariableRow], _ rect: Rect) {
            func widest(_ text: (VariableRow) -> String) -> Int { ListDrawing.widest(rows.map(text)) }
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
        let value: (String, Style) =
            switch row.value {
            case .text(let text): (text, .plain)
            case .hidden: (signs.secret, .plain)
            case .missing(let why): ("\(signs.missing) \(why)", .holeMissing)
            }
        ListDrawing.drawColumns(
            [
                (oneLine(row.name), row.scope == .session ? .unsaved : .label, columns.name),
                (oneLine(value.0), value.1, columns.value), (oneLine(origin(row)), .dimmed, columns.scope),
            ], signs, in: line, on: &grid)
    }

    private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }

    fileprivate static func origin(_ row: VariableRow) -> String {
        let place = row.scope?.title ?? (row.place.isEmpty ? "nowhere" : "in \(row.place): e selects")
        let scope = place + (row.isKept ? ", kept" : "")
        return row.shadows.isEmpty ? scope : "\(scope), shadows \(row.shadows.joined(separator: ", "))"
    }
}

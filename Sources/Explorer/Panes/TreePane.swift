import OpenCollection
import TextGrid

/// The collection tree.
enum TreePane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .tree
        let title = StyledText(state.collection.name, isFocused ? .paneTitleFocused : .paneTitle)
        grid.writeTitle(rect, .tree, [title], isFocused: isFocused, state.signs)
        let body = rect.cutTop(1).1
        guard state.treeRowCount > 0 else { return drawEmpty(state, in: body, on: &grid) }
        for index in 0..<body.rows {
            guard let place = state.treePlace(at: state.treeScroll + index) else { return }
            drawRow(place, state, in: body.line(index), on: &grid)
        }
    }

    private static func drawEmpty(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let nothing = state.current.exists ? "No requests here." : "Nothing is open."
        let text = state.tree.filter.map { "Nothing holds \"\($0)\". Esc shows all." } ?? nothing
        grid.write(text, at: rect.origin, .dimmed, in: rect)
    }

    private static func drawRow(
        _ place: ExplorerState.TreePlace, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let row = state.row(at: place)
        let marks = self.marks(row, state.collections[place.collection], state.signs)
        let marksWidth = marks.columns
        let room = Rect(column: line.column, row: line.row, columns: line.columns - marksWidth - 1, rows: 1)
        let indent = String(repeating: " ", count: row.path == .root ? 0 : 1 + row.depth)
        grid.write([StyledText(indent, .plain)] + label(row, state.signs), at: room.origin, in: room)
        grid.write(marks, at: Point(column: line.endColumn - marksWidth, row: line.row), in: line)
        guard place.collection == state.shownIndex, row.path == state.tree.cursor else { return }
        grid.restyle(line, state.focus == .tree ? .cursor : .cursorUnfocused)
    }

    private static func label(_ row: TreeRows.Row, _ signs: Signs) -> [StyledText] {
        let sign = row.isExpanded == true ? signs.open : signs.closed
        return switch row.subject {
        case .collection(let name): [StyledText("\(sign) \(name)", .heading)]
        case .item(let item): label(item, sign, signs)
        case .environments: [StyledText("\(sign) \(row.subject.name)", .heading)]
        case .environment(let environment):
            colour(of: environment, signs) + [StyledText(row.subject.name, .plain)]
        }
    }

    /// As its file says.
    private static func colour(of environment: EnvironmentDefinition, _ signs: Signs) -> [StyledText] {
        guard let colour = environment.color.flatMap(NamedColour.init) else { return [] }
        return [StyledText("\(signs.swatch) ", colour.style)]
    }

    private static func label(_ item: CollectionItem, _ sign: String, _ signs: Signs) -> [StyledText] {
        switch item.kind {
        case .folder: return [StyledText("\(sign) \(item.name)", .heading)]
        case .request, .unopened:
            let method = item.kind.requestHead?.method.uppercased() ?? ""
            return [StyledText(short(method), .method(method)), StyledText(" \(item.name)", .plain)]
        case .unsupported(let kind): return [StyledText("\(kind) \(item.name)", .dimmed)]
        case .broken: return [StyledText("\(signs.failure) \(item.name)", .failure)]
        }
    }

    /// Four columns: "GET ", "POST", "PATC" would lie, so "PTCH" and "DEL ".
    private static func short(_ method: String) -> String {
        let word = ["DELETE": "DEL", "PATCH": "PTCH", "OPTIONS": "OPT"][method] ?? String(method.prefix(4))
        return word + String(repeating: " ", count: max(0, 4 - word.count))
    }

    /// Unsaved, running, and how the last send ended.
    private static func marks(_ row: TreeRows.Row, _ collection: CollectionState, _ signs: Signs) -> [StyledText] {
        var marks: [StyledText] = []
        if collection.treeWork.marked.contains(row.path) { marks.append(StyledText(signs.marked, .heading)) }
        if case .environment(let environment) = row.subject {
            if environment.name == collection.environmentName { marks.append(StyledText(signs.bullet, .heading)) }
        }
        guard let session = collection.sessions[row.path] else { return marks }
        if session.isSending {
            marks.append(StyledText(signs.running, .running))
        } else if let status = session.answer?.head?.status, session.answer?.failure == nil {
            marks.append(StyledText(signs.sign(forStatus: status), .status(status)))
        } else if session.answer?.failure != nil {
            marks.append(StyledText(signs.failure, .failure))
        }
        if session.disk == .gone { marks.append(StyledText("gone ", .warning)) }
        if session.disk != .same { marks.append(StyledText(signs.changed, .warning)) }
        if session.draft.isDirty { marks.append(StyledText(signs.unsaved, .unsaved)) }
        return marks
    }
}

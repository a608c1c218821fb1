import ExplorerKit
import OpenCollection
import TextGrid

/// The collection tree.
enum TreePane {
    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let isFocused = state.focus == .tree
        let title = title(state, isFocused ? .paneTitleFocused : .paneTitle, columns: rect.columns - 6)
        grid.writeTitle(rect, .tree, title, isFocused: isFocused, state.glyphs)
        let body = rect.cutTop(1).1
        guard state.treeRowCount > 0 else { return drawEmpty(state, in: body, on: &grid) }
        for index in 0..<body.rows {
            guard let place = state.treePlace(at: state.display.treeScroll + index) else {
                return drawAdvice(state, in: body.cutTop(index).1, on: &grid)
            }
            drawRow(place, state, in: body.line(index), on: &grid)
        }
    }

    /// Returns the collection's name, and what narrows the tree: that has up to half of the room.
    private static func title(_ state: ExplorerState, _ style: Style, columns: Int) -> [StyledText] {
        let ellipsis = state.glyphs.ellipsis
        let filter = state.tree.filter.map { " /\($0.shownInLine(limit: 200))" } ?? ""
        let room = max(columns / 2, columns - DisplayWidth.columns(of: state.collection.name))
        let shown = [StyledText(filter, .match)].clipped(toColumns: room, ellipsis)
        return [StyledText(state.collection.name, style)].clipped(toColumns: columns - shown.columns, ellipsis) + shown
    }

    /// Draws advice below the rows of a tree that is narrowed, and of a collection that has no requests.
    private static func drawAdvice(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let place = rect.inset(columns: 1, rows: 1)
        if let filter = state.tree.filter {
            guard !state.isTreeFilterTyped else { return }
            let only = "Only what contains \"\(filter.shownInLine(limit: 200))\"."
            return grid.writeEmpty("\(only) \(state.withKeyNames(EmptyStateTexts.keptTreeFilter))", in: place)
        }
        guard state.current.exists, state.collection.items.isEmpty else { return }
        grid.writeEmpty(state.withKeyNames(EmptyStateTexts.noRequests), in: place)
    }

    private static func drawEmpty(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        let nothing = state.withKeyNames(
            state.current.exists ? EmptyStateTexts.noRequests : EmptyStateTexts.noCollection)
        let advice =
            state.isTreeFilterTyped ? EmptyStateTexts.noTreeMatch : state.withKeyNames(EmptyStateTexts.keptTreeFilter)
        let text = state.tree.filter.map { "Nothing contains \"\($0.shownInLine(limit: 200))\". \(advice)" }
        grid.writeEmpty(text ?? nothing, in: rect)
    }

    private static func drawRow(
        _ place: ExplorerState.TreePlace, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let row = state.row(at: place)
        let collection = state.collections[place.collection]
        let label = [indent(row)] + label(row, collection, state.glyphs)
        let marks = self.marks(row, collection, state.glyphs, columns: line.columns - label.columns - 2)
        if state.isPlain { return drawPlainRow(place, row, label, marks, state, in: line, on: &grid) }
        let marksWidth = marks.columns
        let room = Rect(column: line.column, row: line.row, columns: line.columns - marksWidth - 1, rows: 1)
        grid.write(label, clippedTo: room, state.glyphs)
        grid.write(marks, at: Point(column: line.endColumn - marksWidth, row: line.row), in: line)
        guard place.collection == state.collections.shownIndex, row.path == state.tree.cursor else { return }
        grid.restyle(line, state.focus == .tree ? .cursor : .cursorUnfocused)
    }

    /// Draws a row in plain mode, its marks right after its name, which gives way to them.
    private static func drawPlainRow(
        _ place: ExplorerState.TreePlace, _ row: TreeRows.Row, _ label: [StyledText], _ marks: [StyledText],
        _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let words = marks.map { StyledText(", \($0.text.trimmingSpaces)", $0.style) }
        let room = max(line.columns - words.columns, line.columns / 2)
        let name = label.clipped(toColumns: room, state.glyphs.ellipsis)
        grid.write(name + words, clippedTo: line, state.glyphs)
        if place.collection == state.collections.shownIndex, row.path == state.tree.cursor {
            grid.restyle(line, .cursor)
        }
    }

    private static func indent(_ row: TreeRows.Row) -> StyledText {
        StyledText(String(repeating: " ", count: row.path == .root ? 0 : 1 + row.depth))
    }

    private static func label(_ row: TreeRows.Row, _ collection: CollectionState, _ glyphs: Glyphs) -> [StyledText] {
        let sign = row.isExpanded == true ? glyphs.open : glyphs.closed
        return switch row.subject {
        case .collection(let name): [StyledText("\(sign) \(name)", .heading)]
        case .item(let item): label(item, method: collection.method(of: item) ?? "", sign, glyphs)
        case .environments: [StyledText("\(sign) \(row.subject.name)", .heading)]
        case .environment(let environment):
            colour(of: environment, glyphs) + [StyledText(row.subject.name, .plain)]
        }
    }

    /// Returns the colour that an environment's file has.
    private static func colour(of environment: EnvironmentDefinition, _ glyphs: Glyphs) -> [StyledText] {
        guard let colour = environment.color.flatMap(NamedColour.init) else { return [] }
        return [StyledText("\(glyphs.swatch) ", colour.style)]
    }

    private static func label(_ item: CollectionItem, method: String, _ sign: String, _ glyphs: Glyphs) -> [StyledText]
    {
        switch item.kind {
        case .folder: return [StyledText("\(sign) \(item.name)", .heading)]
        case .request, .unopened:
            return [StyledText(short(method), .method(method)), StyledText(" \(item.name)", .plain)]
        case .unsupported(let kind): return [StyledText("\(kind) \(item.name)", .dimmed)]
        case .broken: return [StyledText("\(glyphs.failure) \(item.name)", .failure)]
        }
    }

    /// Returns a method in four columns: "GET ", "POST"; of longer ones the first letter and the consonants, so that PROPFIND is "PRPF" and MKCOL is
    /// "MKCL".
    static func short(_ method: String) -> String {
        let consonants = method.prefix(1) + method.dropFirst().filter { !"AEIOU".contains($0) }
        let word =
            ["DELETE": "DEL", "OPTIONS": "OPT"][method]
            ?? String((method.count > 4 ? consonants : method[...]).prefix(4))
        return word + String(repeating: " ", count: max(0, 4 - word.count))
    }

    /// Returns the marks of a row: unsaved, running, and how the last send ended.
    ///
    /// - Parameter columns: The room for words.
    private static func marks(
        _ row: TreeRows.Row, _ collection: CollectionState, _ glyphs: Glyphs, columns: Int
    ) -> [StyledText] {
        var marks: [StyledText] = []
        if collection.treeWork.marked.contains(row.path) { marks.append(StyledText(glyphs.marked, .heading)) }
        if case .environment(let environment) = row.subject {
            if environment.name == collection.environmentName {
                let hasRoom = glyphs.areWords || columns >= Self.selected.count
                marks.append(StyledText(hasRoom ? Self.selected : glyphs.bullet, .heading))
            }
        }
        return marks + status(of: row.path, in: collection, glyphs)
    }

    private static let selected = "selected"

    /// Returns the marks of an item: running or how the last send ended, gone or changed on disk, unsaved.
    static func status(of path: ItemPath, in collection: CollectionState, _ glyphs: Glyphs) -> [StyledText] {
        let session = collection.sessions[path]
        var marks: [StyledText] = []
        if session?.isSending == true {
            marks.append(StyledText(glyphs.running, .running))
        } else if let outcome = session?.response?.outcome ?? collection.past.outcomes[path] {
            marks.append(glyphs.sign(of: outcome))
        }
        guard let session else { return marks }
        if session.disk == .gone { marks.append(StyledText("gone ", .warning)) }
        if session.disk != .same { marks.append(StyledText(glyphs.changed, .warning)) }
        if session.draft.isDirty { marks.append(StyledText(glyphs.unsaved, .unsaved)) }
        return marks
    }
}

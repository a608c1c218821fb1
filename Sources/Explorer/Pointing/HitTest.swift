import BodyView
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// What stands where on the screen of a state: from the same layout as the drawing.
struct HitTest {
    private let state: ExplorerState
    private let layout: Layout

    init(_ state: ExplorerState) {
        self.state = state
        layout = state.layout
    }

    /// Nil where nothing is.
    func target(at point: Point) -> Target? {
        if let row = completionRow(at: point) { return .completionRow(row) }
        if layout.footer.contains(point) { return Footer.action(at: point.column, state).map { .action($0) } }
        if let overlay = OverlayPlaces(state) { return overlay.target(at: point) }
        if layout.tabs.contains(point) { return openRequest(at: point) }
        if let border = border(at: point) { return .border(border) }
        return pane(at: point).flatMap { target(at: point, in: $0) }
    }

    /// The pane at a place; nil between panes.
    func pane(at point: Point) -> Pane? { Pane.inOrder.first { layout[$0].contains(point) } }

    /// A column between panes, or a title that is a border too.
    private func border(at point: Point) -> Border? { layout.borders.first { layout.cells(of: $0).contains(point) } }

    private func target(at point: Point, in pane: Pane) -> Target? {
        let inside =
            switch pane {
            case .tree: treeRow(at: point)
            case .request: form(at: point)
            case .response: response(at: point)
            case .held: heldTab(at: point)
            case .log: logRow(at: point)
            }
        return inside ?? .pane(pane)
    }

    // MARK: Completion

    /// The list stands above the panes, and below what is asked.
    private func completionRow(at point: Point) -> Int? {
        guard state.overlays.isEmpty, let completion = state.openCompletion else { return nil }
        var scratch = Grid(size: state.size)
        RequestPane.draw(state.shownForm, state, in: layout.request, on: &scratch)
        guard let cursor = scratch.cursor, let place = CompletionDrawing.place(of: completion, at: cursor, state),
            place.rect.contains(point)
        else { return nil }
        return place.first + point.row - place.rect.row
    }

    // MARK: Tabs

    private func openRequest(at point: Point) -> Target? {
        let tabs = state.current.openTabs
        let strip = OpenRequestsLine.strip(of: tabs, state, in: layout.tabs)
        return strip.index(at: point).map { .openRequest(tabs[$0].path) }
    }

    private func heldTab(at point: Point) -> Target? {
        guard let session = state.held?.session, layout.held.line(1).contains(point) else { return nil }
        let strip = TabStrip(ResponsePane.tabs(of: session, state.signs), in: layout.held.line(1))
        return strip.index(at: point).map { .heldTab(session.responseTabs[$0]) }
    }

    // MARK: Tree

    private func treeRow(at point: Point) -> Target? {
        let offset = point.row - layout.tree.row - 1
        guard offset >= 0, let place = state.treePlace(at: state.display.treeScroll + offset) else { return nil }
        let row = state.row(at: place)
        let sign = layout.tree.column + (row.path == .root ? 0 : 1 + row.depth)
        let isSign = row.isExpanded != nil && point.column == sign
        return .treeRow(state.display.treeScroll + offset, part: isSign ? .sign : .name)
    }

    // MARK: Request

    private func form(at point: Point) -> Target? {
        guard let shown = state.shownForm, ItemPane.subject(of: state) == nil else { return nil }
        let tabs = layout.request.line(RequestPane.headRows(shown.session) - 1)
        if tabs.contains(point) { return formTab(at: point, shown, in: tabs) }
        var found: (spot: FormSpot, rect: Rect)?
        var scratch = Grid(size: state.size)
        RequestPane.draw(shown, state, in: layout.request, on: &scratch) { spot, rect in
            if rect.contains(point) { found = (spot, rect) }
        }
        switch found?.spot {
        case .field(let field): return .field(field)
        case .mark(let field): return .mark(field)
        case .line(let line): return found.flatMap { caret(at: point, line: line, in: $0.rect) }
        case nil: return fieldOfRow(at: point, shown)
        }
    }

    private func formTab(at point: Point, _ shown: ShownForm, in line: Rect) -> Target? {
        let tabs = shown.session.draft.form.tabs
        let titles = RequestPane.tabs(of: shown, state)
        return TabStrip(titles, in: line).index(at: point).map { .formTab(tabs[$0]) }
    }

    private func caret(at point: Point, line: Int, in rect: Rect) -> Target? {
        guard let buffer = state.edit?.editor.buffer, buffer.lines.indices.contains(line) else { return nil }
        let column = buffer.cursor.line == line ? buffer.cursor.column : nil
        let shown = EditedLine(buffer.characters(ofLine: line), cursorColumn: column, columns: rect.columns)
        let grapheme = shown.grapheme(atColumn: point.column - rect.column)
        return .caret(TextBuffer.Position(line: line, column: grapheme))
    }

    /// Beside what is written in a row, its first field.
    private func fieldOfRow(at point: Point, _ shown: ShownForm) -> Target? {
        let offset = point.row - layout.request.row - RequestPane.headRows(shown.session)
        guard offset >= 0 else { return nil }
        let lines = FormLines(shown.form, editing: state.edit, columns: layout.request.columns)
        let first = shown.session.formScroll + offset
        return lines.lines(first..<first + 1).first.flatMap { shown.form.rows[$0.row].fields.first }.map { .field($0) }
    }

    // MARK: Response

    private func response(at point: Point) -> Target? {
        guard let session = state.session, session.isRequest, ItemPane.subject(of: state) == nil else { return nil }
        if let sides = state.sidesLayout { return side(at: point, sides, session) }
        let tabs = layout.response.line(1)
        if tabs.contains(point) {
            return TabStrip(ResponsePane.tabs(of: session, state.signs), in: tabs).index(at: point).map {
                .responseTab(session.responseTabs[$0])
            }
        }
        let content = ResponsePane.content(of: state)
        guard content.contains(point) else { return nil }
        return line(point.row - content.row, column: point.column - content.column, of: session)
    }

    private func line(_ offset: Int, column: Int, of session: RequestSession) -> Target? {
        if let document = state.bodyWithCursor { return bodyRow(offset, column, document) }
        if let stream = state.shownStream { return streamRow(offset, stream, session) }
        guard session.shownResponseTab == .headers else { return nil }
        let row = offset + (session.look.scroll[.headers] ?? 0)
        return HeaderLines(session, state).lines.indices.first { index in
            var other = session
            other.look.headerCursor = index
            return ResponsePane.headerRows(other, state, columns: layout.response.columns).contains(row)
        }.map { .header($0) }
    }

    private func bodyRow(_ offset: Int, _ column: Int, _ document: BodyDocument) -> Target? {
        let rect = layout.response
        let isNumber = column < rect.columns - BodyDrawing.textColumns(of: document, in: rect)
        if let wrapped = state.wrappedBody {
            let rows = wrapped.rows(from: state.current.firstRow(in: wrapped), count: offset + 1)
            return rows[safe: offset].map { .bodyRow($0.row, isNumber: isNumber) }
        }
        let row = (state.session?.look.scroll[.body] ?? 0) + offset
        return row < state.responseLineCount ? .bodyRow(row, isNumber: isNumber) : nil
    }

    private func streamRow(_ offset: Int, _ rows: StreamRows, _ session: RequestSession) -> Target? {
        // Above them stands how many there are.
        guard let reading = session.answer?.stream, offset >= 1 else { return nil }
        let count = max(1, state.responseRows - 1)
        let first = ListDrawing.scroll(reading.first, showing: reading.cursorRow(in: rows), rows: count, of: rows.count)
        return first + offset - 1 < rows.count ? .streamRow(first + offset - 1) : nil
    }

    private func side(at point: Point, _ sides: SidesLayout, _ session: RequestSession) -> Target? {
        guard let comparison = session.comparison else { return nil }
        if sides.list.contains(point) {
            let first = ListDrawing.scroll(
                0, showing: comparison.selected, rows: sides.list.rows, of: comparison.sides.count)
            let index = first + point.row - sides.list.row
            return comparison.sides.indices.contains(index) ? .side(index) : nil
        }
        let columns = zip(sides.shown, sides.bodies).first { $1.column <= point.column && point.column < $1.endColumn }
        return columns.map { .side($0.0) }
    }

    // MARK: Log

    private func logRow(at point: Point) -> Target? {
        let row = point.row - layout.log.row - 1
        return row >= 0 ? LogRows(state).line(atRow: row).map { .logRow($0) } : nil
    }
}

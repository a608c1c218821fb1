import BodyView
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// Something on the screen that a click means, or that the label beside it goes to.
struct Place: Sendable, Hashable {
    let target: Target
    let rect: Rect
    /// Whether it gets a label, in its first cell.
    var hasLabel = true
}

/// The places on the screen of a state: from the same layout as the drawing.
struct Places {
    private let state: ExplorerState
    private let layout: Layout

    init(_ state: ExplorerState) { (self.state, layout) = (state, state.layout) }

    /// All places that get a label. Those that are used most come first: they get the shortest ones.
    var labelled: [Place] {
        let panes: [Pane] = [.tree, .request, .response, .log]
        let titles = panes.filter { !layout[$0].isEmpty }.map { Place(target: .pane($0), rect: layout[$0]) }
        let places = titles + formTabs + responseTabs + head + formRows + treeRows + sides + response + logLines
        return places.filter(\.hasLabel)
    }

    /// Returns the target at a point; nil where nothing is.
    func target(at point: Point) -> Target? {
        if let row = completionRow(at: point) { return .completionRow(row) }
        if layout.footer.contains(point) { return Footer.action(at: point.column, state).map { .action($0) } }
        if let overlay = OverlayPlaces(state) { return overlay.target(at: point) }
        if layout.tabs.contains(point) { return openRequest(at: point) }
        // A column between panes, or a title that is a border too.
        if let border = layout.borders.first(where: { layout.cells(of: $0).contains(point) }) { return .border(border) }
        return pane(at: point).map { pane in
            (pane == .request ? fieldOrCaret(at: point) : nil)
                ?? places(in: pane).first { $0.rect.contains(point) }?.target ?? .pane(pane)
        }
    }

    /// Returns the pane at a place; nil between panes.
    func pane(at point: Point) -> Pane? { Pane.inOrder.first { layout[$0].contains(point) } }

    private func places(in pane: Pane) -> [Place] {
        switch pane {
        case .tree: treeRows
        case .request: formTabs + formRows
        case .response: responseTabs + sides + response
        case .held: heldTabs
        case .log: logLines
        }
    }

    // MARK: Completion

    /// Returns the row of the completion at a point; its list is above the panes, and below overlays.
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

    private func tabs(
        _ titles: [(title: String, isSelected: Bool)], in line: Rect, _ target: (Int) -> Target
    ) -> [Place] {
        TabStrip(titles, in: line).places.map { Place(target: target($0.index), rect: $0.rect) }
    }

    private var formTabs: [Place] {
        guard let form else { return [] }
        let line = layout.request.line(RequestPane.headRows(form.session) - 1)
        return tabs(RequestPane.tabs(of: form, state), in: line) { .formTab(form.session.draft.form.tabs[$0]) }
    }

    private var responseTabs: [Place] {
        guard let responseSession, !responseSession.showsSides else { return [] }
        return tabs(ResponsePane.tabs(of: responseSession, state.glyphs), in: layout.response.line(1)) {
            .responseTab(responseSession.responseTabs[$0])
        }
    }

    private var heldTabs: [Place] {
        guard let session = state.held?.session else { return [] }
        return tabs(ResponsePane.tabs(of: session, state.glyphs), in: layout.held.line(1)) {
            .heldTab(session.responseTabs[$0])
        }
    }

    // MARK: Tree

    private var treeRows: [Place] {
        let body = layout.tree.cutTop(1).1
        return (0..<body.rows).flatMap { offset -> [Place] in
            guard let place = state.treePlace(at: state.display.treeScroll + offset) else { return [] }
            let (row, line) = (state.row(at: place), body.line(offset))
            let item = NavigationHistory.Place(collection: state.collections[place.collection].path, path: row.path)
            let sign = line.cutLeft(row.path == .root ? 0 : 1 + row.depth).1.cutLeft(1).0
            return (row.isExpanded == nil ? [] : [Place(target: .treeSign(item), rect: sign, hasLabel: false)])
                + [Place(target: .treeRow(item), rect: line)]
        }
    }

    // MARK: Request

    /// The shown form; nil where none is shown.
    private var form: ShownForm? {
        layout.request.isEmpty || ItemPane.subject(of: state) != nil ? nil : state.shownForm
    }

    /// Method and URL.
    private var head: [Place] {
        guard let form, form.session.isRequest else { return [] }
        let line = layout.request.line(1)
        let url = line.cutLeft(2 + DisplayWidth.columns(of: form.session.draft.content.definition.method)).1
        return [line, url].enumerated().map { column, rect in
            Place(target: .formRow(FormCursor(row: -1, column: column)), rect: rect)
        }
    }

    private var formRows: [Place] {
        guard let form else { return [] }
        let body = layout.request.cutTop(RequestPane.headRows(form.session)).1
        let lines = FormLines(form.form, editing: state.edit, columns: layout.request.columns)
        let first = form.session.formScroll
        return lines.lines(first..<first + body.rows).enumerated().compactMap { offset, line in
            form.form.focusable.firstIndex(of: line.row).map { row in
                let cursor = FormCursor(row: row, column: form.session.cursor.column)
                return Place(target: .formRow(cursor), rect: body.line(offset), hasLabel: line.textLine == 0)
            }
        }
    }

    /// Returns the field or caret at a point, found by drawing the form.
    private func fieldOrCaret(at point: Point) -> Target? {
        guard let form else { return nil }
        var found: Target?
        var scratch = Grid(size: state.size)
        RequestPane.draw(form, state, in: layout.request, on: &scratch) { spot, rect in
            guard rect.contains(point) else { return }
            switch spot {
            case .field(let field): found = .field(field)
            case .mark(let field): found = .mark(field)
            case .line(let line): found = caret(at: point, line: line, in: rect)
            }
        }
        return found
    }

    private func caret(at point: Point, line: Int, in rect: Rect) -> Target? {
        guard let buffer = state.edit?.editor.buffer, buffer.lines.indices.contains(line) else { return nil }
        let column = buffer.cursor.line == line ? buffer.cursor.column : nil
        let shown = EditedLine(buffer.characters(ofLine: line), cursorColumn: column, columns: rect.columns)
        let grapheme = shown.grapheme(atColumn: point.column - rect.column)
        return .caret(TextBuffer.Position(line: line, column: grapheme))
    }

    // MARK: Response

    /// The request whose responses are shown; nil where there is none, or no room.
    private var responseSession: RequestSession? {
        guard !layout.response.isEmpty, ItemPane.subject(of: state) == nil, let session = state.session else {
            return nil
        }
        return session.isRequest ? session : nil
    }

    /// The places of the responses' list, and of the columns below it.
    private var sides: [Place] {
        guard let responseSession, let sides = state.sidesLayout, let comparison = responseSession.comparison else {
            return []
        }
        let first = ListDrawing.scroll(
            0, showing: comparison.selected, rows: sides.list.rows, of: comparison.sides.count)
        let rows = comparison.sides.indices.dropFirst(first).prefix(sides.list.rows).map { side in
            Place(target: .side(side), rect: sides.list.line(side - first))
        }
        let pane = layout.response
        return rows + [Place(target: .pane(.response), rect: sides.list, hasLabel: false)]
            + zip(sides.shown, sides.bodies).map { side, body in
                let column = pane.cutLeft(body.column - pane.column).1.cutLeft(body.columns).0
                return Place(target: .side(side), rect: column, hasLabel: false)
            }
    }

    private var response: [Place] {
        guard let responseSession, !responseSession.showsSides else { return [] }
        let body = ResponsePane.content(of: state)
        if let document = state.session?.bodyWithCursor { return bodyRows(document, responseSession, in: body) }
        if let stream = state.session?.shownStream { return streamRows(stream, responseSession, in: body) }
        return responseSession.shownResponseTab == .headers ? headers(responseSession, in: body) : []
    }

    /// Returns the places of a body's rows; the label is on the number.
    private func bodyRows(_ document: BodyDocument, _ session: RequestSession, in rect: Rect) -> [Place] {
        let numbers = rect.columns - BodyDrawing.textColumns(of: document, in: layout.response)
        func places(_ row: WrappedRow, _ offset: Int) -> [Place] {
            let (number, text) = rect.line(offset).cutLeft(numbers)
            return [
                Place(target: .bodyRow(row, isNumber: true), rect: number),
                Place(target: .bodyRow(row, isNumber: false), rect: text, hasLabel: false),
            ]
        }
        if let wrapped = state.wrappedBody {
            let rows = wrapped.rows(from: state.current.firstRow(in: wrapped), count: rect.rows)
            return rows.enumerated().flatMap { places($1, $0) }
        }
        let count = session.response?.reading.folding.rowCount(ofLines: document.lineCount) ?? 0
        let first = session.look.scroll[.body] ?? 0
        return (first..<max(first, count)).prefix(rect.rows).flatMap { places(WrappedRow(row: $0), $0 - first) }
    }

    /// Returns the places of a stream's rows; the line above them has their number.
    private func streamRows(_ rows: StreamRows, _ session: RequestSession, in rect: Rect) -> [Place] {
        guard let reading = session.response?.stream else { return [] }
        let count = max(1, state.responseRows - 1)
        let first = ListDrawing.scroll(reading.first, showing: reading.cursorRow(in: rows), rows: count, of: rows.count)
        return (first..<max(first, rows.count)).prefix(max(0, rect.rows - 1)).map { row in
            Place(target: .streamRow(row), rect: rect.line(row - first + 1), hasLabel: false)
        }
    }

    private func headers(_ session: RequestSession, in rect: Rect) -> [Place] {
        let scroll = session.look.scroll[.headers] ?? 0
        var cursor = session
        return HeaderLines(session, state).lines.indices.map { index in
            cursor.look.headerCursor = index
            let rows = ResponsePane.headerRows(cursor, state, columns: layout.response.columns)
            let start = rows.lowerBound - scroll
            let shown = rect.cutTop(start).1.cutTop(rows.count + min(0, start)).0
            return Place(target: .header(index), rect: shown, hasLabel: (0..<rect.rows).contains(start))
        }
    }

    // MARK: Log

    private var logLines: [Place] {
        let body = layout.log.cutTop(1).1
        let lines = LogRows(state)
        return lines.inView.map { line, rows in
            let rect = body.cutTop(rows.lowerBound).1.cutTop(rows.count).0
            return Place(target: .logLine(lines.shown[line] + state.log.dropped), rect: rect)
        }
    }
}

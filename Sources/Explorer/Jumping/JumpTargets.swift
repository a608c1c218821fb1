import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

/// A place on the screen that one can go to, and where its label stands.
struct JumpTarget: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case pane(Pane)
        case treeRow(Trail.Place)
        case requestTab(FormTab)
        case responseTab(ResponseTab)
        case field(FormCursor)
        case bodyRow(WrappedRow)
        case header(Int)
        case side(Int)
        /// Counted from the first line that ever was.
        case logLine(Int)
    }

    let place: Place
    let point: Point
}

/// All places on the screen that one can go to: from the state and the layout alone, nothing is drawn for it.
struct JumpTargets {
    private let state: ExplorerState
    private let layout: Layout

    init(_ state: ExplorerState) { (self.state, layout) = (state, state.layout) }

    /// Those that are asked for most first: they get the shortest labels.
    var all: [JumpTarget] { panes + requestTabs + responseTabs + fields + treeRows + sides + response + logLines }

    // MARK: - Panes and tabs

    private var panes: [JumpTarget] {
        let rects: [(Pane, Rect)] = [
            (.tree, layout.tree), (.request, layout.request), (.response, layout.response), (.log, layout.log),
        ]
        return rects.filter { !$0.1.isEmpty }.map { JumpTarget(place: .pane($0.0), point: $0.1.origin) }
    }

    private var requestTabs: [JumpTarget] {
        guard let pane = requestPane else { return [] }
        let line = layout.request.line(RequestPane.headRows(pane.session) - 1)
        let tabs = pane.session.draft.form.tabs
        let strip = TabStrip(tabs.map { (pane.title(of: $0), $0 == pane.session.tab) }, in: line)
        return strip.places.map { JumpTarget(place: .requestTab(tabs[$0.index]), point: $0.rect.origin) }
    }

    private var responseTabs: [JumpTarget] {
        guard let session = answered, !session.showsSides else { return [] }
        let line = layout.response.line(1)
        let strip = TabStrip(ResponsePane.tabs(of: session, state.signs), in: line)
        return strip.places.map {
            JumpTarget(place: .responseTab(session.responseTabs[$0.index]), point: $0.rect.origin)
        }
    }

    // MARK: - Request

    /// Nil where no form is shown.
    private var requestPane: RequestPane.Pane? {
        guard !layout.request.isEmpty, ItemPane.subject(of: state) == nil, let shown = state.shownForm else {
            return nil
        }
        let lines = FormLines(shown.form, editing: state.edit, columns: layout.request.columns)
        return RequestPane.Pane(
            state: state, shown: shown, lines: lines, isFocused: state.focus == .request, note: { _, _ in })
    }

    private var fields: [JumpTarget] {
        guard let pane = requestPane else { return [] }
        let body = layout.request.cutTop(RequestPane.headRows(pane.session)).1
        let first = pane.session.formScroll
        let rows = pane.lines.lines(first..<first + body.rows).enumerated().compactMap { offset, line -> JumpTarget? in
            guard line.textLine == 0, let row = pane.form.focusable.firstIndex(of: line.row) else { return nil }
            let cursor = FormCursor(row: row, column: pane.session.cursor.column)
            return JumpTarget(place: .field(cursor), point: Point(column: body.column, row: body.row + offset))
        }
        return head(of: pane) + rows
    }

    /// Method and URL.
    private func head(of pane: RequestPane.Pane) -> [JumpTarget] {
        guard pane.session.isRequest else { return [] }
        let line = layout.request.line(1)
        let url = line.column + 2 + DisplayWidth.columns(of: pane.content.definition.method)
        return [
            JumpTarget(place: .field(FormCursor(row: -1, column: 0)), point: Point(column: line.column, row: line.row)),
            JumpTarget(place: .field(FormCursor(row: -1, column: 1)), point: Point(column: url, row: line.row)),
        ]
    }

    // MARK: - Tree

    private var treeRows: [JumpTarget] {
        let body = layout.tree.cutTop(1).1
        return (0..<body.rows).compactMap { offset in
            guard let place = state.treePlace(at: state.display.treeScroll + offset) else { return nil }
            let collection = state.collections[place.collection].path
            let path = state.row(at: place).path
            return JumpTarget(
                place: .treeRow(Trail.Place(collection: collection, path: path)),
                point: Point(column: body.column, row: body.row + offset))
        }
    }

    // MARK: - Response

    /// The request whose answers are shown; nil where there is none, or no room.
    private var answered: RequestSession? {
        guard !layout.response.isEmpty, ItemPane.subject(of: state) == nil, let session = state.session else {
            return nil
        }
        return session.isRequest ? session : nil
    }

    private var sides: [JumpTarget] {
        guard let session = answered, session.showsSides, let sides = state.sidesLayout,
            let comparison = session.comparison
        else { return [] }
        let first = ListDrawing.scroll(
            0, showing: comparison.selected, rows: sides.list.rows, of: comparison.sides.count)
        return comparison.sides.indices.dropFirst(first).prefix(sides.list.rows).map { side in
            JumpTarget(place: .side(side), point: Point(column: sides.list.column, row: sides.list.row + side - first))
        }
    }

    private var response: [JumpTarget] {
        guard let session = answered, !session.showsSides else { return [] }
        let body = ResponsePane.content(of: state)
        if let document = state.bodyWithCursor { return bodyRows(document, session, in: body) }
        return session.shownResponseTab == .headers ? headers(session, in: body) : []
    }

    private func bodyRows(_ document: BodyDocument, _ session: RequestSession, in rect: Rect) -> [JumpTarget] {
        func target(_ row: WrappedRow, _ offset: Int) -> JumpTarget {
            JumpTarget(place: .bodyRow(row), point: Point(column: rect.column, row: rect.row + offset))
        }
        if let wrapped = state.wrappedBody {
            let rows = wrapped.rows(from: state.current.firstRow(in: wrapped), count: rect.rows)
            return rows.enumerated().map { target($1, $0) }
        }
        let count = session.answer?.reading.folding.rowCount(ofLines: document.lineCount) ?? 0
        let first = session.look.scroll[.body] ?? 0
        return (first..<max(first, count)).prefix(rect.rows).map { target(WrappedRow(row: $0), $0 - first) }
    }

    private func headers(_ session: RequestSession, in rect: Rect) -> [JumpTarget] {
        let first = session.look.scroll[.headers] ?? 0
        var cursor = session
        return HeaderLines(session, state).lines.indices.compactMap { index in
            cursor.look.headerCursor = index
            let row = ResponsePane.headerRows(cursor, state, columns: layout.response.columns).lowerBound - first
            guard (0..<rect.rows).contains(row) else { return nil }
            return JumpTarget(place: .header(index), point: Point(column: rect.column, row: rect.row + row))
        }
    }

    // MARK: - Log

    private var logLines: [JumpTarget] {
        guard layout.log.rows > 1 else { return [] }
        let body = layout.log.cutTop(1).1
        let rows = LogRows(state)
        return rows.inView.map { line, row in
            JumpTarget(
                place: .logLine(rows.shown[line] + state.log.dropped),
                point: Point(column: body.column, row: body.row + row))
        }
    }
}

import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

// The wheel scrolls what is under it, and leaves the focus where it is.

extension ExplorerState {
    mutating func scroll(at point: Point, by lines: Int) -> [Effect] {
        guard overlays.isEmpty else { return scrollOverlay(by: lines) }
        switch Places(self).pane(at: point) {
        case .tree: scrollTree(by: lines)
        case .request: scrollForm(by: lines)
        case .response: scrollResponse(by: lines)
        case .held: scrollHeld(by: lines)
        case .log: repeatedly(lines) { $0.moveInLog($1) }
        case nil: break
        }
        return []
    }

    private mutating func scrollOverlay(by lines: Int) -> [Effect] {
        var effects: [Effect] = []
        repeatedly(lines) { effects += $0.move($1) }
        return effects
    }

    private mutating func repeatedly(_ lines: Int, _ step: (inout Self, Action) -> Void) {
        for _ in 0..<abs(lines) { step(&self, lines < 0 ? .moveUp : .moveDown) }
    }

    private static func scrolled(_ first: Int, by lines: Int, rows: Int, of count: Int) -> Int {
        min(max(0, first + lines), max(0, count - max(1, rows)))
    }

    /// Scrolls without the cursor: its item stays shown, and is not another because the user looks around.
    private mutating func scrollTree(by lines: Int) {
        display.treeScroll = Self.scrolled(display.treeScroll, by: lines, rows: layout.tree.rows - 1, of: treeRowCount)
        display.pointer.scrolledTree = tree.cursor
    }

    private mutating func scrollForm(by lines: Int) {
        guard let session else { return }
        let scroll = Self.scrolled(session.formScroll, by: lines, rows: formRows, of: formHeight)
        self.session?.formScroll = scroll
        display.pointer.scrolledForm = formScrollPosition
    }

    mutating func scrollResponse(by lines: Int) {
        guard let session, session.isRequest else { return }
        if session.bodyWithCursor != nil { return scrollBody(by: lines) }
        if session.shownStream != nil { return repeatedly(lines) { $0.moveInStream($1) } }
        let tab = session.shownResponseTab
        scrollResponse(
            tab,
            to: Self.scrolled(session.look.scroll[tab] ?? 0, by: lines, rows: responseRows, of: responseLineCount))
    }

    /// Scrolls the body; the cursor is taken along where it would leave the pane.
    mutating func scrollBody(by lines: Int) {
        if let wrapped = wrappedBody { return scroll(wrapped, by: lines) }
        guard let document = session?.bodyWithCursor, let reading = session?.response?.reading, responseRows > 0 else {
            return
        }
        let folding = reading.folding
        let count = folding.rowCount(ofLines: document.lineCount)
        let first = Self.scrolled(session?.look.scroll[.body] ?? 0, by: lines, rows: responseRows, of: count)
        scrollResponse(.body, to: first)
        let row = folding.row(ofLine: reading.shownLine(in: document))
        // The names of a table's columns are in the place of its first row.
        let top = document.kind == .table && first > 0 ? first + 1 : first
        let seen = min(max(row, top), max(top, first + responseRows - 1))
        if seen != row { goToBodyLine(folding.line(ofRow: seen)) }
    }

    private mutating func scroll(_ wrapped: WrappedBody, by lines: Int) {
        let first = current.firstRow(in: wrapped)
        let rows = max(1, responseRows)
        let new =
            lines < 0
            ? wrapped.rows(before: first, count: -lines).first : wrapped.rows(from: first, count: lines + 1).last
        guard let new, wrapped.rows(from: new, count: rows).count == rows || lines < 0 else { return }
        scrollWrapped(to: new)
        let seen = wrapped.rows(from: new, count: rows)
        let cursor = current.cursorRow(in: wrapped)
        guard !seen.contains(cursor), let row = cursor < new ? seen.first : seen.last else { return }
        let line = wrapped.folding.line(ofRow: row.row)
        changeReading { ($0.cursor, $0.cursorColumn, $0.hasMoved) = (line, row.column, true) }
    }
}

import ExplorerKit
import OpenCollection

// Tree, form and response: their cursors are on something that exists, and that is in view.

extension ExplorerState {
    /// Shows the first request, its folders open, at the start.
    private mutating func showFirst() {
        guard let first = Self.firstRequest(in: collection.items) ?? collection.items.first?.path else { return }
        reveal(first)
    }

    /// Shows something from the start on: what was shown when the collection was last open, else its first request.
    mutating func settlePlace() {
        restoreAwaitedPlace()
        if shown == nil, tree.cursor == nil { showFirst() }
    }

    mutating func settleTree() {
        settleTreeCursor()
        guard let cursor = treeCursorIndex else {
            display.treeScroll = 0
            return
        }
        // Below its title there may be no row.
        let rows = max(1, layout.tree.rows - 1)
        guard display.pointer.scrolledTree == nil || display.pointer.scrolledTree != tree.cursor else {
            display.treeScroll = min(display.treeScroll, max(0, treeRowCount - rows))
            return
        }
        display.pointer.scrolledTree = nil
        display.treeScroll = ListDrawing.scroll(display.treeScroll, showing: cursor, rows: rows, of: treeRowCount)
    }

    /// Moves the cursor from a row that is gone to the folder around. That folder is shown, as if the user went there, once the tree has the focus: a
    /// key pressed in another pane must not reach what nobody chose.
    private mutating func settleTreeCursor() {
        if current.rowAtTreeCursor == nil, !treeRows.rows.isEmpty, tree.filter == nil {
            current.files.isCursorDisplaced = tree.cursor != nil
            tree.cursor = current.visibleAncestor(treeRows)
        }
        guard current.files.isCursorDisplaced, focus == .tree, let row = current.rowAtTreeCursor else { return }
        // It is in the place of what vanished, until that is there again.
        let vanished = current.files.vanishedShown
        show(row.path)
        current.files.vanishedShown = vanished
    }

    mutating func settleForm() {
        keepSurroundings()
        guard formPosition != typing.cachedSurroundings?.settled, let shown = shownForm else { return }
        settle(shown.form, shown.session)
        let settled = formPosition
        typing.cachedSurroundings?.settled = settled
    }

    private mutating func settle(_ form: Form, _ session: RequestSession) {
        let cursor = form.clamped(session.cursor)
        self.session?.cursor = cursor
        let rows = formRows
        let lines = FormLines(form, editing: edit, columns: formColumns)
        guard display.pointer.scrolledForm == nil || display.pointer.scrolledForm != formScrollPosition else {
            self.session?.formScroll = min(session.formScroll, max(0, lines.count - rows))
            return
        }
        display.pointer.scrolledForm = nil
        guard let line = lines.line(of: cursor) else {
            if cursor.row < 0, !form.focusable.isEmpty { self.session?.formScroll = 0 }
            return
        }
        let first = ListDrawing.scroll(session.formScroll, showing: line, rows: rows, of: lines.count)
        self.session?.formScroll = first
    }

    private var formPosition: FormPosition? {
        session.map {
            FormPosition(
                tab: $0.tab, cursor: $0.cursor, scroll: $0.formScroll, edit: edit, rows: formRows, columns: formColumns)
        }
    }

    mutating func settleResponse() {
        settleFilterLine()
        if session?.bodyWithCursor != nil { return settleBodyCursor() }
        if let rows = session?.shownStream { return settleStream(rows) }
        if session?.textTab == .headers { settleHeaderCursor() }
        settleTabFind()
        guard let session, session.isRequest, let scroll = session.look.scroll[session.shownResponseTab] else { return }
        let tab = session.shownResponseTab
        // A body that is still being read has fewer lines than it will have: keep the place.
        if !session.isSending || tab != .body {
            scrollResponse(tab, to: min(scroll, max(0, responseLineCount - responseRows)))
        }
    }

    mutating func scrollResponse(_ tab: ResponseTab, to line: Int) {
        guard let shown else { return }
        sessions[shown]?.look.scroll[tab] = line
    }

    /// Lines of the request pane's tab.
    var formHeight: Int { form.map { FormLines($0, editing: edit, columns: formColumns).count } ?? 0 }

    /// Lines of the response pane's tab.
    var responseLineCount: Int { ResponsePane.lineCount(of: self) }
}

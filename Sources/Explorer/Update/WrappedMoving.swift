import BodyView

// Moving over the rows of a body whose long lines are broken.

extension ExplorerState {
    /// The rows of the body shown; nil where its lines are not broken.
    var wrappedBody: WrappedBody? {
        guard preferences.wrapsBodies, let document = session?.bodyWithCursor, document.lineCount > 0,
            let reading = session?.response?.reading
        else { return nil }
        return WrappedBody(
            document, reading.folding, room: BodyDrawing.textColumns(of: document, in: layout.response),
            ellipsis: glyphs.ellipsis)
    }

    /// `W`: switches wrapping, for every body, until quitting.
    mutating func switchWrapping() {
        preferences.wrapsBodies.toggle()
        session?.look.scrollColumn = 0
        changeReading { $0.cursorColumn = 0 }
        say(
            .info, preferences.wrapsBodies ? "Long lines are wrapped." : "Long lines are not wrapped: < and > scroll."
        )
    }

    /// - Returns: False where lines are not broken.
    mutating func moveWrapped(_ action: Action) -> Bool {
        measureLines(for: action)
        guard let wrapped = wrappedBody else { return false }
        let cursor = current.cursorRow(in: wrapped)
        let page = max(1, responseRows)
        let target: WrappedRow?
        switch action {
        case .moveUp: target = wrapped.rows(before: cursor, count: 1).first
        case .moveDown: target = wrapped.rows(from: cursor, count: 2).dropFirst().last
        case .pageUp: target = wrapped.rows(before: cursor, count: page).first
        case .pageDown: target = wrapped.rows(from: cursor, count: page + 1).last
        case .first: target = WrappedRow(row: 0)
        case .last: target = wrapped.last
        default: return false
        }
        if action == .pageDown, let first = wrapped.rows(from: current.firstRow(in: wrapped), count: page + 1).last {
            scrollWrapped(to: first)
        } else if action == .pageUp, let first = wrapped.rows(before: current.firstRow(in: wrapped), count: page).first
        {
            scrollWrapped(to: first)
        }
        guard let target else { return true }
        let line = wrapped.folding.line(ofRow: target.row)
        changeReading { ($0.cursor, $0.cursorColumn, $0.hasMoved) = (line, target.column, true) }
        return true
    }

    /// Measures a long line once, when its end or a place far into it is gone to.
    private mutating func measureLines(for action: Action) {
        guard let wrapped = wrappedBody else { return }
        let cursor = current.cursorRow(in: wrapped).row
        let before = action == .pageUp ? responseRows : 1
        let row = action == .last ? wrapped.lastRow : cursor
        for line in (max(0, row - before)...row).map(wrapped.folding.line(ofRow:)) {
            guard wrapped.document.rulers[line] == nil,
                line + 1 < wrapped.document.lineCount || wrapped.document.index.isComplete,
                let ruler = wrapped.document.ruler(ofLine: line)
            else { continue }
            changeReading { $0.rulers.insert(ruler) }
        }
    }

    mutating func scrollWrapped(to first: WrappedRow) {
        scrollResponse(.body, to: first.row)
        session?.look.scrollColumn = first.column
    }

    /// Brings the cursor's row into view, and leaves no row empty that need not be.
    mutating func settleWrapped(_ wrapped: WrappedBody) {
        let cursor = current.cursorRow(in: wrapped)
        let rows = max(1, responseRows)
        let first = min(current.firstRow(in: wrapped), cursor)
        let shown = wrapped.rows(from: first, count: rows)
        if !shown.contains(cursor) {
            scrollWrapped(to: wrapped.rows(before: cursor, count: rows - 1).first ?? cursor)
        } else if shown.count < rows {
            scrollWrapped(to: wrapped.rows(before: first, count: rows - shown.count).first ?? first)
        } else {
            scrollWrapped(to: first)
        }
    }
}

import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

// The mouse: what a click, the wheel and what is dragged mean where they happen.

extension ExplorerState {
    /// Whether the program handles clicks and the wheel; else the terminal selects text with them.
    public var usesMouse: Bool { display.layoutChoices.usesMouse }

    mutating func handle(_ mouse: MouseEvent) -> [Effect] {
        guard usesMouse, size.columns >= Layout.minimum.columns, size.rows >= Layout.minimum.rows else { return [] }
        switch mouse.kind {
        case .press, .doubleClick: return press(at: mouse.at)
        case .drag: drag(to: mouse.at)
        case .release: return release()
        case .wheelUp: return scroll(at: mouse.at, by: -Self.linesPerNotch)
        case .wheelDown: return scroll(at: mouse.at, by: Self.linesPerNotch)
        }
        return []
    }

    private static let linesPerNotch = 3

    // MARK: - Pressing

    private mutating func press(at point: Point) -> [Effect] {
        let target = Places(self).target(at: point)
        let staysAsked = if case .action(.interrupt)? = target { pending.isAskedToQuit } else { false }
        (status, pending.isAskedToQuit) = (nil, staysAsked)
        // The key before it may have moved on in the tree; what is clicked is meant.
        finding.isSkimming = false
        (display.pointer.drag, display.pointer.selection) = (nil, nil)
        guard let target else { return [] }
        switch target {
        case .action(let action): return perform(action)
        case .overlay: return []
        case .overlayRow(let offset, let isCursor): return chooseOverlayRow(offset, isCursor: isCursor, at: point.row)
        case .caret(let position):
            edit?.place(at: position)
            if edit?.editor.selects == true { display.pointer.drag = .text(anchor: position) }
            return []
        case .completionRow(let row): return takeCompletion(row: row)
        case .border(let border):
            display.pointer.drag = .border(border)
            return leaveTyping() + focusTitle(at: point)
        default: return leaveTyping() + pressInPane(target)
        }
    }

    /// Focuses the pane at a title; one between two panes is one of them, too.
    private mutating func focusTitle(at point: Point) -> [Effect] {
        if let pane = Places(self).pane(at: point) { display.focusPane(pane) }
        return []
    }

    /// Leaves a field that is being edited, whose text is kept.
    private mutating func leaveTyping() -> [Effect] {
        display.isArranging = false
        if edit != nil { return leaveEdit() }
        return typing.filterLine == nil ? [] : performInFilter(.choose) ?? []
    }

    private mutating func pressInPane(_ target: Target) -> [Effect] {
        switch target {
        case .treeRow(let item):
            let wasHere = focus == .tree && current.path == item.collection && tree.cursor == item.path
            return pressTreeRow(item, opens: wasHere)
        case .treeSign(let item): return pressTreeRow(item, opens: true)
        case .openRequest(let path): reveal(path)
        case .heldTab(let tab):
            display.focusPane(.held)
            held?.session.responseTab = tab
        case .field(let field): return pressField(field)
        case .formRow(let cursor):
            guard let field = form?.fields(at: cursor.row).first else { return [] }
            return pressField(field)
        case .mark(let field):
            display.focusPane(.request)
            if let cursor = form?.cursor(of: field) { session?.cursor = cursor }
            return perform(.toggle)
        case .bodyRow(let row, let isNumber): return pressBodyRow(row.row, isNumber: isNumber)
        case .streamRow(let row):
            display.focusPane(.response)
            session?.moveInStream(toRow: row)
        case .logLine(let line):
            display.focusPane(.log)
            let shown = log.shown
            log.moveCursor(toRow: shown.firstIndex(of: line - log.dropped) ?? 0, of: shown)
        default: return go(to: target)
        }
        return []
    }

    /// Opens the row with the cursor; another one is shown.
    private mutating func pressTreeRow(_ item: NavigationHistory.Place, opens: Bool) -> [Effect] {
        display.pointer.scrolledTree = nil
        let effects = go(to: .treeRow(item))
        return opens ? effects + openTreeRow() : effects
    }

    /// Edits the field with the cursor; another one gets the cursor.
    private mutating func pressField(_ field: FormField) -> [Effect] {
        let wasHere = focus == .request && fieldAtCursor == field
        display.focusPane(.request)
        display.pointer.scrolledForm = nil
        guard !wasHere else { return perform(.edit) }
        if let cursor = form?.cursor(of: field) { session?.cursor = cursor }
        return []
    }

    /// Handles a press on a row of the body: its number folds what the line opens; the line gets the cursor, and from it on lines can be selected.
    /// Until the button is released no pane grows: the lines stay under the pointer.
    private mutating func pressBodyRow(_ row: Int, isNumber: Bool) -> [Effect] {
        let before = focus
        display.focusPane(.response)
        guard let folding = session?.response?.reading.folding else { return [] }
        goToBodyLine(folding.line(ofRow: row))
        if isNumber, disabledReason(of: .fold) == nil { return toggleFold() }
        if let store = session?.bodyWithCursor?.store {
            display.pointer.drag = .body(anchor: row, of: PointerState.Body(store: store), before: before)
        }
        return []
    }

    // MARK: - Overlays

    /// Handles a click on a row: of a menu it is chosen; of other lists it gets the cursor, and is opened when it has it.
    private mutating func chooseOverlayRow(_ offset: Int, isCursor: Bool, at row: Int) -> [Effect] {
        var effects: [Effect] = []
        guard moveInOverlay(by: offset, to: row, &effects) else { return effects }
        return effects + (overlays.last?.actionOfClick(hasCursor: isCursor).map { perform($0) } ?? [])
    }

    /// Moves the cursor until it is on a row of the screen: what it passes may have several lines.
    ///
    /// - Parameter offset: The distance in rows of the screen.
    /// - Returns: Whether it is there. Beside the rows, and between them, a click means none.
    private mutating func moveInOverlay(by offset: Int, to row: Int, _ effects: inout [Effect]) -> Bool {
        let (there, back): (Action, Action) = offset < 0 ? (.moveUp, .moveDown) : (.moveDown, .moveUp)
        var before = OverlayPlaces(self)
        for _ in 0..<abs(offset) {
            effects += move(there)
            let places = OverlayPlaces(self)
            guard let rows = places?.cursorRows, places?.drawn != before?.drawn else { return false }
            before = places
            if rows.contains(row) { return true }
            if offset < 0 ? rows.upperBound <= row : rows.lowerBound > row {
                effects += move(back)
                return false
            }
        }
        return offset == 0
    }

    // MARK: - Dragging

    private mutating func drag(to point: Point) {
        switch display.pointer.drag {
        case .border(let border):
            if let share = layout.share(moving: border, to: point) { display.layoutChoices.shares[border] = share }
        case .body(let anchor, _, _): select(from: anchor, to: point)
        case .text(let anchor): selectText(from: anchor, to: point)
        case nil: break
        }
    }

    /// Selects text up to a point; above and below what is in view, line by line.
    private mutating func selectText(from anchor: TextBuffer.Position, to point: Point) {
        let rect = layout.request
        if case .caret(let position)? = Places(self).target(at: point) {
            edit?.editor.select(from: anchor, to: position)
        } else if point.row < rect.row + RequestPane.headRows(session) {
            edit?.editor.move(.up, extending: true)
        } else if point.row >= rect.endRow {
            edit?.editor.move(.down, extending: true)
        }
    }

    /// Selects rows up to a point; beyond the edge of the body, it is scrolled along.
    private mutating func select(from anchor: Int, to point: Point) {
        let content = ResponsePane.content(of: self)
        guard !content.isEmpty, isDraggedOver else { return }
        if point.row < content.row { scrollBody(by: -1) }
        if point.row >= content.endRow { scrollBody(by: 1) }
        let inside = Point(column: content.endColumn - 1, row: min(max(point.row, content.row), content.endRow - 1))
        guard case .bodyRow(let wrapped, _)? = Places(self).target(at: inside) else { return }
        let row = wrapped.row
        guard row != anchor || display.pointer.selection != nil else { return }
        display.pointer.selection = min(anchor, row)...max(anchor, row)
        if let folding = session?.response?.reading.folding { goToBodyLine(folding.line(ofRow: row)) }
    }

    private mutating func release() -> [Effect] {
        let rows = selectedRows
        (display.pointer.drag, display.pointer.selection) = (nil, nil)
        return rows.map { copyRows($0) } ?? []
    }

    /// Copies lines as they are shown, whole; what a fold hides is not among them.
    private mutating func copyRows(_ rows: ClosedRange<Int>) -> [Effect] {
        guard let document = session?.bodyWithCursor, let folding = session?.response?.reading.folding else {
            return []
        }
        let last = min(rows.upperBound, rows.lowerBound + Self.mostRows - 1)
        let lines = document.lines(
            ofRows: rows.lowerBound..<last + 1, folding: folding, columns: 0..<Self.mostColumns,
            ellipsis: glyphs.ellipsis)
        let text = lines.map { $0.runs.map(\.text).joined() + "\n" }.joined()
        return copy(Clip(text, name: Wording.count(lines.count, "line"), fileExtension: document.kind.fileExtension))
    }

    /// The most rows that are copied, more than a clipboard takes.
    private static let mostRows = 20_000
    private static let mostColumns = 1 << 20

    /// Rows of the shown body that are selected; none where another body has come since.
    var selectedRows: ClosedRange<Int>? { display.pointer.selection.flatMap { isDraggedOver ? $0 : nil } }

    /// Whether the shown body is the one on which the button was pressed.
    var isDraggedOver: Bool {
        guard case .body(_, let body, _)? = display.pointer.drag else { return false }
        return body.store === session?.bodyWithCursor?.store
    }

    var formScrollPosition: PointerState.FormScrollPosition? {
        guard let shown, let session else { return nil }
        return PointerState.FormScrollPosition(path: shown, tab: session.tab, cursor: session.cursor, edit: edit)
    }
}

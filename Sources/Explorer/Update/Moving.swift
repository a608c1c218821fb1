import ExplorerKit
import OpenCollection

// Panes, tabs, cursors and scrolling.

extension ExplorerState {
    /// Moves the focus along the panes that are shown.
    mutating func focusPane(by step: Int) {
        let panes = Pane.inOrder.filter {
            $0 == focus || !display.layoutChoices.hidden.contains($0) && ($0 != .held || held != nil)
        }
        display.focusPane(panes.element(after: focus, by: step))
    }

    mutating func showTab(by step: Int) {
        switch focus {
        case .held: held?.session.showResponseTab(by: step)
        case .response: session?.showResponseTab(by: step)
        case .tree, .request, .log: session?.showTab(by: step)
        }
    }

    mutating func move(_ action: Action) -> [Effect] {
        guard let overlay = overlays.last else { return moveInPane(action) }
        return overlay.move(action, in: &self)
    }

    private mutating func moveInPane(_ action: Action) -> [Effect] {
        switch focus {
        case .tree: return moveInTree(action)
        case .request: moveInForm(action)
        case .response: moveInResponse(action)
        case .log: moveInLog(action)
        case .held: moveInHeld(action)
        }
        return []
    }

    /// Returns an index after a movement, not below 0 nor above `last`.
    static func moved(_ index: Int, _ action: Action, page: Int, last: Int = .max / 2) -> Int {
        let page = max(1, page)
        let target =
            switch action {
            case .moveUp: index - 1
            case .moveDown: index + 1
            case .pageUp: index - page
            case .pageDown: index + page
            case .first: 0
            case .last: last
            default: index
            }
        return min(max(0, target), max(0, last))
    }

    // MARK: - Tree

    /// Shows a request, a folder, the collection or an environment: its own state if it was shown before, else a fresh one. Until its
    /// file is read, nothing is shown: a key must not reach the one before.
    mutating func show(_ path: ItemPath) {
        tree.cursor = path
        (current.files.isCursorDisplaced, current.files.vanishedShown) = (false, nil)
        switch collection.item(at: path)?.kind {
        case .request(let file): show(file, at: path)
        case .unopened:
            shown = nil
            current.opened.open(path)
        case .folder: showPage(path)
        case .unsupported, .broken: break
        case nil:
            if collection.hasPage(at: path) { showPage(path) }
        }
    }

    private mutating func showPage(_ path: ItemPath) {
        shown = sessions[path] == nil ? nil : path
        if shown == nil { current.opened.open(path) }
    }

    private mutating func show(_ file: RequestFile, at path: ItemPath) {
        shown = path
        guard sessions[path] == nil else { return }
        if let draft = current.journal.waitingDrafts.removeValue(forKey: path) {
            // The journal holds it already.
            _ = restore(draft, over: .request(file))
        } else {
            sessions[path] = RequestSession(draft: Draft(file: .request(file), policies: current.policies(at: path)))
        }
        current.takeRememberedView(of: path)
    }

    private mutating func moveInTree(_ action: Action) -> [Effect] {
        switch action {
        case .moveLeft: current.rowAtTreeCursor.map { closeOrGoOut($0) }
        case .moveRight: current.rowAtTreeCursor.map { current.expand($0) }
        default:
            guard let current = treeCursorIndex ?? (treeRowCount == 0 ? nil : 0) else { return [] }
            let index = Self.moved(current, action, page: layout.tree.rows - 1, last: treeRowCount - 1)
            guard let place = treePlace(at: index) else { return [] }
            finding.isSkimming = true
            let effects = showCollection(collections[place.collection].path)
            show(treeRows.rows[place.row].path)
            return effects
        }
        return []
    }

    private mutating func closeOrGoOut(_ row: TreeRows.Row) {
        if row.isExpanded == true {
            tree.expanded.remove(row.path)
        } else if row.path != .root {
            show(row.path.parent)
        }
    }

    /// Enter: goes into the editor; a folder opens or closes.
    mutating func openTreeRow() -> [Effect] {
        guard let row = current.rowAtTreeCursor else { return [] }
        guard row.isExpanded == nil else {
            if row.isExpanded == true { closeOrGoOut(row) } else { current.expand(row) }
            return []
        }
        return editTreeRow()
    }

    /// `i`: goes into the form of what is under the cursor.
    mutating func editTreeRow() -> [Effect] {
        guard let row = current.rowAtTreeCursor else { return [] }
        switch row.item?.kind {
        case .unsupported(let content):
            say(.info, "\(row.item?.name ?? "") cannot be sent: \(content.reason).")
        case .broken(let problem):
            guard let use = problem.outside else { return say(.error, problem.line) }
            present(TrustQuestion([use], next: "shows the file") { $1.agreeToShow($0.uses) })
        case .request, .unopened, .folder, nil:
            show(row.path)
            display.focusPane(.request)
        }
        return []
    }

    private mutating func agreeToShow(_ uses: [OutsideUse]) -> [Effect] {
        let files = Set(uses.compactMap(\.demand.file).map { ItemPath($0) })
        return effect(.outside, { .agree(uses, $0) }, then: { explorer, _ in explorer.noteTouched(.paths(files)) })
    }

    /// Shows all rows again, and the cursor's among them.
    mutating func clearTreeFilter() {
        filterTrees(nil)
        if let cursor = tree.cursor, cursor != .root { tree.expanded.formUnion([.root] + cursor.ancestors) }
    }

    /// Sets the filter, which is one for all collections.
    mutating func filterTrees(_ filter: String?) {
        handlingEach {
            $0.tree.filter = filter
            return []
        }
    }

    private static let treeFilter = QuestionID(name: "treeFilter", isAboutCollection: false)

    /// Whether what narrows the tree is being typed.
    var isTreeFilterTyped: Bool { overlays.last?.questionID == Self.treeFilter }

    mutating func openTreeFilter() {
        focus = .tree
        var prompt = Prompt(
            "Show only", about: Self.treeFilter, detail: "Name, path, method or URL. Esc shows all again.",
            text: tree.filter ?? ""
        ) { _, _ in [] }
        prompt.follow = { $1.followTreeFilter($0) }
        prompt.leave = { $0.clearTreeFilter() }
        present(prompt)
    }

    /// Filters the trees, and shows the first request that is left.
    private mutating func followTreeFilter(_ text: String) {
        filterTrees(text.isEmpty ? nil : text)
        guard current.rowAtTreeCursor?.isExpanded != nil || current.rowAtTreeCursor == nil else { return }
        let places = (0..<treeRowCount).lazy.compactMap { [self] in treePlace(at: $0) }
        guard let first = places.first(where: { [self] in row(at: $0).isExpanded == nil }) else { return }
        finding.isSkimming = true
        _ = showCollection(collections[first.collection].path)
        show(treeRows.rows[first.row].path)
    }

    // MARK: - Form and response

    mutating func moveCursor(rows: Int) {
        guard let form, let cursor = session?.cursor else { return }
        session?.cursor = form.clamped(FormCursor(row: cursor.row + rows, column: cursor.column))
    }

    private mutating func moveInForm(_ action: Action) {
        guard let form, let cursor = session?.cursor else { return }
        switch action {
        case .moveLeft: session?.cursor.column = max(0, form.clamped(cursor).column - 1)
        case .moveRight: session?.cursor = form.clamped(FormCursor(row: cursor.row, column: cursor.column + 1))
        default:
            if form.focusable.isEmpty { return scrollForm(action) }
            let above = form.firstRow
            let row = Self.moved(cursor.row - above, action, page: 8, last: form.focusable.count - 1 - above) + above
            session?.cursor = form.clamped(FormCursor(row: row, column: cursor.column))
            if row == cursor.row { scrollForm(action) }
        }
    }

    /// Scrolls the form: rows below the last one that can be focused (added headers, a long body) are reached only so.
    private mutating func scrollForm(_ action: Action) {
        guard let session else { return }
        let page = formRows
        let first = Self.moved(session.formScroll, action, page: page, last: max(0, formHeight - page))
        self.session?.formScroll = first
    }

    /// Keeps the cursor on a header: another response may have fewer.
    mutating func settleHeaderCursor() {
        guard let session else { return }
        let last = max(0, HeaderLines(session, self).lines.count - 1)
        self.session?.look.headerCursor = min(session.look.headerCursor, last)
    }

    /// Moves the cursor of headers, which is kept in view.
    private mutating func moveHeaderCursor(_ action: Action) {
        guard var session else { return }
        let last = HeaderLines(session, self).lines.count - 1
        session.look.headerCursor = Self.moved(session.look.headerCursor, action, page: responseRows, last: last)
        self.session = session
        let rows = ResponsePane.headerRows(session, self, columns: layout.response.columns)
        let first = ListDrawing.scroll(
            session.look.scroll[.headers] ?? 0, showing: rows.upperBound - 1, rows: responseRows,
            of: responseLineCount)
        scrollResponse(.headers, to: min(first, rows.lowerBound))
    }

    private mutating func moveInResponse(_ action: Action) {
        guard let session else { return }
        let tab = session.shownResponseTab
        switch action {
        case .moveLeft where wrappedBody != nil, .moveRight where wrappedBody != nil:
            say(.info, "Long lines are wrapped: W turns that off.")
        case .moveLeft: self.session?.look.columnOffset = max(0, session.look.columnOffset - 8)
        case .moveRight:
            self.session?.look.columnOffset = min(session.look.columnOffset + 8, session.lastColumnOffset)
        default:
            if session.bodyWithCursor != nil { return moveBodyCursor(action) }
            if session.shownStream != nil { return moveInStream(action) }
            if tab == .headers { return moveHeaderCursor(action) }
            let page = responseRows
            let last = max(0, responseLineCount - page)
            let first = Self.moved(session.look.scroll[tab] ?? 0, action, page: page, last: last)
            scrollResponse(tab, to: first)
        }
    }
}

extension RequestSession {
    /// Shows a tab of the form; its cursor goes to the first row, or stays above the rows.
    mutating func showTab(_ tab: FormTab) {
        (self.tab, formScroll) = (tab, 0)
        cursor.row = min(0, cursor.row)
    }

    fileprivate mutating func showTab(by step: Int) { showTab(draft.form.tabs.element(after: tab, by: step)) }

    fileprivate mutating func showResponseTab(by step: Int) {
        responseTab = responseTabs.element(after: shownResponseTab, by: step)
    }
}

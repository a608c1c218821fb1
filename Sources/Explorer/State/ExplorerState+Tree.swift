import OpenCollection

/// The tree as one list: the rows of each open collection below those of the one before.
extension ExplorerState {
    /// A row of the tree by its collection.
    struct TreePlace: Sendable, Hashable {
        var collection: Int
        var row: Int
    }

    var treeRowCount: Int { collections.reduce(0) { $0 + $1.treeRows.rows.count } }

    /// - Parameter index: 0-based, over all collections.
    func treePlace(at index: Int) -> TreePlace? {
        var row = index
        for (collection, state) in collections.enumerated() {
            if row < state.treeRows.rows.count { return row < 0 ? nil : TreePlace(collection: collection, row: row) }
            row -= state.treeRows.rows.count
        }
        return nil
    }

    func row(at place: TreePlace) -> TreeRows.Row { collections[place.collection].treeRows.rows[place.row] }

    /// Where the cursor stands among the rows of all collections; nil when its row is not visible.
    var treeCursorIndex: Int? {
        let shown = collections[collections.shownIndex]
        return shown.treeRows.index(of: shown.tree.cursor).map { row in
            row + collections[..<collections.shownIndex].reduce(0) { $0 + $1.treeRows.rows.count }
        }
    }

    var rowAtTreeCursor: TreeRows.Row? { treeRows.index(of: tree.cursor).map { treeRows.rows[$0] } }

    // MARK: - What is hidden

    /// Why an action does nothing in the tree while a filter hides the row with the cursor: nobody would see what it was done to.
    func reasonOnHiddenRow(_ action: Action) -> String? {
        guard Self.onRow.contains(action), context == .tree, current.exists, rowAtTreeCursor == nil else { return nil }
        return "Nothing is under the cursor: Esc shows all."
    }

    /// What is done there to the row with the cursor, or to what is marked.
    private static let onRow: Set<Action> = [
        .open, .edit, .send, .sendTo, .runFolder, .discardDraft, .renameItem, .renameFile, .duplicateItem,
        .moveItems, .itemUp, .itemDown, .markItem, .deleteItem,
    ]
}

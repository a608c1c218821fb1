import Exchanges
import ExplorerKit
import OpenCollection
import Quoting

// Queries of one collection on its tree alone.

extension CollectionState {
    var rowAtTreeCursor: TreeRows.Row? { treeRows.index(of: tree.cursor).map { treeRows.rows[$0] } }
    var pathsAtCursor: [ItemPath] { tree.cursor.map { [$0] } ?? [] }

    /// The items that moving, copying and deleting are about: the marked ones, else the one under the cursor.
    var treeTargets: [ItemPath] {
        guard treeWork.marked.isEmpty else { return treeWork.marked.sorted() }
        return tree.cursor.map { [$0] } ?? []
    }

    /// Returns the words for items in messages.
    func title(of paths: [ItemPath]) -> String {
        guard let path = paths.first, paths.count == 1 else { return Wording.count(paths.count, "item") }
        if path == .root { return collection.name }
        return collection.item(at: path)?.name ?? path.baseName
    }

    /// The folder under the cursor, else the one around what is there.
    var folderAtCursor: ItemPath {
        guard let cursor = tree.cursor, let item = collection.item(at: cursor) else { return .root }
        if case .folder = item.kind { return cursor }
        return cursor.parent
    }

    /// The file of a row that cannot be read is that of its path, whatever it is called.
    var fileAtTreeCursor: ItemPath? {
        guard let row = rowAtTreeCursor, row.path != .environments else { return nil }
        if case .broken = row.item?.kind { return row.path }
        return row.path.editedFile
    }

    /// The item under the cursor when it cannot be read, and so is not shown; nil otherwise.
    var brokenAtTreeCursor: ItemPath? {
        guard case .broken? = rowAtTreeCursor?.item?.kind else { return nil }
        return rowAtTreeCursor?.path
    }

    func visibleAncestor(_ rows: TreeRows) -> ItemPath? {
        var path = tree.cursor ?? .root
        while path != .root {
            if rows.index(of: path) != nil { return path }
            path = path.parent
        }
        return rows.rows.first?.path
    }

    mutating func expand(_ row: TreeRows.Row) {
        if row.isExpanded == false { tree.expanded.insert(row.path) }
    }

    /// The folder under the cursor, or around what is under it.
    var folderToRun: ItemPath {
        guard let cursor = tree.cursor, cursor != .root else { return .root }
        if case .folder? = collection.item(at: cursor)?.kind { return cursor }
        return cursor.isEnvironment ? .root : cursor.parent
    }

    /// Returns the requests of a folder in the format's order: folders first.
    func requests(in folder: ItemPath) -> [CollectionItem] {
        collection.allItems(in: folder).filter { item in
            if case .folder = item.kind { false } else { true }
        }
    }

    func exists(_ path: ItemPath) -> Bool {
        path == .root || collection.item(at: path) != nil || collection.environments.contains { $0.path == path }
    }

    /// Whether a collection is open that holds nothing to send.
    var lacksRequests: Bool { exists && ExplorerState.firstRequest(in: collection.items) == nil }

    /// Names from the collection to what is shown.
    var crumbs: [String] {
        guard let shown, shown != .root else { return [shownName] }
        let folders = shown.ancestors.map { path in
            path == .environments ? "Environments" : collection.item(at: path)?.name ?? path.baseName
        }
        return [collection.name] + folders + [shownName]
    }

    // MARK: - Whether it can be changed

    var reasonNotToMark: String? {
        guard exists else { return Self.noCollection }
        guard let path = rowAtTreeCursor?.path else { return Self.nothingUnderCursor }
        if path == .root { return "A collection is not marked; what is in it can be." }
        return path == .environments ? Self.isListOfEnvironments : nil
    }

    var reasonNotToMake: String? { exists ? nil : Self.noCollection }

    var reasonNotToRedoTree: String? {
        treeWork.undone.isEmpty && !treeWork.isBusy ? Self.nothingToRedo : nil
    }

    /// Returns the files that it made and that have another text by now, as far as that was read: a change that is not read yet is still refused.
    func savedSince(_ done: TreeWork.DoneJob) -> [ItemPath] {
        done.made.compactMap { path, text in
            collection.request(at: path)?.text.hasSameBytes(as: text) == false ? path : nil
        }
    }

    /// Returns a draft in the way of a plan that never had a file, so that nothing on disk shows it.
    func draftInTheWay(of plan: TreePlan) -> ItemPath? {
        let restored = plan.steps.compactMap { if case .restore(_, let path) = $0 { path } else { nil } }
        return (plan.changes.map(\.to) + restored).first { path in
            guard path.after(plan.changes) == path, let session = sessions[path] else { return false }
            return session.isRequest && !session.draft.hasFile && session.disk == .same
        }
    }

    /// Returns the single request without a file, which is moved as the draft that it is.
    func draftWithoutFile(in paths: [ItemPath]) -> ItemPath? {
        guard let path = paths.first, paths.count == 1, let session = sessions[path], session.isRequest,
            session.lacksFile
        else { return nil }
        return path
    }

    func dirtyPath(in paths: [ItemPath]) -> ItemPath? {
        dirtyPaths.first { path in paths.contains { path.isInside($0) } }
    }

    /// Returns why items cannot be moved away: what is unsaved would stay behind.
    func reasonNotToLeave(_ paths: [ItemPath]) -> String? {
        guard draftWithoutFile(in: paths) == nil else { return nil }
        if paths.contains(.root) { return "A collection cannot be an item of another." }
        return dirtyPath(in: paths).map {
            "\($0.editedFile) has unsaved changes: w saves them, X drops them; then it can go."
        }
    }

    // MARK: - From run to run

    /// The cursor and the open folders; as long as nobody looked into the collection, those of the last session.
    var placeInTree: (cursor: ItemPath?, expanded: Set<ItemPath>) {
        guard place.isAwaited, let then = place.restorableState else { return (tree.cursor, tree.expanded) }
        return (then.cursor, then.expanded)
    }

    /// The environment that the user chose. A choice by the command line for one run, or none, leaves what was chosen before; and where there is no
    /// environment, going without one is no choice.
    var environmentToKeep: RestorableState.EnvironmentChoice? {
        guard environments.chosen.hasOwn else { return place.restorableState?.environment }
        let name = environmentName ?? environments.vanished
        return name == nil && collection.environments.isEmpty ? nil : .init(name: name)
    }

    /// Applies the remembered view of an item when it is shown for the first time.
    mutating func takeRememberedView(of path: ItemPath) {
        guard let view = place.views.removeValue(forKey: path), var session = sessions[path] else { return }
        if session.draft.form.tabs.contains(view.tab) { session.tab = view.tab }
        session.cursor = view.cursor
        session.responseTab = view.responseTab
        session.carets[.bodyText] = view.caret
        sessions[path] = session
    }
}

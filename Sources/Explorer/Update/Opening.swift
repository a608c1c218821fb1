import OpenCollection

// Collections are opened below those that are open; one that is open already is shown.

extension ExplorerState {
    mutating func open(_ collection: CollectionState, showing item: ItemPath?) -> [Effect] {
        closeStart()
        let isNew = collections[collection.path] == nil
        let isFirst = !current.exists
        var effects = add(collection)
        if isNew {
            effects += restoreDrafts()
            restoreRestorableState(isFirst: isFirst, showsPlace: item == nil)
        }
        if let item { reveal(item) }
        if isNew { reportProblems() }
        if current.treeWork.isImported { effects += offerLift(of: []) }
        return effects
    }

    /// Reports what could not be read, and is nowhere shown by itself.
    private mutating func reportProblems() {
        reportProblem()
        reportCompanion()
    }

    /// Opens a collection below the others, closed, and shows it no further.
    mutating func openBehind(_ collection: CollectionState) -> [Effect] {
        var closed = collection
        closed.tree.expanded.remove(.root)
        closed.tree.cursor = .root
        guard collections.addBehind(closed) else { return [] }
        return handling(closed.path) {
            $0.current.restoreTabs()
            $0.reportProblems()
            return $0.restoreDrafts()
        } ?? []
    }

    private mutating func restoreDrafts() -> [Effect] {
        current.journal.waitingRequests = []
        return effect(.journal(.root), .restoreDrafts)
    }

    /// Orders the openings requested since the last event, in any collection.
    mutating func orderOpenings() -> [Effect] { handlingEach { $0.orderOpening() } }

    /// Does what is wanted of an item, as soon as that is shown. It is dropped when the user has gone on to another item, or the item cannot be read.
    mutating func doWanted() -> [Effect] {
        guard let wanted = current.opened.wanted else { return [] }
        let isShown = shown == wanted.path && session != nil
        if isShown || shown != nil || tree.cursor != wanted.path || current.brokenAtTreeCursor != nil {
            current.opened.wanted = nil
        }
        return isShown ? wanted.act(&self, wanted.path) : []
    }

    /// Drops what waits in any collection, since the user does something else.
    mutating func dropWanted() {
        handlingEach {
            if $0.current.opened.wanted?.isDroppedByActs == true { $0.current.opened.wanted = nil }
            return []
        }
    }

    private mutating func orderOpening() -> [Effect] {
        let paths = current.opened.unopened
        guard !paths.isEmpty else { return [] }
        current.opened.unopened = []
        return paths.flatMap { path in
            effect(
                .open(path), { .open(path, $0) },
                then: { explorer, path, opened in
                    switch opened {
                    case .item(let item): explorer.handleOpened(item)
                    case .file(let file, let exists): explorer.handleOpened(file, exists: exists, at: path)
                    }
                })
        }
    }

    /// Takes what the file holds now. One that turns out to be broken is in the tree as such from then on.
    private mutating func handleOpened(_ item: CollectionItem) -> [Effect] {
        current.items.replace(with: item)
        var effects: [Effect] = []
        if case .request(let file) = item.kind, let draft = current.journal.waitingDrafts.removeValue(forKey: item.path)
        {
            effects = restore(draft, over: .request(file))
        }
        if sessions[item.path] != nil { effects += follow(at: item.path) }
        if tree.cursor == item.path { show(item.path) }
        return effects
    }

    /// Takes the file of a folder, the collection or an environment. A draft that waited for it is put over it; one that is there already follows it.
    private mutating func handleOpened(_ file: FormFile, exists: Bool, at path: ItemPath) -> [Effect] {
        var effects: [Effect] = []
        current.opened.pages.insert(path)
        if let draft = current.journal.waitingDrafts.removeValue(forKey: path) {
            effects = restore(draft, over: file, exists: exists)
        } else if sessions[path] != nil {
            effects = follow(file, exists: exists, at: path)
        } else {
            sessions[path] = RequestSession(
                draft: Draft(file: file, policies: current.policies(at: path), hasFile: exists))
        }
        current.takeRememberedView(of: path)
        if tree.cursor == path { shown = path }
        return effects
    }
}

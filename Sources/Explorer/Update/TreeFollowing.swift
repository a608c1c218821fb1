import OpenCollection

// What is on screen follows what was done to the files.

extension ExplorerState {
    mutating func handleTree(_ result: TreeResult) -> [Effect] {
        guard let job = current.treeWork.end() else { return [] }
        var effects: [Effect] = []
        switch result {
        case .done(let outcome): effects = follow(outcome, job)
        case .nothing: break
        case .failed(let message):
            keepForLater(job)
            status = StatusMessage(.error, "Not done: \(message).")
        case .copied: status = StatusMessage(.info, "Done: \(job.title).")
        case .discarded(let id): return closeDeleted(id, job)
        }
        let saves = current.treeWork.waitingSaves
        current.treeWork.waitingSaves = []
        return effects + saves.flatMap { save($0) } + startNext()
    }

    /// What could not be undone now may be later.
    private mutating func keepForLater(_ job: TreeJob) {
        guard let done = job.done else { return }
        if case .undo = job.deed { current.treeWork.done.append(done) } else { current.treeWork.undone.append(done) }
    }

    private mutating func closeDeleted(_ id: TrashID, _ job: TreeJob) -> [Effect] {
        let effects = bringForward()
        deletedCollections.append(DeletedCollection(id: id, path: current.path))
        closeCollection()
        status = StatusMessage(.info, "Done: \(job.title); u brings it back.")
        return effects
    }

    private mutating func follow(_ outcome: TreeOutcome, _ job: TreeJob) -> [Effect] {
        let index = treeRows.index(of: tree.cursor)
        let isCursorThere = tree.cursor == job.cursor
        let effects = followPaths(outcome.plan.changes)
        take(outcome)
        remember(outcome, job)
        let focus = outcome.plan.focus.first { exists($0) }
        if isCursorThere, let focus { moveTreeCursor(to: focus) } else { standOnNeighbour(of: index) }
        return effects + editNewRequest(focus, job, isCursorThere)
    }

    // MARK: - Paths

    private mutating func followPaths(_ changes: [PathChange]) -> [Effect] {
        guard !changes.isEmpty else { return [] }
        let moved = sessions.keys.filter { $0.after(changes) != $0 }
        let forgotten = moved.filter { sessions[$0]?.draft.isDirty == true }.map {
            effect(.journal($0), .forgetJournal)
        }
        current.follow(changes)
        if let name = environmentName {
            environmentName = ItemPath(environment: name).after(changes).baseName
        }
        return forgotten
            + moved.sorted().flatMap { path in
                let new = path.after(changes)
                return sessions[new]?.draft.isDirty == true ? journal(new) : []
            }
    }

    // MARK: - What was read

    private mutating func take(_ outcome: TreeOutcome) {
        var new = collection
        switch outcome.reading {
        case .changes(let changes): for change in changes { new.apply(change) }
        case .whole(let whole): new = whole
        }
        let drafts = sessions.merging(current.treeWork.buried) { session, _ in session }
        for (path, session) in drafts where !session.draft.hasFile && new.item(at: path) == nil {
            new.add(CollectionItem(session.draft.base, at: path))
        }
        collection = new
        for (path, rewriting) in outcome.rewritten {
            sessions[path]?.draft.follow(rewriting, at: path)
            if path == shown, !isInBackground { edit?.start.definition.follow(rewriting, at: path) }
        }
        buryAndRaise()
    }

    /// What belonged to a deleted request waits for its return.
    private mutating func buryAndRaise() {
        for (path, session) in sessions where collection.item(at: path) == nil {
            current.treeWork.buried[path] = session
            sessions[path] = nil
        }
        for (path, session) in current.treeWork.buried where collection.item(at: path) != nil {
            sessions[path] = session
            current.treeWork.buried[path] = nil
        }
        current.treeWork.marked = current.treeWork.marked.filter { exists($0) }
        if let shown, sessions[shown] == nil { self.shown = nil }
    }

    private func exists(_ path: ItemPath) -> Bool {
        path == .root || collection.item(at: path) != nil || collection.environments.contains { $0.path == path }
    }

    private mutating func remember(_ outcome: TreeOutcome, _ job: TreeJob) {
        let done = TreeWork.DoneJob(title: job.title, undo: outcome.undo)
        switch job.deed {
        case .undo:
            current.treeWork.undone.append(done)
            status = StatusMessage(.info, "Undone: \(job.title).")
        case .redo:
            current.treeWork.done.append(done)
            status = StatusMessage(.info, "Done again: \(job.title).")
        default:
            current.treeWork.done.append(done)
            current.treeWork.undone = []
            if !job.isShift { current.treeWork.marked = [] }
            status = StatusMessage(.info, "Done: \(job.title); u undoes it.")
        }
    }

    // MARK: - Cursor

    private mutating func moveTreeCursor(to path: ItemPath) {
        tree.expanded.formUnion([.root] + path.ancestors)
        show(path)
    }

    /// Where a row is gone, the next one takes its place.
    private mutating func standOnNeighbour(of index: Int?) {
        guard let index, rowAtTreeCursor == nil, !treeRows.rows.isEmpty else { return }
        show(treeRows.rows[min(index, treeRows.rows.count - 1)].path)
    }

    /// A new request wants its URL.
    private mutating func editNewRequest(_ path: ItemPath?, _ job: TreeJob, _ isCursorThere: Bool) -> [Effect] {
        guard job.makesRequest, isCursorThere, !isInBackground, overlays.isEmpty, edit == nil, let path, shown == path
        else { return [] }
        focus = .request
        if zoomed != nil { zoomed = .request }
        session?.cursor = FormCursor()
        return beginEditAtCursor()
    }
}

extension TreeJob {
    /// Moved by one, what is marked stays so.
    fileprivate var isShift: Bool { if case .shift = deed { true } else { false } }
}

extension CollectionState {
    /// Everything that is kept by path.
    fileprivate mutating func follow(_ changes: [PathChange]) {
        sessions = sessions.after(changes)
        waitingDrafts = waitingDrafts.after(changes)
        savesUnderWay = savesUnderWay.after(changes)
        unopened = unopened.map { $0.after(changes) }
        shown = shown?.after(changes)
        tree.expanded = Set(tree.expanded.map { $0.after(changes) })
        tree.cursor = tree.cursor?.after(changes)
        treeWork.follow(changes)
        followEffects(changes)
        for change in changes where change.from.isEnvironment {
            outside.secrets[change.to.baseName] = outside.secrets.removeValue(forKey: change.from.baseName)
        }
    }

    /// What was ordered reports under the key that it was ordered with.
    private mutating func followEffects(_ changes: [PathChange]) {
        for (key, generation) in generations where key.after(changes) != key {
            let new = key.after(changes)
            generations[key] = nil
            generations[new] = generation
            let ordered = treeWork.movedEffects[generation]?.ordered ?? key
            treeWork.movedEffects[generation] = TreeWork.MovedEffect(ordered: ordered, current: new)
        }
    }

    /// The key that an effect has now.
    func key(_ key: EffectKey, _ generation: Int) -> EffectKey { treeWork.movedEffects[generation]?.current ?? key }
}

extension Dictionary where Key == ItemPath {
    fileprivate func after(_ changes: [PathChange]) -> [ItemPath: Value] {
        Dictionary(map { ($0.key.after(changes), $0.value) }) { first, _ in first }
    }
}

extension RequestDraft {
    /// The file was rewritten beside the draft, as a new name does: every version of it is an edit of the new text from now on.
    mutating func follow(_ rewriting: TreeOutcome.Rewriting, at path: ItemPath) {
        diskText = TextChange.making(rewriting.old, rewriting.new, in: diskText) ?? diskText
        savedText = TextChange.making(rewriting.old, rewriting.new, in: savedText) ?? savedText
        saved.definition.follow(rewriting, at: path)
        changeVersions { version in
            guard let text = TextChange.making(rewriting.old, rewriting.new, in: version.base.text),
                let base = try? RequestFile.read(text: text, path: path)
            else { return }
            version.content.definition.follow(version.base.definition, base.definition)
            version.base = base
        }
    }
}

extension RequestDefinition {
    fileprivate mutating func follow(_ rewriting: TreeOutcome.Rewriting, at path: ItemPath) {
        guard let before = try? RequestFile.read(text: rewriting.old, path: path),
            let after = try? RequestFile.read(text: rewriting.new, path: path)
        else { return }
        follow(before.definition, after.definition)
    }

    /// What an operation on the tree writes into a file.
    fileprivate mutating func follow(_ old: RequestDefinition, _ new: RequestDefinition) {
        if name == old.name { name = new.name }
        if sequence == old.sequence { sequence = new.sequence }
    }
}

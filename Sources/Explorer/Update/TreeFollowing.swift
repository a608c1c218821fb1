import OpenCollection

// What is on screen follows what was done to the files.

extension ExplorerState {
    mutating func handleTree(_ result: TreeResult) -> [Effect] {
        let effects = follow(result)
        return effects + quitWhenArranged()
    }

    private mutating func follow(_ result: TreeResult) -> [Effect] {
        guard let job = current.treeWork.end() else { return [] }
        var effects: [Effect] = []
        switch result {
        case .done(let outcome): effects = follow(outcome, job)
        case .nothing: break
        case .failed(let message):
            keepForLater(job)
            let what = job.departure.map { "It was copied to \($0.to), and could not be taken away here" } ?? "Not done"
            status = StatusMessage(.error, "\(what): \(message).")
        case .copied: status = StatusMessage(.info, "Done: \(job.title).")
        case .discarded(let id): return closeDeleted(id, job)
        }
        return effects + startWaitingSaves() + startNext()
    }

    /// What could not be undone now may be later.
    private mutating func keepForLater(_ job: TreeJob) {
        guard let done = job.done else { return }
        if case .undo = job.deed { current.treeWork.done.append(done) } else { current.treeWork.undone.append(done) }
    }

    private mutating func closeDeleted(_ id: TrashID, _ job: TreeJob) -> [Effect] {
        let effects = bringForward()
        deletedCollections.append(DeletedCollection(id: id, path: current.path, order: lastGeneration))
        closeCollection()
        status = StatusMessage(.info, "Done: \(job.title); u brings it back.")
        return effects
    }

    private mutating func follow(_ outcome: TreeOutcome, _ job: TreeJob) -> [Effect] {
        let index = treeRows.index(of: tree.cursor)
        let isCursorThere = tree.cursor == job.cursor
        let effects = followPaths(outcome.plan.changes)
        take(outcome, job)
        remember(outcome, job)
        let focus = outcome.plan.focus.first { exists($0) }
        if isCursorThere, let focus { moveTreeCursor(to: focus) } else { standOnNeighbour(of: index) }
        if case .bring(let bringing) = job.deed { return effects + takeAway(bringing, outcome, job.title) }
        return effects + editNewRequest(focus, job, isCursorThere)
    }

    // MARK: - Paths

    mutating func followPaths(_ changes: [PathChange]) -> [Effect] {
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

    private mutating func take(_ outcome: TreeOutcome, _ job: TreeJob) {
        raise(outcome, job)
        var new = collection
        switch outcome.reading {
        case .changes(let changes): for change in changes { new.apply(change) }
        case .whole(let whole): new = whole
        }
        for (path, session) in sessions where session.lacksFile && new.item(at: path) == nil {
            if case .request(let base) = session.draft.base { new.add(CollectionItem(base, at: path)) }
        }
        collection = new
        for (path, rewriting) in outcome.rewritten {
            sessions[path]?.draft.follow(rewriting, at: path)
            if path == shown, !isInBackground { edit?.start.follow(rewriting, at: path) }
        }
        bury()
        // What is no request is read anew.
        for path in current.pages where sessions[path] != nil { open(path) }
    }

    /// What belonged to a deleted request waits for its return.
    private mutating func bury() {
        for (path, session) in sessions where !exists(path) {
            current.treeWork.buried[path] = session
            sessions[path] = nil
        }
        current.treeWork.marked = current.treeWork.marked.filter { exists($0) }
        if let shown, sessions[shown] == nil { self.shown = nil }
    }

    /// Only with the request itself: another one may have got its path meanwhile.
    private mutating func raise(_ outcome: TreeOutcome, _ job: TreeJob) {
        for (path, session) in current.treeWork.buried where sessions[path] == nil && returns(path, by: outcome, job) {
            sessions[path] = session
            current.treeWork.buried[path] = nil
        }
    }

    /// Whether what was deleted comes back there; asked before the tree follows.
    private func returns(_ path: ItemPath, by outcome: TreeOutcome, _ job: TreeJob) -> Bool {
        // Of a collection in one file, plans say only what the whole text becomes.
        if case .whole = outcome.reading {
            return job.bringsBack && !exists(path) && !outcome.plan.changes.contains { path.isInside($0.to) }
        }
        return outcome.plan.steps.contains { step in
            if case .restore(_, let place) = step { path.isInside(place) } else { false }
        }
    }

    private func exists(_ path: ItemPath) -> Bool {
        path == .root || collection.item(at: path) != nil || collection.environments.contains { $0.path == path }
    }

    private mutating func remember(_ outcome: TreeOutcome, _ job: TreeJob) {
        let done = TreeWork.DoneJob(title: job.title, undo: outcome.undo, order: lastGeneration)
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
            if let departure = job.departure { tellDeparture(departure, job.title) }
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

    /// Whether it may bring back what was deleted.
    fileprivate var bringsBack: Bool {
        switch deed {
        case .undo, .redo, .restore: true
        case .operation, .shift, .duplicateCollection, .discardCollection, .bring: false
        }
    }
}

extension CollectionState {
    /// Everything that is kept by path.
    fileprivate mutating func follow(_ changes: [PathChange]) {
        sessions = sessions.after(changes)
        pages = Set(pages.map { $0.after(changes) })
        for change in changes where change.to.isEnvironment { sessions[change.to]?.draft.followName(of: change.to) }
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
            outside.environmentFiles[change.to.baseName] = outside.environmentFiles.removeValue(
                forKey: change.from.baseName)
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

extension Draft {
    /// The file was rewritten beside the draft, as a new name does: every version of it is an edit of the new text from now on.
    /// One whose text differs in the same lines stays an edit of that, and says what is new itself.
    mutating func follow(_ rewriting: TreeOutcome.Rewriting, at path: ItemPath) {
        diskText = TextChange.making(rewriting.old, rewriting.new, in: diskText) ?? diskText
        savedText = TextChange.making(rewriting.old, rewriting.new, in: savedText) ?? savedText
        saved.follow(rewriting, at: path)
        changeVersions { version in
            guard let text = TextChange.making(rewriting.old, rewriting.new, in: version.base.text),
                let base = try? FormFile.read(text: text, at: path)
            else { return version.content.follow(rewriting, at: path) }
            version.content.follow(version.base.content(), base.content())
            version.base = base
        }
    }

    /// An environment is its file's name.
    mutating func followName(of path: ItemPath) {
        guard case .environment = saved else { return }
        saved.environment.name = path.baseName
        changeVersions { version in
            version.content.environment.name = path.baseName
            guard case .environment(var file) = version.base else { return }
            file.definition.name = path.baseName
            version.base = .environment(file)
        }
    }
}

extension FormContent {
    fileprivate mutating func follow(_ rewriting: TreeOutcome.Rewriting, at path: ItemPath) {
        guard let before = try? FormFile.read(text: rewriting.old, at: path),
            let after = try? FormFile.read(text: rewriting.new, at: path)
        else { return }
        follow(before.content(), after.content())
    }

    /// What an operation on the tree writes into a file.
    fileprivate mutating func follow(_ old: FormContent, _ new: FormContent) {
        if name == old.name { name = new.name }
        if request.definition.sequence == old.request.definition.sequence {
            request.definition.sequence = new.request.definition.sequence
        }
        if defaults.sequence == old.defaults.sequence { defaults.sequence = new.defaults.sequence }
    }
}

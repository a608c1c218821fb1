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
        case .done(let outcome): effects = follow(outcome, job) + offerLift(after: job, outcome)
        case .imported(let outcome, let secrets, let problem):
            effects = follow(outcome, job) + offerLift(after: job, outcome)
            for (environment, values) in secrets {
                outside.secrets[environment, default: [:]].merge(values) { $1 }
            }
            if let problem { say(.error, problem) }
        case .nothing: break
        case .failed(let message):
            current.treeWork.keepForLater(job)
            let what = job.outgoingMove.map { "It was copied to \($0.to), and could not be removed here" } ?? "Not done"
            say(.error, "\(what): \(message.withFullStop) Nothing else was changed; fix that, and try again.")
        case .copied:
            let back = withKeyNames("{deleteItem} on the copy's row moves that to the trash.")
            say(.info, "Done: \(job.title). \(back)")
        case .discarded(let id): return closeDeleted(id, job)
        }
        let secrets = current.treeWork.waitingSecrets
        current.treeWork.waitingSecrets = []
        return effects + secrets.flatMap { keep($0) } + startWaitingSaves() + startNext()
    }

    /// Scripts that were imported may need no JavaScript.
    private mutating func offerLift(after job: TreeJob, _ outcome: TreeOutcome) -> [Effect] {
        guard case .order(.imported) = job.kind, !outcome.plan.focus.isEmpty else { return [] }
        return offerLift(of: outcome.plan.focus)
    }

    private mutating func closeDeleted(_ id: TrashID, _ job: TreeJob) -> [Effect] {
        var effects = bringForward()
        // What is typed belongs to what goes, and to nothing that is shown then.
        if edit != nil { effects += leaveEdit() }
        collections.deleted.append(DeletedCollection(id: id, path: current.path, order: sending.lastGeneration))
        closeCollection()
        say(.info, "Done: \(job.title); u brings it back.")
        return effects
    }

    private mutating func follow(_ outcome: TreeOutcome, _ job: TreeJob) -> [Effect] {
        // What is journalled because a file moved is no user action.
        let lastUserAction = sending.lastUserAction
        defer { sending.lastUserAction = lastUserAction }
        let index = treeRows.index(of: tree.cursor)
        let isCursorThere = tree.cursor == job.cursor
        let effects = followPaths(outcome.plan.changes)
        let (snapshot, journalled) = take(outcome, job)
        remember(outcome, job, snapshot)
        let focus = outcome.plan.focus.first { current.exists($0) }
        if isCursorThere, let focus { reveal(focus) } else { standOnNeighbour(of: index) }
        if case .order(.copyIn(let copy)) = job.kind {
            return effects + journalled + takeAway(copy, outcome, job.title)
        }
        return effects + journalled + editNewRequest(focus, job, isCursorThere)
    }

    // MARK: - Paths

    mutating func followPaths(_ changes: [PathChange]) -> [Effect] {
        guard !changes.isEmpty else { return [] }
        let root = current.path
        pending.follow(changes, in: root)
        let moved = Set(sessions.keys).union(current.journal.waitingDrafts.keys).filter { $0.after(changes) != $0 }
        let before = moved.filter(current.isJournalled)
        current.follow(changes)
        finding.navigation.follow(changes, in: root)
        series?.follow(changes, in: root)
        sending.recentActivities.follow(changes, in: root)
        // First kept under the new names, then forgotten under the old ones: each is in the journal at any moment.
        let kept = moved.map { $0.after(changes) }.filter(current.isJournalled)
        let forgotten = Set(before).subtracting(kept).sorted()
        return kept.sorted().flatMap { journal($0) } + forgotten.flatMap { effect(.journal($0), .forgetJournal) }
            + effect(.historyPaths, .followPaths(changes))
    }

    // MARK: - What was read

    /// - Returns: the number of the snapshot, if one was taken; and what is to be journalled.
    private mutating func take(_ outcome: TreeOutcome, _ job: TreeJob) -> (snapshot: Int?, effects: [Effect]) {
        let raised = current.restoreDeleted(outcome, job)
        var new = collection
        switch outcome.reading {
        case .changes(let changes): for change in changes { new.apply(change) }
        case .whole(let whole): new.follow(whole)
        }
        // Only what was trashed takes the drafts in it along.
        current.keepDraftsWithoutFile(in: &new, makingFolders: outcome.trashed.isEmpty)
        collection = new
        for (path, rewriting) in outcome.rewritten {
            sessions[path]?.draft.follow(rewriting, at: path)
            if isOnScreen(path) { edit?.start.follow(rewriting, at: path) }
        }
        let (snapshot, cancelled) = takeSnapshot(outcome)
        // What is no request is read again.
        for path in current.opened.pages where sessions[path] != nil { current.opened.open(path) }
        let journalled = raised.sorted().flatMap { sessions[$0]?.draft.isDirty == true ? journal($0) : [] }
        return (snapshot, cancelled + journalled)
    }

    /// Keeps what belonged to a deleted request for its return. Its sends are given up: nobody could see them, or cancel them.
    private mutating func takeSnapshot(_ outcome: TreeOutcome) -> (snapshot: Int?, cancelled: [Effect]) {
        let cancelled = sessions.keys.filter { !current.exists($0) }.sorted().flatMap { giveUpSends(at: $0) }
        let gone = sessions.filter { !current.exists($0.key) }
        for path in gone.keys { sessions[path] = nil }
        current.treeWork.marked = current.treeWork.marked.filter { current.exists($0) }
        if let shown, sessions[shown] == nil { self.shown = nil }
        return (current.treeWork.takeSnapshot(gone, outcome.trashed), cancelled)
    }

    private mutating func remember(_ outcome: TreeOutcome, _ job: TreeJob, _ snapshot: Int?) {
        let done = TreeWork.DoneJob(
            title: job.title, undo: outcome.undo, snapshot: snapshot, order: sending.lastGeneration, at: now,
            made: outcome.plan.made)
        say(current.treeWork.remember(done, of: job))
        if let outgoingMove = job.outgoingMove { reportOutgoingMove(outgoingMove, job.title) }
    }

    // MARK: - Cursor

    /// Moves the cursor from a row that is gone to the next one.
    private mutating func standOnNeighbour(of index: Int?) {
        guard let index, current.rowAtTreeCursor == nil, !treeRows.rows.isEmpty else { return }
        show(treeRows.rows[min(index, treeRows.rows.count - 1)].path)
    }

    /// Begins to edit the URL of a new request.
    private mutating func editNewRequest(_ path: ItemPath?, _ job: TreeJob, _ isCursorThere: Bool) -> [Effect] {
        guard job.makesRequest, isCursorThere, !isInBackground, isFreeForQuestion, let path, shown == path
        else { return [] }
        display.focusPane(.request)
        session?.cursor = FormCursor()
        return beginEditAtCursor()
    }
}

extension TreePlan {
    /// The texts of the files that it makes.
    fileprivate var made: [ItemPath: String] {
        steps.reduce(into: [:]) { made, step in if case .create(let path, let text) = step { made[path] = text } }
    }
}

extension TreeWork {
    fileprivate mutating func remember(_ done: DoneJob, of job: TreeJob) -> StatusMessage {
        switch job.kind {
        case .undo:
            undone.append(done)
            return StatusMessage(.info, "Undone: \(job.title).")
        case .redo:
            self.done.append(done)
            return StatusMessage(.info, "Redone: \(job.title).")
        default:
            self.done.append(done)
            undone = []
            if !job.isShift { marked = [] }
            return StatusMessage(.info, "Done: \(job.title); u undoes it.")
        }
    }
}

extension TreeJob {
    /// Moved by one, what is marked stays so.
    fileprivate var isShift: Bool { if case .shift = kind { true } else { false } }

    /// Returns what comes out of the trash, to where it was.
    func returned(by plan: TreePlan) -> Set<TrashID> {
        let restored = plan.steps.compactMap { if case .restore(let id, _) = $0 { id } else { nil } }
        guard case .order(.restore(let id)) = kind else { return Set(restored) }
        return Set(restored + [id])
    }
}

extension CollectionState {
    /// Follows changes of paths in everything that is kept by path.
    fileprivate mutating func follow(_ changes: [PathChange]) {
        sessions = sessions.after(changes)
        opened.pages = Set(opened.pages.map { $0.after(changes) })
        for change in changes where change.to.isEnvironment { sessions[change.to]?.draft.followName(of: change.to) }
        journal.waitingDrafts = journal.waitingDrafts.after(changes)
        journal.saves = journal.saves.after(changes)
        sends.run?.follow(changes)
        opened.unopened = opened.unopened.map { $0.after(changes) }
        opened.recent = opened.recent.map { $0.after(changes) }
        opened.visited = opened.visited?.after(changes)
        if let path = opened.wanted?.path.after(changes) { opened.wanted?.path = path }
        filters.kept.filters = filters.kept.filters.after(changes)
        shown = shown?.after(changes)
        opened.tabs = opened.tabs.map { $0.after(changes) }
        place.views = place.views.after(changes)
        tree.expanded = Set(tree.expanded.map { $0.after(changes) })
        tree.cursor = tree.cursor?.after(changes)
        treeWork.follow(changes)
        followEffects(changes)
        if changes.contains(where: \.from.isEnvironment) { credentials.forget() }
        environmentName = environmentName.map { ItemPath(environment: $0).after(changes).baseName }
        for change in changes where change.from.isEnvironment {
            outside.exchangeSecrets(of: change.from.baseName, change.to.baseName)
            outside.environmentFiles[change.to.baseName] = outside.environmentFiles.removeValue(
                forKey: change.from.baseName)
        }
    }

    /// Renames the keys of effects under way, which report under the key that they were ordered with.
    private mutating func followEffects(_ changes: [PathChange]) {
        for (key, generation) in generations where key.after(changes) != key {
            let new = key.after(changes)
            generations[key] = nil
            generations[new] = generation
            treeWork.movedEffects[generation] = new
        }
    }

    /// Returns the key that an effect has now.
    func key(_ key: EffectKey, _ generation: Int) -> EffectKey { treeWork.movedEffects[generation] ?? key }
}

extension Dictionary where Key == ItemPath {
    fileprivate func after(_ changes: [PathChange]) -> [ItemPath: Value] {
        Dictionary(map { ($0.key.after(changes), $0.value) }) { first, _ in first }
    }
}

extension Draft {
    /// Follows a file that was rewritten beside the draft, as a new name does: every version of it is an edit of the new text from now on. One whose
    /// text differs in the same lines stays an edit of that, and has the new content itself.
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

    /// Follows the new name of an environment, which is its file's name.
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

    /// Follows what an operation on the tree writes into a file.
    fileprivate mutating func follow(_ old: FormContent, _ new: FormContent) {
        self = ThreeWayMerge(base: old, mine: self, theirs: new).value
    }
}

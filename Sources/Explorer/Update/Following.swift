import Exchanges
import MicroClient
import OpenCollection
import Quoting

// Files that changed on disk: what has no draft follows at once, a draft is merged with them or waits for a decision.

extension ExplorerState {
    // MARK: What to read

    mutating func noteTouched(_ touched: TouchedFiles) -> [Effect] {
        current.files.touched.add(touched)
        return orderReading()
    }

    /// Orders a reading of touched files, one at a time: what a checkout touches meanwhile is read in one go after it.
    private mutating func orderReading() -> [Effect] {
        guard let touched = current.files.beginReading() else { return [] }
        let collection = collection
        return effect(.files, { .readFiles(touched, collection, $0) }, then: { $0.handleRead($1) })
    }

    mutating func reload() -> [Effect] {
        current.files.isReloading = true
        // Another instance, or a command, may have changed them.
        current.credentials.orderedTokens = []
        say(.info, "Reloading \(collection.name).")
        return noteTouched(.everything) + effect(.settings, .readSettings)
    }

    /// Takes the state of watching; a new one is reported once, in the log.
    mutating func noteWatching(_ watching: Watching) {
        guard watching != current.files.watching else { return }
        current.files.watching = watching
        switch watching {
        case .notYet, .everywhere: break
        case .partly:
            note("\(collection.name) has more directories than the system watches; F5 reloads them.")
        case .no(let reason):
            note("Changes of \(collection.name) on disk are not seen automatically (\(reason)); F5 reloads.")
        }
    }

    mutating func note(_ message: String, _ level: LogLevel = .warning, at place: LogState.Place? = nil) {
        log.append(LogState.Entry(at: now, level: level, message: secrets.masked(message, glyphs), place: place))
    }

    // MARK: What was read

    mutating func handleRead(_ read: FilesRead) -> [Effect] {
        current.files.isReading = false
        // A reload by the user asks everywhere again.
        let forgets = current.files.isReloading
        if let outside = read.outside, current.values.take(outside, forgetsFetched: forgets) { reportProblem() }
        let (companionBefore, rootBefore) = (collection.companion.problem, collection.problemOfRoot)
        let repaired = current.brokenAtTreeCursor
        let paths = apply(read.content)
        reportReadability(read.content)
        if collection.companion.problem != companionBefore { reportCompanion(after: companionBefore) }
        if let problem = collection.problemOfRoot, problem != rootBefore {
            let message = "\(problem.line.withFullStop) The last valid content counts until it is fixed."
            say(.warning, message)
        }
        var effects = paths.flatMap { follow(at: $0) }
        effects += followReappeared()
        showRepaired(repaired)
        current.keepDraftsWithoutFile()
        current.openReadable()
        say(current.followEnvironment())
        effects += orderReading()
        if !current.files.isReading { current.files.isReloading = false }
        return effects
    }

    /// Reports a problem when it is new: values of secrets are missing, and none can be kept.
    mutating func reportProblem() {
        guard let problem = outside.problem else { return }
        let message = "Values of secrets are missing, since \(problem). F5 reloads it."
        note(message)
        say(.warning, message)
    }

    /// Reports that the companion file cannot be read, when that is new: until then nobody knows what else it says.
    ///
    /// - Parameter before: Why it could not be read before; nil: it could.
    mutating func reportCompanion(after before: FileProblem? = nil) {
        guard let problem = collection.companion.problem else {
            if before != nil { say(.info, "\(CompanionFile.path) can be read again.") }
            return
        }
        let message =
            "\(CompanionFile.path) cannot be read, so every environment counts as protected until it is fixed: \(problem.line)"
        note(message)
        say(.warning, message)
    }

    /// - Returns: The paths of sessions that it concerns.
    private mutating func apply(_ content: FilesRead.Content) -> [ItemPath] {
        switch content {
        case .changes(let changes):
            // One change of the state: the tree's rows are made once.
            var changed = collection
            for change in changes { changed.apply(change) }
            collection = changed
            return sessions.keys.filter { path in changes.contains { current.concerns(path, $0) } }.sorted()
        case .everything(let whole):
            collection.follow(whole)
            if current.files.isReloading { say(.info, "\(whole.name) was reloaded.") }
            return sessions.keys.sorted()
        case .failed(let problem):
            say(
                .error,
                "\(collection.name) cannot be read any more: \(problem.line.withFullStop) It stays as it was; fix the file, then F5 reloads."
            )
            note("\(collection.name) stays as it was: \(problem.line)")
            return []
        }
    }

    /// Reports whether the collection can be read. An editor takes a file away before it puts another in its place: a failure may be over at once.
    private mutating func reportReadability(_ content: FilesRead.Content) {
        if case .failed = content {
            current.files.isUnreadable = true
            return
        }
        if current.files.isUnreadable { say(.info, "\(collection.name) can be read again.") }
        current.files.isUnreadable = false
    }

    /// Shows a request that was fixed, unless the user is elsewhere by now.
    mutating func showRepaired(_ path: ItemPath?) {
        guard let path, !isInBackground, focus == .tree, tree.cursor == path, edit == nil, overlays.isEmpty,
            collection.item(at: path)?.kind.requestHead != nil
        else { return }
        show(path)
    }

    /// Brings back requests whose files are there again; the one that was shown is shown, unless another is by now.
    private mutating func followReappeared() -> [Effect] {
        let paths = current.files.vanished.keys.filter {
            sessions[$0]?.standsInForFile != true && collection.item(at: $0)?.kind.requestHead != nil
        }.sorted()
        return paths.flatMap { path in
            sessions[path] = sessions[path] ?? current.files.vanished[path]
            current.files.vanished[path] = nil
            if current.files.vanishedShown == path { showAgain(path) }
            return follow(at: path)
        }
    }

    /// Shows an item that is back, unless the user has gone elsewhere meanwhile: from the tree into what was there instead.
    private mutating func showAgain(_ path: ItemPath) {
        let isFree =
            isInBackground ? shown == nil : edit == nil && (shown == nil || focus == .tree && overlays.isEmpty)
        if isFree { show(path) } else { current.files.vanishedShown = nil }
    }

    // MARK: One file

    /// Brings what is shown of a file in line with what it is now. Of what is no request the file is read first.
    mutating func follow(at path: ItemPath) -> [Effect] {
        switch collection.item(at: path)?.kind {
        case .request(let file):
            guard let draft = current.journal.waitingDrafts[path], !isEdited(path) else {
                return follow(.request(file), at: path)
            }
            current.journal.waitingDrafts[path] = nil
            return restore(draft, over: .request(file))
        case .unopened, .folder: current.opened.open(path)
        case .broken(let problem): return lose(path, .broken(problem))
        case nil where collection.hasPage(at: path): current.opened.open(path)
        case .unsupported, nil: return lose(path, collection.problem(beside: path).map(DiskStatus.broken) ?? .gone)
        }
        return []
    }

    /// - Parameter exists: False where a folder has no `folder.yml`.
    mutating func follow(_ file: FormFile, exists: Bool = true, at path: ItemPath) -> [Effect] {
        // What is being written comes back with the result of that.
        guard let session = sessions[path], current.journal.saves[path] == nil else { return [] }
        let draft = session.draft
        // A request that was pasted has no file yet; a folder's may come into being.
        guard draft.hasFile || session.disk == .gone || !session.isRequest else { return [] }
        let policies = current.policies(at: path)
        if draft.hasFile == exists, !exists || file.text.hasSameBytes(as: draft.diskText),
            policies == draft.saved.policies
        {
            if exists || session.disk != .gone { return goOn(at: path, exists: exists) }
            return []
        }
        if exists, session.disk == .gone, file.text.hasSameBytes(as: draft.diskText), policies == draft.saved.policies {
            return goOn(at: path, exists: true)
        }
        if isEdited(path) {
            sessions[path]?.waitsForEdit = true
            return []
        }
        guard draft.isDirty else {
            sessions[path]?.draft = Draft(file: file, policies: policies, hasFile: exists)
            sessions[path]?.disk = .same
            return []
        }
        guard exists else { return lose(path, .gone) }
        guard let message = sessions[path]?.merge(file, policies, at: path) else { return [] }
        say(message)
        return journal(path)
    }

    /// Goes on with a draft whose file is as it was before.
    private mutating func goOn(at path: ItemPath, exists: Bool) -> [Effect] {
        guard let session = sessions[path], session.disk != .same else { return [] }
        say(sessions[path]?.goOn(at: path, exists: exists))
        return journal(path)
    }

    /// Handles a request whose file is gone, or cannot be read any more; a draft on it, or a send of it, stays.
    mutating func lose(_ path: ItemPath, _ status: DiskStatus) -> [Effect] {
        guard let session = sessions[path], status != .gone || !session.neverHadFile else { return [] }
        guard session.disk != status else {
            current.keepItem(of: session, at: path, status)
            return []
        }
        guard session.draft.isDirty || session.isSending || isEdited(path) else {
            current.files.vanished[path] = sessions.removeValue(forKey: path)
            if shown == path { (shown, current.files.vanishedShown) = (nil, path) }
            if current.files.vanishedShown == path, case .broken(let problem) = status { say(.warning, problem.line) }
            return []
        }
        sessions[path]?.disk = status
        // What waited was the file that is gone.
        sessions[path]?.waitsForEdit = false
        current.keepItem(of: session, at: path, status)
        if case .broken = status {
            sessions[path]?.draft.hasFile = true
            say(.warning, "\(path.editedFile) cannot be read any more; the draft is kept.")
        } else {
            // One that is being sent stays only as a draft.
            let isUnsaved = isEdited(path) || session.isSending
            sessions[path]?.draft.noteGone(isUnsaved: isUnsaved)
            say(.warning, "\(path.editedFile) was deleted on disk; the draft is kept. w recreates it.")
        }
        return journal(path)
    }

    // MARK: While a field is edited

    func isEdited(_ path: ItemPath) -> Bool { edit != nil && !isInBackground && shown == path }

    /// Follows changes that came while a field was edited.
    mutating func followAfterEdit() -> [Effect] {
        guard edit == nil else { return [] }
        return handlingEach { state in
            state.sessions.keys.filter { state.sessions[$0]?.waitsForEdit == true }.sorted().flatMap { path in
                state.sessions[path]?.waitsForEdit = false
                return state.follow(at: path)
            }
        }
    }
}

extension CollectionState {
    /// Puts what has a draft and no file into its place.
    ///
    /// - Parameter makingFolders: False leaves out what is in no folder any more.
    /// - Returns: whether anything was missing.
    @discardableResult
    func keepDraftsWithoutFile(in collection: inout Collection, makingFolders: Bool) -> Bool {
        var isChanged = false
        for (path, session) in sessions.sorted(by: { $0.key < $1.key }) {
            if session.standsAsEnvironment, !collection.hasPage(at: path) {
                collection.add(session.draft.saved.environment)
                isChanged = true
            }
            guard let item = session.itemWithoutFile(at: path), collection.item(at: path) == nil else { continue }
            let missing = path.ancestors.filter { collection.item(at: $0) == nil }
            guard makingFolders || missing.isEmpty else { continue }
            for folder in missing {
                collection.add(CollectionItem(path: folder, name: folder.baseName, kind: .folder(.init(), [])))
            }
            collection.add(item)
            isChanged = true
        }
        return isChanged
    }

    /// Unselects an environment whose file is gone, and selects it again when the file is back: an editor takes a file away before it puts another in
    /// its place, and what is protected must not be unprotected by that.
    fileprivate mutating func followEnvironment() -> StatusMessage? {
        if let name = environmentName, collection.environment(named: name) == nil {
            (environmentName, environments.vanished) = (nil, name)
            let problem = collection.problem(beside: ItemPath(environment: name))
            let what = problem.map { "cannot be read (\($0.line))" } ?? "was deleted on disk"
            return StatusMessage(.warning, "The environment \(name) \(what); e chooses another.")
        }
        guard environmentName == nil, let name = environments.vanished, collection.environment(named: name) != nil
        else { return nil }
        (environmentName, environments.vanished) = (name, nil)
        return StatusMessage(.info, "The environment \(name) is there again, and chosen.")
    }

    /// Opens drafts of an earlier run whose files can be read by now.
    fileprivate mutating func openReadable() {
        for path in journal.waitingDrafts.keys.sorted() {
            switch collection.item(at: path)?.kind {
            case .request, .unopened: opened.open(path)
            case .folder, .unsupported, .broken, nil: if collection.hasPage(at: path) { opened.open(path) }
            }
        }
    }
}

extension RequestSession {
    /// Returns the tree's item for a request or folder whose file is gone; nil for one that is there.
    fileprivate func itemWithoutFile(at path: ItemPath) -> CollectionItem? {
        switch draft.base {
        case .request(let base): lacksFile ? CollectionItem(base, at: path) : nil
        case .folder:
            disk == .gone ? CollectionItem(path: path, name: path.baseName, kind: .folder(FolderDefinition(), [])) : nil
        case .environment, .collection: nil
        }
    }

    /// A request that was pasted.
    fileprivate var neverHadFile: Bool { isRequest && !draft.hasFile && disk == .same }

    /// Whether the tree shows the draft, since there is no file to show.
    var standsInForFile: Bool { lacksFile || disk == .gone || isBroken }

    /// An environment whose file is gone, or cannot be read.
    fileprivate var standsAsEnvironment: Bool { draft.form.isEnvironment && (lacksFile || isBroken) }

    private var isBroken: Bool { if case .broken = disk { true } else { false } }
}

extension Collection {
    /// Returns why an environment cannot be read; nil when it can, or is not there.
    fileprivate func problem(beside path: ItemPath) -> FileProblem? { path.isEnvironment ? problem(ofItem: path) : nil }

    /// Why `opencollection.yml` cannot be read any more.
    fileprivate var problemOfRoot: FileProblem? { problem(ofItem: ItemPath.root.folderFile) }

    private func problem(ofItem path: ItemPath) -> FileProblem? {
        guard case .broken(let problem)? = items.first(where: { $0.path == path })?.kind else { return nil }
        return problem
    }
}

extension CollectionChange {
    /// Whether it may say something new about what is shown.
    func concerns(_ shown: ItemPath) -> Bool {
        switch self {
        case .item(let item): shown.isInside(item.path)
        case .gone(let path): shown.isInside(path)
        case .companion: true
        case .folder(let path, _, _): path == shown
        case .root: shown == .root
        case .environments: shown.parent == .environments
        }
    }
}

extension RequestSession {
    /// Goes on with a draft whose file is as it was before.
    ///
    /// - Returns: The words for what is over; nil for a conflict.
    fileprivate mutating func goOn(at path: ItemPath, exists: Bool) -> StatusMessage? {
        defer { (disk, draft.hasFile) = (.same, exists) }
        return switch disk {
        case .broken: StatusMessage(.info, "\(path.editedFile) can be read again; the draft is as it was.")
        case .gone: StatusMessage(.info, "\(path.editedFile) is there again; the draft is as it was.")
        case .same, .changed: nil
        }
    }

    /// Merges what someone else wrote into the draft, or notes that both changed the same.
    ///
    /// - Returns: The words for it; nil where the same was noted before.
    fileprivate mutating func merge(
        _ file: FormFile, _ policies: RequestPolicies, at path: ItemPath
    ) -> StatusMessage? {
        guard disk != .changed(file, policies) else { return nil }
        let merge = draft.merge(with: file.content(policies))
        guard merge.conflicts.isEmpty else {
            (disk, draft.hasFile) = (.changed(file, policies), true)
            let fields = merge.conflicts.count == 1 ? merge.conflicts[0].id : "\(merge.conflicts.count) fields"
            return StatusMessage(
                .warning, "\(path.editedFile) was changed on disk, and so was the draft: \(fields). c decides.")
        }
        takeMerged(merge.value, file, policies)
        let words =
            draft.isDirty ? "on disk: merged into the draft. u brings yours back." : "on disk and now equals the draft."
        return StatusMessage(.info, "\(path.editedFile) was changed \(words)")
    }
}

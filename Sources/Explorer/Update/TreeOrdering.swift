import Exchanges
import OpenCollection

// Operations on the tree, ordered one after the other: the tree changes when the disk did.

extension ExplorerState {
    mutating func order(_ operation: TreeOperation, _ title: String) -> [Effect] {
        order(TreeJob(kind: .order(.operation(operation)), title: title, cursor: tree.cursor))
    }

    mutating func order(_ job: TreeJob) -> [Effect] {
        current.treeWork.pasted = []
        guard current.treeWork.underWay == nil else {
            current.treeWork.waiting.append(job)
            return []
        }
        return start(job)
    }

    private mutating func start(_ asked: TreeJob) -> [Effect] {
        var job = asked
        let kind: TreeOrder.Kind
        switch job.kind {
        case .order(let known): kind = known
        case .shift(let path, let step):
            guard let operation = shifting(path, by: step) else { return startNext() }
            kind = .operation(operation)
        case .undo, .redo:
            guard let done = takeDone(job.kind) else { return startNext() }
            (job.done, job.title) = (done, done.title)
            if let draft = current.draftInTheWay(of: done.undo) {
                current.treeWork.keepForLater(job)
                say(.warning, "Not done: the draft \(draft) is in the way; m moves it, X drops it.")
                return startNext()
            }
            kind = .plan(done.undo)
        }
        current.treeWork.begin(job)
        let open = sessions.filter { $0.value.isRequest && $0.value.draft.hasFile }.map(\.key)
        let order = TreeOrder(kind: kind, collection: collection, open: Set(open), expected: job.outgoingMove?.texts)
        return effect(.tree, { .rearrange(order, $0) }, then: { $0.handleTree($1) })
    }

    mutating func startNext() -> [Effect] {
        guard current.treeWork.underWay == nil, !current.treeWork.waiting.isEmpty else { return [] }
        return start(current.treeWork.waiting.removeFirst())
    }

    // MARK: - Places

    mutating func shiftItem(by step: Int) -> [Effect] {
        guard let path = tree.cursor else { return [] }
        let job = TreeJob(kind: .shift(path, by: step), title: "move \(current.title(of: [path]))", cursor: path)
        return order(job)
    }

    /// Returns the operation; nil, with a message, at the end of the folders or of the rest.
    private mutating func shifting(_ path: ItemPath, by step: Int) -> TreeOperation? {
        guard let item = collection.item(at: path) else { return .place(path, at: 0) }
        let beside = CollectionOrder.sorted(collection.items(in: path.parent)).filter { other in
            // What has no file yet has no place on disk.
            other.isFolder == item.isFolder && sessions[other.path]?.lacksFile != true
        }
        guard let index = beside.firstIndex(where: { $0.path == path }) else { return .place(path, at: 0) }
        guard beside.indices.contains(index + step) else {
            let kind = item.isFolder ? "folders" : "items other than folders"
            say(.info, "It is the \(step < 0 ? "first" : "last") of the \(kind) here; m moves it elsewhere.")
            return nil
        }
        return .place(path, at: index + step)
    }

    // MARK: - Marks, copies, deletion

    mutating func markItem() {
        guard let row = current.rowAtTreeCursor, row.path != .root, row.path != .environments else { return }
        if current.treeWork.marked.remove(row.path) == nil { current.treeWork.marked.insert(row.path) }
        let index = treeCursorIndex.map { $0 + 1 } ?? 0
        if let place = treePlace(at: index), place.collection == collections.shownIndex {
            show(treeRows.rows[place.row].path)
        }
    }

    mutating func duplicateItems() -> [Effect] {
        let paths = current.treeTargets
        guard paths != [.root] else {
            return effect(.copyPlace, Effect.Order.findCopyPlace, note: { $0.askToCopyCollection(to: $1) })
        }
        return order(.duplicate(paths), "copy \(current.title(of: paths))")
    }

    mutating func deleteItems() -> [Effect] {
        let paths = current.treeTargets
        guard paths == [.root] else { return order(.delete(paths), "delete \(current.title(of: paths))") }
        askToDeleteCollection()
        return []
    }

    // MARK: - Undo

    mutating func undoTree() -> [Effect] {
        if !current.pastedToUndo.isEmpty { return undoPaste(current.pastedToUndo) }
        // What was done last is taken back first, also where it left another collection on screen.
        if collections.undoesImport {
            askToTakeBackImport()
            return []
        }
        guard !current.treeWork.isBusy, let index = collections.deleted.lastIndex(where: { !$0.isReturning }),
            collections.deleted[index].order > current.treeWork.done.last?.order ?? 0
        else { return askToUndo() ? [] : order(.undo(at: tree.cursor)) }
        collections.deleted[index].isReturning = true
        let deleted = collections.deleted[index]
        var effects = effect(.trash, .restoreCollection(deleted.id))
        effects[0].collection = deleted.path
        return effects
    }

    /// Asks before undoing what the user may not expect: what is older than the last edit, save or send, or takes away a file that was saved since.
    private mutating func askToUndo() -> Bool {
        guard !current.treeWork.isBusy, let done = current.treeWork.done.last else { return false }
        let isSaved = !current.savedSince(done).isEmpty
        guard isSaved || sending.lastUserAction > done.order else { return false }
        let fate =
            !done.undo.discards
            ? "" : isSaved ? " The file, saved since, goes to the trash." : " The file goes to the trash."
        ask(
            "Undo '\(done.title)', \(Wording.age(of: done.at, at: now))?\(fate)",
            .init("Cancel", detail: "nothing is undone"),
            .init("Undo it", detail: "U redoes it") { $0.undoTree(agreedTo: done.order) })
        return true
    }

    /// - Parameter order: The order of the job that the question was about.
    mutating func undoTree(agreedTo order: Int) -> [Effect] {
        guard let done = current.treeWork.done.last, done.order == order else {
            return say(.info, "Something else was done meanwhile: u asks again.")
        }
        let index = current.treeWork.done.count - 1
        current.treeWork.done[index].undo.discard(changed: current.savedSince(done))
        return self.order(.undo(at: tree.cursor))
    }

    /// Takes the result of putting a collection back; a failed one can be tried once more, when the cause is gone.
    mutating func noteRestored(_ path: String, _ problem: String?) {
        guard let index = collections.deleted.lastIndex(where: { $0.path == path && $0.isReturning }) else { return }
        guard let problem else {
            collections.deleted.remove(at: index)
            return
        }
        collections.deleted[index].isReturning = false
        log.append(LogState.Entry(at: now, level: .error, message: problem))
        say(.error, "Not done: \(problem). u tries again.")
    }

    mutating func redoTree() -> [Effect] { order(TreeJob(kind: .redo, title: "redo", cursor: tree.cursor)) }

    /// Takes the last job; nil, with a message, when there is none: what went before may have failed.
    private mutating func takeDone(_ kind: TreeJob.Kind) -> TreeWork.DoneJob? {
        if case .undo = kind {
            let done = current.treeWork.done.popLast()
            if done == nil { status = status ?? StatusMessage(.info, CollectionState.nothingToUndo) }
            return done
        }
        let done = current.treeWork.undone.popLast()
        if done == nil { status = status ?? StatusMessage(.info, CollectionState.nothingToRedo) }
        return done
    }

    // MARK: - What cannot be

    var reasonNotToShift: String? {
        if let reason = current.reason(against: current.pathsAtCursor) { return reason }
        if current.pathsAtCursor == [.root] {
            return withKeyNames("Collections have no order: {itemUp} and {itemDown} move what is in one.")
        }
        return tree.cursor?.isEnvironment == true ? "Environments are sorted by name." : nil
    }
}

extension CollectionState {
    fileprivate static let nothingToUndo = "No file operation to undo; in the request (2) u undoes edits."
    static let nothingToRedo = "No file operation to redo."
    var reasonNotToRename: String? { reason(against: pathsAtCursor) }

    var reasonNotToMove: String? {
        draftWithoutFile(in: treeTargets) == nil ? reason(against: treeTargets) : nil
    }

    var reasonNotToCopyOrDelete: String? { reason(against: treeTargets) }
    static let noCollection = "No collection is open."
    static let isListOfEnvironments = "That is the list of environments; choose one in it."
    static let nothingUnderCursor = "The cursor is on nothing."

    fileprivate func reason(against paths: [ItemPath]) -> String? {
        guard exists else { return Self.noCollection }
        if paths.isEmpty { return Self.nothingUnderCursor }
        if paths.contains(.environments) { return Self.isListOfEnvironments }
        let new = paths.first { sessions[$0]?.lacksFile == true }
        return new.map { "\($0) has no file yet: w saves it, X drops it." }
    }
}

extension OpenCollections {
    /// Whether the import of the whole collection is what was done last.
    fileprivate var undoesImport: Bool {
        current.treeWork.isImported && current.treeWork.done.isEmpty && !current.treeWork.isBusy
            && deleted.allSatisfy(\.isReturning)
    }

    var reasonNotToUndoTree: String? {
        !undoesImport && current.pastedToUndo.isEmpty && current.treeWork.done.isEmpty
            && deleted.allSatisfy(\.isReturning)
            && !current.treeWork.isBusy
            ? CollectionState.nothingToUndo : nil
    }
}

import Interchange
import OpenCollection

// Items are moved to another folder: of their own collection, or of another one that is open.

extension ExplorerState {
    mutating func openMove() {
        let paths = current.treeTargets
        let here = ownOptions(for: paths)
        let elsewhere = collections.filter { $0.path != current.path }.flatMap { otherOptions(in: $0, for: paths) }
        ask("Move \(current.title(of: paths)) to", options: here + elsewhere)
    }

    /// A folder to move something to; the root is one.
    struct MovePlace {
        /// ``CollectionState/path``.
        var collection: String
        var folder: ItemPath
    }

    /// The number of places that are tried; beyond it, one is tried only when it is chosen.
    private static let mostTried = 50_000

    private func ownOptions(for paths: [ItemPath]) -> [Chooser.Option] {
        let contents = FolderContents(collection)
        let isTried =
            paths.count * contents.folders.count <= Self.mostTried && current.draftWithoutFile(in: paths) == nil
        return contents.folders.map { folder in
            let problem = isTried ? TreePlan.problem(with: .move(paths, into: folder), in: contents) : nil
            let place = MovePlace(collection: current.path, folder: folder)
            return Chooser.Option(
                folder == .root ? collection.name : folder.text, detail: problem == nil ? "" : "cannot be",
                disabledReason: problem?.description
            ) { $0.move(paths, to: place) }
        }
    }

    /// Returns all folders of another collection; environments go to the collection itself.
    private func otherOptions(in other: CollectionState, for paths: [ItemPath]) -> [Chooser.Option] {
        let reason = current.reasonNotToLeave(paths)
        let isEnvironment = paths.contains(where: \.isEnvironment)
        let folders = isEnvironment ? [.root] : FolderContents(other.collection).folders
        return folders.map { folder in
            let name = folder == .root ? other.collection.name : "\(other.collection.name): \(folder)"
            let place = MovePlace(collection: other.path, folder: folder)
            return Chooser.Option(
                name, detail: reason == nil ? "another collection" : "cannot be", disabledReason: reason
            ) { $0.move(paths, to: place) }
        }
    }

    private mutating func move(_ paths: [ItemPath], to place: MovePlace) -> [Effect] {
        if let draft = current.draftWithoutFile(in: paths) { return moveDraft(draft, to: place) }
        guard place.collection != current.path else {
            return order(.move(paths, into: place.folder), "move \(current.title(of: paths))")
        }
        guard let name = collections[place.collection]?.collection.name else {
            return say(.warning, "That collection was closed meanwhile; nothing was moved.")
        }
        let copy = IncomingCopy(from: current.path, paths: paths, into: place.folder)
        let title = "move \(current.title(of: paths)) to \(name)"
        return handling(place.collection) {
            $0.order(TreeJob(kind: .order(.copyIn(copy)), title: title, cursor: $0.tree.cursor))
        } ?? []
    }

    // MARK: - Drafts

    /// Moves a draft to another folder or collection, where it stays a draft.
    private mutating func moveDraft(_ path: ItemPath, to place: MovePlace) -> [Effect] {
        guard let session = sessions[path], let target = collections[place.collection] else { return [] }
        guard !session.isSending else {
            return say(.warning, "\(path) is being sent; Esc there cancels, then it can be moved.")
        }
        do {
            let file = try RequestFile.read(text: session.draft.base.saving(session.draft.form), path: path)
            let received = ReceivedRequest(form: .yaml, file: file, policies: session.draft.form.policies)
            let new = try NewRequest(received, in: place.folder, of: target.collection)
            let origin = current.path
            var effects = dropNew(path)
            effects += showCollection(target.path)
            current.addDraft(new.file, new.policies, at: new.path)
            sessions[new.path]?.response = session.response
            reveal(new.path)
            reportMoved(new)
            effects += journal(new.path)
            // Someone else's file may be in the place of the draft.
            return effects + (handling(origin) { $0.noteTouched(.paths([path])) } ?? [])
        } catch { return say(.error, "Not moved: \("\(error)".withFullStop) It stays where it was; m tries again.") }
    }

    private mutating func reportMoved(_ new: NewRequest) {
        let moved = "Moved to \(collection.name) as \(new.path.text), still a draft: w saves it there."
        let secret = FileFacts(text: new.file.text, publicNames: collection.companion.publicNames).secrets.first
        guard let secret else { return say(.info, moved) }
        say(.warning, "\(moved) Look at line \(secret.place.line) first: \(secret.text).")
    }

    // MARK: - What was brought

    /// Takes away the original, since the copy is there, as an operation of its own.
    mutating func takeAway(_ copy: IncomingCopy, _ outcome: TreeOutcome, _ title: String) -> [Effect] {
        let name = collection.name
        for note in outcome.plan.notes {
            log.append(LogState.Entry(at: now, level: .warning, message: "Moved: \(note)"))
        }
        guard collections[copy.from] != nil else {
            return say(.warning, "Copied to \(name); the collection that it came from was closed, and keeps it.")
        }
        var effects: [Effect] = []
        if isFreeForQuestion, collections[collections.shownIndex].path == copy.from { effects = bringForward() }
        var job = TreeJob(kind: .order(.operation(.delete(copy.paths))), title: title, cursor: nil)
        job.outgoingMove = OutgoingMove(to: name, notes: outcome.plan.notes, texts: outcome.plan.incomingTexts)
        if !isInBackground, let focus = outcome.plan.focus.first {
            tree.expanded.formUnion([.root] + focus.ancestors)
            show(focus)
        }
        let taking = handling(copy.from) { state in
            // What was typed while it was copied would go with it.
            guard let dirty = state.current.dirtyPath(in: copy.paths) else { return state.order(job) }
            let reason = "\(dirty.editedFile) was edited meanwhile"
            return state.say(.warning, "Copied to \(name); it stays here too, since \(reason): d deletes it.")
        }
        return effects + (taking ?? [])
    }

    /// Reports the end of a move between collections, with what the user should know of it.
    mutating func reportOutgoingMove(_ outgoingMove: OutgoingMove, _ title: String) {
        let done = "Done: \(title). Two steps: u takes the copy away there, and in \(collection.name) brings it back."
        guard let first = outgoingMove.notes.first else { return say(.info, done) }
        let more = outgoingMove.notes.count > 1 ? " (and \(outgoingMove.notes.count - 1) more in the log, 4)" : ""
        say(.warning, "Done: \(title). Look at \(first)\(more). u undoes it, here and there.")
    }
}

/// Items of another collection, to be copied into one.
public struct IncomingCopy: Sendable {
    /// Root of the other one: ``CollectionState/path``.
    public var from: String
    public var paths: [ItemPath]
    public var folder: ItemPath

    public init(from: String, paths: [ItemPath], into folder: ItemPath) {
        (self.from, self.paths, self.folder) = (from, paths, folder)
    }
}

/// The items copied into another collection, which go from this one.
struct OutgoingMove: Sendable {
    /// The other collection's name.
    var to: String
    var notes: [String]
    /// The texts of the files when they were copied.
    var texts: [ItemPath: String]
}

import Exchanges
import ExplorerKit
import Interchange
import OpenCollection

// Saving, restoring, and what the journal keeps.

extension ExplorerState {
    mutating func saveShown() -> [Effect] {
        let left = edit == nil ? [] : leaveEdit()
        guard let shown, edit == nil else { return left }
        return left + save(shown)
    }

    mutating func save(_ path: ItemPath) -> [Effect] {
        guard let session = sessions[path], session.draft.isDirty else { return [] }
        // A second save before the first one's result would take its text for someone else's.
        guard current.treeWork.underWay == nil, current.journal.saves[path] == nil else {
            if !current.treeWork.waitingSaves.contains(path) { current.treeWork.waitingSaves.append(path) }
            return []
        }
        switch session.disk {
        case .same, .gone: return saveEffect(path, session.draft, over: session.draft.saved.policies)
        case .changed: return askAboutChange(at: path)
        case .broken(let problem):
            pending.quitsWhenSaved = false
            let advice = "Not saved: fix or delete the file, and save again."
            return say(.error, "\(problem.line). \(advice)")
        }
    }

    /// - Parameters:
    ///   - policies: The policies in `microscope.yaml`.
    ///   - text: The text that the file must still have; nil: what it had when it was read.
    mutating func saveEffect(
        _ path: ItemPath, _ draft: Draft, over policies: RequestPolicies, expecting text: String? = nil
    ) -> [Effect] {
        let order = SaveOrder(
            path: path, base: draft.base, content: draft.form, expectedText: text ?? draft.diskText,
            formerPolicies: draft.form.policies == policies ? nil : policies,
            publicNames: collection.companion.publicNames, isNew: !draft.hasFile)
        current.journal.saves[path] = draft.version
        return effect(.save(path), { .save(order, $0) }, then: { $0.handleSave($2, at: $1) })
    }

    mutating func handleSave(_ result: SaveResult, at path: ItemPath) -> [Effect] {
        let written = current.journal.saves.removeValue(forKey: path)
        if case .written = result {} else { current.treeWork.waitingSaves.removeAll { $0 == path } }
        switch result {
        case .written(let saved):
            guard let written else { return [] }
            return noteSaved(saved, written, at: path)
        case .changedMeanwhile(let onDisk):
            pending.quitsWhenSaved = false
            return handleChangedMeanwhile(onDisk, at: path)
        case .gone:
            pending.quitsWhenSaved = false
            return lose(path, .gone)
        case .failed(let message):
            pending.quitsWhenSaved = false
            say(.error, "Not saved: \(message.withFullStop) The draft stays; w tries again.")
        }
        return []
    }

    /// Starts the saves ordered meanwhile, unless an operation on the tree is under way, which ends with them.
    mutating func startWaitingSaves() -> [Effect] {
        guard current.treeWork.underWay == nil else { return [] }
        let saves = current.treeWork.waitingSaves
        current.treeWork.waitingSaves = []
        return saves.flatMap { save($0) }
    }

    private mutating func noteSaved(_ saved: SavedFile, _ written: Draft.Version, at old: ItemPath) -> [Effect] {
        var effects = saved.renamed.map { followRenaming($0) } ?? []
        let path = old.after(saved.renamed?.changes ?? [])
        let wasText = sessions[old]?.draft.diskText
        var written = written
        // The file is written; what goes beside it is the draft from now on.
        if saved.policyProblem != nil, let policies = sessions[path]?.draft.saved.policies {
            written.content.policies = policies
        }
        sessions[path]?.draft.noteSaved(written, text: saved.file.text)
        sessions[path]?.disk = .same
        let repaired = current.brokenAtTreeCursor
        current.take(saved.file, at: path)
        showRepaired(repaired == path ? repaired : nil)
        if let companion = saved.companion { collection.companion = companion }
        let isOnlyBeside = saved.companion != nil && wasText?.hasSameBytes(as: saved.file.text) == true
        reportSaved(saved, at: path, isOnlyBeside: isOnlyBeside)
        effects += journal(path) + startWaitingSaves()
        if pending.quitsWhenSaved, collections.allSatisfy(\.journal.saves.isEmpty) { effects += quitKeepingDrafts() }
        return effects
    }

    /// - Parameter isOnlyBeside: Whether all that changed is in `microscope.yaml`.
    private mutating func reportSaved(_ saved: SavedFile, at path: ItemPath, isOnlyBeside: Bool) {
        let words = "Saved \(isOnlyBeside ? CompanionFile.path : path.editedFile)"
        let warning = warning(of: saved.newSecrets)
        status = warning.map { StatusMessage(.warning, "\(words). \($0)") } ?? StatusMessage(.info, words)
        guard let problem = saved.policyProblem else { return }
        pending.quitsWhenSaved = false
        let kept =
            "\(path.editedFile) is saved; its policies in \(CompanionFile.path) are not: \(problem). They stay a draft: w tries again."
        say(.error, warning.map { "\(kept) \($0)" } ?? kept)
    }

    /// Follows a renaming: in a collection in one file, paths are made of names.
    private mutating func followRenaming(_ renamed: SavedFile.Renaming) -> [Effect] {
        let effects = followPaths(renamed.changes)
        collection.follow(renamed.collection)
        current.keepDraftsWithoutFile()
        return effects
    }

    /// Restores drafts of an earlier run as they were.
    mutating func restore(_ drafts: [RestoredDraft]) -> [Effect] {
        guard !drafts.isEmpty else { return [] }
        status = nil
        let effects = drafts.flatMap { restore($0) }
        let away = drafts.count {
            current.journal.waitingDrafts[$0.path] != nil && !current.opened.unopened.contains($0.path)
        }
        // What one of them found on disk comes first.
        if status == nil { status = Self.welcome(drafts.count - away, away: away, glyphs) }
        return effects
    }

    private static func welcome(_ count: Int, away: Int, _ glyphs: Glyphs) -> StatusMessage {
        let back = "Back from last time: \(Wording.count(count, "unsaved draft")) (\(glyphs.unsaved) in the tree)."
        guard away > 0 else { return StatusMessage(.info, back) }
        let waiting =
            "\(Wording.count(away, "unsaved draft")) of last time \(away == 1 ? "waits" : "wait") until "
            + "\(away == 1 ? "its file" : "their files") can be read."
        return StatusMessage(.warning, count == 0 ? waiting : "\(back) \(waiting)")
    }

    private mutating func restore(_ restored: RestoredDraft) -> [Effect] {
        let path = restored.path
        switch collection.item(at: path)?.kind {
        case .request(let file): return restore(restored, over: .request(file))
        case .unopened, .folder: current.wait(for: restored)
        // Until the file can be read, or is there again.
        case .unsupported, .broken: current.journal.waitingDrafts[path] = restored
        case nil:
            if collection.hasPage(at: path) {
                current.wait(for: restored)
            } else {
                current.restoreWithoutFile(restored)
            }
        }
        return []
    }

    /// Restores a draft over its file, which may say something else now than what the draft was made from.
    ///
    /// - Parameter exists: False for a folder that has no file yet, as the draft had none.
    mutating func restore(_ restored: RestoredDraft, over file: FormFile, exists: Bool = true) -> [Effect] {
        let path = restored.path
        if isEdited(path) {
            // What is typed would be put over it.
            current.journal.waitingDrafts[path] = restored
            sessions[path]?.waitsForEdit = true
            return []
        }
        let newer = sessions[path]?.draft
        var draft = Draft(file: file, policies: current.policies(at: path), hasFile: exists)
        if !restored.diskText.isEmpty, let old = try? FormFile.read(text: restored.diskText, at: path) {
            draft.noteFile(old)
        }
        draft.diskText = restored.diskText
        draft.replace(base: restored.file, content: restored.file.content(restored.policies))
        if let newer, newer.isDirty {
            draft.replace(base: newer.base, content: newer.form)
            say(.warning, "\(path.editedFile) has a draft of last time, under what was typed since: u brings it back.")
        }
        var session = sessions[path] ?? RequestSession(draft: draft)
        session.draft = draft
        sessions[path] = session
        current.takeRememberedView(of: path)
        return journal(path) + follow(file, exists: exists, at: path)
    }

    /// Returns the effects of writing a draft to the journal, which follow every change of it.
    mutating func journal(_ path: ItemPath) -> [Effect] {
        if let entry = current.journalEntry(at: path) { return effect(.journal(path), .journal(entry)) }
        return sessions[path] == nil ? [] : effect(.journal(path), .forgetJournal)
    }

    mutating func discardDraft() -> [Effect] {
        guard let shown, let draft = session?.draft else { return [] }
        if !draft.hasFile, draft.form.isRequest || session?.disk == .gone { return dropNew(shown) }
        if session?.disk != .same { return dropForFile(shown) }
        guard let file = current.fileOnDisk(of: draft, at: shown) else { return [] }
        let saved = draft.saved.policies
        return changeDraft { $0.replace(base: file, content: file.content(saved)) }
    }

    /// Returns where to look in what was just saved, and what to do; nil when nothing like a secret came into it. It does not contain the secrets.
    func warning(of secrets: [FoundSecret]) -> String? {
        guard let first = secrets.first else { return nil }
        let more = secrets.count > 1 ? " (and \(secrets.count - 1) more)" : ""
        let advice = withKeyNames(
            "A variable marked secret keeps its value out of the file; {review} reviews before sharing.")
        return "Look at line \(first.place.line): \(first.text.shownInLine(limit: 120))\(more). \(advice)"
    }
}

extension CollectionState {
    /// Takes what a file says now, wherever it is shown.
    mutating func take(_ file: FormFile, at path: ItemPath) {
        switch file {
        case .request(let file): items.replace(with: CollectionItem(file, at: path))
        default: collection.take(file.content(policies(at: path)), at: path)
        }
    }

    /// Returns what the journal is to have of an item; nil: nothing is unsaved. A draft of last time that could not be shown yet stays there, under
    /// the path that it has now.
    fileprivate func journalEntry(at path: ItemPath) -> JournalEntry? {
        if let draft = sessions[path]?.draft, draft.isDirty {
            return JournalEntry(path: path, base: draft.base, content: draft.form, diskText: draft.diskText)
        }
        return journal.waitingDrafts[path].map {
            JournalEntry(path: path, base: $0.file, content: $0.file.content($0.policies), diskText: $0.diskText)
        }
    }

    /// Keeps a draft waiting until its file is read.
    fileprivate mutating func wait(for restored: RestoredDraft) {
        journal.waitingDrafts[restored.path] = restored
        opened.open(restored.path)
    }

    fileprivate func fileOnDisk(of draft: Draft, at path: ItemPath) -> FormFile? {
        if draft.form.isRequest { return collection.request(at: path).map(FormFile.request) }
        return draft.hasFile ? try? FormFile.read(text: draft.diskText, at: path) : .newFolder(at: path)
    }
}

import Exchanges
import OpenCollection

// Saving, restoring, and what the journal keeps.

extension ExplorerState {
    mutating func saveShown() -> [Effect] {
        let left = edit == nil ? [] : leaveEdit()
        guard let shown, edit == nil else { return left }
        return left + save(shown)
    }

    mutating func save(_ path: ItemPath) -> [Effect] {
        guard let draft = sessions[path]?.draft, draft.isDirty else { return [] }
        return [saveEffect(path, draft, expecting: draft.diskText)]
    }

    private mutating func saveEffect(_ path: ItemPath, _ draft: Draft, expecting text: String) -> Effect {
        let order = SaveOrder(
            path: path, base: draft.base, content: draft.form, expectedText: text,
            changesPolicies: draft.form.policies != draft.saved.policies, isNew: !draft.hasFile)
        current.savesUnderWay[path] = draft.form
        return effect(.save(path), .save(order))
    }

    mutating func handleSave(_ result: SaveResult, at path: ItemPath) -> [Effect] {
        let content = current.savesUnderWay.removeValue(forKey: path)
        switch result {
        case .written(let file, let companion):
            guard let content else { return [] }
            return noteSaved(file, companion, content, at: path)
        case .changedMeanwhile(let onDisk):
            quitsWhenSaved = false
            return askAboutConflict(onDisk, at: path)
        case .failed(let message):
            quitsWhenSaved = false
            status = StatusMessage(.error, "Not saved: \(message)")
        }
        return []
    }

    /// The base text stays: later saves are again edits of it, so that undo reaches past a save.
    private mutating func noteSaved(
        _ file: FormFile, _ companion: CompanionFile?, _ content: FormContent, at path: ItemPath
    ) -> [Effect] {
        sessions[path]?.draft.diskText = file.text
        sessions[path]?.draft.saved = content
        sessions[path]?.draft.hasFile = true
        take(file, at: path)
        if let companion { collection.companion = companion }
        status = StatusMessage(.info, "Saved \(path.editedFile)")
        var effects: [Effect] = []
        if sessions[path]?.draft.isDirty == false { effects.append(effect(.journal(path), .forgetJournal)) }
        if quitsWhenSaved, collections.allSatisfy(\.savesUnderWay.isEmpty) { effects += quitKeepingDrafts() }
        return effects
    }

    /// What a file says now, wherever it is shown.
    private mutating func take(_ file: FormFile, at path: ItemPath) {
        switch file {
        case .request(let file): replace(with: CollectionItem(file, at: path))
        default: collection.take(file.content(policies(at: path)), at: path)
        }
    }

    private mutating func askAboutConflict(_ onDisk: FormFile, at path: ItemPath) -> [Effect] {
        let effects = bringForward()
        current.conflicts[path] = onDisk
        overlays.append(
            .chooser(
                Chooser(
                    .saveConflict(path), title: "\(path.editedFile) was changed by someone else",
                    options: [
                        Chooser.Option("Stay", detail: "nothing is written; the draft is kept"),
                        Chooser.Option("Mine", detail: "write the draft over the file"),
                        Chooser.Option("Theirs", detail: "drop the draft and show the file"),
                    ])))
        return effects
    }

    mutating func answerConflict(_ option: Int, at path: ItemPath) -> [Effect] {
        guard let onDisk = current.conflicts.removeValue(forKey: path), let draft = sessions[path]?.draft else {
            return []
        }
        switch option {
        case 1: return [saveEffect(path, draft, expecting: onDisk.text)]
        case 2:
            sessions[path]?.draft = Draft(file: onDisk, policies: draft.saved.policies)
            take(onDisk, at: path)
            return [effect(.journal(path), .forgetJournal)]
        default: return []
        }
    }

    /// Drafts of an earlier run come back as they were.
    mutating func restore(_ drafts: [RestoredDraft]) {
        for restored in drafts { restore(restored) }
        guard !drafts.isEmpty else { return }
        status = StatusMessage(
            .info,
            "Back from last time: \(Wording.count(drafts.count, "unsaved draft")) (\(signs.unsaved) in the tree).")
    }

    private mutating func restore(_ restored: RestoredDraft) {
        let path = restored.path
        switch collection.item(at: path)?.kind {
        case .request(let file): restore(restored, over: .request(file))
        case .unopened, .folder: wait(for: restored)
        case .unsupported, .broken: break
        case nil:
            if path == .root || collection.environments.contains(where: { $0.path == path }) {
                wait(for: restored)
            } else if restored.diskText.isEmpty {
                restoreNew(restored)
            }
        }
    }

    /// Its file is read first.
    private mutating func wait(for restored: RestoredDraft) {
        current.waitingDrafts[restored.path] = restored
        open(restored.path)
    }

    /// - Parameter exists: false for a folder that has no file yet, as the draft had none.
    mutating func restore(_ restored: RestoredDraft, over file: FormFile, exists: Bool = true) {
        var draft = Draft(file: file, policies: policies(at: restored.path), hasFile: exists)
        draft.diskText = restored.diskText
        draft.replace(base: restored.file, content: restored.file.content(restored.policies))
        sessions[restored.path] = RequestSession(draft: draft)
    }

    /// To be returned after every change of a draft.
    mutating func journal(_ path: ItemPath) -> [Effect] {
        guard let draft = sessions[path]?.draft else { return [] }
        guard draft.isDirty else { return [effect(.journal(path), .forgetJournal)] }
        let entry = JournalEntry(path: path, base: draft.base, content: draft.form, diskText: draft.diskText)
        return [effect(.journal(path), .journal(entry))]
    }

    mutating func discardDraft() -> [Effect] {
        guard let shown, let draft = session?.draft else { return [] }
        if !draft.hasFile, draft.form.isRequest { return dropNew(shown) }
        guard let file = fileOnDisk(of: draft, at: shown) else { return [] }
        let saved = draft.saved.policies
        return changeDraft { $0.replace(base: file, content: file.content(saved)) }
    }

    private func fileOnDisk(of draft: Draft, at path: ItemPath) -> FormFile? {
        if draft.form.isRequest { return collection.request(at: path).map(FormFile.request) }
        return draft.hasFile ? try? FormFile.read(text: draft.diskText, at: path) : .newFolder(at: path)
    }
}

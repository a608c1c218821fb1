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

    private mutating func saveEffect(_ path: ItemPath, _ draft: RequestDraft, expecting text: String) -> Effect {
        let order = SaveOrder(
            path: path, base: draft.base, content: draft.content, expectedText: text,
            changesPolicies: draft.content.policies != draft.saved.policies, isNew: !draft.hasFile)
        current.savesUnderWay[path] = draft.content
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
        _ file: RequestFile, _ companion: CompanionFile?, _ content: DraftContent, at path: ItemPath
    ) -> [Effect] {
        sessions[path]?.draft.diskText = file.text
        sessions[path]?.draft.saved = content
        sessions[path]?.draft.hasFile = true
        replace(with: CollectionItem(file, at: path))
        if let companion { collection.companion = companion }
        status = StatusMessage(.info, "Saved \(path.text)")
        var effects: [Effect] = []
        if sessions[path]?.draft.isDirty == false { effects.append(effect(.journal(path), .forgetJournal)) }
        if quitsWhenSaved, collections.allSatisfy(\.savesUnderWay.isEmpty) { effects += quitKeepingDrafts() }
        return effects
    }

    private mutating func askAboutConflict(_ onDisk: RequestFile, at path: ItemPath) -> [Effect] {
        let effects = bringForward()
        current.conflicts[path] = onDisk
        overlays.append(
            .chooser(
                Chooser(
                    .saveConflict(path), title: "\(path.text) was changed by someone else",
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
            sessions[path]?.draft = RequestDraft(file: onDisk, policies: draft.saved.policies)
            replace(with: CollectionItem(onDisk, at: path))
            return [effect(.journal(path), .forgetJournal)]
        default: return []
        }
    }

    /// Drafts of an earlier run come back as they were.
    mutating func restore(_ drafts: [RestoredDraft]) {
        for restored in drafts {
            switch collection.item(at: restored.path)?.kind {
            case .request(let file): restore(restored, over: file)
            case .unopened:
                current.waitingDrafts[restored.path] = restored
                open(restored.path)
            default: if restored.diskText.isEmpty { restoreNew(restored) }
            }
        }
        guard !drafts.isEmpty else { return }
        status = StatusMessage(
            .info,
            "Back from last time: \(Wording.count(drafts.count, "unsaved draft")) (\(signs.unsaved) in the tree).")
    }

    mutating func restore(_ restored: RestoredDraft, over file: RequestFile) {
        let policies = collection.companion.requests[restored.path] ?? RequestPolicies()
        var draft = RequestDraft(file: file, policies: policies)
        draft.diskText = restored.diskText
        let content = DraftContent(definition: restored.file.definition, policies: restored.policies)
        draft.replace(base: restored.file, content: content)
        sessions[restored.path] = RequestSession(draft: draft)
    }

    /// To be returned after every change of a draft.
    mutating func journal(_ path: ItemPath) -> [Effect] {
        guard let draft = sessions[path]?.draft else { return [] }
        guard draft.isDirty else { return [effect(.journal(path), .forgetJournal)] }
        let entry = JournalEntry(path: path, base: draft.base, content: draft.content, diskText: draft.diskText)
        return [effect(.journal(path), .journal(entry))]
    }
}

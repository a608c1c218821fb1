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
        guard let session = sessions[path], session.draft.isDirty else { return [] }
        guard current.treeWork.underWay == nil else {
            current.treeWork.waitingSaves.append(path)
            return []
        }
        switch session.disk {
        case .same, .gone: return [saveEffect(path, session.draft, over: session.draft.saved.policies)]
        case .changed: return askAboutChange(at: path)
        case .broken(let problem):
            quitsWhenSaved = false
            let advice = "Not saved: mend the file, or delete it, and save again."
            status = StatusMessage(.error, "\(problem.line). \(advice)")
            return []
        }
    }

    /// - Parameters:
    ///   - policies: what `microscope.yaml` says.
    ///   - text: what the file must still hold; nil for what it held when it was read.
    mutating func saveEffect(
        _ path: ItemPath, _ draft: RequestDraft, over policies: RequestPolicies, expecting text: String? = nil
    ) -> Effect {
        let order = SaveOrder(
            path: path, base: draft.base, content: draft.content, expectedText: text ?? draft.diskText,
            changesPolicies: draft.content.policies != policies, isNew: !draft.hasFile)
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
            return handleChangedMeanwhile(onDisk, at: path)
        case .failed(let message):
            quitsWhenSaved = false
            status = StatusMessage(.error, "Not saved: \(message)")
        }
        return []
    }

    private mutating func noteSaved(
        _ file: RequestFile, _ companion: CompanionFile?, _ content: DraftContent, at path: ItemPath
    ) -> [Effect] {
        sessions[path]?.draft.noteSaved(content, text: file.text)
        sessions[path]?.disk = .same
        replace(with: CollectionItem(file, at: path))
        if let companion { collection.companion = companion }
        status = StatusMessage(.info, "Saved \(path.text)")
        var effects: [Effect] = []
        if sessions[path]?.draft.isDirty == false { effects.append(effect(.journal(path), .forgetJournal)) }
        if quitsWhenSaved, collections.allSatisfy(\.savesUnderWay.isEmpty) { effects += quitKeepingDrafts() }
        return effects
    }

    /// Drafts of an earlier run come back as they were.
    mutating func restore(_ drafts: [RestoredDraft]) -> [Effect] {
        guard !drafts.isEmpty else { return [] }
        status = StatusMessage(
            .info,
            "Back from last time: \(Wording.count(drafts.count, "unsaved draft")) (\(signs.unsaved) in the tree).")
        var effects: [Effect] = []
        for restored in drafts {
            switch collection.item(at: restored.path)?.kind {
            case .request(let file): effects += restore(restored, over: file)
            case .unopened:
                current.waitingDrafts[restored.path] = restored
                open(restored.path)
            default: if restored.diskText.isEmpty { restoreNew(restored) }
            }
        }
        return effects
    }

    /// What the file says now may be something else than what the draft was made from.
    mutating func restore(_ restored: RestoredDraft, over file: RequestFile) -> [Effect] {
        let policies = collection.companion.requests[restored.path] ?? RequestPolicies()
        var draft = RequestDraft(file: file, policies: policies)
        if let old = try? RequestFile.read(text: restored.diskText, path: restored.path) { draft.noteFile(old) }
        draft.diskText = restored.diskText
        let content = DraftContent(definition: restored.file.definition, policies: restored.policies)
        draft.replace(base: restored.file, content: content)
        sessions[restored.path] = RequestSession(draft: draft)
        return follow(file, at: restored.path)
    }

    /// To be returned after every change of a draft.
    mutating func journal(_ path: ItemPath) -> [Effect] {
        guard let draft = sessions[path]?.draft else { return [] }
        guard draft.isDirty else { return [effect(.journal(path), .forgetJournal)] }
        let entry = JournalEntry(path: path, base: draft.base, content: draft.content, diskText: draft.diskText)
        return [effect(.journal(path), .journal(entry))]
    }
}

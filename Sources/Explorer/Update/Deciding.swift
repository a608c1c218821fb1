import Exchanges
import OpenCollection

// A file that was changed on disk, and a draft that changes the same: mine, theirs, or field by field.

extension ExplorerState {
    /// A save found something else on disk before anybody had told of it.
    mutating func handleChangedMeanwhile(_ onDisk: RequestFile, at path: ItemPath) -> [Effect] {
        let effects = bringForward()
        replace(with: CollectionItem(onDisk, at: path))
        let followed = follow(onDisk, at: path)
        guard case .changed? = sessions[path]?.disk else { return effects + followed }
        return effects + followed + askAboutChange(at: path)
    }

    mutating func askAboutChange(at path: ItemPath) -> [Effect] {
        guard case .changed? = sessions[path]?.disk else { return [] }
        quitsWhenSaved = false
        let effects = bringForward()
        overlays.append(
            .chooser(
                Chooser(
                    .changedOnDisk(path), title: "\(path.text) was changed by someone else",
                    options: [
                        Chooser.Option("Merge by field", detail: "both sides of each field, to choose from"),
                        Chooser.Option("Mine", detail: "write the draft over the file"),
                        Chooser.Option("Theirs", detail: "show the file; undo brings the draft back"),
                        Chooser.Option("Stay", detail: "nothing is written; the draft is kept"),
                    ])))
        return effects
    }

    mutating func answerChange(_ option: Int, at path: ItemPath) -> [Effect] {
        guard case .changed(let file, let policies)? = sessions[path]?.disk, let draft = sessions[path]?.draft else {
            return []
        }
        switch option {
        case 0:
            let merge = draft.merge(with: DraftContent(definition: file.definition, policies: policies))
            overlays.append(.merge(MergeState(path: path, merge: merge, file: file, policies: policies)))
            return []
        case 1: return [saveEffect(path, draft, over: policies, expecting: file.text)]
        case 2:
            takeMerged(DraftContent(definition: file.definition, policies: policies), file, policies, at: path)
            return journal(path)
        default: return []
        }
    }

    /// Gives up a draft for what stands on disk.
    mutating func dropForFile(_ path: ItemPath) -> [Effect] {
        switch sessions[path]?.disk {
        case .changed: return answerChange(2, at: path)
        case .broken(let problem):
            sessions[path] = nil
            shown = nil
            replace(with: CollectionItem(path: path, name: path.baseName, kind: .broken(problem)))
            return [effect(.journal(path), .forgetJournal)]
        case .same, .gone, nil: return []
        }
    }

    // MARK: - By field

    mutating func take(_ side: MergeSide) {
        guard case .merge(var state)? = overlays.last, state.merge.conflicts.indices.contains(state.selected) else {
            return
        }
        state.merge.resolve(state.merge.conflicts[state.selected].id, as: side)
        let next = state.merge.conflicts.indices.first {
            $0 > state.selected && state.merge.conflicts[$0].choice == nil
        }
        if let next = next ?? state.merge.conflicts.firstIndex(where: { $0.choice == nil }) {
            (state.selected, state.scroll) = (next, 0)
        }
        overlays[overlays.count - 1] = .merge(state)
    }

    mutating func move(_ action: Action, in merge: MergeState) {
        var merge = merge
        switch action {
        case .pageUp: merge.scroll = max(0, merge.scroll - 5)
        case .pageDown: merge.scroll += 5
        default:
            let last = merge.merge.conflicts.count - 1
            (merge.selected, merge.scroll) = (Self.moved(merge.selected, action, page: 1, last: last), 0)
        }
        overlays[overlays.count - 1] = .merge(merge)
    }

    mutating func finish(_ merge: MergeState) -> [Effect] {
        guard case .changed(let file, let policies)? = sessions[merge.path]?.disk else { return [] }
        guard file == merge.file, policies == merge.policies else { return startAnew(merge, file, policies) }
        guard merge.merge.isResolved else {
            overlays.append(.merge(merge))
            let left = Wording.count(merge.openCount, "field")
            status = StatusMessage(.warning, "\(left) to decide: m takes mine, t theirs.")
            return []
        }
        takeMerged(merge.merge.value, file, policies, at: merge.path)
        status = StatusMessage(.info, "Merged: the draft now stands over their file. w saves, u brings yours back.")
        return journal(merge.path)
    }

    /// The file changed once more meanwhile; what was decided stays.
    private mutating func startAnew(_ old: MergeState, _ file: RequestFile, _ policies: RequestPolicies) -> [Effect] {
        guard let draft = sessions[old.path]?.draft else { return [] }
        var merge = draft.merge(with: DraftContent(definition: file.definition, policies: policies))
        for conflict in old.merge.conflicts {
            if let choice = conflict.choice { merge.resolve(conflict.id, as: choice) }
        }
        overlays.append(.merge(MergeState(path: old.path, merge: merge, file: file, policies: policies)))
        status = StatusMessage(.warning, "The file was changed once more: look again.")
        return []
    }
}

import Interchange
import OpenCollection

// A request from elsewhere, pasted into the tree, becomes a draft there.

extension ExplorerState {
    /// Where no collection is open, Scratch takes it.
    mutating func pasteIntoTree(_ text: String) -> [Effect] {
        guard current.exists else { return [effect(.opening, .openCollection(.scratch(receiving: text)))] }
        return receive(text, in: folderAtCursor)
    }

    mutating func receive(_ text: String, in folder: ItemPath) -> [Effect] {
        guard current.waitingRequests == nil else {
            current.waitingRequests?.append((text, folder))
            return []
        }
        do throws(SharingRefusal) {
            let received = try ReceivedRequest.read(text)
            let new = try NewRequest(received, in: folder, of: collection)
            addDraft(new.file, new.policies, at: new.path)
            reveal(new.path)
            tell(received, at: new.path)
            return journal(new.path)
        } catch {
            status = StatusMessage(.warning, error.description)
            return []
        }
    }

    mutating func addDraft(_ file: RequestFile, _ policies: RequestPolicies, at path: ItemPath) {
        let item = CollectionItem(path: path, name: file.definition.name ?? path.baseName, kind: .request(file))
        collection.add(item)
        sessions[path] = RequestSession(draft: Draft(new: file, policies: policies))
    }

    /// What it was taken for; what was left out stands in the log too.
    private mutating func tell(_ received: ReceivedRequest, at path: ItemPath) {
        for note in received.notes { log.append(LogState.Entry(at: now, level: .warning, message: "Pasted: \(note)")) }
        let first = received.notes.first.map { " \($0)" } ?? ""
        let more = received.notes.count > 1 ? " More in the log (4)." : ""
        status = StatusMessage(
            received.notes.isEmpty ? .info : .warning,
            "\(received.form.rawValue) pasted as \(path.text); w saves it.\(first)\(more)")
    }

    /// What waited for the drafts of an earlier run.
    mutating func receiveWaiting() -> [Effect] {
        let waiting = current.waitingRequests ?? []
        current.waitingRequests = nil
        return waiting.flatMap { receive($0.text, in: $0.folder) }
    }

    /// A draft of an earlier run that had no file yet, or whose file is gone.
    mutating func restoreWithoutFile(_ restored: RestoredDraft) {
        let path = restored.path
        if restored.diskText.isEmpty, case .request(let file) = restored.file {
            sessions[path] = RequestSession(draft: Draft(new: file, policies: restored.policies))
        } else {
            sessions[path] = RequestSession(draft: Draft(gone: restored, policies: policies(at: path)))
            sessions[path]?.disk = .gone
        }
        if path.isEditedAsDefaults { current.pages.insert(path) }
        keepDraftsWithoutFile()
    }

    /// Without a file there is nothing to go back to; what else is there of a folder stays.
    mutating func dropNew(_ path: ItemPath) -> [Effect] {
        let effects = [effect(.journal(path), .forgetJournal)]
        sessions[path] = nil
        shown = nil
        guard !collection.hasContent(at: path) else {
            show(path)
            return effects
        }
        collection.remove(path)
        tree.cursor = nil
        if environmentName.map(ItemPath.init(environment:)) == path { environmentName = nil }
        status = StatusMessage(.info, "\(path.text) is gone: it had no file.")
        return path.isEditedAsDefaults ? effects + noteTouched(.paths([path])) : effects
    }

    // MARK: Before sharing

    mutating func show(_ review: SharingReview) {
        overlays.append(.report(ReportState(title: "Review before sharing", lines: ReviewText.lines(review))))
    }
}

extension Collection {
    /// Whether something stands there beside what its file would say: the collection itself, what is in a folder.
    fileprivate func hasContent(at path: ItemPath) -> Bool {
        guard case .folder(_, let children)? = item(at: path)?.kind else { return path == .root }
        return !children.isEmpty
    }
}

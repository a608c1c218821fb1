import Exchanges
import OpenCollection

// Cancelling, going out, quitting.

extension ExplorerState {
    /// Esc: the shown request's send, else one step out.
    mutating func cancel() -> [Effect] {
        if let shown, sessions[shown]?.isSending == true { return cancelSend(at: shown) }
        if stopLooking() { return [] }
        if let stopped = restFind() { return stopped }
        if let key = tokenUnderWay { return cancelToken(key) }
        if let left = leaveNearest() ?? leaveTour() { return left }
        focus = .tree
        return []
    }

    /// Whether Esc shows all of a narrowed tree, and has nothing nearer to leave.
    var isTreeWidenedByCancel: Bool { context == .tree && tree.filter != nil && zoomed == nil }

    /// What one came into last. Nil: nothing is left but the focus.
    private mutating func leaveNearest() -> [Effect]? {
        if context == .response, session?.comparison?.isAlone == true {
            showSides()
        } else if context == .response, dropFilter() {
            return []
        } else if focus == .log, dropLogFilter() {
            return []
        } else if focus == .response, let effects = leavePast() {
            return effects
        } else if focus == .held {
            focusPane(.response)
        } else if zoomed != nil {
            zoomed = nil
        } else if tree.filter != nil {
            clearTreeFilter()
        } else {
            return nil
        }
        return []
    }

    /// Ctrl-C: the innermost thing; then asks; then quits and keeps drafts.
    mutating func interrupt() -> [Effect] {
        if isAskedToQuit { return quitKeepingDrafts() }
        if case .series? = overlays.last { return stopSeries() }
        if !overlays.isEmpty, !isStartNeeded {
            stopAsking()
            return []
        }
        if edit != nil { return leaveEdit() }
        if filterLine != nil { return performInFilter(.dismiss) ?? [] }
        if let shown, sessions[shown]?.isSending == true { return cancelSend(at: shown) }
        if let key = tokenUnderWay { return cancelToken(key) }
        isAskedToQuit = true
        let drafts =
            dirtyPaths.isEmpty ? "" : " and keeps \(Wording.count(dirtyPaths.count, "unsaved draft")) for next time"
        status = StatusMessage(.warning, "Ctrl-C once more quits\(drafts); any other key stays.")
        return []
    }

    mutating func askToQuit() -> [Effect] {
        let drafts = dirtyPaths
        guard !drafts.isEmpty else { return quitKeepingDrafts() }
        let names = drafts.map(\.path.editedFile.text).joined(separator: ", ")
        overlays.append(
            .chooser(
                Chooser(
                    .quit, title: "Unsaved: \(names)",
                    options: [
                        Chooser.Option("Keep drafts and quit", detail: "they are there next time"),
                        Chooser.Option("Save all and quit", detail: "writes \(Wording.count(drafts.count, "file"))"),
                        Chooser.Option("Discard and quit", detail: "the files stay as they are"),
                        Chooser.Option("Stay"),
                    ])))
        return []
    }

    mutating func answerQuit(_ option: Int) -> [Effect] {
        switch option {
        case 0: return quitKeepingDrafts()
        case 1:
            quitsWhenSaved = true
            return inDirtyPaths { $0.save($1) }
        case 2: return inDirtyPaths { [$0.effect(.journal($1), .forgetJournal)] } + quitKeepingDrafts()
        default: return []
        }
    }

    private mutating func inDirtyPaths(_ order: (inout Self, ItemPath) -> [Effect]) -> [Effect] {
        dirtyPaths.flatMap { draft in inCollection(at: draft.collection) { order(&$0, draft.path) } }
    }

    /// What is done to files is ended first, unless it is asked for once more.
    mutating func quitKeepingDrafts() -> [Effect] {
        let job = collections.lazy.compactMap(\.treeWork.underWay).first
        if let job, !quitsWhenArranged {
            quitsWhenArranged = true
            status = StatusMessage(.warning, "Under way: \(job.title). Quits after it; once more quits now.")
            return []
        }
        hasQuit = true
        // What a series sent so far is a set all the same.
        return abandonSeries() + [effect(.program, .quit)]
    }

    /// When an operation has ended: quits if that waited for it, after the saves that waited too.
    mutating func quitWhenArranged() -> [Effect] {
        guard quitsWhenArranged, !collections.contains(where: \.treeWork.isBusy) else { return [] }
        quitsWhenArranged = false
        guard collections.allSatisfy(\.savesUnderWay.isEmpty) else {
            quitsWhenSaved = true
            return []
        }
        return quitKeepingDrafts()
    }
}

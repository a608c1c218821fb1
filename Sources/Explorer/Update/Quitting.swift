import Exchanges
import ExplorerKit
import OpenCollection

extension ExplorerState {
    /// Ctrl-C: ends the innermost activity; then asks; then quits and keeps drafts.
    mutating func interrupt() -> [Effect] {
        if pending.isAskedToQuit { return quitKeepingDrafts() }
        if overlays.last is SeriesView { return stopSeries() }
        if !overlays.isEmpty, !isStartNeeded {
            stopAsking()
            return []
        }
        if edit != nil { return leaveEdit() }
        if typing.filterLine != nil { return performInFilter(.dismiss) ?? [] }
        if let shown, sessions[shown]?.isSending == true { return current.cancelSend(at: shown) }
        if let key = tokenUnderWay { return current.cancelToken(key) }
        pending.isAskedToQuit = true
        say(.warning, "Ctrl-C again quits\(wordsOfQuitting); any other key stays.")
        return keepAgain()
    }

    /// " and keeps 1 unsaved draft for next time"
    private var wordsOfQuitting: String {
        let (running, lost) = (lostByQuitting.count, collections.unkeptDrafts.count)
        let kept = collections.dirtyPaths.count - lost
        let ends = [
            running == 0 ? nil : "cancels \(running) under way",
            lost == 0 ? nil : "loses \(Wording.count(lost, "unsaved draft")) that cannot be kept",
            kept == 0 ? nil : "keeps \(Wording.count(kept, "unsaved draft")) for next time",
        ].compactMap { $0 }
        guard let last = ends.last else { return "" }
        return ends.dropLast().map { ", \($0)" }.joined() + " and \(last)"
    }

    /// The activities whose results nobody could look at afterwards: all but the searches and filters in responses.
    private var lostByQuitting: [Activity] {
        activities.filter { activity in
            switch activity.id.subject {
            case .send, .run, .series, .token: !activity.isCancelling
            case .filter, .search, .count: false
            }
        }
    }

    /// Quits at once where nothing is lost by it.
    mutating func askToQuit() -> [Effect] {
        guard let question = questionOfQuitting else { return quitKeepingDrafts() }
        present(question)
        return keepAgain()
    }

    /// Brings an open question up to date with what is under way. Once there is nothing left to ask, it goes, and the program quits; called
    /// after every event.
    mutating func followQuitting() -> [Effect] {
        guard !hasQuit, !pending.quitsWhenArranged,
            let index = overlays.firstIndex(where: { $0.questionID == .quitting }),
            let asked = overlays[index] as? Chooser
        else { return [] }
        guard let question = questionOfQuitting else {
            overlays.remove(at: index)
            return quitKeepingDrafts()
        }
        overlays[index] = asked.asking(question)
        return []
    }

    /// The question about what quitting would lose; nil where it loses nothing.
    private var questionOfQuitting: Chooser? {
        let (drafts, running, unkept) = (collections.dirtyPaths, lostByQuitting, collections.unkeptDrafts)
        guard !drafts.isEmpty || !running.isEmpty else { return nil }
        let names = running.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let parts = [
            drafts.isEmpty ? nil : "Unsaved: \(drafts.map(\.path.editedFile.text).joined(separator: ", "))",
            unkept.first.map { "Not kept for next time: \($0.problem)" },
            names.isEmpty ? nil : "Under way: \(names.joined(separator: ", "))",
        ].compactMap { $0 }
        let options =
            drafts.isEmpty
            ? [optionToStop(running.count)] : optionsForDrafts(drafts.count, areKept: unkept.isEmpty)
        // "Cancel" could mean the sends here.
        let stay = Chooser.Option("Stay", detail: running.isEmpty ? "" : "what is under way goes on")
        return Chooser(parts.joined(separator: ". "), about: .quitting, options: options + [stay])
    }

    private func optionToStop(_ count: Int) -> Chooser.Option {
        .init("Stop all and quit", detail: "cancels \(count), in all open collections") { $0.quitKeepingDrafts() }
    }

    private func optionsForDrafts(_ count: Int, areKept: Bool) -> [Chooser.Option] {
        let keep = Chooser.Option("Keep drafts and quit", detail: "they are there next time") {
            $0.quitKeepingDrafts()
        }
        return (areKept ? [keep] : []) + [
            .init("Save all and quit", detail: "writes \(Wording.count(count, "file"))") { $0.saveAllAndQuit() },
            .init("Discard and quit", detail: "the files stay as they are") {
                $0.inDirtyPaths { $0.effect(.journal($1), .forgetJournal) } + $0.quitKeepingDrafts()
            },
        ]
    }

    private mutating func saveAllAndQuit() -> [Effect] {
        // Drafts that were unsaved when the question came may be saved by now.
        guard !collections.dirtyPaths.isEmpty else { return quitKeepingDrafts() }
        pending.quitsWhenSaved = true
        return inDirtyPaths { $0.save($1) }
    }

    private mutating func inDirtyPaths(_ order: (inout Self, ItemPath) -> [Effect]) -> [Effect] {
        collections.dirtyPaths.flatMap { draft in handling(draft.collection) { order(&$0, draft.path) } ?? [] }
    }

    /// Quits once the work on files has ended, or at once if that is requested once more.
    mutating func quitKeepingDrafts() -> [Effect] {
        let job = collections.lazy.compactMap(\.treeWork.underWay).first
        if let job, !pending.quitsWhenArranged {
            pending.quitsWhenArranged = true
            return say(.warning, "Under way: \(job.title). Quits after it; once more quits now.")
        }
        pending.hasQuit = true
        // What a series sent so far is a set all the same.
        return abandonSeries() + effect(.program, .quit)
    }

    /// Quits when an operation has ended, if that waited for it, after the saves that waited too.
    mutating func quitWhenArranged() -> [Effect] {
        guard pending.quitsWhenArranged, !collections.contains(where: \.treeWork.isBusy) else { return [] }
        pending.quitsWhenArranged = false
        guard collections.allSatisfy(\.journal.saves.isEmpty) else {
            pending.quitsWhenSaved = true
            return []
        }
        return quitKeepingDrafts()
    }

    // MARK: - What the journal could not take

    /// - Parameter problem: Why it cannot be written; nil: it is written again.
    mutating func noteJournal(_ problem: String?, of path: ItemPath, in collection: String) {
        guard let known = collections[collection]?.journal.problems.values else { return }
        let isKnown = problem.map(known.contains) == true
        handling(collection) { $0.current.journal.problems[path] = problem }
        guard let problem, !isKnown, !pending.isAskedToQuit else { return }
        let message = StatusMessage(.warning, "Unsaved edits are not kept for next time, so save them: \(problem)")
        status = message
        if edit != nil { typing.statusBeforeEditing = message }
    }

    /// Shows a message that had to wait for the end of typing; called after every event.
    mutating func restoreStatusAfterEditing() {
        guard let message = typing.statusBeforeEditing, edit == nil, status == nil else { return }
        typing.statusBeforeEditing = nil
        // It may have been written since, or saved.
        if !collections.unkeptDrafts.isEmpty { status = message }
    }

    /// Tries again to keep drafts: there may be room for them by now.
    private mutating func keepAgain() -> [Effect] {
        collections.unkeptDrafts.flatMap { draft in handling(draft.collection) { $0.journal(draft.path) } ?? [] }
    }
}

extension QuestionID {
    fileprivate static let quitting = QuestionID(name: "quitting", isAboutCollection: false)
}

extension Chooser {
    /// Returns another question in the place of this one. What is typed stays, and the cursor is on the option it was on.
    fileprivate func asking(_ other: Chooser) -> Chooser {
        var asking = other
        let place = option.flatMap { old in other.options.firstIndex { $0.title == old.title } } ?? 0
        asking.list = ListState(on: place, at: selected)
        asking.list.filter = list.filter
        asking.complaint = complaint
        return asking
    }
}

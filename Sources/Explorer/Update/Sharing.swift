import BodyStore
import Exchanges
import Foundation
import Interchange
import OpenCollection
import TextGrid

// Exchanges given to others: looked at first, then into a file or onto the clipboard.

extension ExplorerState {
    /// Of the list what is marked, else all of the set that it shows, else the row with the cursor; of the panes the answer that is shown.
    mutating func openShare() -> [Effect] {
        if let history = overlays.last as? HistoryState {
            let ids = history.chosen.map(\.id)
            let set = history.marked.isEmpty ? setOfList(history) : nil
            return openShare(ids, set: set)
        }
        return session?.answer?.mark.map { openShare([$0.id], set: nil) } ?? []
    }

    private mutating func openShare(_ ids: [UUID], set: String?) -> [Effect] {
        overlays.append(ShareState(ids: ids))
        return [effect(.share, .share(.prepare(ids: ids, set: set)))]
    }

    /// The set that is all that a list shows; nil: it shows something else.
    private func setOfList(_ history: HistoryState) -> String? {
        let clock = HistoryClock(now: now) { _ in 0 }
        guard history.request == nil, let filter = try? HistoryFilter(parsing: history.filter.text, clock: clock),
            filter.terms.count == 1, let term = filter.terms.first, !term.isNegated, case .set(let name) = term.test
        else { return nil }
        return name
    }

    var reasonNotToShare: String? {
        if let history = overlays.last as? HistoryState {
            return history.row == nil ? "No exchange is listed." : nil
        }
        guard session?.isSending != true else { return "Running; Esc cancels." }
        guard let answer = session?.answer else {
            return reasonWithoutAnswer
                ?? said("Nothing to share yet: {send} sends the request, {history} lists what was sent.")
        }
        return answer.mark == nil ? "This answer has no place in the history." : nil
    }

    private mutating func changeShare(_ change: (inout ShareState) -> Void) {
        guard let index = overlays.lastIndex(where: { $0 is ShareState }), var share = overlays[index] as? ShareState
        else { return }
        change(&share)
        overlays[index] = share
    }

    private var share: ShareState? {
        guard let share = overlays.last(where: { $0 is ShareState }) as? ShareState else { return nil }
        return share
    }

    mutating func handle(_ result: ShareResult) -> [Effect] {
        switch result {
        case .prepared(let prepared):
            changeShare { $0.prepared = prepared }
            return writeChosenForm()
        case .written(let format, let store): changeShare { $0.prepared?.contents[format] = store }
        case .failed(let message):
            status = message
            guard share?.prepared == nil else { break }
            overlays.removeAll(where: { $0 is ShareState })
            return closeShare()
        case .saved(let message):
            status = message
            overlays.removeAll(where: { $0 is ShareState })
            return closeShare()
        case .exists(let path): askToReplaceShared(path)
        }
        return []
    }

    /// What is still made ready is not needed any more; what is being saved is saved.
    mutating func closeShare() -> [Effect] { [effect(.share, .cancel)] }

    // MARK: - In the preview

    mutating func nextShareFormat(by step: Int) -> [Effect] {
        changeShare { share in
            let all = ShareFormat.allCases
            let index = all.firstIndex(of: share.format) ?? 0
            share.format = all[(index + step + all.count) % all.count]
            share.scroll = 0
        }
        return writeChosenForm()
    }

    /// Unless it was looked at before.
    private mutating func writeChosenForm() -> [Effect] {
        guard let share, let prepared = share.prepared, prepared.contents[share.format] == nil else { return [] }
        return [effect(.share, .share(.write(share.format)))]
    }

    mutating func scrollShare(_ action: Action, _ share: ShareState) {
        let lines = SharePane.lines(share, self).count
        let rows = SharePane.rows(self)
        changeShare { $0.scroll = Self.moved($0.scroll, action, page: rows, last: max(0, lines - rows)) }
    }

    private var sharedStore: (prepared: PreparedShare, store: BodyStore)? {
        guard let share, let prepared = share.prepared, let store = prepared.contents[share.format] else { return nil }
        return (prepared, store)
    }

    var reasonWithoutShare: String? { sharedStore == nil ? "It is still being made ready." : nil }

    mutating func copyShared() -> [Effect] {
        guard let share, let (_, store) = sharedStore else { return [] }
        return copy(
            Clip(
                0..<store.count, of: store, name: "\(share.format.title) of it",
                fileExtension: share.format.fileExtension))
    }

    mutating func askWhereToSaveShared(_ path: String? = nil) {
        guard let share, let (prepared, store) = sharedStore else { return }
        let size = Wording.bytes(Int64(store.count))
        overlays.append(
            Prompt(
                "Save \(share.format.title), \(size), as",
                detail: "Only you can read it. A path, ~ is your home; Enter saves, Esc does not.",
                text: path ?? savePath("\(prepared.fileName).\(share.format.fileExtension)")
            ) { $1.saveShared(as: $0) })
    }

    private mutating func saveShared(as prompt: Prompt) -> [Effect] {
        fileName(in: prompt).map { saveShared($0, replaces: false) } ?? []
    }

    private mutating func saveShared(_ path: String, replaces: Bool) -> [Effect] {
        guard let (_, store) = sharedStore else { return [] }
        status = StatusMessage(.info, "Saving it.")
        return [effect(.shareFile, .share(.save(store, path: path, replaces: replaces)))]
    }

    private mutating func askToReplaceShared(_ path: String) {
        guard share != nil else { return }
        overlays.append(
            Chooser(
                "\(Self.lastComponent(of: path)) is there already",
                Chooser.Option("Another name", detail: "it stays as it is") {
                    $0.askWhereToSaveShared(path)
                    return []
                },
                Chooser.Option("Replace it", detail: "what it holds is gone") { $0.saveShared(path, replaces: true) }))
    }
}

extension ShareState: TextOverlay {
    func context(in explorer: ExplorerState) -> ActionContext { .share }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.nextShareFormat, .saveShare, .copyShare, .pageDown, .findInList] + Footer.found(explorer) + [.dismiss]
    }
    var keyHint: String? { "Enter saves, y copies, Esc closes." }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        explorer.scrollShare(action, self)
        return []
    }
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.closeShare()
    }

    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void) {
        let lines = SharePane.lines(self, explorer).map { $0.map(\.text).joined() }
        change(&finding, lines, scroll)
        scroll = finding.scroll(scroll, rows: SharePane.rows(explorer), of: lines.count)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { SharePane.draw(self, explorer, on: &grid) }
}

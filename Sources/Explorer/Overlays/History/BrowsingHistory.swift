import Exchanges
import ExplorerKit
import Foundation
import OpenCollection
import TextGrid

// The list of what was sent before: opened, narrowed, marked, and what is done with its rows.

extension ExplorerState {
    /// Opens the history of the shown request; without one, of all.
    mutating func openHistory() -> [Effect] {
        let request = session?.isRequest == true ? shown : nil
        present(HistoryState(request: request))
        return listHistory()
    }

    /// Opens the history of all requests, narrowed by a filter.
    mutating func openHistory(_ filter: String) -> [Effect] {
        overlays.removeAll(where: { $0 is HistoryState })
        present(HistoryState(filter: filter))
        return listHistory()
    }

    var history: HistoryState? { overlays.last as? HistoryState }

    /// Times in filters are meant in the zone in which times are shown.
    var historyClock: HistoryClock { HistoryClock(now: now) { [secondsFromGMT] _ in secondsFromGMT } }

    /// Orders the rows as the list wants them now; an invalid filter leaves them as they are.
    mutating func listHistory() -> [Effect] {
        guard let history = overlay(HistoryState.self) else { return [] }
        do throws(HistoryFilterError) {
            var filter = try HistoryFilter(parsing: history.list.filter.text, clock: historyClock)
            if let request = history.request {
                filter.terms.append(HistoryFilter.Term(.sent(of: request.text, in: current.path)))
            }
            change(HistoryState.self) { $0.complaint = nil }
            let marked = Array(history.marked.keys)
            return effect(
                .history, { .history(.list(filter, limit: history.limit, marked: marked, $0)) },
                then: { $0.take($1) })
        } catch {
            change(HistoryState.self) { $0.complaint = error.description }
            return []
        }
    }

    private mutating func take(_ page: HistoryPage) -> [Effect] {
        change(HistoryState.self) { history in
            history.page = page
            history.stand(on: history.index)
            for row in page.rows where history.marked[row.id] != nil { history.marked[row.id] = row }
            for id in page.gone { history.marked[id] = nil }
        }
        return []
    }

    /// Brings an exchange, to be shown or made a draft when it is there, in the place of one that is still on its way.
    mutating func openExchange(
        _ id: HistoryRow.ID, asDraft makesDraft: Bool = false, then use: PastUse? = nil
    ) -> [Effect] {
        current.opened.wanted = nil
        return effect(
            .pastExchange, { .history(.open(id, $0)) },
            then: { explorer, result in
                switch result {
                case .success(let past): return explorer.open(past, asDraft: makesDraft, then: use)
                case .failure(let problem):
                    explorer.status = problem
                    return explorer.listHistory()
                }
            })
    }

    mutating func change(_ change: HistoryChange) -> [Effect] {
        effect(
            .historyChange, { .changeHistory(change, $0) },
            then: { explorer, message in
                explorer.status = message
                return explorer.listHistory()
            })
    }

    var reasonWithoutExchange: String? { history?.row == nil ? "No history entries." : nil }

    var reasonNotToSwitchHistory: String? {
        history?.request == nil && session?.isRequest != true ? "No request selected: showing all." : nil
    }
}

extension HistoryState {
    /// Takes its place with a change, and asks for the rows that are listed then.
    private func listed(in explorer: inout ExplorerState, _ change: (inout Self) -> Void) -> [Effect] {
        var history = self
        change(&history)
        explorer.replaceTop(history)
        return explorer.listHistory()
    }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        var moved = self
        moved.moveInList(action, in: explorer)
        explorer.replaceTop(moved)
        // The cursor is at the end of the loaded rows: load more.
        guard moved.index == max(0, rows.count - 1), let page, page.rows.count < page.total else { return [] }
        return moved.listed(in: &explorer) { $0.limit = page.rows.count * 2 }
    }

    fileprivate func switchScope(in explorer: inout ExplorerState) -> [Effect] {
        let request = request == nil && explorer.session?.isRequest == true ? explorer.shown : nil
        return listed(in: &explorer) {
            ($0.request, $0.marked) = (request, [:])
            $0.restart()
        }
    }

    fileprivate func mark(in explorer: inout ExplorerState) -> [Effect] {
        guard let row else { return [] }
        var history = self
        history.marked[row.id] = marked[row.id] == nil ? row : nil
        history.stand(on: index + 1)
        return explorer.replaceTop(history)
    }

    // MARK: - Filter

    /// Narrows the list with each key.
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {
        if editor.text != old.text { restart() }
    }
    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] {
        editor.text == old.text ? [] : explorer.listHistory()
    }

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        isTyping ? edit(in: &explorer) { _ = $0.handle(stroke) } : explorer.sayUnknown(stroke, self)
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] {
        isTyping ? edit(in: &explorer) { $0.paste(text) } : []
    }

    /// Enter: keeps the filter.
    func choose(in explorer: inout ExplorerState) -> [Effect] {
        var history = self
        history.isTyping = false
        return explorer.replaceTop(history)
    }

    /// Esc: takes the filter away, and leaves the list where none is typed.
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        guard !isTyping else {
            var history = self
            history.isTyping = false
            return history.edit(in: &explorer) { $0 = TextEditor("", isMultiline: false) }
        }
        if let cancelled = explorer.cancelPastChecks() { return cancelled }
        explorer.overlays.removeLast()
        // What is still being brought comes too late.
        explorer.current.generations[.pastExchange] = nil
        return []
    }

    // MARK: - What is done with rows

    /// Pins the chosen rows, or unpins them if all are pinned.
    fileprivate func pin(in explorer: inout ExplorerState) -> [Effect] {
        chosen.isEmpty ? [] : explorer.change(.pin(chosen.map(\.id), !chosen.allSatisfy(\.isPinned)))
    }

    fileprivate func askForNote(in explorer: inout ExplorerState) {
        guard let row else { return }
        explorer.askForText(
            "Note on \(row.shortID)", detail: "Leave empty to remove the note.",
            text: row.note ?? ""
        ) {
            let text = $0.editor.text.trimmingSpaces
            return $1.change(.note(row.id, text.isEmpty ? nil : text))
        }
    }

    fileprivate func askToDelete(in explorer: inout ExplorerState) {
        let ids = chosen.map(\.id)
        guard !ids.isEmpty else { return }
        let count = Wording.count(ids.count, "exchange")
        explorer.ask(
            "Permanently delete \(count)?", .init("Keep \(ids.count == 1 ? "it" : "them")"),
            .init("Delete \(count)", detail: "with their bodies; cannot be undone") { $0.change(.delete(ids)) })
    }

    fileprivate func askForSetName(in explorer: inout ExplorerState) {
        let ids = chosen.map(\.id)
        guard !ids.isEmpty else { return }
        explorer.askForText(
            "Name of the group",
            detail: "Groups \(Wording.count(ids.count, "exchange")): set:NAME lists them; they never expire."
        ) { prompt, explorer in
            let name = prompt.editor.text.trimmingSpaces
            guard !name.isEmpty else { return prompt.asked(again: "A group needs a name.", in: &explorer) }
            return explorer.askForText(
                "Note on \(name.shownInLine(limit: 40))",
                detail: "What it is about; leave empty for no note."
            ) {
                let note = $0.editor.text.trimmingSpaces
                return $1.change(.makeSet(name, note: note.isEmpty ? nil : note, ids))
            }
        }
    }
}

extension Action {
    static let history = Action(
        "history", .panes, ["H"], "history",
        "Show the history of the request; the same key again: of all requests."
    ) { $0.openHistory() }
    static let historyScope = Action(
        "historyScope", [.history], ["H"], "all / one", "Show the history of all requests, or of the shown one.",
        reason: \.reasonNotToSwitchHistory
    ) { $0.history?.switchScope(in: &$0) ?? [] }
    static let openExchange = Action(
        "openExchange", [.history], [.enter], "open", "Show the history entry in the panes.",
        reason: \.reasonWithoutExchange
    ) { explorer in explorer.history?.row.map { explorer.openExchange($0.id) } ?? [] }
    static let editExchange = Action(
        "editExchange", [.history], ["e"], "edit",
        "Create a draft from the recorded request, to edit, send and save as a new one.",
        reason: \.reasonWithoutExchange
    ) { explorer in explorer.history?.row.map { explorer.openExchange($0.id, asDraft: true) } ?? [] }
    static let markExchange = Action(
        "markExchange", [.history], [" "], "mark", "Mark or unmark the entry.",
        reason: \.reasonWithoutExchange
    ) { $0.history?.mark(in: &$0) ?? [] }
    static let filterHistory = Action(
        "filterHistory", [.history], ["/"], "filter",
        "Filter: text or status:5xx env:prod since:yesterday slower:2s."
    ) { $0.change(HistoryState.self) { $0.isTyping = true } }
    static let pinExchange = Action(
        "pinExchange", [.history], ["p"], "pin", "Pin or unpin it: pinned entries never expire.",
        reason: \.reasonWithoutExchange
    ) { $0.history?.pin(in: &$0) ?? [] }
    static let noteExchange = Action(
        "noteExchange", [.history], ["m"], "note", "Write a note on it.",
        reason: \.reasonWithoutExchange
    ) { $0.history?.askForNote(in: &$0) }
    static let deleteExchange = Action(
        "deleteExchange", [.history], ["d"], "delete", "Permanently delete it, or the marked entries; asks first.",
        reason: \.reasonWithoutExchange
    ) { $0.history?.askToDelete(in: &$0) }
    static let makeSet = Action(
        "makeSet", [.history], ["i"], "group", "Group the marked entries under a name.",
        reason: \.reasonWithoutExchange
    ) { $0.history?.askForSetName(in: &$0) }
}

extension ActionContext {
    static let history: ActionContext = .init("history", "History", .list, [.closes, .isLeftFreely], way: .history)
    static let historyFilter: ActionContext = .init(
        "historyFilter", "Filtering the history", .typedList,
        enter: ("keep", "Apply the filter and go back to the list."), escape: ("all", "Clear the filter."),
        way: .filterHistory)
}

extension HistoryState: NarrowedList {
    static let context: ActionContext = .history
    static let contexts: [ActionContext] = [.history, .historyFilter]
    static let actions: [Action] = [
        .history, .historyScope, .openExchange, .editExchange, .markExchange, .filterHistory, .pinExchange,
        .noteExchange, .deleteExchange, .makeSet,
    ]

    func context(in explorer: ExplorerState) -> ActionContext { isTyping ? .historyFilter : .history }
    func ids(in explorer: ExplorerState) -> [HistoryRow.ID] { rows.map(\.id) }
    func actionOfClick(hasCursor: Bool) -> Action? { hasCursor && !isTyping ? .openExchange : nil }
    func footer(in explorer: ExplorerState) -> [Action] {
        if isTyping { return [.choose, .moveDown, .dismiss] }
        return [
            .openExchange, .replay, .compare, .filterHistory, .historyScope, .markExchange, .pinExchange,
            .noteExchange, .makeExample, .checkPast, .deleteExchange, .makeSet, .repeatSend, .share, .dismiss,
        ]
    }
    var keyHint: String? { "Enter opens, / filters, Esc closes." }
}

import Exchanges
import ExplorerKit
import Foundation
import OpenCollection
import Secrets
import TextGrid

// A series is ordered: of exchanges of the history, or of one request. All that it needs is asked for once, before the first send.

extension ExplorerState {
    // MARK: - A range of the history

    /// Opens the form for the marked exchanges, or for the set that is listed; returns nil if it is about one exchange.
    mutating func replayRange(of history: HistoryState) -> [Effect]? {
        let marked = history.markedRows
        if marked.count > 1 {
            openReplayForm(marked, set: nil)
            return []
        }
        guard marked.isEmpty, let name = history.setName else { return nil }
        // All of it, not only what is listed so far.
        let filter = HistoryFilter([.init(.set(name))])
        return effect(.seriesRows, { .history(.list(filter, limit: .max, $0)) }, note: { $0.takeRowsOfSeries($1) })
    }

    /// Opens the form for the exchanges of a set.
    private mutating func takeRowsOfSeries(_ page: HistoryPage) {
        guard let history, let name = history.setName else { return }
        guard !page.rows.isEmpty else { return say(.warning, page.problem ?? "The group \(name) is empty.") }
        openReplayForm(page.rows, set: name)
    }

    private mutating func openReplayForm(_ rows: [HistoryRow], set: String?) {
        let items = rows.sorted { $0.sentAt < $1.sentAt }.map(collections.seriesItem)
        openRequests(of: items)
        present(ReplayForm(items, set: set))
    }

    /// Reads the requests to be sent again whole.
    private mutating func openRequests(of items: [SeriesState.Item]) {
        for item in items where item.isThere {
            handling(item.collection) { state in
                if case .unopened? = state.collection.item(at: item.path)?.kind { state.current.opened.open(item.path) }
            }
        }
    }

    mutating func switchSeriesMode() {
        switch overlays.last {
        case let form as ReplayForm:
            if form.mode == .asSent, let reason = form.reasonNotAgain {
                say(.warning, reason)
            } else {
                change(ReplayForm.self) { $0.mode = form.mode.other }
            }
        case is RepeatForm: change(RepeatForm.self) { $0.switchMode() }
        default: break
        }
    }

    mutating func switchSeriesPace() -> [Effect] {
        change(ReplayForm.self) { $0.isStepping.toggle() }
        guard overlays.last is SeriesView, let series else { return [] }
        return drive { $0.step(!series.series.isStepping, at: $1) }
    }

    // MARK: - One request

    /// Opens the form for repeating the shown request; in the list, that of the exchange under the cursor.
    mutating func openRepeatForm() {
        if let history {
            guard let row = history.chosen.first else { return }
            let item = collections.seriesItem(of: row)
            openRequests(of: [item])
            present(RepeatForm(item, .asSent, texts: sending.lastRepeat))
            return
        }
        guard let shown, let session else { return }
        guard !asksForEnvironment(rendered(session.draft.content, at: shown).missing, nil) else { return }
        let mark = session.response?.mark
        let request = session.response?.exchange?.request
        let item = SeriesState.Item(
            original: mark?.id, collection: current.path, path: shown, isThere: true,
            isFromElsewhere: session.response?.past?.collection.map { $0 != current.path } ?? false,
            environment: environmentName, method: request?.method.rawValue ?? "")
        present(RepeatForm(item, .again, texts: sending.lastRepeat))
    }

    /// Whether what is sent of it is kept, to be compared.
    fileprivate func isKept(_ item: SeriesState.Item) -> Bool {
        preferences.keepsHistory
            && collections[item.collection]?.drafted.keepsHistory(of: item.path, in: item.environment) == true
    }

    // MARK: - What it needs

    fileprivate mutating func start(_ new: SeriesState) -> [Effect] {
        series = new
        present(SeriesView())
        guard new.mode == .asSent else { return continueSeries() }
        series?.isFrozen = true
        return planReplays()
    }

    /// Freezes what is on the screen now, which is what is sent.
    ///
    /// - Returns: False while a request is still being read: then nothing is frozen.
    private mutating func freezeSeries() -> Bool {
        guard var items = series?.items else { return false }
        for (number, item) in items.enumerated() {
            guard let (isRead, frozen) = handling(item.collection, { $0.current.frozen(item.path) }) else { continue }
            guard isRead else { return false }
            items[number].frozen = frozen
        }
        series?.items = items
        series?.isFrozen = true
        return true
    }

    /// Finds out first which secrets have no value, so that all are asked for at once.
    private mutating func planReplays() -> [Effect] {
        guard let state = series else { return [] }
        let groups = Dictionary(grouping: state.items, by: \.collection)
        var effects: [Effect] = []
        for (path, items) in groups.sorted(by: { $0.key < $1.key }) {
            effects +=
                handling(path) { state in
                    state.series?.needs.plans.insert(path)
                    let orders = items.compactMap { state.current.replayOrder(of: $0, values: [:]) }
                    return state.effect(
                        .seriesPlan, { .planReplays(orders, $0) },
                        then: { explorer, planning in
                            switch planning {
                            case .supplied(let supply): explorer.take(supply)
                            case .planned(let needs): return explorer.takePlan(needs)
                            }
                            return []
                        })
                } ?? []
        }
        return effects
    }

    private mutating func takePlan(_ needs: [HistoryRow.ID: [SeriesNeed]]) -> [Effect] {
        let path = current.path
        return series?.takePlan(needs, of: path) == true ? continueSeries() : []
    }

    /// Asks the next thing that has to be known, or begins.
    mutating func continueSeries() -> [Effect] {
        guard series?.series.stage == .ready, series?.needs.plans.isEmpty == true else { return [] }
        guard series?.isFrozen == true || freezeSeries(), let state = series else { return [] }
        if asksForValues(of: state) || asksForProtected(state) { return [] }
        return drive { $0.begin(at: $1) }
    }

    mutating func asksForValues(of state: SeriesState) -> Bool {
        guard !state.hasAskedForValues else { return false }
        let rows = (state.mode == .asSent ? state.neededSecrets : neededNames(of: state)).filter {
            $0.need.flatMap { state.values[$0] } == nil
        }
        guard !rows.isEmpty else { return false }
        series?.question = .values
        present(ValuesForm(rows, of: state.mode))
        return true
    }

    private mutating func neededNames(of state: SeriesState) -> [ValuesForm.Row] {
        var seen: Set<SeriesNeed> = []
        var rows: [ValuesForm.Row] = []
        for item in state.items {
            guard let content = item.frozen?.content else { continue }
            handling(item.collection) { explorer in
                let rendered = explorer.rendered(content, at: item.path, SendAnswers(), in: item.environment)
                explorer.learnSecrets(of: rendered)
                let asked = explorer.current.askedHere(
                    rendered.missing, for: content, at: item.path, in: item.environment,
                    hasTriedLogin: state.hasTriedLogin)
                for missing in asked {
                    let need = SeriesNeed(missing.name, at: item.place, of: item.collection)
                    guard seen.insert(need).inserted else { continue }
                    var row = ValuesForm.Row(missing, at: state.items.count > 1 ? need.place : nil)
                    row.need = need
                    rows.append(row)
                }
            }
        }
        return rows
    }

    mutating func answerSeries(_ form: ValuesForm, sendsMissingNames: Bool) -> [Effect] {
        guard series?.close(.values) == true else { return [] }
        series?.take(form.rows.filter { !$0.isOpen }, sendsMissingNames: sendsMissingNames)
        secrets.insert(form.rows.filter { !$0.isOpen && $0.isSecret }.map(\.editor.text))
        return series?.series.stage == .ready ? continueSeries() : resendOfSeries()
    }

    // MARK: Protected environments

    /// Asks about protected environments, once for all of the series.
    private mutating func asksForProtected(_ state: SeriesState) -> Bool {
        guard !state.isApproved else { return false }
        var objections: [ReplayObjection: [String]] = [:]
        var names: [String] = []
        var count = 0
        for item in state.items {
            guard let name = item.environment, let objection = objection(to: item, in: name, state.mode) else {
                continue
            }
            count += 1
            if !names.contains(name) { names.append(name) }
            if objections[objection]?.contains(name) != true { objections[objection, default: []].append(name) }
        }
        guard count > 0 else { return false }
        let list = names.joined(separator: ", ")
        let why = ReplayObjection.allCases.compactMap { one in objections[one].map(one.words) }.joined(separator: ", ")
        let what =
            state.subject == .repeated
            ? "\(state.name), sent several times, may change data there"
            : "\(count) of \(Wording.count(state.items.count, "exchange")) may change data there"
        series?.question = .protected
        ask(
            "\(glyphs.protected) \(why): \(what)", about: .series, .init("Cancel", detail: "nothing is sent"),
            .init("Send to \(list)", detail: "this series") { $0.approveSeries() })
        return true
    }

    private mutating func objection(
        to item: SeriesState.Item, in environment: String, _ mode: SeriesState.Mode
    ) -> ReplayObjection? {
        handling(item.collection) { explorer in
            guard mode == .again, let content = item.frozen?.content else {
                return explorer.current.objection(
                    toReplaying: item.method, in: environment, isFromElsewhere: item.isFromElsewhere)
            }
            let rendered = explorer.rendered(content, at: item.path, SendAnswers(), in: environment)
            return explorer.current.protectedChange(rendered, at: item.path, in: environment, explorer.glyphs).map {
                _ in .protected
            }
        } ?? nil
    }

    mutating func approveSeries() -> [Effect] {
        guard series?.close(.protected) == true else { return [] }
        series?.isApproved = true
        return continueSeries()
    }

    // MARK: - Whether

    var reasonNotToRepeat: String? {
        if let reason = sending.reasonNotToStartSeries { return reason }
        guard current.exists else { return "No collection is open." }
        if history != nil { return reasonWithoutExchange }
        return reasonWithoutRequest
    }
}

// MARK: - Contents of the forms

/// Why a repeat cannot be as it is typed.
struct RepeatComplaint: Error {
    var field: RepeatForm.Field
    var text: String
}

extension RepeatForm {
    /// The plan that is typed.
    var plan: Series.Plan {
        get throws(RepeatComplaint) {
            let times = text(of: .times)
            guard times.isEmpty || Int(times).map({ $0 >= 0 }) == true else {
                throw RepeatComplaint(field: .times, text: "Invalid number: \(times). 0 = unlimited.")
            }
            let every = text(of: .every)
            guard every.isEmpty || RepeatSpan.duration(every) != nil else {
                throw RepeatComplaint(field: .every, text: "Invalid interval: \(every). Write 2s or 500ms.")
            }
            return .repeating(Int(times), every: RepeatSpan.duration(every), until: try condition)
        }
    }

    private var condition: RepeatCondition? {
        get throws(RepeatComplaint) {
            let until = text(of: .until)
            guard !until.isEmpty, until.lowercased() != "never" else { return nil }
            let condition: RepeatCondition
            do throws(RepeatConditionError) {
                condition = try RepeatCondition(until)
            } catch {
                throw RepeatComplaint(field: .until, text: "\(error).")
            }
            guard !condition.needsAssertions || mode == .again else {
                throw RepeatComplaint(
                    field: .until, text: "As sent, assertions do not run: Ctrl-T switches to again.")
            }
            return condition
        }
    }
}

extension SeriesState.Item {
    /// The environment that a value is given for, in words.
    var place: String { environment.map { "in \($0)" } ?? "without environment" }
}

extension ValuesForm.Row {
    init(_ name: String, at place: String, isPrompt: Bool, isSecret: Bool) {
        self.init(name: name, location: place, isPrompt: isPrompt, isSecret: isSecret, editor: .forValue())
    }

    /// - Parameter place: The place that needs the value; nil: its location in the request.
    init(_ missing: MissingVariable, at place: String?) {
        let label = PromptName.label(of: missing.name)
        let isPrompt = missing.reason == .prompt
        let isSecret =
            missing.reason == .secretWithoutValue
            || isPrompt && label.map { SecretVocabulary.isSecret(nil, under: $0) } == true
        self.init(missing.name, at: place ?? missing.location, isPrompt: isPrompt, isSecret: isSecret)
    }
}

extension HistoryState {
    /// The name of the set that is listed, when the filter names one and nothing else.
    var setName: String? {
        let clock = HistoryClock(now: Date(timeIntervalSince1970: 0)) { _ in 0 }
        guard let filter = try? HistoryFilter(parsing: list.filter.text, clock: clock), filter.terms.count == 1,
            case .set(let name) = filter.terms[0].test, !filter.terms[0].isNegated
        else { return nil }
        return name
    }
}

extension CollectionState {
    fileprivate func hasRequest(at path: ItemPath) -> Bool {
        if sessions[path]?.isRequest == true { return true }
        switch collection.item(at: path)?.kind {
        case .request, .unopened: return true
        default: return false
        }
    }
}

extension Action {
    static let seriesMode = Action(
        "seriesMode", [.replayForm], ["m"], "as sent / again",
        "As sent: the recorded request. Again: rebuilt from the current files and environment.",
        Keys(
            [.repeatForm], [.control("t")], "again / as sent",
            "Again: rebuilt each time. As sent: the recorded request.")
    ) { $0.switchSeriesMode() }
    static let seriesPace = Action(
        "seriesPace", [.replayForm], ["p"], "step / continue", "Wait before each one, or continue automatically.",
        reason: \.reasonNotToPaceSeries
    ) { $0.switchSeriesPace() }
    static let seriesGaps = Action(
        "seriesGaps", [.replayForm], ["g"], "gaps", "Keep or drop the recorded gaps between requests."
    ) { $0.change(ReplayForm.self) { $0.keepsGaps.toggle() } }
    static let seriesBail = Action(
        "seriesBail", [.replayForm], ["b"], "stop at first",
        "Stop at the first that differs or has no response, or never."
    ) { $0.change(ReplayForm.self) { $0.bails.toggle() } }
}

extension ActionContext {
    static let replayForm: ActionContext = .init(
        "replayForm", "Replaying several", .page, .closes, enter: ("start", "Start with the oldest."),
        escape: ("leave", "Send nothing."), way: .replay)
}

extension ReplayForm: Overlay {
    static let context: ActionContext = .replayForm
    static let actions: [Action] = [.seriesMode, .seriesPace, .seriesGaps, .seriesBail]

    var keyHint: String? { "Enter starts, Esc cancels." }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] {
        let plan = Series.Plan(
            limit: items.count, pace: keepsGaps ? .gaps(gaps) : .atOnce, isStepping: isStepping, bails: bails,
            comparison: .originals)
        return explorer.start(SeriesState(.range(set: set), mode, items, plan))
    }
}

extension Action {
    static let repeatSend = Action(
        "repeatSend", [.request, .response, .sides, .events, .history], ["r"], "repeat",
        "Repeat it, at an interval, until a condition is met; in the history: the recorded request.",
        reason: \.reasonNotToRepeat
    ) { $0.openRepeatForm() }
}

extension ActionContext {
    static let repeatForm: ActionContext = .init(
        "repeatForm", "Repeating", .form, .asksOfCollection, enter: ("start", "Start sending."),
        escape: ("leave", "Send nothing."),
        way: .repeatSend)
}

extension RepeatForm: TypedOverlay {
    static let context: ActionContext = .repeatForm
    static let actions: [Action] = [.repeatSend]

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        select(ExplorerState.moved(selected, action, page: 10, last: texts.count - 1))
    }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] {
        do throws(RepeatComplaint) {
            let plan = try plan
            guard plan.condition != .changes || explorer.isKept(item) else {
                throw RepeatComplaint(
                    field: .until, text: "This needs the history: without it, responses cannot be compared.")
            }
            explorer.sending.lastRepeat = texts.map(\.text)
            var item = item
            if mode == .asSent, let mark = explorer.session?.response?.mark, mark.id == item.original {
                item.environment = mark.environment
            }
            return explorer.start(SeriesState(.repeated, mode, [item], plan))
        } catch {
            var form = self
            (form.complaint, form.selected) = (error.text, error.field.rawValue)
            return explorer.present(form)
        }
    }

    var editor: TextEditor {
        get { texts[selected] }
        set { texts[selected] = newValue }
    }
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) { complaint = nil }
}

extension OpenCollections {
    /// Returns the item for an exchange, with its request, if that is in an open collection.
    fileprivate func seriesItem(of row: HistoryRow) -> SeriesState.Item {
        let open = self[row.origin.collection].flatMap { $0.exists ? $0 : nil }
        let path = row.origin.requestPath.map { ItemPath($0) }
        let isThere = path.flatMap { path in open.map { $0.hasRequest(at: path) } } ?? false
        return SeriesState.Item(
            original: row.id, collection: open?.path ?? current.path, path: path ?? ItemPath("request.yml"),
            isThere: isThere, isFromElsewhere: open == nil && row.origin.collection != nil,
            environment: row.origin.environment,
            environmentAbsence: open?.collection.absence(ofEnvironment: row.origin.environment), method: row.method,
            sentAt: row.sentAt)
    }
}

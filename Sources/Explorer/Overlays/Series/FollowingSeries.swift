import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

// A series goes on: what it wants next is ordered, and the outcome is reported to it.

extension ExplorerState {
    /// Reports an event to it, and does what it wants then: what cannot be sent ends at once, and the next follows.
    mutating func drive(_ event: (inout Series, Date) -> Series.Action?) -> [Effect] {
        var action = advance(event)
        var effects: [Effect] = []
        while let next = action {
            action = nil
            switch next {
            case .send(let number):
                do throws(SeriesRefusal) {
                    effects += try sendOfSeries(number)
                } catch {
                    action = advance { $0.ended(SendOutcome(refused: error.reason), at: $1) }
                }
            case .judge(let number):
                if let effect = judgement(of: number) {
                    effects += effect
                } else {
                    action = advance { $0.judged(nil, at: $1) }
                }
            case .cancel: effects += collections.cancelSendOfSeries()
            case .finish: effects += finishSeries()
            }
        }
        return effects
    }

    /// Reports an event, in place: a long series is not copied with each of its events.
    private mutating func advance(_ event: (inout Series, Date) -> Series.Action?) -> Series.Action? {
        let now = now
        return series?.drive { event(&$0, now) }
    }

    /// Goes on if its time has come, or if what it waits for will not come; called after every event.
    mutating func followSeries() -> [Effect] {
        guard let state = series else { return [] }
        if let question = state.question, !overlays.contains(where: { $0.questionID == .series }) {
            series?.question = nil
            return leave(question)
        }
        // A request that was read meanwhile may be the last that it waited for.
        if state.series.stage == .ready, !state.isFrozen, state.question == nil { return continueSeries() }
        guard state.isUnderWay else { return [] }
        if let number = state.series.current, let item = state.item(number), state.isMoving,
            collections[item.collection] == nil
        {
            return drive { series, now in
                series.stage == .judging
                    ? series.judged(nil, at: now)
                    : series.ended(SendOutcome(refused: "The collection was closed."), at: now)
            }
        }
        return drive { $0.tick(at: $1) }
    }

    /// Handles a question that was left without an answer.
    private mutating func leave(_ question: SeriesState.Question) -> [Effect] {
        guard series?.series.stage != .ready else {
            series = nil
            overlays.removeAll(where: { $0 is SeriesView })
            return say(.warning, "Nothing was sent.")
        }
        let reason =
            question == .trust ? "Its external access was not allowed." : "It has missing variables."
        return drive { series, now in
            _ = series.stop()
            return series.ended(SendOutcome(refused: reason), at: now)
        }
    }

    // MARK: - Sending

    private struct SeriesRefusal: Error { let reason: String }

    private mutating func sendOfSeries(_ number: Int) throws(SeriesRefusal) -> [Effect] {
        guard let state = series, let item = state.item(number) else {
            throw SeriesRefusal(reason: "It no longer exists.")
        }
        let effect: [Effect]?? = handling(item.collection) { explorer in
            switch state.mode {
            case .asSent:
                explorer.current.replayOrder(of: item, values: state.values(for: item)).map { order in
                    explorer.effect(.series, { .replay(order, $0) }, then: { $0.handleSeries($1) })
                }
            case .again:
                explorer.current.sendOrder(of: item, state.answers(for: item)).map { order in
                    explorer.effect(.series, { .send(order, $0) }, then: { $0.handleSeries($1) })
                }
            }
        }
        guard let effect else { throw SeriesRefusal(reason: "The collection was closed.") }
        guard let effect else { throw SeriesRefusal(reason: "The request no longer exists.") }
        return effect
    }

    // MARK: - What comes back

    private mutating func handleSeries(_ progress: SendProgress) -> [Effect] {
        let isSending = if case .sending? = series?.series.stage { true } else { false }
        switch progress {
        // These come after the end, also of the last one.
        case .cookies, .tokens: take(progress)
        case _ where !isSending: break
        case .started, .supplied, .made: take(progress)
        case .refused(let refusal): return handleSeriesRefusal(refusal)
        case .auxiliary(let auxiliary):
            learnSecrets(of: auxiliary.captures)
            return keepInSeries(auxiliary.captures, by: auxiliary.purpose.subject, auxiliary.exchange)
        case .noted(let line): noteOfSeries(line)
        case .strippedCredentials(let uses, _): noteOfSeries(Self.words(ofLeftBehind: uses))
        case .consent(let step):
            guard let generation = current.generations[.series], let path = sending.seriesItem?.path else { return [] }
            return handle(step, of: .series, generation, for: path)
        case .finished(let record):
            if let generation = current.generations[.series] { endConsent(generation) }
            learnSecrets(of: record)
            let kept =
                series?.mode == .again
                ? keepInSeries(record.captures, by: record.origin.requestPath, record.exchange) : []
            return kept + drive { $0.ended(SendOutcome(record), at: $1) }
        case .exchange, .receiving, .loggingIn: break
        }
        return []
    }

    /// Keeps captures for the sends that follow, in the environment of each.
    private mutating func keepInSeries(_ captures: [RecordedCapture], by request: String?, _ exchange: Exchange?)
        -> [Effect]
    {
        sending.seriesItem.map { keep(captures, of: $0.environment, by: request, exchange) } ?? []
    }

    private mutating func noteOfSeries(_ line: String) {
        note(line, .info, at: sending.seriesItem.map { LogState.Place(collection: current.path, request: $0.path) })
    }

    private mutating func handleSeriesRefusal(_ refusal: SendRefusal) -> [Effect] {
        let outcome: SendOutcome
        switch refusal {
        case .unagreed(let uses):
            let isFree =
                edit == nil && typing.filterLine == nil
                && overlays.allSatisfy { $0 is SeriesView || $0 is HistoryState }
            guard isFree, !isInBackground else {
                return drive {
                    $0.ended(SendOutcome(refused: "Its external access was not allowed."), at: $1)
                }
            }
            series?.question = .trust
            var question = TrustQuestion(uses, next: "sends") { $1.agreeForSeries(to: $0.uses) }
            question.questionID = .series
            return present(question)
        case .missing:
            if var state = series, !state.hasTriedLogin, !isInBackground, edit == nil {
                (state.hasTriedLogin, state.hasAskedForValues) = (true, false)
                series = state
                if asksForValues(of: state) { return [] }
            }
            outcome = SendOutcome(refused: "It has missing variables.")
        case .unfilled(let names):
            outcome = SendOutcome(refused: "Missing variables: \(names.joined(separator: ", ")).")
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _):
            outcome = SendOutcome(refused: reason)
        case .cancelled:
            outcome = SendOutcome(id: nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))
        }
        return drive { $0.ended(outcome, at: $1) }
    }

    /// Goes on with what was agreed to.
    mutating func agreeForSeries(to uses: [OutsideUse]) -> [Effect] {
        guard series?.close(.trust) == true else { return [] }
        series?.agreed += uses
        return resendOfSeries()
    }

    /// Sends the same again, with the answers that were given.
    mutating func resendOfSeries() -> [Effect] {
        guard let number = series?.series.current else { return [] }
        do throws(SeriesRefusal) {
            return try sendOfSeries(number)
        } catch {
            return drive { $0.ended(SendOutcome(refused: error.reason), at: $1) }
        }
    }

    // MARK: - Compared

    /// Orders the verdict on a send; nil: there is nothing to compare it with.
    private mutating func judgement(of number: Int) -> [Effect]? {
        guard let (item, old, new) = series?.comparison(of: number) else { return nil }
        return handling(item.collection) { explorer in
            let settings = explorer.collection.companion.differenceSettings(of: item.path)
            let order = DifferenceOrder(.pair(old: old, new: new), settings: settings)
            return explorer.effect(
                .seriesVerdict, { .judge(order, $0) },
                then: { explorer, verdict in
                    explorer.drive { $0.judged(verdict, at: $1) }
                })
        }
    }

    // MARK: - Its end

    /// Ends the series: its exchanges are one set of the history from now on.
    private mutating func finishSeries() -> [Effect] {
        guard let state = series, let end = state.series.endWords else { return [] }
        let words = "\(state.title) \(state.mode.title): \(state.series.summary); \(end)."
        note(words, .info)
        sending.noteEnd(of: state, "\(state.series.summary); \(end)", at: now)
        if !overlays.contains(where: { $0 is SeriesView }) { say(.info, words) }
        guard !state.series.ids.isEmpty else { return [] }
        let set = SeriesSet(
            name: state.nameOfSet,
            note: "\(state.mode.title), \(end)", isRepeat: state.subject == .repeated, ids: state.series.ids)
        return effect(.seriesSet, { .keepSeries(set, $0) }, note: { $0.series?.setName = $1 })
    }

    // MARK: - The user's part

    /// Esc: stops the series; of one that is over, closes its list.
    mutating func stopSeries() -> [Effect] {
        guard series?.isUnderWay == true else {
            if overlays.last is SeriesView { overlays.removeLast() }
            if series?.series.stage == .ready { series = nil }
            return []
        }
        return drive { series, _ in series.stop() }
    }

    /// Ends the series with the program, whatever is under way.
    mutating func abandonSeries() -> [Effect] {
        guard series?.isUnderWay == true else { return [] }
        return drive { $0.abandon(at: $1) }
    }

    /// Closes the list of the series, which goes on.
    mutating func hideSeries() {
        guard overlays.last is SeriesView else { return }
        overlays.removeLast()
        guard series?.isUnderWay == true else { return }
        say(.info, "It continues: \"last series\" in the palette (:) shows it.")
    }

    mutating func showSeries() { present(SeriesView()) }

    /// Compares the send of the row under the cursor with the exchange that it is compared with.
    mutating func compareInSeries(_ view: SeriesView) -> [Effect] {
        guard let series, let (item, old, new) = series.comparison(of: view.cursor(in: series)) else { return [] }
        return compare(.pair(old: old, new: new), item.collection, item.path)
    }

    var reasonNotToCompareInSeries: String? {
        guard let view = overlays.last as? SeriesView, let series else { return nil }
        return series.reasonNotToCompare(view.cursor(in: series))
    }

    var reasonNotToPaceSeries: String? {
        guard overlays.last is SeriesView, let series else { return nil }
        guard series.isUnderWay else { return "It has finished." }
        return series.subject == .repeated ? "It is one request, repeated: Esc stops it." : nil
    }
}

extension SeriesState {
    /// Returns the exchange of a send, and the one that it is compared with.
    fileprivate func comparison(of number: Int) -> (item: Item, old: HistoryRow.ID, new: HistoryRow.ID)? {
        guard let item = item(number), let old = comparedWith(number),
            let new = series.entries[safe: number]?.outcome?.id
        else { return nil }
        return (item, old, new)
    }

    fileprivate func reasonNotToCompare(_ number: Int) -> String? {
        guard let entry = series.entries[safe: number] else { return "It has not finished yet." }
        guard let id = entry.outcome?.id else { return "Nothing was sent." }
        guard let old = comparedWith(number) else { return "There is no complete response to compare it with." }
        return old == id ? "This is the first one: later ones are compared with it." : nil
    }

    /// Closes the question that is open, if it is this one.
    mutating func close(_ question: Question) -> Bool {
        guard self.question == question else { return false }
        self.question = nil
        return true
    }

    fileprivate mutating func drive(_ event: (inout Series) -> Series.Action?) -> Series.Action? { event(&series) }

    /// Returns the values given for the secrets of an exchange, and for no other place.
    func values(for item: Item) -> [String: String] {
        let needs = item.original.flatMap { self.needs.unknown[$0] } ?? []
        return Dictionary(needs.compactMap { need in values[need].map { (need.name, $0) } }) { first, _ in first }
    }

    fileprivate func answers(for item: Item) -> SendAnswers {
        var answers = SendAnswers()
        for (need, value) in values where need == SeriesNeed(need.name, at: item.place, of: item.collection) {
            answers.prompts[need.name] = value
            if hidden.contains(need.name) { answers.hidden.insert(need.name) }
        }
        answers.agreed = agreed
        answers.sendsMissingNames = sendsMissingNames
        return answers
    }
}

extension RequestSession {
    /// The session of a request that is gone: nothing of it is known.
    fileprivate static let nothing = RequestSession(
        draft: Draft(file: .request(RequestFile(text: "", definition: RequestDefinition()))))
}

extension QuestionID {
    /// A question that a series waits for.
    static let series = QuestionID(name: "series")
}

extension Action {
    static let showSeries = Action(
        "showSeries", .panes, [], "last series",
        "Show the last replay or repeat again.",
        Keys([.history], ["s"], "last series", "Show the last series again."),
        reason: \.sending.reasonWithoutSeries
    ) { $0.showSeries() }
    static let skipOfSeries = Action(
        "skipOfSeries", [.series, .seriesStep], ["x"], "skip",
        "Skip the next one, or cancel the running one, and continue.",
        reason: \.reasonNotToPaceSeries
    ) { $0.drive { $0.skip(at: $1) } }
    static let stopSeries = Action(
        "stopSeries", [.series, .seriesStep], [.escape], "stop", "Stop it; when it has finished, close the list."
    ) { $0.stopSeries() }
    static let hideSeries = Action(
        "hideSeries", [.series, .seriesStep], ["q"], "hide", "Close the list; the series continues."
    ) { $0.hideSeries() }
}

extension ActionContext {
    static let series: ActionContext = .init("series", "Series", .list, [.findsText, .isLeftFreely], way: .repeatSend)
    static let seriesStep: ActionContext = .init(
        "seriesStep", "Series, step by step", .list, [.findsText, .isLeftFreely], way: .seriesPace)
}

extension SeriesView: TextOverlay {
    static let context: ActionContext = .series
    static let contexts: [ActionContext] = [.series, .seriesStep]
    static let extraRows: [ActionRow] = [
        ActionRow(.choose, [.seriesStep], [.enter, "n"], "send next", "Send the next one."),
        ActionRow(
            .seriesPace, [.series, .seriesStep], ["p"], "step / continue",
            "Wait before each one, or continue automatically."),
        ActionRow(
            .compare, [.series], [.enter, "="], "difference", "Compare the response under the cursor."),
        ActionRow(
            .compare, [.seriesStep], ["="], "difference", "Compare the response under the cursor."),
        ActionRow(.last, [.series, .seriesStep], ["G", .end], "last", "Go to the last, and follow new ones."),
    ]
    static let actions: [Action] = [.showSeries, .skipOfSeries, .stopSeries, .hideSeries]

    func context(in explorer: ExplorerState) -> ActionContext {
        explorer.series?.series.stage == .stepping ? .seriesStep : .series
    }
    func footer(in explorer: ExplorerState) -> [Action] {
        if context(in: explorer) == .seriesStep {
            return [.choose, .skipOfSeries, .seriesPace, .compare, .stopSeries, .hideSeries]
        }
        let ofRange: [Action] = explorer.reasonNotToPaceSeries == nil ? [.seriesPace, .skipOfSeries] : []
        return [.stopSeries, .compare] + ofRange + [.find, .hideSeries]
    }
    var keyHint: String? { "Esc stops, then closes." }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        guard let state = explorer.series else { return }
        let last = max(0, state.rowCount - 1)
        let row = ExplorerState.moved(
            cursor(in: state), action, page: Self.rows(explorer), last: last)
        cursor = row == last && state.isUnderWay ? nil : row
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] { explorer.drive { $0.advance(at: $1) } }

    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void) {
        change(&finding, Self.texts(explorer), cursor ?? 0)
        cursor = finding.line ?? cursor
    }
}

extension CollectionState {
    /// Returns the order to replay an item; nil: it is a copy of nothing.
    func replayOrder(of item: SeriesState.Item, values: [String: String]) -> ReplayOrder? {
        guard let id = item.original else { return nil }
        let session = sessionToSend(at: item.path) ?? .nothing
        return ReplayOrder(
            id: id, send: order(at: item.path, session, SendAnswers(), to: item.environment), values: values)
    }

    fileprivate func sendOrder(of item: SeriesState.Item, _ answers: SendAnswers) -> SendOrder? {
        guard let frozen = item.frozen, let session = sessionToSend(at: item.path) else { return nil }
        var order = order(at: item.path, session, answers, to: item.environment)
        (order.content, order.isDraft) = (frozen.content, frozen.isDraft)
        return order
    }
}

extension OpenCollections {
    fileprivate func cancelSendOfSeries() -> [Effect] {
        compactMap { collection in
            guard let generation = collection.generations[.series] else { return nil }
            return Effect(key: .series, generation: generation, collection: collection.path, order: .cancel)
        }
    }
}

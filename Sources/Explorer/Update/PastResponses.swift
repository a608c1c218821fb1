import BodyStore
import BodyView
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection

// An exchange of the history in the panes, marked as past: what was there comes back with Esc.

/// The identity of a response of the history.
public struct PastMark: Sendable, Hashable {
    public var id: HistoryRow.ID
    /// The environment; nil when none was chosen.
    public var environment: String?
    /// ``CollectionState/path`` of the collection that it was sent from; nil: it was sent from none.
    public var collection: String?
    /// The kept length of the body and the whole length, in bytes; nil when all of it is kept.
    public var cut: Cut?

    public struct Cut: Sendable, Hashable {
        public var kept: Int64
        public var length: Int64
    }

    init(_ kept: StoredExchange) {
        id = kept.id
        (environment, collection) = (kept.origin.environment, kept.origin.collection)
        cut = kept.responseBody.flatMap { $0.isCut ? Cut(kept: $0.keptLength, length: $0.length) : nil }
    }
}

extension ShownResponse {
    /// Creates the response of a past exchange, as it was, for the pane.
    ///
    /// - Parameter content: The request as it is now, which need not be what was sent.
    init(_ past: PastExchange, content: DraftContent) {
        self.init(content: content, startedAt: past.kept.sentAt)
        head = past.kept.head
        body = past.responseBody
        self.past = PastMark(past.kept)
        end(RecordedExchange(past))
    }

    /// Whether there is a body to look at: the whole of it, or what came before the response failed.
    var hasBodyToShow: Bool { failure == nil || (body?.count ?? 0) > 0 }

    /// The identity in the history, and the environment that it came from; nil until it is over.
    var mark: (id: HistoryRow.ID, environment: String?)? { record.map { ($0.id, $0.origin.environment) } }
}

/// Does something with an exchange of the history once it is shown.
typealias PastUse = @Sendable (inout ExplorerState, PastExchange, ItemPath) -> [Effect]

extension ExplorerState {
    /// Opens a past exchange in the pane of its request; without one, in that of a request made of what was sent.
    ///
    /// - Parameters:
    ///   - makesDraft: whether a draft is made of it, in the place of showing it.
    ///   - use: The action to do once it is shown.
    mutating func open(_ past: PastExchange, asDraft makesDraft: Bool, then use: PastUse?) -> [Effect] {
        overlays.removeAll { $0 is HistoryState || $0 is LatencyState || $0 is SeriesView }
        display.focusPane(.response)
        if makesDraft {
            focus = .request
            return openAsRequest(past, isUnsaved: true, then: use)
        }
        guard let place = collections.place(of: past.kept.origin) else {
            guard let path = current.request(showing: past) else {
                return openAsRequest(past, isUnsaved: false, then: use)
            }
            reveal(path, showing: past, then: use)
            return []
        }
        let effects = showCollection(place.collection)
        reveal(place.path, showing: past, then: use)
        return effects
    }

    /// Shows a past exchange once its request is open.
    private mutating func reveal(_ path: ItemPath, showing past: PastExchange, then use: PastUse?) {
        reveal(path)
        current.opened.wanted = Wanted(path) { explorer, path in
            guard explorer.sessions[path]?.isSending == false else {
                return explorer.say(.warning, "\(path) is being sent: wait for its response, or Esc cancels.")
            }
            let effects = explorer.show(past, at: path)
            return effects + (use?(&explorer, past, path) ?? [])
        }
    }

    /// - Parameter isUnsaved: whether it is a draft at once; else it becomes one when it is edited, and goes when another exchange is shown.
    private mutating func openAsRequest(_ past: PastExchange, isUnsaved: Bool, then use: PastUse?) -> [Effect] {
        let body = past.requestBody.map { store in store.copy(0..<min(store.count, Self.longestDraftBody)) }
        let isWhole = past.kept.requestBody?.isCut != true && past.requestBody?.count == body?.count
        let received = ReceivedRequest(past.kept, body: isWhole ? body : nil)
        dropShownExchanges()
        do throws(SharingRefusal) {
            let new = try NewRequest(received, in: .root, of: collection)
            current.addDraft(new.file, new.policies, at: new.path, isUnsaved: isUnsaved)
            reveal(new.path, showing: past, then: use)
            say(
                .info,
                isUnsaved
                    ? "Draft \(new.path.text) created from the recorded request."
                    : "Its request is not in an open collection: this is what was sent. Editing it makes a draft.")
            for note in received.notes { self.note(note) }
            return journal(new.path)
        } catch { return say(.warning, error.description) }
    }

    private mutating func dropShownExchanges() {
        for (path, session) in sessions where session.isOnlyShown && !session.isSending {
            sessions[path] = nil
            collection.remove(path)
            if shown == path { shown = nil }
        }
    }

    /// A body in a request file, in bytes: what is longer is no text to edit.
    private static let longestDraftBody = 1 << 20

    private mutating func show(_ past: PastExchange, at path: ItemPath) -> [Effect] {
        sessions[path]?.show(past)
        guard let response = sessions[path]?.own.response else { return [] }
        noteScripts(of: past, at: path)
        return readLinesAgain(at: path) + readEvents(of: response.body, response.head, ResponseID(path))
    }

    /// Logs the output of its scripts, as after the send; once for each exchange.
    private mutating func noteScripts(of past: PastExchange, at path: ItemPath) {
        let kept = past.kept
        guard !kept.console.isEmpty || kept.skippedScripts > 0, log.isNew(kept.id) else { return }
        let problems = kept.assertions.filter(\.isTest).compactMap(\.problem)
        let skipped = Wording.skippedScripts(kept.skippedScripts).map { [$0] } ?? []
        noteLines(
            (problems + skipped).map { (.warning, $0) }, kept.console,
            LogState.Place(collection: current.path, request: path))
    }

    mutating func readEvents(of store: BodyStore?, _ head: ResponseHead?, _ id: ResponseID) -> [Effect] {
        guard let store, head?.headers["Content-Type"]?.isEventStream == true else { return [] }
        return effect(
            .events, of: id, { .readEvents(store, $0) }, note: { $0.sessions[$1]?.response?.take($2, in: store) })
    }

    // MARK: - The last response of an earlier run

    /// Orders what the history has of requests that were not sent in this run: of the shown one its response, of all others how they ended.
    mutating func orderRecall() -> [Effect] {
        preferences.recallsResponses ? orderResponse() + orderOutcomes() : []
    }

    private mutating func orderOutcomes() -> [Effect] {
        guard current.exists, current.past.recalledEnvironment != .some(environmentName) else { return [] }
        current.past.recalledEnvironment = .some(environmentName)
        let environment = environmentName
        return effect(
            .outcomes, { .history(.recallOutcomes(environment: environment, $0)) },
            note: { $0.current.past.outcomes = $1 })
    }

    /// Orders the last response, once for each request that is shown without one.
    private mutating func orderResponse() -> [Effect] {
        guard let shown, let session, session.isRequest, session.response == nil,
            !session.isSending, current.past.recalled.insert(shown).inserted
        else { return [] }
        let environment = environmentName
        return effect(
            .recall(shown), { .history(.recall(shown, environment: environment, $0)) },
            then: { $0.take(recalled: $2, at: $1) })
    }

    /// Looks again for what was listed or recalled under a new path that it was not filed under yet. Nobody asked for it, so only a problem is
    /// reported.
    mutating func noteFollowed(in path: String, _ problem: StatusMessage?) -> [Effect] {
        if let problem { status = problem }
        handling(path) { $0.current.forgetVainRecalls() }
        return listHistory()
    }

    /// Takes a recalled response, unless a newer one was sent meanwhile.
    private mutating func take(recalled past: PastExchange?, at path: ItemPath) -> [Effect] {
        guard let past, let session = sessions[path], session.response == nil, !session.isSending else { return [] }
        let response = ShownResponse(past, content: session.draft.content)
        sessions[path]?.own.response = response
        return readLinesAgain(at: path) + readEvents(of: response.body, response.head, ResponseID(path))
    }

    /// Goes back to what was there before something past was opened.
    ///
    /// - Returns: The effects; nil when nothing past is shown.
    mutating func leavePast() -> [Effect]? {
        guard let shown, session?.leavePast() == true else { return nil }
        return readLinesAgain(at: shown)
    }
}

/// Responses in whose place something past is shown.
struct PreviousResponses: Sendable {
    var own: ShownResponse?
    var comparison: Comparison?
}

extension RequestSession {
    /// Shows a past exchange. What was shown comes back with Esc; of several past ones, what was shown before the first.
    fileprivate mutating func show(_ past: PastExchange) {
        var new = ShownResponse(past, content: draft.content)
        new.follow(response)
        if previousResponses == nil || response?.past == nil {
            previousResponses = PreviousResponses(own: own.response, comparison: comparison)
        }
        (comparison, earlierComparison, own.response) = (nil, nil, new)
    }

    /// - Returns: False when nothing past is shown.
    fileprivate mutating func leavePast() -> Bool {
        guard response?.past != nil, let previous = previousResponses else { return false }
        (own.response, comparison, previousResponses) = (previous.own, previous.comparison, nil)
        return true
    }
}

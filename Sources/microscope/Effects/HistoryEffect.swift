import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Reads and changes the history for the screen.
struct HistoryEffect {
    private let history: HistoryRecorder
    private let post: @Sendable (Event) -> Void
    private let reading = DispatchQueue(label: "microscope.history.reading")
    /// The queue for changes: a deletion takes seconds in a large history, and reading does not wait for it.
    private let changing = DispatchQueue(label: "microscope.history.changing")
    /// The changes that were ordered and are not done yet.
    private let changes = DispatchGroup()
    /// The newest order of each kind that only reads for each collection, by its generation.
    private let newest = Locked<[Kind: Int]>([:])

    private struct Kind: Hashable {
        var key: EffectKey
        var collection: String
    }

    init(history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void) {
        self.history = history
        self.post = post
    }

    func start(_ order: HistoryOrder, _ effect: Effect) {
        let kind = Kind(key: effect.key, collection: effect.collection)
        newest.withLock { $0[kind] = effect.generation }
        reading.async { [history, post, newest] in
            // Keys come faster than long lists: what nobody waits for any more is not read.
            guard newest.withLock({ $0[kind] == effect.generation }) else { return }
            post(Self.event(of: order, for: effect.collection, in: history))
        }
    }

    func start(_ change: HistoryChange, _ reply: Reply<StatusMessage>) {
        changes.enter()
        changing.async { [history, post, changes] in
            defer { changes.leave() }
            guard let store = history.store.value else {
                return post(reply(StatusMessage(.error, Self.words(ofNo: history))))
            }
            do {
                post(reply(StatusMessage(.info, try Self.apply(change, to: store))))
            } catch {
                post(reply(StatusMessage(.error, store.trouble(error))))
            }
        }
    }

    /// Files what was sent from a collection under the present paths.
    func follow(_ paths: [PathChange], of collection: String) {
        changes.enter()
        history.follow(paths, of: collection) { [history, post, changes] error in
            post(.historyFollowed(collection, problem: error.map { Self.problem($0, in: history) }))
            changes.leave()
        }
    }

    private static func problem(_ error: SQLiteError, in history: HistoryRecorder) -> StatusMessage {
        let reason = history.store.value?.trouble(error) ?? error.description
        return StatusMessage(.warning, "Earlier exchanges keep the old path: \(reason)")
    }

    /// Waits until all ordered changes are done, before the program ends.
    func finish() { changes.wait() }

    private static func words(ofNo history: HistoryRecorder) -> String { "There is no history: \(history.absence)." }

    private static func event(of order: HistoryOrder, for collection: String, in history: HistoryRecorder) -> Event {
        guard let store = history.store.value else { return without(order, words(ofNo: history)) }
        do {
            return try event(of: order, for: collection, in: store)
        } catch {
            return without(order, store.trouble(error))
        }
    }

    /// Returns the event for an order that failed: a list shows why it is empty; nothing is said if nobody asked.
    private static func without(_ order: HistoryOrder, _ reason: String) -> Event {
        switch order {
        case .list(_, _, _, let reply): reply(HistoryPage(rows: [], total: 0, problem: reason))
        case .recall(_, _, let reply): reply(nil)
        case .recallOutcomes(_, let reply): reply([:])
        case .open(_, let reply): reply(.failure(StatusMessage(.error, reason)))
        }
    }

    private static func event(
        of order: HistoryOrder, for collection: String, in store: HistoryStore
    ) throws -> Event {
        switch order {
        case .list(let filter, let limit, let marked, let reply):
            let rows = try store.rows(filter, limit: limit)
            let total = rows.count < limit ? rows.count : try store.count(filter)
            var page = HistoryPage(rows: rows, total: total)
            page.gone = Set(try marked.filter { try store.row($0) == nil })
            return reply(page)
        case .recall(let path, let environment, let reply):
            let last = try store.latest(collection: collection, request: path.text, environment: .some(environment))
            return reply(try last.flatMap { try past($0.id, in: store) })
        case .recallOutcomes(let environment, let reply):
            let rows = try store.latestByRequest(collection: collection, environment: .some(environment))
            return reply(Dictionary(rows.map { (ItemPath($0), SendOutcome($1)) }) { one, _ in one })
        case .open(let id, let reply):
            let gone = StatusMessage(.warning, "This exchange was deleted in the meantime.")
            return reply(try past(id, in: store).map { .success($0) } ?? .failure(gone))
        }
    }

    /// - Returns: A sentence for the user that says what was done.
    private static func apply(_ change: HistoryChange, to store: HistoryStore) throws -> String {
        switch change {
        case .pin(let ids, let isPinned):
            for id in ids { try store.pin(id, isPinned) }
            let word = isPinned ? "pinned" : "unpinned"
            return "\(Wording.count(ids.count, "exchange")) \(word)."
        case .note(let id, let text):
            try store.note(id, text)
            return text == nil ? "Note deleted." : "Noted."
        case .delete(let ids):
            try store.delete(ids)
            return "\(Wording.count(ids.count, "exchange")) deleted, with bodies no other one uses."
        case .makeSet(let name, let note, let ids):
            let (set, added) = try store.addToSet(named: name, note: note.map { $0 }, ids: ids)
            return "\(words(of: set, added)): set:\(name) lists them."
        }
    }

    /// Returns the words for an addition: "2 exchanges added to outage, which has 5"
    private static func words(of set: HistorySet, _ added: Int) -> String {
        let count = set.exchanges.count
        if added == 0 { return "Nothing new in \(set.name), which has \(Wording.count(count, "exchange"))" }
        let words = Wording.count(added, "exchange")
        return added == count ? "\(words) saved as \(set.name)" : "\(words) added to \(set.name), which has \(count)"
    }

    static func past(_ id: HistoryRow.ID, in store: HistoryStore) throws -> PastExchange? {
        guard let kept = try store.exchange(id) else { return nil }
        return PastExchange(
            kept, requestBody: try kept.requestBody.flatMap { try store.body($0) },
            responseBody: try kept.responseBody.flatMap { try store.body($0) })
    }
}

import BodyStore
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// A screen with a history that a test makes up.
struct HistoryScene {
    var state: ExplorerState
    private(set) var effects: [Effect] = []
    var rows: [HistoryRow]

    /// - Parameter rows: The rows, the newest first.
    init(_ rows: [HistoryRow] = HistoryScene.rows, columns: Int = 100, rows count: Int = 30) {
        self.rows = rows
        state = Explorers.state(columns: columns, rows: count)
    }

    /// Three rows of the first request, and one of another collection.
    static let rows: [HistoryRow] = [
        row(3, "users/get.yml", status: 200, after: -60),
        row(2, "users/get.yml", failure: .init(stage: .init(.connect), message: "connection refused"), after: -120),
        row(1, "users/get.yml", status: 503, after: -86_400 * 2, attempts: 3, note: "the outage"),
        row(0, "gone.yml", in: "/elsewhere", status: 201, after: -86_400 * 3),
    ]

    static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (0xA0 + number, 0xBC, 0xDE, 0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    }

    static func row(
        _ number: UInt8, _ path: String, in collection: String = "/sample", status: Int? = nil,
        failure: RecordedFailure? = nil, after seconds: Double, attempts: Int = 1, note: String? = nil
    ) -> HistoryRow {
        HistoryRow(
            id: id(number), origin: .init(collection: collection, requestPath: path, environment: "local"),
            source: .screen, sentAt: Explorers.start.addingTimeInterval(seconds), method: "GET",
            url: "http://127.0.0.1:8642/users/7", status: status, failure: failure, duration: .milliseconds(84),
            attemptCount: attempts, responseLength: 1200, note: note)
    }

    /// The exchange of a row, with a body of JSON.
    static func past(_ row: HistoryRow, body: String = #"{"price": 10}"#) -> PastExchange {
        let request = Exchange.SentRequest(
            method: .get, url: row.url,
            headers: HeaderFields([HeaderField("Authorization", "Bearer {{token}}"), HeaderField("X-Trace", "on")]))
        var kept = StoredExchange(
            id: row.id, origin: row.origin, source: row.source, sentAt: row.sentAt,
            exchange: Exchange(request: request, startedAt: row.sentAt, duration: row.duration))
        kept.markers = [SecretPlaceholder(name: "token", place: .header(0), offset: 7, spelling: .plain)]
        kept.head = row.status.map {
            ResponseHead(status: $0, headers: HeaderFields([HeaderField("Content-Type", "application/json")]))
        }
        kept.failure = row.failure
        return PastExchange(kept, responseBody: row.status == nil ? nil : BodyStore(Array(body.utf8)))
    }

    mutating func press(_ keys: KeyStroke...) { for key in keys { take(state.press(key)) } }
    mutating func type(_ text: String) { take(state.type(text)) }

    mutating func handle(_ event: Event) { take(update(&state, event)) }

    /// The orders to the history, in order.
    var orders: [HistoryOrder] {
        effects.compactMap { if case .history(let order) = $0.order { order } else { nil } }
    }

    var changes: [HistoryChange] {
        effects.compactMap { if case .changeHistory(let change, _) = $0.order { change } else { nil } }
    }

    /// The orders to send again.
    var replays: [ReplayOrder] {
        effects.compactMap { if case .replay(let order, _) = $0.order { order } else { nil } }
    }

    var comparisons: [DifferenceOrder] {
        effects.compactMap { if case .difference(let order, _) = $0.order { order } else { nil } }
    }

    /// Ends the replay under way, with a response or a failure.
    mutating func finishReplay(as id: UUID, failure: RecordedFailure? = nil) {
        guard let effect = effects.last(where: { if case .replay = $0.order { true } else { false } }) else { return }
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:8642/users/7", headers: [])
        let record = RecordedExchange(
            id: id, exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
            sentAt: Explorers.start, failure: failure)
        let steps: [SendProgress] =
            failure == nil
            ? [.receiving(ResponseHead(status: 200, headers: []), BodyStore("{}".utf8)), .finished(record)]
            : [.finished(record)]
        for step in steps { handle(effect.reply(step)) }
    }

    mutating func refuseReplay(_ refusal: SendRefusal) {
        guard let effect = effects.last(where: { if case .replay = $0.order { true } else { false } }) else { return }
        handle(effect.reply(SendProgress.refused(refusal)))
    }

    /// Does what was ordered as the history of this scene would.
    private mutating func take(_ new: [Effect]) {
        effects += new
        for effect in new {
            switch effect.order {
            case .history(let order): event(of: order).map { take(update(&state, $0)) }
            case .changeHistory(let change, let reply): take(update(&state, reply(apply(change))))
            default: break
            }
        }
    }

    private func event(of order: HistoryOrder) -> Event? {
        switch order {
        case .list(let filter, let limit, let marked, let reply):
            let meant = rows.filter { row in filter.terms.allSatisfy { Self.holds($0, of: row) } }
            var page = HistoryPage(rows: Array(meant.prefix(limit)), total: meant.count)
            page.gone = Set(marked.filter { id in !rows.contains { $0.id == id } })
            return reply(page)
        case .recall(let path, let environment, let reply):
            let last = rows.first { $0.origin.requestPath == path.text && $0.origin.environment == environment }
            return reply(last.map { Self.past($0) })
        case .recallOutcomes(let environment, let reply):
            let meant = rows.filter { $0.origin.collection == "/sample" && $0.origin.environment == environment }
            let pairs = meant.compactMap { row in row.origin.requestPath.map { (ItemPath($0), SendOutcome(row)) } }
            return reply(Dictionary(pairs) { newest, _ in newest })
        case .open(let id, let reply): return rows.first { $0.id == id }.map { reply(.success(Self.past($0))) }
        }
    }

    private mutating func apply(_ change: HistoryChange) -> StatusMessage {
        switch change {
        case .pin(let ids, let isPinned):
            for index in rows.indices where ids.contains(rows[index].id) { rows[index].isPinned = isPinned }
            return StatusMessage(.info, "Pinned.")
        case .note(let id, let text):
            for index in rows.indices where rows[index].id == id { rows[index].note = text }
            return StatusMessage(.info, "Noted.")
        case .delete(let ids):
            rows.removeAll { ids.contains($0.id) }
            return StatusMessage(.info, "Deleted.")
        case .makeSet: return StatusMessage(.info, "Kept as a set.")
        }
    }

    /// Whether a term holds, for the tests that these screens ask for.
    private static func holds(_ term: HistoryFilter.Term, of row: HistoryRow) -> Bool {
        switch term.test {
        case .sent(let path, let collection): row.origin.requestPath == path && row.origin.collection == collection
        case .status(let range): row.status.map(range.contains) ?? false
        default: true
        }
    }

    /// The lines of the screen that hold a text.
    func lines(with text: String) -> [String] {
        state.screen.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }
}

import BodyStore
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

@testable import Explorer

/// The orders of a series on a made-up screen, and the replies of a test.
extension HistoryScene {
    /// The sends of the series, in order.
    var seriesSends: [Effect] { effects.filter { $0.key == .series && $0.isSend } }

    var replayedIDs: [HistoryRow.ID] {
        seriesSends.compactMap { if case .replay(let order, _) = $0.order { order.id } else { nil } }
    }

    var seriesOrders: [SendOrder] {
        seriesSends.compactMap { if case .send(let order, _) = $0.order { order } else { nil } }
    }

    var judgements: [DifferenceOrder.Subject] {
        effects.compactMap { if case .judge(let order, _) = $0.order { order.subject } else { nil } }
    }

    var keptSeries: [SeriesSet] {
        effects.compactMap { if case .keepSeries(let set, _) = $0.order { set } else { nil } }
    }

    /// Replies to the last question which secrets have no value.
    mutating func plan(_ needs: [HistoryRow.ID: [SeriesNeed]] = [:]) {
        guard let effect = effects.last(where: { $0.key == .seriesPlan }) else { return }
        handle(effect.reply(ReplayPlanning.planned(needs)))
    }

    /// Ends the send that is under way.
    @discardableResult
    mutating func respondToSeries(
        _ status: Int? = 200, in duration: Duration = .milliseconds(84), failure: RecordedFailure? = nil,
        captures: [RecordedCapture] = []
    ) -> UUID {
        let id = UUID()
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:8642/users/7", headers: [])
        var record = RecordedExchange(
            id: id, exchange: Exchange(request: request, startedAt: Explorers.start, duration: duration),
            origin: .init(collection: "/sample", requestPath: "users/get.yml", environment: "local"),
            sentAt: Explorers.start, head: status.map { ResponseHead(status: $0, headers: []) }, failure: failure)
        record.captures = captures
        report(.finished(record))
        return id
    }

    mutating func report(_ progress: SendProgress) {
        guard let effect = seriesSends.last else { return }
        handle(effect.reply(progress))
    }

    mutating func judge(_ kind: SeriesVerdict.Kind, _ words: String? = nil) {
        guard let effect = effects.last(where: { $0.key == .seriesVerdict }) else { return }
        let verdict = SeriesVerdict(kind, words ?? kind.rawValue)
        handle(effect.reply(verdict as SeriesVerdict?))
    }

    mutating func keepSet(as name: String) {
        guard let effect = effects.last(where: { $0.key == .seriesSet }) else { return }
        handle(effect.reply(name as String?))
    }

    mutating func wait(_ seconds: Double) { handle(.tick(state.now.addingTimeInterval(seconds))) }
}

extension Effect {
    fileprivate var isSend: Bool {
        switch order {
        case .send, .replay: true
        default: false
        }
    }
}

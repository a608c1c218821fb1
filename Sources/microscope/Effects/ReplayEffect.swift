import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Sends a request of the history again as it was, its secrets put back from where they came from.
struct ReplayEffect {
    let runner: Late<CollectionRunner>
    let collectionRoot: String
    let environment: [String: String]
    let history: HistoryKeeper
    let post: @Sendable (Event) -> Void

    func start(_ order: ReplayOrder, _ effect: Effect) -> Cancellation {
        let (key, generation) = (effect.key, effect.generation)
        let progress = { @Sendable [post] (step: SendProgress) in
            post(.effect(key, generation: generation, .send(step)))
        }
        let over = history.expect()
        let task = Task { [self] in
            defer { over() }
            progress(.started(Date()))
            do {
                let ready = try await OwnThread.run { try prepare(order) }
                let logged = LoggedSend(effect, request: order.send.path)
                let record = await LoggedSend.$current.withValue(logged) {
                    await runner.value.replay(ready.request, ready.terms) { event in
                        if case .exchange(let event) = event { logged.note(event) }
                        for step in event.steps { progress(step) }
                    }
                }
                let isKept = order.send.collection.keepsHistory(of: order.send.path, in: order.send.environmentName)
                history.keep(record, isWanted: isKept, source: .replay(of: order.id))
                progress(.finished(record))
            } catch {
                progress(.refused(error as? SendRefusal ?? .cancelled))
            }
        }
        return Cancellation(cancel: { task.cancel() })
    }

    private struct Ready {
        let request: Refilling
        let terms: ReplayTerms
    }

    /// - Throws: ``SendRefusal``.
    private func prepare(_ order: ReplayOrder) throws(SendRefusal) -> Ready {
        guard let store = history.store.value else { throw .failed("there is no history: the log (4) says why.") }
        do {
            guard let past = try HistoryEffect.past(order.id, in: store) else {
                throw SendRefusal.failed("the exchange is gone: it was deleted meanwhile.")
            }
            let body = past.kept.requestBody
            guard body?.isCut != true, body == nil || past.requestBody != nil else {
                throw SendRefusal.failed("its body is not kept whole: s sends the request as it is now.")
            }
            return try ready(past, order, isOwn: isOwn(past.kept, order, in: store))
        } catch let refusal as SendRefusal {
            throw refusal
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Whether it was sent of the very request that it is replayed for, and not said by somebody else's file, replays of such included: only then
    /// may what the request knows go along.
    private func isOwn(_ kept: KeptExchange, _ order: ReplayOrder, in store: HistoryStore) throws -> Bool {
        guard kept.origin.collection == collectionRoot, kept.origin.requestPath == order.send.path.text else {
            return false
        }
        var source = kept.source
        for _ in 0..<Self.longestChain {
            switch source {
            case .screen, .commandLine: return true
            case .imported: return false
            case .replay(let id):
                guard let original = try store.row(id) else { return false }
                source = original.source
            }
        }
        return false
    }

    private static let longestChain = 1000

    private func ready(_ past: PastExchange, _ order: ReplayOrder, isOwn: Bool) throws -> Ready {
        let preparation = SendPreparation(root: URL(fileURLWithPath: collectionRoot), environment: environment)
        let origin = past.kept.origin
        let sending = ScreenSend(order.send, preparation, origin, environment) { _ in }
        // What it needs from outside and nobody has agreed to stays away: a person is asked for the value then.
        let made = isOwn ? try? sending.rendered() : nil
        let values = ReplayValues(past.kept, given: order.values, rendered: made?.request)
        let request = try Refilling(past.kept, body: past.requestBody, spillDirectory: history.spillDirectory) {
            values[$0]
        }
        if let marker = request.missing.first(where: { values[$0] != nil }) {
            throw SendRefusal.failed(
                "\(marker.name) cannot be written again as it was: s sends the request as it is now.")
        }
        guard request.missing.isEmpty else {
            throw SendRefusal.unfilled(Set(request.missing.map(\.name)).sorted())
        }
        let terms = try ReplayTerms(past.kept, values, checks: made?.checks, files: preparation.files)
        return Ready(request: request, terms: terms)
    }
}

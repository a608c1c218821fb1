import CollectionFiles
import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// Sends a request of the history again as it was, its secrets put back from where they came from.
struct ReplayEffect {
    let runner: LazyValue<CollectionRunner>
    let cookies: CookieJars
    let collectionRoot: String
    let environment: [String: String]
    let history: HistoryRecorder
    let post: @Sendable (Event) -> Void

    func start(_ order: ReplayOrder, _ reply: Reply<SendProgress>) -> Cancellation {
        let progress = { @Sendable [post] (step: SendProgress) in post(reply(step)) }
        let over = history.expect()
        let task = Background.task { [self] in
            defer { over() }
            progress(.started(Date()))
            do {
                let ready = try await BlockingWork.run { try prepare(order, progress) }
                let logged = LoggedSend(order.send.path, of: collectionRoot, generation: reply.generation)
                let secrets = ready.request.secrets.union(ready.terms.secrets)
                logged.note(secrets)
                progress(.made(secrets))
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

    /// - Throws: ``SendRefusal``.
    private func prepare(
        _ order: ReplayOrder, _ progress: @escaping @Sendable (SendProgress) -> Void
    ) throws(SendRefusal) -> ReplayPreparation.Ready {
        do {
            let preparation = try preparedStore()
            let past = try preparation.past(order.id)
            let today =
                try preparation.isOwn(past.kept, requestPath: order.send.path.text) ? today(order, progress) : nil
            let filled = try preparation.filled(past, given: order.values, today: today)
            return try preparation.ready(filled, files: sending.files)
        } catch let refusal as SendRefusal {
            throw refusal
        } catch {
            throw .failed(ErrorWords.text(of: error))
        }
    }

    private func preparedStore() throws(SendRefusal) -> ReplayPreparation {
        guard let store = history.store.value else { throw .failed("there is no history: \(history.absence).") }
        return ReplayPreparation(store: store, collectionRoot: collectionRoot, spillDirectory: history.spillDirectory)
    }

    private var sending: SendPreparation {
        SendPreparation(root: URL(fileURLWithPath: collectionRoot), environment: environment)
    }

    /// Returns the request as it is now, without what it needs from outside and nobody has agreed to: the user is asked for the value then.
    private func today(_ order: ReplayOrder, _ progress: @escaping @Sendable (SendProgress) -> Void) -> RequestToday? {
        let origin = RecordedExchange.Origin(
            collection: collectionRoot, requestPath: order.send.path.text, environment: order.send.environmentName)
        return try? ScreenSend(order.send, sending, origin, environment, scripts: nil, progress)
            .today(cookies: cookies.use(in: order.send.environmentName))
    }

    // MARK: - Several

    /// Finds the markers without a value; a request is rendered once for all of its exchanges.
    func plan(_ orders: [ReplayOrder], _ reply: Reply<ReplayPlanning>) -> Cancellation {
        let task = Background.task { [self] in
            let found = try? await BlockingWork.run {
                needs(of: orders) { step in if case .supplied(let supply) = step { post(reply(.supplied(supply))) } }
            }
            post(reply(.planned(found ?? [:])))
        }
        return Cancellation(cancel: { task.cancel() })
    }

    /// Returns the needs of orders. An order that cannot be read has none: sending it says why.
    private func needs(
        of orders: [ReplayOrder], _ progress: @escaping @Sendable (SendProgress) -> Void
    ) -> [HistoryRow.ID: [SeriesNeed]] {
        guard let preparation = try? preparedStore() else { return [:] }
        var known: [RequestPlace: RequestToday?] = [:]
        var needs: [HistoryRow.ID: [SeriesNeed]] = [:]
        for order in orders {
            guard let past = try? preparation.past(order.id) else { continue }
            var own: RequestToday?
            if (try? preparation.isOwn(past.kept, requestPath: order.send.path.text)) == true {
                let place = RequestPlace(path: order.send.path, environment: order.send.environmentName)
                own = known[place] ?? today(order, progress)
                known[place] = .some(own)
            }
            needs[order.id] = (try? preparation.filled(past, given: order.values, today: own))?.needs
        }
        return needs
    }

    private struct RequestPlace: Hashable {
        let path: ItemPath
        let environment: String?
    }
}

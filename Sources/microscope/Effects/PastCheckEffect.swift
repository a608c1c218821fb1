import CollectionRunner
import ExchangeStore
import Exchanges
import Explorer
import Foundation
import MicroClient
import OpenCollection

/// Judges exchanges of the history by the assertions that their requests have now, on a thread of its own: nothing is sent.
struct PastCheckEffect {
    private let root: URL
    private let environment: [String: String]
    private let history: HistoryRecorder
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.checks")

    init(
        root: URL, environment: [String: String], history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void
    ) {
        (self.root, self.environment, self.history, self.post) = (root, environment, history, post)
    }

    /// Judges exchanges. Once it is cancelled, nothing more is judged or reported.
    func start(_ order: PastCheckOrder, _ reply: Reply<[PastCheck]>) -> Cancellation {
        let isCancelled = Locked(false)
        queue.async { [self] in
            // What was just sent may still be on its way.
            history.settle()
            var checks: [PastCheck] = []
            for id in order.ids {
                checks.append(PastCheck(id, outcome(of: id, order) { isCancelled.withLock { $0 } }))
                guard !isCancelled.withLock({ $0 }) else { return }
            }
            post(reply(checks))
        }
        return Cancellation(cancel: { isCancelled.withLock { $0 = true } })
    }

    private func outcome(
        of id: HistoryRow.ID, _ order: PastCheckOrder, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> PastCheck.Outcome {
        guard let store = history.store.value else { return .skipped("there is no history: \(history.absence).") }
        do {
            guard let past = try HistoryEffect.past(id, in: store) else {
                return .skipped("it is not in the history (any more).")
            }
            return judged(past, order, isCancelled)
        } catch {
            return .skipped("the history cannot be read: \(ErrorWords.text(of: error))")
        }
    }

    private func judged(
        _ past: PastExchange, _ order: PastCheckOrder, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> PastCheck.Outcome {
        let origin = past.kept.origin
        guard origin.collection == root.path, let path = origin.requestPath.map({ ItemPath($0) }) else {
            return .skipped("it belongs to no request of this collection.")
        }
        guard let response = StoredResponse(past.kept, body: past.responseBody) else {
            return .skipped("it has no complete response.")
        }
        var send = order.send
        if let name = origin.environment, !send.collection.environments.contains(where: { $0.name == name }) {
            return .skipped("the collection has no environment \(name) any more.")
        }
        guard let content = order.drafts[path] ?? send.collection.content(at: path, root) else {
            return .skipped("its request cannot be read any more.")
        }
        (send.path, send.content) = (path, content)
        // What was captured counts where it came from.
        if send.environmentName != origin.environment {
            (send.environmentName, send.captured, send.tokens) = (origin.environment, CapturedValues(), [])
        }
        let scopes = send.scopes(send.outside, root.path, environment)
        let checks = ResponseChecks(
            content.definition, at: path, in: send.collectionWithPolicies, scopes: scopes, queries: .own)
        let results = checks.results(of: response, isCancelled: isCancelled)
        return .judged(ChecksNow(assertions: results.assertions, captures: results.captures))
    }
}

import CollectionFiles
import ExchangeStore
import Exchanges
import Explorer
import Foundation

/// Compares two exchanges of the history for the screen, on a thread of its own.
///
/// Called on the main thread only.
final class DifferenceEffect {
    private let history: HistoryRecorder
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.differences")
    private var running: Cancellation?

    init(history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void) {
        self.history = history
        self.post = post
    }

    /// Starts a comparison, which replaces one that is running.
    func start(_ order: DifferenceOrder, _ reply: Reply<Result<ShownDifference, StatusMessage>>) {
        cancel()
        let flag = CancellationFlag()
        running = Cancellation { flag.raise() }
        queue.async { [history, post] in
            // What was just sent may still be on its way.
            guard !flag.isRaised else { return }
            history.settle()
            guard let result = Self.result(of: order, in: history, { flag.isRaised }) else { return }
            post(reply(result))
        }
    }

    /// Returns the message that a rule is not in `microscope.yaml`, with the reason.
    @Sendable static func words(notKept error: CollectionWriter.SaveError) -> String {
        "Not ignored: \(error). I tries again."
    }

    func cancel() {
        running?.cancel()
        running = nil
    }

    /// Returns the comparison; nil if cancelled.
    private static func result(
        of order: DifferenceOrder, in history: HistoryRecorder, _ isCancelled: () -> Bool
    ) -> Result<ShownDifference, StatusMessage>? {
        guard let store = history.store.value else {
            return .failure(
                StatusMessage(.warning, "There is no history to compare with: \(history.absence)."))
        }
        do {
            let rules = DifferenceRules(order.settings)
            if case .example(let example, let id) = order.subject {
                let past = try past(id, in: store, history)
                return ExampleVerdict.shown(past, example, rules: rules, isCancelled: isCancelled)
                    .map { .success($0) }
            }
            let (old, new) = try sides(of: order.subject, in: store, history)
            return ExchangeVerdict.shown(old, new, rules: rules, isCancelled: isCancelled).map { .success($0) }
        } catch let absence as Absence {
            return .failure(StatusMessage(.warning, absence.reason))
        } catch {
            return .failure(StatusMessage(.warning, store.trouble(error)))
        }
    }

    /// The reason that there is nothing to compare.
    private struct Absence: Error {
        let reason: String
    }

    private static func sides(
        of subject: DifferenceOrder.Subject, in store: HistoryStore, _ history: HistoryRecorder
    ) throws -> (PastExchange, PastExchange) {
        switch subject {
        case .pair(let old, let new): return (try past(old, in: store, history), try past(new, in: store, history))
        case .example(_, let id): return (try past(id, in: store, history), try past(id, in: store, history))
        case .before(let id):
            let new = try past(id, in: store, history)
            guard let old = try store.before(new.kept) else {
                throw Absence(reason: "The history has no earlier response to this request.")
            }
            return (try past(old.id, in: store, history), new)
        }
    }

    private static func past(
        _ id: HistoryRow.ID, in store: HistoryStore, _ history: HistoryRecorder
    ) throws -> PastExchange {
        if let past = try HistoryEffect.past(id, in: store) ?? history.held(id) { return past }
        throw Absence(reason: "\(HistoryAddress.shortText(of: id)) is not in the history (any more).")
    }
}

extension HistoryStore {
    /// Returns the exchange of the same request before this one: the last in the same environment, otherwise the last one; nil if there is none, or
    /// if it belongs to no request.
    func before(_ kept: StoredExchange) throws(SQLiteError) -> HistoryRow? {
        guard let path = kept.origin.requestPath, let collection = kept.origin.collection else { return nil }
        let all = HistoryFilter([.init(.sent(of: path, in: collection))])
        let same = HistoryFilter(all.terms + [.init(.environment(kept.origin.environment))])
        if let row = try rows(same, after: kept.id, limit: 1).first { return row }
        return try rows(all, after: kept.id, limit: 1).first
    }
}

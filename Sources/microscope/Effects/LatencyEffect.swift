import ExchangeStore
import Exchanges
import Explorer
import Foundation

/// Finds out for the screen how long the answers of a request took, on a thread of its own.
struct LatencyEffect {
    private let history: HistoryKeeper
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.latency")

    init(history: HistoryKeeper, post: @escaping @Sendable (Event) -> Void) {
        self.history = history
        self.post = post
    }

    func start(_ order: LatencyOrder, _ effect: Effect) {
        let (key, generation) = (effect.key, effect.generation)
        queue.async { [history, post] in
            // What was just sent may still be on its way.
            history.settle()
            post(.effect(key, generation: generation, Self.result(of: order, in: history)))
        }
    }

    private static func result(of order: LatencyOrder, in history: HistoryKeeper) -> EffectResult {
        guard let store = history.store.value else { return .noLatency("There is no history: \(history.absence).") }
        do throws(SQLiteError) {
            let (collection, request) = (order.collection, order.request.text)
            let samples = try store.samples(
                collection: collection, request: request, environment: .some(order.environment))
            let environments = try store.environments(collection: collection, request: request)
            return .latency(ShownLatency(order, environments: environments, LatencyReport(samples)))
        } catch {
            return .noLatency(store.trouble(error))
        }
    }
}

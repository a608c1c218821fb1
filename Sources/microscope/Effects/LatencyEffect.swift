import ExchangeStore
import Exchanges
import Explorer
import Foundation

/// Finds for the screen how long the responses of a request took, on a thread of its own.
struct LatencyEffect {
    private let history: HistoryRecorder
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.latency")

    init(history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void) {
        self.history = history
        self.post = post
    }

    func start(_ order: LatencyOrder, _ reply: Reply<Result<ShownLatency, StatusMessage>>) {
        queue.async { [history, post] in
            // What was just sent may still be on its way.
            history.settle()
            post(reply(Self.result(of: order, in: history)))
        }
    }

    private static func result(
        of order: LatencyOrder, in history: HistoryRecorder
    ) -> Result<ShownLatency, StatusMessage> {
        guard let store = history.store.value else {
            return .failure(StatusMessage(.warning, "There is no history: \(history.absence)."))
        }
        do throws(SQLiteError) {
            let (collection, request) = (order.collection, order.request.text)
            let samples = try store.samples(
                collection: collection, request: request, environment: .some(order.environment))
            let environments = try store.environments(collection: collection, request: request)
            return .success(ShownLatency(order, environments: environments, LatencyReport(samples)))
        } catch {
            return .failure(StatusMessage(.warning, store.trouble(error)))
        }
    }
}

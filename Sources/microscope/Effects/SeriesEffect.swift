import ExchangeStore
import Exchanges
import Explorer
import Foundation

/// Compares what a series sent, and keeps it as a set, on a thread of its own.
///
/// Called on the main thread only.
final class SeriesEffect {
    private let keeping: SeriesKeeping
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.series")
    private var running: Cancellation?

    init(history: HistoryRecorder, post: @escaping @Sendable (Event) -> Void) {
        keeping = SeriesKeeping(history: history)
        self.post = post
    }

    func judge(_ order: DifferenceOrder, _ reply: Reply<SeriesVerdict?>) {
        guard case .pair(let old, let new) = order.subject else { return }
        let flag = CancellationFlag()
        running = Cancellation { flag.raise() }
        queue.async { [keeping, post] in
            let verdict = keeping.verdict(on: new, comparedWith: old, order.settings) { flag.isRaised }
            post(reply(verdict))
        }
    }

    func keep(_ set: SeriesSet, _ reply: Reply<String?>) {
        queue.async { [keeping, post] in
            do throws(SQLiteError) {
                post(reply(try keeping.keep(set)))
            } catch {
                let words = "Not saved as a set: the history \(error.trouble) (\(error.message))."
                post(reply.show(StatusMessage(.error, words)))
            }
        }
    }

    /// Cancels the series, and waits until everything is kept, before the program ends.
    func finish() {
        running?.cancel()
        queue.sync {}
    }
}

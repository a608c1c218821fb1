import ExchangeStore
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

    init(history: HistoryKeeper, post: @escaping @Sendable (Event) -> Void) {
        keeping = SeriesKeeping(history: history)
        self.post = post
    }

    func judge(_ order: DifferenceOrder, _ effect: Effect) {
        guard case .pair(let old, let new) = order.subject else { return }
        let flag = Flag()
        running = Cancellation { flag.raise() }
        queue.async { [keeping, post] in
            let verdict = keeping.verdict(on: new, comparedWith: old, order.settings) { flag.isRaised }
            post(.effect(effect.key, generation: effect.generation, .judged(verdict)))
        }
    }

    func keep(_ set: SeriesSet, _ effect: Effect) {
        queue.async { [keeping, post] in
            let result: EffectResult
            do throws(SQLiteError) {
                result = .seriesKept(try keeping.keep(set))
            } catch {
                result = .message(
                    StatusMessage(.error, "It is no set: the history \(error.trouble) (\(error.message))."))
            }
            post(.effect(effect.key, generation: effect.generation, result))
        }
    }

    /// What is to be kept is, before the program ends.
    func finish() {
        running?.cancel()
        queue.sync {}
    }
}

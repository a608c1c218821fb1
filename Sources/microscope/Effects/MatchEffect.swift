import BodyStore
import BodyView
import Explorer
import Foundation

/// Finds matches in bodies, on threads of its own.
struct MatchEffect {
    let post: @Sendable (Event) -> Void
    /// The number of bytes to count before the screen is updated; few at first.
    private static let budgets = (first: 1 << 20, later: 8 << 20)

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    /// Counts until the body is finished and all of it is counted.
    func start(_ search: MatchSearch, _ reply: Reply<MatchCounts>) -> Cancellation {
        run(wakingWaitersOf: search.store) { isCancelled, post in
            var search = search
            var budget = Self.budgets.first
            while !isCancelled() {
                let known = search.count(budget: budget, isCancelled: isCancelled)
                let counts = search.counts
                guard !isCancelled() else { return }
                post(reply(counts))
                if counts.isComplete || counts.problem != nil { return }
                budget = Self.budgets.later
                if counts.countedBytes >= known || search.isWaiting {
                    search.store.wait(forMoreThan: known, unless: isCancelled)
                }
            }
        }
    }

    func start(_ step: MatchStep, _ reply: Reply<FoundMatch?>) -> Cancellation {
        run { isCancelled, post in
            let match = step.run(isCancelled: isCancelled)
            guard !isCancelled() else { return }
            post(reply(match))
        }
    }

    func start(_ search: MatchSearch, _ blocks: Set<Int>, _ reply: Reply<[Int: MatchBlock]>) -> Cancellation {
        run { _, post in post(reply(search.blocks(blocks))) }
    }

    private func run(
        wakingWaitersOf store: BodyStore? = nil,
        _ work: @escaping @Sendable (() -> Bool, @Sendable (Event) -> Void) -> Void
    ) -> Cancellation {
        let flag = CancellationFlag()
        let post = post
        Background.run { work({ flag.isRaised }, post) }
        return Cancellation { flag.raise(waking: store) }
    }
}

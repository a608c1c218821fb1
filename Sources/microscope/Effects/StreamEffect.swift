import BodyStore
import BodyView
import Explorer
import Foundation
import MicroClient

/// Finds the events of a stream while it grows, and looks through what came in pieces, on threads of its own.
struct StreamEffect {
    let post: @Sendable (Event) -> Void

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ store: BodyStore, _ reply: Reply<[Range<Int>]>) -> Cancellation {
        let flag = CancellationFlag()
        Background.run { [post] in
            var scanner = EventStreamScanner()
            while !flag.isRaised {
                let isFinished = store.isFinished
                let new = scanner.position..<min(store.count, scanner.position + Self.piece)
                if new.isEmpty, isFinished { return }
                let blocks = store.withBytes(in: new) { scanner.read($0) }
                if !blocks.isEmpty { post(reply(blocks)) }
                // Reports a few at a time, so that the screen goes on while much comes at once.
                store.wait(forMoreThan: scanner.position, unless: { flag.isRaised })
            }
        }
        return Cancellation { flag.raise(waking: store) }
    }

    /// The number of bytes to read before the screen is updated.
    private static let piece = 1 << 20

    func start(_ search: StreamSearch, _ store: BodyStore, _ reply: Reply<Int?>) -> Cancellation {
        let flag = CancellationFlag()
        Background.run { [post] in
            let row = search.run(
                isCancelled: { flag.isRaised }, bytes: { range, holds in store.withBytes(in: range) { holds($0) } })
            guard !flag.isRaised else { return }
            post(reply(row.map { search.blocks[$0].lowerBound }))
        }
        return Cancellation { flag.raise() }
    }
}

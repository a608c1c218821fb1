import BodyStore
import BodyView
import Explorer
import Foundation
import MicroClient

/// Looks for places in a body, on threads of its own: it may have to read all of it.
struct PlaceEffect {
    let post: @Sendable (Event) -> Void
    private let cachedAnchors = CachedAnchors()

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ search: BodySearch, _ reply: Reply<BodyFinding>) -> Cancellation {
        run(reply) { [cachedAnchors] isCancelled in
            var search = search
            cachedAnchors[search.document.store].map { search.follow($0) }
            let finding = search.run(isCancelled: isCancelled)
            cachedAnchors[search.document.store] = search.anchors
            return finding
        }
    }

    func start(_ levels: BodyLevels, _ reply: Reply<BodyLevels.Folded>) -> Cancellation {
        run(reply) { levels.run(isCancelled: $0) }
    }

    func start(_ refolding: BodyRefolding, _ reply: Reply<BodyRefolding.Refolded>) -> Cancellation {
        run(reply) { refolding.run(isCancelled: $0) }
    }

    func start(_ comparison: BodyComparison, _ reply: Reply<BodyComparison.Compared>) -> Cancellation {
        run(reply) { comparison.run(isCancelled: $0) }
    }

    /// - Parameter work: The work, which returns nil if cancelled.
    private func run<Outcome>(
        _ reply: Reply<Outcome>, _ work: @escaping @Sendable (() -> Bool) -> Outcome?
    ) -> Cancellation {
        let flag = CancellationFlag()
        Background.run { [post] in if let outcome = work({ flag.isRaised }) { post(reply(outcome)) } }
        return Cancellation { flag.raise() }
    }
}

/// The anchors of the last body, so that moving on before a search is over does not begin it again.
private final class CachedAnchors: Sendable {
    private struct Entry {
        weak var store: BodyStore?
        var anchors = BodyAnchors()
    }
    private let kept = Locked(Entry())

    /// The anchors of a body; nil if it is not the last one. Setting fewer than are stored changes nothing.
    subscript(store: BodyStore) -> BodyAnchors? {
        get { kept.withLock { $0.store === store ? $0.anchors : nil } }
        set {
            kept.withLock { kept in
                if kept.store !== store { kept = Entry(store: store) }
                if let newValue, newValue.isLonger(than: kept.anchors) { kept.anchors = newValue }
            }
        }
    }
}

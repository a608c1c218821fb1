import BodyStore
import BodyView
import Explorer
import Foundation
import MicroClient

/// Looks for places in a body, on threads of its own: it may have to read all of it.
struct PlaceEffect {
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.places", attributes: .concurrent)
    private let trails = KeptTrail()

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ search: BodySearch, _ effect: Effect) -> Cancellation {
        run(effect) { [trails] isCancelled in
            var search = search
            trails[search.document.store].map { search.follow($0) }
            let finding = search.run(isCancelled: isCancelled)
            trails[search.document.store] = search.trail
            return finding.map { .found($0, search.goal, in: search.document.store) }
        }
    }

    func start(_ levels: BodyLevels, _ effect: Effect) -> Cancellation {
        run(effect) { isCancelled in
            levels.run(isCancelled: isCancelled).map { .folded($0, in: levels.document.store) }
        }
    }

    func start(_ refolding: BodyRefolding, _ effect: Effect) -> Cancellation {
        run(effect) { isCancelled in
            refolding.run(isCancelled: isCancelled).map { .refolded($0, in: refolding.document.store) }
        }
    }

    func start(_ comparison: BodyComparison, _ effect: Effect) -> Cancellation {
        run(effect) { isCancelled in
            comparison.run(isCancelled: isCancelled).map { .compared($0, in: comparison.new.store) }
        }
    }

    private func run(_ effect: Effect, _ work: @escaping @Sendable (() -> Bool) -> EffectResult?) -> Cancellation {
        let flag = Flag()
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async {
            guard let result = work({ flag.isRaised }) else { return }
            post(.effect(key, generation: generation, result))
        }
        return Cancellation { flag.raise() }
    }
}

/// How far the last body was walked: whoever moves on before a search is over does not begin anew.
private final class KeptTrail: Sendable {
    private struct Kept {
        weak var store: BodyStore?
        var trail = BodyTrail()
    }
    private let kept = Locked(Kept())

    /// Nil for another body than the last; a shorter one than there is changes nothing.
    subscript(store: BodyStore) -> BodyTrail? {
        get { kept.withLock { $0.store === store ? $0.trail : nil } }
        set {
            kept.withLock { kept in
                if kept.store !== store { kept = Kept(store: store) }
                if let newValue, newValue.isLonger(than: kept.trail) { kept.trail = newValue }
            }
        }
    }
}

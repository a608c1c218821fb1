import BodyView
import Explorer
import Foundation

/// Looks for places in a body, on threads of its own: it may have to read all of it.
struct PlaceEffect {
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.places", attributes: .concurrent)

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ search: BodySearch, _ effect: Effect) -> Cancellation {
        run(effect) { isCancelled in
            var search = search
            return search.run(isCancelled: isCancelled).map { .found($0, search.goal, in: search.document.store) }
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

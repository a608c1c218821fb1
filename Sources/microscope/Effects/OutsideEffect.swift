import Explorer
import Foundation
import OpenCollection

/// Lists what a collection could do outside of itself, on a thread of its own: it reads every file of the collection.
struct OutsideEffect {
    private let listing: @Sendable () -> OutsideListing
    private let queue = DispatchQueue(label: "microscope.outside")
    private let post: @Sendable (Event) -> Void

    init(root: URL, environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        listing = { OutsideListing(root: root, environment: environment) }
        self.post = post
    }

    /// - Parameter change: made first; nil: none.
    func start(_ change: OutsideChange?, _ effect: Effect) {
        let (listing, post, key, generation) = (listing, post, effect.key, effect.generation)
        queue.async {
            let result: EffectResult
            do {
                let listing = listing()
                switch change {
                case .agree(let uses):
                    try listing.agree(to: uses)
                    result = .agreedToOutside(uses)
                case .forget:
                    try listing.forget()
                    result = .outside(try listing.uses())
                case nil: result = .outside(try listing.uses())
                }
            } catch {
                result = .message(StatusMessage(.error, ErrorWords.text(of: error)))
            }
            post(.effect(key, generation: generation, result))
        }
    }
}

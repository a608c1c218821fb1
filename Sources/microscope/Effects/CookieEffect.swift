import CollectionRunner
import Exchanges
import Explorer
import Foundation

/// Reads and changes the cookies of environments.
struct CookieEffect {
    let jars: CookieJars
    let queue: DispatchQueue
    let post: @Sendable (Event) -> Void

    /// - Parameter change: nil: they are read only.
    func start(_ change: CookieChange?, _ environment: String?, _ effect: Effect) {
        let (jars, post, key, generation) = (jars, post, effect.key, effect.generation)
        queue.async {
            let cookies = change.map { jars.apply($0, to: environment) } ?? jars.contents(of: environment)
            post(.effect(key, generation: generation, .cookies(cookies, environment: environment)))
        }
    }
}

import CollectionRunner
import Exchanges
import Explorer
import Foundation

/// Reads and changes the cookies of environments.
struct CookieEffect {
    let jars: CookieJars
    let queue: DispatchQueue
    let post: @Sendable (Event) -> Void

    /// - Parameter change: The change; nil only reads them.
    func start(_ change: CookieChange?, _ environment: String?, _ reply: Reply<EnvironmentCookies>) {
        queue.async { [jars, post] in
            post(reply(change.map { jars.apply($0, to: environment) } ?? jars.contents(of: environment)))
        }
    }
}

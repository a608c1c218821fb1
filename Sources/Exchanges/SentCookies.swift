import Foundation
import MicroClient

extension EnvironmentCookies {
    /// Those that a request to this URL carries.
    package func sent(to url: String) -> [Cookie] {
        guard isOn, !cookies.isEmpty, let url = URL(string: url) else { return [] }
        return CookieJar(cookies, clock: .standing).cookies(for: url)
    }
}

extension Exchange {
    /// Cookies that were set on the way to its answer, and by that.
    package var cookiesSet: Set<CookieIdentity> {
        let jar = CookieJar(clock: .standing)
        for hop in attempts.flatMap(\.hops) {
            guard let head = hop.response, let url = URL(string: hop.request.url) else { continue }
            jar.receive(head.headers.values(for: "Set-Cookie"), from: url)
        }
        return Set(jar.cookies.map(CookieIdentity.init))
    }
}

extension ClientClock {
    /// Before every end: what is over has left the environment's jar already.
    fileprivate static var standing: ClientClock {
        var clock = live
        clock.now = { .distantPast }
        return clock
    }
}

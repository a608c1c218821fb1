import Foundation
import MicroClient

extension EnvironmentCookies {
    /// Returns the cookies that a request to this URL carries.
    package func sent(to url: String) -> [Cookie] {
        guard isOn, !cookies.isEmpty, let url = URL(string: url) else { return [] }
        return CookieJar(cookies, clock: .frozen).cookies(for: url)
    }
}

extension Exchange {
    /// The cookies that were set by the final response and by those before it.
    package var cookiesSet: Set<CookieIdentity> {
        let jar = CookieJar(clock: .frozen)
        for hop in attempts.flatMap(\.hops) {
            guard let head = hop.response, let url = URL(string: hop.request.url) else { continue }
            jar.receive(head.headers.values(for: "Set-Cookie"), from: url)
        }
        return Set(jar.cookies.map(CookieIdentity.init))
    }
}

extension ClientClock {
    /// A clock at the beginning of time: cookies that have expired were removed from the environment's jar already.
    fileprivate static var frozen: ClientClock {
        var clock = live
        clock.now = { .distantPast }
        return clock
    }
}

import Exchanges
import Foundation
import MicroClient
import OpenCollection

extension EnvironmentCookies {
    /// Those that a request to this URL carries.
    func sent(to url: String) -> [Cookie] {
        guard isOn, !cookies.isEmpty, let url = URL(string: url) else { return [] }
        return CookieJar(cookies, clock: .standing).cookies(for: url)
    }
}

extension Exchange {
    /// Cookies that were set on the way to its answer, and by that.
    var cookiesSet: Set<CookieIdentity> {
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

extension RenderedRequest {
    /// With the header that the jar makes when it is sent: the names, since values are credentials.
    func adding(_ cookies: EnvironmentCookies?) -> RenderedRequest {
        let names = cookies?.sent(to: url).map(\.name) ?? []
        guard !names.isEmpty else { return self }
        var header = RenderedHeader("Cookie", names.joined(separator: ", "), origin: .cookieJar, isAutomatic: true)
        header.isMadeWhenSent = true
        var copy = self
        let end = copy.headers.firstIndex { $0.origin == .connection } ?? copy.headers.endIndex
        copy.headers.insert(header, at: end)
        return copy
    }
}

import Exchanges
import OpenCollection

extension RenderedRequest {
    /// Returns the request with the cookie header that the jar adds on sending; only names, since values are credentials.
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

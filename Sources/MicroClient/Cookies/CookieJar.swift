import Foundation

/// A store of the cookies that servers set, which sends each with the requests that it belongs to.
///
/// One jar serves one client or several; each hop of a redirect gets the cookies of its own URL. A jar is in memory only; to save it, store
/// its ``cookies``, which are `Codable`, and create the next jar from them.
/// - Source: RFC 6265. Of its successor, draft-ietf-httpbis-rfc6265bis, only what is safer: the prefixes `__Host-` and `__Secure-`, no
///   secure cookies set or replaced over plain http, no control characters.
public final class CookieJar: Sendable {
    private let store: Locked<CookieStore>
    private let clock: ClientClock

    /// Creates a jar.
    ///
    /// - Parameters:
    ///   - cookies: The first cookies; those that have expired, or could not be sent, are left out.
    ///   - limits: The largest number of cookies, and the largest size of each.
    ///   - clock: The clock for the expiry of cookies.
    ///   - isPublicSuffix: Returns whether a domain, in lower case and ASCII, is one for all of which no cookie may be set. Called only for the
    ///     `Domain` attribute of a cookie. Default: nil, the list of https://publicsuffix.org as of the library's release.
    public init(
        _ cookies: [Cookie] = [], limits: CookieJar.Limits = CookieJar.Limits(), clock: ClientClock = .live,
        isPublicSuffix: (@Sendable (String) -> Bool)? = nil
    ) {
        self.clock = clock
        var store = CookieStore(limits: limits, isPublicSuffix: isPublicSuffix ?? PublicSuffixes.contains)
        let now = clock.now()
        for cookie in cookies { store.set(cookie, at: now) }
        self.store = Locked(store)
    }

    /// Every cookie that has not expired, the oldest first, session cookies included.
    public var cookies: [Cookie] {
        let now = clock.now()
        return store.withLock { $0.cookies(at: now) }
    }

    /// Returns the cookies that a request to this URL would carry, in the order in which they would be sent.
    public func cookies(for url: URL) -> [Cookie] {
        guard let place = CookiePlace(url.absoluteString) else { return [] }
        let now = clock.now()
        return store.withLock { $0.cookies(for: place, at: now) }
    }

    /// Adds a cookie, replacing one with the same name, domain and path. Neither its domain nor its prefix is checked.
    ///
    /// - Returns: False if the cookie could never be sent (control characters or `;` in it, `=` in the name, a path without `/`) or is longer
    ///   than the limits allow.
    @discardableResult
    public func set(_ cookie: Cookie) -> Bool {
        let now = clock.now()
        return store.withLock { $0.set(cookie, at: now) } == nil
    }

    /// Adds the cookies of `Set-Cookie` fields as if they came in a response to a request for this URL, by the rules of RFC 6265.
    public func receive(_ fields: [String], from url: URL) { receive(fields, from: url.absoluteString) }

    /// Removes the cookie with this one's name, domain and path.
    public func remove(_ cookie: Cookie) { removeAll { $0.isSame(as: cookie) } }

    /// Removes the cookies that a closure selects.
    ///
    /// - Parameter isUnwanted: Returns whether to remove a cookie. It runs while the jar is locked, so it must not use the jar.
    public func removeAll(where isUnwanted: (Cookie) -> Bool) { store.withLock { $0.remove(where: isUnwanted) } }

    /// Empties the jar.
    public func removeAll() { removeAll { _ in true } }

    /// Ends the session: removes every cookie without an expiry date.
    public func removeSessionCookies() { removeAll { $0.expiresAt == nil } }
}

extension CookieJar {
    func receive(_ fields: [String], from url: String) {
        receive(fields.map { HeaderField("Set-Cookie", $0) }, from: url)
    }

    private func receive(_ fields: [HeaderField], from url: String) {
        guard !fields.isEmpty, let place = CookiePlace(url) else { return }
        let now = clock.now()
        store.withLock { store in
            for field in fields { store.receive(field.value, isLatin1: field.bytes != nil, from: place, at: now) }
        }
    }

    /// Returns the request with the cookies for its URL, after those that it has itself; of two with one name only the jar's.
    package func adding(to request: WireRequest) -> WireRequest {
        guard !store.withLock({ $0.isEmpty }), let place = CookiePlace(request.url) else { return request }
        let now = clock.now()
        let kept = store.withLock { $0.send(to: place, at: now) }
        guard !kept.isEmpty else { return request }
        var request = request
        let pairs = request.headers.cookiePairs(besides: kept.map(\.pair)) + kept.map(\.pair)
        request.headers.set("Cookie", bytes: Array(pairs.joined(separator: "; ".utf8)))
        return request
    }

    /// Returns a closure that stores the cookies of the responses to a request.
    func taking(from request: WireRequest) -> @Sendable (ResponseHead) -> Void {
        { [url = request.url] head in self.take(head, from: url) }
    }

    /// The cookies of a proxy's refusal are ignored: the server never saw the request.
    private func take(_ head: ResponseHead, from url: String) {
        guard head.status != 407, head.headers.contains(named: "Set-Cookie") else { return }
        receive(head.headers.filter { $0.isNamed("Set-Cookie") }, from: url)
    }
}

extension HeaderFields {
    /// Returns the pairs of the `Cookie` fields, without those that have the name of another.
    fileprivate func cookiePairs(besides others: [[UInt8]]) -> [[UInt8]] {
        let names = Set(others.map { $0.prefix { $0 != 0x3D } })
        return filter { $0.isNamed("Cookie") }.flatMap { $0.valueBytes.split(separator: 0x3B) }.map(
            \.trimmingSpacesAndTabs
        )
        .filter { !$0.isEmpty && !names.contains($0.prefix { $0 != 0x3D }.trimmingSpacesAndTabs) }.map(Array.init)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpacesAndTabs: ArraySlice {
        let rest = drop { $0 == 0x20 || $0 == 0x09 }
        return rest[..<(rest.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? rest.startIndex)]
    }
}

extension CookieJar {
    /// Whether one send uses a jar, and which.
    public enum Use: Sendable {
        /// No jar: no cookie is sent or kept.
        case off
        /// A jar whose cookies are sent, and which keeps what servers set.
        case jar(CookieJar)

        package var jar: CookieJar? {
            if case .jar(let jar) = self { return jar }
            return nil
        }
    }
}

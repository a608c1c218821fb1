import Foundation

extension CookieJar {
    /// The limits of a jar. When there are too many cookies the least recently used are removed; a cookie that is too long is rejected.
    ///
    /// - Source: RFC 6265, section 6.1; the defaults are at least its minimums.
    public struct Limits: Sendable, Hashable {
        /// The largest number of cookies for a domain. Default: 180, as in browsers.
        public var cookiesPerDomain = 180
        /// The largest number of cookies in the jar. Default: 3000.
        public var cookies = 3000
        /// The largest size of a cookie's name and value together, in bytes. Default: 4096.
        public var bytesOfCookie = 4096

        /// Creates the default limits.
        public init() {}
    }
}

/// The cookies of a jar as a value, and the rules for storing, removing and sending them.
///
/// - Source: RFC 6265, sections 5.3 and 5.4. From draft-ietf-httpbis-rfc6265bis: the two name prefixes, and that a cookie received over
///   plain http is never secure and never replaces a secure one.
struct CookieStore: Sendable {
    /// The reason why a cookie was not stored.
    enum Refusal: Error {
        case malformed, tooLong, foreignDomain, publicSuffix, secureOverPlainHTTP, wrongForItsPrefix
    }

    private struct StoredCookie: Sendable {
        var cookie: Cookie
        /// A number that orders cookies created at the same instant.
        var serial: Int

        func isSent(before other: StoredCookie) -> Bool {
            let length = cookie.path.utf8.count
            let otherLength = other.cookie.path.utf8.count
            if length != otherLength { return length > otherLength }
            return (cookie.createdAt, serial) < (other.cookie.createdAt, other.serial)
        }
    }

    var limits = CookieJar.Limits()
    let isPublicSuffix: @Sendable (String) -> Bool
    private var domains: [String: [StoredCookie]] = [:]
    private var count = 0
    private var nextSerial = 0

    init(limits: CookieJar.Limits = CookieJar.Limits(), isPublicSuffix: @escaping @Sendable (String) -> Bool) {
        self.limits = limits
        self.isPublicSuffix = isPublicSuffix
    }

    var isEmpty: Bool { count == 0 }

    /// Returns every cookie that has not expired, the oldest first.
    func cookies(at now: Date) -> [Cookie] {
        domains.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.serial < $1.serial }.map(\.cookie)
    }

    // MARK: Coming

    /// Stores the cookie of one `Set-Cookie` field in a response from this place.
    @discardableResult
    mutating func receive(
        _ field: String, isLatin1: Bool = false, from place: CookiePlace, at now: Date
    ) -> Refusal? {
        do throws(Refusal) {
            var cookie = try cookie(said: field, from: place, at: now)
            cookie.isLatin1 = isLatin1 && cookie.pair.contains { $0 > 0x7F }
            return refusal(of: cookie, from: place) ?? set(cookie, at: now)
        } catch {
            return error
        }
    }

    private func cookie(said field: String, from place: CookiePlace, at now: Date) throws(Refusal) -> Cookie {
        guard let said = SetCookie(field) else { throw .malformed }
        let domain = try scope(of: said, from: place)
        return Cookie(
            said.name, said.value, domain: domain ?? place.host, isHostOnly: domain == nil,
            path: said.path ?? place.defaultPath, isSecure: said.isSecure, isHTTPOnly: said.isHTTPOnly,
            sameSite: said.sameSite, expiresAt: said.expiry(from: now), createdAt: now)
    }

    /// Returns the domain for which the cookie is to be kept; nil for its host only.
    private func scope(of said: SetCookie, from place: CookiePlace) throws(Refusal) -> String? {
        guard let written = said.domain, !written.isEmpty else { return nil }
        guard let domain = HostName.canonical(written), place.matches(domain: domain) else { throw .foreignDomain }
        guard isPublicSuffix(domain.utf8.last == 0x2E ? String(domain.dropLast()) : domain) else { return domain }
        guard domain == place.host else { throw .publicSuffix }
        return nil
    }

    private func refusal(of cookie: Cookie, from place: CookiePlace) -> Refusal? {
        if !place.isSecure, cookie.isSecure || hidesSecure(cookie) { return .secureOverPlainHTTP }
        return cookie.suitsItsPrefix ? nil : .wrongForItsPrefix
    }

    /// Returns whether a secure cookie of the same name would be replaced, or sent after the new one.
    private func hidesSecure(_ new: Cookie) -> Bool {
        domains.values.joined().contains { kept in
            let old = kept.cookie
            return old.isSecure && old.isNamed(as: new) && !old.isExpired(at: new.createdAt)
                && (new.domain.isWithin(domain: old.domain) || old.domain.isWithin(domain: new.domain))
                && new.path.isWithin(path: old.path)
        }
    }

    /// Stores a cookie without further checks; it replaces the same cookie and keeps that one's age. An expired cookie removes it.
    @discardableResult
    mutating func set(_ cookie: Cookie, at now: Date) -> Refusal? {
        guard cookie.isSendable else { return .malformed }
        guard cookie.name.utf8.count + cookie.value.utf8.count <= limits.bytesOfCookie else { return .tooLong }
        var kept = StoredCookie(cookie: cookie, serial: nextSerial)
        if let old = domains[cookie.domain]?.first(where: { $0.cookie.isSame(as: cookie) }) {
            kept.cookie.createdAt = old.cookie.createdAt
            kept.serial = old.serial
            remove(in: cookie.domain) { $0.serial == old.serial }
        }
        guard !cookie.isExpired(at: now) else { return nil }
        nextSerial += 1
        domains[cookie.domain, default: []].append(kept)
        count += 1
        makeRoom(in: cookie.domain, at: now)
        return nil
    }

    // MARK: Going

    mutating func remove(where isUnwanted: (Cookie) -> Bool) {
        for domain in Array(domains.keys) { remove(in: domain) { isUnwanted($0.cookie) } }
    }

    private mutating func remove(in domain: String, where isUnwanted: (StoredCookie) -> Bool) {
        guard let kept = domains[domain], kept.contains(where: isUnwanted) else { return }
        let rest = kept.filter { !isUnwanted($0) }
        count -= kept.count - rest.count
        domains[domain] = rest.isEmpty ? nil : rest
    }

    /// Removes expired cookies first, then the least recently used of a domain with too many, then the least recently used of all.
    private mutating func makeRoom(in domain: String, at now: Date) {
        if let kept = domains[domain], kept.count > limits.cookiesPerDomain {
            remove(in: domain) { $0.cookie.isExpired(at: now) }
            removeLongestRested(of: domains[domain] ?? [], beyond: limits.cookiesPerDomain)
        }
        guard count > limits.cookies else { return }
        remove { $0.isExpired(at: now) }
        removeLongestRested(of: Array(domains.values.joined()), beyond: limits.cookies)
    }

    private mutating func removeLongestRested(of kept: [StoredCookie], beyond limit: Int) {
        guard kept.count > limit else { return }
        let order = kept.sorted { ($0.cookie.lastUsedAt, $0.serial) < ($1.cookie.lastUsedAt, $1.serial) }
        for victim in order.prefix(kept.count - limit) {
            remove(in: victim.cookie.domain) { $0.serial == victim.serial }
        }
    }

    // MARK: Sending

    /// Returns the cookies that a request to this place carries, in the order in which they are sent.
    ///
    /// - Source: RFC 6265, section 5.4.
    func cookies(for place: CookiePlace, at now: Date) -> [Cookie] {
        guard !isEmpty else { return [] }
        return place.domains.flatMap { domains[$0] ?? [] }.filter { $0.cookie.isFor(place, at: now) }
            .sorted { $0.isSent(before: $1) }
            .map(\.cookie)
    }

    /// Returns the cookies to send, and records that they were used.
    mutating func send(to place: CookiePlace, at now: Date) -> [Cookie] {
        let sent = cookies(for: place, at: now)
        for domain in Set(sent.map(\.domain)) { touch(in: domain, at: now) { $0.isFor(place, at: now) } }
        return sent
    }

    private mutating func touch(in domain: String, at now: Date, where isUsed: (Cookie) -> Bool) {
        guard var kept = domains.removeValue(forKey: domain) else { return }
        for index in kept.indices where isUsed(kept[index].cookie) { kept[index].cookie.lastUsedAt = now }
        domains[domain] = kept
    }
}

import Exchanges
import Foundation
import MicroClient

/// Cookies as a file keeps them: those that say an end of their own. Cookies of the session live until quitting.
struct StoredCookies: Sendable, Hashable {
    var isOn = true
    var cookies: [CookieIdentity: Cookie] = [:]
    /// The place of each in the order in which they were made: one response makes several in the same instant.
    private var places: [CookieIdentity: Int] = [:]

    init() {}

    init(isOn: Bool, _ cookies: [Cookie]) {
        self.isOn = isOn
        let lasting = cookies.filter { $0.expiresAt != nil }
        self.cookies = Dictionary(lasting.map { (CookieIdentity($0), $0) }) { $1 }
        places = Dictionary(lasting.enumerated().map { (CookieIdentity($1), $0) }) { $1 }
    }

    /// The oldest first, as they are sent.
    ///
    /// - Source: RFC 6265, section 5.4.
    var inOrder: [Cookie] {
        cookies.sorted {
            ($0.value.createdAt, place($0.key), $0.key.name) < ($1.value.createdAt, place($1.key), $1.key.name)
        }.map(\.value)
    }

    private func place(_ identity: CookieIdentity) -> Int { places[identity] ?? .max }

    /// Compares all but the times at which cookies were last sent: otherwise each send would write the file.
    static func == (one: StoredCookies, other: StoredCookies) -> Bool {
        one.isOn == other.isOn && one.cookies.mapValues(\.unused) == other.cookies.mapValues(\.unused)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(isOn)
        hasher.combine(cookies.mapValues(\.unused))
    }

    /// Returns `theirs` with the changes made here since `base`; for a cookie that both changed, this one wins.
    func merged(with theirs: StoredCookies, from base: StoredCookies) -> StoredCookies {
        var merged = theirs
        if isOn != base.isOn { merged.isOn = isOn }
        merged.places.merge(places) { theirs, _ in theirs }
        for key in Set(cookies.keys).union(base.cookies.keys) where cookies[key]?.unused != base.cookies[key]?.unused {
            merged.cookies[key] = cookies[key]
        }
        return merged
    }
}

extension Cookie {
    /// The cookie without what is no change: when it was made and last sent, and fractions of a second, which a file does not keep exactly.
    fileprivate var unused: Cookie {
        var copy = self
        (copy.createdAt, copy.lastUsedAt) = (.distantPast, .distantPast)
        copy.expiresAt = expiresAt.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded()) }
        return copy
    }
}

/// The content of a cookie file: `{"version": 1, "collection": "/srv/api", "environment": "local", "cookies": [...]}`, and `"off": true`.
struct CookieFileContent: Codable {
    var version = 1
    /// The collection's path, for people: the names of these files do not show it.
    var collection: String
    var environment: String?
    var off: Bool?
    var cookies: [Cookie]

    init(_ kept: StoredCookies, collection: String, environment: String?) {
        self.collection = collection
        self.environment = environment
        off = kept.isOn ? nil : true
        cookies = kept.inOrder
    }

    /// - Throws: ``CookieJars/Unreadable``.
    static func read(_ bytes: Data?) throws -> StoredCookies {
        guard let bytes else { return StoredCookies() }
        guard let content = try? JSONDecoder().decode(CookieFileContent.self, from: bytes), content.version == 1 else {
            throw CookieJars.Unreadable()
        }
        return StoredCookies(isOn: content.off != true, content.cookies)
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

import Foundation

/// The state that the API keeps between requests; in memory only.
final class DemoState: Sendable {
    let now: @Sendable () -> Date
    let users = Locked(UserDirectory())
    /// Failures given so far, by the caller's key.
    let failures = Locked<[String: Int]>([:])
    /// Nonces of clients, of all kinds of signatures, each of which counts once.
    let seenNonces = Locked(RecentEntries<Bool>())
    /// Nonces given out for digest authentication, with the last count that came back.
    let digestNonces = Locked(RecentEntries<Int>())
    let grants = Locked(OAuthGrants())
    let sessions = Locked(DemoSessions())

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Restores the state of a fresh server.
    func reset() {
        users.withLock { $0 = UserDirectory() }
        failures.withLock { $0 = [:] }
        seenNonces.withLock { $0 = RecentEntries() }
        digestNonces.withLock { $0 = RecentEntries() }
        grants.withLock { $0 = OAuthGrants() }
        sessions.withLock { $0 = DemoSessions() }
    }
}

/// Values by name, of which the oldest is forgotten when there are too many.
struct RecentEntries<Value> {
    static var limit: Int { 1000 }

    /// Number of entries that were ever added.
    private(set) var total = 0
    private var values: [String: (number: Int, value: Value)] = [:]

    /// The value of a name. Setting a new name adds it; nil removes one.
    subscript(name: String) -> Value? {
        get { values[name]?.value }
        set {
            guard let newValue else {
                values[name] = nil
                return
            }
            total += values[name] == nil ? 1 : 0
            values[name] = (values[name]?.number ?? total, newValue)
            forgetOldest()
        }
    }

    mutating func removeAll(where isWanted: (Value) -> Bool) { values = values.filter { !isWanted($0.value.value) } }

    private mutating func forgetOldest() {
        guard values.count > Self.limit else { return }
        if let oldest = values.min(by: { $0.value.number < $1.value.number }) { values[oldest.key] = nil }
    }
}

/// What the API remembers between requests; in memory only.
final class DemoState: Sendable {
    let users = Locked(UserDirectory())
    /// Failures given so far, by the caller's key.
    let failures = Locked<[String: Int]>([:])

    /// Back to the state of a fresh server.
    func reset() {
        users.withLock { $0 = UserDirectory() }
        failures.withLock { $0 = [:] }
    }
}

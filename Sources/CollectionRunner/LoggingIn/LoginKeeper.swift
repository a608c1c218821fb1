import Exchanges
import MicroClient
import Secrets

/// Logs in once for all sends that are refused at the same time, and knows what the last login kept.
///
/// Whoever shares it shares the logins.
public actor LoginKeeper {
    private let flights = SharedWork<LoginKey, LoginResult>()
    private var counts: [LoginKey: Int] = [:]
    /// The last that was answered as it should.
    private var last: [LoginKey: LoginResult] = [:]

    public init() {}

    /// How often it was logged in so far.
    public func count(for key: LoginKey) -> Int { counts[key] ?? 0 }

    /// How many sends wait for a login now.
    func waiting(for key: LoginKey) async -> Int { await flights.waiting(for: key) }

    /// A login that is news: one under way, one that has ended since, or this one.
    ///
    /// - Parameter known: the count when the request was made that was refused.
    /// - Returns: also whether it was sent for this one.
    /// - Throws: what `perform` throws; `CancellationError`.
    func result(
        for key: LoginKey, after known: Int, perform: @escaping @Sendable () async throws -> LoginResult
    ) async throws -> (result: LoginResult, isOwn: Bool) {
        let (result, isOwn) = try await flights.value(for: key) {
            await self.news(key, known)
        } _: {
            let result = try await perform()
            await self.note(result, key)
            return result
        }
        return (result, isOwn)
    }

    private func news(_ key: LoginKey, _ known: Int) -> LoginResult? { count(for: key) > known ? last[key] : nil }

    private func note(_ result: LoginResult, _ key: LoginKey) {
        guard result.isLoggedIn else { return }
        counts[key, default: 0] += 1
        last[key] = result
    }
}

/// What came of a login.
struct LoginResult: Sendable {
    /// What was sent, the login itself last; it has what actions kept.
    var errands: [RecordedErrand]
    /// To be masked wherever they occur.
    var secrets: SecretSet

    var isLoggedIn: Bool { errands.last?.isDone == true }

    /// As one tells of it that did not send it.
    var told: RecordedErrand? {
        guard var login = errands.last else { return nil }
        login.exchange = nil
        login.summary += ", by another send"
        return login
    }
}

import Exchanges
import MicroClient
import Secrets

/// Logs in once for all sends that are refused at the same time, and knows what the last login captured.
///
/// Runners that share it share the logins.
public actor LoginKeeper {
    private let flights = SharedWork<LoginKey, LoginResult>()
    private var counts: [LoginKey: Int] = [:]
    /// The last successful login for each key.
    private var last: [LoginKey: LoginResult] = [:]

    public init() {}

    /// Returns the number of logins so far.
    public func count(for key: LoginKey) -> Int { counts[key] ?? 0 }

    /// Returns the number of sends that wait for a login now.
    func waiting(for key: LoginKey) async -> Int { await flights.waiting(for: key) }

    /// Returns a login that is newer than `known`: one under way, one that has ended since, or one made by `perform`.
    ///
    /// - Parameter known: The count when the refused request was rendered.
    /// - Returns: The login, and whether it was made for this call.
    /// - Throws: The error of `perform`, or `CancellationError`.
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

/// The result of a login.
struct LoginResult: Sendable {
    /// The requests that were sent, the login itself last, with the values that actions captured.
    var auxiliaryExchanges: [AuxiliaryExchange]
    /// The values to mask wherever they occur.
    var secrets: SecretSet

    var isLoggedIn: Bool { auxiliaryExchanges.last?.isDone == true }

    /// The login as reported by a send that only waited for it; nil if nothing was sent.
    var reported: AuxiliaryExchange? {
        guard var login = auxiliaryExchanges.last else { return nil }
        login.exchange = nil
        login.summary += ", by another send"
        return login
    }
}

import Foundation

/// Presents a bearer token with every request of a client, and refreshes it when it expires or the server answers 401.
///
/// However many requests need another token at the same time, it is refreshed once, and all of them go on with the new one, or fail with the
/// error of the refresh. A request that was answered 401 is sent once more: with the token that another request has got meanwhile, or after a
/// refresh. A refresh ends even when every request that waits for it is cancelled, since a server may take a refresh token only once.
///
/// A request with an `Authorization` field of its own is left alone, and so is every request that the refresh itself sends. Give it to
/// ``NetworkConfiguration/authenticator``, or to a chain by ``NetworkClient/authenticator(_:)``; clients that share it share the token.
///
/// - Source: RFC 6750; RFC 6749, section 6.
public final class BearerAuthenticator: Sendable {
    /// A bearer token, and what is needed to get the next one.
    public struct Token: Sendable, Hashable {
        /// Sent after the word "Bearer".
        public var value: String
        /// Nil when the server gave none.
        public var refreshToken: String?
        /// Nil when the token is good until the server refuses it.
        public var expiresAt: Date?

        /// A token as a server gave it.
        public init(_ value: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
            self.value = value
            self.refreshToken = refreshToken
            self.expiresAt = expiresAt
        }
    }

    /// Gets another token: given the one that has expired or was refused, or nil when there is none yet.
    ///
    /// The place to log in for the first time, and to store the new token. A new token without a refresh token keeps that of the old one. What it
    /// throws fails all requests that wait, as ``NetworkClientError/unknown(_:)``, and is found by `error.innermost(as:)`.
    public typealias Refresh = @Sendable (_ old: Token?) async throws -> Token

    private struct State {
        var token: Token?
        /// Changes when a token is set from outside: what a refresh under way brings is of no use then.
        var epoch = 0
        /// How many have ended.
        var refreshes = 0
        /// Of the last one; nil when it brought a token.
        var failure: (any Error)?
    }

    private let state: Locked<State>
    private let flights = SharedWork<Int, Result<Token, any Error>>(outlivesWaiters: true)
    private let leeway: Duration
    private let now: @Sendable () -> Date
    private let refresh: Refresh
    /// The authenticator for which a request is sent, so that a refresh does not wait for itself.
    @TaskLocal private static var refreshing: ObjectIdentifier?

    /// - Parameters:
    ///   - token: from an earlier run; nil: the first request gets one.
    ///   - leeway: how long before its end a token counts as expired. Default: 30 seconds.
    ///   - now: the wall clock.
    ///   - refresh: gets another token.
    public init(
        token: Token? = nil, leeway: Duration = .seconds(30), now: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping Refresh
    ) {
        state = Locked(State(token: token))
        self.leeway = leeway
        self.now = now
        self.refresh = refresh
    }

    /// The token of the next request, which may have expired; nil before the first. Set it when a person has logged in or out: a refresh that is
    /// under way then does not replace it.
    public var token: Token? {
        get { state.withLock { $0.token } }
        set {
            state.withLock { state in
                state.token = newValue
                state.epoch += 1
                state.failure = nil
            }
        }
    }

    /// A token that has not expired: the current one, or else a new one.
    ///
    /// - Throws: what the refresh throws; `CancellationError`.
    public func validToken() async throws -> Token { try await presented().token }
}

// MARK: - One request

extension BearerAuthenticator {
    /// What an attempt was sent with.
    struct Presented: Sendable {
        var token: Token
        /// As many had ended when it was chosen.
        var refreshes: Int
        var field: String { "Bearer \(token.value)" }
    }

    /// Adds the token to a request.
    ///
    /// - Returns: nil when the request is left alone.
    func authorize(_ request: inout WireRequest) async throws -> Presented? {
        guard Self.refreshing != ObjectIdentifier(self), request.options.authentication == nil,
            !request.headers.contains(named: "Authorization")
        else { return nil }
        let presented = try await guarded { try await self.presented() }
        request.headers.append("Authorization", presented.field)
        return presented
    }

    /// Makes sure that the next attempt has another token than one that was refused.
    func replace(_ refused: Presented) async throws {
        _ = try await guarded { try await self.presented(after: refused.refreshes) { $0 != refused.token } }
    }

    private func guarded(_ work: @Sendable () async throws -> Presented) async throws -> Presented {
        do {
            return try await work()
        } catch  where !error.isCancellation {
            throw NetworkClientError.InterceptorFailure(error, interceptor: "BearerAuthenticator")
        }
    }

    private func presented() async throws -> Presented {
        let end = now().addingTimeInterval(leeway.seconds)
        return try await presented(after: state.withLock { $0.refreshes }) { $0.expiresAt.map { end < $0 } ?? true }
    }

    /// - Parameter known: a refresh that has ended since is not repeated, whatever came of it.
    private func presented(
        after known: Int, if isUsable: @escaping @Sendable (Token) -> Bool
    ) async throws -> Presented {
        let epoch = state.withLock { $0.epoch }
        let result = try await flights.value(for: epoch) {
            self.current(after: known, if: isUsable)
        } _: {
            await self.refreshed(in: epoch)
        }
        return Presented(token: try result.value.get(), refreshes: state.withLock { $0.refreshes })
    }

    private func current(after known: Int, if isUsable: (Token) -> Bool) -> Result<Token, any Error>? {
        state.withLock { state in
            if let token = state.token, isUsable(token) { return .success(token) }
            guard state.refreshes > known else { return nil }
            return state.failure.map { .failure($0) } ?? state.token.map { .success($0) }
        }
    }

    private func refreshed(in epoch: Int) async -> Result<Token, any Error> {
        let old = token
        let result: Result<Token, any Error>
        do {
            var token = try await Self.$refreshing.withValue(ObjectIdentifier(self)) { try await refresh(old) }
            token.refreshToken = token.refreshToken ?? old?.refreshToken
            result = .success(token)
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            guard state.epoch == epoch else { return }
            state.refreshes += 1
            switch result {
            case .success(let token): (state.token, state.failure) = (token, nil)
            case .failure(let error): state.failure = error
            }
        }
        return result
    }
}

/// Without the secrets, wherever it is printed.
extension BearerAuthenticator.Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "bearer token" + (expiresAt.map { ", expires at \($0)" } ?? "") }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

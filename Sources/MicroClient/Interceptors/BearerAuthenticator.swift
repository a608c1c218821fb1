import Foundation

/// An authenticator that adds a bearer token to every request of a client, and refreshes it when it expires or the server responds with 401.
///
/// However many requests need another token at the same time, it is refreshed once, and all of them continue with the new one, or fail with the
/// error of the refresh. A request that got 401 is sent once more: with the token that another request has got meanwhile, or after a
/// refresh. A refresh completes even when every request that waits for it is cancelled, since a server may accept a refresh token only once.
///
/// A request with its own `Authorization` field is unchanged, and so is every request that the refresh itself sends. Set it as
/// ``NetworkConfiguration/authenticator``, or to a chain by ``NetworkClient/authenticator(_:)``; clients that share it share the token.
///
/// - Source: RFC 6750; RFC 6749, section 6.
public final class BearerAuthenticator: Sendable {
    /// A bearer token, and the data needed to get the next one.
    public struct Token: Sendable, Hashable {
        /// The token, which is sent after the word "Bearer".
        public var value: String
        /// The refresh token; nil when the server sent none.
        public var refreshToken: String?
        /// The expiry date; nil when the token is valid until the server refuses it.
        public var expiresAt: Date?

        /// Creates a token from what a server sent.
        public init(_ value: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
            self.value = value
            self.refreshToken = refreshToken
            self.expiresAt = expiresAt
        }
    }

    /// Returns another token, given the one that has expired or was refused, or nil when there is none yet.
    ///
    /// Log in for the first time here, and store the new token here. A new token without a refresh token keeps that of the old one. An error that
    /// it throws fails all waiting requests, as ``NetworkClientError/unknown(_:)``, and is found by `error.innermost(as:)`.
    public typealias Refresh = @Sendable (_ old: Token?) async throws -> Token

    private struct State {
        var token: Token?
        /// A number that changes when a token is set from outside: then the result of a refresh in progress is discarded.
        var epoch = 0
        /// The number of refreshes that have ended.
        var refreshes = 0
        /// The error of the last refresh; nil when it returned a token.
        var failure: (any Error)?
    }

    private let state: Locked<State>
    private let flights = SharedWork<Int, Result<Token, any Error>>(outlivesWaiters: true)
    private let leeway: Duration
    private let now: @Sendable () -> Date
    private let refresh: Refresh
    /// The authenticator for which a request is sent, so that a refresh does not wait for itself.
    @TaskLocal private static var refreshing: ObjectIdentifier?

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - token: A token from an earlier run; nil makes the first request get one.
    ///   - leeway: The time before its expiry from which a token counts as expired. Default: 30 seconds.
    ///   - now: Returns the current date.
    ///   - refresh: Returns another token.
    public init(
        token: Token? = nil, leeway: Duration = .seconds(30), now: @escaping @Sendable () -> Date = { Date() },
        refresh: @escaping Refresh
    ) {
        state = Locked(State(token: token))
        self.leeway = leeway
        self.now = now
        self.refresh = refresh
    }

    /// The token of the next request, which may have expired; nil before the first. Set it when a user has logged in or out: a refresh in
    /// progress then does not replace it.
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

    /// Returns a token that has not expired: the current one, or else a new one.
    ///
    /// - Throws: The error of the refresh; `CancellationError`.
    public func validToken() async throws -> Token { try await presented().token }
}

// MARK: - One request

extension BearerAuthenticator {
    /// The token that an attempt was sent with.
    struct Presented: Sendable {
        var token: Token
        /// The number of refreshes that had ended when it was chosen.
        var refreshes: Int
        var field: String { "Bearer \(token.value)" }
    }

    /// Adds the token to a request.
    ///
    /// - Returns: The token; nil when the request is unchanged.
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

    /// - Parameter known: The number of refreshes known; one that has ended since is not repeated, whether it succeeded or not.
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

/// Descriptions without the secrets, wherever a token is printed.
extension BearerAuthenticator.Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "bearer token" + (expiresAt.map { ", expires at \($0)" } ?? "") }
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Secrets

extension CollectionRunner {
    /// Gets a token now, even if a valid one is kept: refreshed if the credentials say so and it can be, otherwise new.
    ///
    /// - Parameters:
    ///   - rendered: carries the credentials; nothing else of it is sent.
    ///   - origin: The collection and environment that the token is kept for.
    ///   - files: Those that certificate authorities are read from. Default: none may be.
    ///   - authorizationUI: Asks a person to agree in a browser. Default: nobody is there.
    /// - Throws: ``CredentialFailure`` when the credentials are not of OAuth 2; why there is none, as an error for a person; or
    ///   `CancellationError`.
    public func fetchToken(
        _ rendered: RenderedRequest, origin: RecordedExchange.Origin, files: RequestFiles = .none,
        authorizationUI: AuthorizationUI = .closed,
        observer: @escaping @Sendable (TokenStep) -> Void = { _ in }
    ) async throws -> StoredToken {
        guard case .oauth2(var settings)? = rendered.credential else {
            throw CredentialFailure("The credentials are not OAuth 2, so there is no token to get.")
        }
        settings.fetchesToken = true
        let key = TokenKey(settings, collection: origin.collection, environment: origin.environment)
        let fetch = try tokenFetch(settings, rendered, files, authorizationUI, observer)
        let (token, _) = try await tokens.token(
            for: key, settings, at: client.configuration.clock.now(), rejected: await tokens.token(for: key)
        ) { try await fetch.token(refreshing: $0) }
        if let problem = await tokens.takeProblem() { observer(.note(problem)) }
        return StoredToken(key: key, token: token)
    }

    /// Returns the request with its token, when its credentials need one: a kept one, or one that is got now.
    func carryingToken(
        _ rendered: RenderedRequest, into record: inout RecordedExchange, rejected: OAuth2Token? = nil,
        _ files: RequestFiles, _ authorizationUI: AuthorizationUI, _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> (request: RenderedRequest, kept: OAuth2Token?) {
        guard case .oauth2(let settings)? = rendered.credential else { return (rendered, nil) }
        let auxiliaryExchanges = Locked<[AuxiliaryExchange]>([])
        let attemptsBefore = record.exchange.attempts.count
        let fetch = try tokenFetch(settings, rendered, files, authorizationUI) { step in
            guard case .received(var auxiliary) = step else { return observer(.token(step)) }
            auxiliary.attemptsBefore = attemptsBefore
            auxiliaryExchanges.withLock { [auxiliary] in $0.append(auxiliary) }
            observer(.token(.received(auxiliary)))
        }
        defer { record.auxiliaryExchanges += auxiliaryExchanges.withLock { $0 } }
        let key = TokenKey(settings, collection: record.origin.collection, environment: record.origin.environment)
        let (token, wasKept) = try await tokens.token(
            for: key, settings, at: client.configuration.clock.now(), rejected: rejected
        ) { try await fetch.token(refreshing: $0) }
        if let problem = await tokens.takeProblem() { observer(.token(.note(problem))) }
        observer(.token(.sending(SecretSet(token.secretValues))))
        record.secrets.insert(token.secretValues)
        record.secrets.insert(issued: token.secretValues.map(\.value))
        let request = rendered.carrying(token)
        record.secrets.formUnion(request.sentSecrets)
        return (request, wasKept ? token : nil)
    }

    private func tokenFetch(
        _ settings: OAuth2Settings, _ rendered: RenderedRequest, _ files: RequestFiles,
        _ authorizationUI: AuthorizationUI,
        _ observer: @escaping @Sendable (TokenStep) -> Void
    ) throws -> TokenFetch {
        TokenFetch(
            settings: settings, rendered: rendered, client: client,
            options: try TransferOptions(ofTokenFor: rendered, files: files),
            randomBytes: credentialSources.randomBytes, authorizationUI: authorizationUI, observer: observer)
    }
}

extension RenderedRequest {
    /// Whether another token can be got for it without a person, when a server does not take this one.
    func canReplace(_ token: OAuth2Token) -> Bool {
        guard case .oauth2(let settings)? = credential, settings.fetchesToken, let flow = settings.flow else {
            return false
        }
        return !flow.needsBrowser || settings.refreshesToken && token.refreshToken != nil
    }
}

extension Exchange {
    /// Returns both as one exchange, with this as the later part.
    ///
    /// - Parameter reason: The reason why the request was sent again.
    func following(_ earlier: Exchange, because reason: String) -> Exchange {
        let gap = Duration.seconds(startedAt.timeIntervalSince(earlier.startedAt))
        var whole = earlier
        if let last = whole.attempts.indices.last {
            whole.attempts[last].retry = Exchange.Attempt.Retry(reason: reason, wait: .zero, source: .backoff)
        }
        whole.attempts += attempts.map { $0.shifted(by: gap, number: earlier.attempts.count) }
        whole.duration = duration.map { $0 + gap }
        return whole
    }
}

extension Exchange.Attempt {
    func shifted(by gap: Duration, number count: Int) -> Exchange.Attempt {
        var attempt = self
        attempt.number += count
        attempt.startedAfter += gap
        for hop in attempt.hops.indices { attempt.hops[hop].startedAfter += gap }
        return attempt
    }
}

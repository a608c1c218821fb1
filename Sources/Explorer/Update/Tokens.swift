import Interchange
import OpenCollection

// Tokens of OAuth 2: which are kept, and what is done to them.

extension ExplorerState {
    private mutating func orderTokens(_ change: TokenChange?) -> [Effect] {
        current.credentials.orderedTokens.insert(environmentName)
        let environment = environmentName
        return effect(
            .tokens(environment: environment), { .tokens(change, environment: environment, $0) },
            note: { $0.take($1, of: environment) })
    }

    /// Forms and preview know the cookies and tokens of an environment as soon as it is chosen.
    mutating func orderCredentials() -> [Effect] {
        guard current.exists else { return [] }
        let cookies = current.credentials.orderedCookies.contains(environmentName) ? [] : orderCookies(nil)
        return cookies + (current.credentials.orderedTokens.contains(environmentName) ? [] : orderTokens(nil))
    }

    mutating func take(_ tokens: EnvironmentTokens, of environment: String?) {
        say(current.credentials.take(tokens, of: environment))
        secrets.insert(tokens.kept.flatMap { $0.token.secretValues.map(\.value) })
    }

    // MARK: - Actions

    var reasonNotToFetchToken: String? { surroundings.token.map { reasonNotToFetch($0) } ?? Self.noOAuth2 }

    var reasonWithoutToken: String? {
        guard let token = surroundings.token else { return Self.noOAuth2 }
        return token.value == nil ? Self.noToken : nil
    }

    var reasonNotToForgetToken: String? {
        guard let token = surroundings.token else { return Self.noOAuth2 }
        return token.kept == nil ? Self.noToken : nil
    }

    private static let noOAuth2 = "The credentials here are not OAuth 2."
    private static let noToken = "There is no token yet: t fetches one."

    private func reasonNotToFetch(_ token: ShownToken) -> String? {
        guard current.credentials.fetches[token.key] == nil else { return "The token is being fetched; Esc cancels." }
        guard let session, let shown else { return nil }
        let credentials = facts(of: session.draft.form, at: shown).credentials(surroundings.scopes)
        if let reason = credentials.problems.first ?? credentials.cycles.first { return reason }
        let missing = credentials.missing.first { missing in
            missing.reason != .secretWithoutValue
                || outside.sourceToAsk(for: missing.name, of: environmentName, in: current.drafted) == nil
        }
        return missing.map { "\($0.text). v gives it a value." }
    }

    /// Fetches a token, whether or not the kept one is valid.
    mutating func fetchToken(agreed: [OutsideUse] = []) -> [Effect] {
        guard let token = surroundings.token, let session, let shown else { return [] }
        let (definition, place) = session.draft.form.credentials(at: shown)
        var order = current.orderOfNoRequest
        (order.path, order.content) = (place, DraftContent(definition: definition))
        (order.isDraft, order.agreed) = (session.draft.isDirty, agreed)
        if case .request(let request) = session.draft.form { order.content.policies = request.policies }
        let effect = effect(
            .token(token: token.key), { .fetchToken(order, $0) }, then: { $0.handleToken($1, of: token.key) })
        current.credentials.fetches[token.key] = TokenFetching(
            generation: sending.lastGeneration, path: shown, agreed: agreed, since: now)
        return effect
    }

    mutating func forgetToken() -> [Effect] {
        guard let token = surroundings.token else { return [] }
        say(.info, "The token is forgotten.")
        return orderTokens(.forget(token.key))
    }

    mutating func copyToken() -> [Effect] {
        guard let value = surroundings.token?.value else { return [] }
        return copy(Clip(value, name: "the token", isSecret: true), note: ": it is a secret")
    }

    // MARK: - Fetching

    /// The token that is being fetched for the shown item.
    var tokenUnderWay: TokenKey? {
        guard let shown else { return nil }
        return current.credentials.fetches.first { $0.value.path == shown }?.key
    }

    private mutating func handleToken(_ progress: TokenProgress, of key: TokenKey) -> [Effect] {
        guard let fetching = current.credentials.fetches[key] else { return [] }
        switch progress {
        case .supplied(let supply): take(supply)
        case .noted(let line): note(line, .info)
        case .consent(let step): return handle(step, of: .token(token: key), fetching.generation, for: fetching.path)
        case .refused(let refusal):
            noteEnd(of: .token(key), refused: refusal)
            endToken(key)
            return handleTokenRefusal(refusal, fetching)
        case .got(let tokens, let environment):
            noteEnd(of: .token(key), .done("token received"))
            endToken(key)
            take(tokens, of: environment)
            if !isInBackground { say(.info, "Token received.") }
        }
        return []
    }

    private mutating func endToken(_ key: TokenKey) {
        guard let fetching = current.credentials.fetches.removeValue(forKey: key) else { return }
        endConsent(fetching.generation)
    }

    private mutating func handleTokenRefusal(_ refusal: SendRefusal, _ fetching: TokenFetching) -> [Effect] {
        switch refusal {
        case .cancelled: say(.warning, "Cancelled: no token was fetched.")
        case .unfilled: break
        case .missing: say(.warning, "No token was fetched: a variable in the credentials is missing.")
        case .failed(let reason), .scriptsCannotRun(let reason), .scriptFailed(let reason, _):
            note("No token was fetched: \(reason)")
            say(.error, secrets.masked(reason, glyphs))
        case .unagreed(let uses):
            guard isOnScreen(fetching.path), isFreeForQuestion else {
                return say(.warning, "No token was fetched: there is a question. t asks it.")
            }
            var answers = SendAnswers()
            answers.agreed = fetching.agreed
            present(
                TrustQuestion(uses, answers: answers, next: "fetches the token") {
                    $1.fetchToken(agreed: $0.answers.agreed)
                })
        }
        return []
    }
}

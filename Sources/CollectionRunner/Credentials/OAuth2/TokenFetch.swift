import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Secrets

/// The events while a token is requested.
public enum TokenStep: Sendable {
    /// A token is requested at this address, given without secrets.
    case asking(String)
    case received(AuxiliaryExchange)
    /// One line, without secrets: the problem, and what is done about it.
    case note(String)
    /// The secret values of the token that is about to be sent: a server may echo them before the exchange is over.
    case sending(SecretSet)
}

/// Gets a token by the flow that the credentials name.
struct TokenFetch: Sendable {
    let settings: OAuth2Settings
    /// The request that has the credentials; it knows the secrets that they are made of.
    let rendered: RenderedRequest
    let client: NetworkClient
    let options: TransferOptions
    let randomBytes: @Sendable (Int) -> [UInt8]
    let authorizationUI: AuthorizationUI
    let observer: @Sendable (TokenStep) -> Void

    /// - Parameter expired: A token that can be refreshed; if that fails, a new one is requested as if there were none.
    /// - Throws: ``TokenFailure``, what the authorization throws, or `CancellationError`.
    func token(refreshing expired: OAuth2Token?) async throws -> OAuth2Token {
        if let expired, let refresh = expired.refreshToken {
            do {
                return try await ask(.refresh(refresh), "refreshed").keeping(expired)
            } catch let failure as TokenFailure {
                observer(.note("The token was not refreshed, so a new one is fetched. \(failure.message)"))
            }
        }
        switch settings.flow {
        case .clientCredentials: return try await ask(.clientCredentials, "fetched")
        case .password: return try await ask(.password, "fetched")
        case .authorizationCode: return try await authorize()
        case .implicit: return try await authorizeImplicitly()
        case nil: throw TokenFailure("\"\(settings.flowWord)\" is not a flow of OAuth 2.")
        }
    }

    private func authorize() async throws -> OAuth2Token {
        let order = AuthorizationOrder(settings, randomBytes: randomBytes)
        let response = try await authorizationUI.authorize(order)
        let code = try order.code(in: response.address)
        return try await ask(.code(code, redirectURI: response.redirectURI, verifier: order.verifier), "fetched")
    }

    private func authorizeImplicitly() async throws -> OAuth2Token {
        let order = AuthorizationOrder(settings, randomBytes: randomBytes)
        let response = try await authorizationUI.authorize(order)
        let token = try order.token(in: response.address, at: client.configuration.clock.now())
        observer(.note("token given by the browser\(Self.ending(of: token))"))
        return token
    }

    // MARK: - On the wire

    private func ask(_ grant: TokenGrant, _ word: String) async throws -> OAuth2Token {
        let request = TokenRequest(grant: grant, settings: settings).wire(options)
        let secrets = rendered.secrets(ofTokenBy: grant, settings)
        let url = secrets.masked(Redaction.url(request.url))
        observer(.asking(url))
        let last = Locked<Exchange?>(nil)
        do {
            let token = try await token(for: request, last)
            report(grant, "token \(word) from \(url)\(Self.ending(of: token))", true, last, secrets)
            return token
        } catch let failure as TokenFailure {
            let failure = TokenFailure(secrets.masked(failure.message))
            report(grant, failure.message, false, last, secrets)
            throw failure
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            let failure = TokenFailure("No token from \(url): \(secrets.masked(error.localizedDescription))")
            report(grant, failure.message, false, last, secrets)
            throw failure
        }
    }

    /// Requests a token, without redirects, since credentials are for one place, and without retries, since a code works once.
    private func token(for request: WireRequest, _ last: Locked<Exchange?>) async throws -> OAuth2Token {
        let options = SendOptions(retry: RetryPolicy(maximumRetries: 0), redirects: RedirectPolicy.none)
        let response = try await client.send(request, options: options) { event in
            if case .finished(let exchange) = event { last.withLock { $0 = exchange } }
        }
        let body = try await response.collect(upTo: 1 << 20)
        last.withLock { $0 = response.exchange() }
        return try TokenResponse.token(
            status: response.status, body: String(decoding: body, as: UTF8.self), for: settings.source,
            from: request.url, at: client.configuration.clock.now())
    }

    private func report(
        _ grant: TokenGrant, _ summary: String, _ hasToken: Bool, _ last: Locked<Exchange?>, _ secrets: SecretSet
    ) {
        guard let exchange = last.withLock({ $0 }) else { return observer(.note(summary)) }
        observer(
            .received(
                AuxiliaryExchange(
                    .token(grant: grant.word), summary: summary, isDone: hasToken, exchange: exchange,
                    secrets: secrets)))
    }

    private static func ending(of token: OAuth2Token) -> String {
        token.lifetime.map { ", expires in \(Int(min($0, 1e9))) s" } ?? ", expiry unknown"
    }
}

extension RenderedRequest {
    /// Returns the secrets of its request for a token.
    fileprivate func secrets(ofTokenBy grant: TokenGrant, _ settings: OAuth2Settings) -> SecretSet {
        var set = SecretSet(secrets.named, fieldNames: secrets.tokenFieldNames)
        set.insert(issued: [settings.clientSecret, settings.password])
        set.insertPlaces(url: TokenRequest(grant: grant, settings: settings).url(saying: secrets.text))
        return set
    }
}

import Exchanges
import Foundation
public import MicroClient
public import OpenCollection
import Secrets

/// The request that an exchange was sent of, as it is today: what a replay takes its secrets from.
public struct RequestToday: Sendable {
    /// The request with its checks. A value that logging in captures may be missing.
    var send: RenderedSend
    /// The way to get that value; nil: nothing is missing.
    var login: LoginStrategy?
    /// The request with a text in the place of what logging in will capture; nil if nothing is missing.
    private var filled: RenderedRequest?
    /// The cookies of its environment.
    var cookies: CookieJar.Use

    /// - Parameters:
    ///   - send: The request as it would be sent now.
    ///   - cookies: The cookies of its environment.
    ///   - login: Describes how it logs in; nil if it does not.
    ///   - render: makes the request with more captured values. Throws what rendering throws.
    public init(
        _ send: RenderedSend, cookies: CookieJar.Use, login: LoginStrategy?,
        render: (CapturedValues) throws -> RenderedSend
    ) rethrows {
        (self.send, self.cookies) = (send, cookies)
        let missing = send.request.missing.map(\.name)
        guard let login, !missing.isEmpty, missing.allSatisfy(login.captures.contains) else { return }
        var captured = CapturedValues()
        for name in missing { captured.set(name, .string(Self.toCome), isSecret: true) }
        var other = try render(captured).request
        other.withheldSecrets = send.request.withheldSecrets
        (self.login, filled) = (login, other)
    }

    /// The request as it would be sent.
    public var request: RenderedRequest { send.request }
    /// The checks that were made with it.
    public var checks: ResponseChecks { send.checks }

    /// The text in the place of a value that is fetched when the replay is sent.
    static let toCome = "(fetched when it is sent)"

    /// The request with something in every place that a login or a token will fill.
    var complete: RenderedRequest {
        // Nothing is fetched for a request that a person has to approve first, and this text must never be sent.
        guard isFree else { return send.request }
        return (filled ?? send.request).carrying(
            OAuth2Token(
                OAuth2Settings.TokenSource.allCases.map { ($0.rawValue, .string(Self.toCome)) },
                receivedAt: .distantPast))
    }

    /// Whether a person need not be asked about any of its secrets.
    var isFree: Bool { send.request.withheldSecrets.isEmpty }
}

/// A token, or what logging in captures, which is fetched when a replay is sent.
struct ReplayRenewal: Sendable {
    let today: RequestToday
    let files: RequestFiles
    /// The recorded request with the secrets of the request as it is then.
    let restore: @Sendable (RenderedRequest) throws -> RestoredRequest
}

extension CollectionRunner {
    /// Returns the recorded request with a valid token, or with the values that logging in captures.
    ///
    /// - Throws: The reason why it cannot be had, or `CancellationError`.
    func renewed(
        _ renewal: ReplayRenewal, into record: inout RecordedExchange,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws -> RestoredRequest {
        var request = renewal.today.send.request
        if let login = renewal.today.login {
            guard
                let again = try await loggedIn(
                    login, SendDependencies(files: renewal.files, cookies: renewal.today.cookies), into: &record,
                    observer)
            else {
                throw CredentialFailure(record.auxiliaryExchanges.last?.summary ?? "It did not log in.")
            }
            request = again.request
        }
        request = try await carryingToken(request, into: &record, renewal.files, .closed, observer).request
        record.secrets.insert(request.secrets.named)
        let restored = try renewal.restore(request)
        guard let missing = restored.missing.first else { return restored }
        throw CredentialFailure("\(missing.name) is no longer set: --again sends the current request.")
    }
}

extension RenderedRequest {
    /// The name of the header field that holds its signature, in lower case; nil: none does.
    var signedField: String? { headers.first(where: \.isMadeWhenSent)?.name.lowercased() }
}

extension ReplayTerms {
    /// Adds what has to be fetched before the request is sent, if a marker needs it.
    ///
    /// - Parameters:
    ///   - given: The values that a person gave, by the names of markers.
    ///   - restore: Returns the recorded request with other values. Throws when there is no room for its body.
    public mutating func renew(
        _ today: RequestToday, _ kept: StoredExchange, given: [String: String],
        restore: @escaping @Sendable (ReplayValues) throws -> RestoredRequest
    ) {
        guard today.isFree else { return }
        let bare = ReplayValues(kept, given: given, rendered: today.send.request, cookies: today.cookies)
        let whole = ReplayValues(kept, today, given: given)
        guard kept.markers.contains(where: { bare[$0] != whole[$0] }) else { return }
        renewal = ReplayRenewal(today: today, files: files) { request in
            try restore(ReplayValues(kept, given: given, rendered: request, cookies: today.cookies))
        }
    }
}

extension ReplayValues {
    /// - Parameter today: the request as it is today; nil when nothing of it may go along.
    public init(_ kept: StoredExchange, _ today: RequestToday?, given: [String: String]) {
        // A session may also live in cookies that logging in sets.
        let logsIn = today?.isFree == true && today?.login != nil
        self.init(
            kept, given: given, rendered: today?.complete, cookies: today?.cookies ?? .off,
            expectedCookie: logsIn ? RequestToday.toCome : nil)
    }
}

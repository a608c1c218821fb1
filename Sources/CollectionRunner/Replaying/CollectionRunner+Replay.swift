import BodyStore
public import Exchanges
import Foundation
public import MicroClient
import OpenCollection
import Quoting
import Secrets

/// The terms under which a recorded request is sent again.
public struct ReplayTerms: Sendable {
    /// The recorded request with its collection and environment.
    public var origin: RecordedExchange.Origin
    /// The redirects that were followed; no other is followed.
    let route: RecordedRoute
    private let recorded: Exchange
    /// Whether the body went out in chunks, without its length.
    let isChunked: Bool
    private let jar: CookieJar?
    private let ownCookies: String?
    /// Whether cookies were sent along after redirects.
    private let carriesSetCookies: Bool
    /// The values that were put in the places of markers, and what else is secret where they came from.
    public let secrets: SecretSet
    /// Whether the body holds secrets, so that it stays with the origin that it was meant for.
    let hasSecretBody: Bool
    /// The checks that find the secrets of the response; nil if there are none.
    let checks: ResponseChecks?
    private(set) var options: TransferOptions
    let hopOptions: (@Sendable (_ url: String, _ options: TransferOptions) -> TransferOptions)?
    /// The values that are fetched before it is sent; nil: none.
    var renewal: ReplayRenewal?
    /// The request that signs it as it would be signed today; nil: no signature is a part of it.
    private let signer: RenderedRequest?
    let files: RequestFiles

    /// Takes proxy, certificates, timeouts and responses to challenges from the current request, where they may go along.
    ///
    /// - Parameters:
    ///   - checks: The checks made with the current request; nil without it.
    ///   - files: The files that certificates are read from.
    ///   - others: The options that count without that request.
    /// - Throws: ``RequestFileError`` when a certificate's file cannot be read.
    public init(
        _ kept: StoredExchange, _ values: ReplayValues, checks: ResponseChecks?, files: RequestFiles,
        others: TransferOptions = TransferOptions(idleTimeout: nil)
    ) throws {
        let rendered = values.rendered
        origin = kept.origin
        route = RecordedRoute(kept.exchange, values)
        recorded = kept.exchange
        let sent = kept.exchange.attempts.last?.hops.first?.request ?? kept.exchange.request
        isChunked = sent.headers["Transfer-Encoding"]?.lowercased().contains("chunked") ?? false
        carriesSetCookies = kept.exchange.attempts.contains { attempt in
            attempt.hops.dropFirst().contains { $0.request.headers.contains(named: "Cookie") }
        }
        (jar, ownCookies) = (values.jar, values.ownCookies)
        secrets = SecretSet(
            values.allSecrets,
            fieldNames: Set(kept.markers.compactMap(kept.fieldName)).union(rendered?.secretFields ?? []))
        hasSecretBody = kept.markers.contains { $0.place == .body }
        self.checks = rendered == nil ? nil : checks
        options = try rendered.map { try TransferOptions($0, files: files) } ?? others
        options.asksForCodings = sent.headers.contains(named: "Accept-Encoding")
        hopOptions = rendered?.proxy.hopOptions
        self.files = files
        let isSigned = rendered.map { today in
            kept.markers.contains { marker in
                values.fills(marker) && today.signs(marker, inFieldNamed: kept.fieldName(of: marker))
            }
        }
        signer = isSigned == true ? rendered : nil
    }

    /// Returns the fields to send, and the jar that adds cookies to each hop: a copy of the environment's, which redirects may add to, where the
    /// request has its cookies from there.
    fileprivate func cookies(for request: RestoredRequest, _ clock: ClientClock) -> (HeaderFields, CookieJar.Use) {
        var headers = request.headers.withoutFraming
        guard let jar,
            headers["Cookie"].map(ExactText.init)
                == jar.field(at: request.url, besides: ownCookies).map({ ExactText($0.value) })
        else { return (headers, carriesSetCookies ? .jar(CookieJar(clock: clock)) : .off) }
        headers["Cookie"] = ownCookies
        return (headers, .jar(CookieJar(jar.cookies, clock: clock)))
    }

    /// Whether signing makes the body.
    fileprivate var signsBody: Bool { signer?.signatureInItems?.credentials.placement == .body }

    /// Returns the interceptor that signs it for the time of the replay: servers refuse signatures of another time.
    fileprivate func interceptors(
        _ sources: CredentialSources, now: @escaping @Sendable () -> Date
    ) -> [any WireInterceptor] {
        [signer.flatMap { SigningInterceptor($0, sources, files, now: now) }].compactMap { $0 }
    }
}

extension CollectionRunner {
    /// Sends a recorded request again, as it was, with secrets of today: its token, its cookies, its signature, what logging in captures. Redirects may
    /// set more cookies on the way, and it is tried once. Cancelling the task cancels the send.
    ///
    /// Never throws: ``RecordedExchange/failure`` says why there is no whole response.
    public func replay(
        _ request: RestoredRequest, _ terms: ReplayTerms, observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RecordedExchange {
        let sentAt = client.configuration.clock.now()
        var record = RecordedExchange(
            id: makeID(), exchange: Exchange(request: request.sent, startedAt: sentAt), origin: terms.origin,
            sentAt: sentAt)
        record.secrets = terms.secrets
        var request = request
        if let renewal = terms.renewal {
            do {
                request = try await renewed(renewal, into: &record, observer)
                record.exchange = Exchange(request: request.sent, startedAt: sentAt)
            } catch {
                record.failure = RecordedFailure(error)
                return record
            }
        }
        let (headers, cookies) = terms.cookies(for: request, client.configuration.clock)
        let wire = WireRequest(
            method: request.method, url: request.url, headers: headers,
            body: BodySource(request.body, isChunked: terms.isChunked),
            options: terms.options)
        record.secrets.formUnion(request.secrets)
        if !terms.signsBody { record.requestBody = request.body }
        var options = SendOptions(
            retry: RetryPolicy(maximumRetries: 0), redirects: terms.redirects(of: request),
            cookies: cookies,
            interceptors: terms.interceptors(credentialSources, now: client.configuration.clock.now))
        options.hopOptions = terms.hopOptions
        options.followsRedirect = terms.route.allows
        let last = Locked<Exchange?>(nil)
        do {
            let response = try await client.send(wire, options: options) { event in
                if case .finished(let exchange) = event { last.withLock { $0 = exchange } }
                observer(.exchange(event))
            }
            try await read(response, into: &record, observer)
            record.exchange = response.exchange()
            record.replayDeviation = terms.deviation(of: record.exchange)
            if let checks = terms.checks { await note(secretsBy: checks, in: &record) }
        } catch {
            record.failure = RecordedFailure(error)
            if let exchange = error.exchange ?? last.withLock({ $0 }) { record.exchange = exchange }
        }
        return record
    }

    /// Masks the secrets that the response gave, such as a token, in what is kept of it; the session does not get them.
    private func note(secretsBy checks: ResponseChecks, in record: inout RecordedExchange) async {
        var judged = record
        await apply(checks, to: &judged, SecretSet())
        for capture in judged.captures where capture.isSecret {
            guard let json = capture.json else { continue }
            // Numbers are secrets as they are written.
            let text = if case .string(let text)? = TypedValue(json: json) { text } else { json }
            record.secrets.insert([NamedSecret(name: capture.variable, value: text)])
        }
    }

    private func read(
        _ response: WireResponse, into record: inout RecordedExchange, _ observer: @Sendable (RunEvent) -> Void
    ) async throws {
        let store = BodyStore(directory: spillDirectory)
        defer { store.finish() }
        (record.head, record.responseBody) = (response.head, store)
        observer(.receiving(response.head, store))
        let clock = client.configuration.clock
        for try await chunk in response.body { try store.append(chunk, at: clock.now()) }
    }
}

extension ReplayTerms {
    /// Returns the policy that keeps secrets with the origin that they were meant for.
    fileprivate func redirects(of request: RestoredRequest) -> RedirectPolicy {
        let secret = request.headers.filter {
            secrets.fieldNames.contains($0.name.lowercased()) || SecretVocabulary.isSecret($0.value, under: $0.name)
        }.map(\.name)
        var policy = RedirectPolicy.ofCollections(maximum: route.steps.count, secretFields: secret)
        policy.keepsBodyFromOtherOrigins = hasSecretBody
        policy.methodChange = route.methodChange
        return policy
    }

    /// Returns how the redirects differ from the recorded ones; nil if they do not.
    fileprivate func deviation(of exchange: Exchange) -> ReplayDeviation? {
        ReplayDeviation(of: exchange, from: recorded)
    }
}

extension RenderedRequest {
    /// Whether the value at a marker is made when the request is sent.
    fileprivate func signs(_ marker: SecretPlaceholder, inFieldNamed field: String?) -> Bool {
        if let field { return isSignedWhenSent && signedField == field }
        return signatureInItems != nil && marker.name == OAuth1Signature.signatureName
    }
}

extension RestoredRequest {
    fileprivate var sent: Exchange.SentRequest {
        Exchange.SentRequest(method: method, url: url, headers: headers, bodyLength: body.map { Int64($0.count) })
    }
}

extension HeaderFields {
    /// The fields without the length of the body: the transport adds that of the body that is sent, in which a secret may have changed.
    fileprivate var withoutFraming: HeaderFields {
        HeaderFields(filter { !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") })
    }
}

extension BodySource {
    /// Creates a source that is read from the store while it is sent.
    fileprivate init(_ store: BodyStore?, isChunked: Bool) {
        guard let store, store.count > 0 else {
            self = .none
            return
        }
        let stream = BodySource.Stream(length: isChunked ? nil : Int64(store.count), isReplayable: true) {
            let place = Locked(0)
            return {
                let piece = place.withLock { place in
                    let piece = store.copy(place..<place + (1 << 16))
                    place += piece.count
                    return piece
                }
                return piece.isEmpty ? nil : Data(piece)
            }
        }
        self = .stream(stream)
    }
}

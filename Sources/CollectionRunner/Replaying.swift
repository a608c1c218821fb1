import BodyStore
public import Exchanges
import Foundation
import MicroClient
public import OpenCollection

/// How a recorded request goes out again.
public struct ReplayTerms: Sendable {
    /// Which request of which collection it was, and in which environment.
    public var origin: RecordedExchange.Origin
    /// Whether redirects are followed: they are if they were.
    public var followsRedirects: Bool
    /// The values that were put in the places of markers.
    public var secrets: [NamedSecret]
    /// Names of the header fields that hold such, in lower case.
    public var secretFields: Set<String>
    var options = TransferOptions()
    var hopOptions: (@Sendable (_ url: String, _ options: TransferOptions) -> TransferOptions)?
    /// Whether the body holds secrets, so that it stays with the origin that it was meant for.
    var hasSecretBody = false
    /// What the answer's secrets are told by; nil: nobody knows.
    var checks: AnswerChecks?

    /// - Parameters:
    ///   - checks: made with it. Of the answer they only tell what is secret in it.
    ///   - rendered: the request as it is now: its proxy, certificates, timeouts and answers to challenges hold for the recorded one too. Nil: it is gone.
    ///   - files: those that certificates are read from.
    /// - Throws: ``RequestFileError`` when a certificate's file cannot be read.
    public init(
        _ kept: KeptExchange, secrets: [NamedSecret], like rendered: RenderedRequest?, checks: AnswerChecks? = nil,
        files: RequestFiles
    ) throws {
        origin = kept.origin
        followsRedirects = kept.exchange.attempts.contains { $0.hops.count > 1 }
        self.secrets = secrets
        secretFields = Set(
            kept.markers.compactMap { marker in
                guard case .header(let index) = marker.place else { return nil }
                let fields = kept.exchange.request.headers
                return fields.indices.contains(index) ? fields[index].name.lowercased() : nil
            })
        hasSecretBody = kept.markers.contains { $0.place == .body }
        self.checks = checks
        guard let rendered else { return }
        options = try TransferOptions(rendered, files: files)
        hopOptions = rendered.proxy.hopOptions
        self.secrets += rendered.secretValues.map { NamedSecret(name: $0.name, value: $0.value) }
        secretFields.formUnion(rendered.headers.filter(\.isSecret).map { $0.name.lowercased() })
    }
}

extension CollectionRunner {
    /// Sends a recorded request again, as it was: nothing of it is rendered, signed or authorised anew, its cookies are those that it had, and it is tried
    /// once. Cancelling the task cancels the send.
    ///
    /// Never throws: why there is no whole answer stands in ``RecordedExchange/failure``.
    public func replay(
        _ request: Refilling, _ terms: ReplayTerms, observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RecordedExchange {
        let wire = WireRequest(
            method: request.method, url: request.url, headers: request.headers.withoutFraming,
            body: BodySource(request.body),
            options: terms.options)
        let sentAt = client.configuration.clock.now()
        var record = RecordedExchange(
            id: makeID(), exchange: Exchange(request: request.sent, startedAt: sentAt), origin: terms.origin,
            sentAt: sentAt)
        (record.secrets, record.secretFields) = (terms.secrets, terms.secretFields)
        record.requestBody = request.body
        var options = SendOptions(
            retry: RetryPolicy(maximumRetries: 0), redirects: terms.redirects(of: request), cookies: .off)
        options.hopOptions = terms.hopOptions
        let last = Locked<Exchange?>(nil)
        do {
            let response = try await client.send(wire, options: options) { event in
                if case .finished(let exchange) = event { last.withLock { $0 = exchange } }
                observer(.exchange(event))
            }
            try await read(response, into: &record, observer)
            record.exchange = response.exchange()
            if let checks = terms.checks { await note(secretsBy: checks, in: &record) }
        } catch {
            record.failure = RecordedFailure(error)
            if let exchange = error.exchange ?? last.withLock({ $0 }) { record.exchange = exchange }
        }
        return record
    }

    /// What the answer gave that is secret, as a token, is masked in what is kept of it; the session does not get it.
    private func note(secretsBy checks: AnswerChecks, in record: inout RecordedExchange) async {
        var judged = record
        await apply(checks, to: &judged, [])
        for capture in judged.captures where capture.isSecret {
            guard case .string(let value)? = capture.json.flatMap(TypedValue.init(json:)) else { continue }
            record.secrets.append(NamedSecret(name: capture.variable, value: value))
        }
    }

    private func read(
        _ response: WireResponse, into record: inout RecordedExchange, _ observer: @Sendable (RunEvent) -> Void
    ) async throws {
        let store = BodyStore(directory: spillDirectory)
        defer { store.finish() }
        (record.head, record.responseBody) = (response.head, store)
        observer(.answering(response.head, store))
        let clock = client.configuration.clock
        for try await chunk in response.body { try store.append(chunk, at: clock.now()) }
    }
}

extension ReplayTerms {
    /// What is secret stays with the origin that it was meant for.
    fileprivate func redirects(of request: Refilling) -> RedirectPolicy {
        guard followsRedirects else { return .none }
        var policy = RedirectPolicy.follow()
        let secret = request.headers.map(\.name).filter {
            secretFields.contains($0.lowercased()) || Redaction.isSecret(name: $0)
        }
        policy.droppedAcrossOrigins += secret
        policy.keepsBodyFromOtherOrigins = hasSecretBody
        return policy
    }
}

extension Refilling {
    fileprivate var sent: SentRequest {
        SentRequest(method: method, url: url, headers: headers, bodyLength: body.map { Int64($0.count) })
    }
}

extension HeaderFields {
    /// Without what says how long the body is: the transport says it of the body that goes out, in which a secret may be another one by now.
    fileprivate var withoutFraming: HeaderFields {
        HeaderFields(filter { !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") })
    }
}

extension BodySource {
    /// Read from the store while it is sent.
    fileprivate init(_ store: BodyStore?) {
        guard let store, store.count > 0 else {
            self = .none
            return
        }
        let stream = BodyStream(length: Int64(store.count), isReplayable: true) {
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

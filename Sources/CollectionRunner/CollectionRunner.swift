public import BodyStore
public import Exchanges
public import Foundation
public import MicroClient
public import OpenCollection

/// Sends rendered requests of a collection and keeps what came of them.
public struct CollectionRunner: Sendable {
    let client: NetworkClient
    private let spillDirectory: URL
    let credentialSources: CredentialSources
    /// Of OAuth 2: whoever shares it shares the tokens, and asks for each once.
    public let tokens: TokenKeeper
    private let makeID: @Sendable () -> UUID
    private let decode: AnswerChecks.Decode

    /// - Parameters:
    ///   - client: every send is its.
    ///   - spillDirectory: where bodies too large for memory are kept, as nameless files.
    ///   - credentialSources: chance and files that signatures are made of. Default: the system's chance, and no file outside the
    ///     collection.
    ///   - tokens: those of OAuth 2. Default: none yet, and none kept beyond this runner.
    ///   - decode: bodies of other charsets than UTF-8, for expressions over them. Default: such bodies are not read.
    public init(
        client: NetworkClient, spillDirectory: URL = FileManager.default.temporaryDirectory,
        credentialSources: CredentialSources = CredentialSources(), tokens: TokenKeeper = TokenKeeper(),
        makeID: @escaping @Sendable () -> UUID = { UUID() },
        decode: @escaping AnswerChecks.Decode = { _, _ in nil }
    ) {
        self.client = client
        self.spillDirectory = spillDirectory
        self.credentialSources = credentialSources
        self.tokens = tokens
        self.makeID = makeID
        self.decode = decode
    }

    /// What happens while a request is sent, in order.
    public enum RunEvent: Sendable {
        case exchange(ExchangeEvent)
        /// The final head; the body follows into the store.
        case answering(ResponseHead, BodyStore)
        /// A token is got for it, before it or because the server did not take the one that was kept.
        case token(TokenStep)
    }

    /// Sends a request and reads its answer to the end. Cancelling the task cancels the send.
    ///
    /// Never throws: why there is no whole answer stands in ``RecordedExchange/failure``, with what there is of the exchange.
    ///
    /// - Parameters:
    ///   - checks: made with the request; what came of them stands in the record. Without a whole answer, those on it are left out.
    ///   - means: what it may use besides the request itself; default: nothing.
    public func run(
        _ rendered: RenderedRequest, checks: AnswerChecks? = nil, origin: RecordedExchange.Origin,
        means: SendMeans = SendMeans(), observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RecordedExchange {
        let sentAt = client.configuration.clock.now()
        var record = RecordedExchange(
            id: makeID(), exchange: Exchange(request: rendered.unsent, startedAt: sentAt), origin: origin,
            sentAt: sentAt)
        record.captures = checks?.capturesBefore ?? []
        if let failure = rendered.buildFailure {
            record.failure = failure
            return record
        }
        do {
            try await send(rendered, means, into: &record, observer)
        } catch {
            record.failure = RecordedFailure(error)
        }
        let issued = record.issuedSecrets.map { SecretValue(name: "token", value: $0) }
        if let checks, record.failure == nil { await apply(checks, to: &record, rendered.secretValues + issued) }
        return record
    }

    /// On a thread of its own: a large body takes a while to read.
    private func apply(_ checks: AnswerChecks, to record: inout RecordedExchange, _ secrets: [SecretValue]) async {
        guard !checks.needNoAnswer else { return }
        let (decode, uptime, whole) = (decode, client.configuration.clock.uptime, record)
        let results = await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(
                    returning: checks.results(of: whole, secrets: secrets, decode: decode, uptime: uptime))
            }.start()
        }
        record.captures += results.captures
        record.assertions = results.assertions
    }

    /// With its token. One that was kept and is not taken is replaced once, where that needs no person.
    private func send(
        _ rendered: RenderedRequest, _ means: SendMeans, into record: inout RecordedExchange,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async throws {
        let (ready, kept) = try await carryingToken(rendered, into: &record, means.door, observer)
        let isReplaceable = kept.map(rendered.canReplace) ?? false
        let isRefused = await send(try plan(ready, means), into: &record, leavesUnauthorized: isReplaceable, observer)
        guard isRefused else { return }
        let refused = record.exchange
        let (again, _) = try await carryingToken(rendered, into: &record, rejected: kept, means.door, observer)
        await send(try plan(again, means), into: &record, observer)
        record.exchange = record.exchange.following(refused)
    }

    private func plan(_ rendered: RenderedRequest, _ means: SendMeans) throws -> SendPlan {
        try SendPlan(
            rendered, files: means.files, cookies: means.cookies, sources: credentialSources,
            now: client.configuration.clock.now)
    }

    /// - Parameter leavesUnauthorized: whether an answer 401 is not read.
    /// - Returns: whether it was left.
    @discardableResult
    private func send(
        _ plan: SendPlan, into record: inout RecordedExchange, leavesUnauthorized: Bool = false,
        _ observer: @escaping @Sendable (RunEvent) -> Void
    ) async -> Bool {
        // What the last event carried: the only way to the exchange after a cancellation.
        let last = Locked<Exchange?>(nil)
        do {
            let response = try await client.send(plan.request, options: plan.options) { event in
                if case .finished(let exchange) = event { last.withLock { $0 = exchange } }
                observer(.exchange(event))
            }
            if leavesUnauthorized, response.status == 401 {
                _ = try? await response.collect(upTo: 1 << 16)
                record.exchange = response.exchange()
                return true
            }
            let store = BodyStore(directory: spillDirectory)
            record.head = response.head
            record.responseBody = store
            observer(.answering(response.head, store))
            defer { store.finish() }
            for try await chunk in response.body { try store.append(chunk) }
            record.exchange = response.exchange()
        } catch {
            record.failure = RecordedFailure(error)
            record.exchange = error.exchange ?? last.withLock { $0 } ?? record.exchange
        }
        return false
    }
}

extension RenderedRequest {
    /// The request before it became one of the library's.
    fileprivate var unsent: SentRequest {
        SentRequest(
            method: HTTPMethod(rawValue: method), url: url,
            headers: HeaderFields(headersToSend.map { HeaderField($0.name, $0.value) }),
            bodyLength: body.knownBytes.map { Int64($0.count) }, body: body.knownBytes)
    }

    /// Why it cannot be sent; nil when it can.
    fileprivate var buildFailure: RecordedFailure? {
        guard let reason = missing.first?.text ?? cycles.first ?? problems.first else { return nil }
        return RecordedFailure(stage: .build, message: reason)
    }
}

extension RenderedBody {
    /// Nil for what is made while it is sent.
    fileprivate var knownBytes: Data? {
        switch self {
        case .none, .bytes: Data(bytes)
        case .multipart, .file: nil
        }
    }
}

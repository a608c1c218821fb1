public import BodyStore
public import Exchanges
import FilterWorker
public import Foundation
public import MicroClient
public import OpenCollection
import Secrets

/// Sends rendered requests of a collection and keeps the results.
public struct CollectionRunner: Sendable {
    let client: NetworkClient
    let spillDirectory: URL
    let credentialSources: CredentialSources
    /// The OAuth 2 tokens; runners that share the keeper share the tokens and request each once.
    public let tokens: TokenKeeper
    /// The logins; runners that share the keeper share them.
    public let logins: LoginKeeper
    let makeID: @Sendable () -> UUID
    private let decode: ResponseChecks.Decode

    /// - Parameters:
    ///   - client: Sends all requests.
    ///   - spillDirectory: The directory for bodies too large for memory, kept as nameless files.
    ///   - credentialSources: The randomness that signatures are made of. Default: the system's.
    ///   - tokens: The OAuth 2 tokens. Default: none yet, and none kept beyond this runner.
    ///   - logins: The logins after a response 401. Default: none yet.
    ///   - decode: Decodes bodies in charsets other than UTF-8, for expressions. Default: such bodies are not read.
    public init(
        client: NetworkClient, spillDirectory: URL = FileManager.default.temporaryDirectory,
        credentialSources: CredentialSources = CredentialSources(), tokens: TokenKeeper = TokenKeeper(),
        logins: LoginKeeper = LoginKeeper(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        decode: @escaping ResponseChecks.Decode = { _, _ in nil }
    ) {
        self.client = client
        self.spillDirectory = spillDirectory
        self.credentialSources = credentialSources
        self.tokens = tokens
        self.logins = logins
        self.makeID = makeID
        self.decode = decode
    }

    /// The events of a send, in order.
    public enum RunEvent: Sendable {
        case exchange(Exchange.Event)
        /// The final head; the body follows into the store.
        case receiving(ResponseHead, BodyStore)
        /// A token is requested, before the send or because the server rejected the kept one.
        case token(TokenStep)
        /// The response was 401, and the send logs in.
        case login(LoginStep)
    }

    /// Sends a request and reads its response to the end. Cancelling the task cancels the send.
    ///
    /// Never throws: ``RecordedExchange/failure`` says why there is no whole response, beside what there is of the exchange.
    ///
    /// - Parameters:
    ///   - checks: The checks made with the request; their results are in the record. Without a whole response, those on it are left out.
    ///   - means: The files, cookies and logins that the send may use. Default: none.
    public func run(
        _ rendered: RenderedRequest, checks: ResponseChecks? = nil, origin: RecordedExchange.Origin,
        dependencies: SendDependencies = SendDependencies(), observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RecordedExchange {
        let sentAt = client.configuration.clock.now()
        var record = RecordedExchange(
            id: makeID(), exchange: Exchange(request: rendered.unsent, startedAt: sentAt), origin: origin,
            sentAt: sentAt)
        record.captures = checks?.capturesBefore ?? []
        record.console = checks?.scriptsBefore?.results.lines ?? []
        record.flow = checks?.scriptsBefore?.flow
        record.skippedScripts = checks?.skippedScripts?.count ?? 0
        record.note(rendered)
        checks?.scripts?.start()
        var (sent, last, dependencies) = (rendered, checks, dependencies)
        do {
            if let loggedIn = try await loggedInFirst(rendered, &dependencies, into: &record, observer) {
                (sent, last) = loggedIn
            }
            if record.flow == .skipRequest {
                record.failure = RecordedFailure(stage: .build, message: "A script skipped it.")
                return record
            }
            if var failure = sent.buildFailure {
                if let login = record.auxiliaryExchanges.last, !login.isDone {
                    failure.message = "\(failure.message), since \(login.summary)"
                }
                record.failure = failure
                return record
            }
            var send = SendUnderWay(self, sent, dependencies, observer)
            defer { if let renewed = send.renewed { (sent, last) = renewed } }
            try await send.run(into: &record)
        } catch {
            record.failure = RecordedFailure(error)
        }
        record.note(sent)
        if let last, record.failure == nil { await apply(last, to: &record, record.secrets) }
        return record
    }

    /// Runs the checks on a thread of their own, since a large body takes a while to read.
    func apply(_ checks: ResponseChecks, to record: inout RecordedExchange, _ secrets: SecretSet) async {
        guard !checks.needNoResponse else { return }
        let (decode, uptime, whole) = (decode, client.configuration.clock.uptime, record)
        let patience = Patience(uptime: uptime)
        let worker = WorkerHandle()
        let results = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread {
                    continuation.resume(
                        returning: checks.results(
                            of: whole, secrets: secrets, decode: decode, patience: patience, worker: worker))
                }.start()
            }
        } onCancel: {
            patience.cancel()
            worker.cancel()
        }
        record.captures += results.captures
        record.assertions = results.assertions
        record.graphQLErrorCount = results.graphQLErrorCount
        record.console += results.console
        record.flow = results.flow ?? record.flow
        record.hasUnfinishedChecks = patience.isExhausted
        guard patience.isCancelled else { return }
        record.failure = RecordedFailure(stage: .cancelled, message: "Cancelled while the assertions were evaluated.")
    }
}

extension RecordedExchange {
    /// Adds the secrets and the variable names of a request.
    fileprivate mutating func note(_ rendered: RenderedRequest) {
        secrets.formUnion(rendered.sentSecrets)
        facts.variableNames = rendered.variableNames
    }
}

extension RenderedRequest {
    /// The secrets of the request with their places in what is sent, and in the URLs at which its token may be requested.
    public var sentSecrets: SecretSet {
        var set = placedSecrets.union(SecretSet(url: "", body: secretParts))
        guard case .oauth2(let settings)? = credential else { return set }
        for grant in [TokenGrant.clientCredentials, .refresh("")] {
            set.insertPlaces(url: TokenRequest(grant: grant, settings: settings).url(saying: secrets.text))
        }
        return set
    }

    /// The request before it became one of the library's.
    fileprivate var unsent: Exchange.SentRequest {
        Exchange.SentRequest(
            method: HTTPMethod(rawValue: method), url: url,
            headers: HeaderFields(headersToSend.map { HeaderField($0.name, $0.value) }),
            bodyLength: body.knownBytes.map { Int64($0.count) }, body: body.knownBytes)
    }

    /// The reason why the request cannot be sent; nil if it can be.
    var buildFailure: RecordedFailure? {
        guard let reason = missing.first?.text ?? cycles.first ?? problems.first else { return nil }
        return RecordedFailure(stage: .build, message: reason)
    }
}

extension RenderedBody {
    /// The bytes of the body; nil if they are made while it is sent.
    fileprivate var knownBytes: Data? {
        switch self {
        case .none, .bytes: Data(bytes)
        case .multipart, .file: nil
        }
    }
}

public import BodyStore
public import Exchanges
import FilterWorker
public import Foundation
public import MicroClient
public import OpenCollection
import Secrets

/// Sends rendered requests of a collection and keeps what came of them.
public struct CollectionRunner: Sendable {
    let client: NetworkClient
    let spillDirectory: URL
    let credentialSources: CredentialSources
    /// Of OAuth 2: whoever shares it shares the tokens, and asks for each once.
    public let tokens: TokenKeeper
    /// Whoever shares it shares the logins.
    public let logins: LoginKeeper
    let makeID: @Sendable () -> UUID
    private let decode: AnswerChecks.Decode

    /// - Parameters:
    ///   - client: every send is its.
    ///   - spillDirectory: where bodies too large for memory are kept, as nameless files.
    ///   - credentialSources: chance and files that signatures are made of. Default: the system's chance, and no file outside the
    ///     collection.
    ///   - tokens: those of OAuth 2. Default: none yet, and none kept beyond this runner.
    ///   - logins: those after an answer 401. Default: none yet.
    ///   - decode: bodies of other charsets than UTF-8, for expressions over them. Default: such bodies are not read.
    public init(
        client: NetworkClient, spillDirectory: URL = FileManager.default.temporaryDirectory,
        credentialSources: CredentialSources = CredentialSources(), tokens: TokenKeeper = TokenKeeper(),
        logins: LoginKeeper = LoginKeeper(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        decode: @escaping AnswerChecks.Decode = { _, _ in nil }
    ) {
        self.client = client
        self.spillDirectory = spillDirectory
        self.credentialSources = credentialSources
        self.tokens = tokens
        self.logins = logins
        self.makeID = makeID
        self.decode = decode
    }

    /// What happens while a request is sent, in order.
    public enum RunEvent: Sendable {
        case exchange(Exchange.Event)
        /// The final head; the body follows into the store.
        case answering(ResponseHead, BodyStore)
        /// A token is got for it, before it or because the server did not take the one that was kept.
        case token(TokenStep)
        /// It was answered 401, and logs in.
        case login(LoginStep)
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
        record.console = checks?.scriptsBefore?.results.lines ?? []
        record.flow = checks?.scriptsBefore?.flow
        record.skippedScripts = checks?.skippedScripts?.count ?? 0
        record.note(rendered)
        checks?.scripts?.start()
        var (sent, last, means) = (rendered, checks, means)
        do {
            if let loggedIn = try await loggedInFirst(rendered, &means, into: &record, observer) {
                (sent, last) = loggedIn
            }
            if record.flow == .skipRequest {
                record.failure = RecordedFailure(stage: .build, message: "A script skipped it.")
                return record
            }
            if var failure = sent.buildFailure {
                if let login = record.errands.last, !login.isDone {
                    failure.message = "\(failure.message), since \(login.summary)"
                }
                record.failure = failure
                return record
            }
            var send = SendUnderWay(self, sent, means, observer)
            defer { if let renewed = send.renewed { (sent, last) = renewed } }
            try await send.run(into: &record)
        } catch {
            record.failure = RecordedFailure(error)
        }
        record.note(sent)
        if let last, record.failure == nil { await apply(last, to: &record, record.secrets) }
        return record
    }

    /// On a thread of its own: a large body takes a while to read.
    func apply(_ checks: AnswerChecks, to record: inout RecordedExchange, _ secrets: SecretSet) async {
        guard !checks.needNoAnswer else { return }
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
    /// What a request is made of.
    fileprivate mutating func note(_ rendered: RenderedRequest) {
        secrets.formUnion(rendered.sentSecrets)
        facts.variableNames = rendered.variableNames
    }
}

extension RenderedRequest {
    /// Its secrets with their places in what is sent, and in the URLs at which its token may be asked for.
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

    /// Why it cannot be sent; nil when it can.
    var buildFailure: RecordedFailure? {
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

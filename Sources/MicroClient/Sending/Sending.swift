import Foundation

/// One send: attempts, each with its hops, until there is an answer to hand out or nothing left to try.
final class Sending: Sendable {
    let transport: any Transport
    let clock: ClientClock
    let random: @Sendable () -> Double
    let retry: RetryPolicy
    let redirects: RedirectPolicy
    let cookies: CookieJar?
    private let request: WireRequest
    /// Makes the request of the next attempt; nil: it is the first one's.
    private let prepare: (@Sendable (WireRequest) async throws -> WireRequest)?
    let recorder: SendRecorder

    init(
        _ request: WireRequest, from configuration: NetworkConfiguration, options: SendOptions, retry: RetryPolicy,
        recorder: SendRecorder, prepare: (@Sendable (WireRequest) async throws -> WireRequest)?
    ) {
        transport = configuration.transport
        clock = configuration.clock
        random = configuration.random
        self.retry = retry
        redirects = options.redirects ?? configuration.redirects
        cookies = options.cookies.map { $0.jar } ?? configuration.cookies
        self.request = request
        self.prepare = prepare
        self.recorder = recorder
    }

    /// The answer with its body still to be read.
    func respond() async throws -> WireResponse {
        try await perform { transfer, head in
            WireResponse(
                head: head, connection: recorder.connection,
                body: WireBody(reader: BodyReader(transfer, status: head.status, recorder: recorder)))
        }
    }

    /// The answer with its body in memory; a connection lost in the body is a failed attempt like any other.
    ///
    /// - Parameter limit: in bytes; a larger body ends the transfer.
    func collect(upTo limit: Int) async throws -> (head: ResponseHead, body: Data) {
        let answer = try await perform { transfer, head in
            var body = Data()
            while let chunk = try await transfer.chunk() {
                if chunk.count > limit - body.count { throw TransferError.bodyTooLarge(limit) }
                if body.isEmpty { body = chunk } else { body.append(chunk) }
            }
            return (head: head, body: body)
        }
        recorder.finish(.response(status: answer.head.status))
        return answer
    }

    /// - Parameter read: takes what is wanted of an attempt's answer; what it throws is a failure of the attempt.
    func perform<Answer>(
        _ read: (RecordedTransfer, ResponseHead) async throws -> Answer
    ) async throws -> Answer {
        var retries = RetryMachine(policy: retry)
        do {
            while true {
                if let answer = try await attempt(&retries, read) { return answer }
            }
        } catch {
            throw recorder.closing(error)
        }
    }

    /// - Returns: nil after the wait, when another attempt is due.
    private func attempt<Answer>(
        _ retries: inout RetryMachine, _ read: (RecordedTransfer, ResponseHead) async throws -> Answer
    ) async throws -> Answer? {
        var request = request
        if let prepare { request = try await prepare(request) }
        try request.makeSendable()
        let sent = SentRequest(request)
        recorder.attemptStarted(sent)
        let wait: Duration
        do {
            let (transfer, head) = try await follow(request, sent)
            recorder.answered(head)
            guard case .retry(let retry) = retries.answered(head, circumstances(request)) else {
                return try await read(transfer, head)
            }
            await transfer.drain(head)
            recorder.retrying(retry, after: .response(status: head.status))
            wait = retry.wait
        } catch  where !error.isCancellation {
            guard case .retry(let retry) = retries.failed(error, circumstances(request)) else { throw error }
            if let error = error as? TransferError { recorder.failed(error) }
            recorder.retrying(retry, after: .failure(AttemptFailure(error)))
            wait = retry.wait
        }
        try await clock.sleep(wait)
        return nil
    }

    /// Goes from hop to hop until an answer is no redirect to follow.
    private func follow(
        _ first: WireRequest, _ firstSent: SentRequest
    ) async throws -> (RecordedTransfer, ResponseHead) {
        var machine = RedirectMachine(policy: redirects)
        var (request, sent) = (first, firstSent)
        while true {
            try Task.checkCancellation()
            let carried = cookies?.adding(to: request) ?? request
            recorder.hopStarted(cookies == nil ? sent : SentRequest(carried))
            let transfer = RecordedTransfer(
                transport.transfer(carried), recorder: recorder, bodyLimit: request.options.limits.bodyBytes,
                sawHead: cookies?.taking(from: carried))
            let head = try await transfer.head()
            guard case .follow(let next) = machine.answered(head, to: request) else { return (transfer, head) }
            await transfer.drain(head)
            recorder.redirected(to: next.url)
            (request, sent) = (next, SentRequest(next))
        }
    }

    private func circumstances(_ request: WireRequest) -> RetryMachine.Circumstances {
        RetryMachine.Circumstances(
            method: request.method, isReplayable: request.body.isReplayable, elapsed: recorder.elapsed,
            now: clock.now(),
            random: random())
    }
}

extension Error {
    /// Whether this is, or was caused by, the end of the task.
    var isCancellation: Bool { self is CancellationError || Task.isCancelled }
}

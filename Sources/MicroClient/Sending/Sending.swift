import Foundation

/// One send: attempts, each with its hops, until there is a response to return or nothing left to try.
final class Sending: Sendable {
    private let defaults: SendDefaults
    private let retry: RetryPolicy
    private let redirects: RedirectPolicy
    private let cookies: CookieJar?
    private let authenticator: BearerAuthenticator?
    private let hopOptions: (@Sendable (String, TransferOptions) -> TransferOptions)?
    private let followsRedirect: (@Sendable (Int, Int, WireRequest) -> Bool)?
    private let forwardedFields: @Sendable (String) -> [String]
    /// Makes the request of the next attempt; nil if it is the first one's.
    private let prepare: (@Sendable (WireRequest) async throws -> WireRequest)?
    let recorder: SendRecorder

    init(
        _ recorder: SendRecorder, by defaults: SendDefaults, options: SendOptions,
        prepare: (@Sendable (WireRequest) async throws -> WireRequest)?
    ) {
        self.defaults = defaults
        retry = options.retry ?? defaults.retry
        redirects = options.redirects ?? defaults.redirects
        cookies = options.cookies.map { $0.jar } ?? defaults.cookies
        authenticator = defaults.authenticator
        hopOptions = options.hopOptions
        followsRedirect = options.followsRedirect
        forwardedFields = options.forwardedFields
        self.prepare = prepare
        self.recorder = recorder
    }

    /// Returns the response with its body still to be read.
    func respond() async throws -> WireResponse {
        try await perform { transfer, head in
            WireResponse(
                head: head, connection: recorder.connection,
                body: WireBody(reader: BodyReader(transfer, status: head.status, recorder: recorder)))
        }
    }

    /// Returns the response with its body in memory; a connection lost in the body is a failed attempt like any other.
    ///
    /// - Parameter limit: The largest body size in bytes; a larger body ends the transfer.
    func collect(upTo limit: Int) async throws -> (head: ResponseHead, body: Data) {
        let response = try await perform { transfer, head in
            (head: head, body: try await transfer.collect(upTo: limit))
        }
        recorder.finish(.response(status: response.head.status))
        return response
    }

    /// - Parameter read: Takes what is needed from an attempt's response; an error that it throws is a failure of the attempt.
    func perform<Value>(
        _ read: (RecordedTransfer, ResponseHead) async throws -> Value
    ) async throws -> Value {
        var retries = RetryMachine(policy: retry)
        var mayReplaceToken = authenticator != nil
        do {
            while true {
                if let response = try await attempt(&retries, &mayReplaceToken, read) { return response }
            }
        } catch {
            throw recorder.closing(error)
        }
    }

    /// - Returns: The result, or nil after the wait, when another attempt is due.
    private func attempt<Value>(
        _ retries: inout RetryMachine, _ mayReplaceToken: inout Bool,
        _ read: (RecordedTransfer, ResponseHead) async throws -> Value
    ) async throws -> Value? {
        var request = recorder.request
        let presented = try await authenticator?.authorize(&request)
        if let prepare { request = try await prepare(request) }
        try request.makeSendable()
        recorder.attemptStarted(Exchange.SentRequest(request))
        let wait: Duration
        do {
            let (transfer, head, last) = try await follow(request)
            if mayReplaceToken, let presented, head.status == 401, last.presents(presented), request.body.isReplayable {
                mayReplaceToken = false
                await transfer.drain(head)
                try await authenticator?.replace(presented)
                let reason = "\(head.statusText), sent again with another token"
                recorder.retrying(
                    Exchange.Attempt.Retry(reason: reason, wait: .zero, source: .backoff),
                    after: .response(status: head.status))
                return nil
            }
            recorder.received(head)
            guard case .retry(let retry) = retries.received(head, circumstances(request)) else {
                return try await read(transfer, head)
            }
            await transfer.drain(head)
            recorder.retrying(retry, after: .response(status: head.status))
            wait = retry.wait
        } catch  where !error.isCancellation {
            guard case .retry(let retry) = retries.failed(error, circumstances(request)) else { throw error }
            if let error = error as? TransferError { recorder.failed(error) }
            recorder.retrying(retry, after: .failure(Exchange.Failure(error)))
            wait = retry.wait
        }
        try await defaults.clock.sleep(wait)
        return nil
    }

    /// Goes from hop to hop until a response is no redirect to follow.
    ///
    /// - Returns: The open transfer, its response head and the request of the last hop.
    private func follow(
        _ first: WireRequest
    ) async throws -> (RecordedTransfer, ResponseHead, WireRequest) {
        var machine = RedirectMachine(
            policy: redirects, forwardedFields: forwardedFields, allows: followsRedirect)
        var request = first
        var isFirst = true
        while true {
            try Task.checkCancellation()
            var carried = cookies?.adding(to: request) ?? request
            if let hopOptions { carried.options = hopOptions(carried.url, carried.options) }
            recorder.hopStarted(isFirst && cookies == nil ? nil : Exchange.SentRequest(carried))
            let transfer = RecordedTransfer(
                defaults.transport.transfer(carried), recorder: recorder, bodyLimit: carried.options.limits.bodyBytes,
                sawHead: cookies?.taking(from: carried))
            let head = try await transfer.head()
            guard case .follow(let next) = machine.received(head, to: request) else {
                return (transfer, head, request)
            }
            await transfer.drain(head)
            recorder.redirected(to: next.url)
            request = next
            isFirst = false
        }
    }

    private func circumstances(_ request: WireRequest) -> RetryMachine.Circumstances {
        RetryMachine.Circumstances(
            method: request.method, isReplayable: request.body.isReplayable, elapsed: recorder.elapsed,
            now: defaults.clock.now(), random: defaults.random())
    }
}

extension WireRequest {
    /// Whether it still has the token: interceptors may have replaced it, and redirects may have dropped it.
    fileprivate func presents(_ presented: BearerAuthenticator.Presented) -> Bool {
        headers.values(for: "Authorization") == [presented.field]
    }
}

extension Error {
    /// Whether this is, or was caused by, the end of the task.
    var isCancellation: Bool { self is CancellationError || Task.isCancelled }
}

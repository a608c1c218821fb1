import Foundation

/// Decides after each attempt whether another one follows, and when.
struct RetryMachine {
    enum Action: Hashable {
        /// Stop: the response or error at hand is the result.
        case stop
        case retry(Exchange.Attempt.Retry)
    }

    /// The facts that the decision depends on besides policy and outcome.
    struct Circumstances {
        var method: HTTPMethod = .get
        var isReplayable = true
        /// The time since the start of the send.
        var elapsed = Duration.zero
        /// The current date, for a `Retry-After` that is a date.
        var now = Date(timeIntervalSince1970: 0)
        /// A random number from 0 to 1.
        var random = 1.0
    }

    let policy: RetryPolicy
    private var retries = 0

    init(policy: RetryPolicy) { self.policy = policy }

    mutating func received(_ head: ResponseHead, _ circumstances: @autoclosure () -> Circumstances) -> Action {
        guard retries < policy.maximumRetries, policy.statuses.contains(head.status) else { return .stop }
        let circumstances = circumstances()
        guard policy.methods.allow(circumstances.method) else { return .stop }
        let asked = retryAfter(head, circumstances)
        return next(reason: head.statusText, asked: asked, circumstances)
    }

    mutating func failed(_ error: any Error, _ circumstances: @autoclosure () -> Circumstances) -> Action {
        guard retries < policy.maximumRetries, policy.errors.allow(error) else { return .stop }
        let circumstances = circumstances()
        let nothingSent = (error as? TransferError)?.requestMayHaveBeenSent == false
        guard nothingSent || policy.methods.allow(circumstances.method) else { return .stop }
        return next(reason: Exchange.Failure(error).reason, asked: nil, circumstances)
    }

    private mutating func next(reason: String, asked: Duration?, _ circumstances: Circumstances) -> Action {
        guard circumstances.isReplayable else { return .stop }
        let backoff = policy.backoff.wait(beforeRetry: retries + 1, random: circumstances.random)
        let wait = asked ?? backoff
        if let budget = policy.budget, wait > budget - circumstances.elapsed { return .stop }
        retries += 1
        return .retry(Exchange.Attempt.Retry(reason: reason, wait: wait, source: asked == nil ? .backoff : .retryAfter))
    }

    private func retryAfter(_ head: ResponseHead, _ circumstances: Circumstances) -> Duration? {
        guard let cap = policy.maximumRetryAfter, let value = head.headers["Retry-After"] else { return nil }
        return RetryAfter(value)?.wait(from: circumstances.now).clamped(to: .zero...cap)
    }
}

extension RetryPolicy.Methods {
    func allow(_ method: HTTPMethod) -> Bool {
        switch self {
        case .idempotent: method.isIdempotent
        case .all: true
        case .only(let methods): methods.contains(method)
        }
    }
}

extension RetryPolicy.Errors {
    /// Returns whether an error is retried. A transport's own errors, whose cause is unknown, count as ``TransferError/Code/other``.
    func allow(_ error: any Error) -> Bool {
        guard !(error is NetworkClientError), !(error is NetworkClientError.InterceptorFailure),
            !(error is NetworkClientError.FileFailure)
        else {
            return false
        }
        let code = (error as? TransferError)?.code ?? .other
        return switch self {
        case .none: false
        case .transient: !Self.lasting.contains(code)
        case .only(let codes): codes.contains(code)
        }
    }

    /// The failures that recur with every attempt.
    private static let lasting: Set<TransferError.Code> = [
        .malformedURL, .unsupportedProtocol, .certificateNotTrusted, .contentDecodingFailed, .invalidRequest,
        .uploadFailed, .authenticationFailed,
        .headersTooLarge, .bodyTooLarge,
    ]
}

extension Duration {
    func clamped(to range: ClosedRange<Duration>) -> Duration { min(max(self, range.lowerBound), range.upperBound) }
}

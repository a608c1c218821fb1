import Foundation

/// One send and all that came of it: the request, every attempt on the wire with its hops, and how long each took.
///
/// It rides on the response and on the error alike. It holds values only; bodies stay with whoever read them.
public struct Exchange: Sendable, Hashable {
    /// The request as prepared for the first attempt.
    public var request: Exchange.SentRequest
    /// Wall clock, when the send began.
    public var startedAt: Date
    /// In order, at least one once anything was tried.
    public var attempts: [Exchange.Attempt]
    /// From the start to the last byte or the final failure; nil while it runs.
    public var duration: Duration?

    /// An exchange of these parts; the client makes its own.
    public init(
        request: Exchange.SentRequest, startedAt: Date, attempts: [Exchange.Attempt] = [], duration: Duration? = nil
    ) {
        self.request = request
        self.startedAt = startedAt
        self.attempts = attempts
        self.duration = duration
    }
}

extension Exchange {
    /// What was sent, without the body's bytes.
    public struct SentRequest: Sendable, Hashable {
        /// As it stands on the wire.
        public var method: HTTPMethod
        /// With all that it was sent with, secrets included: see ``Redaction``.
        public var url: String
        /// As prepared, or as they went out where the transport can tell.
        public var headers: HeaderFields
        /// In bytes; nil when not known beforehand.
        public var bodyLength: Int64?
        /// The body itself when it was given as bytes; nil for files and streams.
        public var body: Data?

        /// A request of these parts.
        public init(method: HTTPMethod, url: String, headers: HeaderFields, bodyLength: Int64? = nil, body: Data? = nil)
        {
            self.method = method
            self.url = url
            self.headers = headers
            self.bodyLength = bodyLength
            self.body = body
        }
    }
}

extension Exchange {
    /// One try on the wire.
    public struct Attempt: Sendable, Hashable {
        /// 1 for the first.
        public var number: Int
        /// From the start of the exchange.
        public var startedAfter: Duration
        /// As the interceptors of this attempt left it.
        public var request: Exchange.SentRequest
        /// At least one unless preparing failed; more after redirects.
        public var hops: [Exchange.Hop]
        /// What came of it.
        public var outcome: Outcome
        /// Why another attempt followed, and after what wait; nil for the last one.
        public var retry: Retry?

        /// An attempt of these parts; the client makes its own.
        public init(
            number: Int, startedAfter: Duration, request: Exchange.SentRequest, hops: [Exchange.Hop] = [],
            outcome: Outcome = .running,
            retry: Retry? = nil
        ) {
            self.number = number
            self.startedAfter = startedAfter
            self.request = request
            self.hops = hops
            self.outcome = outcome
            self.retry = retry
        }

        /// What came of an attempt.
        public enum Outcome: Sendable, Hashable {
            /// Not over yet.
            case running
            /// The status of the last hop.
            case response(status: Int)
            /// No answer, or not the whole of it.
            case failure(Exchange.Failure)
            /// The task was cancelled.
            case cancelled
        }

        /// Why another attempt followed, and after what wait.
        public struct Retry: Sendable, Hashable {
            /// One line: "503 Service Unavailable", "connection refused".
            public var reason: String
            /// How long was waited before the next attempt.
            public var wait: Duration
            /// Where the wait came from: the policy's backoff or the server's `Retry-After`.
            public var source: WaitSource

            /// A retry of these parts.
            public init(reason: String, wait: Duration, source: WaitSource) {
                self.reason = reason
                self.wait = wait
                self.source = source
            }

            /// Where a wait came from.
            public enum WaitSource: Sendable, Hashable {
                /// The policy's ``RetryPolicy/Backoff``.
                case backoff
                /// The server's `Retry-After`.
                case retryAfter
            }
        }
    }
}

extension Exchange {
    /// Why an attempt ended without an answer.
    public struct Failure: Sendable, Hashable {
        /// The step that failed.
        public var stage: TransferError.Stage
        /// The cause, for programs.
        public var code: TransferError.Code
        /// One line, without secrets.
        public var message: String

        /// A failure of these parts.
        public init(stage: TransferError.Stage, code: TransferError.Code, message: String) {
            self.stage = stage
            self.code = code
            self.message = message
        }
    }
}

extension Exchange {
    /// One request and its answer within an attempt.
    public struct Hop: Sendable, Hashable {
        /// From the start of the exchange.
        public var startedAfter: Duration
        /// With the header fields as they really went out where the transport can tell.
        public var request: Exchange.SentRequest
        /// Nil when no head arrived.
        public var response: ResponseHead?
        /// Nil when none was made, or the transport cannot tell.
        public var connection: ConnectionFacts?
        /// Why there is no answer, or only a part of it; nil when the hop went well, was left, or runs.
        public var failure: Exchange.Failure?
        /// How long each phase took.
        public var timings: Transfer.Timings
        /// Body bytes before decoding; nil when unknown.
        public var bodyBytesOnWire: Int64?
        /// Body bytes handed to the reader, after decoding.
        public var bodyBytes: Int64
        /// Fields behind the body; empty when there were none or the transport cannot tell.
        public var trailers: HeaderFields
        /// What stood on the wire, also of a hop that failed; nil when the transport cannot tell. Secrets included.
        public var wire: Exchange.WireLog?

        /// A hop of these parts; the client makes its own.
        public init(
            startedAfter: Duration, request: Exchange.SentRequest, response: ResponseHead? = nil,
            connection: ConnectionFacts? = nil,
            timings: Transfer.Timings = Transfer.Timings(), bodyBytesOnWire: Int64? = nil, bodyBytes: Int64 = 0,
            trailers: HeaderFields = [], wire: Exchange.WireLog? = nil
        ) {
            self.startedAfter = startedAfter
            self.request = request
            self.response = response
            self.connection = connection
            self.timings = timings
            self.bodyBytesOnWire = bodyBytesOnWire
            self.bodyBytes = bodyBytes
            self.trailers = trailers
            self.wire = wire
        }
    }
}

extension Exchange {
    /// The part of ``duration`` that no phase of a hop and no wait before a retry accounts for: what the client itself does before, between
    /// and after them. Nil while it runs.
    public var clientShare: Duration? {
        guard let duration else { return nil }
        let known = attempts.reduce(Duration.zero) { sum, attempt in
            attempt.hops.reduce(sum + (attempt.retry?.wait ?? .zero)) { $0 + $1.timings.sumOfPhases }
        }
        return max(.zero, duration - known)
    }
}

extension Transfer.Timings {
    /// Of the phases that are known; the total where none is.
    fileprivate var sumOfPhases: Duration {
        let phases = [nameLookup, connect, tls, send, wait, download].compactMap(\.self)
        return phases.isEmpty ? total ?? .zero : phases.reduce(.zero, +)
    }
}

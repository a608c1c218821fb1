import Foundation

/// The record of one send: the request, every attempt on the wire with its hops, and how long each took.
///
/// It is available from the response and from the error alike. It contains values only; response bodies stay with their readers.
public struct Exchange: Sendable, Hashable {
    /// The request as prepared for the first attempt.
    public var request: Exchange.SentRequest
    /// The date when the send began.
    public var startedAt: Date
    /// The attempts in order, at least one once anything was tried.
    public var attempts: [Exchange.Attempt]
    /// The time from the start to the last byte or the final failure; nil while it runs.
    public var duration: Duration?

    /// Creates an exchange; the client creates its own.
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
    /// The request that was sent.
    public struct SentRequest: Sendable, Hashable {
        /// The method as sent.
        public var method: HTTPMethod
        /// The URL as sent, secrets included: see ``Redaction``.
        public var url: String
        /// The header fields as prepared, or as they were sent if the transport reports that.
        public var headers: HeaderFields
        /// The length of the body in bytes; nil when not known beforehand.
        public var bodyLength: Int64?
        /// The body if it was given as bytes; nil for files and streams.
        public var body: Data?

        /// Creates a request.
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
    /// One attempt to send the request.
    public struct Attempt: Sendable, Hashable {
        /// The number of the attempt; 1 for the first.
        public var number: Int
        /// The time from the start of the exchange to that of the attempt.
        public var startedAfter: Duration
        /// The request as the interceptors of this attempt left it.
        public var request: Exchange.SentRequest
        /// The hops: at least one unless preparing failed; more after redirects.
        public var hops: [Exchange.Hop]
        /// The result of the attempt.
        public var outcome: Outcome
        /// The reason for and the wait before another attempt; nil for the last one.
        public var retry: Retry?

        /// Creates an attempt; the client creates its own.
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

        /// The result of an attempt.
        public enum Outcome: Sendable, Hashable {
            /// The attempt is not over yet.
            case running
            /// The attempt ended with a response; the status is that of the last hop.
            case response(status: Int)
            /// The attempt ended without a response, or with a part of it.
            case failure(Exchange.Failure)
            /// The task was cancelled.
            case cancelled
        }

        /// The reason for and the wait before another attempt.
        public struct Retry: Sendable, Hashable {
            /// The reason in one line: "503 Service Unavailable", "connection refused".
            public var reason: String
            /// The wait before the next attempt.
            public var wait: Duration
            /// The source of the wait: the policy's backoff or the server's `Retry-After`.
            public var source: WaitSource

            /// Creates a retry.
            public init(reason: String, wait: Duration, source: WaitSource) {
                self.reason = reason
                self.wait = wait
                self.source = source
            }

            /// The sources of a wait.
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
    /// The reason why an attempt ended without a response.
    public struct Failure: Sendable, Hashable {
        /// The step that failed.
        public var stage: TransferError.Stage
        /// The cause, for use by programs.
        public var code: TransferError.Code
        /// The cause in one line, without secrets.
        public var message: String

        /// Creates a failure.
        public init(stage: TransferError.Stage, code: TransferError.Code, message: String) {
            self.stage = stage
            self.code = code
            self.message = message
        }
    }
}

extension Exchange {
    /// One request and its response within an attempt.
    public struct Hop: Sendable, Hashable {
        /// The time from the start of the exchange to that of the hop.
        public var startedAfter: Duration
        /// The request, with the header fields as they were sent if the transport reports that.
        public var request: Exchange.SentRequest
        /// The response head; nil when none arrived.
        public var response: ResponseHead?
        /// The connection; nil when none was made, or the transport does not report it.
        public var connection: ConnectionFacts?
        /// The reason why there is no response, or only a part of it; nil when the hop succeeded, was abandoned, or is running.
        public var failure: Exchange.Failure?
        /// The duration of each phase.
        public var timings: Transfer.Timings
        /// The number of body bytes before decoding; nil when unknown.
        public var bodyBytesOnWire: Int64?
        /// The number of body bytes passed to the reader, after decoding.
        public var bodyBytes: Int64
        /// The fields after the body; empty when there were none or the transport does not report them.
        public var trailers: HeaderFields
        /// The bytes on the wire, also of a hop that failed; nil when the transport does not record them. Secrets included.
        public var wire: Exchange.WireLog?

        /// Creates a hop; the client creates its own.
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
    /// The part of ``duration`` that no phase of a hop and no wait before a retry accounts for: the client's own work before, between
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
    /// The sum of the phases that are known; the total if none is.
    fileprivate var sumOfPhases: Duration {
        let phases = [nameLookup, connect, tls, send, wait, download].compactMap(\.self)
        return phases.isEmpty ? total ?? .zero : phases.reduce(.zero, +)
    }
}

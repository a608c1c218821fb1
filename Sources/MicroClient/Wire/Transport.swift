import Foundation

/// A transport of one hop: it sends a request and returns events. It does no retries, redirects or cookies.
public protocol Transport: Sendable {
    /// Starts a hop. Nothing is sent before the first event is requested; dropping the transfer, or cancelling the
    /// task that waits for an event, closes the connection.
    func transfer(_ request: WireRequest) -> Transfer
}

/// The events of one hop, in order; the reader pulls them, so that a slow reader slows the sender down.
///
/// Order: `connected` at most once, `uploaded` any number of times, `informational` any number, then `head`, `body` chunks,
/// and `completed`, after which nil follows. Before `head`, `resending` starts that order again. A failure throws ``TransferError``; cancellation
/// throws `CancellationError`.
public struct Transfer: AsyncSequence, Sendable {
    public typealias Element = Transfer.Event
    let arrived: @Sendable () -> Transfer.Event?
    let pull: @Sendable () async throws -> Transfer.Event?

    /// Creates a transfer.
    ///
    /// - Parameter pull: Waits for the next event, called by one task at a time; nil ends the hop.
    public init(_ pull: @escaping @Sendable () async throws -> Transfer.Event?) {
        self.init(arrived: { nil }, pull)
    }

    /// Creates a transfer that may have events ready.
    ///
    /// - Parameters:
    ///   - arrived: Returns the next event if it is there already; nil leaves it, or the end, to `pull`. Most events of a small response arrive
    ///     together, and a call that never waits is cheaper.
    ///   - pull: Waits for the next event; nil at the end.
    public init(
        arrived: @escaping @Sendable () -> Transfer.Event?,
        _ pull: @escaping @Sendable () async throws -> Transfer.Event?
    ) {
        self.arrived = arrived
        self.pull = pull
    }

    /// Creates a transfer with these events, which then ends or fails. Meant for transports that replace a server in a test.
    ///
    /// - Parameters:
    ///   - events: The events, in the order that ``Transfer`` defines.
    ///   - failure: The error thrown after the last event. Default: nil, the hop ends.
    public init(_ events: [Transfer.Event], failure: TransferError? = nil) {
        let left = Locked(events[...])
        arrived = { left.withLock { $0.popFirst() } }
        pull = { if let failure { throw failure } else { nil } }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(transfer: self) }

    /// The iterator of a transfer's events.
    public struct Iterator: AsyncIteratorProtocol {
        let transfer: Transfer

        public mutating func next() async throws -> Transfer.Event? {
            if let event = transfer.arrived() { return event }
            return try await transfer.pull()
        }
    }
}

extension Transfer {
    /// The events of one hop.
    ///
    /// Events are passed around often, so they are kept small: large values are indirect.
    public enum Event: Sendable {
        /// The hop has a connection, a new or a reused one.
        indirect case connected(ConnectionFacts)
        /// The number of body bytes passed to the network so far.
        case uploaded(bytes: Int64)
        /// The transport sends the request again by itself; all events so far belong to a hop that is over.
        indirect case resending(after: Exchange.Hop.End)
        /// A response head with a 1xx status.
        case informational(ResponseHead)
        /// The status and header fields of the response: never a 1xx.
        case head(ResponseHead)
        /// Decoded bytes of the body, in the order received.
        case body(Data)
        /// The last event: the body is complete.
        indirect case completed(Transfer.Summary)
    }
}

extension Exchange.Hop {
    /// The end of a hop that its transport followed with another one of the same request.
    public struct End: Sendable {
        /// The reason why another hop followed.
        public var reason: Reason
        /// The facts of the hop that is over.
        public var summary: Transfer.Summary

        /// Creates an end.
        public init(_ reason: Reason, summary: Transfer.Summary = Transfer.Summary()) {
            self.reason = reason
            self.summary = summary
        }

        /// The reason why a transport repeats a request by itself.
        public enum Reason: Sendable {
            /// A 401 or 407 that ``TransferOptions/authentication`` or a proxy's credentials can respond to; or a 417, after which the request is
            /// sent without `Expect`.
            case challenge(ResponseHead)
            /// A reused connection turned out to be closed before any byte of a response arrived.
            case connectionLost(TransferError)
        }
    }
}

/// The status line and header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status: 100 to 599 in a valid response; others are passed on as received.
    public var status: Int
    /// The reason phrase as sent; empty with HTTP/2.
    public var reason: String
    /// The HTTP version: "1.1", "2", "3" or "1.0"; nil when the transport does not report it.
    public var httpVersion: String?
    /// The header fields in their order, spelling and number, as far as the transport reports them.
    public var headers: HeaderFields

    /// Creates a response head.
    public init(status: Int, reason: String = "", httpVersion: String? = nil, headers: HeaderFields = []) {
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
    }
}

extension Transfer {
    /// The facts known at the end of a hop.
    public struct Summary: Sendable, Hashable {
        /// The duration of each phase.
        public var timings: Transfer.Timings
        /// The connection of ``Transfer/Event/connected(_:)``, with what became known since.
        public var connection: ConnectionFacts
        /// The fields after the body; empty when there were none or the transport does not report them.
        public var trailers: HeaderFields
        /// The number of body bytes received, before decoding; nil when unknown.
        public var bodyBytesOnWire: Int64?
        /// The request's header fields as they were sent, those of the transport itself included; nil when unknown.
        public var requestHeadersSent: HeaderFields?
        /// The bytes on the wire; nil when unknown.
        public var wire: Exchange.WireLog?

        /// Creates a summary; facts left out are unknown.
        public init(
            timings: Transfer.Timings = Transfer.Timings(), connection: ConnectionFacts = ConnectionFacts(),
            trailers: HeaderFields = [], bodyBytesOnWire: Int64? = nil, requestHeadersSent: HeaderFields? = nil,
            wire: Exchange.WireLog? = nil
        ) {
            self.timings = timings
            self.connection = connection
            self.trailers = trailers
            self.bodyBytesOnWire = bodyBytesOnWire
            self.requestHeadersSent = requestHeadersSent
            self.wire = wire
        }
    }
}

extension Transfer {
    /// The duration of each phase of a hop. A phase that did not happen (a reused connection has no lookup) or is unknown is nil.
    ///
    /// The phases do not overlap and follow each other in this order; `total` is the whole hop.
    public struct Timings: Sendable, Hashable {
        /// The time from the start of the hop to the addresses of the host.
        public var nameLookup: Duration?
        /// The time to establish the TCP connection.
        public var connect: Duration?
        /// The time of the TLS handshake.
        public var tls: Duration?
        /// The time to send the request, to its last byte.
        public var send: Duration?
        /// The time from the request sent to the first byte of the response.
        public var wait: Duration?
        /// The time from the first byte of the response to the last.
        public var download: Duration?
        /// The time of the whole hop.
        public var total: Duration?

        /// Creates timings without any duration.
        public init() {}
    }
}

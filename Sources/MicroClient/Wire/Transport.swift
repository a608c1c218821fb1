import Foundation

/// What carries one hop: a request goes out, events come back. Retries, redirects and cookies are not its business.
public protocol Transport: Sendable {
    /// Begins a hop. Nothing is sent before the first event is asked for or later than then; dropping the transfer, or cancelling the
    /// task that waits for an event, closes the connection.
    func transfer(_ request: WireRequest) -> Transfer
}

/// The events of one hop, in order: pulled by the reader, so that a slow reader slows the sender down.
///
/// Order: `connected` at most once, `uploaded` any number of times, `informational` any number, then `head`, `body` chunks,
/// and `completed`, after which nil follows. Before `head`, `resending` begins that order anew. A failure throws ``TransferError``; cancellation throws `CancellationError`.
public struct Transfer: AsyncSequence, Sendable {
    public typealias Element = Transfer.Event
    let arrived: @Sendable () -> Transfer.Event?
    let pull: @Sendable () async throws -> Transfer.Event?

    /// - Parameter pull: waits for the next event, asked by one task at a time; nil ends the hop.
    public init(_ pull: @escaping @Sendable () async throws -> Transfer.Event?) {
        self.init(arrived: { nil }, pull)
    }

    /// - Parameters:
    ///   - arrived: the next event if it is there already; nil leaves it, or the end, to `pull`. Most events of a small answer arrive
    ///     together, and a call that never waits is cheaper.
    ///   - pull: waits for the next event; nil at the end.
    public init(
        arrived: @escaping @Sendable () -> Transfer.Event?,
        _ pull: @escaping @Sendable () async throws -> Transfer.Event?
    ) {
        self.arrived = arrived
        self.pull = pull
    }

    /// Gives these events in their order, then ends or fails. Made for transports that take the place of a server in a test.
    ///
    /// - Parameters:
    ///   - events: in the order that ``Transfer`` says.
    ///   - failure: thrown after the last event. Default: nil, the hop ends.
    public init(_ events: [Transfer.Event], failure: TransferError? = nil) {
        let left = Locked(events[...])
        arrived = { left.withLock { $0.popFirst() } }
        pull = { if let failure { throw failure } else { nil } }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(transfer: self) }

    /// Asks for the next event.
    public struct Iterator: AsyncIteratorProtocol {
        let transfer: Transfer

        public mutating func next() async throws -> Transfer.Event? {
            if let event = transfer.arrived() { return event }
            return try await transfer.pull()
        }
    }
}

extension Transfer {
    /// What happened on one hop.
    ///
    /// It is moved from hand to hand, so it is kept small: what is large stands beside it.
    public enum Event: Sendable {
        /// A connection for the hop, a new one or a kept one.
        indirect case connected(ConnectionFacts)
        /// Body bytes handed to the network so far.
        case uploaded(bytes: Int64)
        /// The transport sends the request once more by itself; all events so far belong to a hop that is over.
        indirect case resending(after: Exchange.Hop.End)
        /// A 1xx head.
        case informational(ResponseHead)
        /// Status and fields of the answer: never a 1xx.
        case head(ResponseHead)
        /// Decoded bytes, in the order received.
        case body(Data)
        /// The last event: the body is whole.
        indirect case completed(Transfer.Summary)
    }
}

extension Exchange.Hop {
    /// How a hop ended that its transport followed with another one of the same request.
    public struct End: Sendable {
        /// Why another hop followed.
        public var reason: Reason
        /// What is known of the hop that is over.
        public var summary: Transfer.Summary

        /// An end of these parts.
        public init(_ reason: Reason, summary: Transfer.Summary = Transfer.Summary()) {
            self.reason = reason
            self.summary = summary
        }

        /// Why a transport repeats a request by itself.
        public enum Reason: Sendable {
            /// 401 or 407, to which ``TransferOptions/authentication`` or a proxy's credentials have an answer; 417, after which the request goes
            /// without `Expect`.
            case challenge(ResponseHead)
            /// A kept connection turned out to be closed before anything of an answer arrived.
            case connectionLost(TransferError)
        }
    }
}

/// Status line and header fields of an answer.
public struct ResponseHead: Sendable, Hashable {
    /// 100 to 599 in a valid answer; others are handed on as they came.
    public var status: Int
    /// As sent; empty with HTTP/2.
    public var reason: String
    /// "1.1", "2", "3" or "1.0"; nil when the transport cannot tell.
    public var httpVersion: String?
    /// In their order, spelling and number, as far as the transport can tell.
    public var headers: HeaderFields

    /// A head of these parts.
    public init(status: Int, reason: String = "", httpVersion: String? = nil, headers: HeaderFields = []) {
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
    }
}

extension Transfer {
    /// What is known at the end of a hop.
    public struct Summary: Sendable, Hashable {
        /// How long each phase took.
        public var timings: Transfer.Timings
        /// The same as in ``Transfer/Event/connected(_:)``, and what became known since.
        public var connection: ConnectionFacts
        /// Fields behind the body; empty when there were none or the transport cannot tell.
        public var trailers: HeaderFields
        /// Body bytes received, before decoding; nil when unknown.
        public var bodyBytesOnWire: Int64?
        /// The request's header fields as they really went out, those of the transport itself included; nil when unknown.
        public var requestHeadersSent: HeaderFields?
        /// What stood on the wire; nil when unknown.
        public var wire: Exchange.WireLog?

        /// A summary of these parts; what is not given is unknown.
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
    /// How long each phase of a hop took. A phase that did not happen (a reused connection has no lookup) or is unknown is nil.
    ///
    /// The phases do not overlap and follow each other in this order; `total` is the whole hop.
    public struct Timings: Sendable, Hashable {
        /// From the start of the hop to the addresses of the host.
        public var nameLookup: Duration?
        /// TCP.
        public var connect: Duration?
        /// The handshake.
        public var tls: Duration?
        /// The request, to its last byte.
        public var send: Duration?
        /// From the request sent to the first byte of the answer.
        public var wait: Duration?
        /// From the first byte of the answer to the last.
        public var download: Duration?
        /// The whole hop.
        public var total: Duration?

        /// Nothing is known.
        public init() {}
    }
}

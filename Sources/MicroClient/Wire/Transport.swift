import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What carries one hop: a request goes out, events come back. Retries, redirects and cookies are not its business.
public protocol Transport: Sendable {
    /// Begins a hop. Nothing is sent before the first event is asked for or later than then; dropping the transfer, or cancelling the
    /// task that waits for an event, closes the connection.
    func transfer(_ request: WireRequest) -> Transfer
}

/// The events of one hop, in order: pulled by the reader, so that a slow reader slows the sender down.
///
/// Order: `connected` at most once, `uploaded` any number of times, `informational` any number, then `head`, `body` chunks,
/// and `completed`, after which nil follows. A failure throws ``TransferError``; cancellation throws `CancellationError`.
public struct Transfer: AsyncSequence, Sendable {
    public typealias Element = TransferEvent
    private let pull: @Sendable () async throws -> TransferEvent?

    public init(_ pull: @escaping @Sendable () async throws -> TransferEvent?) { self.pull = pull }

    public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

    public struct Iterator: AsyncIteratorProtocol {
        let pull: @Sendable () async throws -> TransferEvent?
        public mutating func next() async throws -> TransferEvent? { try await pull() }
    }
}

/// What happened on one hop.
public enum TransferEvent: Sendable {
    case connected(ConnectionFacts)
    /// Body bytes handed to the network so far.
    case uploaded(bytes: Int64)
    /// A 1xx head.
    case informational(ResponseHead)
    case head(ResponseHead)
    /// Decoded bytes, in the order received.
    case body(Data)
    case completed(TransferSummary)
}

/// Status line and header fields of an answer.
public struct ResponseHead: Sendable, Hashable {
    public var status: Int
    /// As sent; empty with HTTP/2.
    public var reason: String
    /// "1.1", "2", "3" or "1.0"; nil when the transport cannot tell.
    public var httpVersion: String?
    public var headers: HeaderFields

    public init(status: Int, reason: String = "", httpVersion: String? = nil, headers: HeaderFields = []) {
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
    }
}

/// The connection that carried a hop. What a transport cannot tell is nil.
public struct ConnectionFacts: Sendable, Hashable {
    /// Address of the peer, without port.
    public var remoteAddress: String?
    public var remotePort: Int?
    public var isReused: Bool?
    /// "TLSv1.3"; nil without TLS.
    public var tlsVersion: String?
    public var tlsCipher: String?

    public init(
        remoteAddress: String? = nil, remotePort: Int? = nil, isReused: Bool? = nil, tlsVersion: String? = nil,
        tlsCipher: String? = nil
    ) {
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.isReused = isReused
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
    }
}

/// What is known at the end of a hop.
public struct TransferSummary: Sendable, Hashable {
    public var timings: TransferTimings
    public var connection: ConnectionFacts
    public var trailers: HeaderFields
    /// Body bytes received, before decoding; nil when unknown.
    public var bodyBytesOnWire: Int64?
    /// The request's header fields as they really went out, those of the transport itself included; nil when unknown.
    public var requestHeadersSent: HeaderFields?

    public init(
        timings: TransferTimings = TransferTimings(), connection: ConnectionFacts = ConnectionFacts(),
        trailers: HeaderFields = [], bodyBytesOnWire: Int64? = nil, requestHeadersSent: HeaderFields? = nil
    ) {
        self.timings = timings
        self.connection = connection
        self.trailers = trailers
        self.bodyBytesOnWire = bodyBytesOnWire
        self.requestHeadersSent = requestHeadersSent
    }
}

/// How long each phase of a hop took. A phase that did not happen (a reused connection has no lookup) or is unknown is nil.
///
/// The phases do not overlap and follow each other in this order; `total` is the whole hop.
public struct TransferTimings: Sendable, Hashable {
    public var nameLookup: Duration?
    public var connect: Duration?
    public var tls: Duration?
    public var send: Duration?
    /// From the request sent to the first byte of the answer.
    public var wait: Duration?
    public var download: Duration?
    public var total: Duration?

    public init() {}
}

/// Why a hop failed.
public struct TransferError: Error, Sendable, Hashable {
    public var code: Code
    /// The step that failed.
    public var stage: Stage
    /// The function that failed, "curl_multi_perform"; nil when there is none.
    public var operation: String?
    /// The transport's own words, without secrets.
    public var message: String
    /// The URL of the hop, without user information; nil if the request had none.
    public var url: String?
    /// Phases until the failure; nil when the transport cannot tell.
    public var timings: TransferTimings?
    /// Nil when no connection was made.
    public var connection: ConnectionFacts?
    /// Whether any byte of the request may have reached the server; if not, every method may be repeated.
    public var requestMayHaveBeenSent: Bool
    /// Foundation's error; nil unless a `URLSession` carried the hop.
    public var urlError: URLError?

    public init(
        code: Code, stage: Stage, message: String, operation: String? = nil, url: String? = nil,
        timings: TransferTimings? = nil, connection: ConnectionFacts? = nil, requestMayHaveBeenSent: Bool = true,
        urlError: URLError? = nil
    ) {
        self.code = code
        self.stage = stage
        self.message = message
        self.operation = operation
        self.url = url
        self.timings = timings
        self.connection = connection
        self.requestMayHaveBeenSent = requestMayHaveBeenSent
        self.urlError = urlError
    }

    /// Stages in the order in which a hop passes them.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        case prepare, nameLookup, connect, tls, send, wait, receive
    }

    /// The cause; unknown ones of a transport still fit.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        public static let malformedURL: Code = "malformedURL"
        public static let unsupportedProtocol: Code = "unsupportedProtocol"
        public static let couldNotResolveHost: Code = "couldNotResolveHost"
        public static let couldNotConnect: Code = "couldNotConnect"
        public static let timedOut: Code = "timedOut"
        public static let tlsHandshakeFailed: Code = "tlsHandshakeFailed"
        public static let certificateNotTrusted: Code = "certificateNotTrusted"
        public static let connectionLost: Code = "connectionLost"
        public static let emptyReply: Code = "emptyReply"
        public static let malformedResponse: Code = "malformedResponse"
        public static let contentDecodingFailed: Code = "contentDecodingFailed"
        public static let uploadFailed: Code = "uploadFailed"
        public static let invalidRequest: Code = "invalidRequest"
        public static let other: Code = "other"
    }
}

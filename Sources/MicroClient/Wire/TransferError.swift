import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a hop failed.
public struct TransferError: Error, Sendable, Hashable {
    /// The cause, for programs.
    public var code: Code
    /// The step that failed.
    public var stage: Stage
    /// The function that failed, "curl_multi_perform"; nil when there is none.
    public var operation: String?
    /// The transport's own words, without secrets.
    public var message: String
    /// The URL of the hop, user information and secrets in the query masked; nil if the request had none.
    public var url: String? { didSet { url = url.map(Redaction.url) } }
    /// Phases until the failure; nil when the transport cannot tell.
    public var timings: Transfer.Timings?
    /// Nil when no connection was made.
    public var connection: ConnectionFacts?
    /// What stood on the wire until the failure; nil when the transport cannot tell. Secrets included; the description has none.
    public var wire: Exchange.WireLog?
    /// Whether any byte of the request may have reached the server; if not, every method may be repeated.
    public var requestMayHaveBeenSent: Bool
    /// Foundation's error; nil unless a `URLSession` carried the hop.
    public var urlError: URLError?

    /// An error as a transport throws it; secrets in the URL are masked here.
    public init(
        code: Code, stage: Stage, message: String, operation: String? = nil, url: String? = nil,
        timings: Transfer.Timings? = nil, connection: ConnectionFacts? = nil, wire: Exchange.WireLog? = nil,
        requestMayHaveBeenSent: Bool = true, urlError: URLError? = nil
    ) {
        self.code = code
        self.stage = stage
        self.message = message
        self.operation = operation
        self.url = url.map(Redaction.url)
        self.timings = timings
        self.connection = connection
        self.wire = wire
        self.requestMayHaveBeenSent = requestMayHaveBeenSent
        self.urlError = urlError
    }

    /// Stages in the order in which a hop passes them.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// From making the request ready to the last byte of the answer.
        case prepare, nameLookup, connect, tls, send, wait, receive
    }

    /// The cause; unknown ones of a transport still fit.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        /// The text is no URL.
        public static let malformedURL: Code = "malformedURL"
        /// A scheme that the transport does not speak.
        public static let unsupportedProtocol: Code = "unsupportedProtocol"
        /// No address for the host.
        public static let couldNotResolveHost: Code = "couldNotResolveHost"
        /// Nobody listens, or there is no way there.
        public static let couldNotConnect: Code = "couldNotConnect"
        /// The process has no file descriptor left for a connection.
        public static let tooManyOpenFiles: Code = "tooManyOpenFiles"
        /// One of the timeouts of ``TransferOptions`` ran out; ``TransferError/stage-swift.property`` says where.
        public static let timedOut: Code = "timedOut"
        /// No agreement on how to speak TLS, or the server wants another client certificate.
        public static let tlsHandshakeFailed: Code = "tlsHandshakeFailed"
        /// The certificate is out of date, for another host, or by an authority that is not trusted.
        public static let certificateNotTrusted: Code = "certificateNotTrusted"
        /// The connection broke before the answer was whole.
        public static let connectionLost: Code = "connectionLost"
        /// The connection was closed before the first byte of an answer.
        public static let emptyReply: Code = "emptyReply"
        /// What came is no HTTP.
        public static let malformedResponse: Code = "malformedResponse"
        /// The body is not what its `Content-Encoding` says.
        public static let contentDecodingFailed: Code = "contentDecodingFailed"
        /// The request's body could not be read from its file or stream.
        public static let uploadFailed: Code = "uploadFailed"
        /// The transport cannot send this, or an option is none of its own; nothing was sent.
        public static let invalidRequest: Code = "invalidRequest"
        /// The proxy could not be reached, refused, or did not speak as a proxy.
        public static let proxyFailed: Code = "proxyFailed"
        /// The credentials could not be presented: the challenges do not end, or come after a body that cannot be sent again.
        public static let authenticationFailed: Code = "authenticationFailed"
        /// More header bytes than ``TransferOptions/Limits/headerBytes`` allows.
        public static let headersTooLarge: Code = "headersTooLarge"
        /// A body larger than the reader, or ``TransferOptions/Limits``, allows.
        public static let bodyTooLarge: Code = "bodyTooLarge"
        /// None of the others.
        public static let other: Code = "other"
    }
}

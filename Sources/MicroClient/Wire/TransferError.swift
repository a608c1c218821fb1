import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The failure of a hop.
public struct TransferError: Error, Sendable, Hashable {
    /// The cause, for use by programs.
    public var code: Code
    /// The step that failed.
    public var stage: Stage
    /// The function that failed, such as "curl_multi_perform"; nil when there is none.
    public var operation: String?
    /// The transport's own message, without secrets.
    public var message: String
    /// The URL of the hop, user information and secrets in the query masked; nil if the error has none.
    public var url: String? { didSet { url = url.map(Redaction.url) } }
    /// The phases until the failure; nil when the transport does not report them.
    public var timings: Transfer.Timings?
    /// The connection; nil when none was made.
    public var connection: ConnectionFacts?
    /// The request's header fields as they were sent, those of the transport itself included; nil when unknown. The description has none of them.
    public var requestHeadersSent: HeaderFields?
    /// The bytes on the wire until the failure; nil when the transport does not record them. Secrets included; the description has none.
    public var wire: Exchange.WireLog?
    /// Whether any byte of the request may have reached the server; if not, every method may be repeated.
    public var requestMayHaveBeenSent: Bool
    /// Foundation's error; nil unless a `URLSession` carried the hop.
    public var urlError: URLError?

    /// Creates an error as a transport throws it; secrets in the URL are masked.
    public init(
        code: Code, stage: Stage, message: String, operation: String? = nil, url: String? = nil,
        timings: Transfer.Timings? = nil, connection: ConnectionFacts? = nil,
        requestHeadersSent: HeaderFields? = nil, wire: Exchange.WireLog? = nil, requestMayHaveBeenSent: Bool = true,
        urlError: URLError? = nil
    ) {
        self.code = code
        self.stage = stage
        self.message = message
        self.operation = operation
        self.url = url.map(Redaction.url)
        self.timings = timings
        self.connection = connection
        self.requestHeadersSent = requestHeadersSent
        self.wire = wire
        self.requestMayHaveBeenSent = requestMayHaveBeenSent
        self.urlError = urlError
    }

    /// The stages in the order in which a hop passes through them.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The stages, from preparing the request to the last byte of the response.
        case prepare, nameLookup, connect, tls, send, wait, receive
    }

    /// The cause of a failure; a transport may use codes of its own.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        /// The text is not a valid URL.
        public static let malformedURL: Code = "malformedURL"
        /// The transport does not support the scheme.
        public static let unsupportedProtocol: Code = "unsupportedProtocol"
        /// No address was found for the host.
        public static let couldNotResolveHost: Code = "couldNotResolveHost"
        /// No server listens there, or the network cannot reach it.
        public static let couldNotConnect: Code = "couldNotConnect"
        /// The process has no file descriptor left for a connection.
        public static let tooManyOpenFiles: Code = "tooManyOpenFiles"
        /// One of the timeouts of ``TransferOptions`` expired; ``TransferError/stage-swift.property`` says which stage it was in.
        public static let timedOut: Code = "timedOut"
        /// Client and server agreed on no TLS parameters, or the server requires another client certificate.
        public static let tlsHandshakeFailed: Code = "tlsHandshakeFailed"
        /// The certificate has expired, is for another host, or was issued by an untrusted certificate authority.
        public static let certificateNotTrusted: Code = "certificateNotTrusted"
        /// The connection broke before the response was complete.
        public static let connectionLost: Code = "connectionLost"
        /// The connection was closed before the first byte of a response.
        public static let emptyReply: Code = "emptyReply"
        /// The received bytes are not valid HTTP.
        public static let malformedResponse: Code = "malformedResponse"
        /// The body does not match its `Content-Encoding`.
        public static let contentDecodingFailed: Code = "contentDecodingFailed"
        /// The request's body could not be read from its file or stream.
        public static let uploadFailed: Code = "uploadFailed"
        /// The transport cannot send the request, or does not support an option; nothing was sent.
        public static let invalidRequest: Code = "invalidRequest"
        /// The proxy could not be reached, refused, or did not respond as a proxy.
        public static let proxyFailed: Code = "proxyFailed"
        /// The authentication failed: the challenges do not end, or come after a body that cannot be sent again.
        public static let authenticationFailed: Code = "authenticationFailed"
        /// The header bytes exceed ``TransferOptions/Limits/headerBytes``.
        public static let headersTooLarge: Code = "headersTooLarge"
        /// The body exceeds the limit of its reader, or of ``TransferOptions/Limits``.
        public static let bodyTooLarge: Code = "bodyTooLarge"
        /// Any other cause.
        public static let other: Code = "other"
    }
}

import Foundation

/// The options of one hop. A duration that is nil waits for ever.
///
/// A transport rejects unsupported options with ``TransferError/Code/invalidRequest`` before anything is sent, except where its documentation
/// says otherwise.
public struct TransferOptions: Sendable, Hashable {
    /// The time for name lookup, TCP and TLS together, those of a proxy included. Default: 10 seconds.
    public var connectTimeout: Duration? = .seconds(10)
    /// The time from the request sent to the first byte of the response. Default: nil.
    public var firstByteTimeout: Duration?
    /// The longest silence on an open transfer. Default: 60 seconds.
    public var idleTimeout: Duration? = .seconds(60)
    /// The time for the whole hop. Default: nil.
    public var totalTimeout: Duration?
    /// Whether certificates and host names are checked. Default: true.
    public var verifiesTLS = true
    /// Whether the body is decoded by its `Content-Encoding`, and `Accept-Encoding` sent if the request has none. Default: true.
    public var decodesContent = true
    /// The HTTP version to use. Default: ``TransferOptions/HTTPVersion/automatic``.
    public var httpVersion = TransferOptions.HTTPVersion.automatic
    /// The limits for what a server may send.
    public var limits = TransferOptions.Limits()
    /// The rarely set options, behind one reference since options are copied with each request.
    private var uncommon = UncommonOptions.byDefault

    /// Creates the default options.
    public init() {}

    /// Creates the default options with another idle timeout.
    public init(idleTimeout: Duration?) { self.idleTimeout = idleTimeout }
}

extension TransferOptions {
    /// Whether all rarely set options have their defaults.
    package var isUsual: Bool {
        if case .byDefault = uncommon { return true }
        return false
    }

    /// The time the body waits for the server's `100 Continue` before it is sent anyway. Default: nil, the body is sent at once.
    ///
    /// `Expect: 100-continue` is sent with it, unless the request has an `Expect` of its own or no body.
    ///
    /// - Source: RFC 9110, section 10.1.1.
    public var expectContinueTimeout: Duration? {
        get { uncommon.value?.expectContinueTimeout }
        set { uncommon.change { $0.expectContinueTimeout = newValue } }
    }

    /// The proxy. Default: the one set in the environment.
    public var proxy: TransferOptions.ProxyChoice {
        get { uncommon.value?.proxy ?? .environment }
        set { uncommon.change { $0.proxy = newValue } }
    }

    /// The certificate authorities, client certificate and lowest version. Default: the system's authorities, none, the TLS library's.
    public var tls: TransferOptions.TLS {
        get { uncommon.value?.tls ?? TransferOptions.TLS() }
        set { uncommon.change { $0.tls = newValue } }
    }

    /// The credentials that the transport sends by itself, also in response to a challenge. Default: nil.
    public var authentication: TransferOptions.Authentication? {
        get { uncommon.value?.authentication }
        set { uncommon.change { $0.authentication = newValue } }
    }

    /// The path of a Unix socket to connect to instead of host and port. Default: nil.
    ///
    /// No proxy and no address override can be used with it.
    public var unixSocketPath: String? {
        get { uncommon.value?.unixSocketPath }
        set { uncommon.change { $0.unixSocketPath = newValue } }
    }

    /// The addresses to use for hosts instead of looking them up. Default: none.
    public var addressOverrides: [TransferOptions.AddressOverride] {
        get { uncommon.value?.addressOverrides ?? [] }
        set { uncommon.change { $0.addressOverrides = newValue } }
    }
}

extension TransferOptions {
    /// The host and port to connect to instead of the URL's. Default: nil.
    ///
    /// `Host`, and the name that TLS checks, stay the URL's. An address override for the URL's host takes precedence; a redirect to another
    /// origin drops it, and it cannot be used together with a Unix socket.
    public var connectTarget: TransferOptions.ConnectTarget? {
        get { uncommon.value?.connectTarget }
        set { uncommon.change { $0.connectTarget = newValue } }
    }
}

extension TransferOptions {
    /// Whether `Accept-Encoding` is sent if the request has none. Default: true.
    package var asksForCodings: Bool {
        get { uncommon.value?.asksForCodings ?? true }
        set { uncommon.change { $0.asksForCodings = newValue } }
    }
}

private indirect enum UncommonOptions: Sendable, Hashable {
    case byDefault
    case custom(Values)

    struct Values: Sendable, Hashable {
        var expectContinueTimeout: Duration?
        var proxy = TransferOptions.ProxyChoice.environment
        var tls = TransferOptions.TLS()
        var authentication: TransferOptions.Authentication?
        var unixSocketPath: String?
        var addressOverrides: [TransferOptions.AddressOverride] = []
        var connectTarget: TransferOptions.ConnectTarget?
        var asksForCodings = true
    }

    /// The values; nil when all have their defaults.
    var value: Values? {
        guard case .custom(let values) = self else { return nil }
        return values
    }

    /// Changes the values; equal options compare equal, whether they were set or not.
    mutating func change(_ change: (inout Values) -> Void) {
        var values = value ?? Values()
        change(&values)
        self = values == Values() ? .byDefault : .custom(values)
    }
}

extension TransferOptions {
    /// The HTTP version to request.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 if TLS negotiates it, else HTTP/1.1.
        case automatic
        /// HTTP/1.1, whatever TLS could negotiate.
        case http1
        /// HTTP/2 over TLS. HTTP/1.1 if TLS does not negotiate it, or is not used: see ``http2PriorKnowledge``.
        case http2
        /// HTTP/2 without TLS, by prior knowledge.
        case http2PriorKnowledge
        /// HTTP/3, or what the server supports instead; an error if the transport does not support HTTP/3.
        case http3
    }
}

extension TransferOptions {
    /// The limits for what a server may send; exceeding one ends the hop with an error that names it.
    public struct Limits: Sendable, Hashable {
        /// The size of all heads and trailers of a hop together, 1xx included, in bytes: ``TransferError/Code/headersTooLarge``. Default: 256 KiB.
        public var headerBytes = 256 << 10
        /// The size of the body as received, in bytes: ``TransferError/Code/bodyTooLarge``. Default: nil, no limit.
        public var bodyBytesOnWire: Int64?
        /// The size of the body after decoding, in bytes, against compression bombs: ``TransferError/Code/bodyTooLarge``. Default: nil, no limit.
        public var bodyBytes: Int64?

        /// Creates the default limits.
        public init() {}
    }
}

extension TransferOptions {
    /// An address for a host and port. It applies to its request and that request's connection only; `Host`, and the name that TLS checks,
    /// stay the URL's.
    ///
    /// Through an HTTP proxy it is the target of the tunnel; of several addresses only the first is used.
    public struct AddressOverride: Sendable, Hashable {
        /// The host without port, as the URL has it, in ASCII; "*" stands for every host that has no override of its own.
        public var host: String
        /// The port of the URL; the scheme's default if the URL has none.
        public var port: Int
        /// The IPv4 or IPv6 addresses, tried in order.
        public var addresses: [String]

        /// Creates an override of the addresses of a host and port.
        public init(host: String, port: Int, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }
}

extension TransferOptions {
    /// A host and port to connect to.
    public struct ConnectTarget: Sendable, Hashable {
        /// The host: a name in ASCII or an IP address, without brackets.
        public var host: String
        /// The port, from 1 to 65535.
        public var port: Int

        /// Creates a target from a host and port.
        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}

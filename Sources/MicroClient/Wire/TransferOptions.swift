import Foundation

/// How one hop is carried. Every duration: nil waits for ever.
///
/// What a transport cannot do it refuses with ``TransferError/Code/invalidRequest`` before anything is sent, but for what its own documentation names.
public struct TransferOptions: Sendable, Hashable {
    /// Name lookup, TCP and TLS together, a proxy's part included. Default: 10 seconds.
    public var connectTimeout: Duration? = .seconds(10)
    /// From the request sent to the first byte of the answer. Default: nil.
    public var firstByteTimeout: Duration?
    /// Longest silence on an open transfer. Default: 60 seconds.
    public var idleTimeout: Duration? = .seconds(60)
    /// The whole hop. Default: nil.
    public var totalTimeout: Duration?
    /// Whether certificates and host names are checked. Default: true.
    public var verifiesTLS = true
    /// Whether `Content-Encoding` is undone and, when the request names none, `Accept-Encoding` sent. Default: true.
    public var decodesContent = true
    /// Default: ``TransferOptions/HTTPVersion/automatic``.
    public var httpVersion = TransferOptions.HTTPVersion.automatic
    /// What a server may send at most.
    public var limits = TransferOptions.Limits()
    /// What is seldom said stands behind one reference: options are copied with each request from hand to hand.
    private var seldom = SeldomOptions.byDefault

    /// The defaults.
    public init() {}

    /// The defaults, but for the longest silence.
    public init(idleTimeout: Duration?) { self.idleTimeout = idleTimeout }
}

extension TransferOptions {
    /// Whether all of the properties here are by default.
    package var isUsual: Bool {
        if case .byDefault = seldom { return true }
        return false
    }

    /// How long the body waits for the server's `100 Continue` before it is sent all the same. Default: nil, the body is sent at once.
    ///
    /// `Expect: 100-continue` is sent with it, unless the request has an `Expect` of its own or no body.
    ///
    /// - Source: RFC 9110, section 10.1.1.
    public var expectContinueTimeout: Duration? {
        get { seldom.said?.expectContinueTimeout }
        set { seldom.change { $0.expectContinueTimeout = newValue } }
    }

    /// Default: what the environment names.
    public var proxy: TransferOptions.ProxyChoice {
        get { seldom.said?.proxy ?? .environment }
        set { seldom.change { $0.proxy = newValue } }
    }

    /// Authorities, client certificate, lowest version. Default: the system's authorities, none, the TLS library's.
    public var tls: TransferOptions.TLS {
        get { seldom.said?.tls ?? TransferOptions.TLS() }
        set { seldom.change { $0.tls = newValue } }
    }

    /// Credentials that the transport presents in its own way, a challenge answered included. Default: nil.
    public var authentication: TransferOptions.Authentication? {
        get { seldom.said?.authentication }
        set { seldom.change { $0.authentication = newValue } }
    }

    /// Path of a Unix socket to connect to instead of host and port. Default: nil.
    ///
    /// No proxy and no address override can be used with it.
    public var unixSocketPath: String? {
        get { seldom.said?.unixSocketPath }
        set { seldom.change { $0.unixSocketPath = newValue } }
    }

    /// Addresses to use without asking for them. Default: none.
    public var addressOverrides: [TransferOptions.AddressOverride] {
        get { seldom.said?.addressOverrides ?? [] }
        set { seldom.change { $0.addressOverrides = newValue } }
    }
}

extension TransferOptions {
    /// Host and port to connect to instead of the URL's, whatever these are. Default: nil.
    ///
    /// `Host`, and the name that TLS checks, stay the URL's. An address override for the URL's host goes before it; a redirect to another
    /// origin leaves it, and it cannot be used together with a Unix socket.
    public var connectTarget: TransferOptions.ConnectTarget? {
        get { seldom.said?.connectTarget }
        set { seldom.change { $0.connectTarget = newValue } }
    }
}

extension TransferOptions {
    /// Whether `Accept-Encoding` is sent when the request names none. Default: true.
    package var asksForCodings: Bool {
        get { seldom.said?.asksForCodings ?? true }
        set { seldom.change { $0.asksForCodings = newValue } }
    }
}

private indirect enum SeldomOptions: Sendable, Hashable {
    case byDefault
    case said(Values)

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

    /// Nil when all is by default.
    var said: Values? {
        guard case .said(let values) = self else { return nil }
        return values
    }

    /// The same options are equal, whether they were said or not.
    mutating func change(_ change: (inout Values) -> Void) {
        var values = said ?? Values()
        change(&values)
        self = values == Values() ? .byDefault : .said(values)
    }
}

extension TransferOptions {
    /// Which HTTP version is asked for.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
        case automatic
        /// HTTP/1.1, whatever TLS could negotiate.
        case http1
        /// HTTP/2 over TLS. HTTP/1.1 where TLS does not negotiate it, or is not spoken: see ``http2PriorKnowledge``.
        case http2
        /// HTTP/2 without TLS, by prior knowledge.
        case http2PriorKnowledge
        /// HTTP/3, or what the server has instead; an error where the transport has no HTTP/3.
        case http3
    }
}

extension TransferOptions {
    /// What a server may send at most; more ends the hop with an error that names the limit.
    public struct Limits: Sendable, Hashable {
        /// All heads and trailers of a hop together, 1xx included, in bytes: ``TransferError/Code/headersTooLarge``. Default: 256 KiB.
        public var headerBytes = 256 << 10
        /// The body as received: ``TransferError/Code/bodyTooLarge``. Default: nil, no limit.
        public var bodyBytesOnWire: Int64?
        /// The body after decoding, against compression bombs: ``TransferError/Code/bodyTooLarge``. Default: nil, no limit.
        public var bodyBytes: Int64?

        /// The defaults.
        public init() {}
    }
}

extension TransferOptions {
    /// An address for a host and port. It counts for its request and that request's connection only; `Host`, and the name that TLS checks,
    /// stay the URL's.
    ///
    /// Through an HTTP proxy it is where the tunnel leads; of several addresses the first.
    public struct AddressOverride: Sendable, Hashable {
        /// Without port, as the URL has it, in ASCII; "*" stands for every host that has no override of its own.
        public var host: String
        /// That of the URL; the scheme's own where the URL has none.
        public var port: Int
        /// IPv4 or IPv6 addresses, tried in order.
        public var addresses: [String]

        /// Addresses for a host and port.
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
        /// A name in ASCII or an IP address, without brackets.
        public var host: String
        /// From 1 to 65535.
        public var port: Int

        /// A host and port.
        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}

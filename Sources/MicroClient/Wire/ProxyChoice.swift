extension TransferOptions {
    /// The proxy of a hop.
    public enum ProxyChoice: Sendable, Hashable {
        /// The proxy of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as with `curl`; all but the first also in capitals.
        ///
        /// `HTTP_PROXY` is ignored: a CGI program gets a variable of that name from any client that sends it a `Proxy` field.
        case environment
        /// No proxy, whatever the environment says.
        case direct
        /// This proxy, whatever the environment says.
        indirect case proxy(TransferOptions.Proxy)
    }
}

extension TransferOptions {
    /// A proxy, and the hosts for which it is not used.
    public struct Proxy: Sendable, Hashable {
        /// The URL: scheme `http://`, `https://`, `socks4://`, `socks4a://`, `socks5://` (the name is looked up locally) or `socks5h://` (by the
        /// proxy), host and port. Default scheme: `http`; default port: 1080, for `https` 443.
        ///
        /// User information is sent to the proxy: at once and as Basic for `http` origins, in the scheme that the proxy requests (Basic,
        /// Digest, NTLM) for the tunnel to `https` origins.
        public var url: String
        /// The hosts and domains that are reached directly: "localhost", "example.com" (its subdomains too), "10.0.0.0/8", "*". Default: none,
        /// whatever `no_proxy` says.
        public var exceptions: [String]

        /// Creates a proxy from its URL.
        public init(_ url: String, exceptions: [String] = []) {
            self.url = url
            self.exceptions = exceptions
        }
    }
}

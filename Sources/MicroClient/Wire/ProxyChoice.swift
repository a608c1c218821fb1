extension TransferOptions {
    /// Which proxy carries a hop.
    public enum ProxyChoice: Sendable, Hashable {
        /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as with `curl`; all but the first also in capitals.
        ///
        /// `HTTP_PROXY` is not read: a CGI program gets a variable of that name from whoever sends it a `TransferOptions.Proxy` field.
        case environment
        /// None, whatever the environment says.
        case direct
        /// This one, whatever the environment says.
        indirect case proxy(TransferOptions.Proxy)
    }
}

extension TransferOptions {
    /// A proxy, and for whom it is not used.
    public struct Proxy: Sendable, Hashable {
        /// `http://`, `https://`, `socks4://`, `socks4a://`, `socks5://` (the name is looked up here) or `socks5h://` (there), host and port. Without scheme `http`, without
        /// port 1080, for `https` 443.
        ///
        /// User information is presented to the proxy: at once and as Basic for `http` origins, in the way that the proxy asks for (Basic,
        /// Digest, NTLM) for the tunnel to `https` origins.
        public var url: String
        /// Hosts and domains that are reached directly: "localhost", "example.com" (its subdomains too), "10.0.0.0/8", "*". Default: none,
        /// whatever `no_proxy` says.
        public var exceptions: [String]

        /// A proxy by its URL.
        public init(_ url: String, exceptions: [String] = []) {
            self.url = url
            self.exceptions = exceptions
        }
    }
}

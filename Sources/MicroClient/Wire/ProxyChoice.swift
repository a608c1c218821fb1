/// Which proxy carries a hop.
public enum ProxyChoice: Sendable, Hashable {
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as with `curl`.
    case environment
    /// None, whatever the environment says.
    case direct
    case proxy(Proxy)
}

/// A proxy, and for whom it is not used.
public struct Proxy: Sendable, Hashable {
    /// `http://`, `https://`, `socks5://` (the name is looked up here) or `socks5h://` (there), host and port; user information is presented
    /// to the proxy.
    public var url: String
    /// Hosts and domains that are reached directly: "localhost", "example.com" (its subdomains too), "10.0.0.0/8", "*".
    public var exceptions: [String]

    public init(_ url: String, exceptions: [String] = []) {
        self.url = url
        self.exceptions = exceptions
    }
}

internal import CCurl
import Foundation
import MicroClient

// The proxy that carries the hop. If none is set libcurl reads the environment.

extension RunningHop {
    func setProxy(_ options: TransferOptions) {
        switch options.proxy {
        case .environment: break
        case .direct: easy.set(CURLOPT_PROXY, to: "")
        case .proxy(let proxy): set(proxy)
        }
        if case .direct = options.proxy { return }
        setProxyTLS(options)
        // For a tunnel any scheme of the proxy costs one more exchange with it and none with the origin. Without a tunnel the
        // request itself would have to be sent again.
        if request.isTLS { easy.set(CURLOPT_PROXYAUTH, to: curl_auth_basic | curl_auth_digest | curl_auth_ntlm) }
    }

    private func set(_ proxy: TransferOptions.Proxy) {
        easy.set(CURLOPT_PROXY, to: proxy.url)
        // Even empty it overrides `no_proxy` of the environment.
        easy.set(CURLOPT_NOPROXY, to: proxy.exceptions.contains("*") ? "*" : proxy.exceptions.joined(separator: ","))
    }

    /// Sets that a proxy over TLS is verified like an origin.
    private func setProxyTLS(_ options: TransferOptions) {
        if !options.verifiesTLS {
            easy.set(CURLOPT_PROXY_SSL_VERIFYPEER, to: 0)
            easy.set(CURLOPT_PROXY_SSL_VERIFYHOST, to: 0)
        }
        if let version = options.tls.minimumVersion { easy.set(CURLOPT_PROXY_SSLVERSION, to: version.curlVersion) }
        guard options.tls.namesAuthorities else { return }
        easy.set(CURLOPT_PROXY_CAINFO, to: options.tls.authorityFile)
        easy.set(CURLOPT_PROXY_CAPATH, to: options.tls.authorityDirectory)
    }

    /// Whether the request may go to an HTTP proxy without a tunnel.
    var mayNeedAbsoluteTarget: Bool {
        guard !request.isTLS, request.options.unixSocketPath == nil else { return false }
        return switch request.options.proxy {
        case .direct: false
        case .proxy(let proxy): !proxy.url.lowercased().hasPrefix("socks")
        case .environment: possibleProxy != nil
        }
    }

    /// Whether a proxy may be used at all.
    var mayUseProxy: Bool { possibleProxy != nil }

    /// The proxy that is used unless the origin is one of its exceptions; nil: none may be used.
    var possibleProxy: TransferOptions.Proxy? {
        guard request.options.unixSocketPath == nil else { return nil }
        return switch request.options.proxy {
        case .direct: nil
        case .proxy(let proxy): proxy
        case .environment: Self.proxyInEnvironment(for: request)
        }
    }

    /// Returns the proxy of the environment. `HTTP_PROXY` is ignored: a CGI program gets it from any client that sends a `Proxy` field.
    private static func proxyInEnvironment(for request: WireRequest) -> TransferOptions.Proxy? {
        func value(_ name: String) -> String? { name.withCString { getenv($0) }.map { String(cString: $0) } }
        let ofScheme = request.isTLS ? value("https_proxy") ?? value("HTTPS_PROXY") : value("http_proxy")
        guard let url = ofScheme ?? value("all_proxy") ?? value("ALL_PROXY") else { return nil }
        let exceptions = (value("no_proxy") ?? value("NO_PROXY"))?.split { $0 == "," || $0 == " " } ?? []
        return TransferOptions.Proxy(url, exceptions: exceptions.map(String.init))
    }
}

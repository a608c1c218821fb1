import Foundation
import MicroClient

extension WireRequest {
    /// The reason why the request's options are not supported, as a sentence without secrets; nil if they are.
    var optionsFault: String? {
        versionFault ?? (options.isUsual ? nil : proxyFault ?? tlsFault ?? socketFault ?? overrideFault)
    }

    private var versionFault: String? {
        switch options.httpVersion {
        case .automatic, .http1: nil
        case .http2, .http2PriorKnowledge: LibcurlFeatures.hasHTTP2 ? nil : "This libcurl has no HTTP/2."
        case .http3: LibcurlFeatures.hasHTTP3 ? nil : "This libcurl has no HTTP/3."
        }
    }

    // MARK: Proxy

    private var proxyFault: String? {
        guard case .proxy(let proxy) = options.proxy else { return nil }
        if options.unixSocketPath != nil { return "A Unix socket cannot be reached through a proxy." }
        let isList = proxy.exceptions.allSatisfy { !$0.isEmpty && !$0.utf8.contains { $0 <= 0x20 || $0 == 0x2C } }
        guard isList else { return "An exception of the proxy is empty or contains a space or a comma." }
        return proxy.fault
    }

    // MARK: TLS

    private var tlsFault: String? {
        let tls = options.tls
        if let fault = tls.authorityFile?.fileFault("file of authorities") { return fault }
        if let fault = tls.authorityDirectory?.fileFault("directory of authorities", isDirectory: true) { return fault }
        switch tls.clientCertificate {
        case nil: return nil
        case .pem(let certificate, let key, _):
            return certificate.fileFault("client certificate") ?? key.fileFault("client certificate's key")
        case .pkcs12(let file, _): return file.fileFault("client certificate")
        }
    }

    // MARK: Route

    private var socketFault: String? {
        guard let path = options.unixSocketPath else { return nil }
        guard LibcurlFeatures.hasUnixSockets else { return "This libcurl has no Unix sockets." }
        // A closing NUL must fit as well.
        let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
        guard !path.isEmpty, path.utf8.count <= longest, !path.utf8.contains(0) else {
            return "The path of the Unix socket must have 1 to \(longest) bytes and no NUL: \(path)"
        }
        let hasOther = !options.addressOverrides.isEmpty || options.connectTarget != nil
        return hasOther ? "A Unix socket cannot be used together with another address or host to connect to." : nil
    }

    private var overrideFault: String? {
        for override in options.addressOverrides { if let fault = override.fault { return fault } }
        return options.connectTarget?.fault
    }
}

extension TransferOptions.ConnectTarget {
    fileprivate var fault: String? {
        let isName = !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"*:/@[]".utf8.contains($0) }
        guard isName || host.isIPAddress else {
            return "The host to connect to must be a name in ASCII or an address: \(host)"
        }
        return (1...65535).contains(port) ? nil : "The port to connect to is \(port)."
    }
}

extension TransferOptions.Proxy {
    fileprivate var fault: String? {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return "The proxy's URL is empty or contains a space or a control character."
        }
        let scheme = url.range(of: "://").map { url[..<$0.lowerBound].lowercased() } ?? "http"
        guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme) else {
            return "The proxy's scheme is \(scheme); http, https, socks4, socks4a, socks5 and socks5h are known."
        }
        if scheme == "https", !LibcurlFeatures.hasHTTPSProxy { return "This libcurl has no HTTPS proxies." }
        return hostFault
    }

    private var hostFault: String? {
        let rest = url.utf8.firstRange(of: "://".utf8).map { url[$0.upperBound...] } ?? url[...]
        let authority = Substring(rest.utf8.prefix { !"/?#".utf8.contains($0) })
        guard ["", "/"].contains(rest[authority.endIndex...]) else {
            return "The proxy's URL goes on after host and port."
        }
        let place =
            authority.unicodeScalars.lastIndex(of: "@").map { Substring(authority[$0...].unicodeScalars.dropFirst()) }
            ?? authority
        let hostEnd = place.first == "[" ? place.lastIndex(of: "]").map(place.index(after:)) : place.firstIndex(of: ":")
        let host = place[..<(hostEnd ?? place.endIndex)]
        let port = place[host.endIndex...]
        guard !host.isEmpty, host.first != "[" || (host.last == "]" && host.dropFirst().dropLast().isIPAddress) else {
            return "The proxy's URL has no valid host."
        }
        guard port.isEmpty || (port.first == ":" && Int(port.dropFirst()).map((1...65535).contains) ?? false) else {
            return "The proxy's port is not a number from 1 to 65535."
        }
        return nil
    }
}

extension TransferOptions.AddressOverride {
    fileprivate var fault: String? {
        guard host == "*" || (!host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A }) else {
            return "The host of an address override must be a name in ASCII, an address or *."
        }
        guard !host.contains(":") || host.isIPAddress else {
            return "The host of an address override has a port: \(host)"
        }
        guard (1...65535).contains(port) else { return "The port of the address override for \(host) is \(port)." }
        guard !addresses.isEmpty else { return "The address override for \(host) has no address." }
        let wrong = addresses.first { !$0.isIPAddress }
        return wrong.map { "The address override for \(host) has \"\($0)\", which is not an IP address." }
    }
}

extension StringProtocol {
    fileprivate var isIPAddress: Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, String(self), &bytes) == 1 || inet_pton(AF_INET6, String(self), &bytes) == 1
    }
}

extension String {
    /// Returns the reason why the file or directory at this path cannot be read; nil if it can.
    fileprivate func fileFault(_ what: String, isDirectory: Bool = false) -> String? {
        let descriptor = open(self, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            return "The \(what) cannot be read: \(self): \(String(cString: strerror(errno)))."
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == (isDirectory ? S_IFDIR : S_IFREG) else {
            return "The \(what) is not a \(isDirectory ? "directory" : "file"): \(self)."
        }
        return nil
    }
}

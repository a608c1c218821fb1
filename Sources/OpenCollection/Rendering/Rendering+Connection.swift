import Secrets

// Proxy and client certificate: what the collection says about connections.

/// A client certificate, its placeholders replaced. Paths as the collection says them, relative to its root.
public enum RenderedCertificate: Sendable, Hashable {
    /// A certificate and its key, which may be in the same file; the passphrase is the key's.
    case pem(certificate: String, key: String, passphrase: String)
    /// Certificate and key in one file.
    case pkcs12(file: String, passphrase: String)

    /// The paths of the files that are read.
    public var paths: [String] {
        switch self {
        case .pem(let certificate, let key, _): certificate == key ? [certificate] : [certificate, key]
        case .pkcs12(let file, _): [file]
        }
    }
}

extension Rendering {
    /// The connection settings: those of the command line win over the request's, then those of the folders from the inside to the outside, the
    /// environment's and the collection's.
    var connection: RenderedConnection {
        var connection = RenderedConnection()
        let policies = collection.effectivePolicies(at: path, in: scopes.network.connection)
        connection.own = defaults.connection
        connection.settings = defaults.connection.over(policies.connection.beside(defaults.connection))
        connection.usualAuthorities = defaults.authorities
        return connection
    }

    mutating func proxyRule() -> ProxyRule {
        switch collection.info.proxy?.use {
        case .incomplete, .system, nil: .system
        case .direct: .direct
        case .server(let server): .server(flowing(into: [.proxy]) { $0.rendered(server) })
        }
    }

    private mutating func rendered(_ server: ProxySettings.Server) -> ProxyServer {
        var proxy = ProxyServer(scheme: scheme(of: server), host: text(server.host, "hostname"))
        if proxy.host.isWhitespaceOnly, missing.isEmpty { problems.append("The collection's proxy has no host.") }
        let port = text(server.port, "port")
        proxy.port = Int(port)
        if !port.isEmpty, proxy.port.map((1...65535).contains) != true, missing.isEmpty {
            problems.append("The port of the collection's proxy is not a number from 1 to 65535.")
        }
        // Placeholders do not count in it, as the format has it.
        proxy.bypass = ProxyBypass(server.bypass ?? "")
        guard let auth = server.auth, auth.isDisabled != true else { return proxy }
        proxy.username = text(auth.username, "username")
        let known = flows.count
        proxy.password = text(auth.password, "password")
        if flows.count == known, !proxy.password.isEmpty { note([written("proxy password", .collection)]) }
        noteSecret("proxy password", proxy.password)
        return proxy
    }

    private mutating func scheme(of server: ProxySettings.Server) -> String {
        let name = text(server.protocol, "protocol").asciiLowercased
        guard !name.isEmpty else { return "http" }
        if !["http", "https", "socks4", "socks5"].contains(name), missing.isEmpty {
            let shown = name.shownInLine()
            problems.append(
                "The protocol of the collection's proxy is \"\(shown)\"; http, https, socks4 and socks5 are known.")
        }
        return name
    }

    private mutating func text(_ template: String?, _ field: String) -> String {
        resolve(template ?? "", "proxy \(field)", origin: .collection).text.trimmingWhitespace()
    }

    /// The first that is enabled and meant for the URL, those of the environment before the collection's.
    mutating func clientCertificate(for url: String) -> RenderedCertificate? {
        for certificate in scopes.network.certificates + collection.info.certificates where certificate.isEnabled {
            let domain = certificateText(certificate.domain, "domain")
            guard ClientCertificateRule(domain).covers(url) else { continue }
            return rendered(certificate)
        }
        return nil
    }

    private mutating func rendered(_ certificate: ClientCertificate) -> RenderedCertificate? {
        let path = certificateText(certificate.path, "file")
        let passphrase = certificateText(certificate.passphrase ?? "", "passphrase")
        noteSecret("passphrase", passphrase)
        if path.isWhitespaceOnly, missing.isEmpty {
            problems.append("The client certificate for \(certificate.domain.shownInLine()) names no file.")
        }
        switch certificate.type {
        case "pkcs12": return .pkcs12(file: path, passphrase: passphrase)
        case "pem":
            let key = certificateText(certificate.keyPath ?? "", "key")
            return .pem(certificate: path, key: key.isWhitespaceOnly ? path : key, passphrase: passphrase)
        default:
            problems.append(
                "A client certificate is of type \"\(certificate.type.shownInLine())\"; pem and pkcs12 are known.")
            return nil
        }
    }

    private mutating func certificateText(_ template: String, _ field: String) -> String {
        flowing(into: []) { $0.resolve(template, "client certificate \(field)", origin: .collection).text }
    }

    private mutating func noteSecret(_ name: String, _ value: String) {
        if !value.isEmpty { secrets.append(NamedSecret(name: name, value: value)) }
    }
}

import Foundation

/// A small HTTP proxy: forwards one request of a connection, or makes a tunnel, and keeps every head it saw.
public final class HTTPProxy: Sendable {
    /// The credentials that it demands before it does anything.
    public enum Demand: Sendable {
        case nothing
        /// The name and password "user:password", as Basic.
        case basic(String)
        /// Any response to a Digest challenge.
        case digest
        /// Refuses everything with this status.
        case refusal(Int)
    }

    private let server: RawServer
    private let notes: Notes

    public init(_ demand: Demand = .nothing, tls: ServerTLS? = nil) throws {
        let notes = Notes()
        self.notes = notes
        server = try RawServer(tls: tls) { connection, _ in Self.serve(connection, demand, notes) }
    }

    public var port: Int { server.port }
    public var url: String { server.baseURL }
    /// The heads of requests to the proxy, those that it refused included; not of what went through a tunnel.
    public var heads: [String] { notes.all }

    private static func serve(_ client: RawConnection, _ demand: Demand, _ notes: Notes) {
        while let head = client.readHead() {
            notes.add(head)
            if let refusal = refusal(of: head, demand) {
                client.write(refusal)
            } else {
                return pass(head, from: client)
            }
        }
    }

    private static func refusal(of head: String, _ demand: Demand) -> String? {
        let credentials = head.field("Proxy-Authorization")
        switch demand {
        case .nothing: return nil
        case .basic(let user):
            let expected = "Basic " + Data(user.utf8).base64EncodedString()
            return credentials == expected ? nil : challenge("Basic realm=\"proxy\"")
        case .digest:
            guard credentials?.hasPrefix("Digest ") != true else { return nil }
            return challenge("Digest realm=\"proxy\", nonce=\"abc\", qop=\"auth\", algorithm=MD5")
        case .refusal(let status): return "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n"
        }
    }

    private static func challenge(_ scheme: String) -> String {
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: \(scheme)\r\nContent-Length: 0\r\n\r\n"
    }

    private static func pass(_ head: String, from client: RawConnection) {
        let parts = head.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
        guard parts.count == 3, let target = Target(parts[1], isTunnel: parts[0] == "CONNECT"),
            let origin = Relay.connect(port: target.port)
        else {
            _ = client.write("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
            return
        }
        if parts[0] == "CONNECT" {
            client.write("HTTP/1.1 200 Connection established\r\n\r\n")
        } else {
            origin.write(head.forOrigin("\(parts[0]) \(target.path) \(parts[2])"))
        }
        Relay.run(client, origin)
    }
}

/// The target of a request to a proxy: "http://host:80/path", or "host:443".
private struct Target {
    let port: Int
    let path: String

    init?(_ text: String, isTunnel: Bool) {
        guard isTunnel || text.hasPrefix("http://") else { return nil }
        let rest = isTunnel ? text[...] : text.dropFirst("http://".count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        path = String(rest.dropFirst(authority.count))
        guard let colon = authority.lastIndex(of: ":") else {
            port = 80
            return
        }
        guard let port = Int(authority[authority.index(after: colon)...]) else { return nil }
        self.port = port
    }
}

extension String {
    /// Returns the value of a field of this head.
    public func field(_ name: String) -> String? {
        for line in components(separatedBy: "\r\n").dropFirst()
        where line.lowercased().hasPrefix(name.lowercased() + ":") {
            return String(line.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    /// Returns the head as a proxy hands it on: its own fields are gone, and the connection is for this request only.
    fileprivate func forOrigin(_ requestLine: String) -> String {
        let fields = components(separatedBy: "\r\n").dropFirst().filter {
            !$0.isEmpty && !$0.lowercased().hasPrefix("proxy-") && !$0.lowercased().hasPrefix("connection:")
        }
        return ([requestLine] + fields + ["Connection: close", "", ""]).joined(separator: "\r\n")
    }
}

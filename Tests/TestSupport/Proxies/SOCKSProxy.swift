import Foundation

/// A small SOCKS5 proxy that writes down what it was asked for: "name localhost:80", "address 127.0.0.1:80", "user name:password".
///
/// - Source: RFC 1928, RFC 1929.
public final class SOCKSProxy: Sendable {
    private let server: RawServer
    private let notes: Notes

    /// - Parameters:
    ///   - user: The "name:password" that it asks for; nil asks for none.
    ///   - reply: The reply to the request to connect; 0 is success, 2 "not allowed".
    public init(user: String? = nil, reply: UInt8 = 0) throws {
        let notes = Notes()
        self.notes = notes
        server = try RawServer { client, _ in
            guard let port = Self.negotiate(client, user: user, notes), let origin = Relay.connect(port: port) else {
                return
            }
            client.write([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
            if reply == 0 { Relay.run(client, origin) } else { origin.close() }
        }
    }

    public var port: Int { server.port }
    public var asked: [String] { notes.all }

    /// Returns the port to connect to.
    private static func negotiate(_ client: RawConnection, user: String?, _ notes: Notes) -> Int? {
        let greeting = client.read(2)
        guard greeting.count == 2, greeting[0] == 5 else { return nil }
        let methods = client.read(Int(greeting[1]))
        let wanted: UInt8 = user == nil ? 0 : 2
        guard methods.contains(wanted) else {
            client.write([5, 0xFF])
            return nil
        }
        client.write([5, wanted])
        guard user == nil || isUser(user, client, notes) else { return nil }
        return request(client, notes)
    }

    private static func isUser(_ user: String?, _ client: RawConnection, _ notes: Notes) -> Bool {
        _ = client.read(1)
        let given = (text(client) ?? "") + ":" + (text(client) ?? "")
        notes.add("user \(given)")
        client.write([1, given == user ? 0 : 1])
        return given == user
    }

    private static func request(_ client: RawConnection, _ notes: Notes) -> Int? {
        let head = client.read(4)
        guard head.count == 4, head[1] == 1 else { return nil }
        let host: String? =
            switch head[3] {
            case 1: "address " + client.read(4).map(String.init).joined(separator: ".")
            case 3: text(client).map { "name " + $0 }
            default: nil
            }
        let port = client.read(2).reduce(0) { $0 << 8 | Int($1) }
        guard let host else { return nil }
        notes.add("\(host):\(port)")
        return port
    }

    /// Reads a text with its length before it.
    private static func text(_ client: RawConnection) -> String? {
        guard let length = client.read(1).first else { return nil }
        return String(decoding: client.read(Int(length)), as: UTF8.self)
    }
}

import Foundation

/// A GraphQL server on a real socket: it answers an introspection, says which operation it was asked for, and lists errors where it is asked for `broken`.
public final class GraphQLServer: Sendable {
    private let server: RawServer
    private let received: Received

    public var url: String { "\(server.baseURL)/graphql" }
    /// The bodies that came, in their order.
    public var bodies: [String] { received.bodies }

    /// `@unchecked Sendable`: the bodies are reached only while the lock is held.
    private final class Received: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [String] = []

        var bodies: [String] { lock.withLock { all } }

        func add(_ body: String) { lock.withLock { all.append(body) } }
    }

    /// - Parameter refusesIntrospection: whether it answers one with an error, as servers of production do.
    public init(refusesIntrospection: Bool = false) throws {
        let received = Received()
        self.received = received
        server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length =
                head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
            let body = String(decoding: connection.read(length), as: UTF8.self)
            received.add(body)
            let text = Self.response(to: body, refusesIntrospection)
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
            )
        }
    }

    private static func response(to body: String, _ refusesIntrospection: Bool) -> String {
        if body.contains("__schema") {
            return refusesIntrospection
                ? #"{"errors": [{"message": "introspection is disabled"}]}"# : #"{"data": {"__schema": \#(schema)}}"#
        }
        if body.contains("broken") {
            return #"""
                {"data": {"me": null}, "errors": [{"message": "Name is required", "path": ["me", 0], "locations": [{"line": 2, "column": 5}]}]}
                """#
        }
        let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        return #"{"data": {"asked": "\#(object?["operationName"] as? String ?? "no name")"}}"#
    }

    private static let schema = #"""
        {"queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null, "directives": [], "types": [
          {"kind": "OBJECT", "name": "Query", "fields": [
            {"name": "me", "description": "Who asks.", "args": [], "type": {"kind": "OBJECT", "name": "Person"}},
            {"name": "version", "args": [], "type": {"kind": "SCALAR", "name": "String"}}]},
          {"kind": "OBJECT", "name": "Person", "fields": [
            {"name": "name", "args": [], "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "String"}}},
            {"name": "nickname", "args": [], "type": {"kind": "SCALAR", "name": "String"}, "isDeprecated": true,
             "deprecationReason": "use name"}]},
          {"kind": "SCALAR", "name": "String"}]}
        """#
}

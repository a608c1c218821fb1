import Foundation
import OpenCollection
import Synchronization
import TestSupport
import Testing
import TextGrid

@Suite("Story: values that are generated for each request", .serialized)
struct GeneratedValues {
    /// The requests that a server got, in order: the first line, and the members of the JSON body.
    private final class Received: Sendable {
        let requests = Mutex<[(line: String, members: [String: String])]>([])
    }

    private static func server(_ received: Received) throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            let body = Data(connection.read(length ?? 0))
            let members = (try? JSONSerialization.jsonObject(with: body)) as? [String: String]
            received.requests.withLock { $0.append((String(head.prefix { !$0.isNewline }), members ?? [:])) }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
    }

    /// One request with every name there is in its body, one in its URL, and one within a value of the environment.
    private static func place(_ server: RawServer) throws -> StoryPlace {
        let members = DynamicValues.knownNames.sorted().map { "\"\($0)\": \"{{$\($0)}}\"" } + [#""trace": "{{trace}}""#]
        let values =
            "variables:\n  - {name: host, value: '\(server.baseURL)'}\n  - {name: trace, value: 'trace-{{$guid}}'}\n"
        return try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": "name: local\n" + values,
            "environments/other.yml": "name: other\n" + values,
            "all/everything.yml": Fixture.request(
                "Everything", method: "POST", url: "{{host}}/p?id={{$guid}}",
                more: "  body: {type: json, data: '{\(members.joined(separator: ", "))}'}\n"),
        ])
    }

    @Test("each name has a value that nobody is asked for: in one send, a run, a repeat and several environments")
    func everyWay() throws {
        let received = Received()
        let server = try Self.server(received)
        let session = try Self.place(server).start(size: .large)
        try session.showRequest("all/everything", named: "Everything")
        try session.waitFor("/p?id=$guid  generated for each request")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type("3r")
        try session.waitFor("Repeat all/everything.yml to local")
        try session.press(.enter)
        try session.waitFor("the end of the repeat") { $0.contains("10 sent") && $0.contains(" min ") }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains(" min ") }
        try session.showRequest("all/everything", named: "Everything")
        try session.type(">")
        try session.waitFor("one after the other to local")
        try session.press(.enter)
        try session.waitFor("─ Run of all: 1 request, 1 ok")
        try session.press(.escape)
        try session.waitFor("the panes again") { !$0.contains("─ Run of all") }
        try session.type("&")
        try session.waitFor("[ ] other")
        try session.type("a")
        try session.waitFor("Enter sends to 2 environments.")
        try session.press(.enter)
        try session.waitFor("2 of 2 responses")
        #expect(try session.quit() == 0)
        try expectValues(in: received.requests.withLock { $0 }, count: 14)
    }

    private func expectValues(in requests: [(line: String, members: [String: String])], count: Int) throws {
        #expect(requests.count == count)
        for (line, members) in requests {
            #expect(line.contains(#/ /p\?id=[0-9a-f-]{36} /#), "\(line)")
            #expect(Set(members.keys) == DynamicValues.knownNames.union(["trace"]))
            for (name, value) in members { #expect(!value.isEmpty && value != "$\(name)", "\(name): \(value)") }
        }
        for name in ["guid", "trace"] { #expect(Set(requests.map { $0.members[name] }).count == count) }
    }
}

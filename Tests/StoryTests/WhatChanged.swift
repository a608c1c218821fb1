import TestSupport
import Testing
import TextGrid

@Suite("Story: what changed since the last send", .serialized)
struct WhatChanged {
    private static let responses = [
        #"{"id":1,"at":"10:04","tags":["a"],"name":"Ada"}"#, #"{"id":1,"at":"10:05","tags":["a"],"name":"Eve"}"#,
    ]

    /// Serves one response on the first connection, and another one on all others.
    private static func server() throws -> RawServer {
        try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            let body = responses[min(number, 2) - 1]
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    @Test("lines that differ from the answer before are marked, ( and ) go along them, # takes the marks away")
    func gutter() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request("Changing", url: "{{baseUrl}}/"),
        ])
        let server = try Self.server()
        let session = try place.start(size: .small, variables: ["baseUrl": server.baseURL])
        try session.send("a.yml", named: "Changing", until: "✓ 200 OK")
        try session.waitFor("the first answer, which has none before it") { $0.contains("10:04") && !$0.contains("▌") }
        try session.type("3s")
        try session.waitFor("two marks in the second") {
            $0.row(with: "10:05").contains("3▌") && $0.row(with: "Eve").contains("▌")
                && $0.responseTitle.contains("≠2")
        }
        try session.type("g)")
        try session.waitFor("the first difference") { $0.contains(".at") }
        try session.type(")")
        try session.waitFor("the second") { $0.contains(".name") }
        try session.type("(")
        try session.waitFor("the first again") { $0.contains(".at") }
        try session.type("#")
        try session.waitFor("no marks") { $0.contains("Differences are not marked.") && !$0.contains("▌") }
        try session.type("#")
        try session.waitFor("the marks again") { $0.row(with: "Eve").contains("▌") }
        #expect(try session.quit() == 0)
    }
}

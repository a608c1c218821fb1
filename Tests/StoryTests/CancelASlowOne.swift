import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: cancel a slow one", .serialized)
struct CancelASlowOne {
    /// Responds to the first request, is silent on the second until the client goes, responds to the third.
    private final class PatientServer: Sendable {
        let server: RawServer
        private let closed: Latch

        init() throws {
            let closed = Latch()
            self.closed = closed
            let count = Latch()
            server = try RawServer { connection, _ in
                while connection.readHead() != nil {
                    guard count.next() != 2 else {
                        connection.waitForClose()
                        return closed.open()
                    }
                    let body = "answer \(count.value)"
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                }
            }
        }

        /// Returns whether the client closed the connection on which it got no response, waiting for it.
        func sawTheClientGo() -> Bool { closed.wait() }
    }

    @Test("Esc closes the connection, an earlier answer stays, and the next send works")
    func cancel() throws {
        let server = try PatientServer()
        let session = try StoryPlace().start(size: .large, variables: ["baseUrl": server.server.baseURL])
        try session.send("behaviour/slow.yml", named: "Slow", until: "✓ 200 OK")
        try session.waitFor("answer 1")
        try session.type("s")
        try session.waitForResponse("… running")
        #expect(session.screen.text(row: 49).contains("Esc cancel"))
        #expect(session.screen.row(with: "GET  Slow ").contains("…"))
        // A send while one runs is refused, with the reason.
        try session.type("s")
        try session.waitFor("Running; Esc cancels.")
        // The keys of other panes work meanwhile.
        try session.type("2")
        try session.waitFor("the request focused") { $0.text(row: 49).contains("Enter edit") }
        try session.press(.escape)
        try session.waitForResponse("✓ 200 OK")
        #expect(server.sawTheClientGo())
        try session.waitFor("the earlier answer and the news") { $0.contains("answer 1") && $0.contains("Cancelled.") }
        try session.press(.control("r"))
        try session.waitFor("answer 3")
        #expect(session.screen.responseTitle.contains("✓ 200 OK"))
        #expect(try session.quit() == 0)
    }

    /// Patterns that take longer than anyone lives, all of them on one URL.
    private func endless() throws -> StoryPlace {
        let assertion = "    - {expression: res.url, operator: notMatches, value: \"(a+)+$\"}\n"
        let assertions = "runtime:\n  assertions:\n" + String(repeating: assertion, count: 1000)
        let url = "{{baseUrl}}/echo?\(String(repeating: "a", count: 60))b"
        return try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "endless.yml": Fixture.request("Endless", url: url, more: assertions),
        ])
    }

    @Test("Esc ends assertions whose patterns never would, and q leaves while they run")
    func assertions() throws {
        let session = try endless().start(size: .below)
        try session.showRequest("endless", named: "Endless")
        try session.type("s")
        try session.waitForResponse("… running")
        try session.waitFor("the response's body") { $0.contains("\"path\": \"/echo\"") }
        try session.press(.escape)
        try session.waitFor("Cancelled while the assertions were evaluated.")
        #expect(session.screen.contains("1000 not evaluated"), "\(session.screen.text)")
        try session.type("s")
        try session.waitForResponse("… running")
        #expect(try session.quit() == 0)
    }

    @Test("cancelled without an earlier answer, the pane says so")
    func first() throws {
        let session = try StoryPlace().start(size: .large)
        try session.showRequest("behaviour/slow.yml", named: "Slow")
        try session.type("s")
        try session.waitFor("Waiting for the response. Esc cancels.")
        try session.press(.escape)
        try session.waitForResponse("✗ cancelled")
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

/// The session: two slow requests are on their way while one goes on working.
@Suite("Story: several at once", .serialized)
struct SeveralAtOnce {
    /// Sends no response until its gate is opened; says then which path it was asked for.
    private final class SlowServer: Sendable {
        let server: RawServer
        private let gate: Latch

        init() throws {
            let gate = Latch()
            self.gate = gate
            server = try RawServer { connection, _ in
                while let head = connection.readHead() {
                    _ = gate.wait()
                    let body = "answer of \(head.split(separator: " ").dropFirst().first ?? "")"
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                }
            }
        }

        func respond() { gate.open() }
    }

    private func place(_ server: SlowServer) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "one.yml": Fixture.request("One", url: "\(server.server.baseURL)/one"),
            "two.yml": Fixture.request("Two", url: "\(server.server.baseURL)/two"),
            "quick.yml": Fixture.request("Quick", url: "{{baseUrl}}/echo/quick"),
        ])
    }

    @Test(
        "two sends outlive the switch to another request, are listed, gone to, and answered where they belong",
        arguments: [Size.small, .large])
    func sideBySide(size: Size) throws {
        let server = try SlowServer()
        let session = try place(server).start(size: size, environmentName: nil)
        for (path, name) in [("one", "One"), ("two", "Two")] {
            try session.showRequest(path, named: name)
            try session.type("s")
            try session.waitForResponse("… running")
        }
        try session.showRequest("quick", named: "Quick")
        try session.waitFor("both run, in the tree and in the footer") {
            $0.row(with: "GET  One").contains("…") && $0.row(with: "GET  Two").contains("…")
                && $0.text(row: size.rows - 1).contains("! 2 running")
        }
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type("!")
        try session.waitFor("what runs, and what ran") {
            $0.contains("Running: 2, finished: 1") && $0.contains("GET Quick") && $0.contains("Finished, latest first")
        }
        try session.press(.enter)
        try session.waitFor("the first of them") { $0.contains("› One ") && $0.responseTitle.contains("… running") }
        server.respond()
        try session.waitFor("answer of /one")
        try session.type("!")
        try session.waitFor("all are over") { $0.contains("Nothing running, finished: 3") }
        try session.type("jjq")
        try session.showRequest("two", named: "Two")
        try session.waitFor("answer of /two")
        #expect(try session.quit() == 0)
    }

    @Test("one is cancelled from the list, then all, after a question")
    func cancel() throws {
        let server = try SlowServer()
        let session = try place(server).start(size: .large, environmentName: nil)
        for (path, name) in [("one", "One"), ("two", "Two"), ("quick", "Quick")] {
            try session.showRequest(path, named: name)
            guard path != "quick" else { continue }
            try session.type("s")
            try session.waitForResponse("… running")
        }
        try session.type("!")
        try session.waitFor("Running: 2")
        try session.type("x")
        try session.waitFor("one is over") { $0.contains("Running: 1, finished: 1") && $0.contains("cancelled") }
        try session.type("X")
        try session.waitFor("Cancel all running activity?")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("Nothing running, finished: 2")
        try session.type("q")
        try session.waitFor("no count any more") { !$0.text(row: 49).contains("running") }
        #expect(try session.quit() == 0)
    }
}

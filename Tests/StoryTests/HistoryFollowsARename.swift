import Foundation
import TestSupport
import Testing
import TextGrid

@testable import ExchangeStore

@Suite("Story: a request that is renamed keeps its history", .serialized)
struct HistoryFollowsARename {
    /// Creates a server with another price each time, whose third response waits until it is let go.
    private static func server(_ third: DispatchSemaphore) throws -> RawServer {
        try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            if number == 3 { third.wait() }
            let body = #"{"price":\#(number)}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    @Test(
        "H lists what was sent before and while it was renamed; a rule made of a difference names the new file"
    )
    func renamed() throws {
        let third = DispatchSemaphore(value: 0)
        let server = try Self.server(third)
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request("Alpha", url: "{{baseUrl}}/"),
        ])
        let session = try place.start(size: .large, variables: ["baseUrl": server.baseURL])
        try session.send("a.yml", named: "Alpha", until: "✓ 200 OK")
        try session.waitFor("\"price\": 1")
        try session.type("s")
        try session.waitFor("\"price\": 2")
        try session.type("s")
        try session.waitFor("the third under way") { $0.responseTitle.contains("ending") || $0.contains("cancels") }
        try session.rename(to: "first")
        third.signal()
        try session.waitFor("\"price\": 3")
        try session.type("H")
        try session.waitFor("all three of it") { $0.contains("3 exchanges") }
        try session.press(.down)
        try session.type("=")
        try session.waitFor("the difference") { $0.contains("$.price") }
        try session.type("I")
        try session.waitFor("in first.yml")
        try session.press(.enter)
        try session.waitFor("Rule added to microscope.yaml.")
        #expect(try place.text(of: "microscope.yaml").contains("first.yml"))
        try session.press(.escape)
        try session.waitFor("the list again") { $0.contains("3 exchanges") }
        try session.press(.escape)
        try session.waitFor("the panes again") { !$0.contains("3 exchanges") }
        #expect(try session.quit() == 0)
        let list = try ProgramRun(["history", "list", "request:first"], at: place)
        #expect(list.output.split(separator: "\n").count == 3, "\(list.output)\(list.errors)")
    }

    @Test("while another instance writes, H lists at once; what was sent before comes by itself when it is filed")
    func busy() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request("Alpha", url: "{{baseUrl}}/echo"),
        ])
        let session = try place.start(size: .large)
        try session.send("a.yml", named: "Alpha", until: "✓ 200 OK")
        try session.type("H")
        try session.waitFor("that it is kept") { $0.contains("History of a.yml · 1 exchange ") }
        try session.press(.escape)
        try session.waitFor("the panes again") { !$0.contains("History of") }
        let database = place.home.appendingPathComponent("state/history/history.sqlite")
        let other = try SQLiteConnection(path: database.path)
        try other.execute("BEGIN IMMEDIATE")
        try session.rename(to: "first")
        try session.type("H")
        try session.waitFor("nothing of it yet") { $0.contains("History of first.yml · 0 exchanges ") }
        try other.execute("COMMIT")
        try session.waitFor("what was sent before") { $0.contains("History of first.yml · 1 exchange ") }
        try session.press(.escape)
        try session.waitFor("the panes once more") { !$0.contains("History of") }
        #expect(try session.quit() == 0)
    }
}

extension TerminalSession {
    fileprivate func rename(to name: String) throws {
        try type("1F")
        try waitFor("Rename the file")
        try press(.control("u"))
        try type(name)
        try press(.enter)
        try waitFor("Done: rename to \(name)")
    }
}

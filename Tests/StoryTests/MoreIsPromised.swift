import Foundation
import TestSupport
import Testing

@Suite("Story: an answer that promises more than it sends", .serialized)
struct MoreIsPromised {
    /// Sends the head and ten bytes, and closes.
    private static func server(_ framing: String, _ start: String) throws -> RawServer {
        try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\(framing)\r\n\r\n\(start)0123456789")
    }

    @Test(
        "four gigabytes are declared and ten bytes come: the error says so, the ten bytes are shown, and memory stays as it was",
        arguments: [("Content-Length: 4294967296", ""), ("Transfer-Encoding: chunked", "ffffffff\r\n")])
    func declared(framing: String, start: String) throws {
        let server = try Self.server(framing, start)
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request("Promise", url: "{{baseUrl}}/"),
        ])
        let session = try place.start(size: .small, variables: ["baseUrl": server.baseURL])
        try session.send("a.yml", named: "Promise", until: "✗ failed")
        try session.waitFor("the ten bytes, and why there are no more") {
            $0.contains("0123456789") && $0.responseTitle.contains("10 B") && $0.contains("connection")
        }
        try session.type("3y")
        try session.waitFor("the menu") { $0.contains("as it came") }
        try session.press(.escape)
        try session.waitFor("the menu closed") { !$0.contains("as it came") }
        #if os(Linux)
            let resident = try Self.residentBytes(of: session.processIdentifier())
            #expect(resident < 400 << 20, "\(resident >> 20) MB")
        #endif
        #expect(try session.quit() == 0)
    }

    @Test("the command prints what came, and fails")
    func command() throws {
        let server = try Self.server("Content-Length: 4294967296", "")
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "a.yml": Fixture.request("Promise", url: "{{baseUrl}}/"),
        ])
        let run = try ProgramRun(["send", "a", "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place)
        #expect(run.status == 3 && run.output.contains("0123456789"), "\(run.status) \(run.output)")
        #expect(run.errors.contains("connection"), "\(run.errors)")
    }

    /// - Source: proc(5), `statm`.
    private static func residentBytes(of process: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
    }
}

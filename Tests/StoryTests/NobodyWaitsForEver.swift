import Foundation
import TestSupport
import Testing

/// Jobs of servers, where no person presses Ctrl-C.
@Suite("Story: nobody waits for ever", .serialized)
struct NobodyWaitsForEver {
    /// Takes requests and says nothing until the client leaves.
    private static func silent() throws -> RawServer {
        try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            _ = connection.read(1)
        }
    }

    private static func place(_ base: String) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": "info: {name: M}\n", "a.yml": Fixture.request("A", url: base),
            "b.yml": Fixture.request("B", url: base),
        ])
    }

    @Test("--timeout ends each request of send, run and replay with 3")
    func timeout() throws {
        let server = try Self.silent()
        let place = try Self.place(server.baseURL)
        let sent = try ProgramRun(["send", "a", "--timeout", "200ms"], at: place)
        #expect(sent.status == 3 && sent.errors.contains("timed out"), "\(sent.errors)")
        let run = try ProgramRun(["run", "--timeout", "200ms"], at: place)
        #expect(run.status == 3 && run.output.contains("FAIL  a") && run.output.contains("FAIL  b"), "\(run.output)")
        for mode in ["--as-sent", "--again"] {
            let replayed = try ProgramRun(["history", "replay", "@", mode, "--timeout", "200ms"], at: place)
            #expect(replayed.output.contains("wait"), "\(replayed.output)\(replayed.errors)")
        }
    }

    @Test("--max-time ends all that a command sends with 3, and says so")
    func maximum() throws {
        let server = try Self.silent()
        let place = try Self.place(server.baseURL)
        let sent = try ProgramRun(["send", "a", "--max-time", "200ms"], at: place)
        #expect(sent.status == 3)
        #expect(sent.errors == "microscope: Timeout: --max-time is over; give it more.\n")
        let run = try ProgramRun(["run", "--max-time", "200ms"], at: place)
        #expect(run.status == 3 && run.output.contains("FAIL  a") && !run.output.contains("FAIL  b"), "\(run.output)")
        let listed = try ProgramRun(["history", "list", "error:timeout"], at: place)
        #expect(listed.status == 0 && listed.output.contains("a"), "\(listed.errors)")
        let replayed = try ProgramRun(["history", "replay", "@", "@-1", "--max-time", "200ms"], at: place)
        #expect(replayed.status == 3, "\(replayed.errors)")
    }

    @Test("verify has both limits")
    func verify() throws {
        let server = try Self.silent()
        let example = "\nexamples: [{name: ok, response: {status: 200}}]\n"
        let place = try StoryPlace([
            "opencollection.yml": "info: {name: M}\n",
            "a.yml": Fixture.request("A", url: server.baseURL, more: example),
        ])
        for option in ["--timeout", "--max-time"] {
            let run = try ProgramRun(["verify", option, "200ms"], at: place)
            #expect(run.status == 3, "\(run.output)\(run.errors)")
        }
    }
}

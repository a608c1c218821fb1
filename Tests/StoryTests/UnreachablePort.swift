import TestSupport
import Testing
import TextGrid

@Suite("Story: an unreachable port", .serialized)
struct UnreachablePort {
    @Test("the error says what to try, and the program goes on")
    func error() throws {
        let place = try StoryPlace()
        // A port that was free a moment ago, and on which nobody listens now.
        let gone = try StoryPlace()
        let address = gone.server.baseURL
        gone.server.stop()
        let session = try place.start(size: .large, variables: ["baseUrl": address])
        try session.send("users/list", named: "List users", until: "✗ failed")
        try session.waitFor("what to try") {
            $0.contains("Is the server running, and is the port right?")
                && $0.row(with: "GET  List users").contains("✗")
        }
        let port = try #require(address.split(separator: ":").last)
        #expect(session.screen.contains("127.0.0.1:\(port)") || session.screen.contains("port \(port)"))
        #expect(
            session.screen.rows.contains { $0.contains("error ") && $0.contains("onnect") }, "\(session.screenText)")
        // The next request has nothing to do with it.
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("Not sent yet")
        try session.type("s")
        try session.waitForResponse("✗ failed")
        #expect(try session.quit() == 0)
    }
}

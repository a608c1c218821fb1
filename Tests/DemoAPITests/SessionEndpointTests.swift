import DemoAPI
import Foundation
import TestSupport
import Testing

@Suite struct SessionEndpointTests {
    @Test("a session opens its page for 30 seconds, by the server's clock")
    func expires() throws {
        let clock = TestClock()
        let server = try DemoServer(options: .init(now: { clock.clock.now() }))
        let client = try RawClient(port: server.port)
        #expect(try client.get("/session")["WWW-Authenticate"] == "Bearer realm=\"demo\"")
        let form = Array("username=demo&password=demo".utf8)
        let session = try client.send("POST", "/sessions", body: form).object()["session"] as? String ?? ""
        let header = ["Authorization: Bearer \(session)"]
        #expect(try client.get("/session", header).status == 200)
        #expect(try client.get("/session", ["Authorization: Bearer none"]).status == 401)
        clock.advance(by: .seconds(30))
        #expect(try client.get("/session", header).status == 401)
    }

    @Test("a wrong login begins none")
    func refused() throws {
        let server = try DemoServer()
        let client = try RawClient(port: server.port)
        let form = Array("username=demo&password=no".utf8)
        #expect(try client.send("POST", "/sessions", body: form).status == 401)
    }
}

import Foundation
import TestSupport
import Testing

@testable import DemoAPI

@Suite struct DemoServerTests {
    @Test("serves the same API on two free ports")
    func twoPorts() throws {
        let server = try DemoServer()
        #expect(server.port != 0 && server.otherPort != 0 && server.port != server.otherPort)
        #expect(server.baseURL == "http://127.0.0.1:\(server.port)")
        let own = try RawClient(port: server.port).get("/users/1")
        let other = try RawClient(port: server.otherPort).get("/users/1")
        #expect(own.status == 200 && own.body == other.body)
    }

    @Test("says that a port is in use, and what to do")
    func portInUse() throws {
        let server = try DemoServer()
        let error = #expect(throws: DemoServerError.self) { try DemoServer(port: server.port) }
        #expect(error?.code == .portInUse)
        #expect(error?.operation == "bind")
        let expected =
            "port \(server.port) is in use by another program: stop it, or choose another port (0 takes a free one)"
        #expect(error.map { "\($0)" } == expected)
    }

    @Test("opens nothing when the other port is in use")
    func otherPortInUse() throws {
        let server = try DemoServer()
        let port = UInt16(unusedPort())
        #expect(throws: DemoServerError.self) { try DemoServer(port: port, options: .init(otherPort: server.port)) }
        #expect(try DemoServer(port: port).port == port)
    }

    @Test("frees its ports when stopped, and may be stopped twice")
    func stopping() throws {
        let server = try DemoServer()
        server.stop()
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        #expect(try DemoServer(port: server.port).port == server.port)
    }

    @Test("stops while answers are delayed, dripping and streaming", .timeLimit(.minutes(1)))
    func stoppingWhileBusy() throws {
        let server = try DemoServer()
        let slow = try RawClient(port: server.port)
        try slow.write("GET", "/slow?seconds=3000")
        let drip = try RawClient(port: server.otherPort)
        try drip.write("GET", "/drip?interval=3000")
        #expect(try drip.readHead().status == 200)
        #expect(try drip.readChunk() == Array("chunk 1 of 10\n".utf8))
        let stream = try RawClient(port: server.port)
        try stream.write("GET", "/bytes?count=1000000000000")
        #expect(try stream.readHead().status == 200)
        server.stop()
        #expect(throws: RawClient.Failure.self) { try slow.readResponse() }
        #expect(throws: RawClient.Failure.self) { try drip.readChunk() }
    }

    @Test("answers other connections while one waits")
    func waitingBlocksNobody() throws {
        let server = try DemoServer()
        let slow = try RawClient(port: server.port)
        try slow.write("GET", "/slow?seconds=3000")
        #expect(try RawClient(port: server.port).get("/users/1").status == 200)
    }

    @Test("keeps a connection open over answers, errors and refused bodies")
    func keepAlive() throws {
        let server = try DemoServer()
        let client = try RawClient(port: server.port)
        for _ in 0..<50 { #expect(try client.get("/users/1").status == 200) }
        #expect(try client.send("POST", "/nowhere", body: Array("abc".utf8)).status == 404)
        #expect(try client.send("PUT", "/private", body: Array("abc".utf8)).status == 405)
        #expect(try client.send("HEAD", "/users/1").status == 200)
        #expect(try client.get("/status/204").status == 204)
        #expect(try client.send("POST", "/echo", body: Array("abc".utf8)).object()["body"] as? String == "abc")
    }

    @Test("lists every endpoint at / and in its documentation")
    func index() throws {
        let server = try DemoServer()
        let listed = try RawClient(port: server.port).get("/").object()["endpoints"] as? [[String: String]] ?? []
        #expect(listed.count == Endpoints.table.routes.count)
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/DemoAPI/DemoServer.swift")
        let documentation = try String(contentsOf: source, encoding: .utf8)
        for row in listed {
            let line = "/// | `\(row["method"] ?? "") \(row["path"] ?? "")` | \(row["summary"] ?? "") |"
            #expect(documentation.contains(line), "DemoServer.swift lacks: \(line)")
        }
    }
}

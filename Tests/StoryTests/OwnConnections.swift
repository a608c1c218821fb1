import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a server with an authority of its own, on a Unix socket, or with HTTP/2 without TLS", .serialized)
struct OwnConnections {
    private func write(_ companion: String, to place: StoryPlace) throws {
        try place.write("version: 1\n" + companion, to: "microscope.yaml")
    }

    @Test("a private authority is named once; the host is found by connectTo, its certificate is checked for the URL's")
    func privateAuthority() throws {
        let authority = try TestAuthority()
        let server = try RawServer(tls: ServerTLS(authority.issue(names: ["DNS:api.internal"]))) { connection, _ in
            let response = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ninside"
            while connection.readHead() != nil { connection.write(response) }
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "get.yml": Fixture.request("Get", url: "https://api.internal/"),
        ])
        let target = "127.0.0.1:\(server.port)"
        let unknown = try ProgramRun(["send", "get", "--connect-to", target], at: place)
        #expect(unknown.status == 3 && unknown.errors.contains("set connection.ca to its file"), "\(unknown.errors)")
        let options = ["--connect-to", target, "--cacert", authority.certificateFile]
        #expect(try ProgramRun(["send", "get"] + options, at: place).output == "inside")
        try FileManager.default.copyItem(
            atPath: authority.certificateFile, toPath: place.collection.appendingPathComponent("ca.pem").path)
        try write("collection:\n  connection: {ca: ca.pem, connectTo: '\(target)'}\n", to: place)
        let asked = try ProgramRun(["send", "get"], at: place)
        #expect(asked.status == 4 && asked.errors.contains("connect to \(target) in place of https://api.internal"))
        #expect(try ProgramRun(["check"], at: place).output.contains("requests connect to \(target)"))
        #expect(try ProgramRun(["trust", "--agree"], at: place).status == 0)
        #expect(try ProgramRun(["send", "get"], at: place).output == "inside")
        #expect(
            try ProgramRun(["export", "get", "--as", "curl"], at: place).output.contains("--connect-to ::\(target)"))
        try write("collection:\n  connection: {ca: ca.pem, connectTo: '127.0.0.1:1'}\n", to: place)
        #expect(try ProgramRun(["send", "get"], at: place).status == 4, "another place is asked about")
    }

    @Test(
        "on screen the tab Options has the fields, and a Unix socket is asked about with its path",
        arguments: [Size.small, .large])
    func unixSocket(size: Size) throws {
        let server = try UnixEchoServer()
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "get.yml": Fixture.request("Get", url: "http://docker/info"),
        ])
        #expect(try ProgramRun(["send", "get", "--unix-socket", server.path], at: place).output.contains("docker"))
        try write("requests:\n  get.yml:\n    connection: {unixSocket: \(server.path)}\n", to: place)
        let session = try place.start(size: size)
        try session.showRequest("get", named: "Get")
        try session.type("2")
        try session.waitFor("Options")
        for _ in 0..<4 { try session.type("]") }
        if size == .small { try session.type("G") }
        try session.waitFor("the field") { $0.contains("Unix socket") && $0.contains(server.path) }
        try session.type("s")
        try session.waitFor("connect to the Unix socket \(server.path)")
        try session.press(.enter)
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("HTTP/2 without TLS, and an address for a host that no name server knows")
    func priorKnowledge() throws {
        let server = try NGHTTPServer(files: ["a": Data("hello".utf8)])
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "get.yml": Fixture.request("Get", url: "http://h2.invalid:\(server.port)/a"),
        ])
        let resolve = ["--resolve", "h2.invalid:\(server.port):127.0.0.1"]
        #expect(try ProgramRun(["send", "get", "--http", "h2c"] + resolve, at: place).output == "hello")
        let plain = try ProgramRun(["send", "get", "--http", "1.1"] + resolve, at: place)
        #expect(plain.status == 3, "\(plain.errors)")
        let wrong = try ProgramRun(["send", "get", "--http", "3"], at: place)
        #expect(wrong.status == 2 && wrong.errors.contains("write 1.1, 2 or h2c"), "\(wrong.errors)")
        let unknown = try ProgramRun(["send", "get"], at: place)
        #expect(unknown.errors.contains("connection.resolve (--resolve) gives it an address"), "\(unknown.errors)")
    }
}

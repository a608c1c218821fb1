import Foundation
import TestSupport
import Testing

@Suite("Story: what stood on the wire", .serialized)
struct TheWire {
    private func response(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nx-ODD:  two\r\nX-Bell: a\u{7}\u{1B}[31mb\r\n\r\n\(body)"
    }

    private func place(_ url: String, tls: Bool = false) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "get.yml": Fixture.request(
                "Get", url: url + "/a?token=abc123xyz",
                more: "  headers: [{name: X-Trace, value: one}, {name: Authorization, value: Bearer hush-hush}]\n"),
            "microscope.yaml": tls ? "version: 1\ncollection: {tls: {verify: false}}\n" : "version: 1\n",
        ])
    }

    @Test("over TLS: the certificate with its days, the bytes both ways, secrets as dots until Ctrl-O")
    func tls() throws {
        let server = try RawServer(tls: ServerTLS(TestAuthority().issue())) { connection, _ in
            while connection.readHead() != nil { connection.write(response("hello")) }
        }
        let session = try place(server.baseURL, tls: true).start(size: .large)
        try session.send("get", named: "Get", until: "✓ 200 OK")
        try session.type("3")
        try session.showResponseTab("Wire")
        try session.type("z")
        try session.waitFor("the tab alone") { $0.contains("< x-ODD:  two") && !$0.contains("1 Fixture") }
        for text in [
            "* 127.0.0.1:\(server.port), a new connection, HTTP/1.1", "* TLSv1.3, ", "* certificate 1: ", "days left",
            "  SHA-256 ", "> GET /a?token=•••• HTTP/1.1", "> X-Trace: one", "> Authorization: ••••", "< X-Bell: a",
            "* response body: 5 B",
        ] { #expect(session.screen.contains(text), "\(text)\n\(session.screen.text)") }
        #expect(
            !session.screen.contains("hush-hush") && !session.screen.contains("abc123xyz"), "\(session.screen.text)")
        try session.press(.control("o"))
        try session.waitFor("> Authorization: Bearer hush-hush")
        #expect(session.screen.contains("token=abc123xyz"))
        try session.press(.control("o"))
        try session.waitFor("no secret") { !$0.contains("hush-hush") }
    }

    @Test("send --verbose tells the same on standard error, and the body stays alone on standard output")
    func verbose() throws {
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil { connection.write(response("hello")) }
        }
        let place = try place(server.baseURL)
        let run = try ProgramRun(["send", "get", "-v"], at: place)
        #expect(run.status == 0 && run.output == "hello")
        for line in [
            "* attempt 1", "> GET /a?token=•••• HTTP/1.1", "> Authorization: ••••", "< HTTP/1.1 200 OK",
            "< x-ODD:  two",
        ] { #expect(run.errors.contains(line + "\n"), "\(line)\n\(run.errors)") }
        #expect(!run.errors.contains("hush-hush") && !run.errors.contains("\u{1B}") && !run.errors.contains("\u{7}"))
        let shown = try ProgramRun(["send", "get", "--verbose", "--show-secrets"], at: place)
        #expect(shown.errors.contains("> Authorization: Bearer hush-hush\n"))
    }

    @Test("a proxy of the environment is named for http, too, and not where no_proxy leads past it")
    func proxy() throws {
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil { connection.write(response("hello")) }
        }
        let place = try place("http://127.0.0.1:\(server.port)")
        let proxy = ["http_proxy": "http://me:s3cretValue77@127.0.0.1:\(server.port)"]
        let other = try self.place("http://a.test")
        let run = try ProgramRun(["send", "get", "-v"], at: other, environment: proxy)
        #expect(
            run.status == 0 && run.errors.contains("* through the proxy http://127.0.0.1:\(server.port)"),
            "\(run.errors)")
        #expect(!run.errors.contains("s3cretValue77"))
        let direct = try ProgramRun(
            ["send", "get", "-v"], at: place, environment: proxy.merging(["no_proxy": "127.0.0.1"]) { $1 })
        #expect(direct.status == 0 && !direct.errors.contains("through the proxy"), "\(direct.errors)")
    }

    @Test("events are listed and followed while they come, found, and shown whole")
    func events() throws {
        let latches = [Latch(), Latch()]
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for index in 1...30 { connection.write("id: \(index)\nevent: tick\ndata: {\"n\":\(index),\"of\":[1]}\n\n") }
            guard latches[0].wait() else { return }
            connection.write("data: second\r\ndata: wave\r\n\r\n: alive\n\n")
            guard latches[1].wait() else { return }
            connection.write("data: unfinished")
        }
        let session = try place(server.baseURL).start()
        try session.showRequest("get", named: "Get")
        try session.type("s3")
        try session.waitFor("the tab of events") { $0.contains("Events 30") }
        try session.showResponseTab("Events")
        try session.waitFor("the newest") { $0.contains("tick #30  {\"n\":30,\"of\":[1]}") && $0.contains("· follows") }
        try session.type("k")
        try session.waitFor("paused: G follows")
        latches[0].open()
        try session.waitFor("both new rows, counted") { $0.contains("32 events") }
        #expect(!session.screen.contains("message  second"))
        try session.type("G")
        try session.waitFor("the newest again") { $0.contains(": alive") && $0.contains("message  second") }
        try session.type("/")
        try session.waitFor("Find in the list")
        try session.type("\"N\":7")
        try session.press(.enter)
        try session.waitFor("the event found") { $0.contains("tick #7 ") && $0.contains("paused: G follows") }
        try session.press(.enter)
        try session.waitFor("one event, laid out") { $0.contains("Event 7, ") && $0.contains("\"n\": 7") }
        try session.press(.escape)
        latches[1].open()
        try session.waitFor("the end") { $0.contains("32 events") && $0.contains("ended") }
    }

    @Test("the log: filtered by level and text, from a line to its attempt, saved to a new file alone")
    func log() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.send("behaviour/flaky.yml", named: "Flaky", until: "✓ 200 OK")
        try session.type("4z")
        try session.waitFor("the whole log") { $0.contains("follows") && $0.contains("debug ") }
        try session.type("-")
        try session.waitFor("no debug lines") { $0.contains("info and above") && !$0.contains(" debug ") }
        try session.type("F")
        try session.waitFor("Show only lines with")
        try session.type("(attempt 2)")
        try session.press(.enter)
        try session.waitFor("one line") { $0.contains("with \"(attempt 2)\"") }
        try session.press(.enter)
        try session.waitFor("the attempt") { $0.contains("[Wire]") && $0.contains("Attempt 2") }
        let file = place.home.appendingPathComponent("kept.log")
        try session.type("4D")
        try session.waitFor("Save the log")
        try session.press(.control("u"))
        try session.type(file.path)
        try session.press(.enter)
        try session.waitFor("Saved the log to")
        let saved = try String(contentsOf: file, encoding: .utf8)
        #expect(
            saved.split(separator: "\n").count == 1 && saved.contains(" INFO ") && saved.contains("(attempt 2)"),
            "\(saved)")
        try session.type("D")
        try session.waitFor("Save the log")
        try session.press(.control("u"))
        try session.type(file.path)
        try session.press(.enter)
        try session.waitFor("already exists and is unchanged")
        #expect(try String(contentsOf: file, encoding: .utf8) == saved)
    }
}

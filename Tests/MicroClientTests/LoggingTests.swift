import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite struct ExchangeLoggerTests {
    private func lines(
        _ level: LogLevel, _ script: HopScript..., retries: Int = 0,
        request: WireRequest = WireRequest(url: "http://h/x")
    ) async -> [String] {
        let logger = RecordingLogger()
        var configuration = NetworkConfiguration(
            session: .transport(FakeTransport(script)), baseURL: .noBase, retryStrategy: .retry(count: retries),
            logger: logger,
            logLevel: level)
        configuration.clock = TestClock().clock
        configuration.random = { 1 }
        _ = try? await NetworkClient(configuration: configuration).send(request).collect()
        return logger.lines.map { "\($0.level): \($0.message)" }
    }

    @Test("B19: says what was asked and answered")
    func infoB19() async {
        var summary = Transfer.Summary()
        summary.timings.total = .milliseconds(84)
        let lines = await lines(.info, .response(200, body: [String(repeating: "x", count: 12_345)], summary: summary))
        #expect(lines == ["Info: GET http://h/x (attempt 1)", "Info: GET http://h/x: 200 OK in 84 ms, 12 KB"])
    }

    @Test("B19: at level debug the texts of a typed exchange too, secrets masked, and of a long one the beginning")
    func bodiesB19() async throws {
        let logger = RecordingLogger()
        let responses = [HopScript.response(200, body: [#"{"password":"s3cret","name":"Ann"}"#])]
        let long = HopScript.response(200, body: [String(repeating: "x", count: 5000)])
        let binary = HopScript(
            [
                .event(.head(ResponseHead(status: 200))), .event(.body(Data([0xFF, 0, 0xFE]))),
                .event(.completed(Transfer.Summary())),
            ])
        var configuration = NetworkClient.over(FakeTransport(responses + [long, binary])).configuration
        (configuration.logger, configuration.logLevel) = (logger, .debug)
        let client = NetworkClient(configuration: configuration)
        for _ in 0..<3 {
            _ = try await client.run(
                NetworkRequest<[String: String], Data>(method: .post, body: ["token": "s3cret", "q": "shown"]))
        }
        let text = logger.lines.map(\.message).joined(separator: "\n")
        #expect(!text.contains("s3cret"))
        #expect(text.contains(#""token":"\#(Redaction.mask)""#) && text.contains(#""q":"shown""#))
        #expect(text.contains(#"< {"password":"\#(Redaction.mask)","name":"Ann"}"#), "in the order in which it came")
        #expect(text.contains("< " + String(repeating: "x", count: 2000) + "… (5 KB)"))
        #expect(!text.contains("\0"))
    }

    @Test("B22: a logger of one's own is told of a typed request at level info, and of nothing below")
    func ownB22() async throws {
        struct Own: MicroClient.Logger {
            let lines = Locked<[String]>([])
            func log(level: LogLevel, message: String) { lines.withLock { $0.append("\(level) - \(message)") } }
        }
        let logger = Own()
        var bench = try Bench(.response(204))
        bench.configuration.logger = logger
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(path: "/users/1", method: .get))
        let lines = logger.lines.withLock { $0 }
        #expect(lines.first == "Info - GET http://one.test/api/users/1 (attempt 1)")
        #expect(lines.allSatisfy { $0.hasPrefix("Info - ") })
    }

    @Test("B24: warns of each retry, with its number and how many there are")
    func retriesB24() async {
        let lines = await lines(.warning, .response(503), .failing(TransferError.lost), .response(200), retries: 2)
        #expect(
            lines == [
                "Warning: Retrying request... Attempt 1/2",
                "Warning: GET http://h/x failed: connection lost (receive): Connection reset by peer",
                "Warning: Retrying request... Attempt 2/2",
            ])
    }

    @Test("B20: a level lets its own lines and higher ones through")
    func levelsB20() async {
        #expect(await lines(.error, .response(200)).isEmpty)
        #expect(
            await lines(.error, .failing(TransferError.refused))
                == ["Error: GET http://h/x failed: could not connect (connect): Connection refused"])
    }

    @Test("says that nothing was sent when preparing fails")
    func malformed() async {
        let lines = await lines(.info, request: WireRequest(url: "ftp://h/"))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("Error: GET ftp://h/ failed: malformed URL") == true)
    }

    @Test("H07: no line of any level holds what is secret")
    func secretsH07() async {
        let request = WireRequest(
            url: "http://user:s3cret@h/x?api_key=s3cret&a=1",
            headers: [
                HeaderField("Authorization", "Bearer s3cret"), HeaderField("Cookie", "c=s3cret"),
                HeaderField("X-API-Key", "s3cret"), HeaderField("X-Refresh-Token", "s3cret"),
                HeaderField("X-Plain", "shown"),
            ])
        let response = HopScript.response(
            200, headers: [HeaderField("Set-Cookie", "s3cret"), HeaderField("X-Back", "back")])
        let redirect = HopScript.redirect(302, to: "/y?access_token=s3cret")
        let text = await lines(.debug, redirect, response, request: request).joined(separator: "\n")
        #expect(!text.contains("s3cret"))
        for shown in [
            "X-Plain: shown", "X-Back: back", "a=1", "Authorization: \(Redaction.mask)", "api_key=\(Redaction.mask)",
        ] {
            #expect(text.contains(shown), "\(shown)")
        }
    }
}

@Suite struct RedactionTests {
    @Test(
        "knows the names of secrets",
        arguments: [
            "Authorization", "proxy-authorization", "Cookie", "Set-Cookie", "X-API-Key", "apiKey", "api_key", "key",
            "access_token",
            "refreshToken", "client_secret", "PASSWORD", "user-password", "X-Amz-Signature", "sessionId", "X-Auth",
            "X-Forwarded-Authorization", "JSESSIONID", "PHPSESSID", "sid", "X-CSRF-Token", "Set-Cookie2", "passphrase",
        ])
    func secret(name: String) { #expect(Redaction.isSecret(name: name)) }

    @Test(
        "and what is none",
        arguments: [
            "Accept", "monkey", "keyboard", "Content-Type", "author", "page", "X-Request-Id", "compass", "inside",
        ])
    func plain(name: String) { #expect(!Redaction.isSecret(name: name)) }

    @Test(
        "masks user information and secret query values, and leaves the rest of the text alone",
        arguments: [
            ("http://u:p@h/x", "http://••••@h/x"), ("http://h/x?token=a&b=|&c", "http://h/x?token=••••&b=|&c"),
            ("http://h/?api%5Fkey=1#f", "http://h/?api%5Fkey=••••#f"), ("http://h/%zz", "http://h/%zz"),
            ("/x?key=k3y-77", "/x?key=••••"), ("/x?key=name", "/x?key=name"),
            ("http://h/x#access_token=a&b=1", "http://h/x#access_token=••••&b=1"),
            ("u:p@proxy:8080", "••••@proxy:8080"), ("u:p@proxy:8080/x", "••••@proxy:8080/x"),
            ("http://u:p/q@h/x", "http://••••@h/x"), ("http://h:80/@ann", "http://h:80/@ann"),
            ("http://h/@ann?mail=a@b", "http://h/@ann?mail=a@b"), ("http://[::1]:80/@a", "http://[::1]:80/@a"),
            ("http://u:p@[::1]:80/x", "http://••••@[::1]:80/x"), ("", ""), ("http://h?a@b", "http://h?a@b"),
            ("https://u@p@h/x", "https://••••@h/x"), ("/p@q", "/p@q"),
            ("/x?next=http://h&mail=a@b", "/x?next=http://h&mail=a@b"), ("?a=b@c", "?a=b@c"),
            ("http://u?\u{301}token=v@h/", "http://u?\u{301}token=••••"),
            ("http://u?\u{301}&token=v@h/", "http://u?\u{301}&token=••••"),
            ("http://u#\u{301}&token=v@h/", "http://u#\u{301}&token=••••"),
            ("http://u:p/\u{301}?token=v@h", "http://u:p/\u{301}?token=••••"),
        ])
    func urls(url: String, printed: String) { #expect(Redaction.url(url) == printed) }
}

@Suite struct PrintedValuesTests {
    @Test("H07: neither a description nor a dump of what was sent holds a secret")
    func printedH07() async throws {
        let request = WireRequest(
            method: .post, url: "http://u:s3cret@h/x?token=s3cret",
            headers: [HeaderField("Authorization", "Bearer s3cret"), HeaderField("X-Plain", "shown")],
            body: .bytes(Data("s3cret".utf8)))
        let client = NetworkClient(
            transport: FakeTransport(.response(200, headers: [HeaderField("Set-Cookie", "s3cret")])))
        let response = try await client.send(request)
        _ = try await response.collect()
        let values: [Any] = [
            request, Exchange.SentRequest(request), response.head, response.exchange(), request.headers,
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] { #expect(!text.contains("s3cret"), "\(text)") }
        }
        #expect("\(request.headers)".contains("X-Plain: shown"))
    }
}

@Suite struct LogLevelTests {
    @Test("B21 B22: levels are ordered, and print as words")
    func levelsB21B22() {
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
        #expect("\(LogLevel.info)" == "Info")
    }

    @Test("B21 B23: the default level is info, the default logger none")
    func defaultsB21B23() {
        let configuration = NetworkConfiguration(baseURL: .noBase)
        #expect(configuration.logLevel == .info)
        #expect(configuration.logger == nil)
    }

    @Test(
        "sizes are read at a glance",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (1250, "1.2 KB"), (12_345, "12 KB"),
            (3_400_000, "3.4 MB"), (2_000_000_000, "2 GB"),
        ])
    func sizes(bytes: Int64, text: String) { #expect(ByteText.of(bytes) == text) }
}

import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite("The log of the builder")
struct BuilderLogTests {
    private let logger = RecordingLogger()

    private func response(_ status: Int = 200, _ body: String = #"{"status":"ok"}"#) -> HopScript {
        var summary = Transfer.Summary()
        summary.timings.total = .milliseconds(100)
        return .response(status, headers: [HeaderField("X-Answer", "1")], body: [body], summary: summary)
    }

    private func client(_ script: HopScript...) throws -> NetworkClient {
        let url = try #require(URL(string: "http://one.test"))
        return NetworkClient(url: url, session: .transport(FakeTransport(script))).logger(logger)
    }

    /// All lines, with the name of the call masked.
    private var text: String {
        logger.lines.map(\.message).joined(separator: "\n").replacing(/\[[0-9A-F-]{36}\]/, with: "[UUID]")
    }

    @Test("C52: the blocks of a call, word for word")
    func blocksC52() async throws {
        let line: UInt = #line + 1
        try await client(response())("petstore").body(["id": 123]).put()
        #expect(
            text == """
                [UUID] MicroClientTests/BuilderLogTests.swift/\(line)
                --> 🌐 PUT /petstore (10-byte body)
                Content-Type: application/json
                Accept: */*
                User-Agent: MicroClient/0.1.0
                --> END PUT
                [UUID]
                <-- ✅ 200 OK (100ms, 15-byte body)
                """)
        let names = Set(logger.lines.compactMap { $0.message.firstMatch(of: /\[[0-9A-F-]{36}\]/)?.output })
        #expect(names.count == 1)
        #expect(logger.lines.map(\.level) == [.info, .info])
    }

    @Test("C53: components say what is said")
    func componentsC53() async throws {
        let responses = [response(), response(404, "none"), response(), response()]
        let url = try #require(URL(string: "http://one.test"))
        let client = NetworkClient(url: url, session: .transport(FakeTransport(responses))).logger(logger)
            .httpResponseValidator(.alwaysSuccess).path("pets").query("page", 1).body(["a": 1]).post
        try await client.loggingComponents(.basic)()
        #expect(text == "--> 🌐 POST /pets?page=1 (7-byte body)\n<-- ✅ 200 OK (100ms, 15-byte body)")
        try await client.loggingComponents([.status])()
        #expect(logger.lines.last?.message == "<-- ❌ 404 Not Found")
        let count = logger.lines.count
        try await client.loggingComponents([])()
        #expect(logger.lines.count == count)
        try await client.loggingComponents(.full)()
        let full = logger.lines[count...].map(\.message).joined(separator: "\n")
        for part in ["POST http://one.test/pets?page=1", #"{"a":1}"#, #"{"status":"ok"}"#, "X-Answer: 1", "<-- END"] {
            #expect(full.contains(part))
        }
    }

    @Test("C50: the level is a threshold, info at first")
    func levelsC50() async throws {
        let refusing = try client(.failing(TransferError.refused), response(), .failing(TransferError.refused))
        #expect(refusing.withConfigs(\.logLevel) == .info)
        let retrying = refusing.retry(.retry(count: 1)).configs(\.configuration.clock, TestClock().clock)
        try await retrying.get()
        #expect(logger.lines.map(\.level) == [.info, .warning, .warning, .info, .info])
        #expect(text.contains("🔁 attempt 2 after"))
        let count = logger.lines.count
        await #expect(throws: NetworkClientError.self) { try await refusing.log(level: .error).get() }
        #expect(logger.lines[count...].map(\.level) == [.error])
        #expect(logger.lines.last?.message.contains("Connection refused") == true)
    }

    @Test("C51: without a logger, and with none, there is silence")
    func silenceC51() async throws {
        let client = try client(response(), response())
        try await client.logger(.none).get()
        #expect(logger.lines.isEmpty)
        #expect(try builder().withConfigs { $0.logger } == nil)
    }

    @Test("C50: what fails before it is sent, and what is cancelled, is said too")
    func earlyC50() async throws {
        struct Refusing: WireInterceptor {
            func intercept(_ request: WireRequest) throws -> WireRequest { throw CocoaError(.fileNoSuchFile) }
        }
        let client = try client(.hanging)
        await #expect(throws: NetworkClientError.self) {
            try await client.configs(\.configuration.wireInterceptors, [Refusing()]).get()
        }
        #expect(logger.lines.map(\.level) == [.error])
        let task = Task { try await client.get() }
        while logger.lines.count < 2 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(logger.lines.last?.message.contains("cancelled") == true)
    }

    @Test("C52: an answer that an interceptor refuses is said once")
    func refusedC52() async throws {
        struct Refusing: NetworkResponseInterceptor {
            func intercept(_ response: InterceptedResponse) throws -> InterceptedResponse {
                throw CocoaError(.fileNoSuchFile)
            }
        }
        let client = try client(response()).configs(\.configuration.responseInterceptors, [Refusing()])
        await #expect(throws: NetworkClientError.self) { try await client.get() }
        #expect(logger.lines.map(\.message).count { $0.contains("200 OK") } == 1)
    }

    @Test("A large body is told by its size")
    func large() async throws {
        let client = try client(response()).loggingComponents([.request, .body])
        try await client.body(Data(count: 2_000_000)).post()
        #expect(logger.lines.first?.message == "--> 🌐\n(2 MB, not shown)\n--> END POST")
    }

    @Test("No line holds a secret, in whatever place it stands")
    func secrets() async throws {
        let echo = #"{"token":"t0ken-secret","seen":"Bearer t0ken-secret","list":[{"password":"pa55word"}]}"#
        let client = try client(response(200, echo), response(200, "token=pa55word&a=1"), response())
            .loggingComponents(.full).log(level: .debug)
        try await client("users").query("api_key", "pa55word").auth(.bearer("t0ken-secret"))
            .body(["password": "pa55word", "user": "ann"]).post()
        try await client.body(["secret": "pa55word"]).bodyEncoder(.formURL).post()
        try await client.header("Cookie", "sid=pa55word").get()
        #expect(!text.contains("t0ken") && !text.contains("pa55word"))
        #expect(text.contains(#""user":"ann""#))
        #expect(text.contains("a=1"))
    }

    @Test("C61: six lines make a logger of swift-log")
    func swiftLogC61() async throws {
        let lines = Locked<[String]>([])
        try await client(response()).logger(SwiftLog(logger: Logging.Logger(lines: lines))).loggingComponents(.basic)
            .get()
        #expect(lines.withLock { $0 }.first == "info --> 🌐 GET /")
    }
}

/// The part of swift-log that the adapter of the documentation uses.
private enum Logging {
    struct Logger: Sendable {
        enum Level: String, Sendable { case trace, debug, info, notice, warning, error, critical }
        let lines: Locked<[String]>
        func log(level: Level, _ message: @autoclosure () -> String) {
            let line = "\(level) \(message())"
            lines.withLock { $0.append(line) }
        }
    }
}

private struct SwiftLog: MicroClient.Logger {
    let logger: Logging.Logger
    func log(level: LogLevel, message: String) {
        logger.log(level: .init(rawValue: "\(level)".lowercased()) ?? .info, "\(message)")
    }
}

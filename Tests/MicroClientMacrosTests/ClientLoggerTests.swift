import MicroClientMacros
import TestSupport
import Testing

private struct CustomLogger: ClientLogger {
    let recorder: RecordingLogger

    func logPerform(request: URLRequest) {
        recorder.log(level: .info, message: "🚀 \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")")
    }

    func logResponse(request: URLRequest, response: URLResponse, data: Data) {
        if let httpResponse = response as? HTTPURLResponse {
            recorder.log(level: .info, message: "📥 \(httpResponse.statusCode)")
        }
    }
}

@Suite struct ClientLoggerTests {
    @Test("D38 the logger that is there at first says request and answer, secrets masked")
    func standard() async throws {
        var bench = ClientBench(
            .response(503), .response(404, body: ["gone"]), base: "https://u:p@h.test/v1?api_key=hidden")
        #expect(Client("http://h.test").logger is ConsoleClientLogger)
        let recorder = RecordingLogger()
        bench.client.logger = ConsoleClientLogger(recorder)
        bench.client.configuration.retryStrategy = .retry(count: 1)
        _ = try? await bench.client.perform(Seed.CheckUserRequest(id: "1"))
        let line = "HEAD https://••••@h.test/v1/users/1?api_key=••••"
        #expect(recorder.messages(.info) == [line, line, "404, 4 bytes: \(line)"])
    }

    @Test("D39 a logger of one's own, told after the middlewares of what is sent and what comes")
    func custom() async throws {
        var bench = ClientBench(.user)
        let recorder = RecordingLogger()
        bench.client.logger = CustomLogger(recorder: recorder)
        bench.client.middlewares = [Seed.AuthMiddleware(token: "t")]
        let _: Response<User> = try await bench.client.perform(Seed.CheckUserRequest(id: "123"))
        #expect(recorder.lines.map(\.message) == ["🚀 HEAD https://api.example.com/users/123", "📥 200"])
    }

    @Test("D40 without a logger nobody is told; a configuration's own logger is")
    func silence() async throws {
        var bench = ClientBench(.noContent)
        let recorder = RecordingLogger()
        bench.client.configuration.logger = recorder
        bench.client.logger = nil
        try await bench.client.perform(Seed.DeleteUserRequest(id: "1"))
        #expect(recorder.messages(.info).first == "DELETE https://api.example.com/users/1 (attempt 1)")
        #expect(Client(configuration: bench.client.configuration).logger == nil)
    }
}

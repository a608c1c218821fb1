import MicroClientMacros
import TestSupport
import Testing

/// A client over a transport that responds from a script.
struct ClientBench {
    let transport: FakeTransport
    var client: Client

    init(_ script: HopScript..., base: String = "https://api.example.com") {
        transport = FakeTransport(script)
        client = Client(base, session: .transport(transport))
        client.configuration.clock = TestClock().clock
        client.logger = nil
    }

    func sent(_ index: Int = 0) throws -> WireRequest {
        try #require(transport.requests.indices.contains(index) ? transport.requests[index] : nil)
    }

    /// Returns the bytes of a request's body, with streams read to their end.
    func body(_ index: Int = 0) async throws -> Data? {
        switch try sent(index).body {
        case .none: return nil
        case .bytes(let data): return data
        case .file(let url): return try Data(contentsOf: url)
        case .stream(let stream):
            let next = try stream.open()
            var body = Data()
            while let chunk = try await next() { body += chunk }
            return body
        }
    }

    func text(_ index: Int = 0) async throws -> String? {
        try await body(index).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension HopScript {
    static let user = response(200, body: [#"{"name":"John Doe","email":"john@example.com"}"#])
    static let noContent = response(204)
}

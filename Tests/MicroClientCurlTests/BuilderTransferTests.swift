import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

private struct Echo: Decodable, Sendable {
    var method: String
    var target: String
    var body: String?
    var headers: [String: String]
}

/// The builder against a real server, over both transports.
@Suite struct BuilderTransferTests {
    private let server: DemoServer
    private let url: URL

    init() throws {
        server = try DemoServer()
        url = try #require(URL(string: server.baseURL))
    }

    private var clients: [NetworkClient] { [NetworkClient(url: url), NetworkClient(url: url, session: .curl())] }

    @Test("C16 C17 C19 C20: query, body, fields and method arrive as they were said")
    func requestC16C17C19C20() async throws {
        for client in clients {
            let echo: Echo = try await client("echo", "a b").query(["n": 1, "q": "x&y"]).header("X-A", "1").header(
                "X-A", "2"
            )
            .body(["id": 5]).auth(.bearer("t0ken")).patch()
            #expect(echo.method == "PATCH" && echo.target == "/echo/a%20b?n=1&q=x%26y")
            #expect(echo.body == #"{"id":5}"#)
            #expect(echo.headers["X-A"] == "1, 2" && echo.headers["Authorization"] == "Bearer t0ken")
            #expect(echo.headers["Content-Type"] == "application/json")
        }
    }

    @Test("C20: each method arrives", arguments: [HTTPMethod.options, .trace, .delete, .put])
    func methodsC20(method: HTTPMethod) async throws {
        for client in clients {
            let echo: Echo = try await client("echo").method(method)()
            #expect(echo.method == method.rawValue)
            try await client("echo").head()
        }
    }

    @Test("C22: a timeout ends the call while the server still holds its answer")
    func timeoutC22() async throws {
        let silent = try RawServer { connection, _ in
            _ = connection.readHead()
            connection.waitForClose()
        }
        let url = try #require(URL(string: silent.baseURL))
        for session in [.shared, .curl()] as [any URLSessionProtocol] {
            let error = await #expect(throws: NetworkClientError.self) {
                try await NetworkClient(url: url, session: session).timeout(0.2).get()
            }
            #expect(error?.transferError?.code == .timedOut)
        }
    }

    @Test(
        "C30: each kind of upload arrives",
        arguments: [BodySource.data(Data("data".utf8)), .stream(InputStream(data: Data("data".utf8)))])
    func uploadsC30(task: BodySource) async throws {
        let echo = try await NetworkClient(url: url, session: .curl())("echo").call(
            .httpUpload(task), as: .decodable(Echo.self))
        #expect(echo.method == "POST" && echo.body == "data")
    }

    @Test("C29: a download is a file that is there after the call, with the bytes that were sent")
    func downloadC29() async throws {
        for client in clients {
            let file = try await client("bytes").query("count", 100_000).call(.httpDownload, as: .identity)
            defer { try? FileManager.default.removeItem(at: file) }
            let bytes = try Data(contentsOf: file)
            #expect(bytes == Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 + $0 >> 8) }))
            let error = await #expect(throws: NetworkClientError.self) {
                try await client("status/404").call(.httpDownload, as: .void)
            }
            guard case .unacceptableStatusCode(404, _, _)? = error else { return #expect(error == nil) }
        }
    }

    @Test(
        "C29: a download of 100 MB takes next to no memory",
        .enabled(if: LongRun.measuresMemory, "needs /proc; sanitizers keep what was freed"))
    func downloadMemoryC29() throws {
        let (bytes, memory) = try probe(
            "curl", "download", url.appendingPathComponent("bytes"), "count=100000000")
        #expect(bytes == 100_000_000)
        #expect(memory < 20 << 20)
    }

    @Test(
        "C18 C30: a file of 20 MB is sent whole, and takes next to no memory",
        .enabled(if: LongRun.measuresMemory, "needs /proc; sanitizers keep what was freed"),
        arguments: ["curl", "urlsession"], ["bodyStream", "httpUpload"])
    func uploadMemoryC18C30(transport: String, transfer: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(UUID().uuidString)")
        try Data(count: 20 << 20).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (bytes, memory) = try probe(transport, transfer, url.appendingPathComponent("count"), file: file.path)
        #expect(bytes == 20 << 20)
        #expect(memory < 40 << 20)
    }

    @Test("C48: an executable ignores mocks")
    func mocksC48() throws { #expect(try output(of: []) == "ignore") }

    private func probe(
        _ transport: String, _ transfer: String, _ url: URL, _ query: String? = nil, file: String = "-"
    ) throws -> (bytes: Int, memory: Int) {
        let target = url.absoluteString + (query.map { "?" + $0 } ?? "")
        let numbers = try output(of: [transport, transfer, target, file]).split(separator: " ").map { Int($0) }
        try #require(numbers.count == 2)
        return (try #require(numbers[0]), try #require(numbers[1]))
    }

    private func output(of arguments: [String]) throws -> String {
        let program = try ChildProgram.run([builtProgram("builder-probe")] + arguments)
        #expect(program.status == 0, "\(program.errorText)")
        return program.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The header fields of a request as the server saw them.
private struct EchoedFields: Decodable, Sendable {
    var headers: [String: String]
}

@Suite("What typed and built requests say of themselves, over both transports")
struct DefaultFieldsTests {
    @Test("Accept and User-Agent unless they are set; the raw request over libcurl says neither")
    func fields() async throws {
        let server = try DemoServer()
        let url = try #require(URL(string: server.baseURL + "/echo"))
        for session in [.shared, .curl()] as [any URLSessionProtocol] {
            let client = NetworkClient(url: url, session: session)
            let built: EchoedFields = try await client.get()
            let typed = try await client.run(NetworkRequest<VoidRequest, EchoedFields>(method: .get)).value
            for echo in [built, typed] {
                #expect(echo.headers["Accept"] == "*/*")
                #expect(echo.headers["User-Agent"] == "MicroClient/0.1.0")
            }
            let own: EchoedFields = try await client.header("accept", "text/csv").header("User-Agent", "Own/1").get()
            #expect(own.headers["Accept"] ?? own.headers["accept"] == "text/csv")
            #expect(own.headers["User-Agent"] == "Own/1")
        }
        let response = try await NetworkClient(transport: CurlTransport()).send(WireRequest(url: url.absoluteString))
        let raw = try JSONDecoder().decode(EchoedFields.self, from: try await response.collect())
        #expect(raw.headers["Accept"] == nil && raw.headers["User-Agent"] == nil)
    }
}

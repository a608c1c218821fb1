import Foundation
import MicroClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The samples of the page "Testing", word for word.

struct OfflineClient: NetworkClientProtocol {
    var server: URL
    var report: Report

    func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel> {
        guard let value = report as? ResponseModel else { throw NetworkClientError.unknown(nil) }
        let response = URLResponse(
            url: server, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
        return NetworkResponse(value: value, response: response)
    }
}

struct StubSession: URLSessionProtocol {
    var status = 200
    var body = Data()

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (body, response)
    }
}

struct Unreliable: Transport {
    var responses: @Sendable (WireRequest) -> [Transfer.Event]
    var failure: TransferError?

    func transfer(_ request: WireRequest) -> Transfer { Transfer(responses(request), failure: failure) }
}

func makeImpatientClient(over transport: any Transport, server: URL) -> NetworkClient {
    var configuration = NetworkConfiguration(
        session: .transport(transport), baseURL: server, retryStrategy: .retry(count: 3))
    let start = ContinuousClock.now
    configuration.clock = ClientClock(
        now: { Date(timeIntervalSince1970: 0) }, uptime: { ContinuousClock.now - start }, sleep: { _ in })
    configuration.random = { 0.5 }
    return NetworkClient(configuration: configuration)
}

extension Report: Mockable {
    static var mock: Report { Report(title: "A report of nobody") }
}

func report(_ id: Int, from client: NetworkClient) async throws -> Report {
    try await client("reports", id).get()
}

func mockedClient(for server: URL) -> NetworkClient {
    NetworkClient(url: server).usingMocks(policy: .require).mock(Report(title: "June"))
}

func echoingClient(for server: URL) -> NetworkClient {
    NetworkClient(url: server).usingMocks(policy: .ignore).httpClient(
        HTTPClient { request, _ in
            guard let url = request.url,
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
            else { throw URLError(.badURL) }
            return (request.httpBody ?? Data(), response)
        })
}

@Suite("The samples of the page on testing")
struct TestingSamplesTests {
    private let request = NetworkRequest<VoidRequest, Report>(path: "/reports/1", method: .get)

    @Test("a client that answers gives its value, and refuses other types")
    func client() async throws {
        let server = try #require(URL(string: "http://one.test"))
        let client = OfflineClient(server: server, report: Report(title: "June"))
        #expect(try await client.run(request).value.title == "June")
        await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, Int>(method: .get))
        }
    }

    @Test("a chain is answered by its mock, or by its type's; what has none is not sent")
    func mocks() async throws {
        let server = try #require(URL(string: "http://one.test"))
        #expect(try await report(1, from: mockedClient(for: server)).title == "June")
        #expect(try await report(1, from: NetworkClient(url: server)).title == "A report of nobody")
        let error = await #expect(throws: NetworkClientError.self) {
            let _: Person = try await mockedClient(for: server)("users", 1).get()
        }
        #expect(error?.innermost(as: NetworkClient.MissingMock.self)?.type == "Person")
        let body = Data(#"{"title": "July"}"#.utf8)
        #expect(try await report(1, from: NetworkClient(url: server).mock(body)).title == "July")
    }

    @Test("a sender that answers sees the finished request")
    func sender() async throws {
        let client = echoingClient(for: try #require(URL(string: "http://one.test")))
        let echoed: Report = try await client("reports").body(Report(title: "June")).post()
        #expect(echoed.title == "June")
    }

    @Test("a session that answers is decoded, and its status judged")
    func session() async throws {
        let server = try #require(URL(string: "http://one.test"))
        let responding = StubSession(body: Data(#"{"title": "June"}"#.utf8))
        let client = NetworkClient(configuration: NetworkConfiguration(session: responding, baseURL: server))
        #expect(try await client.run(request).value.title == "June")
        let refusing = NetworkClient(
            configuration: NetworkConfiguration(session: StubSession(status: 500), baseURL: server))
        await #expect(throws: NetworkClientError.self) { try await refusing.run(request) }
    }

    @Test("a wire that breaks in the body is a failure, repeated without a wait")
    func transport() async throws {
        let lost = TransferError(code: .connectionLost, stage: .receive, message: "gone")
        let transport = Unreliable(
            responses: { _ in [.head(ResponseHead(status: 200)), .body(Data("{".utf8))] }, failure: lost)
        let client = makeImpatientClient(over: transport, server: try #require(URL(string: "http://one.test")))
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(request) }
        #expect(error?.exchange?.attempts.count == 4)
        #expect(error?.transferError?.code == .connectionLost)
    }
}

import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request as the demo API received it.
private struct Echo: Decodable {
    var method: String
    var path: String
    var query: String
    var headers: [String: String]
    var body: String?

    func header(_ name: String) -> String? { headers.first { $0.key.lowercased() == name.lowercased() }?.value }
}

private struct Person: Codable, Equatable {
    var firstName: String
}

/// The sessions that a client can have, each over real sockets.
private enum Session: String, CaseIterable, CustomTestStringConvertible {
    case foundation, curl
    var testDescription: String { rawValue }
    var session: any URLSessionProtocol { self == .curl ? .curl() : URLSession.shared }
}

/// Rows of the seeds' checklist against a real server, over each transport.
@Suite struct SeedRowsOnTheWireTests {
    private let server: DemoServer
    private let base: URL

    init() throws {
        server = try DemoServer()
        base = try #require(URL(string: server.baseURL))
    }

    private func configuration(_ session: Session, path: String = "echo") -> NetworkConfiguration {
        NetworkConfiguration(session: session.session, baseURL: base.appendingPathComponent(path))
    }

    @Test(
        "A01 A02 A03 A05 A10 A11 B09: a GET reaches the server as meant, its answer is decoded",
        arguments: Session.allCases)
    fileprivate func getA01A02A03A05A10A11B09(session: Session) async throws {
        let client: any NetworkClientProtocol = NetworkClient(configuration: configuration(session))
        let whole = try await client.run(NetworkRequest<VoidRequest, Echo>(path: "/posts/bookmarks", method: .get))
        #expect(whole.value.method == "GET")
        #expect(whole.value.path == "/echo/posts/bookmarks")
        #expect(whole.value.query == "")
        #expect(whole.value.body ?? "" == "")
        #expect((whole.response as? HTTPURLResponse)?.statusCode == 200)
        let bare = try await client.run(NetworkRequest<VoidRequest, Echo>(method: .get))
        #expect(bare.value.path == "/echo")
    }

    @Test("A12: the verbs arrive as such", arguments: Session.allCases, ["GET", "POST", "PUT", "PATCH", "DELETE"])
    fileprivate func verbsA12(session: Session, verb: String) async throws {
        let request = NetworkRequest<VoidRequest, Echo>(method: HTTPMethod(rawValue: verb))
        #expect(try await NetworkClient(configuration: configuration(session)).run(request).value.method == verb)
    }

    @Test("A07 A16 A18 B10: models are encoded and decoded by the encoders in charge", arguments: Session.allCases)
    fileprivate func codersA07A16A18B10(session: Session) async throws {
        var configuration = configuration(session)
        let snake = JSONEncoder()
        snake.keyEncodingStrategy = .convertToSnakeCase
        configuration.defaultEncoder = snake
        let client = NetworkClient(configuration: configuration)
        let person = Person(firstName: "Ann")
        let byClient = try await client.run(NetworkRequest<Person, Echo>(method: .post, body: person)).value
        #expect(byClient.body == #"{"first_name":"Ann"}"#)
        #expect(byClient.header("Content-Type") == "application/json")
        let byRequest = NetworkRequest<Person, Echo>(method: .post, body: person, encoder: JSONEncoder())
        #expect(try await client.run(byRequest).value.body == #"{"firstName":"Ann"}"#)
    }

    @Test("A09 B25 B30: what interceptors set arrives", arguments: Session.allCases)
    fileprivate func interceptorsA09B25B30(session: Session) async throws {
        var configuration = configuration(session)
        configuration.interceptor = { request in
            var request = request
            request.setValue("1", forHTTPHeaderField: "X-A")
            return request
        }
        configuration.interceptors = [APIKeyInterceptor(apiKey: "k")]
        let request = NetworkRequest<VoidRequest, Echo>(method: .get)
        let echo = try await NetworkClient(configuration: configuration).run(request).value
        #expect(echo.header("X-A") == "1")
        #expect(echo.header("X-API-Key") == "k")
        configuration.interceptor = nil
        #expect(try await NetworkClient(configuration: configuration).run(request).value.header("X-A") == nil)
    }

    @Test(
        "B14 H04 H06: a flaky endpoint answers after its retries, each with reason, wait and time",
        arguments: Session.allCases)
    fileprivate func flakyB14H04H06(session: Session) async throws {
        let clock = TestClock()
        var configuration = configuration(session, path: "")
        configuration.retryStrategy = .retry(count: 3)
        configuration.clock.sleep = clock.clock.sleep
        let query = [URLQueryItem(name: "key", value: session.rawValue), URLQueryItem(name: "retryAfter", value: "3")]
        let request = NetworkRequest<VoidRequest, VoidResponse>(path: "flaky", method: .get, queryItems: query)
        let exchange = try #require(try await NetworkClient(configuration: configuration).run(request).exchange)
        #expect(exchange.attempts.map(\.outcome) == [503, 503, 200].map { .response(status: $0) })
        #expect(exchange.attempts.compactMap { $0.retry?.reason }.count == 2)
        #expect(clock.sleeps == [.seconds(3), .seconds(3)])
        #expect(exchange.attempts.allSatisfy { $0.hops.allSatisfy { $0.timings.total != nil } })
    }

    @Test(
        "B36 B41: the server's status decides, its body comes with the error", arguments: Session.allCases,
        [201, 204, 299, 400, 404, 500])
    fileprivate func statusesB36B41(session: Session, status: Int) async throws {
        let client = NetworkClient(configuration: configuration(session, path: "status"))
        let request = NetworkRequest<VoidRequest, VoidResponse>(path: "\(status)", method: .get)
        do {
            _ = try await client.run(request)
            #expect(status < 300)
        } catch NetworkClientError.unacceptableStatusCode(let code, let response, let data) {
            #expect(code == status)
            #expect(response?.statusCode == status)
            #expect(data.map { String(decoding: $0, as: UTF8.self) }?.contains("\(status)") == true)
        }
    }

    @Test("B35: a closed port is a transport error with the transport's own inside", arguments: Session.allCases)
    fileprivate func closedPortB35(session: Session) async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        let client = NetworkClient(configuration: NetworkConfiguration(session: session.session, baseURL: nowhere))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        guard case .transportError? = error else { return #expect(Bool(false), "another error") }
        #expect(error?.transferError?.code == .couldNotConnect)
        #expect(error?.transferError?.requestMayHaveBeenSent == false)
    }
}

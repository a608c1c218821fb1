import Foundation
import TestSupport
import Testing

@testable import MicroClient

struct Thing: Codable, Sendable, Equatable {
    var a: Int
}

struct Named: Codable, Sendable, Equatable {
    var firstName: String
}

struct Dated: Codable, Sendable, Equatable {
    var at: Date
}

/// A client over a script, on a clock that never waits.
struct Bench {
    let transport: FakeTransport
    let clock = TestClock()
    var configuration: NetworkConfiguration

    init(_ script: HopScript..., base: String = "http://one.test/api") throws {
        transport = FakeTransport(script)
        configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: try #require(URL(string: base)))
        configuration.clock = clock.clock
        configuration.random = { 1 }
    }

    var client: NetworkClient { NetworkClient(configuration: configuration) }

    func sent() throws -> WireRequest { try #require(transport.requests.first) }
    func sentBody() throws -> String? {
        guard case .bytes(let data) = try sent().body else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

private let thing = HopScript.response(200, body: [#"{"a":"#, "1}"])

@Suite struct NetworkClientRunTests {
    @Test("A01 A02 A03 A10 B09: a typed GET sends path and method, and decodes its answer")
    func getA01A02A03A10B09() async throws {
        let bench = try Bench(thing)
        let client: any NetworkClientProtocol = bench.client
        let response = try await client.run(NetworkRequest<VoidRequest, Thing>(path: "/posts/bookmarks", method: .get))
        #expect(response.value == Thing(a: 1))
        let sent = try bench.sent()
        #expect(sent.method == .get)
        #expect(sent.url == "http://one.test/api/posts/bookmarks")
        #expect(sent.headers.withoutDefaults.isEmpty)
        #expect(try bench.sentBody() == nil)
    }

    @Test("A05 H06: the response has the value, an HTTPURLResponse and the exchange")
    func responseA05H06() async throws {
        let bench = try Bench(
            .response(200, headers: [HeaderField("X-A", "1"), HeaderField("x-a", "2")], body: [#"{"a":1}"#]))
        let response = try await bench.client.run(NetworkRequest<VoidRequest, Thing>(method: .get))
        let http = try #require(response.response as? HTTPURLResponse)
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "X-A") == "1, 2")
        #expect(http.url?.absoluteString == "http://one.test/api")
        #expect(response.exchange?.attempts.count == 1)
        #expect(response.exchange?.duration != nil)
    }

    @Test(
        "A12: every method arrives as it is",
        arguments: [HTTPMethod.get, .post, .put, .patch, .delete, .head, .options, "PURGE"])
    func methodsA12(method: HTTPMethod) async throws {
        let bench = try Bench(.response(204))
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: method))
        #expect(try bench.sent().method == method)
    }

    @Test("A16 B10: a body is sent as JSON, with its type; 201 is decoded")
    func postA16B10() async throws {
        let bench = try Bench(.response(201, body: [#"{"a":2}"#]))
        let request = NetworkRequest<Thing, Thing>(path: "things", method: .post, body: Thing(a: 1))
        #expect(try await bench.client.run(request).value == Thing(a: 2))
        #expect(try bench.sentBody() == #"{"a":1}"#)
        #expect(try bench.sent().headers["Content-Type"] == "application/json")
    }

    @Test("A14 B32: form items are sent as a form, those without a value left out")
    func formA14B32() async throws {
        let bench = try Bench(.response(204))
        let items = [
            URLFormItem(name: "username", value: "user"), URLFormItem(name: "password", value: "p&+"),
            URLFormItem(name: "none", value: nil), URLFormItem(name: "ä b", value: "*-._~"),
        ]
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .post, formItems: items))
        #expect(try bench.sentBody() == "username=user&password=p%26%2B&%C3%A4+b=*-._%7E")
        #expect(try bench.sent().headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test("A15: a request's base URL wins over the client's")
    func baseURLA15() async throws {
        let bench = try Bench(.response(204))
        let request = NetworkRequest<VoidRequest, VoidResponse>(
            path: "x", method: .get, baseURL: URL(string: "https://two.test"))
        _ = try await bench.client.run(request)
        #expect(try bench.sent().url == "https://two.test/x")
    }

    @Test("A07 A18: encoders and decoders: the client's, or the request's own")
    func codersA07A18() async throws {
        let snakeEncoder = JSONEncoder()
        snakeEncoder.keyEncodingStrategy = .convertToSnakeCase
        let snakeDecoder = JSONDecoder()
        snakeDecoder.keyDecodingStrategy = .convertFromSnakeCase
        let named = Named(firstName: "x")
        let response = HopScript.response(200, body: [#"{"first_name":"x"}"#])

        var configured = try Bench(response)
        configured.configuration.defaultEncoder = snakeEncoder
        configured.configuration.defaultDecoder = snakeDecoder
        #expect(try await configured.client.run(NetworkRequest<Named, Named>(method: .put, body: named)).value == named)
        #expect(try configured.sentBody() == #"{"first_name":"x"}"#)

        let own = try Bench(response)
        let request = NetworkRequest<Named, Named>(
            method: .put, body: named, decoder: snakeDecoder, encoder: snakeEncoder)
        #expect(try await own.client.run(request).value == named)
        #expect(try own.sentBody() == #"{"first_name":"x"}"#)

        let without = try Bench(.response(204))
        _ = try await without.client.run(NetworkRequest<Named, VoidResponse>(method: .put, body: named))
        #expect(try without.sentBody() == #"{"firstName":"x"}"#)
    }

    @Test("A17 B31: a decoder of the request decodes its dates")
    func decoderA17B31() async throws {
        let body = #"{"at":"2023-11-14T22:13:20Z"}"#
        let bench = try Bench(.response(200, body: [body]), .response(200, body: [body]))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let request = NetworkRequest<VoidRequest, Dated>(method: .get, decoder: decoder)
        #expect(try await bench.client.run(request).value.at == Date(timeIntervalSince1970: 1_700_000_000))
        await #expect(throws: NetworkClientError.self) {
            try await bench.client.run(NetworkRequest<VoidRequest, Dated>(method: .get))
        }
    }

    @Test("A19: additional headers are sent, and win over what the client would add")
    func headersA19() async throws {
        let bench = try Bench(.response(204))
        let request = NetworkRequest<Thing, VoidResponse>(
            method: .post, body: Thing(a: 1), additionalHeaders: ["content-type": "application/vnd.x+json", "X-A": "1"])
        _ = try await bench.client.run(request)
        #expect(try bench.sent().headers.values(for: "Content-Type") == ["application/vnd.x+json"])
        #expect(try bench.sent().headers["X-A"] == "1")
    }

    @Test("A20: VoidRequest and a missing body send no bytes")
    func noBodyA20() async throws {
        let bench = try Bench(.response(204), .response(204))
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .post, body: VoidRequest()))
        _ = try await bench.client.run(NetworkRequest<Thing, VoidResponse>(method: .post))
        #expect(bench.transport.requests.map(\.body.length) == [0, 0])
    }

    @Test("A21: Data goes out byte for byte with the caller's Content-Type")
    func rawBodyA21() async throws {
        let bench = try Bench(.response(204))
        let bytes = Data([0x2D, 0x2D, 0, 255, 13, 10])
        let request = NetworkRequest<Data, VoidResponse>(
            method: .post, body: bytes, additionalHeaders: ["Content-Type": "multipart/form-data; boundary=x"])
        _ = try await bench.client.run(request)
        guard case .bytes(bytes) = try bench.sent().body else { return #expect(Bool(false), "other bytes") }
        #expect(try bench.sent().headers["Content-Type"] == "multipart/form-data; boundary=x")
    }

    @Test("H05: Data, String, VoidResponse and Optional as answers")
    func responsesH05() async throws {
        let latin = HopScript([
            .event(
                .head(
                    ResponseHead(status: 200, headers: [HeaderField("Content-Type", "text/plain; charset=ISO-8859-1")]))
            ),
            .event(.body(Data([0xE4]))), .event(.completed(Transfer.Summary())),
        ])
        let bench = try Bench(
            .response(200, body: ["raw"]), .response(200, body: ["tä", "xt"]), latin, .response(200, body: ["no JSON"]),
            .response(204),
            thing)
        let client = bench.client
        #expect(try await client.run(NetworkRequest<VoidRequest, Data>(method: .get)).value == Data("raw".utf8))
        #expect(try await client.run(NetworkRequest<VoidRequest, String>(method: .get)).value == "täxt")
        #expect(try await client.run(NetworkRequest<VoidRequest, String>(method: .get)).value == "ä")
        _ = try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        #expect(try await client.run(NetworkRequest<VoidRequest, Thing?>(method: .get)).value == nil)
        #expect(try await client.run(NetworkRequest<VoidRequest, Thing?>(method: .get)).value == Thing(a: 1))
    }
}

@Suite struct NetworkClientRetryTests {
    private let get = NetworkRequest<VoidRequest, Thing>(method: .get)

    private func bench(_ statuses: [Int], _ strategy: RetryStrategy) throws -> Bench {
        var bench = try Bench()
        bench = try Bench(scripts: statuses.map { .response($0, body: [#"{"a":1}"#]) })
        bench.configuration.retryStrategy = strategy
        return bench
    }

    @Test(
        "B14 B15: retries as often as the client's strategy says",
        arguments: [
            ([503, 503, 503, 503], RetryStrategy.retry(count: 3), 4), ([503, 503, 200], .retry(count: 3), 3),
            ([503], .none, 1), ([200], .retry(count: 3), 1), ([404], .retry(count: 3), 1),
            ([500, 200], .policy(RetryPolicy(maximumRetries: 1)), 2),
        ])
    func globalB14B15(statuses: [Int], strategy: RetryStrategy, requests: Int) async throws {
        let bench = try bench(statuses, strategy)
        let value = try? await bench.client.run(get).value
        #expect(bench.transport.requests.count == requests)
        #expect((value != nil) == (statuses.last == 200))
    }

    @Test("B16 B17: a request's strategy wins, .none included")
    func perRequestB16B17() async throws {
        let many = try bench(Array(repeating: 503, count: 6), .retry(count: 1))
        _ = try? await many.client.run(
            NetworkRequest<VoidRequest, Thing>(method: .get, retryStrategy: .retry(count: 5)))
        #expect(many.transport.requests.count == 6)
        let one = try bench([503], .retry(count: 3))
        let request = NetworkRequest<VoidRequest, Thing>(path: "/x", method: .get, retryStrategy: .none)
        #expect(request.retryStrategy == RetryStrategy.none)
        _ = try? await one.client.run(request)
        #expect(one.transport.requests.count == 1)
    }

    @Test("B18: the error is that of the last attempt, and knows all of them")
    func lastErrorB18() async throws {
        let bench = try bench([500, 502, 503], .retry(count: 2))
        let error = await #expect(throws: NetworkClientError.self) { try await bench.client.run(get) }
        guard case .unacceptableStatusCode(503, _, _)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(error?.exchange?.attempts.map(\.outcome) == [500, 502, 503].map { .response(status: $0) })
    }

    @Test("a POST is repeated when the request asks, and not because the client does")
    func post() async throws {
        let byClient = try bench([503], .retry(count: 3))
        _ = try? await byClient.client.run(NetworkRequest<Thing, Thing>(method: .post, body: Thing(a: 1)))
        #expect(byClient.transport.requests.count == 1)
        let byRequest = try bench([503, 200], .none)
        let request = NetworkRequest<Thing, Thing>(method: .post, body: Thing(a: 1), retryStrategy: .retry(count: 1))
        #expect(try await byRequest.client.run(request).value == Thing(a: 1))
    }

    @Test("a connection lost in the body is repeated like any other failure")
    func body() async throws {
        var bench = try Bench(.breaking(after: [#"{"a""#]), thing)
        bench.configuration.retryStrategy = .retry(count: 1)
        let response = try await bench.client.run(get)
        #expect(response.value == Thing(a: 1))
        #expect(response.exchange?.attempts.first?.retry?.reason == "connection lost")
    }
}

extension Bench {
    fileprivate init(scripts: [HopScript]) throws {
        self.init(transport: FakeTransport(scripts), base: try #require(URL(string: "http://one.test/api")))
    }

    fileprivate init(transport: FakeTransport, base: URL) {
        self.transport = transport
        configuration = NetworkConfiguration(session: .transport(transport), baseURL: base)
        configuration.clock = clock.clock
        configuration.random = { 1 }
    }
}

private let everyError: [any Error] = [
    NetworkClientError.malformedURL, NetworkClientError.transportError(TransferError.lost),
    NetworkClientError.decodingError(TransferError.lost),
    NetworkClientError.unacceptableStatusCode(statusCode: 418, response: nil, data: nil),
    NetworkClientError.encodingError(TransferError.lost),
    NetworkClientError.unknown(nil),
    NetworkClientError.unknown(NetworkClientError.InterceptorFailure(TransferError.lost, interceptor: "X")),
    NetworkClientError.unknown(
        NetworkClientError.InterceptorFailure(TransferError.lost, interceptor: "X", stage: .response)),
    NetworkClientError.unknown(RateLimitError(status: 429, retryAfter: nil)), TransferError.lost,
    RateLimitError(status: 503, retryAfter: .seconds(1)),
    TransferError(code: "own", stage: .connect, message: "own words"),
]

@Suite struct NetworkClientErrorTests {
    private func failure(_ script: HopScript..., model: Thing? = nil, base: String = "http://one.test/api?key=s3cret")
        async throws
        -> NetworkClientError?
    {
        var bench = try Bench(base: base)
        bench = Bench(transport: FakeTransport(script), base: bench.configuration.baseURL)
        let client = bench.client
        return await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<Thing, Thing>(path: "x", method: .get, body: model))
        }
    }

    @Test(
        "B34: a base that HTTP cannot be spoken to is malformedURL",
        arguments: ["file:///x", "ftp://h/x", "mailto:x@y", "/only"])
    func malformedB34(base: String) async throws {
        guard case .malformedURL? = try await failure(base: base) else { return #expect(Bool(false), "another error") }
    }

    @Test("B35: transportError leads to the transport's own error")
    func transportB35() async throws {
        let error = try await failure(.failing(TransferError.refused))
        guard case .transportError(let underlying)? = error else { return #expect(Bool(false), "another error") }
        #expect(underlying.transferError == .refused)
        #expect(error?.exchange?.attempts.count == 1)
    }

    @Test("B36: an unacceptable status comes with code, response and body")
    func statusB36() async throws {
        let error = try await failure(.response(404, body: ["no such thing"]))
        guard case .unacceptableStatusCode(let code, let response, let data)? = error else {
            return #expect(Bool(false), "another error")
        }
        #expect(code == 404)
        #expect(response?.statusCode == 404)
        #expect(data == Data("no such thing".utf8))
        #expect(error?.exchange?.attempts.count == 1)
    }

    @Test("B41: 2xx is acceptable, everything else is not", arguments: [200, 201, 204, 299, 304, 400, 500, 300])
    func acceptableB41(status: Int) async throws {
        let bench = try Bench(.response(status))
        let value = try? await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get)).value
        #expect((value != nil) == (200...299).contains(status))
    }

    @Test("B37: a wrong body is decodingError with the DecodingError inside, never repeated")
    func decodingB37() async throws {
        let error = try await failure(.response(200, body: [#"{"b":1}"#]))
        guard case .decodingError(let underlying)? = error else { return #expect(Bool(false), "another error") }
        #expect(underlying.innermost(as: DecodingError.self) != nil)
        #expect(error?.exchange?.attempts.first?.outcome == .response(status: 200))
        #expect(error?.localizedDescription.contains(#"no value for "a""#) == true)
    }

    @Test("B38: a body that cannot be encoded is encodingError, and nothing is sent")
    func encodingB38() async throws {
        let bench = try Bench()
        let error = await #expect(throws: NetworkClientError.self) {
            try await bench.client.run(NetworkRequest<[Double], VoidResponse>(method: .post, body: [.nan]))
        }
        guard case .encodingError(let underlying)? = error else { return #expect(Bool(false), "another error") }
        #expect(underlying is EncodingError)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("B39 B40: the six cases are all there are")
    func casesB39B40() {
        let underlying = CocoaError(.fileNoSuchFile)
        let all: [NetworkClientError] = [
            .malformedURL, .transportError(underlying),
            .unacceptableStatusCode(statusCode: 404, response: nil, data: nil),
            .decodingError(underlying), .encodingError(underlying), .unknown(nil), .unknown(underlying),
        ]
        for error in all {
            switch error {
            case .malformedURL, .unacceptableStatusCode(_, _, _): #expect(error.underlying == nil)
            case .transportError(let inner), .decodingError(let inner), .encodingError(let inner):
                #expect(inner is CocoaError)
            case .unknown(let inner): #expect(inner == nil || inner is CocoaError)
            }
        }
    }

    @Test(
        "B43: no error of the library has Foundation's words for errors without any",
        arguments: everyError)
    func wordsB43(error: any Error) {
        #expect(error.localizedDescription.count > 5)
        #expect(!error.localizedDescription.contains("error 1"))
        #expect(!error.localizedDescription.contains("couldn’t be completed"))
        #expect(!error.localizedDescription.contains("could not be completed"))
    }

    @Test("B43 H07: errors say in words what happened to which request, without secrets")
    func textsB43H07() async throws {
        let url = "GET http://one.test/api/x?key=\(Redaction.mask)"
        let status = try await failure(.response(404, body: ["12345"]))
        #expect(status?.localizedDescription == "\(url) returned 404 Not Found and 5 bytes.")
        let refused = try await failure(.failing(TransferError.refused))
        #expect(
            refused?.localizedDescription == "\(url) got no response: Connection refused")
        #expect(NetworkClientError.unknown(nil).localizedDescription == "The request failed for an unknown reason.")
        #expect(NetworkClientError.malformedURL.localizedDescription.contains("URL"))
    }
}

import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let ann = HopScript.response(200, headers: [HeaderField("X-A", "1")], body: [#"{"id":1,"name":"Ann"}"#])

private struct APIError: Error, Codable, Hashable { var code: String }

extension NetworkClientCaller where Response == HTTPURLResponse, Result == () async throws -> Value {
    fileprivate static var headOnly: NetworkClientCaller {
        NetworkClientCaller { request, configs, serialize in
            { try await serialize(configs.httpClient.data(request, configs).1, configs) }
        } mock: { value in
            { value }
        }
    }
}

extension Serializer<Data, [String]> {
    fileprivate static var lines: Serializer {
        Serializer { data, _ in String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init) }
    }
}

extension Serializer<HTTPURLResponse, String?> {
    fileprivate static func header(_ name: String) -> Serializer {
        Serializer { response, _ in response.value(forHTTPHeaderField: name) }
    }
}

@Suite("Calls of the builder")
struct BuilderCallTests {
    @Test("C10 C25 C28: every way to ask for a value")
    func valuesC10C25C28() async throws {
        let (client, transport) = try builder(ann, ann, ann, ann)
        let first: Account = try await client.get()
        let second: Account = try await client()
        let third: Account = try await client.get.call()
        let fourth = try await client.call(.http, as: .decodable(Account.self))
        #expect([first, second, third, fourth].allSatisfy { $0 == Account(id: 1) })
        #expect(transport.requests.allSatisfy { $0.method == .get && $0.body.length == 0 })
    }

    @Test("C12 C26 C28: calls whose answer does not matter, with and without a body")
    func voidC12C26C28() async throws {
        let (client, transport) = try builder(
            .response(204), .response(200, body: ["no JSON"]), .response(204), .response(204))
        try await client.delete()
        try await client.call(.http, as: .void)
        try await client.delete.call()
        try await client()
        #expect(transport.requests.map(\.method) == [.delete, .get, .delete, .get])
    }

    @Test("C34 C35: serializers, one's own too")
    func serializersC34C35() async throws {
        let (client, _) = try builder(
            ann, .response(200, body: ["raw"]), .response(200, body: ["raw"]), .response(200, body: ["raw"]),
            .response(200, headers: [HeaderField("Content-Type", "text/plain; charset=iso-8859-1")], body: ["é"]),
            .response(200, body: ["a\n", "b"]))
        #expect(try await client.call(.http, as: .decodable) == Account(id: 1))
        #expect(try await client.call(.http, as: .data) == Data("raw".utf8))
        #expect(try await client.call(.http, as: .instance) == Data("raw".utf8))
        #expect(try await client.call(.http, as: .identity) == Data("raw".utf8))
        #expect(try await client.call(.http, as: .string) == "Ã©")
        #expect(try await client.call(.http, as: .lines) == ["a", "b"])
    }

    @Test("C03 C36 C38: the decoder, its date strategy, and another format")
    func decodersC03C36C38() async throws {
        let dated = HopScript.response(200, body: [#"{"id":1,"name":"Ann","born":"1970-01-01T00:00:00Z"}"#])
        let (client, _) = try builder(
            dated, dated, .response(200, body: [String(decoding: try plist(), as: UTF8.self)]))
        let born: Account = try await client.bodyDecoder(.json(dateDecodingStrategy: .iso8601)).get()
        #expect(born.born == Date(timeIntervalSince1970: 0))
        let error = await #expect(throws: NetworkClientError.self) { let _: Account = try await client.get() }
        #expect(error?.innermost(as: DecodingError.self) != nil)
        #expect(error?.exchange?.attempts.count == 1)
        let listed: Account = try await client.bodyDecoder(PropertyListDecoder()).get()
        #expect(listed == Account(id: 5))
    }

    private func plist() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(Account(id: 5))
    }

    @Test("C05 C40: an error of the server's own, where it can be read; else the status, with its exchange")
    func errorsC05C40() async throws {
        let refused = HopScript.response(422, body: [#"{"code":"name_taken"}"#])
        let (client, _) = try builder(refused, .response(500, body: ["oops"]), refused)
        let decoding = client.errorDecoder(.decodable(APIError.self))
        await #expect(throws: APIError(code: "name_taken")) { try await decoding.post() }
        for (client, status) in [(decoding, 500), (client, 422)] {
            let error = await #expect(throws: NetworkClientError.self) { try await client.post() }
            guard case .unacceptableStatusCode(status, let response, _)? = error else { return #expect(error == nil) }
            #expect(response?.statusCode == status)
            #expect(error?.exchange?.attempts.count == 1)
        }
    }

    @Test("C40: an answer that is good but no value is asked for an error too")
    func errorInsteadOfValueC40() async throws {
        let (client, _) = try builder(.response(200, body: [#"{"code":"gone"}"#]))
        await #expect(throws: APIError(code: "gone")) {
            let _: Account = try await client.errorDecoder(.decodable(APIError.self)).get()
        }
    }

    @Test("C58: the validator says which answers are good")
    func validatorC58() async throws {
        let (client, _) = try builder(.response(404, body: ["gone"]), .response(201), .response(404))
        let lenient = client.httpResponseValidator(.alwaysSuccess)
        #expect(try await lenient.call(.http, as: .string) == "gone")
        await #expect(throws: NetworkClientError.self) {
            try await client.httpResponseValidator(.statusCode(200...200)).get()
        }
        await #expect(throws: NetworkClientError.self) { try await client.get() }
    }

    @Test("a validator names the statuses that are refused, and takes all others")
    func refusing() async throws {
        let (client, _) = try builder(
            .response(404, body: ["none"]), .response(410), .response(500, body: ["oops"]), .response(404))
        let gone = client.httpResponseValidator(.refusing([410]))
        #expect(try await gone.call(.http, as: .string) == "none")
        await #expect(throws: NetworkClientError.self) { try await gone.get() }
        let clientErrors = client.httpResponseValidator(.refusing(400...499))
        #expect(try await clientErrors.call(.http, as: .string) == "oops")
        await #expect(throws: NetworkClientError.self) { try await clientErrors.get() }
    }

    @Test("the place of what was created is an absolute URL")
    func location() async throws {
        func created(_ location: String?) async throws -> String? {
            let fields = location.map { HeaderFields([HeaderField("Location", $0)]) } ?? []
            let (client, _) = try builder(.response(201, headers: fields))
            return try await client("users").call(.httpResponse, as: .data).location?.absoluteString
        }
        #expect(try await created("/users/7") == "http://one.test/users/7")
        #expect(try await created("7?a=1") == "http://one.test/v1/7?a=1")
        #expect(try await created("https://two.test/7") == "https://two.test/7")
        #expect(try await created(nil) == nil)
    }

    @Test("C32 C49 C59: a client of one's own answers, and one that wraps the current one counts")
    func httpClientsC32C49() async throws {
        let (client, transport) = try builder(ann)
        let url = try #require(URL(string: "http://one.test"))
        let stub = HTTPClient { _, _ in
            (
                Data(#"{"id":7,"name":"Stub"}"#.utf8),
                try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
            )
        }
        let stubbed: Account = try await client.httpClient(stub).get()
        #expect(stubbed.id == 7 && transport.requests.isEmpty)
        let count = Locked(0)
        let counting = client.httpClient(wrapping: { current in
            var counting = current
            counting.data = { request, configs in
                count.withLock { $0 += 1 }
                return try await current.data(request, configs)
            }
            return counting
        })
        let real: Account = try await counting.get()
        #expect(real.id == 1 && count.withLock { $0 } == 1)
        let other = FakeTransport(ann, .response(200, body: ["saved"]))
        let elsewhere = client.httpClient(.session(.transport(other)))
        try await elsewhere.get()
        let file = try await elsewhere.call(.httpDownload, as: .identity)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == "saved")
        #expect(other.isExhausted && transport.requests.count == 1)
        let copied = try await client.httpClient(stub).call(.httpDownload, as: .identity)
        defer { try? FileManager.default.removeItem(at: copied) }
        #expect(try String(contentsOf: copied, encoding: .utf8).contains("Stub"))
        #expect(NetworkClient(url: url).withConfigs { $0.configuration.session } is URLSession)
    }

    @Test("C29 C58: a download that is refused, or cannot be serialized, leaves no file")
    func downloadsC29C58() async throws {
        let (client, _) = try builder(.response(404, body: ["gone"]), ann, .response(404, body: ["gone"]))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.call(.httpDownload, as: .identity)
        }
        guard case .unacceptableStatusCode(404, _, let data)? = error else { return #expect(error == nil) }
        #expect(data == Data("gone".utf8))
        let saved = Locked<URL?>(nil)
        let failing = Serializer<URL, Int> { file, _ in
            saved.withLock { $0 = file }
            throw CocoaError(.fileReadCorruptFile)
        }
        await #expect(throws: CocoaError.self) { try await client.call(.httpDownload, as: failing) }
        let file = try #require(saved.withLock { $0 })
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let lenient = client.httpResponseValidator(.alwaysSuccess)
        let kept = try await lenient.call(.httpDownload, as: .identity)
        defer { try? FileManager.default.removeItem(at: kept) }
        #expect(try String(contentsOf: kept, encoding: .utf8) == "gone")
    }

    @Test("C33: a caller of one's own, and what it gives")
    func callerC33() async throws {
        let (client, _) = try builder(ann)
        #expect(try await client.call(.headOnly, as: .header("X-A")) == "1")
    }

    @Test("The response comes with its exchange where it is asked for")
    func response() async throws {
        let (client, _) = try builder(.response(503), ann)
        let response = try await client.retry(.retry(count: 1)).configs(\.configuration.clock, TestClock().clock)
            .call(.httpResponse, as: .decodable(Account.self))
        #expect(response.value.id == 1)
        #expect((response.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-A") == "1")
        #expect(response.exchange?.attempts.count == 2)
    }

    @Test("C27: a publisher sends when somebody subscribes, gives the value and its end, or the error")
    func publisherC27() async throws {
        let (client, transport) = try builder(ann, .response(500))
        let publisher = try client.call(.httpPublisher, as: .decodable(Account.self))
        #expect(transport.requests.isEmpty)
        let events = Locked<[String]>([])
        for expected in ["1 finished", "failure"] {
            await withCheckedContinuation { continuation in
                let subscription = Locked<AnyCancellable?>(nil)
                let cancellable = publisher.sink { completion in
                    if case .failure = completion {
                        events.withLock { $0 = ["failure"] }
                    } else {
                        events.withLock { $0.append("finished") }
                    }
                    subscription.withLock { $0 = nil }
                    continuation.resume()
                } receiveValue: { account in
                    events.withLock { $0 = ["\(account.id)"] }
                }
                subscription.withLock { $0 = cancellable }
            }
            #expect(events.withLock { $0 }.joined(separator: " ") == expected)
        }
    }

    @Test("C27: a publisher's values are a sequence too")
    func sequenceC27() async throws {
        let (client, _) = try builder(ann, .response(404))
        let values = try client.call(.httpPublisher, as: .decodable(Account.self)).values
        var ids: [Int] = []
        for try await account in values { ids.append(account.id) }
        #expect(ids == [1])
        await #expect(throws: NetworkClientError.self) { for try await _ in values {} }
    }

    @Test("C27: letting a subscription go cancels the request")
    func cancelledSubscriptionC27() async throws {
        let (client, transport) = try builder(.hanging)
        var cancellable: AnyCancellable? = try client.call(.httpPublisher, as: .void).sink { _ in
        } receiveValue: { _ in
        }
        while transport.requests.isEmpty { await Task.yield() }
        cancellable?.cancel()
        cancellable = nil
        while transport.droppedTransfers == 0 { await Task.yield() }
    }

    @Test("Retries, interceptors, observers and cancellation are those of the configuration")
    func pipeline() async throws {
        let transport = FakeTransport(.response(503), ann, .hanging)
        var configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: try #require(URL(string: "http://one.test")),
            retryStrategy: .retry(count: 1),
            interceptor: { request in
                var request = request
                request.setValue(request.value(forHTTPHeaderField: "Authorization"), forHTTPHeaderField: "X-Seen")
                return request
            })
        configuration.clock = TestClock().clock
        let finished = Locked<[Int]>([])
        let client = NetworkClient(configuration: configuration).auth(.bearer("t0ken")).observer { event in
            if case .finished(let exchange) = event { finished.withLock { $0.append(exchange.attempts.count) } }
        }
        try await client.observer { _ in }.get()
        #expect(transport.requests.map { $0.headers["X-Seen"] } == ["Bearer t0ken", "Bearer t0ken"])
        #expect(finished.withLock { $0 } == [2])
        let task = Task { try await client.get() }
        while transport.requests.count < 3 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A status that a response interceptor accepts, or refuses, is that for the builder too")
    func acceptance() async throws {
        struct Accepting: NetworkResponseInterceptor {
            func intercept(_ response: InterceptedResponse) -> InterceptedResponse {
                var response = response
                response.isAccepted = response.status == 304
                return response
            }
        }
        let (client, _) = try builder(.response(304), .response(200))
        let accepting = client.configs(\.configuration.responseInterceptors, [Accepting()])
        try await accepting.get()
        await #expect(throws: NetworkClientError.self) { try await accepting.get() }
    }

    @Test("A URL that nothing can be sent to is a malformed one", arguments: ["file:///x", "ftp://one.test/"])
    func malformed(url: String) async throws {
        let client = NetworkClient(url: try #require(URL(string: url)), session: .transport(FakeTransport()))
        let error = await #expect(throws: NetworkClientError.self) { try await client.get() }
        guard case .malformedURL? = error else { return #expect(error == nil) }
    }
}

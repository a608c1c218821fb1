import Foundation
import TestSupport
import Testing

@testable import MicroClient

/// Notes every response, and changes none.
private struct Witness: NetworkResponseInterceptor {
    let name: String
    let seen: Locked<[String]>

    func intercept(_ response: InterceptedResponse) -> InterceptedResponse {
        seen.withLock { $0.append("\(name) \(response.status) \(String(decoding: response.body, as: UTF8.self))") }
        return response
    }
}

private struct Closure: NetworkResponseInterceptor {
    let change: @Sendable (InterceptedResponse) async throws -> InterceptedResponse
    func intercept(_ response: InterceptedResponse) async throws -> InterceptedResponse { try await change(response) }
}

private struct Refusal: Error {}

private struct Tokens {
    func renewed() async throws -> String { "new" }
}

/// The sample of `NetworkResponseInterceptor`.
private struct RenewingInterceptor: NetworkResponseInterceptor {
    let client: NetworkClient
    let tokens = Tokens()

    func intercept(_ response: InterceptedResponse) async throws -> InterceptedResponse {
        guard response.status == 401 else { return response }
        var request = response.request
        request.headers["Authorization"] = "Bearer \(try await tokens.renewed())"
        return try await InterceptedResponse(client.send(request), to: request)
    }
}

private let get = NetworkRequest<VoidRequest, Thing>(method: .get)

@Suite struct ResponseInterceptorTests {
    @Test("H02: sees every status before the 2xx rule, with the body's bytes", arguments: [200, 204, 304, 403, 500])
    func everyStatusH02(status: Int) async throws {
        var bench = try Bench(.response(status, body: [#"{"a""#, ":1}"]))
        let seen = Locked<[String]>([])
        bench.configuration.responseInterceptors = [Witness(name: "one", seen: seen)]
        _ = try? await bench.client.run(get)
        #expect(seen.withLock { $0 } == [#"one \#(status) {"a":1}"#])
    }

    @Test("H02: run in the order of their array; a request's own replace the client's, an empty array runs none")
    func orderH02() async throws {
        var bench = try Bench(.response(204), .response(204), .response(204))
        let seen = Locked<[String]>([])
        bench.configuration.responseInterceptors = [
            Witness(name: "first", seen: seen), Witness(name: "second", seen: seen),
        ]
        let client = bench.client
        for own in [nil, [], [Witness(name: "own", seen: seen)]] as [[Witness]?] {
            _ = try await client.run(
                NetworkRequest<VoidRequest, VoidResponse>(method: .get, responseInterceptors: own))
        }
        #expect(seen.withLock { $0 } == ["first 204 ", "second 204 ", "own 204 "])
    }

    @Test("H02: a 304 is accepted by one")
    func acceptedH02() async throws {
        var bench = try Bench(.response(304), .response(404))
        bench.configuration.responseInterceptors = [AcceptedStatusesInterceptor([304])]
        let client = bench.client
        let request = NetworkRequest<VoidRequest, Thing?>(method: .get)
        let response = try await client.run(request)
        #expect(response.value == nil)
        #expect((response.response as? HTTPURLResponse)?.statusCode == 304)
        await #expect(throws: NetworkClientError.self) { try await client.run(request) }
    }

    @Test(
        "H02: a 429 is turned into a typed error with its Retry-After",
        arguments: [
            ("7", Duration.seconds(7)), ("Tue, 14 Nov 2023 22:13:30 GMT", .seconds(10)), ("soon", nil), (nil, nil),
        ])
    func rateLimitH02(value: String?, wait: Duration?) async throws {
        var bench = try Bench(
            .response(429, headers: HeaderFields(value.map { [HeaderField("Retry-After", $0)] } ?? [])))
        bench.configuration.responseInterceptors = [
            RateLimitInterceptor(now: { Date(timeIntervalSince1970: 1_700_000_000) })
        ]
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        guard case .unknown? = error else { return #expect(Bool(false), "another error") }
        #expect(error?.innermost(as: RateLimitError.self) == RateLimitError(status: 429, retryAfter: wait))
        #expect(error?.innermost(as: NetworkClientError.InterceptorFailure.self)?.stage == .response)
        #expect(error?.exchange?.attempts.count == 1)
        let text = wait == nil ? "429 Too Many Requests" : "429 Too Many Requests, retry in "
        #expect(
            error?.localizedDescription.contains("the interceptor RateLimitInterceptor refused the response: " + text)
                == true)
    }

    @Test("H02: a 503 is a rate limit only where it says how long to wait, and the body is kept in any case")
    func bare503H02() async throws {
        let waiting = HopScript.response(503, headers: [HeaderField("Retry-After", "7")], body: ["busy"])
        var bench = try Bench(.response(503, body: ["broken"]), waiting)
        bench.configuration.responseInterceptors = [RateLimitInterceptor()]
        let client = bench.client
        let broken = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        guard case .unacceptableStatusCode(503, _, let body)? = broken else {
            return #expect(Bool(false), "another error")
        }
        #expect(body == Data("broken".utf8))
        let limited = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        #expect(limited?.innermost(as: RateLimitError.self)?.body == Data("busy".utf8))
    }

    @Test("H02: metrics are collected, retries included, secrets masked")
    func metricsH02() async throws {
        var bench = try Bench(.response(503), .response(404, body: ["12345"]))
        bench.configuration.retryStrategy = .retry(count: 1)
        let collected = Locked<[MetricsInterceptor.Metrics]>([])
        bench.configuration.responseInterceptors = [
            MetricsInterceptor { metrics in
                await Task.yield()
                collected.withLock { $0.append(metrics) }
            }
        ]
        let request = NetworkRequest<Thing, Thing>(path: "x?token=s3cret", method: .put, body: Thing(a: 1))
        _ = try? await bench.client.run(request)
        let metrics = try #require(collected.withLock { $0 }.first)
        #expect(metrics.method == .put)
        #expect(metrics.url == "http://one.test/api/x?token=\(Redaction.mask)")
        #expect(metrics.status == 404)
        #expect(metrics.attempts == 2)
        #expect(metrics.duration == .milliseconds(100))
        #expect(metrics.bytesSent == 7)
        #expect(metrics.bytesReceived == 5)
        #expect(collected.withLock { $0.count } == 1)
    }

    @Test(
        "H02: the response is logged, its fields at level debug, without secrets", arguments: [LogLevel.info, .debug])
    func loggedH02(level: LogLevel) async throws {
        let headers = [HeaderField("X-A", "1"), HeaderField("Set-Cookie", "s3cret")]
        var bench = try Bench(.response(404, headers: HeaderFields(headers), body: ["12345"]))
        let logger = RecordingLogger()
        bench.configuration.responseInterceptors = [ResponseLoggingInterceptor(logger: logger, logLevel: level)]
        _ = try? await bench.client.run(get)
        #expect(logger.messages(.info) == ["GET http://one.test/api: 404 Not Found, 5 bytes"])
        #expect(
            logger.messages(.debug)
                == (level == .info ? [] : ["< X-A: 1", "< Set-Cookie: \(Redaction.mask)", "< 12345"]))
    }

    @Test("H02: an interceptor may change the answer: status, fields and body are decoded as it left them")
    func changedH02() async throws {
        var bench = try Bench(.response(500, body: ["no JSON"]))
        bench.configuration.responseInterceptors = [
            Closure { response in
                var response = response
                response.head.status = 203
                response.head.headers["X-Changed"] = "yes"
                response.body = Data(#"{"a":7}"#.utf8)
                return response
            }
        ]
        let response = try await bench.client.run(get)
        #expect(response.value == Thing(a: 7))
        #expect((response.response as? HTTPURLResponse)?.statusCode == 203)
        #expect((response.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Changed") == "yes")
    }

    @Test("H02: an accepted status may be refused")
    func refusedH02() async throws {
        var bench = try Bench(.response(200))
        bench.configuration.responseInterceptors = [
            Closure { response in
                var response = response
                response.isAccepted = false
                return response
            }
        ]
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        guard case .unacceptableStatusCode(200, _, _)? = error else { return #expect(Bool(false), "another error") }
    }

    @Test("H02: a 403 is turned into a retried 200, with what was sent and a renewed token")
    func sentAgainH02() async throws {
        var bench = try Bench(.response(403, body: ["old token"]), .response(200, body: [#"{"a":1}"#]))
        let plain = bench.client
        bench.configuration.interceptors = [
            BearerTokenInterceptor(token: "old"), RequestIDInterceptor { "id" },
        ]
        bench.configuration.responseInterceptors = [
            Closure { response in
                guard response.status == 403 else { return response }
                var request = response.request
                request.headers["Authorization"] = "Bearer new"
                return try await InterceptedResponse(plain.send(request), to: request)
            }
        ]
        let request = NetworkRequest<Thing, Thing>(path: "x", method: .post, body: Thing(a: 2))
        let response = try await bench.client.run(request)
        #expect(response.value == Thing(a: 1))
        #expect(bench.transport.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
        #expect(bench.transport.requests.map { $0.headers["X-Request-ID"] } == ["id", "id"])
        #expect(bench.transport.requests.map(\.body.length) == [7, 7])
        #expect(response.exchange?.attempts.first?.outcome == .response(status: 200))
    }

    @Test("H02: the sample of the documentation renews a token on 401")
    func renewedH02() async throws {
        var bench = try Bench(.response(401), .response(200, body: [#"{"a":1}"#]))
        bench.configuration.responseInterceptors = [RenewingInterceptor(client: bench.client)]
        bench.configuration.interceptors = [BearerTokenInterceptor(token: "old")]
        #expect(try await bench.client.run(get).value == Thing(a: 1))
        #expect(bench.transport.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test("H02: sees the answer that ends the retries, and none before")
    func afterRetriesH02() async throws {
        var bench = try Bench(.response(503), .response(503), .response(200, body: [#"{"a":1}"#]))
        let seen = Locked<[String]>([])
        bench.configuration.retryStrategy = .retry(count: 2)
        bench.configuration.responseInterceptors = [Witness(name: "w", seen: seen)]
        #expect(try await bench.client.run(get).exchange?.attempts.count == 3)
        #expect(seen.withLock { $0 } == [#"w 200 {"a":1}"#])
    }

    @Test("H02: what one throws is reached, and stops the rest; nothing is sent again")
    func throwingH02() async throws {
        var bench = try Bench(.response(200))
        let seen = Locked<[String]>([])
        bench.configuration.retryStrategy = .retry(count: 2)
        bench.configuration.responseInterceptors = [
            Closure { _ in throw Refusal() }, Witness(name: "w", seen: seen),
        ]
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        #expect(error?.innermost(as: Refusal.self) != nil)
        #expect(error?.innermost(as: NetworkClientError.InterceptorFailure.self)?.interceptor == "Closure")
        #expect(error?.exchange?.attempts.map(\.outcome) == [.response(status: 200)])
        #expect(seen.withLock { $0 }.isEmpty)
        #expect(bench.transport.requests.count == 1)
    }

    @Test("H02 H03: CancellationError from one stays what it is")
    func cancelledH02H03() async throws {
        var bench = try Bench(.response(200))
        bench.configuration.responseInterceptors = [Closure { _ in throw CancellationError() }]
        let client = bench.client
        await #expect(throws: CancellationError.self) { try await client.run(get) }
    }

    @Test("raw sends do not run them")
    func rawSend() async throws {
        var bench = try Bench(.response(200))
        bench.configuration.responseInterceptors = [Closure { _ in throw Refusal() }]
        #expect(try await bench.client.send(WireRequest(url: "http://h/")).status == 200)
    }
}

@Suite struct ResponseLimitTests {
    @Test("a body larger than the client takes ends the transfer with an error that names the limit")
    func tooLarge() async throws {
        var bench = try Bench(.response(200, body: ["1234", "5678", "9"]), .response(200, body: ["1234", "5678"]))
        bench.configuration.maximumResponseBytes = 8
        bench.configuration.retryStrategy = .retry(count: 1)
        let client = bench.client
        let request = NetworkRequest<VoidRequest, String>(method: .get)
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(request) }
        #expect(error?.transferError?.code == .bodyTooLarge)
        #expect(error?.localizedDescription.contains("8 bytes") == true)
        #expect(error?.exchange?.attempts.count == 1)
        #expect(bench.transport.droppedTransfers == 1)
        #expect(try await client.run(request).value == "12345678")
    }

    @Test("by default a client takes 256 MiB")
    func byDefault() { #expect(NetworkConfiguration(baseURL: .noBase).maximumResponseBytes == 268_435_456) }

    @Test("B04: a request's own transfer options replace the client's")
    func optionsB04() async throws {
        var bench = try Bench(.response(204), .response(204))
        bench.configuration.options.totalTimeout = .seconds(9)
        var own = TransferOptions()
        own.verifiesTLS = false
        let client = bench.client
        for options in [nil, own] {
            _ = try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get, options: options))
        }
        #expect(bench.transport.requests.map(\.options) == [bench.configuration.options, own])
    }
}

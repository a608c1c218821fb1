import Foundation
import TestSupport
import Testing

@testable import MicroClient

private let url = "http://one.test/x?token=s3cret"

private func client(
    _ transport: FakeTransport, clock: TestClock = TestClock(), retries: Int = 0,
    _ change: (inout NetworkConfiguration) -> Void = { _ in }
) -> NetworkClient {
    var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
    configuration.retryStrategy = .retry(count: retries)
    configuration.clock = clock.clock
    configuration.random = { 1 }
    change(&configuration)
    return NetworkClient(configuration: configuration)
}

/// Keeps the events it sees.
private final class Events: Sendable {
    private let kept = Locked<[Exchange.Event]>([])
    var all: [Exchange.Event] { kept.withLock { $0 } }
    var observer: Exchange.Observer { { event in self.kept.withLock { $0.append(event) } } }
    var names: [String] { all.map(\.name) }
    var finished: Exchange? {
        guard case .finished(let exchange)? = all.last else { return nil }
        return exchange
    }
}

extension Exchange.Event {
    fileprivate var name: String {
        switch self {
        case .prepared: "prepared"
        case .resending: "resending"
        case .attemptStarted(let number, _): "attempt \(number)"
        case .connected: "connected"
        case .redirected(let hop, let url): "\(hop.response?.status ?? 0) to \(url)"
        case .uploadProgress(let bytes, _): "up \(bytes)"
        case .responseHead(let head): "head \(head.status)"
        case .downloadProgress(let bytes, let total): "down \(bytes) of \(total.map(String.init) ?? "?")"
        case .attemptFinished(let attempt): "finished \(attempt.number)"
        case .retrying(_, let next): "retrying \(next)"
        case .finished: "finished"
        }
    }
}

@Suite struct NetworkClientSendTests {
    @Test("keeps the limit of a decoded body over any transport, streamed and collected")
    func bodyLimit() async throws {
        var request = WireRequest(url: url)
        request.options.limits.bodyBytes = 6
        let response = HopScript.response(200, body: ["one", "two"])
        let whole = try await client(FakeTransport(response)).send(request)
        #expect(try await whole.collect(upTo: 100).count == 6)
        request.options.limits.bodyBytes = 5
        let transport = FakeTransport(response)
        let cut = try await client(transport, retries: 2).send(request)
        let error = await #expect(throws: (any Error).self) { try await cut.collect(upTo: 100) }
        #expect("\(String(describing: error))".contains("5 bytes"))
        #expect(cut.exchange().attempts.count == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("hands out the head at once and the body chunk by chunk")
    func streams() async throws {
        let transport = FakeTransport(.response(200, headers: [HeaderField("X-A", "1")], body: ["one ", "two"]))
        let response = try await client(transport).send(WireRequest(url: url))
        #expect(response.status == 200)
        #expect(response.headers["x-a"] == "1")
        #expect(response.connection?.remotePort == 8642)
        #expect(response.exchange().duration == nil)
        var chunks: [String] = []
        for try await chunk in response.body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        #expect(chunks == ["one ", "two"])
        let exchange = response.exchange()
        #expect(exchange.duration != nil)
        #expect(exchange.attempts.map(\.outcome) == [.response(status: 200)])
        #expect(exchange.attempts.first?.hops.first?.bodyBytes == 7)
    }

    @Test("sends the request exactly as given")
    func asGiven() async throws {
        let transport = FakeTransport(.response(200))
        let headers: HeaderFields = [HeaderField("b", "1"), HeaderField("A", "2"), HeaderField("b", "3")]
        let request = WireRequest(
            method: "PuRGE", url: "http://h/a|b?%zz", headers: headers, body: .bytes(Data([0, 255])))
        _ = try await client(transport).send(request).collect()
        let sent = try #require(transport.requests.first)
        #expect(sent.method == "PuRGE")
        #expect(sent.url == "http://h/a|b?%zz")
        #expect(sent.headers == headers)
        #expect(sent.body.length == 2)
    }

    @Test("tells the observer everything in order")
    func events() async throws {
        let transport = FakeTransport(
            .response(503, headers: [HeaderField("Retry-After", "2")], body: ["busy"]),
            .redirect(302, to: "/y"), .response(200, headers: [HeaderField("Content-Length", "5")], body: ["hello"]))
        let events = Events()
        let response = try await client(transport, retries: 3).send(
            WireRequest(url: "http://h/x"), observer: events.observer)
        _ = try await response.collect()
        #expect(
            events.names == [
                "prepared", "attempt 1", "connected", "head 503", "down 4 of ?", "finished 1", "retrying 2",
                "attempt 2",
                "connected", "302 to http://h/y", "connected", "head 200", "down 5 of 5", "finished 2", "finished",
            ])
        #expect(events.finished == response.exchange())
    }

    @Test("H06: a flaky endpoint leaves one row per attempt, with reason, wait and times")
    func attemptsH06() async throws {
        var summary = Transfer.Summary()
        summary.timings.wait = .milliseconds(3)
        let transport = FakeTransport(
            .failing(TransferError.refused), .response(503, headers: [HeaderField("Retry-After", "2")]),
            .response(200, summary: summary))
        let clock = TestClock()
        let response = try await client(transport, clock: clock, retries: 3).send(WireRequest(url: url))
        _ = try await response.collect()
        let attempts = response.exchange().attempts
        #expect(attempts.map(\.number) == [1, 2, 3])
        #expect(attempts.map { $0.retry?.reason } == ["could not connect", "503 Service Unavailable", nil])
        #expect(attempts.map { $0.retry?.source } == [.backoff, .retryAfter, nil])
        #expect(attempts.map(\.startedAfter) == [.zero, .milliseconds(100), .milliseconds(2100)])
        #expect(clock.sleeps == [.milliseconds(100), .seconds(2)])
        #expect(attempts.last?.hops.first?.timings.wait == .milliseconds(3))
        let failure = Exchange.Failure(stage: .connect, code: .couldNotConnect, message: "Connection refused")
        #expect(attempts.map(\.outcome) == [.failure(failure), .response(status: 503), .response(status: 200)])
    }

    @Test("follows redirects hop by hop over any transport")
    func redirects() async throws {
        let transport = FakeTransport(
            .redirect(307, to: "//two.test/a"), .redirect(303, to: "b"), .response(200, body: ["end"]))
        let headers: HeaderFields = [HeaderField("Authorization", "Bearer t")]
        let request = WireRequest(method: .post, url: url, headers: headers, body: .bytes(Data("b".utf8)))
        let response = try await client(transport).send(request)
        #expect(try await response.collect() == Data("end".utf8))
        #expect(
            transport.requests.map { $0.method.rawValue + " " + $0.url } == [
                "POST \(url)", "POST http://two.test/a", "GET http://two.test/b",
            ])
        #expect(transport.requests.map { $0.headers.contains(named: "Authorization") } == [true, false, false])
        let hops = try #require(response.exchange().attempts.first?.hops)
        #expect(hops.map { $0.response?.status } == [307, 303, 200])
        #expect(response.exchange().attempts.count == 1)
    }

    @Test("the policy of one send wins over the client's")
    func perSend() async throws {
        let transport = FakeTransport(.redirect(302, to: "/y"), .response(503))
        let client = client(transport, retries: 5)
        #expect(
            try await client.send(WireRequest(url: url), options: SendOptions(redirects: RedirectPolicy.none)).status
                == 302)
        #expect(
            try await client.send(WireRequest(url: url), options: SendOptions(retry: RetryPolicy.none)).status == 503)
        #expect(transport.isExhausted)
    }

    @Test("wire interceptors run before every attempt, the client's first")
    func interceptors() async throws {
        struct Appending: WireInterceptor {
            let mark: String
            func intercept(_ request: WireRequest) async throws -> WireRequest {
                var request = request
                request.headers.append("X-Mark", mark)
                return request
            }
        }
        let transport = FakeTransport(.response(503), .response(200))
        let client = client(transport, retries: 1) { $0.wireInterceptors = [Appending(mark: "a")] }
        _ = try await client.send(WireRequest(url: url), options: SendOptions(interceptors: [Appending(mark: "b")]))
        #expect(transport.requests.map { $0.headers.values(for: "X-Mark") } == [["a", "b"], ["a", "b"]])
    }

    @Test("a failure carries the exchange and the transport's error")
    func failure() async throws {
        let events = Events()
        let error = await #expect(throws: NetworkClientError.self) {
            try await client(FakeTransport(.failing(TransferError.refused))).send(
                WireRequest(url: url), observer: events.observer)
        }
        guard case .transportError? = error else { return #expect(Bool(false), "not a transport error") }
        #expect(error?.transferError?.code == .couldNotConnect)
        #expect(error?.exchange?.attempts.count == 1)
        #expect(events.finished == error?.exchange)
        #expect(events.names.last == "finished")
        #expect(error?.localizedDescription.contains("Connection refused") == true)
        #expect(error?.localizedDescription.contains("s3cret") == false)
    }

    @Test("a connection lost in the body throws with the exchange, after what arrived")
    func brokenBody() async throws {
        let response = try await client(FakeTransport(.breaking(after: ["half"])), retries: 3).send(
            WireRequest(url: url))
        var received = Data()
        let error = await #expect(throws: NetworkClientError.self) {
            for try await chunk in response.body { received.append(chunk) }
        }
        #expect(received == Data("half".utf8))
        #expect(error?.transferError?.code == .connectionLost)
        #expect(error?.exchange?.attempts.first?.hops.first?.bodyBytes == 4)
        #expect(try await response.collect().isEmpty)
    }

    @Test("a body above the limit is refused as soon as it is passed, and the rest is not read")
    func limit() async throws {
        let transport = FakeTransport(.response(200, body: ["12345", "67890", "never"]))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client(transport).send(WireRequest(url: url)).collect(upTo: 9)
        }
        #expect(error?.transferError?.code == .bodyTooLarge)
        #expect(transport.droppedTransfers == 1)
    }

    @Test("dropping an unread response closes the connection and ends the exchange")
    func dropped() async throws {
        let transport = FakeTransport(.response(200, body: ["a", "b"]))
        let events = Events()
        do { _ = try await client(transport).send(WireRequest(url: url), observer: events.observer) }
        #expect(transport.droppedTransfers == 1)
        #expect(events.finished?.attempts.last?.outcome == .response(status: 200))
    }

    @Test("what is not followed or repeated is read to its end when it is short, left when it is long")
    func draining() async throws {
        let short = FakeTransport(.response(503, body: ["busy"]), .response(200))
        _ = try await client(short, retries: 1).send(WireRequest(url: url)).collect()
        #expect(short.droppedTransfers == 0)
        let long = FakeTransport(
            .response(503, headers: [HeaderField("Content-Length", "70000")], body: ["x"]), .response(200))
        _ = try await client(long, retries: 1).send(WireRequest(url: url)).collect()
        #expect(long.droppedTransfers == 1)
        let endless = FakeTransport(
            .response(503, body: Array(repeating: String(repeating: "x", count: 10_000), count: 9)), .response(200))
        _ = try await client(endless, retries: 1).send(WireRequest(url: url)).collect()
        #expect(endless.droppedTransfers == 1)
    }

    @Test("progress comes for the first chunk, then by size or time, and always for the last byte")
    func progress() async throws {
        let chunk = String(repeating: "x", count: 30_000)
        let events = Events()
        let transport = FakeTransport(.response(200, body: Array(repeating: chunk, count: 6)))
        _ = try await client(transport).send(WireRequest(url: url), observer: events.observer).collect()
        #expect(
            events.names.filter { $0.hasPrefix("down") } == ["down 30000 of ?", "down 120000 of ?", "down 180000 of ?"])
    }

    @Test(
        "refuses what would break out of its line, and sends nothing",
        arguments: [
            HeaderField("X", "a\r\nY: b"), HeaderField("X", "a\nb"), HeaderField("X", "a\0b"),
            HeaderField("X\r\nY", "a"),
            HeaderField("X Y", "a"), HeaderField("", "a"), HeaderField("X:", "a"),
        ])
    func injection(field: HeaderField) async throws {
        let transport = FakeTransport()
        let error = await #expect(throws: NetworkClientError.self) {
            try await client(transport, retries: 3).send(WireRequest(url: url, headers: [field]))
        }
        #expect(error?.transferError?.code == .invalidRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test("refuses a method that is no token", arguments: ["GET /x HTTP/1.1\r\nX: y\r\n\r\n", "", "A B"])
    func methodInjection(method: String) async throws {
        let transport = FakeTransport()
        await #expect(throws: NetworkClientError.self) {
            try await client(transport).send(WireRequest(method: HTTPMethod(rawValue: method), url: url))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("B34: a URL that cannot be sent is malformedURL, and the observer sees the end of it")
    func malformedB34() async throws {
        let events = Events()
        let error = await #expect(throws: NetworkClientError.self) {
            try await client(FakeTransport(), retries: 2).send(WireRequest(url: "nonsense"), observer: events.observer)
        }
        guard case .malformedURL? = error else { return #expect(Bool(false), "not malformedURL") }
        #expect(events.names == ["finished"])
        #expect(events.finished?.attempts.count == 1)
    }
}

@Suite struct NetworkClientCancellationTests {
    private func cancelled(_ client: NetworkClient, _ events: Events, when name: String) async -> (any Error)? {
        let task = Task {
            try await client.send(WireRequest(url: url), observer: events.observer).collect()
        }
        while !events.names.contains(name) { await Task.yield() }
        task.cancel()
        do { _ = try await task.value } catch { return error }
        return nil
    }

    @Test("H03: cancelling in flight throws CancellationError and lets the connection go")
    func inFlightH03() async throws {
        let transport = FakeTransport(HopScript([.event(.connected(ConnectionFacts())), .hang]))
        let events = Events()
        let error = await cancelled(client(transport, retries: 5), events, when: "connected")
        #expect(error is CancellationError)
        #expect(events.finished?.attempts.map(\.outcome) == [.cancelled])
        #expect(transport.droppedTransfers == 1)
        #expect(transport.requests.count == 1)
    }

    @Test("H03: cancelling while a retry is waited for ends at once")
    func whileWaitingH03() async throws {
        let transport = FakeTransport(.response(503))
        let events = Events()
        let clock = TestClock(sleepsForEver: true)
        let error = await cancelled(client(transport, clock: clock, retries: 5), events, when: "retrying 2")
        #expect(error is CancellationError)
        #expect(events.finished?.attempts.map(\.outcome) == [.response(status: 503), .cancelled])
        #expect(transport.requests.count == 1)
    }

    @Test("H03: cancelling while the body is read")
    func inBodyH03() async throws {
        var script = HopScript.response(200, body: ["a"])
        script.steps[script.steps.count - 1] = .hang
        let events = Events()
        let error = await cancelled(client(FakeTransport(script)), events, when: "down 1 of ?")
        #expect(error is CancellationError)
        #expect(events.finished?.attempts.map(\.outcome) == [.cancelled])
    }

    @Test("a failure that the cancellation caused is a cancellation")
    func disguised() async throws {
        let transport = FakeTransport(HopScript([.event(.connected(ConnectionFacts())), .hang]))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client(transport).send(WireRequest(url: url))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.isEmpty)
    }
}

import Foundation
import TestSupport
import Testing

@testable import MicroClient

private let get = NetworkRequest<VoidRequest, VoidResponse>(method: .get)

private func stream(isReplayable: Bool) -> BodySource {
    .stream(
        BodySource.Stream(isReplayable: isReplayable) {
            let chunks = Locked([Data("ab".utf8)])
            return { chunks.withLock { $0.popLast() } }
        })
}

/// The effects of a policy on a whole client: what is waited for, what is sent, what is written down.
@Suite struct RetryClientTests {
    private func bench(_ policy: RetryPolicy, _ script: HopScript...) throws -> Bench {
        var bench = try Bench(script: script)
        bench.configuration.retryStrategy = .policy(policy)
        return bench
    }

    private func policy(_ count: Int, _ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryPolicy {
        var policy = RetryPolicy.retry(count: count)
        policy.backoff = .exponential(base: .seconds(1), cap: .seconds(30))
        change(&policy)
        return policy
    }

    @Test("B14: waits between the attempts by the backoff of the policy, on the clock handed in")
    func waitsB14() async throws {
        let bench = try bench(policy(3), .response(503), .failing(TransferError.lost), .response(500), .response(204))
        let exchange = try #require(try await bench.client.run(get).exchange)
        #expect(bench.clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(exchange.attempts.map { $0.retry?.wait } == [.seconds(1), .seconds(2), .seconds(4), nil])
        #expect(exchange.attempts.map(\.startedAfter) == [.zero, .seconds(1), .seconds(3), .seconds(7)])
    }

    @Test("B14: full jitter takes the random number handed in", arguments: [0, 0.25, 1])
    func randomB14(random: Double) async throws {
        var bench = try bench(policy(1) { $0.backoff = .fullJitter(base: .seconds(4)) }, .response(503), .response(204))
        bench.configuration.random = { random }
        _ = try await bench.client.run(get)
        #expect(bench.clock.sleeps == [.seconds(4 * random)])
    }

    @Test("H04: waits what Retry-After says, in seconds and as a date, up to the cap")
    func retryAfterH04() async throws {
        // The test's clock begins at Tue, 14 Nov 2023 22:13:20 GMT.
        let values = ["7", "Tue, 14 Nov 2023 22:13:37 GMT", "Tuesday, 14-Nov-23 22:13:47 GMT", "86400"]
        let script = values.map { HopScript.response(429, headers: [HeaderField("Retry-After", $0)]) }
        var bench = try Bench(script: script + [.response(204)])
        bench.configuration.retryStrategy = .policy(policy(4))
        let exchange = try #require(try await bench.client.run(get).exchange)
        #expect(bench.clock.sleeps == [.seconds(7), .seconds(10), .seconds(10), .seconds(60)])
        #expect(exchange.attempts.compactMap { $0.retry?.source } == Array(repeating: .retryAfter, count: 4))
        #expect(exchange.attempts.first?.retry?.reason == "429 Too Many Requests")
    }

    @Test("B14: no attempt begins after the budget, whoever asked for the wait")
    func budgetB14() async throws {
        let byBackoff = try bench(policy(9) { $0.budget = .seconds(6) }, .response(503), .response(503), .response(503))
        _ = try? await byBackoff.client.run(get)
        // 1 s and 2 s are within it; 4 s more would end at 7 s.
        #expect(byBackoff.clock.sleeps == [.seconds(1), .seconds(2)])
        let asked = try bench(
            policy(9) { $0.budget = .seconds(6) }, .response(503, headers: [HeaderField("Retry-After", "7")]))
        _ = try? await asked.client.run(get)
        #expect(asked.clock.sleeps.isEmpty)
    }

    @Test("B15: a count of 0, or below, is none", arguments: [0, -1, Int.min])
    func noCountB15(count: Int) async throws {
        var bench = try Bench(.response(503))
        bench.configuration.retryStrategy = .retry(count: count)
        let client = bench.client
        await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        #expect(bench.transport.requests.count == 1)
        #expect(bench.clock.sleeps.isEmpty)
    }

    @Test(
        "B14: which methods are repeated after an answer: the idempotent ones, unless the policy says otherwise",
        arguments: [
            (HTTPMethod.get, RetryPolicy.Methods.idempotent, 2), (.put, .idempotent, 2), (.post, .idempotent, 1),
            (.patch, .idempotent, 1), (.post, .all, 2), (.patch, .only([.patch]), 2), (.get, .only([.patch]), 1),
            ("PURGE", .idempotent, 1),
        ])
    func methodsB14(method: HTTPMethod, methods: RetryPolicy.Methods, requests: Int) async throws {
        let bench = try bench(policy(1) { $0.methods = methods }, .response(503), .response(204))
        _ = try? await bench.client.send(WireRequest(method: method, url: "http://h/"))
        #expect(bench.transport.requests.count == requests)
    }

    @Test("B14: a POST of which nothing was sent is repeated")
    func unsentB14() async throws {
        let bench = try bench(policy(1), .failing(TransferError.refused), .response(204))
        _ = try await bench.client.run(NetworkRequest<Thing, VoidResponse>(method: .post, body: Thing(a: 1)))
        #expect(bench.transport.requests.count == 2)
    }

    @Test("B14: a stream that can be read once only is sent once only", arguments: [true, false])
    func streamsB14(isReplayable: Bool) async throws {
        let bench = try bench(policy(1), .response(503), .response(204))
        let body = stream(isReplayable: isReplayable)
        let response = try await bench.client.send(WireRequest(method: .put, url: "http://h/", body: body))
        #expect(response.status == (isReplayable ? 204 : 503))
        #expect(bench.transport.requests.count == (isReplayable ? 2 : 1))
    }

    @Test("B14: statuses and failures are those of the policy")
    func chosenB14() async throws {
        let chosen = policy(2) {
            $0.statuses = [404]
            $0.errors = .only([.timedOut])
        }
        let notFound = try bench(chosen, .response(404), .response(503))
        _ = try? await notFound.client.run(get)
        #expect(notFound.transport.requests.count == 2)
        let lost = try bench(chosen, .failing(TransferError.lost))
        _ = try? await lost.client.run(get)
        #expect(lost.transport.requests.count == 1)
    }

    @Test(
        "B14 B37 B38: never repeats what cannot succeed: a wrong body, a status of the client's fault",
        arguments: [200, 400, 401, 403, 404, 409, 422])
    func hopelessB14B37B38(status: Int) async throws {
        let bench = try bench(policy(3), .response(status, body: ["no JSON"]))
        let client = bench.client
        await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, Thing>(method: .get))
        }
        #expect(bench.transport.requests.count == 1)
    }

    @Test("B16 B17: the request's policy replaces the client's as a whole", arguments: [true, false])
    func precedenceB16B17(isNone: Bool) async throws {
        let bench = try bench(policy(5), .response(503), .response(503), .response(503))
        let own = policy(1) { $0.backoff = .constant(.seconds(9)) }
        let request = NetworkRequest<VoidRequest, VoidResponse>(
            method: .get, retryStrategy: isNone ? .none : .policy(own))
        _ = try? await bench.client.run(request)
        #expect(bench.transport.requests.count == (isNone ? 1 : 2))
        #expect(bench.clock.sleeps == (isNone ? [] : [.seconds(9)]))
    }

    @Test("H06: the error knows each attempt: request as sent, outcome, reason, wait, phase times per hop")
    func attemptsOnErrorH06() async throws {
        var summary = Transfer.Summary(requestHeadersSent: [HeaderField("Host", "one.test")])
        summary.timings.wait = .milliseconds(12)
        let bench = try bench(policy(1), .response(503, summary: summary), .failing(TransferError.lost))
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(get) }
        let attempts = try #require(error?.exchange?.attempts)
        #expect(attempts.map(\.number) == [1, 2])
        #expect(attempts.map(\.request.url) == ["http://one.test/api", "http://one.test/api"])
        #expect(attempts[0].outcome == .response(status: 503))
        #expect(
            attempts[0].retry
                == Exchange.Attempt.Retry(reason: "503 Service Unavailable", wait: .seconds(1), source: .backoff))
        #expect(attempts[0].hops.map(\.timings.wait) == [.milliseconds(12)])
        #expect(attempts[0].hops.first?.request.headers["Host"] == "one.test")
        #expect(attempts[1].outcome == .failure(Exchange.Failure(TransferError.lost)))
        #expect(attempts[1].retry == nil)
    }

    @Test("H03: cancelled between retries, nothing more is sent and no error is wrapped")
    func cancelledH03() async throws {
        let task = Locked<Task<Void, any Error>?>(nil)
        let cancelling = HopScript([
            .run {
                while task.withLock({ $0 }) == nil { await Task.yield() }
                task.withLock { $0 }?.cancel()
            },
            .fail(TransferError.lost),
        ])
        let bench = try bench(policy(3), cancelling)
        let client = bench.client
        let running = Task { _ = try await client.run(get) }
        task.withLock { $0 = running }
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(bench.transport.requests.count == 1)
    }
}

@Suite struct BackoffEdgeTests {
    @Test("no number overflows, and no wait is negative")
    func extremes() {
        let huge = Duration.seconds(Int64.max / 4)
        #expect(
            RetryPolicy.Backoff.exponential(base: huge, cap: .seconds(5)).wait(beforeRetry: 40, random: 1)
                == .seconds(5))
        #expect(
            RetryPolicy.Backoff.exponential(base: .seconds(1), cap: huge).wait(beforeRetry: .max, random: 1) == huge)
        #expect(RetryPolicy.Backoff.exponential(base: .zero).wait(beforeRetry: .max, random: 1) == .zero)
        #expect(RetryPolicy.Backoff.exponential(base: .seconds(-1)).wait(beforeRetry: 2, random: 1) == .zero)
        #expect(RetryPolicy.Backoff.constant(.seconds(-1)).wait(beforeRetry: 1, random: 1) == .zero)
        #expect(RetryPolicy.Backoff.exponential(base: .seconds(1)).wait(beforeRetry: .min, random: 1) == .seconds(1))
    }

    @Test("a random number from elsewhere than 0 to 1 does no harm", arguments: [-1, Double.nan, 7, .infinity])
    func random(random: Double) {
        let wait = RetryPolicy.Backoff.fullJitter(base: .seconds(4)).wait(beforeRetry: 1, random: random)
        #expect(wait == (random > 1 ? .seconds(4) : .zero))
    }
}

extension Bench {
    init(script: [HopScript]) throws {
        transport = FakeTransport(script)
        configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: try #require(URL(string: "http://one.test/api")))
        configuration.clock = clock.clock
        configuration.random = { 1 }
    }
}

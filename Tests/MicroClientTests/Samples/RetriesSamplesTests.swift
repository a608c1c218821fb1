import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Retries", word for word.

struct Report: Codable, Sendable, Hashable {
    var title: String
}

func makeReport(in client: NetworkClient) async throws -> Report {
    let order = NetworkRequest<VoidRequest, Report>(path: "/reports", method: .post, retryStrategy: .retry(count: 2))
    return try await client.run(order).value
}

func nightlyPolicy() -> RetryPolicy {
    var policy = RetryPolicy(maximumRetries: 8)
    policy.backoff = .exponential(base: .milliseconds(500), cap: .seconds(60))
    policy.statuses = [429, 503]
    policy.errors = .only([.timedOut, .connectionLost, .couldNotConnect])
    policy.maximumRetryAfter = .seconds(300)
    policy.budget = .seconds(900)
    return policy
}

func retries(in exchange: Exchange) -> [String] {
    exchange.attempts.compactMap { attempt in
        guard let retry = attempt.retry else { return nil }
        let source = retry.source == .retryAfter ? "the server asked for it" : "backoff"
        return "attempt \(attempt.number): \(retry.reason), waited \(retry.wait) (\(source))"
    }
}

@Suite("The samples of the page on retries")
struct RetriesSamplesTests {
    @Test("a count that stands on a request repeats a POST")
    func post() async throws {
        let transport = FakeTransport(.response(503), .response(201, body: [#"{"title": "June"}"#]))
        #expect(try await makeReport(in: .over(transport)) == Report(title: "June"))
        #expect(transport.requests.count == 2)
    }

    @Test("the nightly policy waits twice as long each time, leaves 500 alone, and its retries can be told")
    func policy() async throws {
        let transport = FakeTransport(
            .response(503), .response(429, headers: [HeaderField("Retry-After", "7")]), .response(500))
        let response = try await NetworkClient.over(transport).send(
            WireRequest(url: "http://one.test/"), options: SendOptions(retry: nightlyPolicy()))
        #expect(response.status == 500)
        _ = try await response.collect()
        #expect(
            retries(in: response.exchange()) == [
                "attempt 1: 503 Service Unavailable, waited 0.5 seconds (backoff)",
                "attempt 2: 429 Too Many Requests, waited 7.0 seconds (the server asked for it)",
            ])
    }
}

extension NetworkClient {
    /// A client for samples: a clock that does not wait, jitter that is always full.
    static func over(_ transport: any Transport, retries: Int = 0) -> NetworkClient {
        var configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: URL(string: "http://one.test") ?? URL(fileURLWithPath: "/"),
            retryStrategy: .retry(count: retries))
        configuration.clock = TestClock().clock
        configuration.random = { 1 }
        return NetworkClient(configuration: configuration)
    }
}

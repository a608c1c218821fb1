import Foundation
import TestSupport
import Testing

@testable import MicroClient

private let url = "http://h.test/x"
private let challenge = Exchange.Hop.End.Reason.challenge(ResponseHead(status: 401))

/// The record of a send by a whole client, over a transport that reports no more than its script says.
@Suite struct SendRecorderTests {
    private let clock = TestClock()

    private func client(
        _ script: HopScript..., retries: Int = 0, _ change: (inout NetworkConfiguration) -> Void = { _ in }
    ) -> NetworkClient {
        var configuration = NetworkConfiguration(session: .transport(FakeTransport(script)), baseURL: .noBase)
        configuration.clock = clock.clock
        configuration.random = { 1 }
        configuration.retryStrategy = .retry(count: retries)
        change(&configuration)
        return NetworkClient(configuration: configuration)
    }

    /// The script, its last step so much later.
    private func slow(_ script: HopScript, by milliseconds: Int) -> HopScript {
        var script = script
        let pause = HopScript.Step.run { [clock] in clock.advance(by: .milliseconds(milliseconds)) }
        script.steps.insert(pause, at: script.steps.count - 1)
        return script
    }

    /// The script, its request sent for the second time by the transport itself.
    private func resent(
        _ script: HopScript, after end: Exchange.Hop.End = Exchange.Hop.End(challenge), milliseconds: Int = 0
    ) -> HopScript {
        let first = slow(HopScript([.event(.resending(after: end))]), by: milliseconds)
        return HopScript(first.steps + script.steps)
    }

    private func totals(_ exchange: Exchange?) -> [[Duration?]]? {
        exchange.map { $0.attempts.map { $0.hops.map(\.timings.total) } }
    }

    // MARK: Times

    @Test("a hop has its whole time where the transport measures nothing: redirected, sent once more, failed, answered")
    func wholeTime() async throws {
        let redirect = slow(.redirect(302, to: "/y"), by: 3)
        let failing = resent(slow(.failing(TransferError.lost), by: 5), milliseconds: 4)
        let response = try await client(redirect, failing, slow(.response(200), by: 6), retries: 1).send(
            WireRequest(url: url))
        #expect(totals(response.exchange())?.last == [nil], "It runs.")
        _ = try await response.collect()
        let milliseconds = totals(response.exchange())
        #expect(milliseconds == [[.milliseconds(3), .milliseconds(4), .milliseconds(5)], [.milliseconds(6)]])
    }

    @Test("the transport's own measure of a hop counts, not the time until it was read")
    func measuredTime() async throws {
        var summary = Transfer.Summary()
        summary.timings.total = .milliseconds(1)
        let headers: HeaderFields = [HeaderField("Location", "/y")]
        let redirect = slow(.response(302, headers: headers, summary: summary), by: 3)
        let last = resent(
            slow(.response(200, summary: summary), by: 6), after: Exchange.Hop.End(challenge, summary: summary),
            milliseconds: 4)
        let response = try await client(redirect, last).send(WireRequest(url: url))
        _ = try await response.collect()
        #expect(totals(response.exchange()) == [Array(repeating: .milliseconds(1), count: 3)])
    }

    @Test("a hop that was redirected ends then, though the send goes on until it is cancelled")
    func endsOnce() async throws {
        let client = client(slow(.redirect(302, to: "/y"), by: 3))
        let finished = Locked<Exchange?>(nil)
        let task = Task { [clock] in
            try await client.send(WireRequest(url: url)) { event in
                switch event {
                case .redirected:
                    clock.advance(by: .milliseconds(50))
                    withUnsafeCurrentTask { $0?.cancel() }
                case .finished(let exchange): finished.withLock { $0 = exchange }
                default: break
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let exchange = finished.withLock { $0 }
        #expect(totals(exchange) == [[.milliseconds(3)]])
        #expect(exchange?.duration == .milliseconds(53))
    }

    // MARK: Requests

    @Test("a hop that the transport repeats is written down with its own request: redirected, with its cookies, whole")
    func resentRequest() async throws {
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["at=y; Path=/y"], from: url)
        var summary = Transfer.Summary()
        summary.requestHeadersSent = [HeaderField("Cookie", "at=y"), HeaderField("Content-Length", "0")]
        let last = resent(.response(200), after: Exchange.Hop.End(challenge, summary: summary))
        let put = WireRequest(method: .put, url: url, body: .bytes(Data("body".utf8)))
        let response = try await client(.redirect(307, to: "/y"), last) { $0.cookies = jar }.send(put)
        let requests = try #require(response.exchange().attempts.first?.hops.map(\.request))
        #expect(requests.map(\.url) == [url, "http://h.test/y", "http://h.test/y"])
        #expect(requests.map { $0.headers["Cookie"] } == [nil, "at=y", "at=y"])
        #expect(requests.map(\.bodyLength) == [4, 0, 4])
        #expect(requests.map(\.body) == [Data("body".utf8), nil, Data("body".utf8)])
    }

    /// Each attempt's request names its attempt.
    private final class Numbering: WireInterceptor {
        private let count = Locked(0)

        func intercept(_ request: WireRequest) async throws -> WireRequest {
            let number = count.withLock { count in
                count += 1
                return count
            }
            var request = request
            request.headers.append("X-Attempt", "\(number)")
            return request
        }
    }

    @Test("every attempt has the request that its interceptors made; the exchange has that of the first one")
    func requestOfEachAttempt() async throws {
        let client = client(.response(503), .failing(TransferError.lost), resent(.response(200)), retries: 2) {
            $0.wireInterceptors = [Numbering()]
        }
        let running = Locked<[Exchange.SentRequest]>([])
        let response = try await client.send(WireRequest(url: url)) { event in
            if case .attemptFinished(let attempt) = event { running.withLock { $0.append(attempt.request) } }
        }
        _ = try await response.collect()
        let exchange = response.exchange()
        #expect(exchange.request.headers["X-Attempt"] == "1")
        #expect(exchange.attempts.map { $0.request.headers["X-Attempt"] } == ["1", "2", "3"])
        #expect(running.withLock { $0 } == exchange.attempts.map(\.request))
        let hops = exchange.attempts.map { $0.hops.map { $0.request.headers["X-Attempt"] } }
        #expect(hops == [["1"], ["2"], ["3", "3"]])
    }

    // MARK: Progress

    @Test("the progress of an answer counts from its first byte, however much came with a redirect before")
    func progressOfEachHop() async throws {
        let headers: HeaderFields = [HeaderField("Location", "/y")]
        let redirect = HopScript.response(302, headers: headers, body: ["look elsewhere"])
        let progress = Locked<[Int64]>([])
        let response = try await client(redirect, .response(200, body: ["here"])).send(WireRequest(url: url)) { event in
            if case .downloadProgress(let bytes, _) = event { progress.withLock { $0.append(bytes) } }
        }
        _ = try await response.collect()
        #expect(progress.withLock { $0 } == [14, 4])
    }
}

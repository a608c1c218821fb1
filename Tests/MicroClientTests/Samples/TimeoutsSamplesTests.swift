import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Timeouts", word for word.

func impatient(_ client: NetworkClient) -> NetworkClient {
    client.timeout(.seconds(5)).configs(\.configuration.options.totalTimeout, .seconds(30))
}

func slowReport(at url: String, with client: NetworkClient) async throws -> Data {
    var request = WireRequest(url: url)
    request.options.idleTimeout = nil
    request.options.totalTimeout = .seconds(600)
    return try await client.send(request).collect()
}

func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}

func wasTooSlow(_ error: any Error) -> Bool { error.transferError?.code == .timedOut }

@Suite("The samples of the page on timeouts")
struct TimeoutsSamplesTests {
    @Test("a chain's limits arrive at the transport as they were said")
    func chain() async throws {
        let transport = FakeTransport(.response(200))
        try await impatient(.over(transport)).get()
        #expect(transport.requests.first?.options.idleTimeout == .seconds(5))
        #expect(transport.requests.first?.options.totalTimeout == .seconds(30))
    }

    @Test("a raw request has limits of its own")
    func raw() async throws {
        let transport = FakeTransport(.response(200, body: ["done"]))
        #expect(try await slowReport(at: "http://one.test/r", with: .over(transport)) == Data("done".utf8))
        #expect(transport.requests.first?.options.idleTimeout == nil)
    }

    @Test("a deadline gives nil when it comes first, and the work's value when that does")
    func deadline() async throws {
        let slow = FakeTransport(.hanging)
        let client = NetworkClient.over(slow)
        #expect(
            try await within(.milliseconds(1)) { try await slowReport(at: "http://one.test/r", with: client) } == nil)
        #expect(try await within(.seconds(600)) { 7 } == 7)
    }

    @Test("a timeout is told from other failures")
    func code() async throws {
        let late = TransferError(code: .timedOut, stage: .receive, message: "late")
        let error = await #expect(throws: NetworkClientError.self) {
            _ = try await slowReport(at: "http://one.test/r", with: .over(FakeTransport(.failing(late))))
        }
        #expect(wasTooSlow(try #require(error)))
        #expect(!wasTooSlow(CancellationError()))
    }
}

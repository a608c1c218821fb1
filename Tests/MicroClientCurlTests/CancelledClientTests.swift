import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// A whole client over real sockets: cancelling it closes its connection, and the error is no other.
@Suite struct CancelledClientTests {
    private let get = NetworkRequest<VoidRequest, VoidResponse>(method: .get)

    /// Creates a server that sends nothing, or the given response, and reports "request" and, when the client has gone, "closed".
    private func server(_ reports: Reports, response: String = "") throws -> RawServer {
        try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(response)
            reports.add("request")
            connection.waitForClose()
            reports.add("closed")
        }
    }

    private func configuration(_ server: RawServer) throws -> NetworkConfiguration {
        NetworkConfiguration(session: .curl(), baseURL: try #require(URL(string: server.baseURL)))
    }

    @Test(
        "H03: cancelled in flight, a typed request throws CancellationError, and the server sees its connection close")
    func inFlightH03() async throws {
        let reports = Reports()
        let server = try server(reports)
        let client = NetworkClient(configuration: try configuration(server))
        let task = Task { [get] in _ = try await client.run(get) }
        #expect(await reports.next() == "request")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await reports.next() == "closed")
    }

    @Test("H03: and in the middle of an answer's body")
    func inBodyH03() async throws {
        let reports = Reports()
        let server = try server(reports, response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        var configuration = try configuration(server)
        configuration.retryStrategy = .retry(count: 3)
        let client = NetworkClient(configuration: configuration)
        let task = Task { [get] in _ = try await client.run(get) }
        #expect(await reports.next() == "request")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await reports.next() == "closed")
    }

    @Test("H03: cancelled while it waits to retry, it ends at once, and nothing more is sent")
    func whileWaitingH03() async throws {
        let reports = Reports()
        let server = try server(reports, response: "HTTP/1.1 503 No\r\nContent-Length: 0\r\nRetry-After: 60\r\n\r\n")
        var configuration = try configuration(server)
        configuration.retryStrategy = .retry(count: 3)
        let waits = Reports()
        configuration.clock.sleep = { wait in
            waits.add("\(wait)")
            try await Task.sleep(for: .seconds(3600))
        }
        let client = NetworkClient(configuration: configuration)
        let task = Task { [get] in _ = try await client.run(get) }
        #expect(await waits.next() == "\(Duration.seconds(60))")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await reports.next() == "request")
    }
}

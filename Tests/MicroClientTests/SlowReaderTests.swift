import Foundation
import TestSupport
import Testing

@testable import MicroClient

@Suite struct SlowReaderTests {
    @Test("URLSession sends a request once and gives its body once, however late it is read")
    func late() async throws {
        let size = 40_000_000
        let connections = Locked(0)
        let written = AsyncStream.makeStream(of: Void.self)
        let goOn = DispatchSemaphore(value: 0)
        let server = try RawServer { connection, number in
            connections.withLock { $0 = number }
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\nConnection: close\r\n\r\n")
            // More than any socket holds: the session has taken much of it when this is over.
            let first = connection.writeUntilBlocked(atMost: size / 2)
            written.continuation.yield()
            _ = goOn.wait(timeout: .now() + 30)
            connection.writeZeros(size - first)
        }
        let client = NetworkClient(configuration: NetworkConfiguration(session: .shared, baseURL: .noBase))
        let response = try await client.send(WireRequest(url: server.baseURL))
        for await _ in written.stream { break }
        var count = 0
        for try await chunk in response.body {
            if count == 0 { goOn.signal() }
            count += chunk.count
        }
        #expect(count == size)
        #expect(connections.withLock { $0 } == 1)
    }
}

import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// Every row of the worst server's table against one client, many at a time.
@Suite("The worst server", .timeLimit(.minutes(2)))
struct WorstServerTests {
    /// One transport for all rows: what one server does must not harm the requests to another.
    static let transport = CurlTransport()
    static let full = try? FullListener()

    @Test(
        "does its worst, and the caller sees what the row says",
        arguments: WorstRow.all.filter { r in
            ProcessInfo.processInfo.environment["ROWS"].map {
                $0.split(separator: ",").contains { r.id.hasPrefix(String($0)) }
            } ?? true
        })
    func row(_ row: WorstRow) async throws {
        let server = try WorstServer(row)
        let client = NetworkClient(transport: Self.transport)
        let play = WorstPlay(server: server, client: client, fullPort: try #require(Self.full).port)
        let outcome = try await play.run()
        #expect(row.expected.contains { outcome.seen.fits($0) }, "\(outcome)")
        #expect(outcome.attempts == row.attempts, "\(outcome)")
        #expect(outcome.hops == row.hops, "\(outcome)")
        #expect(outcome.fault == nil, "\(outcome)")
        if row.staysFlat, !LongRun.isSanitized { #expect(outcome.memoryGrowth < 300 << 20, "\(outcome)") }
        if !row.keepsConnection { #expect(await Self.openSocketsInTheEnd(server) == 0, "a connection stays open") }
        try await Self.isUsable(client)
    }

    @Test("rows have ids of their own") func ids() {
        #expect(Set(WorstRow.all.map(\.id)).count == WorstRow.all.count)
    }

    /// The client closes its end on a thread of its own: right after the caller has seen the end, but not before.
    private static func openSocketsInTheEnd(_ server: WorstServer) async -> Int {
        var tries = 0
        while tries < 200, let count = socketsConnected(to: server.ports), count > 0 {
            try? await Task.sleep(for: .milliseconds(5))
            tries += 1
        }
        return socketsConnected(to: server.ports) ?? 0
    }

    private static let polite = try? RawServer { connection, _ in
        while connection.readHead() != nil, connection.write(ok("fine")) {}
    }

    private static func isUsable(_ client: NetworkClient) async throws {
        let url = try #require(polite).baseURL
        #expect(try await client.send(WireRequest(url: url)).collect() == Data("fine".utf8))
    }
}

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

    @Test("does its worst, and the caller sees what the row says", arguments: WorstRow.all)
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
        if !row.keepsConnection { await Self.allClosed(server) }
        try await Self.isUsable(client)
    }

    @Test("rows have ids of their own") func ids() {
        #expect(Set(WorstRow.all.map(\.id)).count == WorstRow.all.count)
    }

    /// Waits for it; a socket that stays open ends the test by its time limit.
    private static func allClosed(_ server: WorstServer) async {
        while let count = socketsConnected(to: server.ports), count > 0 { await Task.yield() }
    }

    private static let polite = try? RawServer { connection, _ in
        while connection.readHead() != nil, connection.write(ok("fine")) {}
    }

    private static func isUsable(_ client: NetworkClient) async throws {
        let url = try #require(polite).baseURL
        #expect(try await client.send(WireRequest(url: url)).collect() == Data("fine".utf8))
    }
}

import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// Every row of the worst server's table against one client, many at a time.
@Suite("The worst server", .timeLimit(.minutes(2)))
struct WorstServerTests {
    /// One transport for all rows: what one server does must not harm the requests to another.
    private static let transport = {
        var configuration = CurlTransport.Configuration()
        configuration.keptConnections = 1000
        return CurlTransport(configuration: configuration)
    }()
    private static let full = Result { try FullListener() }
    /// A limit that lets those that work have room beside those that wait.
    private static let turnstile = Turnstile(places: 6)

    @Test("does its worst, and the caller sees what the row says", arguments: WorstRow.all)
    func row(_ row: WorstRow) async throws {
        if row.waitsForClock { return try await play(row) }
        await Self.turnstile.enter()
        defer { Self.turnstile.leave() }
        try await play(row)
    }

    private func play(_ row: WorstRow) async throws {
        let server = try await WorstServer(row)
        // A server that is gone may have had one of these ports, and kept connections to it are closed only when they are looked at.
        let others = socketsConnected(to: server.ports)
        let client = NetworkClient(transport: Self.transport)
        let outcome = try await WorstPlay(server: server, client: client, fullPort: Self.full.get().port).run()
        #expect(row.expected.contains { outcome.seen.fits($0) }, "\(outcome)")
        #expect(outcome.attempts == row.attempts, "\(outcome)")
        #expect(outcome.hops == row.hops, "\(outcome)")
        #expect(outcome.fault == nil, "\(outcome)")
        // Other tests run beside it, which need some of the process's memory; what these servers send has no end.
        if row.staysFlat, !LongRun.isSanitized { #expect(outcome.memoryGrowth < 2 << 30, "\(outcome)") }
        if !row.keepsConnection {
            #expect(await Self.closesAllSockets(to: server, but: others), "a connection stays open")
        }
        try await Self.isUsable(client)
    }

    @Test("rows have ids of their own") func ids() {
        let names = WorstRow.all.map(\.id)
        #expect(names.filter { name in names.filter { $0 == name }.count > 1 } == [])
    }

    /// Whether the client closes all its sockets: it does so on a thread of its own, right after the caller has seen the end, but not before.
    private static func closesAllSockets(to server: WorstServer, but others: Set<Int>) async -> Bool {
        for _ in 0..<2000 {
            if socketsConnected(to: server.ports).isSubset(of: others) { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    private static let polite = try? RawServer { connection, _ in
        while connection.readHead() != nil, connection.write(ok("fine")) {}
    }

    private static func isUsable(_ client: NetworkClient) async throws {
        let url = try #require(polite).baseURL
        #expect(try await client.send(WireRequest(url: url)).collect() == Data("fine".utf8))
    }
}

import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// Transfers of every row of the worst server's table, each ended at random; 50 at a time.
///
/// A transfer's number and the seed say what was done; `MICROSCOPE_KILL_ROUNDS=200` makes 10,000.
@Suite("Random cancellation", .timeLimit(.minutes(60)))
struct WorstServerCancellationKillTests {
    @Test("leaves nothing behind: no connection, no task, no memory, and a client that works")
    func storm() async throws {
        let rounds = LongRun.rounds(orJust: 6)
        let server = try StormServer()
        let live = Counter()
        let (descriptors, memory) = (openDescriptors() ?? 0, memoryInUse())
        try await play(rounds * 50, server, live)
        // The transport is gone, and with it its kept connections.
        try await untilTrue { socketsConnected(to: [server.port]).isEmpty }
        try await untilTrue { server.openConnections == 0 }
        try await untilTrue { live.value == 0 }
        guard rounds >= 50 else { return }
        #expect((openDescriptors() ?? 0) - descriptors < 20)
        guard Self.judgesMemory else { return }
        // What the system's libraries need once is a few megabytes.
        #expect(memoryInUse() - memory < 32 << 20)
    }

    /// Whether memory is judged. In the arenas of many threads, glibc keeps what they have freed: `Scripts/test --long` gives it one.
    private static let judgesMemory =
        !LongRun.isSanitized && ProcessInfo.processInfo.environment["MALLOC_ARENA_MAX"] == "1"

    private func play(_ count: Int, _ server: StormServer, _ live: Counter) async throws {
        let transport = CurlTransport()
        await storms(count, transport, server, live)
        let polite = try RawServer(responding: ok("fine"))
        #expect(try await transport.response(WireRequest(url: polite.baseURL)).text == "fine")
    }

    private func storms(
        _ count: Int, _ transport: CurlTransport, _ server: StormServer, _ live: Counter
    ) async {
        let taken = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    while let number = taken.take(upTo: count) {
                        let seed = LongRun.seed &+ UInt64(number)
                        await Storm(transport: transport, server: server, live: live, seed: seed).run()
                    }
                }
            }
        }
    }
}

/// One transfer and the way it is ended.
private struct Storm: Sendable {
    let transport: CurlTransport
    let server: StormServer
    /// Bodies' streams that someone still holds.
    let live: Counter
    let seed: UInt64

    private enum Way: CaseIterable {
        case notAtAll, beforeStart, afterEvents, droppedAfterEvents, fromOutside, bodyDropped, inUpload, inRetryWait
    }

    func run() async {
        var random = SeededGenerator(seed: seed)
        guard let row = StormServer.rows.randomElement(using: &random),
            let way = Way.allCases.randomElement(using: &random)
        else { return }
        var request = server.request(row)
        request.options.totalTimeout = .milliseconds(Int.random(in: 20...300, using: &random))
        let count = Int.random(in: 0...6, using: &random)
        do { try await end(request, way, count) } catch {
            let isExpected = error is CancellationError || error is TransferError || error is NetworkClientError
            #expect(isExpected, "seed \(seed), \(row.id), \(way): \(error)")
        }
    }

    private func end(_ request: WireRequest, _ way: Way, _ count: Int) async throws {
        switch way {
        case .notAtAll: _ = try await client.send(request).collect(upTo: 10_000_000)
        case .beforeStart: try await cancelled(request, afterEvents: 0)
        case .afterEvents: try await cancelled(request, afterEvents: count + 1)
        case .droppedAfterEvents: try await dropped(request, afterEvents: count)
        case .fromOutside: try await cancelledFromOutside(request, after: .milliseconds(count * 5))
        case .bodyDropped: _ = try await client.send(request)
        case .inUpload: try await cancelledInUpload(request, chunks: count)
        case .inRetryWait: try await cancelledInRetryWait(request, waits: count)
        }
    }

    private var client: NetworkClient { NetworkClient(transport: transport) }

    private func cancelled(_ request: WireRequest, afterEvents limit: Int) async throws {
        try await Task {
            var events = 0
            if limit == 0 { withUnsafeCurrentTask { $0?.cancel() } }
            for try await _ in transport.transfer(request) {
                events += 1
                if events == limit { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
    }

    private func dropped(_ request: WireRequest, afterEvents limit: Int) async throws {
        var events = 0
        for try await _ in transport.transfer(request) {
            events += 1
            if events > limit { return }
        }
    }

    private func cancelledFromOutside(_ request: WireRequest, after wait: Duration) async throws {
        let task = Task { _ = try await client.send(request).collect(upTo: 10_000_000) }
        try await Task.sleep(for: wait)
        task.cancel()
        try await task.value
    }

    /// The body's stream cancels the task that sends it.
    private func cancelledInUpload(_ request: WireRequest, chunks: Int) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        var request = request
        request.method = .put
        request.body = .stream(
            BodySource.Stream { [live] in
                let held = Held(live)
                let sent = Counter()
                return {
                    _ = held
                    sent.add(1)
                    if sent.value == chunks + 1 { continuation.yield() }
                    return sent.value > 40 ? nil : Data(count: 100_000)
                }
            })
        let task = Task { [request] in
            defer { continuation.finish() }
            _ = try await client.send(request).collect(upTo: 10_000_000)
        }
        for await _ in stream { task.cancel() }
        try await task.value
    }

    private func cancelledInRetryWait(_ request: WireRequest, waits: Int) async throws {
        let waited = Counter()
        var configuration = NetworkConfiguration(
            session: .curl(transport), baseURL: URL(fileURLWithPath: "/"), retryStrategy: .retry(count: 3))
        configuration.clock.sleep = { _ in
            waited.add(1)
            if waited.value > waits % 3 { withUnsafeCurrentTask { $0?.cancel() } }
            try Task.checkCancellation()
        }
        let client = NetworkClient(configuration: configuration)
        try await Task { _ = try await client.send(request).collect(upTo: 10_000_000) }.value
    }
}

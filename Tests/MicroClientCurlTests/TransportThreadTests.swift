import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// Tasks that run on the transport's thread.
@Suite(.timeLimit(.minutes(2)))
struct TransportThreadTests {
    /// The name of the thread that this runs on.
    private static func threadName() -> String? { Thread.current.name }

    private static func server() throws -> RawServer {
        try RawServer { connection, _ in
            while connection.readHead() != nil { connection.write(ok("fine")) }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("tasks that prefer the transport's thread run there before and after each response, many at once")
    func onItsThread() async throws {
        let server = try Self.server()
        let transport = CurlTransport()
        let client = NetworkClient(transport: transport)
        let names = try await withTaskExecutorPreference(transport.taskExecutor) {
            try await withThrowingTaskGroup(of: [String?].self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let before = Self.threadName()
                        let response = try await client.send(WireRequest(url: server.baseURL))
                        let received = Self.threadName()
                        #expect(try await response.collect() == Data("fine".utf8))
                        return [before, received, Self.threadName()]
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        #expect(names == Array(repeating: "CurlTransport", count: 120))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("the thread has its name from its first task on")
    func named() async {
        var names: Set<String?> = []
        for _ in 0..<500 {
            let transport = CurlTransport()
            names.insert(await Task(executorPreference: transport.taskExecutor) { Self.threadName() }.value)
            withExtendedLifetime(transport) {}
        }
        #expect(names == ["CurlTransport"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("a task on the transport's thread that is cancelled gives up its transfer")
    func cancelled() async throws {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            _ = connection.readHead()
            reports.add("requested")
            connection.waitForClose()
        }
        let transport = CurlTransport()
        let client = NetworkClient(transport: transport)
        let task = Task(executorPreference: transport.taskExecutor) {
            try await client.send(WireRequest(url: server.baseURL)).collect()
        }
        #expect(await reports.next() == "requested")
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("a task goes on when its transport has ended")
    func outlived() async throws {
        let executor = CurlTransport().taskExecutor
        for _ in 0..<100 {
            let task = Task(executorPreference: executor) {
                await Task.yield()
                return 1
            }
            #expect(await task.value == 1)
        }
    }
}

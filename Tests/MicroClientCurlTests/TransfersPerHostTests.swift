import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Transfers to one host")
struct TransfersPerHostTests {
    private struct Count {
        var now = 0
        var most = 0
    }

    @Test("six go out at once, and the others when one of them has ended")
    func limited() async throws {
        let count = Locked(Count())
        let gate = Gate(6)
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil {
                count.withLock { count in
                    count.now += 1
                    count.most = max(count.most, count.now)
                }
                gate.pass()
                count.withLock { $0.now -= 1 }
                connection.write(ok("fine"))
            }
        }
        let client = NetworkClient(transport: CurlTransport())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let response = try await client.send(WireRequest(url: server.baseURL))
                    _ = try await response.collect()
                    return response.status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 40))
        #expect(count.withLock { $0.most } == 6)
    }

    @Test(
        "streams of events and JSON lines that are held open, and bodies that nobody reads, keep nobody out",
        .timeLimit(.minutes(1)),
        arguments: [
            "Content-Type: text/event-stream", "Content-Type: application/X-NDJSON; charset=utf-8",
            "Content-Type: application/jsonl", "Content-Length: 8000000",
        ])
    func heldOpen(field: String) async throws {
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            guard head.hasPrefix("GET /held") else {
                _ = connection.write(ok("fine"))
                return
            }
            connection.write("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
            connection.write([UInt8](repeating: 0x61, count: field.hasPrefix("Content-Length") ? 4_000_000 : 10))
            connection.waitForClose()
        }
        let client = NetworkClient(transport: CurlTransport())
        var held: [WireResponse] = []
        var request = WireRequest(url: server.baseURL + "/held")
        // Otherwise the first of them would make room at its end.
        request.options.idleTimeout = nil
        for _ in 0..<6 { held.append(try await client.send(request)) }
        let other = try await client.send(WireRequest(url: server.baseURL + "/other"))
        #expect(try await other.collect() == Data("fine".utf8))
        #expect(held.map(\.status) == Array(repeating: 200, count: 6))
    }

    @Test("one that waits is cancelled at once, and the next takes the place of one that ends")
    func cancelled() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let server = try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            if number == 1 { begin.yield() }
            if number == 1 { connection.waitForClose() } else { connection.write(ok("fine")) }
        }
        var configuration = CurlTransport.Configuration()
        configuration.transfersPerHost = 1
        let client = NetworkClient(transport: CurlTransport(configuration: configuration))
        let request = WireRequest(url: server.baseURL)
        let first = Task { try await client.send(request).status }
        for await _ in begun { break }
        let second = Task { try await client.send(request).status }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await client.send(request).status }
        first.cancel()
        #expect(try await third.value == 200)
    }

    @Test("a process without a file descriptor left is told so, and what to do", .timeLimit(.minutes(1)))
    func tooManyOpenFiles() throws {
        let server = try RawServer { connection, _ in connection.waitForClose() }
        // What this process has open is inherited, and where all 60 are taken Foundation itself ends the program.
        let closing = #"for fd in /dev/fd/*; do fd=${fd##*/}; [ "$fd" -le 2 ] || eval "exec $fd>&-"; done"#
        let program = "SWIFT_BACKTRACE=enable=no exec '\(builtProgram("transport-probe"))' many \(server.baseURL)"
        for transport in ["curl", "curl-late", "foundation"] {
            let run = { try ChildProgram.run(["bash", "-c", "\(closing); ulimit -n 60; \(program) \(transport)"]) }
            /// Foundation, too, may be the one that gets no descriptor, and ends the program by a trap. Its own transport reports a failure
            /// later, when another transfer may have given a descriptor back.
            func saysNothing(_ result: ChildProgram.Result) -> Bool {
                let isLate = transport == "foundation" && !result.outputText.contains("tooManyOpenFiles")
                return result.status == 128 + SIGILL || isLate
            }
            var result = try run()
            for _ in 0..<8 where saysNothing(result) { result = try run() }
            #expect(result.outputText.contains("tooManyOpenFiles"), "\(result)")
            #expect(result.outputText.contains("ulimit -n"))
        }
    }
}

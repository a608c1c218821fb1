import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Cancellation and ends", .timeLimit(.minutes(2)))
struct CancellationTests {
    /// Reports "request" and, when the client has gone, "closed".
    private func silentServer(_ reports: Reports, response: String = "") throws -> RawServer {
        try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(response)
            reports.add("request")
            connection.waitForClose()
            reports.add("closed")
        }
    }

    @Test("closes the connection when the waiting task is cancelled, and throws CancellationError")
    func cancelled() async throws {
        let transport = CurlTransport()
        let reports = Reports()
        let server = try silentServer(reports)
        let task = Task { try await transport.response(WireRequest(url: server.baseURL)) }
        #expect(await reports.next() == "request")
        task.cancel()
        #expect(await reports.next() == "closed")
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("sends nothing when the task is cancelled before")
    func cancelledBefore() async throws {
        let transport = CurlTransport()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.response(WireRequest(url: "http://127.0.0.1:1/"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("hands out nothing more of a running answer when the task is cancelled, though bytes of it have arrived")
    func cancelledWithBytesArrived() async throws {
        let transport = CurlTransport()
        let reports = Reports()
        let server = try silentServer(reports, response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        let task = Task {
            for try await event in transport.transfer(WireRequest(url: server.baseURL)) {
                // The bytes of the body came in the same packet, and wait.
                if case .head = event { withUnsafeCurrentTask { $0?.cancel() } }
                if case .body = event { Issue.record("A cancelled task was given a part of a body.") }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await reports.next() == "request")
        #expect(await reports.next() == "closed")
    }

    @Test("lets a body's stream go when the task is cancelled while it opens it")
    func cancelledWhileOpening() async throws {
        let live = Counter()
        let body = BodySource.Stream {
            let held = Held(live)
            withUnsafeCurrentTask { $0?.cancel() }
            return {
                _ = held
                return Data(count: 1000)
            }
        }
        let request = WireRequest(method: .put, url: "http://127.0.0.1:1/", body: .stream(body))
        let transport = CurlTransport()
        await #expect(throws: CancellationError.self) { try await Task { try await transport.response(request) }.value }
        try await untilTrue { live.value == 0 }
    }

    @Test("closes the connection when the transfer is dropped in the middle")
    func dropped() async throws {
        let transport = CurlTransport()
        let reports = Reports()
        let server = try silentServer(reports, response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        for try await event in transport.transfer(WireRequest(url: server.baseURL)) { if case .body = event { break } }
        #expect(await reports.next() == "request")
        #expect(await reports.next() == "closed")
    }

    @Test("stops decoding when the reader has gone, though one read of the socket decodes to 131 GB")
    func droppedWhileDecoding() async throws {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(Array("HTTP/1.1 200 OK\r\nContent-Encoding: zstd, gzip, gzip\r\n\r\n".utf8) + Bomb.thrice)
            connection.waitForClose()
            reports.add("closed")
        }
        // More than is decoded meanwhile: a reader who lags is another reason to stop.
        var configuration = CurlTransport.Configuration()
        configuration.queuedBytes = 1 << 30
        let transport = CurlTransport(configuration: configuration)
        for try await event in transport.transfer(WireRequest(url: server.baseURL)) { if case .body = event { break } }
        #expect(await reports.next() == "closed")
    }

    @Test("closes kept connections when the transport goes")
    func transportGoes() async throws {
        let reports = Reports()
        let server = try silentServer(reports, response: ok("x"))
        _ = try await CurlTransport().response(WireRequest(url: server.baseURL))
        #expect(await reports.next() == "request")
        #expect(await reports.next() == "closed")
    }

    @Test("lives as long as a transfer of it")
    func transferHoldsTransport() async throws {
        let server = try RawServer(responding: ok("x"))
        let transfer = CurlTransport().transfer(WireRequest(url: server.baseURL))
        var response = ReceivedResponse()
        for try await event in transfer { response.add(event) }
        #expect(response.text == "x")
    }

    @Test("survives many transfers cancelled at any moment")
    func storm() async throws {
        let transport = CurlTransport()
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil, connection.write(ok(String(repeating: "x", count: 50_000))) {}
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task { try await transport.response(WireRequest(url: server.baseURL)) }
                    for _ in 0..<(number % 50) { await Task.yield() }
                    if number % 4 != 0 { task.cancel() }
                    _ = try? await task.value
                }
            }
        }
        #expect(try await transport.response(WireRequest(url: server.baseURL)).body.count == 50_000)
    }
}

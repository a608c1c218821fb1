import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Streaming both ways")
struct StreamingTests {
    let transport = CurlTransport()

    /// The limit in bytes: a third of the smallest body, and twice what the program alone takes.
    private static let flat = 100_000_000

    @Test(
        "streams 400 MB in chunks, in memory that stays flat",
        .enabled(if: LongRun.measuresMemory, "needs /proc; sanitizers keep what was freed"))
    func flatMemory() throws {
        let server = try DemoServer()
        let lines = try probe(["stream", server.baseURL + "/bytes?count=400000000"])
        #expect(lines.first == "400000000")
        #expect(try #require(lines.last.flatMap { Int($0) }) < Self.flat)
    }

    private func probe(_ arguments: [String]) throws -> [String] {
        let program = try ChildProgram.run([builtProgram("transport-probe")] + arguments)
        #expect(program.status == 0, "\(program.errorText)")
        return program.outputText.split(separator: "\n").map(String.init)
    }

    @Test("stops receiving while the reader lags, and goes on afterwards")
    func backpressure() async throws {
        let size = 256 << 20
        let reports = Reports()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let written = connection.writeUntilBlocked(atMost: size)
            reports.add("\(written)")
            connection.writeZeros(size - written)
        }
        let transfer = transport.transfer(WireRequest(url: server.baseURL))
        var iterator = transfer.makeAsyncIterator()
        while let event = try await iterator.next() { if case .head = event { break } }
        let written = try #require(Int(await reports.next() ?? ""))
        #expect(written < size / 2)
        var received = 0
        while let event = try await iterator.next() { if case .body(let chunk) = event { received += chunk.count } }
        #expect(received == size)
    }

    @Test("sends bytes, small and large, and tells how far it is", arguments: [3, 100_000, 5_000_000])
    func bytes(size: Int) async throws {
        let server = try DemoServer()
        let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let request = WireRequest(method: .put, url: server.baseURL + "/count", body: .bytes(body))
        let response = try await transport.response(request)
        #expect(response.head.status == 200)
        #expect(response.text.contains("\(size)"))
        #expect(response.uploaded == response.uploaded.sorted())
        #expect(response.uploaded.last == Int64(size))
    }

    @Test("sends a slice of data from its own beginning")
    func slice() async throws {
        let server = try DemoServer()
        let body = Data("abc".utf8) + Data(repeating: 0x78, count: 40_000)
        let request = WireRequest(method: .post, url: server.baseURL + "/echo", body: .bytes(body.dropFirst(3)))
        #expect(try await transport.response(request).text.contains("abc") == false)
    }

    @Test("sends a file")
    func file() async throws {
        let server = try DemoServer()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try Data(count: 300_000).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let response = try await transport.response(
            WireRequest(method: .post, url: server.baseURL + "/count", body: .file(url)))
        #expect(response.text.contains("300000"))
        #expect(response.summary.requestHeadersSent?["Content-Length"] == "300000")
    }

    @Test("says that a file cannot be read, before anything is sent")
    func missingFile() async {
        let request = WireRequest(
            method: .post, url: "http://127.0.0.1:1/", body: .file(URL(fileURLWithPath: "/no/such/file")))
        let error = await transport.failure(request)
        #expect(error?.code == .uploadFailed)
        #expect(error?.stage == .prepare)
        #expect(error?.operation == "open")
        #expect(error?.requestMayHaveBeenSent == false)
        #expect(error?.message.contains("No such file") == true)
    }

    @Test("refuses a pipe in the place of a file, and waits for nobody")
    func pipe() async {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        #expect(mkfifo(file.path, 0o600) == 0)
        defer { unlink(file.path) }
        let error = await transport.failure(
            WireRequest(method: .post, url: "http://127.0.0.1:1/", body: .file(file)))
        #expect(error?.code == .uploadFailed && error?.operation == "fstat")
    }

    /// A stream of chunks, each of which waits a moment for nothing in particular.
    private func stream(_ chunks: [Data], length: Int64? = nil) -> BodySource.Stream {
        BodySource.Stream(length: length) {
            let rest = Chunks(chunks)
            return { await rest.next() }
        }
    }

    @Test("sends a stream: chunked without a length, else with it")
    func stream() async throws {
        let server = try DemoServer()
        let chunks = (0..<50).map { Data(repeating: UInt8($0), count: 10_000) } + [Data()]
        var request = WireRequest(method: .post, url: server.baseURL + "/count", body: .stream(stream(chunks)))
        let chunked = try await transport.response(request)
        #expect(chunked.text.contains("500000"))
        #expect(chunked.summary.requestHeadersSent?["Transfer-Encoding"] == "chunked")
        request.body = .stream(stream(chunks, length: 500_000))
        let measured = try await transport.response(request)
        #expect(measured.text.contains("500000"))
        #expect(measured.summary.requestHeadersSent?["Content-Length"] == "500000")
    }

    @Test("counts as wait what the server thinks, however the body is sent", arguments: [nil, Duration.seconds(30)])
    func wait(expecting: Duration?) async throws {
        let server = try DemoServer()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try Data(count: 10).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bodies: [BodySource] = [
            .bytes(Data(count: 10)), .bytes(Data(count: 40_000)), .file(file), .stream(stream([Data(count: 10)])),
            .stream(stream([Data(count: 10)], length: 10)),
        ]
        for body in bodies {
            var request = WireRequest(method: .post, url: server.baseURL + "/slow?seconds=0.5", body: body)
            request.options.expectContinueTimeout = expecting
            let timings = try await transport.response(request).summary.timings
            // Not the whole half second: on a busy machine the thread may note late that the request has gone out.
            #expect(try #require(timings.wait) >= .milliseconds(100), "\(body)")
        }
    }

    @Test("fails when a stream gives fewer bytes than announced, and when it throws")
    func brokenStreams() async throws {
        let server = try DemoServer()
        let url = server.baseURL + "/count"
        let short = WireRequest(method: .post, url: url, body: .stream(stream([Data(count: 5)], length: 10)))
        let shortError = await transport.failure(short)
        #expect(shortError?.code == .uploadFailed)
        #expect(shortError?.stage == .send)
        let throwing = BodySource.Stream { { throw CocoaError(.fileReadUnknown) } }
        let error = await transport.failure(WireRequest(method: .post, url: url, body: .stream(throwing)))
        #expect(error?.code == .uploadFailed)
        let closed = BodySource.Stream { throw CocoaError(.fileReadUnknown) }
        #expect(await transport.failure(WireRequest(method: .post, url: url, body: .stream(closed)))?.stage == .prepare)
    }

    @Test("asks a stream for a few chunks only while the server does not read")
    func slowServer() async throws {
        let mayRead = DispatchSemaphore(value: 0)
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            mayRead.wait()
            var left = 400 * 64 << 10
            while left > 0 { left -= max(connection.read(min(left, 1 << 20)).count, 1) }
            connection.write(ok("done"))
        }
        let source = CountedChunks(count: 400, size: 64 << 10)
        let request = WireRequest(
            method: .put, url: server.baseURL, body: .stream(BodySource.Stream(source.chunks, length: 400 * 64 << 10)))
        let response = Task { try await transport.response(request) }
        // What the sockets hold is a few megabytes at most; then nothing more is asked for. Nothing reports that nothing happens: a while without it
        // is taken for the end, and one too short makes the test weaker, not red.
        var pulled = 0
        repeat {
            pulled = source.pulled
            try await Task.sleep(for: .milliseconds(150))
        } while source.pulled > pulled
        #expect(pulled < 200)
        mayRead.signal()
        #expect(try await response.value.text == "done")
        #expect(source.pulled == 400)
    }

    @Test(
        "saves 300 MB to a file in memory that stays flat, and sends them back",
        .enabled(if: LongRun.measuresMemory, "needs /proc; sanitizers keep what was freed"))
    func fileBothWays() throws {
        let server = try DemoServer()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = try probe([
            "both-ways", server.baseURL + "/bytes?count=300000000", file.path, server.baseURL + "/count",
        ])
        #expect(lines.dropLast().joined().contains("300000000"))
        #expect(try #require(lines.last.flatMap { Int($0) }) < Self.flat)
    }

    @Test("gives the answer while the stream is still open")
    func fullDuplex() async throws {
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.waitForClose()
        }
        let (endless, never) = AsyncStream<Data>.makeStream()
        defer { never.finish() }
        let body = BodySource.Stream { { await endless.first { _ in true } } }
        let transfer = transport.transfer(WireRequest(method: .post, url: server.baseURL, body: .stream(body)))
        var status: Int?
        for try await event in transfer {
            guard case .head(let head) = event else { continue }
            status = head.status
            break
        }
        #expect(status == 200)
    }
}

/// Chunks that are counted as they are asked for.
private struct CountedChunks: Sendable {
    let count: Int
    let size: Int
    private let given = Mutable(0)

    init(count: Int, size: Int) {
        self.count = count
        self.size = size
    }

    var pulled: Int { given.value }
    var chunks: AsyncStream<Data> {
        AsyncStream { () -> Data? in
            given.change { $0 += 1 }
            guard given.value <= count else {
                given.change { $0 = count }
                return nil
            }
            return Data(count: size)
        }
    }
}

private final class Mutable: @unchecked Sendable {  // Its value is touched under its lock only.
    private let lock = NSLock()
    private var kept: Int
    init(_ value: Int) { kept = value }
    var value: Int { lock.withLock { kept } }
    func change(_ body: (inout Int) -> Void) { lock.withLock { body(&kept) } }
}

private actor Chunks {
    private var rest: [Data]
    init(_ chunks: [Data]) { rest = chunks.reversed() }
    func next() -> Data? { rest.popLast() }
}

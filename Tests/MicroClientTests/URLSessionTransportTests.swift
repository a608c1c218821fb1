import DemoAPI
import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A double of a session: responds to every request with one closure and keeps the requests.
private struct SessionDouble: URLSessionProtocol {
    let requests = Locked<[URLRequest]>([])
    let response: @Sendable (URLRequest) throws -> (Data, URLResponse)

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        requests.withLock { $0.append(request) }
        return try response(request)
    }

    static func status(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> SessionDouble {
        SessionDouble { request in
            let url = try #require(request.url)
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
            return (Data(body.utf8), try #require(response))
        }
    }
}

@Suite struct SessionDoubleTests {
    private func configuration(_ session: SessionDouble) throws -> NetworkConfiguration {
        NetworkConfiguration(session: session, baseURL: try #require(URL(string: "http://one.test")))
    }

    @Test("A06 B12 B42: an injected session sees exactly one request, as built")
    func injectedA06B12B42() async throws {
        let session = SessionDouble.status(200, #"{"a":1}"#)
        let client = NetworkClient(configuration: try configuration(session))
        let request = NetworkRequest<Thing, Thing>(
            path: "/x", method: .put, queryItems: [URLQueryItem(name: "q", value: "1")], body: Thing(a: 2))
        #expect(try await client.run(request).value == Thing(a: 1))
        let sent = session.requests.withLock { $0 }
        #expect(sent.count == 1)
        #expect(sent.first?.url?.absoluteString == "http://one.test/x?q=1")
        #expect(sent.first?.httpMethod == "PUT")
        #expect(sent.first?.httpBody == Data(#"{"a":2}"#.utf8))
        #expect(sent.first?.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }

    @Test("B14: retries over a double")
    func retriesB14() async throws {
        let session = SessionDouble.status(503)
        var configuration = try configuration(session)
        configuration.retryStrategy = .retry(count: 3)
        configuration.clock = TestClock().clock
        let client = NetworkClient(configuration: configuration)
        await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(session.requests.withLock { $0.count } == 4)
    }

    @Test("B35: a URLError thrown by a double is reached through transportError")
    func urlErrorB35() async throws {
        let client = NetworkClient(configuration: try configuration(SessionDouble { _ in throw URLError(.timedOut) }))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(error?.transferError?.code == .timedOut)
        #expect(error?.innermost(as: URLError.self)?.code == .timedOut)
    }

    @Test("an error of the double's own is reached as well")
    func ownError() async throws {
        struct Own: Error {}
        let client = NetworkClient(configuration: try configuration(SessionDouble { _ in throw Own() }))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        guard case .transportError? = error else { return #expect(Bool(false), "another error") }
        #expect(error?.innermost(as: Own.self) != nil)
    }

    @Test("an answer that is no HTTP is a transport error")
    func notHTTP() async throws {
        let session = SessionDouble { request in
            let url = try #require(request.url)
            return (Data(), URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil))
        }
        let client = NetworkClient(configuration: try configuration(session))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(error?.transferError?.code == .malformedResponse)
    }

    @Test("B11: a double of the client itself needs only run")
    func clientDoubleB11() async throws {
        struct Double: NetworkClientProtocol {
            func run<RequestModel, ResponseModel>(
                _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
            ) async throws -> NetworkResponse<ResponseModel> { throw NetworkClientError.unknown(nil) }
        }
        let client: any NetworkClientProtocol = Double()
        await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
    }
}

/// The real `URLSession.shared` against the demo API.
@Suite struct URLSessionTransportTests {
    private func client(_ server: DemoServer) throws -> NetworkClient {
        NetworkClient(
            configuration: NetworkConfiguration(session: .shared, baseURL: try #require(URL(string: server.baseURL))))
    }

    @Test("B07 B35: a closed port is a transport error with the URLError inside, and nothing was sent")
    func closedPortB07B35() async throws {
        let server = try DemoServer()
        let client = try client(server)
        server.stop()
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(path: "echo", method: .get))
        }
        #expect(error?.innermost(as: URLError.self)?.code == .cannotConnectToHost)
        #expect(error?.transferError?.code == .couldNotConnect)
        #expect(error?.transferError?.requestMayHaveBeenSent == false)
    }

    @Test("sends any method, fields and body, and streams the answer")
    func echo() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        for method in [HTTPMethod.post, .put, .patch, .delete, .options, "PURGE"] {
            let request = WireRequest(
                method: method, url: server.baseURL + "/echo?q=1", headers: [HeaderField("X-A", "b")],
                body: .bytes(Data("body".utf8)))
            let response = try await client(server).send(request)
            #expect(response.status == 200)
            let echo = String(decoding: try await response.collect(), as: UTF8.self)
            #expect(echo.contains("\"\(method)\""), "\(echo)")
            #expect(echo.lowercased().contains("x-a"), "\(echo)")
        }
    }

    @Test("the library follows the redirects, hop by hop")
    func redirects() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let response = try await client(server).send(WireRequest(url: server.baseURL + "/redirect/2"))
        _ = try await response.collect()
        #expect(response.status == 200)
        #expect(response.exchange().attempts.first?.hops.compactMap { $0.response?.status } == [302, 302, 200])
        let options = SendOptions(redirects: RedirectPolicy.none)
        let first = try await client(server).send(WireRequest(url: server.baseURL + "/redirect/2"), options: options)
        #expect(first.status == 302)
    }

    @Test("a session with a delegate of its own is used itself, and does not follow redirects behind our back")
    func ownDelegate() async throws {
        final class Delegate: NSObject, URLSessionDelegate {}
        let server = try DemoServer()
        let session = URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
        defer {
            session.invalidateAndCancel()
            server.stop()
        }
        let client = NetworkClient(
            configuration: NetworkConfiguration(session: session, baseURL: try #require(URL(string: server.baseURL))))
        let response = try await client.send(WireRequest(url: server.baseURL + "/redirect/1"))
        _ = try await response.collect()
        #expect(response.exchange().attempts.first?.hops.compactMap { $0.response?.status } == [302, 200])
    }

    @Test("a body that waits for its reader is asked for once, and arrives whole")
    func waiting() async throws {
        let (reports, report) = AsyncStream<String>.makeStream()
        let count = 6 << 20
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            report.yield("asked")
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
            var written = 0
            while written < count {
                let piece = connection.writeUntilBlocked(atMost: min(256 << 10, count - written))
                guard piece > 0 else { break }
                written += piece
                // A server that is no faster than its client: Foundation's task must not have the whole body before the reader lags,
                // and nothing shows from outside how much it has. A wait too short makes the test weaker, not red.
                usleep(5000)
            }
            report.yield("waits")
            connection.writeZeros(count - written)
        }
        let transport = URLSessionTransport(session: URLSession.shared)
        let response = try await NetworkClient(transport: transport).send(WireRequest(url: server.baseURL))
        var seen: [String] = []
        for await line in reports {
            seen.append(line)
            if line == "waits" { break }
        }
        #expect(try await response.collect().count == count)
        report.finish()
        for await line in reports { seen.append(line) }
        #expect(seen == ["asked", "waits"])
    }

    @Test("a large body arrives whole")
    func large() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let response = try await client(server).send(WireRequest(url: server.baseURL + "/bytes?count=20000000"))
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            if count % 7 == 0 { await Task.yield() }
        }
        #expect(count == 20_000_000)
    }

    #if canImport(FoundationNetworking)
        @Test("a reader who lags gets every byte once, of a request that is sent once")
        func lagging() async throws {
            let (sent, report) = AsyncStream<Int>.makeStream()
            let server = try RawServer { connection, number in
                guard connection.readHead() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n")
                connection.writeZeros(10_000_000)
                // A slow server: whoever holds the transfer back does it now. Whether one does cannot be seen from outside; a wait too
                // short makes the test weaker, not red.
                usleep(200_000)
                connection.writeZeros(10_000_000)
                report.yield(number)
                connection.waitForClose()
            }
            let client = NetworkClient(configuration: NetworkConfiguration(session: .shared, baseURL: .noBase))
            let response = try await client.send(WireRequest(url: server.baseURL))
            #expect(await sent.first { _ in true } == 1)
            #expect(try await response.collect().count == 20_000_000)
            report.finish()
            #expect(await sent.first { _ in true } == nil)
        }
    #endif

    #if canImport(FoundationNetworking)
        @Test(
            "the words of libcurl are told from the name of a host, and a cancelled task from a failure",
            arguments: [
                (
                    URLError.Code.unknown, "SSL: no alternative certificate subject name matches 'h'",
                    .certificateNotTrusted
                ),
                (.cannotFindHost, "Could not resolve host: SSL.test", .couldNotResolveHost),
                (.cannotConnectToHost, "Failed to connect to SSL.test port 1", .couldNotConnect),
                (.cancelled, "cancelled", nil),
            ] as [(URLError.Code, String, TransferError.Code?)])
        func words(code: URLError.Code, words: String, expected: TransferError.Code?) {
            let failure = URLError(code, userInfo: [NSLocalizedDescriptionKey: words])
            let error = TransferError.of(failure, request: WireRequest(url: "http://h/"))
            #expect((error as? TransferError)?.code == expected)
            #expect(error is CancellationError == (expected == nil))
        }
    #endif

    @Test("a GET with a body is refused before Foundation prints about it")
    func getWithBody() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let request = WireRequest(url: server.baseURL + "/echo", body: .bytes(Data("x".utf8)))
        let error = await #expect(throws: NetworkClientError.self) { try await client(server).send(request) }
        #expect(error?.transferError?.code == .invalidRequest)
    }

    @Test("H03: cancelling ends the wait for a slow answer with CancellationError")
    func cancellationH03() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let client = try client(server)
        let started = Locked(false)
        let task = Task {
            try await client.send(WireRequest(url: server.baseURL + "/slow?seconds=3000")) { event in
                if case .attemptStarted = event { started.withLock { $0 = true } }
            }
        }
        while !started.withLock({ $0 }) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
}

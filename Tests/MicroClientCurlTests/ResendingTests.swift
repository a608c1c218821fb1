import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Requests that libcurl sends once more, when a kept connection turns out to be closed")
struct ResendingTests {
    let transport = CurlTransport()

    /// Creates a server that responds once for each connection and closes it when its second request has come.
    private func forgetfulServer(_ reports: Reports = Reports()) throws -> RawServer {
        try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            connection.write(ok("\(number)"))
            guard let head = connection.readHead() else { return }
            reports.add(String(head.prefix { $0 != " " }))
        }
    }

    @Test("sends a GET once more, as a hop of its own")
    func resentGet() async throws {
        let server = try forgetfulServer()
        let request = WireRequest(url: server.baseURL, headers: [HeaderField("X-One", "1")])
        #expect(try await transport.response(request).text == "1")
        var kinds: [String] = []
        var second = ReceivedResponse()
        for try await event in transport.transfer(request) {
            kinds.append(String(describing: event).prefix { $0 != "(" }.description)
            second.add(event)
        }
        #expect(kinds == ["connected", "resending", "connected", "head", "body", "completed"])
        #expect(second.text == "2")
        #expect(second.connected.map(\.isReused) == [true, false])
        #expect(second.summary.connection.isReused == false)

        let end = try #require(second.resent.first)
        guard case .connectionLost(let error) = end.reason else { throw error(end) }
        #expect(error.code == .connectionLost)
        #expect(error.stage == .wait)
        #expect(error.connection?.isReused == true)
        #expect(end.summary.requestHeadersSent?["X-One"] == "1")
        #expect(end.summary.connection.isReused == true)
        #expect(end.summary.bodyBytesOnWire == 0)
        #expect(end.summary.timings.nameLookup == nil && end.summary.timings.connect == nil)
        #expect(end.summary.timings.download == nil)
        let first = try #require(end.summary.timings.total)
        #expect(first > .zero)

        let timings = second.summary.timings
        #expect(timings.connect != nil)
        #expect(timings.wait != nil)
        #expect(timings.phases.allSatisfy { $0 >= .zero })
        #expect(timings.phases.reduce(.zero, +) <= (timings.total ?? .zero))
    }

    private func error(_ end: Exchange.Hop.End) -> some Error {
        TransferError(code: .other, stage: .wait, message: "\(end.reason)")
    }

    @Test("sends a body once more from its beginning", arguments: [1 << 10, 300 << 10])
    func resentBody(size: Int) async throws {
        let server = try RawServer { connection, number in
            guard number > 1 || respondsOnce(connection) else { return }
            guard connection.readHead() != nil else { return }
            let body = connection.read(size)
            if number > 1 { connection.write(ok("\(body.filter { $0 == 7 }.count)")) }
        }
        #expect(try await transport.response(WireRequest(url: server.baseURL)).text == "1")
        let put = WireRequest(method: .put, url: server.baseURL, body: .bytes(Data(repeating: 7, count: size)))
        let response = try await transport.response(put)
        #expect(response.text == "\(size)")
        #expect(response.resent.count == 1)
        #expect(response.uploaded.last == Int64(size))
    }

    private func respondsOnce(_ connection: RawConnection) -> Bool {
        connection.readHead() != nil && connection.write(ok("1"))
    }

    /// Sends two requests, the second of which finds the kept connection closed under it.
    private func lostResponse(to request: (String) -> WireRequest) async throws -> TransferError {
        let server = try forgetfulServer()
        #expect(try await transport.response(WireRequest(url: server.baseURL)).text == "1")
        return try #require(await transport.failure(request(server.baseURL)))
    }

    @Test("does not send a stream once more")
    func noResentStream() async throws {
        let stream = BodySource.Stream(length: 1) {
            let chunks = Reports()
            chunks.add("x")
            chunks.finish()
            return { await chunks.next().map { Data($0.utf8) } }
        }
        let error = try await lostResponse { WireRequest(method: .put, url: $0, body: .stream(stream)) }
        #expect(error.code == .connectionLost)
        #expect(error.message.contains("stream"), "\(error.message)")
    }

    @Test("sends a request once more only once")
    func lostTwice() async throws {
        let gate = Gate(2)
        let forgetful = try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            if number <= 2 { gate.pass() }
            connection.write(ok("\(number)"))
            if number <= 2 {
                _ = connection.readHead()
            } else {
                while connection.readHead() != nil { connection.write(ok()) }
            }
        }
        async let one = transport.response(WireRequest(url: forgetful.baseURL))
        async let other = transport.response(WireRequest(url: forgetful.baseURL))
        _ = try await (one, other)
        let error = try #require(await transport.failure(WireRequest(url: forgetful.baseURL)))
        #expect(error.code == .connectionLost)
        #expect(error.message.contains("second time"), "\(error.message)")
    }

    /// Speaks just enough HTTP/2 to refuse the streams of its first connections, and to send an empty 200 on others once their request is whole:
    /// libcurl 7.88 sometimes never sends the body of a request that already got its response.
    private func refusingServer(connections: Int) throws -> RawServer {
        try RawServer { connection, number in
            let refusal: (UInt8, [UInt8]) = (3, [0, 0, 0, 7])
            let response: (UInt8, [UInt8]) = (1, [0x88])
            func write(_ type: UInt8, flags: UInt8, stream: [UInt8], _ payload: [UInt8] = []) {
                connection.write([0, 0, UInt8(payload.count), type, flags] + stream + payload)
            }
            guard connection.read(24).count == 24 else { return }
            write(4, flags: 0, stream: [0, 0, 0, 0])
            while true {
                let frame = connection.read(9)
                guard frame.count == 9 else { return }
                _ = connection.read(Int(frame[0]) << 16 | Int(frame[1]) << 8 | Int(frame[2]))
                let (isHeaders, endsStream) = (frame[3] == 1, frame[3] <= 1 && frame[4] & 1 == 1)
                let isRefused = number <= connections
                guard isRefused ? isHeaders : endsStream else { continue }
                let (type, payload) = isRefused ? refusal : response
                write(type, flags: 5, stream: Array(frame[5...]), payload)
            }
        }
    }

    @Test("sends a refused HTTP/2 stream once more, whatever its method: the server did not touch it")
    func refusedStream() async throws {
        let server = try refusingServer(connections: 1)
        var post = WireRequest(method: .post, url: server.baseURL, body: .bytes(Data("x".utf8)))
        post.options.httpVersion = .http2PriorKnowledge
        let response = try await transport.response(post)
        #expect(response.head.status == 200)
        #expect(response.head.httpVersion == "2")
        #expect(response.resent.count == 1)
        #expect(response.connected.map(\.isReused) == [false, false])
        let stubborn = try refusingServer(connections: .max)
        post.url = stubborn.baseURL
        let error = try #require(await transport.failure(post))
        #expect(error.code == .connectionLost)
        #expect(error.message.contains("refused the request's stream"), "\(error.message)")
    }

    @Test("reports that the connection to send once more on could not be made")
    func noSecondConnection() async throws {
        var server: RawServer? = try forgetfulServer()
        let url = try #require(server?.baseURL)
        #expect(try await transport.response(WireRequest(url: url)).text == "1")
        server = nil
        var response = ReceivedResponse()
        do {
            for try await event in transport.transfer(WireRequest(url: url)) { response.add(event) }
        } catch {
            let error = try #require(error as? TransferError)
            #expect(error.code == .couldNotConnect)
            #expect(error.stage == .connect)
            #expect(error.connection == nil)
            #expect(error.requestMayHaveBeenSent)
        }
        #expect(response.order == ["connected", "resending"])
    }

    @Test("does not send a POST once more")
    func noResentPost() async throws {
        let reports = Reports()
        let server = try forgetfulServer(reports)
        #expect(try await transport.response(WireRequest(url: server.baseURL)).text == "1")
        let post = WireRequest(method: .post, url: server.baseURL, body: .bytes(Data("x".utf8)))
        let error = try #require(await transport.failure(post))
        #expect(await reports.next() == "POST")
        #expect(error.code == .connectionLost)
        #expect(error.stage == .wait)
        #expect(error.requestMayHaveBeenSent)
        #expect(error.message.contains("POST is not sent twice automatically"))
        #expect(error.connection?.isReused == true)
    }
}

extension Transfer.Timings {
    /// Those that are known, in order.
    var phases: [Duration] { [nameLookup, connect, tls, send, wait, download].compactMap { $0 } }
}

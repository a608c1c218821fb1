import DemoAPI
import Foundation
import MicroClientCurl
import MicroClientRecording
import TestSupport
import Testing

@Suite("Recording")
struct ExchangeRecorderTests {
    private func client(_ recorder: ExchangeRecorder, _ script: HopScript...) -> NetworkClient {
        NetworkClient(transport: recorder.transport(FakeTransport(script)))
    }

    private func text(_ recorder: ExchangeRecorder) -> String {
        String(decoding: recorder.archive.encoded(), as: UTF8.self)
    }

    @Test("a hop is an entry: what went over the wire, bodies, phases, connection")
    func entry() async throws {
        var summary = Transfer.Summary()
        summary.timings.wait = .milliseconds(3)
        summary.timings.total = .milliseconds(4)
        summary.requestHeadersSent = [HeaderField("Host", "a"), HeaderField("Accept", "*/*")]
        summary.bodyBytesOnWire = 5
        summary.trailers = [HeaderField("X-Sum", "7")]
        let recorder = ExchangeRecorder(clock: TestClock().clock)
        let client = client(
            recorder,
            .response(
                200, headers: [HeaderField("Content-Type", "text/plain")], body: ["one ", "two"], summary: summary))
        let response = try await client.send(
            WireRequest(
                method: .put, url: "http://a/p?x=1", headers: [HeaderField("Accept", "*/*")],
                body: .bytes(Data("up".utf8))))
        #expect(recorder.archive.log.entries.isEmpty)
        _ = try await response.collect()
        let entry = try #require(recorder.archive.log.entries.first)
        #expect(entry.startedDateTime == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(entry.request.method == "PUT")
        #expect(entry.request.headers.map(\.name) == ["Host", "Accept"])
        #expect(entry.request.postData?.text == "up")
        #expect(entry.response.content.text == "one two")
        #expect(entry.response.content.size == 7)
        #expect(entry.response.content.compression == 2)
        #expect(entry.response.httpVersion == "HTTP/1.1")
        #expect(entry.serverIPAddress == "127.0.0.1")
        #expect(entry.connection == "8642")
        #expect(entry.timings.wait == 3)
        #expect(entry.response.other["_trailers"] != nil)
    }

    @Test("every hop of every attempt is recorded; an observer adds their numbers and the reasons of retries")
    func attempts() async throws {
        let recorder = ExchangeRecorder()
        var configuration = NetworkConfiguration(
            session: recorder.session(
                .transport(
                    FakeTransport([
                        .redirect(302, to: "/b"), .failing(TransferError.lost), .response(503), .response(200),
                    ]))
            ),
            baseURL: try #require(URL(string: "http://a")), retryStrategy: .retry(count: 3))
        configuration.clock.sleep = { _ in }
        let client = NetworkClient(configuration: configuration)
        _ = try await client.send(WireRequest(url: "http://a/"), observer: recorder.observer).collect()
        let entries = recorder.archive.log.entries
        #expect(entries.map(\.response.status) == [302, 0, 503, 200])
        #expect(entries.map(\.attempt) == [1, 1, 2, 3])
        #expect(entries.map { $0.retry?.reason } == [nil, "connection lost", "503 Service Unavailable", nil])
        #expect(entries[1].response.failure?.code == .connectionLost)
        #expect(entries[0].response.redirectURL == "/b")
    }

    @Test("sends at the same time keep their attempts apart")
    func concurrentSends() async throws {
        let server = try DemoServer()
        let recorder = ExchangeRecorder(redaction: HARRedaction(exceptions: ["key"]))
        let url = try #require(URL(string: server.baseURL))
        var configuration = NetworkConfiguration(
            session: recorder.session(.curl()), baseURL: url, retryStrategy: .retry(count: 3))
        configuration.clock.sleep = { _ in }
        let client = NetworkClient(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let url = server.baseURL + "/flaky?fails=\(number % 3)&key=n\(number)"
                    _ = try await client.send(WireRequest(url: url), observer: recorder.observer).collect()
                }
            }
            try await group.waitForAll()
        }
        let byURL = Dictionary(grouping: recorder.archive.log.entries, by: \.request.url)
        #expect(byURL.count == 8)
        for entries in byURL.values {
            #expect(entries.map(\.attempt) == Array(1...entries.count).map(Optional.some))
        }
    }

    @Test("a send without an observer after one with it is not taken for a part of it")
    func unobserved() async throws {
        let recorder = ExchangeRecorder()
        let client = client(recorder, .response(200, body: ["a"]), .response(200))
        // The body is left unread, so the first send ends after the second has begun.
        let first = try await client.send(WireRequest(url: "http://a/1"), observer: recorder.observer)
        _ = try await client.send(WireRequest(url: "http://a/2")).collect()
        _ = try await first.collect()
        #expect(recorder.archive.log.entries.map(\.attempt) == [1, nil])
    }

    @Test("the beginning of a long body is kept, each way, and what follows still arrives")
    func bounded() async throws {
        let recorder = ExchangeRecorder(maximumBodyBytes: 10)
        let client = client(recorder, .response(200, body: ["123456", "7890ab", "cdef"]))
        let stream = BodySource.Stream(length: nil) {
            let chunks = Locked([Data("uvwxyz".utf8), Data("UVWXYZ".utf8)][...])
            return { chunks.withLock { $0.popFirst() } }
        }
        let body = try await client.send(WireRequest(method: .post, url: "http://a/", body: .stream(stream))).collect()
        #expect(body == Data("1234567890abcdef".utf8))
        let entry = try #require(recorder.archive.log.entries.first)
        #expect(entry.response.content.text == "1234567890")
        #expect(entry.response.content.size == 16)
        #expect(entry.response.content.isTruncated)
    }

    @Test("uploads are kept as they are sent: streams, and files")
    func uploads() async throws {
        let server = try DemoServer()
        let recorder = ExchangeRecorder(maximumBodyBytes: 8)
        let client = NetworkClient(transport: recorder.transport(CurlTransport.shared))
        let stream = BodySource.Stream(length: nil) {
            let chunks = Locked([Data("uvwxyz".utf8), Data("UVWXYZ".utf8)][...])
            return { chunks.withLock { $0.popFirst() } }
        }
        let file = TemporaryFile()
        try Data("from a file".utf8).write(to: file.url)
        for body in [BodySource.stream(stream), .file(file.url)] {
            let request = WireRequest(method: .post, url: server.baseURL + "/count", body: body)
            let response = String(decoding: try await client.send(request).collect(), as: UTF8.self)
            #expect(response.contains(body.length == nil ? "12" : "11"))
        }
        let entries = recorder.archive.log.entries
        #expect(entries.map(\.request.postData?.text) == ["uvwxyzUV", "from a f"])
        #expect(entries.map(\.request.postData?.isTruncated) == [true, true])
        #expect(entries.map(\.request.bodySize) == [12, 11])
    }

    @Test("failures are recorded, with status 0 or what came before them, and why")
    func failures() async throws {
        let recorder = ExchangeRecorder()
        let client = client(recorder, .failing(TransferError.refused), .breaking(200, after: ["par"]))
        _ = try? await client.send(WireRequest(url: "http://a/1"))
        _ = try? await client.send(WireRequest(url: "http://a/2")).collect()
        let entries = recorder.archive.log.entries
        #expect(entries.first?.response.status == 0)
        #expect(entries.first?.response.failure?.code == .couldNotConnect)
        #expect(entries.last?.response.status == 200)
        #expect(entries.last?.response.failure?.code == .connectionLost)
        #expect(entries.last?.response.content.text == "par")
    }

    @Test("a hop given up before its head is cancelled; one left in its body has what came")
    func left() async throws {
        let recorder = ExchangeRecorder()
        let started = AsyncStream<Void>.makeStream()
        let waiting = HopScript([.run { started.continuation.yield() }, .hang])
        let client = client(recorder, waiting, .response(200, body: ["a", "b"]), .response(200))
        let task = Task { _ = try await client.send(WireRequest(url: "http://a/1")) }
        _ = await started.stream.first { true }
        task.cancel()
        _ = try? await task.value
        for try await _ in try await client.send(WireRequest(url: "http://a/2")).body { break }
        _ = try await client.send(WireRequest(method: .head, url: "http://a/3")).head
        let entries = recorder.archive.log.entries
        #expect(entries.map(\.response.status) == [0, 200, 200])
        #expect(entries[0].response.failure == .cancelled)
        #expect(entries[1].response.content.text == "a")
        #expect(entries.map(\.response.content.isTruncated) == [false, true, false])
    }

    @Test("a hop that the transport repeats is an entry of its own")
    func resending() async throws {
        let recorder = ExchangeRecorder()
        let challenge = ResponseHead(status: 401, headers: [HeaderField("WWW-Authenticate", "Digest")])
        var script = HopScript.response(200)
        script.steps.insert(.event(.resending(after: Exchange.Hop.End(.challenge(challenge)))), at: 0)
        let client = client(recorder, script)
        _ = try await client.send(WireRequest(method: .post, url: "http://a/", body: .bytes(Data("b".utf8)))).collect()
        let entries = recorder.archive.log.entries
        #expect(entries.map(\.response.status) == [401, 200])
        #expect(entries.map(\.request.postData?.text) == ["b", "b"])
    }

    @Test("what the transport sent without its body, to be asked for credentials first, has none in its entry")
    func resendingWithoutBody() async throws {
        let challenge = Exchange.Hop.End.Reason.challenge(ResponseHead(status: 401))
        let summary = Transfer.Summary(requestHeadersSent: [HeaderField("Content-Length", "0")])
        var script = HopScript.response(200)
        script.steps.insert(.event(.resending(after: Exchange.Hop.End(challenge, summary: summary))), at: 0)
        let recorder = ExchangeRecorder()
        let put = WireRequest(method: .put, url: "http://a/", body: .bytes(Data("body".utf8)))
        _ = try await client(recorder, script).send(put).collect()
        let requests = recorder.archive.log.entries.map(\.request)
        #expect(requests.map(\.postData?.text) == [nil, "body"])
        #expect(requests.map(\.bodySize) == [0, 4])
        #expect(requests.first?.headers.map(\.value) == ["0"])
    }

    @Test("the token that was sent is nowhere in the file, in any form; without redaction it is")
    func secrets() async throws {
        let server = try DemoServer()
        let token = "demo-token"
        let basic = Data("demo:correct-horse".utf8).base64EncodedString()
        let recorder = ExchangeRecorder(redaction: HARRedaction(values: ["battery-staple"]))
        let open = ExchangeRecorder(redaction: nil)
        let client = NetworkClient(
            transport: open.transport(recorder.transport(CurlTransport.shared)))
        let form: HeaderFields = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
        let requests = [
            WireRequest(url: server.baseURL + "/private", headers: [HeaderField("Authorization", "Bearer \(token)")]),
            WireRequest(url: server.baseURL + "/echo", headers: [HeaderField("Authorization", "Basic \(basic)")]),
            WireRequest(url: server.baseURL + "/echo?api_key=in-the-query&x=battery-staple&again=in-the-query"),
            WireRequest(url: server.baseURL + "/cookies", headers: [HeaderField("Cookie", "session=open5esame")]),
            WireRequest(
                method: .post, url: server.baseURL + "/echo", headers: form,
                body: .bytes(Data("password=in%20the%20form&copy=in+the+form".utf8))),
            WireRequest(
                method: .post, url: server.baseURL + "/login", headers: form,
                body: .bytes(Data("username=demo&password=demo".utf8))),
            WireRequest(
                method: .post, url: server.baseURL + "/echo",
                body: .bytes(Data((Data("Bearer ".utf8) + Data(token.utf8)).base64EncodedString().utf8))),
        ]
        for request in requests { _ = try await client.send(request).collect() }
        let written = text(recorder)
        let secrets = [
            token, "correct-horse", "in-the-query", "battery-staple", "open5esame", "in the form", "in%20the%20form",
            basic,
        ]
        for secret in secrets {
            #expect(!written.contains(secret), "\(secret)")
            let base64 = String(Data(secret.utf8).base64EncodedString().dropLast(4))
            #expect(!written.contains(base64), "\(secret)")
        }
        for secret in secrets where !["correct-horse", "in the form"].contains(secret) {
            #expect(text(open).contains(secret), "\(secret)")
        }
        #expect(!written.contains("in+the+form"))
    }

    @Test("an answer that arrives compressed is not kept, since nobody could search it; without redaction it is")
    func compressed() async throws {
        let server = try DemoServer()
        var request = WireRequest(url: server.baseURL + "/gzip")
        request.options.decodesContent = false
        let recorder = ExchangeRecorder()
        let open = ExchangeRecorder(redaction: nil)
        let client = NetworkClient(transport: open.transport(recorder.transport(CurlTransport.shared)))
        let body = try await client.send(request).collect()
        #expect(recorder.archive.log.entries.first?.response.content.text == nil)
        #expect(recorder.archive.log.entries.first?.response.content.comment?.contains("compressed") == true)
        #expect(open.archive.log.entries.first?.response.content.body == body)
    }

    @Test("the file is its owner's, and a reset recorder starts afresh")
    func writing() async throws {
        let recorder = ExchangeRecorder(creator: HAR.Tool(name: "tests", version: "2"))
        let client = client(recorder, .response(200))
        _ = try await client.send(WireRequest(url: "http://a/")).collect()
        let file = TemporaryFile()
        try recorder.write(to: file.url)
        let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try HAR(contentsOf: file.url).log.creator.name == "tests")
        recorder.reset()
        #expect(recorder.archive.log.entries.isEmpty)
    }
}

/// A value with a lock.
private final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}

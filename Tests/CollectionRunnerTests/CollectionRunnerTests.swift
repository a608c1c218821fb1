import BodyStore
import DemoAPI
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite struct CollectionRunnerTests {
    private let runner = CollectionRunner.impatient()

    private func run(_ demo: DemoCollection) async -> RecordedExchange {
        await runner.run(demo.rendered(), origin: RecordedExchange.Origin(requestPath: DemoCollection.path.text))
    }

    private func body(_ record: RecordedExchange) -> String {
        String(decoding: record.responseBody?.copy(0..<Int.max) ?? [], as: UTF8.self)
    }

    @Test("an answer has head, body, timings and where it came from")
    func responses() async throws {
        let record = await run(try DemoCollection("GET", "/users/1"))
        #expect(record.failure == nil)
        #expect(record.head?.status == 200)
        #expect(body(record).contains("\"id\""))
        #expect(record.responseBody?.isFinished == true)
        #expect(record.origin.requestPath == "request.yml")
        let hop = try #require(record.exchange.attempts.first?.hops.first)
        #expect(hop.timings.total != nil && hop.timings.wait != nil)
        #expect(record.exchange.duration != nil)
    }

    @Test("a request goes out with its method, headers and body")
    func sends() async throws {
        var demo = try DemoCollection("post", "/echo?q=1")
        demo.definition.headers = [Field("X-One", "1"), Field("x-two", "2")]
        demo.definition.body.kind = .json
        demo.definition.body.text = #"{"a": 1}"#
        let record = await run(demo)
        #expect(record.exchange.request.method == .post)
        #expect(body(record).contains("x-two"))
        #expect(record.exchange.request.body == Data(#"{"a": 1}"#.utf8))
    }

    @Test("a flaky answer takes three attempts, each with its reason and wait")
    func flaky() async throws {
        var demo = try DemoCollection("GET", "/flaky?fails=2&retryAfter=none")
        demo.retry = RetrySettings(count: 2)
        demo.retry?.base = 0.2
        demo.retry?.jitter = "none"
        let record = await run(demo)
        let attempts = record.exchange.attempts
        #expect(attempts.map(\.outcome) == [.response(status: 503), .response(status: 503), .response(status: 200)])
        #expect(attempts.map { $0.retry?.reason } == ["503 Service Unavailable", "503 Service Unavailable", nil])
        #expect(attempts.map { $0.retry?.wait } == [.milliseconds(200), .milliseconds(400), nil])
        #expect(attempts.first?.retry?.source == .backoff)
        #expect(record.head?.status == 200 && record.failure == nil)
    }

    @Test("Retry-After is waited for, and says so")
    func retryAfter() async throws {
        var demo = try DemoCollection("GET", "/flaky?fails=1&retryAfter=2")
        demo.retry = RetrySettings(count: 1)
        let retry = await run(demo).exchange.attempts.first?.retry
        #expect(retry?.wait == .seconds(2) && retry?.source == .retryAfter)
    }

    @Test("without a policy there is one attempt; a POST is repeated only if its policy says so")
    func noRetry() async throws {
        var demo = try DemoCollection("GET", "/flaky?fails=1")
        #expect(await run(demo).exchange.attempts.count == 1)
        demo = try DemoCollection("POST", "/flaky?fails=1&retryAfter=none")
        demo.retry = RetrySettings(count: 1)
        #expect(await run(demo).head?.status == 503)
        demo = try DemoCollection("POST", "/flaky?fails=1&retryAfter=none")
        demo.retry = RetrySettings(count: 1)
        demo.retry?.methods = ["post"]
        demo.retry?.statuses = [503]
        #expect(await run(demo).head?.status == 200)
    }

    @Test("cancelling a slow send ends it at once, with what there is of the exchange")
    func cancels() async throws {
        let demo = try DemoCollection("GET", "/slow?seconds=600")
        defer { demo.server.stop() }
        let rendered = demo.rendered()
        let (events, report) = AsyncStream.makeStream(of: Void.self)
        let runner = runner
        let task = Task {
            defer { report.finish() }
            return await runner.run(rendered, origin: RecordedExchange.Origin()) { event in
                if case .exchange(.connected) = event { report.yield() }
            }
        }
        for await _ in events { break }
        task.cancel()
        let record = await task.value
        #expect(record.failure?.stage == .cancelled)
        #expect(record.head == nil)
        #expect(record.exchange.attempts.map(\.outcome) == [.cancelled])
    }

    @Test("cancelled while the body comes, head and the bytes so far are kept")
    func cancelsBody() async throws {
        let demo = try DemoCollection("GET", "/drip?chunks=100000&interval=0.01")
        defer { demo.server.stop() }
        let rendered = demo.rendered()
        let (events, report) = AsyncStream.makeStream(of: BodyStore.self)
        let runner = runner
        let task = Task {
            defer { report.finish() }
            return await runner.run(rendered, origin: RecordedExchange.Origin()) { event in
                if case .receiving(_, let store) = event { report.yield(store) }
            }
        }
        for await store in events {
            while store.count == 0 { await Task.yield() }
            break
        }
        task.cancel()
        let record = await task.value
        #expect(record.failure?.stage == .cancelled)
        #expect(record.head?.status == 200)
        #expect((record.responseBody?.count ?? 0) > 0 && record.responseBody?.isFinished == true)
        #expect(record.exchange.attempts.map(\.outcome) == [.cancelled])
    }

    @Test("where nobody listens the failure names the stage and what to try")
    func unreachable() async throws {
        let demo = try DemoCollection("GET", "/users")
        demo.server.stop()
        let record = await run(demo)
        #expect(record.failure?.stage == RecordedFailure.Stage(.connect))
        #expect(record.failure?.advice == "Is the server running, and is the port right?")
        #expect(record.head == nil && record.responseBody == nil)
        guard case .failure(let failure)? = record.exchange.attempts.first?.outcome else {
            Issue.record("\(record.exchange.attempts)")
            return
        }
        #expect(failure.code == .couldNotConnect)
    }

    @Test("a timeout of the request ends it, and says so")
    func timeout() async throws {
        var demo = try DemoCollection("GET", "/slow?seconds=600")
        demo.definition.settings.timeoutInMilliseconds = 50
        let record = await run(demo)
        #expect(record.failure?.message.contains("timed out") == true, "\(record.failure?.message ?? "")")
    }

    // MARK: Credentials

    @Test("a bearer token is sent, and does not follow a redirect to another origin")
    func bearer() async throws {
        var demo = try DemoCollection("GET", "/redirect/other")
        demo.definition.auth = .bearer(token: "demo-token")
        let record = await run(demo)
        let hops = try #require(record.exchange.attempts.first?.hops)
        #expect(hops.map { $0.request.headers["Authorization"] } == ["Bearer demo-token", nil])
        #expect(record.head?.status == 200)
        #expect(body(record).contains("\"headers\"") && !body(record).contains("demo-token"))
    }

    @Test(
        "what someone has agreed to goes along to that origin; what was left behind is known, and whether it is missed")
    func agreedRedirect() async throws {
        var demo = try DemoCollection("GET", "/redirect/other?path=/private")
        demo.definition.auth = .bearer(token: "demo-token")
        let left = try #require(StrippedCredentials(["Authorization", "X-None"], in: await run(demo).exchange))
        #expect(left.names == ["Authorization"] && left.url == demo.server.otherBaseURL + "/private" && left.isWanted)
        var dependencies = SendDependencies()
        dependencies.forwardedFields = { [other = demo.server.otherBaseURL] in
            $0.url.isEmpty || $1 != other ? [] : ["Authorization"]
        }
        let record = await runner.run(demo.rendered(), origin: RecordedExchange.Origin(), dependencies: dependencies)
        #expect(record.head?.status == 200)
        #expect(StrippedCredentials(["Authorization"], in: record.exchange) == nil)
    }

    @Test("within one origin the token goes along")
    func bearerSameOrigin() async throws {
        var demo = try DemoCollection("GET", "/redirect-to?url=/private")
        demo.definition.auth = .bearer(token: "demo-token")
        #expect(await run(demo).head?.status == 200)
    }

    @Test("an API key in a header of its own stays with its origin too, and so does any header with a secret")
    func apiKey() async throws {
        var demo = try DemoCollection("GET", "/redirect/other")
        demo.definition.auth = .apiKey(name: "X-Shop", value: "demo-key", placement: .header)
        demo.definition.headers = [Field("X-My-Token", "hush-hush")]
        let record = await run(demo)
        let hops = try #require(record.exchange.attempts.first?.hops)
        #expect(hops.map { $0.request.headers["X-Shop"] } == ["demo-key", nil])
        #expect(!body(record).contains("hush-hush"))
    }

    @Test("credentials are an interceptor's, and stand where the preview shows them")
    func headerOrder() async throws {
        var demo = try DemoCollection("GET", "/echo")
        demo.definition.headers = [Field("X-One", "1")]
        demo.definition.auth = .bearer(token: "demo-token")
        let rendered = demo.rendered()
        let names = await run(demo).exchange.request.headers.map(\.name)
        #expect(names == rendered.headersToSend.map(\.name))
        #expect(names.firstIndex(of: "Authorization") == 1)
        #expect(try SendPlan(rendered, files: .none).request.headers["Authorization"] == nil)
    }

    @Test("a client with another transport sees every send")
    func otherTransport() async throws {
        let transport = FakeTransport(.response(201, body: ["made", " up"]))
        let runner = CollectionRunner(client: NetworkClient(transport: transport))
        var demo = try DemoCollection("GET", "/private")
        demo.definition.auth = .basic(username: "demo", password: "demo")
        let record = await runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.head?.status == 201 && body(record) == "made up")
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Basic ZGVtbzpkZW1v"])
    }

    // MARK: What is not sent, and what is large

    @Test("a request with a missing variable is not sent")
    func missingVariable() async throws {
        let transport = FakeTransport()
        let runner = CollectionRunner(client: NetworkClient(transport: transport))
        var demo = try DemoCollection("GET", "/users")
        demo.definition.headers = [Field("X-Id", "{{id}}")]
        let record = await runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.failure?.stage == .build)
        #expect(record.failure?.message == "id has no value (header X-Id)")
        #expect(record.exchange.attempts.isEmpty && transport.requests.isEmpty)
    }

    @Test("a body over the memory limit goes to a file, whole")
    func spills() async throws {
        let record = await run(try DemoCollection("GET", "/json?bytes=3000000"))
        #expect(record.responseBody?.isSpilled == true)
        #expect(record.responseBody?.count == 3_000_000)
    }

    @Test("a body that cannot be kept fails the send at that stage, with the head")
    func noRoom() async throws {
        let nowhere = FileManager.default.temporaryDirectory.appendingPathComponent("no-such-\(UUID().uuidString)")
        let runner = CollectionRunner.impatient(spillDirectory: nowhere)
        let demo = try DemoCollection("GET", "/json?bytes=3000000")
        defer { demo.server.stop() }
        let rendered = demo.rendered()
        let record = await runner.run(rendered, origin: RecordedExchange.Origin())
        #expect(record.failure?.stage == .store)
        #expect(record.head?.status == 200)
        #expect(record.exchange.attempts.count == 1 && record.exchange.duration != nil)
    }

    @Test("redirects are followed as far as the request says")
    func redirects() async throws {
        var demo = try DemoCollection("GET", "/redirect/3")
        #expect(await run(demo).exchange.attempts.first?.hops.count == 4)
        demo.definition.settings.maximumRedirects = 1
        #expect(await run(demo).head?.status == 302)
        demo.definition.settings.followsRedirects = false
        #expect(await run(demo).exchange.attempts.first?.hops.count == 1)
    }
}

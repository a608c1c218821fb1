import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("Assertions that are cancelled") struct CancelledChecksTests {
    @Test("a thousand patterns without an end stop with the task, and none of them counts as passed")
    func cancelled() async throws {
        var demo = try DemoCollection("GET", "/")
        demo.definition.url = "http://a.test/"
        let endless = Assertion("res.body.a", "notMatches", "(a+)+$")
        demo.definition.assertions = Array(repeating: endless, count: 1000) + [Assertion("res.status", "eq", "200")]
        let body = #"{"a": "\#(String(repeating: "a", count: 60))b"}"#
        let response = HopScript.response(200, headers: [HeaderField("Content-Type", "application/json")], body: [body])
        // The clock does not move: nothing but the cancelled task ends them.
        var configuration = NetworkConfiguration(
            session: .transport(FakeTransport([response])), baseURL: URL(fileURLWithPath: "/"))
        configuration.clock = TestClock().clock
        let runner = CollectionRunner(client: NetworkClient(configuration: configuration))
        let (isSent, report) = AsyncStream<Void>.makeStream()
        let task = Task { [demo] in
            await runner.run(demo.rendered(), checks: demo.checks(), origin: .init()) { event in
                if case .exchange(.finished) = event { report.yield() }
            }
        }
        var sent = isSent.makeAsyncIterator()
        await sent.next()
        task.cancel()
        let record = await task.value
        #expect(record.failure?.stage == .cancelled && record.head?.status == 200)
        #expect(record.assertions.count == 1001)
        #expect(AssertionCount(record.assertions).notEvaluated == 1001)
    }
}

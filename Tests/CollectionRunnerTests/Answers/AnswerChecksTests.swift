import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite struct AnswerChecksTests {
    private let runner = CollectionRunner.impatient()

    private func run(_ demo: DemoCollection) async -> RecordedExchange {
        await runner.run(demo.rendered(), checks: demo.checks(), origin: RecordedExchange.Origin())
    }

    @Test("a send keeps what its actions found and what came of its assertions")
    func send() async throws {
        var demo = try DemoCollection("GET", "/users/1")
        demo.definition.actions = [VariableAction("id", from: "res.body.id")]
        demo.definition.assertions = [
            Assertion("res.status", "eq", "200"), Assertion("res.body.id", "eq", "{{id}}"),
            Assertion("res.responseTime", "lt", "60000"),
            Assertion("res.url", "endsWith", "/users/1"), Assertion("res.headers['content-type']", "contains", "json"),
            Assertion("res.body", "isArray"), Assertion("bru.getVar('x')", "eq", "1"),
            Assertion("res.status", "eq", "1", isEnabled: false),
        ]
        let record = await run(demo)
        #expect(record.captures.map(\.words) == ["1"])
        #expect(!record.assertions.prefix(5).contains { $0.outcome != .passed }, "\(record.assertions)")
        #expect(
            record.assertions.dropFirst(5).map { String($0.words.prefix(13)) } == ["failed: found", "not evaluated"])
    }

    @Test("4xx is an answer like any other")
    func notFound() async throws {
        var demo = try DemoCollection("GET", "/status/404")
        demo.definition.assertions = [Assertion("res.status", "eq", "404")]
        #expect(await run(demo).assertions.map(\.outcome) == [.passed])
    }

    @Test("where the transfer failed there are no checks, but what was set before")
    func unreachable() async throws {
        var demo = try DemoCollection("GET", "/users")
        demo.server.stop()
        demo.variables = [Variable("a", "1")]
        demo.definition.actions = [
            VariableAction("b", from: "a", phase: "before-request"), VariableAction("c", from: "res.status"),
        ]
        demo.definition.assertions = [Assertion("res.status", "neq", "200")]
        let record = await run(demo)
        #expect(record.failure != nil)
        #expect(record.captures.map(\.variable) == ["b"] && record.assertions.isEmpty)
    }

    @Test("a body in a file is read where it lies")
    func spilled() async throws {
        var demo = try DemoCollection("GET", "/json?bytes=3000000")
        demo.definition.assertions = [Assertion("res.body", "isJson")]
        var checks = demo.checks()
        checks.largestValue = 1000
        let record = await runner.run(demo.rendered(), checks: checks, origin: RecordedExchange.Origin())
        #expect(record.responseBody?.isSpilled == true)
        #expect(record.assertions.map(\.outcome) == [.passed])
    }
}

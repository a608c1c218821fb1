import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite("Reference, section 10: answers and cookies") struct Section10ResponseTests {
    private let runner = CollectionRunner.impatient()

    /// Returns what an expression finds in a response of the demo API, as JSON.
    private func value(_ expression: String, of target: String) async throws -> String {
        var demo = try DemoCollection("GET", target)
        demo.definition.actions = [VariableAction("x", from: expression)]
        let record = await runner.run(demo.rendered(), checks: demo.checks(), origin: RecordedExchange.Origin())
        return try #require(record.captures.first).words
    }

    @Test(
        "10 responses",
        arguments: [
            ("10 4xx are ordinary responses", "res.status", "/no-such-place", "404"),
            ("10 repeated headers are joined", "res.headers['x-twice']", "/headers-many?count=1", "\"one, two\""),
            (
                "10 except set-cookie, a list", "res.headers['set-cookie']", "/headers-many?count=1",
                #"["first=1; Path=/","second=2; Path=/"]"#
            ),
        ])
    func responses(id: String, expression: String, target: String, expected: String) async throws {
        #expect(try await value(expression, of: target) == expected, "\(id)")
    }

    @Test("10 size is the body's bytes after content decoding")
    func size() async throws {
        let demo = try DemoCollection("GET", "/gzip?bytes=2000")
        let record = await runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.responseBody?.count == 2000)
    }

    @Test("10 a BOM is dropped")
    func mark() {
        var sample = ResponseSample()
        sample.bytes = [0xEF, 0xBB, 0xBF] + Array(#"{"a": 1}"#.utf8)
        #expect(sample.captured("res.body.a") == "1")
        sample.bytes = [0xEF, 0xBB, 0xBF] + Array("text".utf8)
        #expect(sample.captured("res.body") == "\"text\"")
    }
}

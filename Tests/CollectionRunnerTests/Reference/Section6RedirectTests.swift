import Exchanges
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

/// A request to the demo API that is redirected, and what its last hop was: method, whether the body went along.
struct RedirectRow: Sendable, CustomTestStringConvertible {
    var id: String
    var method: String
    var target: String
    var expected: String
    var testDescription: String { id }

    init(_ id: String, _ method: String, _ target: String, _ expected: String) {
        self.id = id
        self.method = method
        self.target = target
        self.expected = expected
    }
}

@Suite("Reference, section 6.1: redirects") struct Section6RedirectTests {
    private let runner = CollectionRunner.impatient()

    private func run(_ method: String, _ target: String, _ change: (inout DemoCollection) -> Void = { _ in })
        async throws -> RecordedExchange
    {
        var demo = try DemoCollection(method, target)
        if method != "GET" {
            demo.definition.body.kind = .text
            demo.definition.body.text = "body"
        }
        change(&demo)
        return await runner.run(demo.rendered(), origin: RecordedExchange.Origin())
    }

    @Test(
        "what becomes of method and body",
        arguments: [301, 302, 303].flatMap { status in
            [
                RedirectRow("6.1 \(status): POST becomes GET without body", "POST", "\(status)", "GET false"),
                RedirectRow("6.1 \(status): PUT becomes GET without body", "PUT", "\(status)", "GET false"),
                RedirectRow("6.1 \(status): DELETE becomes GET without body", "DELETE", "\(status)", "GET false"),
                RedirectRow("6.1 \(status): HEAD stays", "HEAD", "\(status)", "HEAD false"),
            ]
        }
            + [307, 308].flatMap { status in
                [
                    RedirectRow("6.1 \(status): POST is repeated with its body", "POST", "\(status)", "POST true"),
                    RedirectRow("6.1 \(status): PUT is repeated with its body", "PUT", "\(status)", "PUT true"),
                ]
            })
    func methods(row: RedirectRow) async throws {
        let record = try await run(row.method, "/redirect-to?url=/echo&status=\(row.target)") {
            if row.method == "HEAD" { $0.definition.body = RequestBody() }
        }
        let last = try #require(record.exchange.attempts.first?.hops.last?.request)
        #expect(record.exchange.attempts.first?.hops.count == 2)
        #expect("\(last.method.rawValue) \(last.headers["Content-Type"] != nil)" == row.expected, "\(row.id)")
    }

    @Test(
        "where it ends",
        arguments: [
            RedirectRow(
                "6.1 relative Location resolves against the hop's URL", "GET", "/redirect-to?url=users/1", "200 2"),
            RedirectRow("6.1 maxRedirects 5: five are followed", "GET", "/redirect/5", "200 6"),
            RedirectRow("6.1 at the limit the 3xx is the response, no error", "GET", "/redirect/6", "302 6"),
            RedirectRow("6.1 a loop ends in the same way", "GET", "/redirect/loop", "302 6"),
        ])
    func ends(row: RedirectRow) async throws {
        let record = try await run(row.method, row.target)
        let hops = record.exchange.attempts.first?.hops.count ?? 0
        #expect("\(record.head?.status ?? 0) \(hops)" == row.expected && record.failure == nil, "\(row.id)")
    }

    @Test("6.1 followRedirects false: the 3xx is the response")
    func stays() async throws {
        let record = try await run("GET", "/redirect/2") { $0.definition.settings.followsRedirects = false }
        #expect(record.head?.status == 302 && record.exchange.attempts.first?.hops.count == 1)
    }

    @Test(
        "6.1 to another origin: credentials stay, whatever forwardAuthorizationHeader says (0); other headers travel on",
        arguments: [true, false, nil])
    func origin(forwards: Bool?) async throws {
        let record = try await run("GET", "/redirect/other") {
            $0.definition.settings.forwardsAuthorization = forwards
            $0.definition.auth = .bearer(token: "demo-token")
            $0.definition.headers = [Field("X-Trace", "1")]
        }
        let hops = try #require(record.exchange.attempts.first?.hops)
        #expect(hops.map { $0.request.headers["Authorization"] } == ["Bearer demo-token", nil])
        #expect(hops.map { $0.request.headers["X-Trace"] } == ["1", "1"])
    }
}

import BodyStore
import Exchanges
import Foundation
import MicroClient
import Secrets

@testable import OpenCollection

/// Sends that never happened, for tests.
enum Records {
    static let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    static let start = Date(timeIntervalSince1970: 0)

    static let request = Exchange.SentRequest(
        method: .post, url: "http://a.test/users?api_key=hunter2",
        headers: [
            HeaderField("Host", "a.test"), HeaderField("Authorization", "Bearer demo-token"),
            HeaderField("X-Trace", "for demo-token"),
        ], body: Data("{\"name\": \"Zoë\", \"t\": \"demo-token\"}".utf8))

    static func timings(_ change: (inout Transfer.Timings) -> Void = { _ in }) -> Transfer.Timings {
        var timings = Transfer.Timings()
        (timings.connect, timings.wait, timings.total) = (.microseconds(250), .milliseconds(10), .milliseconds(12))
        change(&timings)
        return timings
    }

    static func hop(_ status: Int?, _ timings: Transfer.Timings = Records.timings()) -> Exchange.Hop {
        Exchange.Hop(
            startedAfter: .zero, request: request,
            response: status.map { ResponseHead(status: $0, httpVersion: "1.1") }, timings: timings)
    }

    /// Returns a record with 503, then 200.
    static func received(
        body: [UInt8] = Array("{\"ok\": true}\n".utf8), headers: HeaderFields = [HeaderField("Set-Cookie", "id=1")]
    ) -> RecordedExchange {
        let attempts = [
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: request, hops: [hop(503)], outcome: .response(status: 503),
                retry: Exchange.Attempt.Retry(
                    reason: "503 Service Unavailable", wait: .milliseconds(200), source: .backoff)),
            Exchange.Attempt(
                number: 2, startedAfter: .milliseconds(212), request: request,
                hops: [hop(302), hop(200)], outcome: .response(status: 200)),
        ]
        return RecordedExchange(
            id: id,
            exchange: Exchange(request: request, startedAt: start, attempts: attempts, duration: .milliseconds(236)),
            origin: RecordedExchange.Origin(), sentAt: start,
            head: ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: headers),
            responseBody: BodyStore(body))
    }

    /// One assertion of each outcome.
    static let assertions = [
        RecordedAssertion(expression: "res.body", operator: "isJson", outcome: .passed),
        RecordedAssertion(
            expression: "res.status", operator: "eq", value: "201", outcome: .failed(found: "200", expected: "201")),
        RecordedAssertion(
            expression: "f()", operator: "gt", value: "1", outcome: .notEvaluated("it needs JavaScript")),
    ]

    static let captures = [
        RecordedCapture(variable: "id", expression: "res.body.id", outcome: .value(json: "{\"n\":7}")),
        RecordedCapture(variable: "t", expression: "res.body.t", outcome: .value(json: "\"abc\""), isSecret: true),
        RecordedCapture(variable: "echo", expression: "res.body.e", outcome: .value(json: "[\"demo-token\"]")),
        RecordedCapture(variable: "none", expression: "res.body.x", outcome: .undefined, isBeforeRequest: true),
        RecordedCapture(
            variable: "wrong", expression: "demo-token.x", outcome: .failed("demo-token.x is undefined")),
    ]

    static func failed(_ failure: RecordedFailure, outcome: Exchange.Attempt.Outcome) -> RecordedExchange {
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [hop(nil)], outcome: outcome)
        return RecordedExchange(
            id: id, exchange: Exchange(request: request, startedAt: start, attempts: [attempt], duration: .seconds(1)),
            origin: RecordedExchange.Origin(), sentAt: start, failure: failure)
    }

    /// A request with the secret "demo-token".
    static func rendered(
        headers: [RenderedHeader] = [], missing: [MissingVariable] = [], cycles: [String] = [], problems: [String] = []
    ) -> RenderedRequest {
        RenderedRequest(
            method: "POST", secretURL: SecretText(request.url), headers: headers, body: .none, missing: missing,
            cycles: cycles,
            problems: problems, notes: [], secrets: SecretSet([NamedSecret(name: "token", value: "demo-token")]),
            credential: nil,
            timeout: nil, followsRedirects: true, maximumRedirects: 5, forwardsAuthorization: nil, retry: nil,
            verifiesTLS: true)
    }
}

import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

/// Today's assertions on responses of the history.
@Suite struct StoredResponseTests {
    /// Returns "passed", "failed: …" or "not evaluated: why".
    private func judge(
        _ expression: String, _ operator: String, _ value: String? = nil, isMasked: Bool = true,
        _ change: (inout StoredExchange) -> Void = { _ in }, hasBody: Bool = true
    ) throws -> String {
        var definition = RequestDefinition()
        definition.assertions = [Assertion(expression, `operator`, value)]
        let response = response(isMasked: isMasked, hasBody: hasBody, change)
        let results = ResponseSample().checks(definition).results(
            of: try #require(response), decode: { _, _ in nil }, uptime: { .zero })
        return results.assertions[0].words
    }

    private func response(
        isMasked: Bool, hasBody: Bool = true, _ change: (inout StoredExchange) -> Void = { _ in }
    ) -> StoredResponse? {
        let body = #"{"id":7,"token":"Bearer {{token}}","pin":{{pin}},"list":["{{token}}",1]}"#
        let request = Exchange.SentRequest(method: .get, url: "http://host/?key={{key}}", headers: [])
        var kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: Date(),
            exchange: Exchange(request: request, startedAt: Date()))
        kept.head = ResponseHead(
            status: 200,
            headers: HeaderFields([HeaderField("Set-Cookie", "sid={{sid}}"), HeaderField("ETag", "\"1\"")]))
        let length = Int64(body.utf8.count)
        kept.responseBody = StoredBody(hash: "a", length: length, keptLength: length, isMasked: isMasked)
        change(&kept)
        return StoredResponse(kept, body: hasBody ? BodyStore(Array(body.utf8)) : nil)
    }

    @Test("a cancelled check of a past response evaluates nothing more")
    func cancelled() throws {
        var definition = RequestDefinition()
        definition.assertions = [Assertion("res.status", "eq", "200"), Assertion("res.url", "notMatches", "(a+)+$")]
        definition.actions = [VariableAction("id", from: "res.body.id")]
        let kept = try #require(self.response(isMasked: false))
        let results = ResponseSample().checks(definition).results(
            of: kept, decode: { _, _ in nil }, uptime: { .zero }, isCancelled: { true })
        #expect(results.assertions.map(\.words) == Array(repeating: "not evaluated: it was cancelled", count: 2))
        #expect(results.captures.map(\.words) == ["not evaluated: it was cancelled"])
    }

    @Test("what is not masked is judged as ever, beside a number that is")
    func plain() throws {
        #expect(try judge("res.body.id", "eq", "7") == "passed")
        #expect(try judge("res.body.id", "eq", "8") == "failed: found 7, expected 8")
        #expect(try judge("res.status", "eq", "200") == "passed")
        #expect(try judge("res.headers.etag", "contains", "1") == "passed")
        #expect(try judge("res.body.list.length", "eq", "2") == "passed")
    }

    @Test(
        "a masked value is judged neither way",
        arguments: [
            ("res.body.token", "eq", "x"), ("res.body.token", "startsWith", "Bearer"),
            ("res.body.pin", "isNumber", nil),
            ("res.body.list", "contains", "1"), ("res.body.token.length", "eq", "5"),
            ("res.headers['set-cookie']", "isArray", nil),
            ("res.url", "contains", "key"), ("res('token')", "eq", "x"),
        ])
    func masked(_ expression: String, _ word: String, _ value: String?) throws {
        #expect(try judge(expression, word, value) == "not evaluated: the value is masked in the history")
    }

    @Test("that there is a value can be told of a masked one")
    func presence() throws {
        #expect(try judge("res.body.token", "isDefined") == "passed")
        #expect(try judge("res.body.token", "isUndefined").hasPrefix("failed"))
        #expect(try judge("res.body.pin", "isNull").hasPrefix("failed"))
    }

    @Test("braces that a server sent are no marker where nothing was masked")
    func braces() throws {
        #expect(
            try judge("res.body", "contains", "Bearer", isMasked: false) == "passed")
    }

    @Test("a body that is not kept, or not whole, is judged neither way; the head is")
    func bodies() throws {
        #expect(try judge("res.body.id", "eq", "7", hasBody: false) == "not evaluated: the body is no longer kept")
        let cut = try judge("res.body.id", "eq", "7") { $0.responseBody?.wholeHash = "b" }
        #expect(cut == "not evaluated: only the beginning of the body is kept")
        #expect(try judge("res.status", "eq", "200", hasBody: false) == "passed")
    }

    @Test("without a whole answer there is nothing to judge")
    func failure() {
        #expect(response(isMasked: false) { $0.failure = RecordedFailure(stage: .cancelled, message: "") } == nil)
        #expect(response(isMasked: false) { $0.head = nil } == nil)
    }

    @Test("what actions would keep is told, and a masked value is kept from nobody")
    func captures() throws {
        var definition = RequestDefinition()
        definition.actions = [VariableAction("id", from: "res.body.id"), VariableAction("t", from: "res.body.token")]
        definition.assertions = [Assertion("id", "eq", "7")]
        let results = ResponseSample().checks(definition).results(
            of: try #require(response(isMasked: true)), decode: { _, _ in nil }, uptime: { .zero })
        #expect(results.captures.map(\.words) == ["7", "not evaluated: the value is masked in the history"])
        #expect(results.assertions.map(\.words) == ["passed"])
    }
}

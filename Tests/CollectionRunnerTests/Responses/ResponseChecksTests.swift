import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite struct ResponseChecksTests {
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

    @Test(
        "the errors that a GraphQL response lists are counted, and of no other request",
        arguments: [
            (#"{"data":null,"errors":[{"message":"a"},{"message":"b"}]}"#, RequestKind.graphQL, 2),
            (#"{"errors":[]}"#, .graphQL, 0), (#"{"errors":"none"}"#, .graphQL, 0), ("[1]", .graphQL, 0),
            ("no JSON", .graphQL, 0), (#"{"errors":[1]}"#, .http, 0),
        ])
    func errorsOfGraphQL(body: String, kind: RequestKind, count: Int) {
        var definition = RequestDefinition()
        definition.kind = kind
        #expect(ResponseSample(body).results(definition).graphQLErrorCount == count)
    }

    @Test("each error of a GraphQL response is a row with its message and place, of which the first 20 are kept")
    func rowsOfGraphQLErrors() {
        var definition = RequestDefinition()
        definition.kind = .graphQL
        let error = #"""
            {"message": "no \u001b[31mname", "path": ["hero", 0, "name"], "locations": [{"line": 3, "column": 5}, {"line": 9}]}
            """#
        let partial = ResponseSample(#"{"data": {"hero": null}, "errors": [\#(error), {"code": 1}]}"#).results(
            definition)
        #expect(
            partial.assertions.map(\.problem) == [
                "GraphQL error: no <U+001B>[31mname (hero.0.name, line 3:5)",
                "GraphQL error: an error without a message",
            ])
        #expect(partial.assertions.allSatisfy { $0.graphQL == .partialData })
        #expect(AssertionCount(partial.assertions).all == 0)
        let many = Array(repeating: #"{"message":"a"}"#, count: 1000).joined(separator: ",")
        let record = ResponseSample(#"{"data":null,"errors":[\#(many)]}"#).results(definition)
        #expect(record.graphQLErrorCount == 1000 && record.assertions.count == 20)
        #expect(record.assertions.first?.graphQL == .noData)
    }

    @Test(
        "errors that an assertion expects are not counted",
        arguments: [
            ("res.body.errors[0].message", "a", 0), ("res.body.errors[0].message", "b", 1), ("res.status", "200", 1),
        ])
    func expectedErrors(expression: String, value: String, count: Int) {
        var definition = RequestDefinition()
        definition.kind = .graphQL
        definition.assertions = [Assertion(expression, "eq", value)]
        let sample = ResponseSample(#"{"errors":[{"message":"a"}]}"#)
        #expect(sample.results(definition).graphQLErrorCount == count)
    }

    @Test(
        "what is compared with a secret shows neither that nor where it was found, however short it is",
        arguments: [
            ("res.body.n", "eq", "{{pin}}", "failed: found 5, expected ••••"),
            ("res.body.pin", "neq", "{{pin}}", "failed: found \"••••\", expected anything but ••••"),
            ("res.body", "isNull", "", #"failed: found {"pin":1234,"n":5}, expected null"#),
            (
                "res.body", "notContains", "x{{pin}}",
                #"failed: found {"pin":"••••","n":5}, expected a text or list without ••••"#
            ),
            ("res.body.n", "matches", "/{{pin}}/", "failed: found 5, expected a match of /••••/"),
            (
                "res.body.n", "matches", "/({{pin}}/",
                "not evaluated: the pattern is not a supported regular expression"
            ),
            ("res.body.n", "in", "7, {{pin}}", "failed: found 5, expected one of ••••, ••••"),
            ("res.body.n", "eq", "\\xg{{pin}}", "not evaluated: its value has an escape that JavaScript does not know"),
        ])
    func secretRightSide(expression: String, word: String, value: String, words: String) {
        var sample = ResponseSample(#"{"pin":1234,"n":5}"#)
        sample.environment = [Variable("pin", "", isSecret: true)]
        sample.secrets = ["pin": "1234"]
        var definition = RequestDefinition()
        definition.assertions = [Assertion(expression, word, value)]
        #expect(sample.results(definition).assertions.map(\.words) == [words])
    }

    @Test(
        "nor what reading makes of a secret: trimmed, unquoted, unescaped, as a number",
        arguments: [
            ("res.body.n", "eq", "{{word}}", "failed: found 5, expected ••••"),
            ("res.body.n", "eq", "x-{{word}}", "failed: found 5, expected ••••"),
            ("res.body.n", "in", "[{{word}},{{edge}}]", "failed: found 5, expected one of ••••, ••••"),
            ("res.body.n", "matches", "/^{{quoted}}$/", "failed: found 5, expected a match of /••••/"),
            ("res.body.read", "neq", "{{word}}", "failed: found \"••••\", expected anything but ••••"),
            (
                "res.body.read", "startsWith", "x{{word}}",
                "failed: found \"••••\", expected a text that starts with ••••"
            ),
            ("res.body.trimmed", "neq", "{{edge}}", "failed: found \"••••\", expected anything but ••••"),
            ("res.body.unquoted", "eq", "{{quoted}}", "failed: found \"••••\", expected ••••"),
            ("res.body.number", "neq", "{{number}}", "failed: found \"••••\", expected anything but ••••"),
            ("res.body.keys", "eq", "{{edge}}", "failed: found ••••, expected ••••"),
        ])
    func secretAsRead(expression: String, word: String, value: String, words: String) {
        var sample = ResponseSample(
            #"{"n":5,"read":"Pazz\tword99","trimmed":"hunter22secret","unquoted":"it is","number":1000,"keys":{"hunter22secret":1}}"#
        )
        let secrets = [
            "word": #"Pa\zz\tword99"#, "edge": "  hunter22secret ", "quoted": #""it is""#, "number": "1e3",
        ]
        sample.environment = secrets.keys.sorted().map { Variable($0, "", isSecret: true) }
        sample.secrets = secrets
        var definition = RequestDefinition()
        definition.assertions = [Assertion(expression, word, value)]
        #expect(sample.results(definition).assertions.map(\.words) == [words])
    }

    @Test(
        "quotes around a value are removed where the file has them, not those that a variable's value has",
        arguments: [
            ("{{etag}}", true), ("'{{etag}}'", true), ("'\"e3\"'", true), ("\"e3\"", false), ("{{bare}}", false),
        ])
    func quotes(value: String, isEqual: Bool) {
        var sample = ResponseSample(#"{"etag":"\"e3\""}"#)
        sample.environment = [Variable("etag", "\"e3\""), Variable("bare", "e3")]
        var definition = RequestDefinition()
        definition.assertions = [Assertion("res.body.etag", "eq", value)]
        #expect(sample.results(definition).assertions.map { $0.outcome == .passed } == [isEqual])
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

import OpenCollection
import Testing

@testable import CollectionRunner

/// An expression of an action, and the value that it keeps, as JSON.
private struct ActionRow: Sendable, CustomTestStringConvertible {
    var id: String
    var expression: String
    var expected: String
    var testDescription: String { id }

    init(_ id: String, _ expression: String, _ expected: String) {
        self.id = id
        self.expression = expression
        self.expected = expected
    }
}

@Suite("Reference, section 8: actions") struct Section8ActionTests {
    private static let body = """
        {"token": "t", "data": {"items": [{"id": 7, "tags": ["a", "b"]}, {"id": 8, "tags": ["c"]}]}, "none": null, "o": {"k": 1}}
        """

    @Test(
        "8 expressions",
        arguments: [
            ActionRow("8 typical: res.body.token", "res.body.token", "\"t\""),
            ActionRow("8 typical: a query", "res('data.items[0].id')", "7"),
            ActionRow("8 spaces are dropped", "res('data . items [ 0 ] . id')", "7"),
            ActionRow("8 ..name at any depth", "res('..id')", "[7,8]"),
            ActionRow("8 a name applied to a list maps over it", "res('data.items.id')", "[7,8]"),
            ActionRow("8 and flattens", "res('data.items.tags')", #"["a","b","c"]"#),
            ActionRow("8 nothing found: undefined", "res('data.missing')", "undefined"),
            ActionRow("8 objects stay objects", "res.body.o", #"{"k":1}"#),
            ActionRow(
                "8 [?] needs a function: JavaScript", "res('data.items[?]', i => i.id > 7)",
                "not evaluated: it needs JavaScript"),
            ActionRow("8 it is not interpolated", "res.body['{{name}}']", "undefined"),
        ])
    private func expressions(row: ActionRow) {
        var sample = ResponseSample(Self.body)
        sample.environment = [Variable("name", "token")]
        #expect(sample.captured(row.expression) == row.expected, "\(row.id)")
    }

    @Test("8 also after 4xx and 5xx", arguments: [404, 500])
    func status(status: Int) {
        var sample = ResponseSample(Self.body)
        sample.status = status
        #expect(sample.captured("res.body.token") == "\"t\"")
    }

    @Test(
        "8 and 11 no. 26: the scope is ignored, the target is a runtime variable",
        arguments: ["runtime", "environment", "collection", "global", ""])
    func scope(word: String) {
        var definition = RequestDefinition()
        definition.actions = [VariableAction("token", from: "res.body.token", scope: word)]
        definition.variables = [Variable("token", "of the request")]
        let sample = ResponseSample(Self.body)
        let captured = CapturedValues(sample.results(definition).captures)
        let value = sample.checks(definition).scopes.adding(captured).value(of: "token")
        #expect(value?.value == "t" && value?.scope == .session)
    }

    @Test("8 runtime variables are shared by the whole run of the collection, whatever the environment")
    func shared() {
        var captured = CapturedValues()
        captured.set("token", "t", isSecret: false)
        let dev = EnvironmentDefinition(name: "dev", variables: [Variable("token", "dev")])
        let prod = EnvironmentDefinition(name: "prod", variables: [Variable("token", "prod")])
        let collection = Collection(name: "c", environments: [dev, prod])
        let values = [dev, prod, nil].map {
            VariableScopes(collection: collection, environment: $0).adding(captured).value(of: "token")?.value
        }
        #expect(values == ["t", "t", "t"])
    }

    @Test(
        "11 no. 25 operators are taken literally, unknown ones are not evaluated",
        arguments: [
            ("11 no. 25 isTruthy means === true", "1", "isTruthy", nil, "failed"),
            ("11 no. 25 startsWith 12 fails", "\"12x\"", "startsWith", "12", "failed"),
            ("11 no. 25 startsWith '12' holds", "\"12x\"", "startsWith", "'12'", "passed"),
            ("11 no. 25 isNotEmpty of a number fails", "7", "isNotEmpty", nil, "failed"),
            ("11 no. 25 unknown operators", "7", "equals", "7", "not evaluated"),
        ] as [(String, String, String, String?, String)])
    func operators(id: String, body: String, word: String, value: String?, outcome: String) {
        #expect(ResponseSample(body).judge("res.body", word, value).hasPrefix(outcome), "\(id)")
    }
}

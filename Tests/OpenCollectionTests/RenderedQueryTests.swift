import Testing

@testable import OpenCollection

@Suite struct RenderedQueryTests {
    private func sample(_ query: String, _ variables: String?) -> Sample {
        var sample = Sample()
        sample.definition = .fresh(named: "Q", kind: .graphQL)
        sample.definition.url = "http://h/graphql"
        sample.definition.body.text = query
        sample.definition.body.graphQLVariables = variables
        sample.environment = [Variable("id", "7"), Variable("quote", "a\"b")]
        return sample
    }

    @Test(
        "a query is sent as JSON with its variables",
        arguments: [
            ("{ a }", nil, #"{"query":"{ a }","variables":{}}"#), ("{ a }", " ", #"{"query":"{ a }","variables":{}}"#),
            ("{\n  a(x: \"y\")\n}", "{}", #"{"query":"{\n  a(x: \"y\")\n}","variables":{}}"#),
            ("{ u(id: {{id}}) }", "{ \"id\": {{id}} } // one", #"{"query":"{ u(id: 7) }","variables":{"id":7}}"#),
            ("{{quote}}", nil, #"{"query":"a\"b","variables":{}}"#),
            (
                "x", "{\"a b\": 12345678901234567890, \"c\": \"\\\" d\"}",
                #"{"query":"x","variables":{"a b":12345678901234567890,"c":"\" d"}}"#
            ),
        ] as [(String, String?, String)])
    func body(query: String, variables: String?, sent: String) {
        let rendered = sample(query, variables).rendered()
        #expect(String(decoding: rendered.body.bytes, as: UTF8.self) == sent)
        #expect(rendered.method == "POST")
        #expect(rendered.header("Content-Type")?.value == "application/json")
        #expect(rendered.isSendable)
    }

    @Test("variables that are no JSON stop the send, with their place")
    func invalid() {
        let rendered = sample("{ a }", "{\n\"id\": }").rendered()
        #expect(
            rendered.problems == ["The GraphQL variables are not valid JSON: line 2, column 7: expected a value."])
    }

    @Test("a name without a value in the variables is asked for, not called invalid")
    func missing() {
        let rendered = sample("{ a }", "{\"id\": {{none}}}").rendered()
        #expect(rendered.missing.map(\.location) == ["GraphQL variables"])
        #expect(rendered.problems.isEmpty)
    }

    @Test("the method is POST unless the file says another, and GET has a body too")
    func method() throws {
        let text = "info: {type: graphql}\ngraphql:\n  url: http://h\n  body: {query: \"{ a }\"}\n"
        var sample = Sample()
        sample.definition = try RequestFile.read(text: text, path: "q.yml").definition
        #expect(sample.rendered().method == "POST")
        sample.definition.method = "get"
        #expect(sample.rendered().method == "GET")
        #expect(!sample.rendered().body.bytes.isEmpty)
    }

    @Test("code in another language gets the JSON that is sent, placeholders left in place")
    func template() {
        let sample = sample("{ u(id: {{id}}) }", "{\"id\": {{id}}}")
        let template = sample.collection.template(of: sample.definition, at: Sample.path)
        #expect(template.body.kind == .json)
        #expect(template.body.text == #"{"query":"{ u(id: {{id}}) }","variables":{"id": {{id}}}}"#)
    }
}

import Foundation
import Testing

@testable import OpenCollection

@Suite("The operation of a GraphQL query that is sent")
struct OperationChoiceTests {
    private static let two = """
        # query Not { here }
        query GetUser($id: ID = "}", $o: O = {a: [1]}) @d(x: "{") {
          user(id: $id) { name(format: \"\"\"{ " query No { \"\"\") }
        }

        fragment F on User { id }

        mutation Rename { rename(id: 1) { ...F } }
        """

    private func rendered(_ text: String, _ name: String? = nil, kept: String? = nil) -> RenderedRequest {
        var definition = RequestDefinition()
        definition.kind = .graphQL
        definition.url = "http://h/"
        definition.body.kind = .graphQL
        definition.body.text = text
        definition.body.operationName = name
        var collection = Collection(name: "S")
        collection.companion[.request("q.yml")].operation = kept
        return RequestRenderer.render(
            definition, at: "q.yml", in: collection, scopes: VariableScopes(collection: collection),
            defaults: ClientDefaults(userAgent: "test", acceptEncoding: "gzip"))
    }

    private func body(_ request: RenderedRequest) -> String { String(decoding: request.body.bytes, as: UTF8.self) }

    @Test("the chosen one is sent as operationName; a query with one operation is sent without")
    func sent() throws {
        for request in [rendered(Self.two, "Rename"), rendered(Self.two, kept: "Rename")] {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(body(request).utf8)) as? [String: Any])
            #expect(object["operationName"] as? String == "Rename" && object["query"] as? String == Self.two)
        }
        for single in [rendered("query One { a }"), rendered("query One { a }", "One")] {
            #expect(body(single) == #"{"query":"query One { a }","variables":{}}"#)
        }
    }

    @Test("what is chosen for a send goes before what the collection keeps")
    func order() {
        #expect(body(rendered(Self.two, "GetUser", kept: "Rename")).hasSuffix(#","operationName":"GetUser"}"#))
    }

    @Test("several without a choice are not sent, and the reason names them; so does that of an unknown name")
    func refused() {
        #expect(
            rendered(Self.two).problems == [
                "The query has 2 operations (GetUser, Rename), and none is chosen: choose one on the tab Body, or with --operation NAME."
            ])
        #expect(rendered("{ a } query B { b }").problems.first?.contains("(one without a name, B)") == true)
        for request in [rendered(Self.two, "Delete"), rendered(Self.two, kept: "Delete")] {
            #expect(
                request.problems.first?.hasPrefix("The query has no operation Delete: it has GetUser, Rename") == true)
        }
        #expect(rendered("query One { a }", kept: "Two").problems.first?.contains("it has One") == true)
    }

    @Test("code in other languages has the chosen operation too")
    func template() {
        var definition = RequestDefinition()
        (definition.kind, definition.body.kind, definition.body.text) = (
            .graphQL, .graphQL, "query A { a } query B { b }"
        )
        var collection = Collection(name: "S")
        #expect(!collection.template(of: definition, at: "q.yml").body.text.contains("operationName"))
        collection.companion[.request("q.yml")].operation = "B"
        #expect(collection.template(of: definition, at: "q.yml").body.text.hasSuffix(#","operationName":"B"}"#))
    }

    @Test("the choice is read from microscope.yaml and written into it; an empty one is none")
    func companion() throws {
        let file = try CompanionFile.read(text: "version: 1\nrequests:\n  q.yml:\n    operation: Rename\n")
        #expect(file.requests["q.yml"]?.operation == "Rename")
        var policies = RequestPolicies()
        policies.operation = "GetUser"
        let saved = try file.saving(policies, for: .request("q.yml"))
        #expect(saved.text.contains("operation: GetUser"))
        #expect(throws: FileProblem.self) {
            try CompanionFile.read(text: "version: 1\nrequests:\n  q.yml:\n    operation: ''\n")
        }
    }
}

import Foundation
import Testing

@testable import OpenCollection

@Suite("Operations of a GraphQL query")
struct GraphQLOperationTests {
    private static let two = """
        # query Not { here }
        query GetUser($id: ID = "}", $o: O = {a: [1]}) @d(x: "{") {
          user(id: $id) { name(format: \"\"\"{ " query No { \"\"\") }
        }

        fragment F on User { id }

        mutation Rename { rename(id: 1) { ...F } }
        """

    @Test("are found by their names and lines; comments, strings, variables and fragments are none")
    func all() {
        #expect(
            GraphQLOperation.all(in: Self.two)
                == [GraphQLOperation(name: "GetUser", line: 1), GraphQLOperation(name: "Rename", line: 7)])
        #expect(GraphQLOperation.all(in: "\r\n{ user }\rsubscription S { a }").map(\.line) == [1, 2])
        #expect(GraphQLOperation.all(in: "{ user }").map(\.name) == [nil])
        #expect(GraphQLOperation.all(in: "fragment F on User { id }").isEmpty)
    }

    @Test(
        "text that is no GraphQL does no harm", arguments: ["", "}", "\"", "\"\"\"", "query", "{\"\\", "\"\"\"\\", "#"])
    func odd(text: String) {
        _ = GraphQLOperation.all(in: text)
    }

    @Test("the one that begins last before a line is chosen, else the first; of a single one there is no choice")
    func chosen() {
        var body = RequestBody()
        body.kind = .graphQL
        body.text = Self.two
        let names = [0, 3, 5, 7, 99].map { line in
            body.chooseOperation(atLine: line)
            return body.operationName
        }
        #expect(names == ["GetUser", "GetUser", "GetUser", "Rename", "Rename"])
        body.text = "query One { a }"
        body.chooseOperation(atLine: 0)
        #expect(body.operationName == nil)
    }

    private func rendered(_ text: String, _ name: String? = nil) -> RenderedRequest {
        var definition = RequestDefinition()
        definition.kind = .graphQL
        definition.url = "http://h/"
        definition.body.kind = .graphQL
        definition.body.text = text
        definition.body.operationName = name
        let collection = Collection(name: "S")
        return RequestRenderer.render(
            definition, at: "q.yml", in: collection, scopes: VariableScopes(collection: collection),
            defaults: ClientDefaults(userAgent: "test", acceptEncoding: "gzip"))
    }

    @Test("the chosen one is sent as operationName; a query with one operation is sent without")
    func sent() throws {
        let body = String(decoding: rendered(Self.two, "Rename").body.bytes, as: UTF8.self)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        #expect(object["operationName"] as? String == "Rename" && object["query"] as? String == Self.two)
        let single = rendered("query One { a }", "One")
        #expect(String(decoding: single.body.bytes, as: UTF8.self) == #"{"query":"query One { a }","variables":{}}"#)
    }

    @Test("several without a choice are not sent, and the reason names them")
    func refused() {
        let problem = rendered(Self.two).problems.first
        #expect(problem?.hasPrefix("The query has 2 operations (GetUser, Rename), and files have no place") == true)
        #expect(rendered("{ a } query B { b }", "A").problems.first?.contains("(one without a name, B)") == true)
    }
}

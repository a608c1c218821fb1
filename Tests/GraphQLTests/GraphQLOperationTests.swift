import Testing

@testable import GraphQL

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
}

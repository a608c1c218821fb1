@testable import GraphQL

/// The schema of a shop.
enum SampleSchema {
    static let text = #"""
        "A shop."
        schema { query: Query mutation: Mutation }
        directive @cached(seconds: Int = 60) repeatable on FIELD | QUERY
        """
        A person.
          Indented.
        """
        type User implements Node & Named {
          id: ID!
          "The name"
          name(format: Format = LONG, "in letters" limit: Int): String
          friends(first: Int, after: String): [User!]!
          nick: String @deprecated(reason: "use \"name\"")
        }
        interface Node { id: ID! }
        interface Named { name: String }
        type Product implements Node { id: ID! price: Float! }
        union Found = User | Product
        enum Format { LONG, SHORT @deprecated  }
        input Filter { name: String = "a", formats: [Format!] = [LONG, SHORT], inner: Filter }
        scalar Date
        # comment { type No { a: b } }
        type Query {
          me: User
          user(id: ID!): User
          search(text: String!, filter: Filter): [Found!]!
          now: Date
        }
        type Mutation { rename(id: ID!, name: String!, isQuiet: Boolean): User }
        extend type Query { version: String }
        """#

    static let schema = SchemaLanguageReader.schema(text)

    /// What the same server answers to an introspection, shortened.
    static let introspection = #"""
        {"data": {"__schema": {
          "queryType": {"name": "Root"}, "mutationType": null, "subscriptionType": null,
          "types": [
            {"kind": "OBJECT", "name": "Root", "description": "Start \"here\"\nor there", "fields": [
              {"name": "me", "args": [{"name": "id", "type": {"kind": "NON_NULL", "name": null,
                "ofType": {"kind": "SCALAR", "name": "ID", "ofType": null}}, "defaultValue": "\"1\""}],
               "type": {"kind": "LIST", "ofType": {"kind": "NON_NULL", "ofType": {"kind": "OBJECT", "name": "User"}}},
               "isDeprecated": true, "deprecationReason": "old"},
              {"name": "no name!", "args": [], "type": {"kind": "SCALAR", "name": "ID"}}]},
            {"kind": "OBJECT", "name": "User", "fields": [{"name": "kind", "args": [], "type": {"kind": "ENUM", "name": "Kind"}}],
             "interfaces": [{"kind": "INTERFACE", "name": "Node"}]},
            {"kind": "ENUM", "name": "Kind", "enumValues": [{"name": "A"}, {"name": "B", "isDeprecated": true}]},
            {"kind": "UNION", "name": "Any", "possibleTypes": [{"name": "User"}]},
            {"kind": "INPUT_OBJECT", "name": "In", "inputFields": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}}]},
            {"kind": "SCALAR", "name": "ID"}, {"kind": "OBJECT", "name": "__Type", "fields": []}
          ],
          "directives": [{"name": "live", "locations": ["QUERY"], "args": []}]
        }}}
        """#
}

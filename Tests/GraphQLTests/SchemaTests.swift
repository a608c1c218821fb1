import Testing

@testable import GraphQL

@Suite("A schema")
struct SchemaTests {
    private let schema = SampleSchema.schema

    @Test("is read from SDL: types, fields, arguments, values, defaults, descriptions, what is deprecated, extensions")
    func language() throws {
        #expect(
            schema.order == [
                "User", "Node", "Named", "Product", "Found", "Format", "Filter", "Date", "Query", "Mutation", "Int",
                "Float", "String", "Boolean", "ID",
            ])
        let user = try #require(schema.types["User"])
        #expect(user.description == "A person.\n  Indented." && user.members == ["Node", "Named"])
        #expect(user.fields.map(\.name) == ["id", "name", "friends", "nick"])
        #expect(user.fields.map(\.type) == ["ID!", "String", "[User!]!", "String"])
        #expect(user.fields[1].arguments.map(\.name) == ["format", "limit"])
        #expect(user.fields[1].arguments[0].defaultValue == "LONG")
        #expect(user.fields[1].description == "The name" && user.fields[1].arguments[1].description == "in letters")
        #expect(user.fields[3].deprecation == "use \"name\"")
        #expect(schema.types["Found"]?.members == ["User", "Product"])
        #expect(schema.types["Format"]?.fields.map(\.deprecation) == [nil, "no longer supported"])
        #expect(schema.types["Filter"]?.fields[1].defaultValue == "[LONG, SHORT]")
        #expect(schema.types["Query"]?.fields.map(\.name) == ["me", "user", "search", "now", "version"])
        #expect(schema.roots == ["query": "Query", "mutation": "Mutation"])
        #expect(schema.directives.map(\.name) == ["cached", "include", "skip"])
        let node = try #require(schema.types["Node"])
        #expect(schema.possibleTypes(of: node).map(\.name) == ["User", "Product"])
    }

    @Test("is read from the response to an introspection, names that cannot be asked for left out")
    func introspection() throws {
        for text in [SampleSchema.introspection, String(SampleSchema.introspection.dropFirst(9).dropLast(1))] {
            let schema = try GraphQLSchema.read(text)
            let root = try #require(schema.root(of: "query"))
            #expect(root.fields.map(\.name) == ["me"] && root.fields[0].type == "[User!]")
            #expect(root.fields[0].arguments[0].type == "ID!" && root.fields[0].deprecation == "old")
            #expect(schema.types["Kind"]?.fields.map(\.deprecation) == [nil, "no longer supported"])
            #expect(schema.types["Any"]?.members == ["User"] && schema.types["User"]?.members == ["Node"])
        }
    }

    @Test("written as SDL and read again it is the same")
    func written() throws {
        for schema in [schema, try GraphQLSchema.read(SampleSchema.introspection)] {
            let again = try GraphQLSchema.read(schema.text)
            let own = schema.types.filter { !$0.key.hasPrefix("__") }
            #expect(again.types == own, "\(schema.text)")
            #expect(again.roots == schema.roots && again.directives.map(\.name) == schema.directives.map(\.name))
        }
        #expect(schema.text.contains("  nick: String @deprecated(reason: \"use \\\"name\\\"\")"), "\(schema.text)")
        #expect(schema.text.contains("directive @cached(seconds: Int = 60) on FIELD | QUERY"))
    }

    @Test("no line of it can steer a terminal")
    func control() {
        let schema = SchemaLanguageReader.schema(
            "\"a\u{1B}[31m\" type A { \"\"\"b\n\u{07}c\"\"\" b: Int @deprecated(reason: \"\\u001b\") }")
        #expect(!schema.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(schema.text)")
    }

    @Test(
        "what is none says why, and what to do",
        arguments: [
            ("<html>", "There are no types in it"), ("{\"data\": ", "is not JSON"),
            (
                #"{"errors": [{"message": "introspection is off"}], "data": null}"#,
                "refuses introspection: introspection is off"
            ),
            (#"{"data": {}}"#, "does not answer introspection"), ("", "There are no types in it"),
        ])
    func none(text: String, words: String) {
        let problem = #expect(throws: GraphQLSchemaProblem.self) { try GraphQLSchema.read(text) }
        #expect(problem?.words.contains(words) == true, "\(problem?.words ?? "")")
    }

    @Test("a text that is cut anywhere does no harm")
    func cut() {
        let text = SampleSchema.text
        for end in stride(from: 0, to: text.utf8.count, by: 3) {
            _ = SchemaLanguageReader.schema(String(decoding: text.utf8.prefix(end), as: UTF8.self))
        }
    }

    @Test("the standard introspection asks for what is read")
    func query() {
        #expect(GraphQLOperation.all(in: GraphQLSchema.introspectionQuery).map(\.name) == ["IntrospectionQuery"])
    }
}

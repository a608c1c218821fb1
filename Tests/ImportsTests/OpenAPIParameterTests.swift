import Imports
import OpenCollection
import Testing

@Suite("Parameters of OpenAPI documents")
struct OpenAPIParameterTests {
    /// A document with one operation that has the parameters.
    private func imported(_ parameters: String, operation: String = "", more: String = "") throws -> Imported {
        try Imported(
            #"{"openapi": "3.2.0", "info": {"title": "Shop"}, "servers": [{"url": "https://a.test"}]\#(more), "paths": {"/x": {"get": {"parameters": [\#(parameters)]\#(operation)}}}}"#
        )
    }

    private static let schemas =
        ##", "components": {"schemas": {"Kind": {"type": "string", "enum": ["a", "b"], "description": "The kind."}, "Short": {"allOf": [{"$ref": "#/components/schemas/Kind"}], "maxLength": 3}, "Loop": {"allOf": [{"$ref": "#/components/schemas/Loop"}]}}}"##

    // MARK: - Descriptions

    @Test(
        "a description says what the schema, and those that it combines, allow",
        arguments: [
            (#""schema": {"type": "string", "format": "date-time"}"#, "(string, date-time)"),
            (
                #""schema": {"type": "string", "pattern": "^a$", "minLength": 1, "maxLength": 9}"#,
                "(string, at least 1 character, at most 9 characters, pattern ^a$)"
            ),
            (
                #""schema": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.50}"#,
                "(number, more than 0, less than 1.50)"
            ),
            (
                #""schema": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}"#,
                "(integer, more than 0, at most 9)"
            ),
            (
                #""schema": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["u", "v"]}}"#,
                "(array, one of: u, v, at least 1 item, at most 2 items)"
            ),
            (
                ##""schema": {"$ref": "#/components/schemas/Short"}"##,
                "The kind. (string, one of: a, b, at most 3 characters)"
            ),
            (
                ##""description": "Own", "schema": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Kind"}]}"##,
                "Own (string, one of: a, b)"
            ),
            (
                ##""schema": {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/Kind"}]}}"##,
                "(array, one of: a, b)"
            ),
            (#""deprecated": true, "description": "Own""#, "Deprecated. Own"),
            (#""schema": {"type": "boolean", "deprecated": true}"#, "Deprecated. (boolean)"),
        ])
    func description(parts: String, text: String) throws {
        let imported = try imported(#"{"name": "q", "in": "query", \#(parts)}"#, more: Self.schemas)
        #expect(try imported.request.queryRows.map(\.field.description) == [text])
        try imported.expectWhole()
    }

    @Test("a schema that combines itself has no description, and ends")
    func circle() throws {
        let imported = try imported(
            ##"{"name": "q", "in": "query", "schema": {"$ref": "#/components/schemas/Loop"}}"##, more: Self.schemas)
        #expect(try imported.request.queryRows.map(\.field.description) == [nil])
    }

    // MARK: - Values

    @Test(
        "an example switches a row on, wherever it is",
        arguments: [
            (#""schema": {"type": "string", "example": "v"}"#, "?q=v"),
            (#""schema": {"type": "string", "examples": ["v", "w"]}"#, "?q=v"),
            (##""schema": {"$ref": "#/components/schemas/E"}"##, "?q=v"),
            (#""schema": {"type": "string", "examples": []}"#, ""),
            (#""schema": {"type": "string", "default": "v"}"#, ""),
            (#""examples": {"none": {"summary": "Nothing"}, "one": {"value": "v"}}"#, "?q=v"),
            (#""examples": {"none": {"summary": "Nothing"}}"#, ""),
            (#""examples": {"one": {"dataValue": ["v", "w"], "serializedValue": "q=v"}}"#, "?q=v&q=w"),
            (#""examples": {"one": {"serializedValue": "q=v%20w&q=x"}}"#, "?q=v%20w&q=x"),
            (#""examples": {"one": {"serializedValue": "a,b"}}"#, "?q=a,b"),
        ])
    func examples(parts: String, query: String) throws {
        let imported = try imported(
            #"{"name": "q", "in": "query", \#(parts)}"#,
            more: #", "components": {"schemas": {"E": {"type": "string", "example": "v"}}}"#)
        #expect(try imported.request.url == "{{baseUrl}}/x\(query)")
        #expect(try imported.request.queryRows.allSatisfy { $0.field.isEnabled != query.isEmpty })
        try imported.expectWhole()
    }

    @Test("the value of a parameter may be in a file below the document's directory")
    func exampleFile() throws {
        let document =
            #"{"openapi": "3.2.0", "info": {"title": "A"}, "paths": {"/x": {"get": {"parameters": [{"name": "X-A", "in": "header", "examples": {"gone": {"externalValue": "gone.txt"}, "one": {"externalValue": "a.txt"}}}]}}}}"#
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8),
            nearby: NearbyFiles { $0 == "a.txt" ? Array("v".utf8) : nil })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests.flatMap(\.headers) == [Field("X-A", "v")])
    }

    // MARK: - Headers

    @Test(
        "an Authorization parameter is a secret variable where no credentials set that header",
        arguments: [
            ("", "", ["Authorization: {{Authorization}}"]), ("", "b", []),
            (#", "security": []"#, "b", ["Authorization: {{Authorization}}"]),
            (#", "security": [{"k": []}]"#, "b", ["Authorization: {{Authorization}}"]),
            (#", "security": [{"a": []}]"#, "", []), (#", "security": [{"a": [], "k": []}]"#, "", []),
        ])
    func authorization(own: String, inherited: String, headers: [String]) throws {
        let imported = try imported(
            #"{"name": "Authorization", "in": "header", "required": true, "example": "Bearer abc", "schema": {"type": "string"}}"#,
            operation: own,
            more: (inherited.isEmpty ? "" : #", "security": [{"\#(inherited)": []}]"#)
                + #", "components": {"securitySchemes": {"a": {"type": "apiKey", "in": "header", "name": "authorization"}, "b": {"type": "http", "scheme": "bearer"}, "k": {"type": "apiKey", "in": "header", "name": "X-K"}}}"#
        )
        let rows = try imported.request.headers.filter { $0.name == "Authorization" }
        #expect(rows.map { "\($0.name): \($0.value)" } == headers)
        #expect(
            imported.collection.environments[0].variables.contains { $0.name == "Authorization" && $0.isSecret }
                == !headers.isEmpty)
        #expect(imported.remarks.contains { $0.contains("are not parameters") } == headers.isEmpty)
        try imported.expectWhole()
    }

    @Test("version 2.0 keeps an Authorization parameter, too; it is off unless it is required or shown")
    func swaggerAuthorization() throws {
        let imported = try Imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "paths": {"/x": {"get": {"parameters": [{"name": "Authorization", "in": "header", "type": "string"}, {"name": "Accept", "in": "header", "type": "string"}]}}}}"#
        )
        #expect(
            try imported.request.headers.map { "\($0.name): \($0.value) \($0.isEnabled)" } == [
                "Authorization: {{Authorization}} false"
            ])
        try imported.expectWhole()
    }
}

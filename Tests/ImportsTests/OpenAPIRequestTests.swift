import Imports
import OpenCollection
import Testing

@Suite("Requests of OpenAPI documents")
struct OpenAPIRequestTests {
    /// A document with the paths and, before them, what else it has.
    private static func document(_ paths: String, more: String = "") -> String {
        #"{"openapi": "3.1.0", "info": {"title": "Shop"}, "servers": [{"url": "https://a.test"}]\#(more), "paths": {\#(paths)}}"#
    }

    private static func schemes(_ schemes: String, security: String? = nil) -> String {
        #", "components": {"securitySchemes": {\#(schemes)}}"# + (security.map { #", "security": \#($0)"# } ?? "")
    }

    private func body(_ media: String, more: String = "") throws -> Imported {
        try Imported(
            Self.document(#""/x": {"post": {"requestBody": {"content": {\#(media)}}}}"#, more: more))
    }

    // MARK: - Headers and cookies

    @Test("Accept and Content-Type are no parameters, in any spelling, with one remark")
    func ignoredHeaders() throws {
        let names = ["Content-Type", "accept", "X-A"]
        let parameters = names.map { #"{"name": "\#($0)", "in": "header", "required": true}"# }
        let imported = try Imported(
            Self.document(
                #""/x": {"post": {"parameters": [\#(parameters.joined(separator: ", "))], "requestBody": {"content": {"application/json": {"example": {}}}}}}"#
            ))
        #expect(try imported.request.headers.map(\.name) == ["X-A"])
        #expect(imported.collection.environments[0].variables.map(\.name) == ["baseUrl"])
        #expect(imported.remarks.count { $0.contains("Content-Type") && $0.hasPrefix("note: ") } == 1)
        try imported.expectWhole()
    }

    @Test("a cookie is sent when it is required or shown; only one with the name of a secret is a secret variable")
    func cookies() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"parameters": [{"name": "lang", "in": "cookie", "schema": {"type": "string"}}, {"name": "theme", "in": "cookie", "example": "dark"}, {"name": "token", "in": "cookie", "required": true}]}}"#
            ))
        #expect(
            try imported.request.headers.map { "\($0.name): \($0.value) \($0.isEnabled)" } == [
                "Cookie: theme={{theme}}; token={{token}} true", "Cookie: lang={{lang}} false",
            ])
        #expect(try imported.request.variables.map { "\($0.name)=\($0.value)" } == ["lang=string", "theme=dark"])
        #expect(imported.collection.environments[0].variables.filter(\.isSecret).map(\.name) == ["token"])
        try imported.expectWhole()
    }

    @Test("made values under the name of a secret are its variable, in objects, lists and numbers, too")
    func madeSecrets() throws {
        let imported = try body(
            #""application/json": {"schema": {"properties": {"access_token": {"properties": {"id": {"type": "string"}, "ok": {"type": "boolean"}, "n": {"type": "integer"}}}, "api_key": {"type": "integer"}, "password": {"items": {"type": "string"}}, "limit": {"type": "integer"}}}}"#
        )
        #expect(
            try imported.request.body.text == """
                {
                  "access_token": {
                    "id": "{{access_token}}",
                    "ok": true,
                    "n": {{access_token}}
                  },
                  "api_key": {{api_key}},
                  "password": [
                    "{{password}}"
                  ],
                  "limit": 0
                }
                """)
        #expect(
            imported.collection.environments[0].variables.filter(\.isSecret).map(\.name) == [
                "access_token", "api_key", "password",
            ])
        try imported.expectWhole()
    }

    // MARK: - Servers

    @Test(
        "a server without a scheme has one added, for a path and an operation as for the document",
        arguments: [
            ("/v2", "http://localhost/v2", true), ("v2/", "http://localhost/v2", true),
            ("//cdn.test/v2", "https://cdn.test/v2", false), ("https://b.test/", "https://b.test", false),
            ("{host}/v1", "{{host}}/v1", false), ("./v2", "http://localhost/v2", true), ("", "http://localhost", true),
            ("api.b.test/v2", "https://api.b.test/v2", false), ("localhost:3000", "http://localhost:3000", false),
        ])
    func servers(url: String, base: String, isNamed: Bool) throws {
        let servers = #""servers": [{"url": "\#(url)", "variables": {"host": {"enum": ["https://c.test"]}}}]"#
        let own = try Imported(Self.document(#""/x": {"get": {\#(servers)}}"#))
        #expect(try own.request.variables.map(\.value) == [base, "https://c.test"])
        #expect(own.remarks.contains { $0.contains("is relative") } == isNamed)
        let ofPath = try Imported(Self.document(#""/x": {\#(servers), "get": {}}"#))
        #expect(try ofPath.request.variables.map(\.value) == [base, "https://c.test"])
        let whole = try Imported(#"{"openapi": "3.0.0", "info": {"title": "A"}, \#(servers), "paths": {}}"#)
        #expect(whole.collection.environments[0].variables.map(\.value) == [base, "https://c.test"])
        try own.expectWhole()
    }

    @Test("a variable of a server keeps its name: credentials take another one")
    func takenNames() throws {
        let server = #"[{"url": "https://{username}.a.test", "variables": {"username": {"default": "demo"}}}]"#
        let basic = Self.schemes(#""b": {"type": "http", "scheme": "basic"}"#, security: #"[{"b": []}]"#)
        let imported = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "servers": \#(server), "paths": {"/x": {"get": {}}}\#(basic)}"#
        )
        #expect(imported.collection.root.auth == .basic(username: "{{b_username}}", password: "{{password}}"))
        #expect(
            imported.collection.environments[0].variables.map { "\($0.name)=\($0.value)" } == [
                "baseUrl=https://{{username}}.a.test", "username=demo", "b_username=", "password=",
            ])
        let own = try Imported(Self.document(#""/x": {"get": {"servers": \#(server)}}"#, more: basic))
        #expect(own.collection.root.auth == .basic(username: "{{b_username}}", password: "{{password}}"))
        try imported.expectWhole()
    }

    // MARK: - Security

    @Test("a cookie or a second key of the whole document goes only to the requests that inherit")
    func inheritedRows() throws {
        let schemes = Self.schemes(
            #""c": {"type": "apiKey", "in": "cookie", "name": "SID"}, "h": {"type": "apiKey", "in": "header", "name": "X-K"}, "b": {"type": "http", "scheme": "bearer"}"#,
            security: #"[{"h": [], "b": [], "c": []}]"#)
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"parameters": [{"name": "id_token", "in": "cookie", "required": true}]}, "put": {"security": []}, "post": {"security": [{"b": []}]}}"#,
                more: schemes))
        #expect(imported.collection.root.auth == .bearer(token: "{{token}}"))
        #expect(imported.collection.root.headers == [])
        let headers = imported.requests.map { $0.definition.headers.map { "\($0.name): \($0.value)" } }
        #expect(
            headers.sorted { $0.count > $1.count } == [
                ["Cookie: SID={{c_apiKey}}; id_token={{id_token}}", "X-K: {{h_apiKey}}"], [], [],
            ])
        try imported.expectWhole()
    }

    @Test(
        "keys that are asked for together with other credentials are rows, in any order",
        arguments: [
            (#"{"k": [], "b": []}"#, "", ["X-K: {{k_apiKey}}"]), (#"{"b": [], "k": []}"#, "", ["X-K: {{k_apiKey}}"]),
            (#"{"q": [], "b": []}"#, "?q={{q_apiKey}}", []), (#"{"b": [], "q": []}"#, "?q={{q_apiKey}}", []),
        ])
    func together(security: String, query: String, headers: [String]) throws {
        let schemes = Self.schemes(
            #""k": {"type": "apiKey", "in": "header", "name": "X-K"}, "q": {"type": "apiKey", "in": "query", "name": "q"}, "b": {"type": "http", "scheme": "bearer"}"#
        )
        let imported = try Imported(
            Self.document(#""/x": {"get": {"security": [\#(security)]}}"#, more: schemes))
        let request = try imported.request
        #expect(request.auth == .bearer(token: "{{token}}"))
        #expect(request.headers.map { "\($0.name): \($0.value)" } == headers)
        #expect(request.url == "{{baseUrl}}/x\(query)")
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test(
        "variables of credentials have the name of their scheme only where several schemes have such a part",
        arguments: [
            (
                #""a": {"type": "oauth2", "flows": {"implicit": {}}}, "b": {"type": "apiKey", "in": "header", "name": "k"}"#,
                ["apiKey", "clientId"]
            ),
            (
                #""a": {"type": "oauth2", "flows": {"password": {}}}, "b": {"type": "http", "scheme": "basic"}, "c": {"type": "http", "scheme": "bearer"}"#,
                ["a_password", "a_username", "b_password", "b_username", "clientId", "clientSecret", "token"]
            ),
            (
                ##""a": {"type": "oauth2", "flows": {"clientCredentials": {}}}, "b": {"type": "openIdConnect"}, "c": {"$ref": "#/x"}"##,
                ["a_clientId", "a_clientSecret", "b_clientId", "b_clientSecret", "token"]
            ),
        ])
    func credentialNames(schemes: String, names: [String]) throws {
        let operations = ["a", "b", "c"].filter { schemes.contains(#""\#($0)": {"#) }.map {
            #""/\#($0)": {"get": {"security": [{"\#($0)": []}]}}"#
        }
        let imported = try Imported(
            Self.document(
                operations.joined(separator: ", "),
                more: Self.schemes(schemes) + #", "x": {"type": "http", "scheme": "bearer"}"#))
        #expect(imported.collection.environments[0].variables.map(\.name).filter { $0 != "baseUrl" }.sorted() == names)
        try imported.expectWhole()
    }

    @Test("the docs of the collection describe credentials")
    func describedCredentials() throws {
        let schemes = Self.schemes(
            #""a": {"type": "http", "scheme": "basic", "description": "Ask\nus."}, "b": {"type": "http", "scheme": "bearer"}, "o": {"type": "openIdConnect", "openIdConnectUrl": "https://a.test/.well-known/openid-configuration"}"#
        )
        let imported = try Imported(Self.document(#""/x": {"get": {}}"#, more: schemes))
        #expect(
            imported.collection.root.docs == """
                Credentials:

                - a: Ask us.
                - o: https://a.test/.well-known/openid-configuration
                """)
        try imported.expectWhole()
    }

    @Test("credentials that cannot be sent are missing")
    func missingCredentials() throws {
        let schemes = Self.schemes(
            #""a": {"type": "http", "scheme": "basic"}, "b": {"type": "http", "scheme": "bearer"}, "hoba": {"type": "http", "scheme": "hoba"}"#
        )
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"security": [{"a": [], "b": []}]}, "put": {"security": [{"hoba": []}]}}"#,
                more: schemes
            ))
        #expect(
            imported.remarks.filter { $0.hasPrefix("error: ") } == [
                "error: of credentials that are required together, one type is sent; the docs name the others",
                "error: credentials of this type cannot be sent",
            ])
    }

    // MARK: - Forms

    @Test(
        "a list in a form is a row for each element, spelled as its encoding has it",
        arguments: [
            ("", ["a=1", "a=2", "s=x"]), (#"{"a": {"explode": false}}"#, ["a=1,2", "s=x"]),
            (#"{"a": {"style": "pipeDelimited", "explode": false}}"#, ["a=1|2", "s=x"]),
            (#"{"a": {"contentType": "application/json"}}"#, ["a=[1,2]", "s=x"]),
        ])
    func lists(encoding: String, rows: [String]) throws {
        let words = encoding.isEmpty ? "" : #", "encoding": \#(encoding)"#
        let form = try body(#""application/x-www-form-urlencoded": {"example": {"a": [1, 2], "s": "x"}\#(words)}"#)
        #expect(try form.request.body.form.map { "\($0.name)=\($0.value)" } == rows)
        let parts = try body(#""multipart/form-data": {"example": {"a": [1, 2], "s": "x"}\#(words)}"#)
        #expect(try parts.request.body.parts.map { "\($0.name)=\($0.values.joined())" } == rows)
        try form.expectWhole()
    }

    @Test("an example of a form sends its rows; other fields of the schema are switched off")
    func formExample() throws {
        let imported = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "servers": [{"url": "https://a.test"}], "paths": {"/x": {"post": {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"To": {"type": "string"}, "Url": {"type": "string", "description": "d"}}}, "examples": {"one": {"value": {"To": "1"}}, "two": {"value": {"To": "2", "More": "m"}}}}}}}}}}"#
        )
        let request = try imported.request
        #expect(request.body.form.map(\.name) == ["To", "Url"])
        #expect(request.body.form.map(\.isEnabled) == [true, false])
        #expect(request.examples.compactMap { $0.request?.body.form.map(\.value) } == [["1"], ["2", "m"]])
        try imported.expectWhole()
    }

    @Test("an object in a form is JSON, unless its encoding has a style")
    func objects() throws {
        let example = #""example": {"o": {"a": 1}, "l": [{"b": 2}]}"#
        let plain = try body(#""application/x-www-form-urlencoded": {\#(example)}"#)
        #expect(try plain.request.body.form.map { "\($0.name)=\($0.value)" } == [#"o={"a":1}"#, #"l={"b":2}"#])
        let styled = try body(
            #""application/x-www-form-urlencoded": {\#(example), "encoding": {"o": {"style": "deepObject"}}}"#)
        #expect(try styled.request.body.form.map(\.name) == ["o[a]", "l"])
    }

    @Test(
        "a part of a form that is an object, or a list of objects, is JSON since version 3.0, unless it is said otherwise"
    )
    func partTypes() throws {
        let example = #""example": {"o": {"a": 1}, "l": [{"b": 2}], "s": "x", "n": [1]}"#
        let plain = try body(#""multipart/form-data": {\#(example)}"#)
        #expect(try plain.request.body.parts.map(\.contentType) == ["application/json", "application/json", nil, nil])
        try plain.expectWhole()
        let said = try body(
            #""multipart/form-data": {\#(example), "encoding": {"o": {"style": "deepObject"}, "l": {"contentType": "text/x"}}}"#
        )
        #expect(try said.request.body.parts.map(\.contentType) == [nil, "text/x", nil, nil])
        let old = try Imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "paths": {"/x": {"post": {"consumes": ["multipart/form-data"], "parameters": [{"in": "formData", "name": "o", "type": "object", "default": {"a": 1}}]}}}}"#
        )
        #expect(try old.request.body.parts.map(\.contentType) == [nil])
    }

    @Test(
        "a part is a file whichever way its schema says so",
        arguments: [
            (##"{"$ref": "#/components/schemas/File"}"##, true),
            (##"{"type": "array", "items": {"$ref": "#/components/schemas/File"}}"##, true),
            (##"{"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/File"}]}"##, true),
            (##"{"allOf": [{"$ref": "#/components/schemas/File"}], "description": "d"}"##, true),
            (#"{"type": "array", "items": {"type": "string", "contentMediaType": "image/png"}}"#, true),
            (#"{"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}"#, false),
            (#"{"anyOf": [{"type": "string"}, {"type": "string", "format": "binary"}]}"#, false),
        ])
    func files(schema: String, isFile: Bool) throws {
        let imported = try body(
            #""multipart/form-data": {"schema": {"type": "object", "properties": {"f": \#(schema)}}}"#,
            more: #", "components": {"schemas": {"File": {"type": "string", "format": "binary"}}}"#)
        #expect(try imported.request.body.parts.map(\.isFile) == [isFile])
        try imported.expectWhole()
    }

    @Test("a form of version 2.0 that may be sent in two ways is sent without parts, unless it has a file")
    func swaggerForms() throws {
        for (type, kind) in [("string", RequestBody.Kind.formURLEncoded), ("file", .multipart)] {
            let imported = try Imported(
                #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "paths": {"/x": {"post": {"consumes": ["multipart/form-data", "application/x-www-form-urlencoded"], "parameters": [{"in": "formData", "name": "a", "type": "\#(type)"}]}}}}"#
            )
            #expect(try imported.request.body.kind == kind)
        }
    }

    @Test("a list in a form of version 2.0 follows its collectionFormat", arguments: [("multi", 2), ("csv", 1)])
    func swaggerLists(format: String, count: Int) throws {
        let imported = try Imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "paths": {"/x": {"post": {"parameters": [{"in": "formData", "name": "a", "type": "array", "collectionFormat": "\#(format)", "items": {"type": "string"}, "default": ["u", "v"], "required": true}]}}}}"#
        )
        #expect(try imported.request.body.form.map(\.value) == (count == 2 ? ["u", "v"] : ["u,v"]))
        try imported.expectWhole()
    }

    @Test("properties that allOf brings together are files, required and described all the same")
    func combinedForm() throws {
        let form = try body(
            ##""multipart/form-data": {"schema": {"allOf": [{"$ref": "#/components/schemas/F"}, {"type": "object", "required": ["t"], "properties": {"t": {"type": "string", "description": "Title"}}}]}}"##,
            more:
                #", "components": {"schemas": {"F": {"type": "object", "properties": {"f": {"type": "string", "format": "binary"}}}}}"#
        )
        let parts = try form.request.body.parts
        #expect(parts.map(\.isFile) == [true, false])
        #expect(parts.map(\.isEnabled) == [false, true])
        #expect(parts[1].description == "Title (string)")
        try form.expectWhole()
    }

    // MARK: - JSON and XML

    @Test(
        "of several kinds of body the usual one is taken, whatever their order",
        arguments: [
            (
                ["application/json-patch+json", "application/json", "text/json"], "application/json",
                RequestBody.Kind.json
            ),
            (["application/json-patch+json", "text/json", "application/vnd.a+json"], "application/vnd.a+json", .json),
            (["application/merge-patch+json", "text/json"], "text/json", .json),
            (
                ["text/plain", "application/xml", "application/json; charset=utf-8"], "application/json; charset=utf-8",
                .json
            ),
            (
                ["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded",
                .formURLEncoded
            ),
            (["text/plain", "text/xml", "multipart/form-data"], "multipart/form-data", .multipart),
            (["image/png", "text/plain", "text/xml"], "text/xml", .xml),
            (["image/png", "text/csv"], "text/csv", .text),
            (
                ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "image/png"],
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document", .file
            ),
        ])
    func choice(types: [String], taken: String, kind: RequestBody.Kind) throws {
        let imported = try body(types.map { #""\#($0)": {}"# }.joined(separator: ", "))
        let request = try imported.request
        let others = types.filter { $0 != taken }.joined(separator: ", ")
        #expect(request.body.kind == kind)
        #expect(request.docs == "Other accepted types of body: \(others)")
        try imported.expectWhole()
    }

    @Test("what a kind of content is may be elsewhere, in bodies and in responses")
    func mediaElsewhere() throws {
        let imported = try Imported(
            Self.document(
                ##""/x": {"post": {"requestBody": {"content": {"application/json": {"$ref": "#/components/mediaTypes/M"}}}, "responses": {"200": {"content": {"application/json": {"$ref": "#/components/mediaTypes/M"}, "text/plain": {"$ref": "#/gone"}}}}}}"##,
                more: #", "components": {"mediaTypes": {"M": {"examples": {"a": {"value": 1}, "b": {"value": 2}}}}}"#))
        #expect(try imported.request.body.text == "1")
        #expect(try imported.request.examples.compactMap(\.request?.body.text).prefix(2) == ["1", "2"])
        #expect(try imported.request.examples.compactMap(\.response?.body?.data) == ["1", "2"])
        try imported.expectWhole()
    }

    @Test("a JSON body that the document does not describe is an empty object", arguments: ["{}", #"{"schema": {}}"#])
    func emptyBody(media: String) throws {
        #expect(try body(#""application/json": \#(media)"#).request.body.text == "{}")
        #expect(try body(#""application/json": {"schema": {"type": "null"}}"#).request.body.text == "null")
    }

    @Test(
        "the member that tells schemas apart has the name of the schema, by either way of writing it",
        arguments: [
            ("Dog", "Dog"), ("Animal", "hund"), ("Old", "Old"), ("Either", "hund"),
        ])
    func discriminator(schema: String, word: String) throws {
        let imported = try body(
            ##""application/json": {"schema": {"$ref": "#/components/schemas/\##(schema)"}}"##,
            more:
                ##", "components": {"schemas": {"Animal": {"type": "object", "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName": "kind", "mapping": {"hund": "#/components/schemas/Hound"}}, "oneOf": [{"$ref": "#/components/schemas/Hound"}]}, "Hound": {"allOf": [{"$ref": "#/components/schemas/Animal"}]}, "Dog": {"allOf": [{"$ref": "#/components/schemas/Animal"}, {"type": "object", "properties": {"bark": {"type": "boolean"}}}]}, "OldAnimal": {"type": "object", "discriminator": "kind", "properties": {"kind": {"type": "string"}}}, "Old": {"allOf": [{"$ref": "#/components/schemas/OldAnimal"}]}, "Either": {"anyOf": [{"$ref": "#/components/schemas/Hound"}]}}}"##
        )
        #expect(try imported.request.body.text.contains(#""kind": "\#(word)""#))
    }

    @Test("XML has the names, attributes and wrapped lists of its schema, and no name that XML cannot have")
    func xml() throws {
        let imported = try body(
            ##""application/xml": {"schema": {"$ref": "#/components/schemas/Pet"}}"##,
            more:
                ##", "components": {"schemas": {"Base": {"type": "object", "properties": {"id": {"type": "integer", "example": 7, "xml": {"attribute": true}}}}, "Pet": {"xml": {"name": "pet"}, "allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "properties": {"bad name": {"type": "string", "example": "a\"<b"}, "label": {"type": "string", "xml": {"name": "title", "prefix": "p"}}, "tags": {"type": "array", "xml": {"wrapped": true, "name": "tagList"}, "items": {"type": "string", "xml": {"name": "tag"}, "example": "t"}}, "urls": {"type": "array", "items": {"type": "string", "xml": {"name": "u"}}}}}]}}}"##
        )
        #expect(
            try imported.request.body.text == """
                <pet id="7">
                  <bad_name>a"&lt;b</bad_name>
                  <p:title>string</p:title>
                  <tagList>
                    <tag>t</tag>
                  </tagList>
                  <u>string</u>
                </pet>
                """)
    }

    // MARK: - References

    @Test("a path whose reference is broken has one remark; a circle of references has one, too")
    func brokenPath() throws {
        let imported = try Imported(
            Self.document(
                ##""/a": {"$ref": "#/gone"}, "/b": {"$ref": "#/paths/~1b"}, "/c": {"get": {"parameters": [{"$ref": "#/gone"}]}}"##
            ))
        #expect(
            imported.remarks.filter { $0.hasPrefix("error: ") } == [
                "error: the reference #/gone was not found",
                "error: the reference #/paths/~1b refers to itself",
            ])
    }

    @Test("the same reference in two files is two: neither is a circle, and each is reported")
    func sameReferences() throws {
        let files = [
            "b.json":
                ##"{"A": {"type": "object", "properties": {"n": {"type": "integer"}, "gone": {"$ref": "#/gone"}}}, "B": {"type": "object", "properties": {"a": {"$ref": "#/A"}}}}"##
        ]
        let document =
            ##"{"openapi": "3.0.0", "info": {"title": "A"}, "paths": {"/x": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/A"}}}}}}}, "A": {"type": "object", "properties": {"inner": {"$ref": "b.json#/B"}, "gone": {"$ref": "#/gone"}}}}"##
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8), nearby: NearbyFiles { files[$0].map { Array($0.utf8) } })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests.first?.body.text.contains(#""n": 0"#) == true)
        let places = ImportReport(collections).remarks.filter { $0.text.contains("#/gone") }.flatMap(\.places)
        #expect(places == ["api.json:b.json#/A/properties/gone", "api.json:/A/properties/gone"])
    }

    @Test("a reference within a file may mean the document, when the file has no such part")
    func joinedFiles() throws {
        let document = Self.document(
            ##""/x": {"$ref": "x.yaml#/item"}"##,
            more: #", "components": {"parameters": {"P": {"name": "p", "in": "query", "example": 1}}}"#)
        let file =
            "item: {get: {parameters: [{$ref: '#/components/parameters/P'}, {$ref: '#/own'}]}}\nown: {name: o, in: query, example: 2}\n"
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8),
            nearby: NearbyFiles { $0 == "x.yaml" ? Array(file.utf8) : nil })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests.map(\.url) == ["{{baseUrl}}/x?p=1&o=2"])
        #expect(ImportReport(collections).isComplete)
    }

    @Test("where a directory around the document was named, references are followed there, and no further")
    func root() throws {
        let document = Self.document(
            ##""/x": {"post": {"parameters": [{"$ref": "../common/p.json"}, {"$ref": "../../out.json"}, {"$ref": "/etc/p.json"}], "requestBody": {"content": {"application/json": {"schema": {"$ref": "own.json#/S"}}}}}}"##
        )
        let files = [
            "common/p.json": #"{"name": "p", "in": "query", "example": 1}"#,
            "specs/own.json": ##"{"S": {"type": "object", "properties": {"inner": {"$ref": "../common/s.json#/T"}}}}"##,
            "common/s.json":
                ##"{"T": {"type": "object", "properties": {"n": {"type": "integer"}, "again": {"$ref": "../specs/own.json#/S"}}}}"##,
        ]
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8),
            nearby: NearbyFiles(directory: "specs") { files[$0].map { Array($0.utf8) } })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests.map(\.url) == ["{{baseUrl}}/x?p=1"])
        #expect(
            collections[0].requests.first?.body.text.split(whereSeparator: \.isWhitespace).joined()
                == #"{"inner":{"n":0,"again":null}}"#)
        #expect(
            ImportReport(collections).remarks.filter { $0.severity == .error }.map(\.text) == [
                "the reference ../../out.json leads out of the directory whose files are read; --root DIR of microscope import names one around it",
                "the reference /etc/p.json is an absolute path, and is not followed",
            ])
    }

    // MARK: - Counts

    @Test("what the source contains is counted in it: what the reader left out is missing")
    func counts() throws {
        let imported = try Imported(
            Self.document(
                ##""/a": {"get": 7, "post": {"tags": ["T"], "requestBody": {"content": {"application/json": {}}}, "responses": {"200": {"content": {"application/json": {"examples": {"one": {"externalValue": "x.json"}, "two": {"value": 2}}}}}}}}"##,
                more: #", "webhooks": {"w": {"post": {}}}"#
            ).replacing(
                #"[{"url": "https://a.test"}]"#, with: #"[{"url": "https://a.test"}, {"description": "no URL"}]"#))
        let (source, made) = (imported.report.inSource, imported.report.made)
        #expect(source[.requests] == 3 && made[.requests] == 2)
        #expect(source[.folders] == 2 && made[.folders] == 2)
        #expect(source[.bodies] == 1 && made[.bodies] == 1)
        #expect(source[.examples] == 2 && made[.examples] == 1)
        #expect(source[.environments] == 2 && made[.environments] == 1)
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }
}

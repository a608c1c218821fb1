import Imports
import OpenCollection
import Testing

@Suite("OpenAPI documents")
struct OpenAPIReaderTests {
    private static func document(_ paths: String, more: String = "") -> String {
        #"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1.2"}, "servers": [{"url": "https://a.test/v1/", "description": "Live"}]\#(more), "paths": {\#(paths)}}"#
    }

    private static func query(_ parameter: String) -> String {
        document(#""/x": {"get": {"parameters": [\#(parameter)], "responses": {}}}"#)
    }

    // MARK: - Info and servers

    @Test("title, version, contact, licence and terms are those of the collection")
    func info() throws {
        let imported = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "Shop", "version": "1.0", "summary": "All", "description": "Sells.", "contact": {"name": "Ann", "email": "a@b.test"}, "license": {"name": "Free", "identifier": "MIT", "url": "https://l.test"}, "termsOfService": "https://t.test"}, "paths": {}}"#
        )
        #expect(imported.collection.name == "Shop")
        #expect(imported.collection.info.version == "1.0")
        #expect(imported.collection.info.summary == "All")
        #expect(imported.collection.info.authors.map(\.email) == ["a@b.test"])
        #expect(
            imported.collection.root.docs
                == "Sells.\n\nLicence: Free (MIT) https://l.test\n\nTerms of service: https://t.test")
        #expect(imported.collection.environments.map(\.name) == ["default"])
        try imported.expectWhole()
    }

    @Test(
        "of a licence there is what is said of it",
        arguments: [
            (#"{"identifier": "MIT"}"#, "Licence: MIT"), (#"{"name": "MIT", "identifier": "MIT"}"#, "Licence: MIT"),
            (#"{"name": "MIT", "url": "https://l.test"}"#, "Licence: MIT https://l.test"), ("{}", nil),
        ])
    func license(license: String, docs: String?) throws {
        let imported = try Imported(
            #"{"openapi": "3.1.0", "info": {"title": "Shop", "license": \#(license)}, "paths": {}}"#)
        #expect(imported.collection.root.docs == docs)
    }

    @Test("a variable of a server that is called baseUrl has another name: the whole URL is called so")
    func serverVariable() throws {
        for (url, more, names) in [
            ("{baseUrl}/v3", "", ["baseUrl={{serverUrl}}/v3", "serverUrl=https://a.test"]),
            (
                "{baseUrl}{serverUrl}/v3", #", "serverUrl": {"default": "/x"}"#,
                ["baseUrl={{serverUrl2}}{{serverUrl}}/v3", "serverUrl2=https://a.test", "serverUrl=/x"]
            ),
        ] {
            let imported = try Imported(
                #"{"openapi": "3.1.0", "info": {"title": "A"}, "servers": [{"url": "\#(url)", "description": "Live", "variables": {"baseUrl": {"default": "https://a.test"}\#(more)}}], "paths": {"/x": {"get": {}}}}"#
            )
            #expect(imported.collection.environments[0].variables.map { "\($0.name)=\($0.value)" } == names)
            try imported.expectWhole()
        }
    }

    @Test("each server is an environment with its variables")
    func servers() throws {
        let imported = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "A"}, "servers": [{"url": "https://{region}.a.test/", "description": "Live", "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}}}, {"url": "/v2"}], "paths": {"/x": {"get": {}}}}"#
        )
        let environments = imported.collection.environments
        #expect(environments.map(\.name) == ["Live", "v2"])
        let live = try #require(environments.first { $0.name == "Live" })
        #expect(live.variables.map(\.value) == ["https://{{region}}.a.test", "eu"])
        #expect(live.variables[1].description == "one of: eu, us")
        #expect(environments.first { $0.name != "Live" }?.variables.first?.value == "http://localhost/v2")
        try imported.expectWhole()
    }

    @Test("however many slashes a server ends in, its base URL has none")
    func manySlashes() throws {
        let slashes = String(repeating: "/", count: 200_000)
        let imported = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://a.test\#(slashes)", "description": "here"}], "paths": {}}"#
        )
        #expect(try imported.text("environments/here.yml").contains("value: https://a.test\n"))
    }

    @Test("security that names no credentials costs only itself, with an error; null is none")
    func brokenSecurity() throws {
        func remarks(_ security: String) throws -> [String] {
            try Imported(
                #"{"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "paths": {"/x": {"get": {"security": \#(security)}}}}"#
            ).remarks
        }
        for security in [#""basic""#, #"["basic"]"#] {
            #expect(try remarks(security).contains("error: this names no credentials; it is left out"), "\(security)")
        }
        #expect(try !remarks("null").contains { $0.hasPrefix("error") })
    }

    @Test("version 2.0 has a host, a base path and schemes")
    func swaggerServers() throws {
        let imported = try Imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "basePath": "/v1", "schemes": ["https", "http"], "paths": {"/x": {"get": {"operationId": "getX"}}}}"#
        )
        #expect(
            imported.collection.environments.map { $0.variables[0].value }.sorted() == [
                "http://a.test/v1", "https://a.test/v1",
            ])
        #expect(try imported.request.name == "getX")
        try imported.expectWhole()
    }

    // MARK: - Operations

    @Test("operations are in folders of their first tag, in the order of the document; equal summaries stay apart")
    func operations() throws {
        let imported = try Imported(
            Self.document(
                #""/b": {"get": {"summary": "List", "tags": ["B", "all"], "deprecated": true, "description": "Old."}, "post": {"summary": "List", "tags": ["A"]}}, "/c": {"get": {"summary": "List", "tags": ["B"]}, "query": {}, "additionalOperations": {"LINK": {}}}"#,
                more: #", "tags": [{"name": "A", "description": "About A"}, {"name": "B"}]"#))
        #expect(imported.collections[0].folders.map(\.name) == ["A", "B"])
        #expect(imported.collections[0].folders[0].docs == "About A")
        #expect(
            imported.requests.map(\.path.text).sorted() == [
                "A/List.yml", "B/List 2.yml", "B/List.yml", "LINK -c.yml", "QUERY -c.yml",
            ])
        let old = try #require(imported.requests.first { $0.path == "B/List.yml" }).definition
        #expect(old.tags == ["deprecated", "B", "all"])
        #expect(old.docs == "Deprecated.\n\nOld.")
        #expect(imported.report.made[.requests] == 5)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("segments that are a parameter are path parameters; parts of a segment are variables of the request")
    func paths() throws {
        let imported = try Imported(
            Self.document(
                #""/v{version}/a/{id}.json/{name}?k={x}": {"parameters": [{"name": "name", "in": "path", "schema": {"type": "string", "example": "n"}}, {"name": "version", "in": "path", "schema": {"default": 2}}], "get": {}}"#
            ))
        let request = try imported.request
        #expect(request.url == "{{baseUrl}}/v{{version}}/a/{{id}}.json/:name?k={{x}}")
        #expect(request.variables.map { "\($0.name)=\($0.value)" } == ["version=2", "id=string", "x=string"])
        #expect(request.pathRows.map(\.value) == ["n"])
        try imported.expectWhole()
    }

    @Test("a path without its slash gets one; extensions beside paths are none")
    func slash() throws {
        let imported = try Imported(Self.document(#""pets": {"get": {}}, "x-other": {"get": {}}"#))
        #expect(imported.requests.map(\.definition.url) == ["{{baseUrl}}/pets"])
    }

    @Test("an operation's parameter goes before the path's; its own server is a variable of the request")
    func overriding() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"parameters": [{"name": "a", "in": "query", "example": "path"}], "get": {"parameters": [{"name": "a", "in": "query", "example": "own"}], "servers": [{"url": "https://b.test"}, {"url": "https://c.test"}]}}"#
            ))
        #expect(try imported.request.url == "{{baseUrl}}/x?a=own")
        #expect(try imported.request.variables.map(\.value) == ["https://b.test"])
        #expect(try imported.request.docs == "Further servers: https://c.test")
        try imported.expectWhole()
    }

    @Test(
        "query rows are on when required or shown, and spelled as their style has it",
        arguments: [
            (#"{"name": "a", "in": "query", "required": true, "schema": {"type": "integer"}}"#, "?a=1", 1),
            (#"{"name": "a", "in": "query", "schema": {"type": "integer", "default": 20}}"#, "", 1),
            (#"{"name": "a", "in": "query", "example": ["x", "y"]}"#, "?a=x&a=y", 2),
            (#"{"name": "a", "in": "query", "explode": false, "example": ["x", "y"]}"#, "?a=x,y", 1),
            (
                #"{"name": "a", "in": "query", "style": "pipeDelimited", "explode": false, "example": ["x", "y"]}"#,
                "?a=x|y", 1
            ),
            (
                #"{"name": "a", "in": "query", "style": "spaceDelimited", "explode": false, "example": ["x", "y"]}"#,
                "?a=x%20y", 1
            ),
            (
                #"{"name": "f", "in": "query", "style": "deepObject", "example": {"a": 1, "b": "c&d"}}"#,
                "?f[a]=1&f[b]=c%26d", 2
            ),
            (
                #"{"name": "f", "in": "query", "style": "deepObject", "example": {"a": {"b": [1, {"c": 2}]}, "d": []}}"#,
                "?f[a][b][]=1&f[a][b][][c]=2&f[d]=", 3
            ),
            (#"{"name": "f", "in": "query", "example": {"a": 1, "b": 2}}"#, "?a=1&b=2", 2),
            (#"{"name": "a", "in": "query", "required": true, "schema": {"enum": ["x", "y"]}}"#, "?a=x", 1),
            (#"{"name": "a", "in": "query", "examples": {"one": {"value": "v"}}}"#, "?a=v", 1),
            (#"{"name": "a", "in": "query", "example": "x{{y"}"#, "?a=x%7B%7By", 1),
            (#"{"name": "a", "in": "query", "example": "{{b}}{{y}"}"#, "?a={{b}}%7B%7By}", 1),
            (
                #"{"name": "a", "in": "query", "required": true, "content": {"application/json": {"schema": {"type": "object", "properties": {"k": {"type": "boolean"}}}}}}"#,
                #"?a={"k":true}"#, 1
            ),
        ])
    func query(parameter: String, url: String, rows: Int) throws {
        let imported = try Imported(Self.query(parameter))
        #expect(try imported.request.url == "{{baseUrl}}/x\(url)")
        #expect(try imported.request.queryRows.count == rows)
        try imported.expectWhole()
    }

    @Test("header parameters are headers; a description says what the schema asks for")
    func headers() throws {
        let imported = try Imported(
            Self.query(
                #"{"name": "X-A", "in": "header", "description": "Kind", "schema": {"type": "integer", "minimum": 1, "maximum": 9, "enum": [1, 2]}}, {"name": "X-Api-Key", "in": "header", "required": true, "schema": {"type": "string"}}"#
            ))
        let headers = try imported.request.headers
        #expect(headers.map { "\($0.name): \($0.value)" } == ["X-A: 1", "X-Api-Key: {{X-Api-Key}}"])
        #expect(headers[0].isEnabled == false)
        #expect(headers[0].description == "Kind (integer, one of: 1, 2, at least 1, at most 9)")
        #expect(imported.collection.environments[0].variables.filter(\.isSecret).map(\.name) == ["X-Api-Key"])
        try imported.expectWhole()
    }

    // MARK: - Bodies

    @Test(
        "a JSON body is the example, else made from the schema: all branches, no read-only members, recursion bounded")
    func jsonBody() throws {
        let shown = try Imported(
            Self.document(
                #""/x": {"post": {"requestBody": {"content": {"text/plain": {}, "application/json": {"example": {"a": 1.50}}}}}}"#
            ))
        #expect(try shown.request.body.text == "{\n  \"a\": 1.50\n}")
        #expect(try shown.request.docs == "Other accepted types of body: text/plain")
        let made = try Imported(
            Self.document(
                ##""/x": {"post": {"requestBody": {"content": {"application/merge-patch+json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}"##,
                more:
                    ##", "components": {"schemas": {"Pet": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "properties": {"kind": {"enum": ["cat"]}, "parent": {"$ref": "#/components/schemas/Pet"}, "list": {"type": "array", "items": {"type": ["null", "string"], "format": "date"}}}}]}, "Base": {"type": "object", "properties": {"id": {"type": "integer", "readOnly": true}, "choice": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "type"}}}}, "Dog": {"type": "object", "properties": {"type": {"type": "string"}, "bark": {"type": "boolean"}}}}}"##
            ))
        #expect(
            try made.request.body.text == """
                {
                  "choice": {
                    "type": "Dog",
                    "bark": true
                  },
                  "kind": "cat",
                  "parent": null,
                  "list": [
                    "2024-01-31"
                  ]
                }
                """)
        #expect(try made.request.headers.map(\.value) == ["application/merge-patch+json"])
        try made.expectWhole()
    }

    @Test("forms, multipart with files, XML and binary bodies are of their kinds")
    func otherBodies() throws {
        func body(_ media: String) throws -> Imported {
            try Imported(Self.document(#""/x": {"post": {"requestBody": {"content": {\#(media)}}}}"#))
        }
        let form = try body(
            #""application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "description": "First"}, "b": {"type": "integer"}}}}"#
        )
        #expect(
            try form.request.body.form.map { "\($0.name)=\($0.value) \($0.isEnabled)" } == [
                "a=string true", "b=0 false",
            ])
        #expect(try form.request.body.form[0].description == "First (string)")
        try form.expectWhole()
        let multipart = try body(
            #""multipart/form-data": {"schema": {"type": "object", "required": ["f", "t"], "properties": {"f": {"type": "string", "format": "binary"}, "t": {"type": "string"}}}, "encoding": {"f": {"contentType": "image/png"}}}"#
        )
        let parts = try multipart.request.body.parts
        #expect(parts.map(\.isFile) == [true, false])
        #expect(parts.map(\.isEnabled) == [false, true])
        #expect(parts[0].contentType == "image/png")
        try multipart.expectWhole()
        let xml = try body(
            #""application/xml": {"schema": {"type": "object", "xml": {"name": "pet"}, "properties": {"name": {"type": "string", "example": "a<b"}}}}"#
        )
        #expect(try xml.request.body.text == "<pet>\n  <name>a&lt;b</name>\n</pet>")
        try xml.expectWhole()
        let binary = try body(#""image/png": {"schema": {"type": "string", "format": "binary"}}"#)
        #expect(try binary.request.body.files.map(\.contentType) == ["image/png"])
        #expect(binary.report.isComplete)
    }

    @Test("bodies and forms of version 2.0")
    func swaggerBodies() throws {
        let imported = try Imported(
            ##"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "consumes": ["application/json"], "paths": {"/x": {"post": {"parameters": [{"in": "body", "name": "b", "schema": {"$ref": "#/definitions/B"}}], "responses": {"200": {"description": "ok", "examples": {"application/json": {"a": 1}}}}}}, "/y": {"post": {"consumes": ["multipart/form-data"], "parameters": [{"in": "formData", "name": "f", "type": "file", "required": true}, {"in": "formData", "name": "t", "type": "array", "items": {"type": "string"}, "required": true}, {"in": "query", "name": "q", "type": "array", "collectionFormat": "multi", "items": {"type": "string"}, "required": true}]}}}, "definitions": {"B": {"type": "object", "properties": {"a": {"type": "number"}}}}}"##
        )
        let definitions = imported.requests.map(\.definition)
        #expect(definitions[0].body.text == "{\n  \"a\": 0\n}")
        #expect(definitions[0].examples.map(\.name) == ["200 OK"])
        #expect(definitions[1].body.parts.map(\.isFile) == [true, false])
        #expect(definitions[1].url == "{{baseUrl}}/y?q=string")
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    // MARK: - Security

    @Test(
        "credentials have secret variables in every environment",
        arguments: [
            (#"{"type": "http", "scheme": "basic"}"#, Auth.basic(username: "{{username}}", password: "{{password}}")),
            (#"{"type": "http", "scheme": "Bearer"}"#, .bearer(token: "{{token}}")),
            (
                #"{"type": "apiKey", "name": "X-Key", "in": "header"}"#,
                .apiKey(name: "X-Key", value: "{{apiKey}}", placement: .header)
            ),
            (
                #"{"type": "apiKey", "name": "key", "in": "query"}"#,
                .apiKey(name: "key", value: "{{apiKey}}", placement: .query)
            ),
        ])
    func security(scheme: String, auth: Auth) throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {}, "post": {"security": []}}"#,
                more: #", "security": [{"main": []}], "components": {"securitySchemes": {"main": \#(scheme)}}"#))
        #expect(imported.collection.root.auth == auth)
        #expect(imported.requests.map(\.definition.auth) == [.inherit, .none])
        #expect(
            imported.collection.environments.allSatisfy { environment in
                environment.variables.contains(where: \.isSecret)
            })
        try imported.expectWhole()
    }

    @Test(
        "OAuth 2 takes the first flow that can be sent, with the operation's scopes"
    )
    func oauth2() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"security": [{"o": ["read"], "k": []}, {"other": []}]}}"#,
                more:
                    #", "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://a.test/i"}, "clientCredentials": {"tokenUrl": "https://a.test/t", "scopes": {"read": "", "write": ""}}}}, "k": {"type": "apiKey", "in": "header", "name": "X-K"}, "other": {"type": "http", "scheme": "basic"}}}"#
            ))
        guard case .unsupported(let details) = try imported.request.auth else {
            Issue.record("no OAuth 2")
            return
        }
        let settings = OAuth2Settings(details)
        #expect(settings.flow == .clientCredentials)
        #expect(settings.scope == "read")
        #expect(settings.clientID == "{{clientId}}")
        #expect(try imported.request.headers.map(\.value) == ["{{apiKey}}"])
        #expect(try imported.request.docs == "Other credentials are accepted, too: other.")
        try imported.expectWhole()
    }

    // MARK: - Examples and broken parts

    @Test("examples of responses are taken as they are shown; those for any status are not")
    func examples() throws {
        let imported = try Imported(
            Self.document(
                ##""/x": {"get": {"parameters": [{"name": "q", "in": "query", "example": 1}, {"name": "off", "in": "query"}], "requestBody": {"content": {"application/json": {}}}, "responses": {"200": {"$ref": "#/components/responses/R"}, "4XX": {"content": {"text/plain": {"example": "no"}}}, "default": {"content": {"application/json": {"example": 1}}}}}}"##,
                more:
                    #", "components": {"responses": {"R": {"content": {"application/json": {"examples": {"one": {"summary": "First", "value": {"a": null}}, "two": {"value": []}}}}}}}"#
            ))
        let examples = try imported.request.examples
        #expect(examples.map(\.name) == ["First", "two", "4XX"])
        #expect(examples.map { $0.response?.status } == [200, 200, 400])
        #expect(examples[0].response?.body?.data == "{\n  \"a\": null\n}")
        #expect(examples[0].request?.url == "{{baseUrl}}/x?q=1" && examples[0].request?.body.text == "{}")
        #expect(examples[0].request?.parameters.map(\.field.name) == ["q"])
        #expect(imported.report.inSource[.examples] == 4)
        try imported.expectWhole()
    }

    @Test("descriptions of responses, their links, and further documentation are in the docs")
    func docs() throws {
        let imported = try Imported(
            Self.document(
                ##""/x": {"post": {"externalDocs": {"url": "https://d.test"}, "requestBody": {"description": "A pet.", "content": {"application/json": {}}}, "responses": {"200": {"description": "Fine\n", "links": {"next": {"operationId": "getX", "parameters": {"id": "$response.body#/id"}, "description": "Go on."}, "l": {"$ref": "#/components/links/L"}}}, "default": {"description": "Bad"}}}}"##,
                more:
                    ##", "tags": [], "externalDocs": {"url": "https://all.test", "description": "All"}, "components": {"links": {"L": {"operationRef": "#/x"}}}"##
            ))
        #expect(imported.collection.root.docs == "All: https://all.test")
        #expect(
            try imported.request.docs == """
                Further documentation: https://d.test

                Body: A pet.

                Responses:

                - 200: Fine
                - default: Bad

                Links:

                - next to getX with id = "$response.body#/id". Go on.
                - l to #/x
                """)
        #expect(imported.remarks == ["note: links of responses are in the docs"])
        try imported.expectWhole()
    }

    @Test(
        "webhooks and callbacks are requests of a folder of their own, to another address, without the API's credentials"
    )
    func webhooks() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"post": {"callbacks": {"done": {"{$request.body#/url}": {"post": {"callbacks": {"again": {"u": {"post": {}}}}}, "put": {"security": [{"k": []}]}}}}}}"#,
                more:
                    #", "webhooks": {"paid": {"post": {"summary": "Paid", "tags": ["T"]}, "x-y": {}}}, "security": [{"k": []}], "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "X-K"}}}"#
            ))
        #expect(
            imported.requests.map(\.path.text).sorted().dropLast() == [
                "POST -x.yml", "Webhooks/POST {$request.body#-url}.yml", "Webhooks/PUT {$request.body#-url}.yml",
            ])
        let requests = Dictionary(imported.requests.map { ($0.definition.name ?? "", $0.definition) }) { $1 }
        #expect(requests["Paid"]?.url == "{{callbackUrl}}" && requests["Paid"]?.auth == Auth.none)
        #expect(requests["PUT {$request.body#/url}"]?.auth.usedKey == "X-K")
        #expect(imported.collection.environments[0].variables.map(\.name) == ["baseUrl", "callbackUrl", "apiKey"])
        #expect(imported.report.inSource[.requests] == 4 && imported.report.inSource[.folders] == 1)
        #expect(imported.remarks.filter { $0.hasPrefix("error") } == ["error: callbacks of callbacks are left out"])
        try imported.expectWhole()
    }

    @Test(
        "of the address of a callback there is what comes after the expression that it begins with",
        arguments: [
            ("{$request.body#/url}/events", "/events"), ("{$request.body#/url}", ""), ("https://a.test/{$url}", ""),
            ("{$request.query.url}/data/{$request.body#/user/id}?a={$request.header.X-B}", "/data/:id?a={{X-B}}"),
        ])
    func callbackPath(address: String, path: String) throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"post": {"callbacks": {"done": {"\#(address)": {"post": {"summary": "Done"}}}}}}"#))
        let request = try #require(imported.requests.first { $0.definition.name == "Done" }).definition
        #expect(request.url == "{{callbackUrl}}\(path)")
        try imported.expectWhole()
    }

    @Test("a broken operation, parameter or reference costs only itself, and says where it is")
    func broken() throws {
        let imported = try Imported(
            Self.document(
                ##""/a": {"get": 7}, "/b": {"get": {"summary": "Good", "parameters": [{"$ref": "#/components/parameters/Gone"}, 3, {"name": "q", "in": "query", "example": "x"}]}}, "/c": "no", "/d": {"$ref": "other.yaml#/x"}"##
            ))
        #expect(imported.requests.map(\.path) == ["Good.yml"])
        #expect(try imported.request.url == "{{baseUrl}}/b?q=x")
        #expect(!imported.report.isComplete)
        let places = imported.report.remarks.flatMap(\.places)
        #expect(places.contains("source0.json:/paths/~1a/get"))
        #expect(places.contains("source0.json:/paths/~1b/get/parameters/0"))
        try imported.expectWhole()
    }

    @Test("the same document in JSON and in YAML gives the same files")
    func twins() throws {
        let json = try Imported(
            #"{"openapi": "3.0.0", "info": {"title": "A", "version": "1.0"}, "servers": [{"url": "https://a.test"}], "paths": {"/x/{id}": {"post": {"tags": ["T"], "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}], "requestBody": {"content": {"application/json": {"example": {"n": 1.50, "s": "a\nb", "t": true, "z": null}}}}}}}}"#
        )
        let yaml = try Imported(
            """
            openapi: 3.0.0
            info: {title: A, version: "1.0"}
            servers:
              - url: https://a.test
            paths:
              /x/{id}:
                post:
                  tags: [T]
                  parameters:
                    - {name: id, in: path, required: true, schema: {type: integer}}
                  requestBody:
                    content:
                      application/json:
                        example: {n: 1.50, s: "a\\nb", t: true, z: null}
            """)
        #expect(json.files.newCollection == yaml.files.newCollection)
        #expect(json.requests.count == 1)
    }

    @Test(
        "references lead into files below the document's directory, and from there on; never out of it, nor to other machines"
    )
    func files() throws {
        let files = [
            "paths/x.yaml":
                "get:\n  summary: X\n  parameters:\n    - $ref: '../common/p.json#/q'\n    - $ref: ../../out.yaml\n    - $ref: https://a.test/p.yaml\n",
            "common/p.json": #"{"q": {"name": "q", "in": "query", "example": "v"}}"#,
            "out.yaml": "{name: out, in: query, example: o}\n",
        ]
        let document = ##"{"openapi": "3.0.0", "info": {"title": "A"}, "paths": {"/x": {"$ref": "./paths/x.yaml"}}}"##
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8), nearby: NearbyFiles { files[$0].map { Array($0.utf8) } })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests.map(\.url) == ["{{baseUrl}}/x?q=v"])
        let report = ImportReport(collections)
        #expect(
            report.remarks.filter { $0.severity == .error && $0.text.contains("reference") }.map(\.places) == [
                ["api.json:paths/x.yaml#/get/parameters/1"], ["api.json:paths/x.yaml#/get/parameters/2"],
            ])
    }

    @Test("YAML that is none says where")
    func brokenYAML() throws {
        let error = #expect(throws: ImportProblem.self) {
            try RecognizedSource(ImportSource(name: "a.yaml", bytes: Array("openapi: 3.0.0\npaths: [\n".utf8)))
        }
        #expect(error?.description.hasPrefix("a.yaml:3:1: ") == true)
    }

    @Test("a schema that grows exponentially is cut off")
    func exponential() throws {
        let schemas = (0..<20).map { index in
            let members = (0..<8).map { ##""p\##($0)": {"$ref": "#/components/schemas/S\##(index + 1)"}"## }.joined(
                separator: ", ")
            return #""S\#(index)": {"type": "object", "properties": {\#(members)}}"#
        }.joined(separator: ", ")
        let imported = try Imported(
            Self.document(
                ##""/x": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}}}"##,
                more: #", "components": {"schemas": {\#(schemas)}}"#))
        #expect(try imported.request.body.text.utf8.count < 200_000)
    }

    @Test("schemas that combine each other exponentially, or in a long chain, are cut off in every kind of body")
    func combined() throws {
        let media = ["application/json", "multipart/form-data", "application/xml"].map {
            ##""\##($0)": {"post": {"requestBody": {"content": {"\##($0)": {"schema": {"$ref": "#/components/schemas/S0"}}}}}}"##
        }
        for copies in [1, 12] {
            let schemas = (0..<4000 / copies).map { index in
                let parts = Array(repeating: ##"{"$ref": "#/components/schemas/S\##(index + 1)"}"##, count: copies)
                return
                    #""S\#(index)": {"allOf": [\#(parts.joined(separator: ", "))], "properties": {"p\#(index)": {"type": "string"}}}"#
            }
            let imported = try Imported(
                Self.document(
                    media.joined(separator: ", "),
                    more: #", "components": {"schemas": {\#(schemas.joined(separator: ", "))}}"#))
            #expect(imported.requests.count == 3)
            for request in imported.requests.map(\.definition) {
                #expect((request.body.text + request.body.parts.map(\.name).joined()).contains("p9"))
            }
        }
    }

    // MARK: - Documents as they are

    @Test(
        "a part of the wrong type is missing, and says where; the rest is read",
        arguments: [
            (#""/a": {"get": {"parameters": {"name": "x"}}}"#, "this is not a list; it is left out"),
            (#""/a": {"get": {"responses": [200]}}"#, "this is not an object; it is left out"),
            (#""/a": {"get": {"requestBody": {"schema": {}}}}"#, "a body without content is left out"),
            (
                #""/a": {"get": {"requestBody": {"content": ["application/json"]}}}"#,
                "this is not an object; it is left out"
            ),
            (#""/a": {"get": {}, "gett": {}}"#, "this is not a method of a path; it is left out"),
            (
                #""/a": {"get": {"parameters": [{"name": "x", "in": "uri"}]}}"#,
                "this is not a parameter; it is left out"
            ),
        ])
    func wrongTypes(paths: String, text: String) throws {
        let imported = try Imported(Self.document(paths))
        #expect(imported.requests.count == 1)
        #expect(imported.remarks == ["error: \(text)"])
        try imported.expectWhole()
    }

    @Test("methods and places have any capitals, null is nothing, and one tag needs no list")
    func lenient() throws {
        let imported = try Imported(
            Self.document(
                #""/a": {"GET": {"tags": "T", "parameters": [{"name": "q", "in": "Query", "example": 1}, {"name": "f", "in": "formData", "required": true, "type": "string"}]}, "post": null}, "/b": null"#
            ))
        #expect(imported.requests.map(\.path) == ["T/GET -a.yml"])
        #expect(try imported.request.url == "{{baseUrl}}/a?q=1")
        #expect(try imported.request.body.form.map(\.name) == ["f"])
        #expect(imported.remarks == [])
        try imported.expectWhole()
    }

    @Test(
        "paths are those of routers and of URI templates, too",
        arguments: [
            ("/a/{proxy+}", "/a/:proxy", ["proxy"]), ("/a/{+path}", "/a/:path", ["path"]),
            ("/a/{id:int}", "/a/:id", ["id"]), ("/a/{id?}", "/a/:id", ["id"]), ("/a{?b,c}", "/a", []),
            ("/a/{user-id}/{user.id}", "/a/:user-id/:user.id", ["user-id", "user.id"]),
            ("/a?b={b}&Action=X", "/a?b=string&Action=X", []), ("/a/{x}:cancel", "/a/{{x}}:cancel", []),
            ("/O('{x}')/{y}", "/O('{{x}}')/:y", ["y"]), ("/a/{/{y}", "/a/{/:y", ["y"]),
            ("/a/{id}{?b}", "/a/:id", ["id"]),
        ])
    func pathKeys(path: String, url: String, names: [String]) throws {
        let query = ["b", "Action"].map { #"{"name": "\#($0)", "in": "query", "schema": {"type": "string"}}"# }
        let parameters = names.map { #"{"name": "\#($0)", "in": "path", "required": true, "example": "v"}"# }
        let imported = try Imported(
            Self.document(
                #""\#(path)": {"get": {"parameters": [\#((query + parameters).joined(separator: ", "))]}}"#))
        #expect(try imported.request.url == "{{baseUrl}}\(url)")
        #expect(try imported.request.pathRows.map(\.name) == names)
        #expect(try imported.request.pathRows.allSatisfy { $0.value == "v" })
        try imported.expectWhole()
    }

    @Test(
        "the host and the base path of version 2.0 are repaired, and a base path alone is kept",
        arguments: [
            (#""host": "https://a.test/", "basePath": "v1/""#, "https://a.test/v1"),
            (#""host": "a.test:8080", "basePath": "/""#, "https://a.test:8080"),
            (#""host": "a.test/api", "basePath": "/v1""#, "https://a.test/api/v1"),
            (#""host": "a.test/v1/", "basePath": "/v1/""#, "https://a.test/v1"),
            (#""host": "http://a.test/v1""#, "http://a.test/v1"),
            (#""host": "http://a.test/v1", "schemes": ["https"]"#, "https://a.test/v1"),
            (#""host": "localhost:80", "basePath": "/v1""#, "http://localhost:80/v1"),
            (#""basePath": "/v2""#, "http://localhost/v2"), (#""host": "", "schemes": ["http"]"#, "http://localhost"),
        ])
    func swaggerHosts(fields: String, base: String) throws {
        let imported = try Imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, \#(fields), "paths": {"/x": {"get": {}}}}"#)
        #expect(imported.collection.environments.map { $0.variables[0].value } == [base])
        try imported.expectWhole()
    }

    @Test("a whole query, values of several types and named examples of a body")
    func newer() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"post": {"parameters": [{"name": "all", "in": "querystring", "required": true, "content": {"application/x-www-form-urlencoded": {"example": {"a": 1, "b": "c d"}}}}], "requestBody": {"content": {"application/json": {"schema": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "Date"}]}}}}}, "put": {"requestBody": {"content": {"application/json": {"examples": {"none": {"value": null}, "two": {"summary": "Second", "description": "More", "value": {"a": 2}}, "three": {"externalValue": "three.json"}}}, "text/plain": {"examples": {"t": {"value": "T"}}}}}}}"#
            ))
        let requests = Dictionary(imported.requests.map { ($0.definition.method, $0.definition) }) { $1 }
        #expect(requests["POST"]?.url == "{{baseUrl}}/x?a=1&b=c%20d")
        #expect(requests["POST"]?.body.text == "[\n  0,\n  \"string\"\n]")
        let examples = requests["PUT"]?.examples ?? []
        #expect(examples.map(\.name) == ["none", "Second", "t"])
        #expect(examples.map(\.request?.body.text) == ["null", "{\n  \"a\": 2\n}", "T"])
        #expect(examples.first { $0.name == "Second" }?.description == "More")
        #expect(examples.allSatisfy { $0.request?.url == "{{baseUrl}}/x" && $0.request?.method == "PUT" })
        #expect(examples.allSatisfy { $0.response == nil })
        #expect(imported.report.inSource[.examples] == 4 && imported.report.made[.examples] == 3)
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("the value of an example may be in a file below the document's directory")
    func exampleFiles() throws {
        let document = Self.document(
            #""/x": {"post": {"requestBody": {"content": {"application/json": {"examples": {"a": {"externalValue": "examples/a.json"}}}}}, "responses": {"200": {"content": {"application/json": {"examples": {"a": {"externalValue": "examples/a.json"}, "b": {"externalValue": "../b.json"}}}}}}}}"#
        )
        let source = ImportSource(
            name: "api.json", bytes: Array(document.utf8),
            nearby: NearbyFiles { $0 == "examples/a.json" ? Array(#"{"id": 9}"#.utf8) : nil })
        let collections = try ImportReading.collections(in: [RecognizedSource(source)])
        #expect(collections[0].requests[0].body.text == #"{"id": 9}"#)
        #expect(collections[0].requests[0].examples.map(\.response?.body?.data) == [#"{"id": 9}"#])
        #expect(ImportReport(collections).remarks.map(\.text) == ["an example without a value of its own is left out"])
    }

    @Test("if asked for, responses without an example get one from their schema, as a response has it, and are remarks")
    func madeExamples() throws {
        let text = Self.document(
            """
            "/x": {"post": {
              "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}},
              "responses": {
                "200": {"content": {"text/xml": {"schema": {"type": "string"}}, "application/json; charset=utf-8": {"schema": {"$ref": "#/components/schemas/User"}}}},
                "2XX": {"content": {"application/xml": {"schema": {"$ref": "#/components/schemas/User"}}}},
                "404": {"content": {"*/*": {"schema": {"type": "array", "items": {"type": "integer"}}}}},
                "409": {"content": {"application/json": {"schema": {"type": "string"}, "example": "shown"}}},
                "204": {"description": "nothing"}, "206": {"content": {"image/png": {"schema": {"type": "string"}}}},
                "207": {"content": {"text/plain": {"schema": {"type": "string", "format": "binary"}}}}, "208": {"content": {"text/plain": {}}},
                "default": {"content": {"application/json": {"schema": {"type": "object"}}}}}}}
            """,
            more:
                #", "components": {"schemas": {"User": {"type": "object", "properties": {"id": {"type": "integer", "readOnly": true}, "pin": {"type": "integer", "writeOnly": true}, "token": {"type": "string"}}}}}"#
        )
        let source = ImportSource(name: "api.json", bytes: Array(text.utf8))
        let imported = try Imported([source], movesSecrets: true, makesExamples: true)
        let examples = try imported.request.examples
        #expect(examples.map(\.name) == ["200 OK", "2XX", "404 Not Found", "409 Conflict"])
        #expect(examples.map(\.response?.status) == [200, 200, 404, 409])
        let bodies = examples.map { ($0.response?.body?.data ?? "").split(whereSeparator: \.isWhitespace).joined() }
        #expect(
            bodies == [
                #"{"id":0,"token":"***"}"#, "<User><id>0</id><token>***</token></User>", "[0]", "shown",
            ])
        #expect(
            examples.map { $0.response?.headers.first?.value } == [
                "application/json; charset=utf-8", "application/xml", "application/json", "application/json",
            ])
        let request = try imported.request.body.text.split(whereSeparator: \.isWhitespace).joined()
        #expect(request == #"{"pin":0,"token":"{{token}}"}"#)
        #expect(examples.allSatisfy { $0.request?.body.text.contains("pin") == true })
        #expect(imported.report.inSource[.examples] == 1 && imported.report.made[.examples] == 4)
        let remark = "the document shows no example of a response: one is made from its schema"
        #expect(imported.report.remarks.first { $0.text == remark }?.places.count == 3)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
        #expect(try Imported([source], movesSecrets: true).request.examples.count == 1)
    }

    @Test("examples that are made have fewer levels and values than bodies")
    func limitsOfMadeExamples() throws {
        let schemas = (0..<9).map { number in
            let inner = (0..<6).map { ##""p\##($0)": {"$ref": "#/components/schemas/S\##(number + 1)"}"## }
            return #""S\#(number)": {"type": "object", "properties": {\#(inner.joined(separator: ", "))}}"#
        }
        let content = ##""content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}"##
        let text = Self.document(
            #""/x": {"post": {"requestBody": {\#(content)}, "responses": {"200": {\#(content)}}}}"#,
            more:
                #", "components": {"schemas": {\#((schemas + [#""S9": {"type": "integer"}"#]).joined(separator: ", "))}}"#
        )
        let source = ImportSource(name: "api.json", bytes: Array(text.utf8))
        let request = try Imported([source], movesSecrets: true, makesExamples: true).request
        let texts = [request.body.text, request.examples.first?.response?.body?.data ?? ""]
        #expect(texts.map { $0.count { $0 == ":" } } == [1999, 499])
        let deepest = texts.map { $0.split(separator: "\n").map { $0.prefix { $0 == " " }.count / 2 }.max() }
        #expect(deepest == [6, 4])
    }

    @Test("examples are made of version 2.0, too")
    func madeExamplesOfSwagger() throws {
        let text = """
            {"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "produces": ["application/xml"],
             "paths": {"/x": {"get": {"produces": ["image/png", "application/json"], "responses": {
               "200": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}},
               "201": {"schema": {"type": "file"}}, "202": {"description": "later"}}}}}}
            """
        let source = ImportSource(name: "api.json", bytes: Array(text.utf8))
        let imported = try Imported([source], movesSecrets: true, makesExamples: true)
        #expect(try imported.request.examples.map(\.response?.body?.data) == ["{\n  \"n\": 0\n}"])
        #expect(imported.report.inSource[.examples] == 0 && imported.report.made[.examples] == 1)
        try imported.expectWhole()
    }

    @Test("made values under the names of secrets are secret variables of these names; shown ones are values")
    func madeSecrets() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"password": {"type": "string", "format": "password"}, "client_secret": {"type": "string"}, "name": {"type": "string"}}}}}}, "parameters": [{"name": "access_token", "in": "query", "required": true, "schema": {"type": "string"}}]}}"#
            ))
        #expect(
            try imported.request.body.text.split(whereSeparator: \.isWhitespace).joined()
                == #"{"password":"{{password}}","client_secret":"{{client_secret}}","name":"string"}"#)
        #expect(try imported.request.url == "{{baseUrl}}/x?access_token={{access_token}}")
        #expect(
            imported.collection.environments[0].variables.filter(\.isSecret).map(\.name) == [
                "access_token", "client_secret", "password",
            ])
        try imported.expectWhole()
    }

    @Test("a part of a segment with the name of a secret is a secret variable, too")
    func secretPart() throws {
        let imported = try Imported(
            Self.document(
                #""/r-{token}": {"get": {"parameters": [{"name": "token", "in": "path", "required": true, "schema": {"type": "string"}}]}}"#
            ))
        #expect(try imported.request.url == "{{baseUrl}}/r-{{token}}")
        #expect(try imported.request.variables == [])
        #expect(imported.collection.environments[0].variables.filter(\.isSecret).map(\.name) == ["token"])
        try imported.expectWhole()
    }

    @Test("a folder has the name that its tag shows")
    func displayName() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"tags": ["a"]}, "put": {"tags": ["b"]}}"#,
                more: #", "tags": [{"name": "a", "x-displayName": "Accounts"}]"#))
        #expect(imported.collections[0].folders.map(\.name) == ["Accounts", "b"])
        try imported.expectWhole()
    }

    @Test("groups of tags are folders of folders; a tag is in the first of its groups")
    func tagGroups() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"tags": ["a"]}, "put": {"tags": ["b"]}, "post": {"tags": ["c"]}}"#,
                more:
                    #", "x-tagGroups": [{"name": "G", "tags": ["b", "a", "none"]}, {"name": "H", "tags": ["a"]}, {"tags": 7}]"#
            ))
        #expect(imported.requests.map(\.path.text).sorted() == ["G/a/GET -x.yml", "G/b/PUT -x.yml", "c/POST -x.yml"])
        #expect(imported.report.inSource[.folders] == 4)
        #expect(imported.collections[0].folders.map(\.name) == ["G", "b", "a", "c"])
        try imported.expectWhole()
    }

    @Test("documents as generators write them are imported whole", arguments: OpenAPIDocuments.all)
    func realistic(text: String) throws {
        let imported = try Imported(text)
        #expect(imported.report.isComplete, "\(imported.remarks)")
        #expect(imported.report.inSource[.requests] == imported.requests.count)
        try imported.expectWhole()
    }

    @Test("the address of a token is relative to the server")
    func tokenAddress() throws {
        let imported = try Imported(
            Self.document(
                #""/x": {"get": {"security": [{"o": []}]}}"#,
                more:
                    #", "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": {"password": {"tokenUrl": "token", "refreshUrl": "/r", "scopes": {}}}}}}"#
            ))
        guard case .unsupported(let details) = try imported.request.auth else {
            Issue.record("no OAuth 2")
            return
        }
        #expect(OAuth2Settings(details).accessTokenURL == "{{baseUrl}}/token")
        #expect(OAuth2Settings(details).refreshTokenURL == "{{baseUrl}}/r")
    }
}

extension Auth {
    fileprivate var usedKey: String? { if case .apiKey(let name, _, _) = self { name } else { nil } }
}

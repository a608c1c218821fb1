import Foundation
import Imports
import OpenCollection
import Testing

/// Rows of the mapping that no other test is about: a source, the file that it becomes, and the lines that this has, or lacks after a "!".
@Suite("Mappings of imports")
struct ImportMappingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var text: String
        var path: String
        var lines: [String]

        init(_ id: String, _ text: String, _ path: String, _ lines: String...) {
            (self.id, self.text, self.path, self.lines) = (id, text, path, lines)
        }

        var testDescription: String { id }
    }

    private static func api(_ operation: String, more: String = "", servers: String = #"[{"url": "https://a.test"}]"#)
        -> String
    {
        #"{"openapi": "3.2.0", "info": {"title": "A"}, "servers": \#(servers)\#(more), "paths": {"/x": {\#(operation)}}}"#
    }

    private static func parameter(_ text: String) -> String {
        api(#""get": {"summary": "One", "parameters": [\#(text)]}"#)
    }

    /// A parameter of the path that is spread.
    private static func path(_ style: String, _ example: String) -> String {
        parameter(
            #"{"name": "p", "in": "path", "required": true, "explode": true, "style": "\#(style)", "example": \#(example)}"#
        ).replacingOccurrences(of: "/x", with: "/{p}")
    }

    private static func body(_ type: String, _ media: String) -> String {
        api(#""post": {"summary": "One", "requestBody": {"content": {"\#(type)": \#(media)}}}"#)
    }

    private static func scheme(_ text: String) -> String {
        api(
            #""get": {"summary": "One", "security": [{"s": []}]}"#,
            more: #", "components": {"securitySchemes": {"s": \#(text)}}"#)
    }

    private static func bru(_ text: String) -> String { "meta {\n  name: One\n}\n\(text)\n" }

    private static let openAPI = [
        Row(
            "server-name", api("", servers: #"[{"url": "https://a.test", "name": "Live"}]"#), "environments/Live.yml",
            "value: https://a.test"),
        Row(
            "server-host", api("", servers: #"[{"url": "https://a.test/v1"}]"#), "environments/a.test.yml",
            "value: https://a.test/v1"),
        Row(
            "path-server", api(#""servers": [{"url": "https://b.test"}], "get": {"summary": "One"}"#), "One.yml",
            "- name: baseUrl", "value: https://b.test"),
        Row("name-operation", api(#""get": {"operationId": "getX"}"#), "getX.yml", "name: getX"),
        Row("name-path", api(#""get": {}"#), "GET -x.yml", "name: GET /x"),
        Row("path-description", api(#""description": "All", "get": {"summary": "One"}"#), "One.yml", "docs: All"),
        Row(
            "parameter-content",
            parameter(
                ##"{"name": "q", "in": "query", "required": true, "content": {"application/json": {"example": {"a": 1}}}}"##
            ), "One.yml", #"value: '{"a":1}'"#),
        Row(
            "parameter-default",
            parameter(#"{"name": "q", "in": "query", "schema": {"type": "integer", "default": 20}}"#), "One.yml",
            #"value: "20""#, "disabled: true"),
        Row(
            "parameter-enum",
            parameter(#"{"name": "q", "in": "query", "schema": {"type": "string", "enum": ["a", "b"]}}"#), "One.yml",
            "value: a", #"description: "(string, one of: a, b)""#),
        Row(
            "parameter-examples", parameter(#"{"name": "q", "in": "query", "examples": {"one": {"value": "v"}}}"#),
            "One.yml", #"url: "{{baseUrl}}/x?q=v""#),
        Row(
            "style-pipe",
            parameter(
                #"{"name": "q", "in": "query", "style": "pipeDelimited", "explode": false, "example": ["a", "b"]}"#),
            "One.yml", #"url: "{{baseUrl}}/x?q=a|b""#),
        Row(
            "style-space",
            parameter(
                #"{"name": "q", "in": "query", "style": "spaceDelimited", "explode": false, "example": ["a", "b"]}"#),
            "One.yml", #"url: "{{baseUrl}}/x?q=a%20b""#),
        Row(
            "body-plus-json", body("application/vnd.a+json", #"{"example": {"a": 1}}"#), "One.yml", "type: json",
            "value: application/vnd.a+json"),
        Row("body-any", body("*/*", #"{"example": {"a": 1}}"#), "One.yml", "type: json"),
        Row(
            "body-octets", body("application/octet-stream", "{}"), "One.yml", "type: file",
            "contentType: application/octet-stream"),
        Row("body-image", body("image/*", "{}"), "One.yml", "type: file", "contentType: application/octet-stream"),
        Row(
            "body-part-type",
            body(
                "multipart/form-data",
                #"{"schema": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "integer"}}}}}, "encoding": {"a": {"contentType": "application/json"}}}"#
            ), "One.yml", "contentType: application/json", #"value: '{"b":0}'"#),
        Row(
            "body-const",
            body(
                "application/json",
                #"{"schema": {"type": "object", "properties": {"k": {"const": "c"}, "n": {"type": "string", "format": "uuid"}}}}"#
            ), "One.yml", #""k": "c","#, #""n": "3fa85f64-5717-4562-b3fc-2c963f66afa6""#),
        Row(
            "auth-digest", scheme(#"{"type": "http", "scheme": "Digest"}"#), "One.yml", "type: digest",
            #"password: "{{password}}""#),
        Row(
            "auth-key-query", scheme(#"{"type": "apiKey", "in": "query", "name": "k"}"#), "One.yml", "type: apikey",
            "placement: query"),
        Row(
            "auth-key-cookie", scheme(#"{"type": "apiKey", "in": "cookie", "name": "k"}"#), "One.yml", "- name: Cookie",
            #"value: k={{apiKey}}"#),
        Row(
            "auth-pkce",
            scheme(
                #"{"type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "https://a.test/a", "tokenUrl": "https://a.test/t", "scopes": {"r": "", "w": ""}}}}"#
            ), "One.yml", "flow: authorization_code", "method: S256", "scope: r w", "placement: basic_auth_header"),
        Row(
            "auth-openid", scheme(#"{"type": "openIdConnect", "openIdConnectUrl": "https://a.test/.well-known"}"#),
            "One.yml", "flow: authorization_code", #"accessTokenUrl: """#, #"clientSecret: "{{clientSecret}}""#,
            "method: S256"),
        Row(
            "auth-none",
            api(
                #""get": {"summary": "One", "security": []}"#,
                more:
                    #", "security": [{"s": []}], "components": {"securitySchemes": {"s": {"type": "http", "scheme": "basic"}}}"#
            ), "One.yml", #"url: "{{baseUrl}}/x""#),
        Row(
            "response-range",
            api(
                #""get": {"summary": "One", "responses": {"2XX": {"content": {"application/json": {"example": {"a": 1}}}}}}"#
            ), "One.yml", "status: 200"),
        Row(
            "server-root", api("", servers: #"[{"url": "/"}]"#), "environments/default.yml", "value: http://localhost"),
        Row(
            "server-slashes", api("", servers: #"[{"url": "https://a.test//"}]"#), "environments/a.test.yml",
            "value: https://a.test"),
        Row(
            "operation-elsewhere",
            api(##""get": {"$ref": "#/x-operations/one"}"##, more: #", "x-operations": {"one": {"summary": "One"}}"#),
            "One.yml", "name: One", "method: GET"),
        Row(
            "operation-nowhere", api(##""get": {"$ref": "#/x-operations/one"}"##), "GET -x.yml",
            #"url: "{{baseUrl}}/x""#),
        Row(
            "path-beside-reference",
            api(
                ##""$ref": "#/components/pathItems/p", "put": {"summary": "One"}"##,
                more: #", "components": {"pathItems": {"p": {"get": {"summary": "Two"}}}}"#), "One.yml", "method: PUT"),
        Row(
            "parameter-beside-reference",
            api(
                ##""get": {"summary": "One", "parameters": [{"$ref": "#/components/parameters/q", "description": "Own"}]}"##,
                more: #", "components": {"parameters": {"q": {"name": "q", "in": "query", "description": "Shared"}}}"#),
            "One.yml", "description: Own"),
        Row(
            "schema-anchor",
            api(
                ##""post": {"summary": "One", "requestBody": {"content": {"application/json": {"schema": {"properties": {"a": {"$ref": "#name"}, "b": {"$ref": "https://s.test/n"}, "c": {"$ref": "https://s.test/n#/$defs/d"}}}}}}}"##,
                more:
                    #", "components": {"schemas": {"N": {"$id": "https://s.test/n", "$anchor": "name", "const": "c", "$defs": {"d": {"const": "d"}}}}}"#
            ), "One.yml", #""a": "c","#, #""b": "c","#, #""c": "d""#),
        Row("path-summary", api(#""summary": "All", "get": {"summary": "One"}"#), "One.yml", "docs: All"),
        Row(
            "name-lines", api("").replacingOccurrences(of: #""/x": {}"#, with: #""/x\n/y": {"get": {}}"#),
            "GET -x -y.yml", "name: GET /x /y"),
        Row(
            "path-pattern",
            api("").replacingOccurrences(of: #""/x": {}"#, with: #""/x/{id:[0-9]{2}}": {"get": {"summary": "One"}}"#),
            "One.yml", #"url: "{{baseUrl}}/x/:id""#, "- name: id"),
        Row(
            "path-literal-colon",
            api("").replacingOccurrences(of: #""/x": {}"#, with: #""/:find/{id}": {"get": {"summary": "One"}}"#),
            "One.yml", #"url: "{{baseUrl}}/:find/:id""#, "value: :find", "value: string"),
        Row(
            "path-query-template",
            api("").replacingOccurrences(
                of: #""/x": {}"#,
                with:
                    #""/x?a={y}": {"get": {"summary": "One", "parameters": [{"name": "y", "in": "query", "required": true, "example": "v"}]}}"#
            ), "One.yml", #"url: "{{baseUrl}}/x?a={{y}}""#, "value: v", "!value: string"),
        Row("parameter-number", parameter(#"{"name": 7, "in": "header", "required": true}"#), "One.yml", #"name: "7""#),
        Row(
            "parameter-enum-elsewhere",
            api(
                ##""get": {"summary": "One", "parameters": [{"name": "q", "in": "query", "schema": {"$ref": "#/components/schemas/E"}}]}"##,
                more: #", "components": {"schemas": {"E": {"type": ["null", "string"], "enum": ["a", "b"]}}}"#),
            "One.yml", #"description: "(string, one of: a, b)""#),
        Row(
            "parameter-content-examples",
            parameter(
                #"{"name": "q", "in": "query", "content": {"application/json": {"examples": {"e": {"value": [1]}}}}}"#),
            "One.yml", #"value: "[1]""#),
        Row("style-label", path("label", "[3, 4]"), "One.yml", "value: .3.4"),
        Row("style-matrix", path("matrix", "[3, 4]"), "One.yml", "value: ;p=3;p=4"),
        Row("style-matrix-object", path("matrix", #"{"a": 3, "b": 4}"#), "One.yml", "value: ;a=3;b=4"),
        Row("style-simple-object", path("simple", #"{"a": 3, "b": 4}"#), "One.yml", "value: a=3,b=4"),
        Row(
            "body-any-json", body("application/*+json", #"{"example": {"a": 1}}"#), "One.yml", "type: json",
            "!- name: Content-Type"),
        Row(
            "body-text-example", body("application/yaml", #"{"example": "a: 1"}"#), "One.yml", "type: text",
            "value: application/yaml", #"data: "a: 1""#),
        Row(
            "body-form-text", body("application/x-www-form-urlencoded", #"{"example": "a=1%202&b"}"#), "One.yml",
            "- name: a", "value: 1 2", "- name: b"),
        Row(
            "body-part-types",
            body(
                "multipart/form-data",
                #"{"schema": {"properties": {"a": {"type": "string"}}}, "encoding": {"a": {"contentType": "image/png, image/*"}}}"#
            ), "One.yml", "contentType: image/png"),
        Row(
            "body-other-example",
            api(
                #""post": {"summary": "One", "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}, "application/xml": {"example": "<a/>"}}}}"#
            ), "One.yml", "- name: application/xml", "type: xml", "data: <a/>"),
        Row(
            "link-action",
            api(
                ##""get": {"summary": "One", "responses": {"200": {"links": {"next": {"operationId": "getX", "parameters": {"path.id": "$response.body#/a/0/b c", "q": "$request.query.q"}}}}}}"##
            ), "One.yml", #"expression: res.body.a[0]["b c"]"#, "name: getX_id", "!name: getX_q"),
        Row(
            "link-name",
            api(
                ##""get": {"summary": "One", "responses": {"200": {"links": {"next": {"operationId": "get x/é", "parameters": {"a[b]-1": "$response.body#/a"}}}}}}"##
            ), "One.yml", "name: get_x___a_b_-1"),
        Row(
            "response-name",
            api(
                #""get": {"summary": "One", "responses": {"404": {"content": {"text/plain": {"example": "no"}}}, "299": {"content": {"text/plain": {"example": "x"}}}}}"#
            ), "One.yml", "- name: 404 Not Found", #"- name: "299""#),
    ]

    private static let postman = [
        Row(
            "header-text", ImportsTests.postman(request: ##"{"url": "https://a.test", "header": "A: b\r\nC: d"}"##),
            "One.yml", "- name: A", "- name: C"),
        Row(
            "raw-language",
            ImportsTests.postman(
                request:
                    ##"{"method": "POST", "url": "https://a.test", "body": {"mode": "raw", "raw": "x", "options": {"raw": {"language": "javascript"}}}}"##
            ), "One.yml", "type: text", "value: application/javascript"),
        Row(
            "form-null",
            ImportsTests.postman(
                request:
                    ##"{"method": "POST", "url": "https://a.test", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": null}, {"key": "b", "value": "1", "disabled": true, "description": {"content": "d"}}]}}"##
            ), "One.yml", "- name: a", "disabled: true", "description: d"),
        Row(
            "query-flag",
            ImportsTests.postman(
                request: ##"{"url": {"raw": "https://a.test?flag", "query": [{"key": "flag", "value": null}]}}"##),
            "One.yml", "url: https://a.test?flag"),
        Row(
            "path-colon",
            ImportsTests.postman(
                request: ##"{"url": {"raw": "https://a.test/:id", "variable": [{"key": ":id", "value": 7}]}}"##),
            "One.yml", "- name: id", #"value: "7""#),
        Row(
            "auth-empty", ImportsTests.postman(request: ##"{"url": "https://a.test", "auth": null}"##), "One.yml",
            "auth: inherit"),
        Row(
            "behavior",
            ImportsTests.postman(
                request: ##""https://a.test""##,
                item:
                    ##", "protocolProfileBehavior": {"followRedirects": false, "maxRedirects": 3, "followAuthorizationHeader": true}"##
            ), "One.yml", "followRedirects: false", "maxRedirects: 3", "forwardAuthorizationHeader: true"),
        Row(
            "dynamic", ImportsTests.postman(request: ##""https://a.test/{{$guid}}""##), "One.yml",
            "url: https://a.test/{{$guid}}"),
        Row(
            "header-object", ImportsTests.postman(request: ##"{"url": "https://a.test", "header": {"A": "b"}}"##),
            "One.yml",
            "- name: A", "value: b"),
        Row(
            "query-text", ImportsTests.postman(request: ##"{"url": {"host": "a.test", "query": "a=1&b"}}"##), "One.yml",
            "url: a.test?a=1&b"),
        Row(
            "body-text",
            ImportsTests.postman(request: ##"{"method": "POST", "url": "https://a.test", "body": "hello"}"##),
            "One.yml", "type: text", "data: hello"),
        Row(
            "graphql-blank",
            ImportsTests.postman(
                request:
                    ##"{"method": "POST", "url": "https://a.test", "body": {"mode": "graphql", "graphql": {"query": "", "variables": ""}}}"##
            ), "One.yml", "type: http"),
        Row(
            "example-object",
            ImportsTests.postman(
                request: ##""https://a.test""##, item: ##", "response": [{"name": "ok", "body": {"a": 1}}]"##),
            "One.yml",
            "type: json", #""a": 1"#),
        Row(
            "wrapped", ##"{"collection": \##(ImportsTests.postman(request: ##""https://a.test""##))}"##, "One.yml",
            "url: https://a.test"),
    ]

    private static let bruno = [
        Row("custom-method", bru("http {\n  method: LINK\n  url: https://a.test\n}"), "One.yml", "method: LINK"),
        Row("auth-mode", bru("get {\n  url: https://a.test\n  auth: inherit\n}"), "One.yml", "auth: inherit"),
        Row(
            "assert-bare", bru("get {\n  url: https://a.test\n}\nassert {\n  res.body.a: 1 2\n  res.body.b: isNull\n}"),
            "One.yml", "operator: eq", "value: 1 2", "operator: isNull"),
        Row(
            "typed", bru("get {\n  url: https://a.test\n}\nvars:pre-request {\n  @object\n  o: {\"a\": 1}\n}"),
            "One.yml", "type: object"),
        Row(
            "multiline", bru("get {\n  url: https://a.test\n}\nheaders {\n  A: '''\n    one\n    two\n  '''\n}"),
            "One.yml", #"value: |-"#, "one", "two"),
        Row(
            "quoted", bru("get {\n  url: https://a.test\n}\nheaders {\n  \"a: b\": c\n}"), "One.yml", #"- name: "a: b""#
        ),
        Row(
            "tags-inline",
            bru("get {\n  url: https://a.test\n}").replacingOccurrences(
                of: "name: One", with: "name: One\n  tags: [a, b]"), "One.yml", "- a", "- b"),
    ]

    @Test("each row of the mapping is in the file that it becomes", arguments: openAPI + postman + bruno)
    func mapping(row: Row) throws {
        let isBruno = Self.bruno.contains { $0.id == row.id }
        let imported = try isBruno ? Imported(files: ["One.bru": row.text]) : Imported(row.text)
        let lines = try imported.text(row.path).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        for line in row.lines {
            let isAbsent = line.hasPrefix("!")
            let text = isAbsent ? String(line.dropFirst()) : line
            let isThere = lines.contains { $0 == text || $0 == "- \(text)" }
            #expect(isThere != isAbsent, "\(line)\n\(lines.joined(separator: "\n"))")
        }
        try imported.expectWhole()
    }
}

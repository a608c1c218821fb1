import Foundation
import Imports
import OpenCollection
import TestSupport
import Testing
import YAMLTree

/// Parts of a good document are taken out, doubled, or put where others belong. `MICROSCOPE_FUZZ_TIMES` says how many times more,
/// `MICROSCOPE_FUZZ_SEED` which; a failure names the seed.
@Suite("Damaged documents to import", .timeLimit(.minutes(60)))
struct ImportFuzzTests {
    @Test(
        "whatever is damaged in a document, the rest makes valid files, and every difference is explained",
        arguments: [postman, openAPI, swagger, bundle] + OpenAPIDocuments.all)
    func damaged(text: String) throws {
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
        for number in 0..<LongRun.inputs(orJust: 40) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var damaged = document
            for _ in 0...Int.random(in: 0...4, using: &random) { damaged = Self.damage(damaged, with: &random) }
            guard damaged is [String: Any] else { continue }
            let data = try JSONSerialization.data(withJSONObject: damaged, options: [.sortedKeys])
            let source = ImportSource(name: "x", bytes: Array(data))
            // Several collections are folders, and share their environments.
            try expectWhole(source, count: 1 + number % 2, "seed \(seed)")
        }
    }

    @Test("whatever is damaged in files of Bruno, the rest makes valid files, and every difference is explained")
    func damagedBruno() throws {
        for number in 0..<LongRun.inputs(orJust: 150) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var files: [String: [UInt8]] = [:]
            for (path, text) in Self.bruno.sorted(by: { $0.key < $1.key }) {
                var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                for _ in 0..<Int.random(in: 0...4, using: &random) { Self.damage(&lines, with: &random) }
                files[path] = Array(lines.joined(separator: number % 3 == 0 ? "\r\n" : "\n").utf8)
            }
            try expectWhole(ImportSource(name: "x", files: files), count: 1 + number % 2, "seed \(seed)")
            let alone = ImportSource(name: "One.bru", bytes: files["F/One.bru"] ?? [])
            try expectWhole(alone, count: 1, "seed \(seed), alone")
        }
    }

    private static func damage(_ lines: inout [String], with random: inout SeededGenerator) {
        let index = Int.random(in: lines.indices, using: &random)
        let strange = [
            "", "}", "]", "{", "  x", "  a: '''", "  a: [", "  ~", "  :", "  : a", "  \"a", "  \"a\\\": b", "  @x(",
            "  @description('''",
            "meta {", "body:json {", "auth:oauth2 {", "example {", "vars:secret [", "vars {", "  mode: wsse",
            "  body: file", "  auth: oauth1", "  request: {", "  url: a?b&c=#d?e", "\u{0}\u{301}", "headers {}",
            "  seq: 1e400", "  name: }}{{a}b}}", "docs {", "  timeout: -1",
        ]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.remove(at: index)
        case 1: lines.insert(lines[index], at: index)
        case 2: lines[index] = strange.randomElement(using: &random) ?? ""
        default: lines.insert(strange.randomElement(using: &random) ?? "", at: index)
        }
        if lines.isEmpty { lines = [""] }
    }

    private func expectWhole(_ source: ImportSource, count: Int, _ words: Comment) throws {
        guard let recognized = try? RecognizedSource(source), recognized.format?.isReadable == true else { return }
        let collections = try ImportReading.collections(in: Array(repeating: recognized, count: count)).fitted(
            to: .newCollection)
        let report = ImportReport(collections)
        #expect(!report.remarks.contains { $0.text.contains("no remark says why") }, words)
        let files = try ImportedFiles(collections, in: .newCollection).newCollection
        #expect(Set(files.map { $0.path.text.lowercased() }).count == files.count, words)
        // A collection in one file says itself what is wrong with it.
        let isValid =
            recognized.format != .openCollection
            || Self.errors([TreeFile("opencollection.yml", bytes: source.bytes)]).isEmpty
        if isValid { #expect(Self.errors(files).isEmpty, words) }
        let collection = try OpenCollection.Collection(made: files.filter { $0.bytes == nil })
        #expect(collection.readRequests.count == collections.reduce(0) { $0 + $1.requests.count }, words)
        #expect(collection.missingNames(besides: report) == [], words)
    }

    private static func errors(_ files: [TreeFile]) -> [CheckProblem] {
        let files = files.map { file in
            CollectionSources.File(
                file.path, .text(file.bytes.map { String(decoding: $0, as: UTF8.self) } ?? file.text))
        }
        let sources = CollectionSources(files: files, exists: { _ in true })
        return CollectionCheck(sources).problems().filter { $0.severity == .error }
    }

    @Test("whatever bytes of a file are damaged, reading ends, and what can be read makes valid files")
    func damagedBytes() throws {
        let yaml = try OpenAPIDocuments.all.map { try YAMLDocument(text: $0).root.value.emitted() }
        let bruno = ["F/One.bru", "F/Form.bru", "F/Query.bru", "g.bru", "environments/dev.bru"].compactMap {
            Self.bruno[$0]
        }
        let texts = [Self.postman, Self.openAPI, Self.swagger, Self.bundle] + OpenAPIDocuments.all + yaml + bruno
        for number in 0..<LongRun.inputs(orJust: 150) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var bytes = Array(texts[number % texts.count].utf8)
            for _ in 0...Int.random(in: 0...6, using: &random) { Self.damage(&bytes, with: &random) }
            try expectWhole(ImportSource(name: "x", bytes: bytes), count: 1 + number % 2, "seed \(seed)")
        }
    }

    @Test("a damaged document gives the same files in JSON and in YAML")
    func damagedTwins() throws {
        let documents = [Self.openAPI, Self.swagger] + OpenAPIDocuments.all
        for number in 0..<LongRun.inputs(orJust: 40) {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var damaged = try JSONSerialization.jsonObject(with: Data(documents[number % documents.count].utf8))
            for _ in 0...Int.random(in: 0...4, using: &random) { damaged = Self.damage(damaged, with: &random) }
            guard damaged is [String: Any] else { continue }
            let data = try JSONSerialization.data(
                withJSONObject: damaged, options: [.sortedKeys, .withoutEscapingSlashes])
            let json = String(decoding: data, as: UTF8.self)
            let yaml = try YAMLDocument(text: json).root.value.emitted()
            let twins = [json, yaml].map { ImportSource(name: "x", bytes: Array($0.utf8)) }
            guard try RecognizedSource(twins[0]).format == .openAPI else { continue }
            let files = try twins.map { source in
                let collections = try ImportReading.collections(in: [RecognizedSource(source)])
                return try ImportedFiles(collections.fitted(to: .newCollection), in: .newCollection).newCollection
            }
            #expect(files[0] == files[1], "seed \(seed)")
        }
    }

    private static func damage(_ bytes: inout [UInt8], with random: inout SeededGenerator) {
        guard let index = bytes.indices.randomElement(using: &random) else { return }
        let marks = Array("{}[]:,\"'\\#&*-|>~%@` \n\t\r".utf8) + [0, 0x80, 0xFF, 0xC3]
        let length = Int.random(in: 1...20, using: &random)
        let piece = Array(bytes[index...].prefix(length))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.insert(marks.randomElement(using: &random) ?? 0, at: index)
        case 2: bytes.removeSubrange(index..<index + piece.count)
        case 3: bytes.insert(contentsOf: piece, at: bytes.indices.randomElement(using: &random) ?? 0)
        default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(index...) }
        }
    }

    private static let bundle = """
        {"opencollection": "1.0.0", "info": {"name": "B"}, "request": {"headers": [{"name": "X", "value": "1"}], "auth": {"type": "bearer", "token": "abcdef1234567"}},
         "config": {"environments": [{"name": "dev", "variables": [{"name": "url", "value": "https://a.test"}, {"secret": true, "name": "t"}]}]},
         "items": [{"info": {"name": "F", "type": "folder"}, "request": {"variables": [{"name": "v", "value": "1"}]}, "items": [
           {"info": {"name": "One", "type": "http", "seq": 1}, "http": {"method": "POST", "url": "{{url}}/:id?q=1", "params": [{"name": "id", "value": "{{v}}", "type": "path"}, {"name": "q", "value": "1", "type": "query"}],
            "body": [{"title": "a", "body": {"type": "json", "data": "{}"}}, {"title": "b", "selected": true, "body": {"type": "form-urlencoded", "data": [{"name": "a", "value": "b"}]}}], "auth": "inherit"},
            "runtime": {"scripts": [{"type": "tests", "code": "t()"}], "assertions": [{"expression": "res.status", "operator": "eq", "value": "200"}]}, "settings": {"encodeUrl": true}, "examples": [{"name": "e", "response": {"status": 200, "body": {"type": "json", "data": "{}"}}}]},
           {"info": {"name": "G", "type": "grpc"}, "grpc": {"url": "{{url}}", "method": "/a.B/C", "message": "{}"}}]},
          {"graphql": {"method": "POST", "url": "{{url}}", "body": {"query": "{a}"}}, "info": {"name": "Q"}}]}
        """

    private static func damage(_ value: Any, with random: inout SeededGenerator) -> Any {
        var index = Int.random(in: 0..<count(value), using: &random)
        let strange: [Any] = [
            NSNull(), 7, -1.5, true, "", "x", "{{", "}}{{a}b}}", "\u{0}\r\n\t", "a/b:c?*", [Any](), [String: Any](),
            [[1], "x", NSNull()],
            ["key": "k"], ["$ref": "#/components/schemas/Pet"], ["type": "object", "properties": 3],
            String(repeating: "é", count: 300),
        ]
        return replacing(value, at: &index, with: strange.randomElement(using: &random) ?? 0)
    }

    private static func count(_ value: Any) -> Int {
        if let list = value as? [Any] { return list.reduce(1) { $0 + count($1) } }
        if let object = value as? [String: Any] { return object.values.reduce(1) { $0 + count($1) } }
        return 1
    }

    private static func replacing(_ value: Any, at index: inout Int, with other: Any) -> Any {
        index -= 1
        if index == -1 { return other }
        if let list = value as? [Any] { return list.map { index < 0 ? $0 : replacing($0, at: &index, with: other) } }
        guard let object = value as? [String: Any] else { return value }
        var copy = object
        for key in object.keys.sorted() where index >= 0 {
            copy[key] = replacing(object[key] ?? 0, at: &index, with: other)
        }
        return copy
    }

    private static let bruno = [
        "bruno.json":
            #"{"version": "1", "name": "A", "type": "collection", "proxy": {"enabled": true, "hostname": "h"}}"#,
        "collection.bru":
            "headers {\n  A: b\n}\nauth {\n  mode: basic\n}\nauth:basic {\n  username: u\n  password: p\n}\nvars:pre-request {\n  a: 1\n}\ntests {\n  x();\n}\n",
        "environments/dev.bru":
            "vars {\n  base: https://a.test\n}\nvars:secret [\n  token,\n  b\n]\ncolor: red\n",
        "F/folder.bru":
            "meta {\n  name: F\n  seq: 1\n}\nvars:post-response {\n  a: res.body.a\n}\ndocs {\n  d\n}\n",
        "F/Form.bru":
            "meta {\n  name: Form\n}\nput {\n  url: {{base}}\n  body: multipart-form\n  auth: oauth2\n}\nbody:multipart-form {\n  a: @file(x|y) @contentType(t/u)\n  b: 1\n}\nbody:form-urlencoded {\n  password: abcdefg12345\n}\nauth:oauth2 {\n  grant_type: password\n  access_token_url: https://a.test\n  token_placement: url\n}\nauth:oauth1 {\n  consumer_key: abcdefg12345\n}\n",
        "F/Query.bru":
            "meta {\n  name: G\n  type: graphql\n}\npost {\n  url: {{base}}\n  body: graphql\n  auth: inherit\n}\nbody:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {}\n}\nexample {\n  name: x\n}\n",
        "F/One.bru": """
        meta {
          name: One
          type: http
          seq: 2
          tags: [
            a
          ]
        }
        get {
          url: {{base}}/:id?q=1&r
          body: json
          auth: bearer
        }
        params:query {
          q: 1
          ~z: 2
        }
        params:path {
          id: {{a}}
        }
        headers {
          "X:Y": 1
          @description("d")
          B: '''
            one
          '''
        }
        auth:bearer {
          token: abcdef1234567
        }
        body:json {
          {"a": 1}
        }
        body:file {
          file: @file(a) @contentType(b/c)
        }
        vars:pre-request {
          @number
          a: 1
        }
        assert {
          res.status: eq 200
        }
        script:pre-request {
          if (a) {
          }
        }
        settings {
          encodeUrl: true
          timeout: 5
        }
        example {
          name: e
          request: {
            url: https://a.test
            method: GET
          }
          response: {
            status: {
              code: 200
            }
            body: {
              type: json
              content: '''
                {}
              '''
            }
          }
        }
        """,
        "g.bru": "meta {\n  type: grpc\n}\ngrpc {\n  url: a\n}\nheaders {\n  a: b\n}\n",
    ]

    private static let postman = """
        {"info": {"name": "API", "description": "All", "version": {"major": 1}, "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "basic", "basic": [{"key": "username", "value": "u"}, {"key": "password", "value": "pass1234word"}]},
         "event": [{"listen": "prerequest", "script": {"exec": ["a();", "b();"]}}],
         "variable": [{"key": "base", "value": "https://a.test"}, {"key": "token", "value": "abcdef123456", "type": "secret"}],
         "protocolProfileBehavior": {"strictSSL": false, "maxRedirects": 2},
         "item": [{"name": "F", "description": "d", "variable": [{"key": "f", "value": 1, "type": "number"}], "auth": {"type": "noauth"},
           "event": [{"listen": "test", "script": {"exec": "pm.test('x')"}}, {"listen": "test", "script": {"exec": "y()"}}],
           "item": [
            {"name": "Raw", "request": {"method": "POST", "url": {"raw": "{{base}}/a/:id?x=1&y", "protocol": "https", "host": ["a", "test"], "path": ["a", ":id"],
              "query": [{"key": "x", "value": "1"}, {"key": "y", "value": null}, {"key": "z", "value": "3", "disabled": true}], "variable": [{"key": "id", "value": "7"}]},
              "header": [{"key": "A", "value": "b"}, {"key": "Authorization", "value": "Bearer abcdef1234567"}], "description": {"content": "text"},
              "body": {"mode": "raw", "raw": "{\\"a\\": {{f}}, \\"password\\": \\"secret99x\\"}", "options": {"raw": {"language": "json"}}}},
             "response": [{"name": "ok", "code": 200, "status": "OK", "header": [{"key": "C", "value": "d"}], "body": "{}", "originalRequest": {"method": "GET", "url": "https://a.test"}}]},
            {"name": "Form", "request": {"method": "POST", "url": "https://a.test", "body": {"mode": "formdata", "formdata": [{"key": "f", "type": "file", "src": ["a", "b"]}, {"key": "t", "value": "x", "type": "text"}]},
              "auth": {"type": "oauth2", "oauth2": [{"key": "accessTokenUrl", "value": "https://a.test/t"}, {"key": "grant_type", "value": "client_credentials"}, {"key": "clientId", "value": "c"}]}}},
            {"name": "Form", "request": {"method": "GET", "url": "https://a.test", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}]}}},
            {"name": "G", "request": {"method": "POST", "url": "https://a.test", "body": {"mode": "graphql", "graphql": {"query": "{a}", "variables": "{}"}}}, "response": [{"name": "x"}]},
            {"name": "H", "request": {"url": "https://a.test", "auth": {"type": "hawk", "hawk": [{"key": "authId", "value": "x"}]}}}]},
          {"name": "T", "request": "https://a.test/t"}]}
        """

    private static let openAPI = """
        {"openapi": "3.1.0", "info": {"title": "A", "version": "1", "contact": {"name": "n"}, "license": {"name": "MIT"}},
         "servers": [{"url": "https://{r}.a.test/", "variables": {"r": {"default": "eu", "enum": ["eu"]}}}, {"url": "/v2", "description": "two"}, {"url": "b.test"}],
         "tags": [{"name": "pets", "description": "About pets"}], "x-tagGroups": [{"name": "G", "tags": ["pets"]}], "security": [{"k": []}],
         "paths": {"/a/{id}/v{v}.json": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
           "get": {"tags": ["pets"], "summary": "Get", "parameters": [{"name": "q", "in": "query", "style": "deepObject", "example": {"a": 1}}, {"$ref": "#/components/parameters/P"}, {"name": "c", "in": "cookie", "schema": {}}, {"name": "all", "in": "querystring", "content": {"x/y": {"example": {"a": 1}}}}],
             "responses": {"200": {"description": "ok", "links": {"l": {"operationId": "o", "parameters": {"p": "$url"}}}, "content": {"application/json": {"examples": {"one": {"value": {"a": 1}}}}}}, "default": {"content": {"text/plain": {"example": "x"}}}}, "security": [{"o": ["s"], "k": []}]},
           "post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}, "multipart/form-data": {"schema": {"type": "object", "properties": {"f": {"type": "string", "format": "binary"}}}, "examples": {"a": {"value": {"f": "x"}}, "b": {"$ref": "#/components/examples/E"}}, "encoding": {"f": {"contentType": "image/png"}}}}}, "externalDocs": {"url": "https://d.test"},
             "callbacks": {"x": {"{$request.body#/u}": {"post": {"requestBody": {"description": "B", "content": {"text/plain": {}}}, "responses": {"2XX": {"description": "ok"}}}}}}},
           "put": {"requestBody": {"content": {"application/xml": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}},
         "webhooks": {"w": {"post": {"summary": "W", "callbacks": {"y": {"u": {"get": {}}}}}}},
         "components": {"examples": {"E": {"summary": "e", "value": null}},
           "parameters": {"P": {"name": "p", "in": "header", "schema": {"enum": ["a", "b"]}}},
           "schemas": {"Pet": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}]}, "Base": {"type": ["object", "null"], "properties": {"id": {"type": "string", "format": "uuid"}, "m": {"additionalProperties": {"type": "number"}}}}},
           "securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "X-K"}, "o": {"type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "https://a.test", "tokenUrl": "https://a.test", "scopes": {"s": ""}}}}}}}
        """

    private static let swagger = """
        {"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "basePath": "/v1", "schemes": ["https"], "consumes": ["application/json"],
         "paths": {"/x": {"post": {"parameters": [{"in": "body", "name": "b", "schema": {"$ref": "#/definitions/B"}}, {"in": "query", "name": "q", "type": "array", "items": {"type": "string"}, "collectionFormat": "csv", "required": true}],
           "responses": {"200": {"examples": {"application/json": {"a": 1}}}}}, "put": {"parameters": [{"in": "formData", "name": "f", "type": "file"}, {"in": "formData", "name": "t", "type": "string", "required": true}]}}},
         "definitions": {"B": {"type": "object", "properties": {"a": {"type": "number"}}}}, "securityDefinitions": {"b": {"type": "basic"}}, "security": [{"b": []}]}
        """
}

import Foundation
import TestSupport
import Testing
import YAMLTree

@testable import OpenCollection

/// The JSON Schemas beside the rules that they are made from.
@Suite struct FileSchemaTests {
    private static let documents: [FileSchema: [String]] = [
        .request: [
            """
            {"info": {"name": "A", "type": "http", "seq": 1, "tags": ["smoke"]}, "http": {"method": "POST", "url": "x", "headers": [{"name": "A",
            "value": "b", "disabled": true}], "params": [{"name": "id", "value": "1", "type": "path"}], "auth": {"type": "basic", "username": "u", "password": "p"},
            "body": {"type": "json", "data": "{}"}}, "runtime": {"assertions": [{"expression": "res.status", "operator": "eq", "value": "200"}]},
            "settings": {"timeout": 5, "encodeUrl": "inherit"}, "docs": "d"}
            """,
            """
            {"info": {"name": "Q", "type": "graphql"}, "graphql": {"url": "x", "body": {"query": "{a}", "variables": "{}"}, "auth": {"type": "oauth2",
            "flow": "client_credentials", "accessTokenUrl": "t", "credentials": {"clientId": "c", "clientSecret": "s", "placement": "body"}}}}
            """,
            #"{"type": "script", "script": "x"}"#, #"{"http": {"url": "no type"}}"#,
        ],
        .folder: [
            """
            {"info": {"name": "F", "type": "folder", "seq": 2}, "request": {"auth": {"type": "apikey", "key": "k", "value": "v", "placement": "header"},
            "variables": [{"name": "a", "value": {"type": "number", "data": "1"}}]}, "docs": {"content": "x", "type": "text/markdown"}}
            """
        ],
        .environment: [
            """
            {"name": "dev", "color": "red", "variables": [{"name": "a", "value": "b"}, {"name": "s", "secret": true, "type": "string"}],
            "clientCertificates": [{"domain": "d", "type": "pem", "certificateFilePath": "a", "privateKeyFilePath": "b"}]}
            """
        ],
        .collection: [
            """
            {"opencollection": "1.0.0", "info": {"name": "C"}, "config": {"proxy": {"inherit": false, "config": {"protocol": "http", "hostname": "h", "port": 80}}, "environments": [{"name": "e"}]}, "bundled": true,
            "items": [{"info": {"type": "folder", "name": "F"}, "items": [{"info": {"type": "http", "name": "R"}, "http": {"url": "x"}},
            {"http": {"url": "y"}}]}], "extensions": {"any": [1]}}
            """
        ],
        .microscopeYAML: [
            """
            {"version": 1, "collection": {"retry": {"count": 2, "backoff": "constant", "statuses": [503]}, "tls": {"verify": false}, "diff": null},
            "folders": {"a": {"login": "b.yml"}, "c": null}, "requests": {"a.yml": {"filter": ".a", "captures": [{"name": "n", "from": "jq",
            "expression": ".a"}], "connection": {"http": "h2c", "connectTimeout": 3}}}, "environments": {"prod": {"protected": true}},
            "secrets": {"T": {"command": ["pass", "show"]}, "K": {"keyring": {"service": "s"}}}, "notSecret": ["a"], "scripts": {"timeout": 5}}
            """
        ],
    ]

    private static func problems(_ value: TypedValue, _ schema: FileSchema) throws -> [String] {
        let document = try YAMLDocument(text: value.jsonText)
        var check = SchemaCheck(CheckedFile(path: "f", document: document))
        check.check(document.root, schema.rule)
        return check.problems.map(\.message)
    }

    @Test("a schema accepts what check accepts, and refuses the same spoilt files", arguments: FileSchema.allCases)
    func agrees(kind: FileSchema) throws {
        let schema = try #require(JSONSchema(kind.text))
        var counts = [true: 0, false: 0]
        for document in Self.documents[kind] ?? [] {
            let value = try #require(TypedValue(json: document), "\(document)")
            for value in [value] + value.spoilt {
                let (problems, complaints) = (try Self.problems(value, kind), schema.complaints(about: value))
                #expect(problems.isEmpty == complaints.isEmpty, "\(value.jsonText)\n\(problems)\n\(complaints)")
                counts[complaints.isEmpty, default: 0] += 1
            }
            #expect(try Self.problems(value, kind).isEmpty, "\(document)")
        }
        #expect((counts[true] ?? 0) > 0 && (counts[false] ?? 0) > 30, "\(counts)")
    }

    @Test("parts that occur often are definitions, so that a schema stays readable")
    func size() throws {
        for kind in FileSchema.allCases { #expect(kind.text.utf8.count < 90_000, "\(kind): \(kind.text.utf8.count)") }
        #expect(FileSchema.collection.text.contains("\"#/$defs/auth\""))
    }

    @Test("the page for editors is the schema of microscope.yaml")
    func page() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Documentation/microscope.schema.json")
        #expect(try String(contentsOf: page, encoding: .utf8) == FileSchema.microscopeYAML.text)
    }
}

extension TypedValue {
    /// The value with one place spoilt, in every way and at every place.
    fileprivate var spoilt: [TypedValue] {
        let replaced: [TypedValue] = [
            "a word", .number(7), .number(2.5), true, .null, [], [:], ["a": .number(1)], ["x"], "inherit",
        ]
        var all: [TypedValue] = []
        switch self {
        case .object(let members):
            all.append(.object(members + [Member("unknownKey", "x")]))
            for index in members.indices {
                var changed = members
                changed.remove(at: index)
                all.append(.object(changed))
                changed = members
                for value in replaced + members[index].value.spoilt {
                    changed[index].value = value
                    all.append(.object(changed))
                }
            }
        case .list(let elements):
            for index in elements.indices {
                var changed = elements
                for value in replaced + elements[index].spoilt {
                    changed[index] = value
                    all.append(.list(changed))
                }
            }
        default: break
        }
        return all
    }
}

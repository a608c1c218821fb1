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
            {"version": 1, "collection": {"retry": {"count": 2, "backoff": "constant", "statuses": [503]}, "tls": {"verify": false}, "diff": null,
            "graphqlSchema": "s.graphql", "login": "l.yml"},
            "folders": {"a": {"login": "b.yml"}, "c": null}, "requests": {"a.yml": {"filter": ".a", "captures": [{"name": "n", "from": "jq",
            "expression": ".a"}], "connection": {"http": "h2c", "connectTimeout": 3, "ca": "a.pem", "unixSocket": "/s"},
            "poll": {"until": "5xx", "every": 1}, "operation": "Q", "diff": {"ignore": ["$.a"], "headers": ["Date"], "arrays": {"$.a": "id"}}}}, "environments": {"prod": {"protected": true}},
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

    @Test(
        "check and the schema agree about microscope.yaml, and check refuses all that is not read",
        arguments: [
            (#"{"version": 1}"#, true), (#"{"version": 2}"#, false), (#"{}"#, false),
            (#"{"version": 1, "collection": {"login": ""}}"#, false),
            (#"{"version": 1, "collection": {"graphqlSchema": ""}}"#, false),
            (#"{"version": 1, "collection": {"connection": {"ca": ""}}}"#, false),
            (#"{"version": 1, "collection": {"connection": {"unixSocket": "s"}}}"#, false),
            (#"{"version": 1, "collection": {"connection": {"unixSocket": "/s", "ca": null}}}"#, true),
            (#"{"version": 1, "collection": {"diff": {"ignore": [""]}}}"#, false),
            (#"{"version": 1, "collection": {"diff": {"arrays": {"$.a": ""}}}}"#, false),
            (#"{"version": 1, "collection": {"retry": {"count": 1000001}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"filter": ""}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"operation": ""}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": "changes"}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": "200 "}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": 99}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": -99}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": -503}}}}"#, true),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": "200"}}}}"#, true),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": "5XX", "every": null}}}}"#, false),
            (#"{"version": 1, "requests": {"a.yml": {"poll": {"until": "500..503", "maxTime": 0.5}}}}"#, true),
            (#"{"version": 1, "secrets": {"t": {"command": []}}}"#, false),
            (#"{"version": 1, "secrets": {"t": {"keyring": {}}}}"#, false),
            (#"{"version": 1, "secrets": {"t": {"keyring": {"service": "s"}}}}"#, true),
            (#"{"version": 1, "scripts": {"timeout": 0}}"#, false),
        ])
    func table(_ text: String, _ isGood: Bool) throws {
        let schema = try #require(JSONSchema(FileSchema.microscopeYAML.text))
        let complaints = schema.complaints(about: text)
        #expect(complaints.isEmpty == isGood, "\(complaints)")
        let problems = try Self.check(text).filter { $0.severity == .error }
        #expect(problems.isEmpty == isGood, "\(problems.map(\.message))")
        #expect((try? CompanionFile.read(text: text)) != nil || !isGood)
    }

    @Test("what the schema cannot say is refused by check with the reason for which the file is not read")
    func beyondTheSchema() throws {
        let text = #"{"version": 1, "collection": {"connection": {"resolve": ["a"], "connectTo": "a:1"}}}"#
        let problem = try #require(try Self.check(text).first { $0.severity == .error })
        #expect(problem.message == "collection.connection.resolve: \"a\" is not host:port:address")
        #expect(problem.fix == "until then nothing of the file is read" && problem.column == 57)
    }

    private static func check(_ companion: String) throws -> [CheckProblem] {
        let request = "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://a.test'}\n"
        let files = [
            "opencollection.yml": "info: {name: C}\n", "a.yml": request, "l.yml": request, "microscope.yaml": companion,
        ]
        let sources = files.map { CollectionSources.File(ItemPath($0.key), .text($0.value)) }
        return CollectionCheck(CollectionSources(files: sources, exists: { _ in true })).problems()
    }

    @Test("the schema has the defaults and limits of the field tables")
    func limits() {
        let text = FileSchema.microscopeYAML.text.replacing("\": ", with: "\":")
        for words in [
            "\"default\":true", "\"default\":0.1", "\"default\":\"exponential\"", "\"minLength\":1",
            "\"minItems\":1",
            "\"minProperties\":1", "\"pattern\":\"^/\"", "\"default\":60",
        ] { #expect(text.contains(words), "\(words)") }
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
            "a word", "", .number(7), .number(2.5), true, .null, [], [:], ["a": .number(1)], ["x"], "inherit",
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

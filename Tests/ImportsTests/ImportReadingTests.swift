import Imports
import OpenCollection
import Testing

@Suite("Reading imports")
struct ImportReadingTests {
    private func format(_ text: String) throws -> ImportFormat? {
        try RecognizedSource(ImportSource(name: "x", bytes: Array(text.utf8))).format
    }

    @Test(
        "formats are recognised by what is in them",
        arguments: [
            (#"{"info": {"_postman_id": "1", "name": "A"}, "item": []}"#, ImportFormat.postman),
            (#"{"collection": {"info": {"name": "A"}, "item": []}}"#, .postman),
            (
                #"{"name": "dev", "values": [{"key": "a", "value": "b"}], "_postman_variable_scope": "environment"}"#,
                .postmanEnvironment
            ),
            (#"{"name": "dev", "values": []}"#, .postmanEnvironment),
            (#"{"values": [], "_postman_variable_scope": "globals"}"#, .postmanGlobals),
            (#"{"version": 1, "collections": [], "environments": []}"#, .postmanDump),
            (#"{"collections": [{"info": {"name": "A"}, "item": []}]}"#, .postmanDump),
            (#"{"collections": [{"id": "1"}, {"name": "Old", "order": [], "requests": []}]}"#, .postmanDump),
            (#"{"id": "1", "name": "Old", "order": [], "requests": []}"#, .postmanOld),
            (#"{"openapi": "3.1.0"}"#, .openAPI), ("swagger: '2.0'\ninfo: {}\n", .openAPI),
            ("opencollection: 1.0.0\n", .openCollectionDirectory),
            ("info: {name: A}\nopencollection: 1.0.0\nitems: [{}]\n", .openCollection),
            (#"{"opencollection": "1.0.0", "bundled": true, "items": [{}]}"#, .openCollection),
            (#"{"version": "1", "name": "B", "type": "collection"}"#, .bruno),
            ("meta {\n  name: A\n}\n", .bruno), ("\r\nget {\r\n  url: a\r\n}", .bruno),
            ("vars {\n}\n", .brunoEnvironment), ("get {\n  url", .bruno),
            ("vars:secret [\n  a\n]\ncolor: red", .brunoEnvironment), ("curl https://a.test", .curl),
            (#"{"_type": "export", "resources": []}"#, .insomnia),
            ("type: collection.insomnia.rest/5.0\nname: A\n", .insomnia), ("### One\nGET https://a.test\n", .httpFile),
            (#"{"log": {"entries": []}}"#, .har), ("#%RAML 1.0\n", .raml), ("asyncapi: 3.0.0\n", .asyncAPI),
            ("FORMAT: 1A\n", .apiBlueprint),
            (#"{"v": 2, "name": "H", "folders": [], "requests": []}"#, .hoppscotch),
            (#"{"client": "Thunder Client"}"#, .thunderClient),
            (#"<?xml version="1.0"?><wsdl:definitions xmlns:wsdl="x"/>"#, .wsdl),
            ("type Query {\n  a: Int\n}\n", .graphQLSchema),
        ])
    func recognition(text: String, expected: ImportFormat) throws {
        #expect(try format(text) == expected)
        #expect(expected.isReadable || expected == .curl || expected.advice != nil)
    }

    @Test("other texts are no format")
    func unknown() throws {
        #expect(try format("hello") == nil)
        #expect(try format(#"{"a": 1}"#) == nil)
        #expect(try format(#"{"collections": []}"#) == nil)
        #expect(try format(#"{"collections": [{"name": "Summer", "items": [1]}, {"info": {"name": "x"}}]}"#) == nil)
    }

    @Test("byte order marks, UTF-16 and NUL bytes at the end are read")
    func encodings() throws {
        let text = postman(request: #""https://a.test/ü""#)
        let units = Array(text.utf16)
        let littleEndian: [UInt8] =
            [0xFF, 0xFE] + units.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] } + [
                0, 0,
            ]
        let bigEndian: [UInt8] =
            [0xFE, 0xFF] + units.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        for bytes in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), Array(text.utf8) + [0, 0], littleEndian, bigEndian] {
            let collections = try ImportReading.collections(in: [
                RecognizedSource(ImportSource(name: "x", bytes: bytes))
            ])
            #expect(collections[0].requests.map(\.url) == ["https://a.test/ü"])
        }
    }

    @Test(
        "what cannot be read says where, why and what to do",
        arguments: [
            (
                #"{"info": {"name": "A"},}"#,
                "api.json:1:24: expected a name in quotes; it must be JSON without comments and without trailing commas"
            ),
            (
                "{\n // c\n}",
                "api.json:2:2: expected a name in quotes; it must be JSON without comments and without trailing commas"
            ),
            (
                "hello",
                "api.json: this is neither a request nor a collection of a known format; give a curl command, a URL, the YAML of a request, or a file of these: Postman collection, Postman environment, Postman globals, Postman data dump, OpenAPI document, Bruno collection (.bru), Bruno environment (.bru), OpenCollection in one file"
            ),
            (
                #"{"v": 2, "folders": [], "requests": []}"#,
                "api.json: this is a Hoppscotch export; export it there as a Postman collection or as OpenAPI"
            ),
            ("PK\u{3}\u{4}", "api.json: this is a ZIP archive; unpack it and give its directory"),
        ])
    func problems(text: String, message: String) throws {
        let error = #expect(throws: ImportProblem.self) {
            try ImportReading.collections(
                in: [RecognizedSource(ImportSource(name: "api.json", bytes: Array(text.utf8)))])
        }
        #expect(error?.description == message)
    }

    @Test("a format that is asked for overrules the content, but not what is none of it")
    func askedFormat() throws {
        let bare = #"{"item": [{"name": "One", "request": "https://a.test"}]}"#
        let source = try RecognizedSource(ImportSource(name: "x", bytes: Array(bare.utf8)))
        #expect(source.format == nil)
        #expect(try ImportReading.collections(in: [source], as: .postman)[0].requests.map(\.name) == ["One"])
        let error = #expect(throws: ImportProblem.self) { try ImportReading.collections(in: [source], as: .openAPI) }
        #expect(error?.description == "x: this is not an OpenAPI document; leave out --as, or name another format")
    }

    @Test("an environment and the globals of the same call belong to the collection")
    func environments() throws {
        let imported = try Imported(
            postman(request: #""{{base}}/{{g}}/{{only}}""#),
            #"{"name": "dev/eu", "values": [{"key": "base", "value": "https://dev.test"}, {"key": "only", "value": "1", "enabled": false}], "_postman_variable_scope": "environment"}"#,
            #"{"name": "Globals", "values": [{"key": "g", "value": "1"}, {"key": "base", "value": "x"}], "_postman_variable_scope": "globals"}"#
        )
        #expect(imported.collection.environments.map(\.name) == ["dev-eu", "globals"])
        #expect(imported.report.inSource[.environments] == 2)
        #expect(imported.report.undefinedNames.map(\.name) == ["g", "only"])
        #expect(imported.report.undefinedNames.map(\.environments) == [["dev/eu"], []])
        try imported.expectWhole()
    }

    @Test("a name without a value that a script has between quotation marks may get one there")
    func namedInScripts() throws {
        let imported = try Imported(
            postman(
                request: #""https://a.test/{{one}}/{{two}}/{{three}}/{{fo\"ur}}""#,
                item:
                    #", "event": [{"listen": "test", "script": {"exec": ["it('s'); set(\"one\", 'two'); // three", "get('", "')"]}}]"#
            ))
        let names = Dictionary(
            uniqueKeysWithValues: imported.report.undefinedNames.map { ($0.name, $0.isNamedInScript) })
        #expect(names == ["one": true, "two": true, "three": false, "fo\"ur": false])
    }

    @Test("a data dump gives its collections and environments")
    func dump() throws {
        let imported = try Imported(
            """
            {"version": 1, "collections": [\(postman(request: #""https://a.test""#)), \(postman(request: #""https://b.test""#)), {"name": "Old", "order": [], "requests": []}],
             "environments": [{"name": "dev", "values": []}], "globals": [{"key": "g", "value": "1"}]}
            """)
        #expect(imported.requests.map(\.path).sorted() == ["API 2/One.yml", "API/One.yml"])
        #expect(imported.collection.environments.map(\.name) == ["dev", "globals"])
        #expect(!imported.report.isComplete)
    }

    @Test("a file that was passed over since it cannot be read is a warning with its place")
    func skipped() throws {
        let imported = try Imported(postman(request: #""https://a.test""#))
        let problem = ImportProblem("dir/b.json", at: "1:2", "expected a value", advice: "")
        let report = ImportReport(imported.collections, skipped: [problem])
        #expect(report.isComplete)
        #expect(report.remarks.map(\.severity) == [.warning])
        #expect(report.remarks.map(\.text) == ["it is left out: expected a value"])
        #expect(report.remarks.map(\.places) == [["dir/b.json:1:2"]])
    }

    @Test(
        "a directory is named after the collection, unless the name is hidden, has a meaning of its own, or is none",
        arguments: [
            ("Shop", "Shop"), (".git", "git"), ("..", "untitled"), ("a/b", "a-b"), ("node_modules", "node_modules 2"),
            (String(repeating: "é", count: 100), String(repeating: "é", count: 60)),
        ])
    func directoryName(name: String, expected: String) {
        #expect(ImportedCollection(format: .postman, source: "x", name: name).directoryName == expected)
    }

    @Test("an environment alone is read")
    func environmentAlone() throws {
        let imported = try Imported(#"{"name": "dev", "values": [{"key": "a", "value": "b"}]}"#)
        #expect(imported.collection.environments.map(\.name) == ["dev"])
        try imported.expectWhole()
    }
}

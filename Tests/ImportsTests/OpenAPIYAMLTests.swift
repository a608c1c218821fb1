import Imports
import OpenCollection
import Testing
import YAMLTree

@Suite("OpenAPI documents in YAML")
struct OpenAPIYAMLTests {
    @Test(
        "a document is recognised wherever and however its version is written",
        arguments: [
            "components: {}\nx: |\n\(String(repeating: "  ### GET http\n", count: 400))openapi: 3.0.0\n",
            "\"openapi\": 3.0.0\n", "openapi : 3.0.0\n", "### Shop\nopenapi: 3.0.0\n", "{openapi: 3.0.0, paths: {}}\n",
            "---\n  openapi: 3.0.0\n",
        ])
    func recognition(text: String) throws {
        let source = try RecognizedSource(ImportSource(name: "a.yaml", bytes: Array(text.utf8)))
        #expect(source.format == .openAPI)
        #expect(try ImportReading.collections(in: [source]).count == 1)
    }

    @Test("documents of generators give the same files in YAML as in JSON", arguments: OpenAPIDocuments.all)
    func twins(json: String) throws {
        let yaml = try YAMLDocument(text: json).root.value.emitted()
        let made = try [json, yaml].map { try Imported($0).files }
        #expect(made[0].newCollection == made[1].newCollection)
        #expect(made[0].secrets == made[1].secrets)
        #expect(made[0].newCollection.count > 3)
    }

    @Test("a document that is asked for may be YAML without a version; other YAML is none")
    func askedFor() throws {
        let source = try RecognizedSource(ImportSource(name: "a.yaml", bytes: Array("paths: {/x: {get: {}}}".utf8)))
        #expect(source.format == nil)
        #expect(try ImportReading.collections(in: [source], as: .openAPI)[0].requests.count == 1)
        let other = try RecognizedSource(ImportSource(name: "a.yaml", bytes: Array("name: x\nvalues: []\n".utf8)))
        #expect(other.format == nil)
        let text = try RecognizedSource(ImportSource(name: "a.txt", bytes: Array("hello".utf8)))
        let error = #expect(throws: ImportProblem.self) { try ImportReading.collections(in: [text], as: .openAPI) }
        #expect(error?.description == "a.txt: this is not an OpenAPI document; it must be JSON or YAML")
    }

    @Test("numbers are spelled as JSON has them; what JSON has no number for is a text")
    func numbers() throws {
        let imported = try Imported(
            """
            openapi: 3.0.0
            paths:
              /x:
                post:
                  requestBody:
                    content:
                      application/json:
                        example: [0x1F, 0o17, +1, .5, -.5, 5., .inf, -.inf, .nan, 007, 1.50, 1e3, 12345678901234567890, 0]
            """)
        let text = try imported.request.body.text.split(whereSeparator: \.isWhitespace).joined()
        #expect(
            text == #"[31,15,1,0.5,-0.5,5,".inf","-.inf",".nan",7,1.50,1e3,12345678901234567890,0]"#)
    }

    @Test("merge keys bring members that are not there; of several maps the first one wins")
    func mergeKeys() throws {
        let imported = try Imported(
            """
            openapi: 3.0.0
            x-a: &a
              head: {summary: merged}
              get: {summary: lost}
            x-b: &b
              <<: *a
              head: {summary: other}
              put: {summary: second}
            paths:
              /a:
                <<: [*a, *b]
                get: {summary: own}
              /b:
                "<<": *a
            """)
        #expect(imported.requests.compactMap(\.definition.name).sorted() == ["merged", "own", "second"])
    }

    @Test("a key that is there more than once costs all but its last value, in YAML and in JSON, and says where")
    func repeatedKeys() throws {
        let yaml = "openapi: 3.0.0\npaths:\n  /a:\n    get: {summary: first}\n    get: {summary: second}\n"
        let json =
            #"{"openapi": "3.0.0", "paths": {"/a": {"get": {"summary": "first"}, "get": {"summary": "second"}}}}"#
        for text in [yaml, json] {
            let imported = try Imported(text)
            #expect(imported.requests.map(\.definition.name) == ["second"])
            let remark = try #require(imported.report.remarks.first)
            #expect(remark.text == "this key is there more than once; all but the last are left out")
            #expect(remark.places == ["source0.json:/paths/~1a/get"])
            try imported.expectWhole()
        }
    }

    @Test("a document with a fault in its YAML says where, although its version is far below")
    func fault() throws {
        let text = "paths:\n\(String(repeating: "  /a: {}\n", count: 600))info: [\n\"openapi\": 3.0.0\n"
        let error = #expect(throws: ImportProblem.self) {
            try RecognizedSource(ImportSource(name: "a.yaml", bytes: Array(text.utf8)))
        }
        #expect(error?.description.hasPrefix("a.yaml:60") == true)
    }
}

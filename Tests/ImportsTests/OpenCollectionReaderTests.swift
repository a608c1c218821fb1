import Foundation
import Imports
import OpenCollection
import Testing

@Suite("Reading OpenCollection in one file")
struct OpenCollectionReaderTests {
    private static let text = """
        opencollection: 1.0.0
        info:
          name: Shop
          version: "2.1"
          summary: All of it
          authors: [{name: Ann, email: a@b.test}]
        config:
          protobuf: {protoFiles: [{type: file, path: a.proto}]}
          proxy: {inherit: false, config: {hostname: p.test, auth: {username: u, password: hunter2hunter2}}}
          clientCertificates: [{domain: a.test, type: pem, certificateFilePath: c.pem, privateKeyFilePath: k.pem, passphrase: "{{pass}}"}]
          environments:
            - name: dev
              color: red
              extends: base
              variables: [{name: url, value: "https://dev.test"}, {secret: true, name: pass}, {name: n, value: {type: number, data: "1.50"}}]
            - name: base
              dotEnvFilePath: .env
              variables:
                - name: mode
                  value: [{title: one, value: a}, {title: two, selected: true, value: b}]
        request:
          headers: [{name: X, value: "1"}, {name: Y, value: "2", disabled: true}]
          metadata: [{name: m, value: v}]
          auth: {type: bearer, token: "{{pass}}"}
          variables: [{name: root, value: r}]
          scripts: [{type: before-request, code: "a();"}]
          settings: {http: {timeout: 5}}
        docs: Words
        bundled: true
        extensions:
          bruno: {ignore: [x], presets: {request: {type: http}}}
        items:
          - info: {name: Users, type: folder, seq: 2, tags: [t]}
            request: {auth: inherit, variables: [{name: f, value: "{{root}}"}]}
            docs: {content: About, type: text/markdown}
            items:
              - info: {name: Find, type: http, seq: 1, tags: [smoke]}
                http:
                  method: POST
                  url: "{{url}}/users/:id?q=1"
                  params: [{name: q, value: "1", type: query}, {name: id, value: "7", type: path}]
                  headers: [{name: Authorization, value: Bearer abcdef1234567}]
                  body:
                    - {title: one, body: {type: json, data: "{}"}}
                    - {title: two, selected: true, body: {type: form-urlencoded, data: [{name: a, value: "{{f}}"}]}}
                  auth: {type: digest, username: u, password: "{{pass}}"}
                runtime:
                  variables: [{name: v, value: x}]
                  assertions: [{expression: res.status, operator: eq, value: "200"}]
                  actions: [{type: set-variable, phase: after-response, selector: {expression: res.body.id, method: jsonq}, variable: {name: id, scope: runtime}}]
                  scripts: [{type: tests, code: "t();"}]
                settings: {encodeUrl: true, timeout: inherit}
                examples: [{name: ok, request: {url: "https://a.test", method: GET}, response: {status: 200, body: {type: json, data: "{}"}}}]
                docs: Finds
                app: {code: "<p>"}
          - http: {method: GET, url: "{{url}}"}
            info: {name: Bare}
          - graphql: {method: POST, url: "{{url}}", body: {query: "{ a }", variables: "{}"}}
            info: {name: Query, seq: 3}
          - info: {name: Greet, type: grpc, seq: 4}
            grpc: {url: "{{url}}", method: /p.S/M, message: "{}", auth: {type: bearer, token: abcdef1234567}}
        """

    private func imported(_ text: String) throws -> Imported {
        try Imported([ImportSource(name: "shop.yml", bytes: Array(text.utf8))], movesSecrets: true)
    }

    @Test("everything that the format has is in the files of the new collection")
    func whole() throws {
        let imported = try imported(Self.text)
        let collection = imported.collection
        #expect(collection.name == "Shop")
        #expect(collection.info.version == "2.1")
        #expect(collection.info.authors.map(\.email) == ["a@b.test"])
        #expect(collection.info.protobuf.files == ["a.proto"])
        #expect(collection.info.proxy?.server?.host == "p.test")
        #expect(collection.info.certificates.map(\.path) == ["c.pem"])
        #expect(collection.info.isBundled == false)
        #expect(try imported.text("opencollection.yml").contains("presets:"))
        #expect(collection.root.headers.map(\.isEnabled) == [true, false])
        #expect(collection.root.metadata.map(\.name) == ["m"])
        #expect(collection.root.auth == .bearer(token: "{{pass}}"))
        #expect(collection.root.scripts.map(\.code) == ["a();"])
        #expect(collection.root.settings.timeoutInMilliseconds == 5)
        #expect(collection.root.docs == "Words")
        #expect(collection.items.map(\.name) == ["Users", "Bare", "Query", "Greet"])
        let find = try #require(imported.requests.first { $0.path == "Users/Find.yml" }).definition
        #expect(find.url == "{{url}}/users/:id?q=1")
        #expect(find.tags == ["smoke"])
        #expect(find.bodyVariants.map(\.title) == ["one", "two"])
        #expect(find.body.form.map(\.value) == ["{{f}}"])
        #expect(find.headers.map(\.value) == ["Bearer {{Authorization}}"])
        #expect(find.assertions.map(\.expression) == ["res.status"])
        #expect(find.actions.map(\.variable) == ["id"])
        #expect(find.settings.inherited == [.timeout])
        #expect(find.examples.map(\.name) == ["ok"])
        #expect(find.docs == "Finds")
        #expect(find.app?.code == "<p>")
        #expect(imported.requests.first { $0.path == "Query.yml" }?.definition.body.text == "{ a }")
        #expect(imported.report.isComplete, "\(imported.remarks)")
        try imported.expectWhole()
    }

    @Test("environments keep their kinds of values, and no file holds a secret")
    func environments() throws {
        let imported = try imported(Self.text)
        let dev = try #require(imported.collection.environments.first { $0.name == "dev" })
        #expect(dev.color == "red")
        #expect(dev.extends == "base")
        #expect(dev.variables.first { $0.name == "n" }?.type == .number)
        let base = try #require(imported.collection.environments.first { $0.name == "base" })
        #expect(base.variables.first { $0.name == "mode" }?.variants.map(\.title) == ["one", "two"])
        #expect(imported.files.secrets["dev"]?["password"] == "hunter2hunter2")
        #expect(try imported.text("opencollection.yml").contains("password: \"{{password}}\""))
        #expect(try imported.text("Greet.yml").contains("token: \"{{Authorization}}\""))
        for file in imported.files.newCollection {
            #expect(!file.text.contains("hunter2") && !file.text.contains("abcdef1234567"), "\(file.path)")
        }
    }

    @Test("a request that was imported from one file says the same as before")
    func sameRequests() throws {
        let text = Self.text.replacing("Bearer abcdef1234567", with: "{{pass}}")
        let imported = try imported(text)
        let bundle = try #require(try CollectionBundle(text: text, path: .root))
        let before = bundle.items.flatMap(Self.requests)
        #expect(before.count == 3)
        for (path, definition) in before {
            var made = try #require(imported.requests.first { $0.path == path }).definition
            made.sequence = definition.sequence
            #expect(made == definition, "\(path)")
        }
    }

    private static func requests(_ item: CollectionItem) -> [(ItemPath, RequestDefinition)] {
        switch item.kind {
        case .request(let file): [(item.path, file.definition)]
        case .folder(_, let children): children.flatMap(requests)
        default: []
        }
    }

    @Test("JSON gives the same files as YAML")
    func json() throws {
        let yaml = """
            opencollection: 1.0.0
            info: {name: A}
            items:
              - info: {name: One, type: http}
                http: {method: GET, url: "https://a.test/\u{1F600}", headers: [{name: n, value: "1.50"}]}
            """
        let json = #"""
            {"opencollection": "1.0.0", "info": {"name": "A"}, "items": [{"info": {"name": "One", "type": "http"},
             "http": {"method": "GET", "url": "https:\/\/a.test\/\ud83d\ude00", "headers": [{"name": "n", "value": "1.50"}]}}]}
            """#
        #expect(try imported(json).files.newCollection == imported(yaml).files.newCollection)
    }

    @Test("what is unknown, of another shape or no item is missing, and says where it stood")
    func unknown() throws {
        let imported = try imported(
            """
            opencollection: 1.0.0
            info: {name: A}
            odd: 1
            items:
              - info: {name: F, type: folder}
                items:
                  - info: {name: One, type: http}
                    http: {method: GET, url: "https://a.test", odd: 2, headers: 7}
              - info: {name: Two, type: later}
                headers: [{name: a}]
              - 7
            """)
        #expect(
            imported.report.remarks.map { "\($0.severity): \($0.text) \($0.places)" }.sorted() == [
                #"error: an item is left out: info.type is "later"; http, graphql, grpc, websocket, script or app was expected ["shop.yml:/items/1"]"#,
                #"error: an item is left out: the file is "7"; a mapping was expected ["shop.yml:/items/2"]"#,
                #"error: http.headers is "7"; a list was expected ["shop.yml:/items/0/items/0"]"#,
                #"error: odd in http is not known; it is left out ["shop.yml:/items/0/items/0"]"#,
                #"error: odd in the file is not known; it is left out ["shop.yml"]"#,
            ])
        #expect(imported.requests.map(\.path) == ["F/One.yml"])
        try imported.expectWhole()
    }

    @Test("the file of a directory keeps its advice, and a fault in the YAML says where")
    func others() throws {
        let root = #expect(throws: ImportProblem.self) { try imported("opencollection: 1.0.0\ninfo: {name: A}\n") }
        #expect(
            root?.description == "shop.yml: this is an OpenCollection; it needs no import: open it with microscope DIR")
        let broken = #expect(throws: ImportProblem.self) { try imported("opencollection: 1.0.0\nitems:\n  - a: [\n") }
        #expect(broken?.place == "4:1")
    }

    @Test("as a folder it has no proxy, no certificates and no data of other tools, which is said")
    func folder() throws {
        let source = try RecognizedSource(ImportSource(name: "shop.yml", bytes: Array(Self.text.utf8)))
        let collections = try ImportReading.collections(in: [source, source]).fitted(to: .newCollection)
        let lost = ImportReport(collections).remarks.filter { $0.severity == .error }.map(\.text)
        #expect(
            lost == [
                "the proxy, certificates, protobuf files, data of other tools left out: only a collection of its own has them"
            ])
    }
}

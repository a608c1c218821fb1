import Foundation
import Imports
import OpenCollection
import Testing
import YAMLTree

@Suite("Reading Bruno collections")
struct BrunoReaderTests {
    private func imported(_ request: String) throws -> Imported { try Imported(files: ["One.bru": request]) }

    private func request(_ blocks: String, _ method: String = "url: https://a.test") throws -> Imported {
        try imported("meta {\n  name: One\n  type: http\n  seq: 1\n}\n\nget {\n  \(method)\n}\n\n\(blocks)\n")
    }

    // MARK: - The collection

    @Test(
        "bruno.json gives name, version, proxy and certificates, passwords as secret variables; settings of Bruno's own are named"
    )
    func configuration() throws {
        let imported = try Imported(files: [
            "bruno.json": """
            {"version": "1", "name": "Shop", "type": "collection", "collectionVersion": "2.1", "ignore": ["node_modules"],
             "presets": {"requestType": "http", "requestUrl": "https://a.test", "other": [1]}, "scripts": {"flow": "sequential"}, "filesystemAccess": {"allow": true},
             "protobuf": {"protoFiles": [{"path": "a.proto", "type": "file"}], "importPaths": [{"path": "p", "enabled": false}]},
             "proxy": {"enabled": true, "protocol": "http", "hostname": "p.test", "port": 8080, "auth": {"enabled": true, "username": "u", "password": "hidden-1"}, "bypassProxy": "x.test"},
             "clientCertificates": {"certs": [{"domain": "a.test", "type": "cert", "certFilePath": "c.pem", "keyFilePath": "k.pem", "passphrase": "{{p}}"},
               {"domain": "b.test", "type": "pfx", "pfxFilePath": "c.pfx"}]}}
            """, "collection.bru": "vars:pre-request {\n  p: q\n}\n",
            "One.bru": "get {\n  url: https://a.test\n}\n",
        ])
        let info = imported.collection.info
        #expect(imported.collection.name == "Shop")
        #expect(info.version == "2.1")
        #expect(info.proxy?.server?.host == "p.test")
        #expect(info.proxy?.server?.port == "8080")
        #expect(info.proxy?.server?.auth?.username == "u")
        #expect(info.proxy?.server?.auth?.password == "{{password}}")
        #expect(imported.files.secrets["Shop"]?["password"] == "hidden-1")
        #expect(info.proxy?.server?.bypass == "x.test")
        #expect(info.certificates.map(\.type) == ["pem", "pkcs12"])
        #expect(info.certificates.map(\.path) == ["c.pem", "c.pfx"])
        #expect(info.protobuf.files == ["a.proto"])
        #expect(info.protobuf.importPaths == [.init("p", isEnabled: false, origin: 0)])
        #expect(
            info.extensions == [
                "bruno": [
                    "ignore": ["node_modules"],
                    "presets": ["request": ["type": "http", "url": "https://a.test"], "other": [1]],
                    "scripts": ["flow": "sequential"],
                ]
            ])
        #expect(
            imported.remarks == [
                "warning: the file c.pem is not copied: it is not below the directory",
                "warning: the file k.pem is not copied: it is not below the directory",
                "warning: the file c.pfx is not copied: it is not below the directory",
                "warning: the file a.proto is not copied: it is not below the directory",
                "note: the setting filesystemAccess of Bruno itself is left out",
                "note: values that look like secrets are in secret variables: 1",
                "note: an environment is made for the secrets", "note: variables are added to environments",
            ])
        try imported.expectWhole()
    }

    @Test("directories that every collection ignores are no data of its own, which a folder would lose")
    func usualIgnores() throws {
        let imported = try Imported(files: [
            "bruno.json": #"{"name": "Shop", "ignore": ["node_modules", ".git"]}"#,
            "one.bru": "get {\n  url: https://a.test\n}\n",
        ])
        #expect(imported.collections[0].info.extensions.entries.isEmpty)
        #expect(try imported.text("opencollection.yml").contains("- node_modules"))
    }

    @Test("collection.bru and folder.bru hold for what lies below, credentials inherited unless they say otherwise")
    func folders() throws {
        let shared =
            "headers {\n  X: 1\n  ~Y: 2\n}\n\nauth {\n  mode: basic\n}\n\nauth:basic {\n  username: u\n  password: {{p}}\n}\n\nvars:pre-request {\n  p: q\n}\n\nvars:post-response {\n  id: res.body.id\n}\n\nscript:pre-request {\n  a();\n}\n\ntests {\n  b();\n}\n\ndocs {\n  # All\n}\n"
        let imported = try Imported(files: [
            "collection.bru": shared, "Users/folder.bru": "meta {\n  name: All users\n  seq: 2\n}\n\n" + shared,
            "Users/One.bru": "get {\n  url: https://a.test\n}\n",
            "Plain/folder.bru": "meta {\n  name: Plain\n  seq: 1\n}\n",
            "Plain/Deep/Two.bru": "get {\n  url: https://a.test\n}\n",
        ])
        for folder in [imported.collections[0].defaults, imported.collections[0].folders[2]] {
            #expect(folder.headers == [Field("X", "1"), Field("Y", "2", isEnabled: false)])
            #expect(folder.auth == .basic(username: "u", password: "{{p}}"))
            #expect(folder.variables == [Variable("p", "q")])
            #expect(folder.actions.map(\.variable) == ["id"])
            #expect(folder.scripts == [Script("before-request", "a();"), Script("tests", "b();")])
            #expect(folder.docs == "# All")
        }
        #expect(imported.collections[0].folders.map(\.name) == ["Plain", "Deep", "All users"])
        #expect(imported.collections[0].folders[0].auth == .inherit)
        #expect(imported.report.inSource[.folders] == 2)
        #expect(imported.remarks == ["note: a directory without a folder.bru is a folder"])
        try imported.expectWhole()
    }

    @Test("items are in the order of Bruno: folders by their slot, then requests by seq")
    func order() throws {
        let request = { (seq: Int) in "meta {\n  seq: \(seq)\n}\nget {\n  url: https://a.test\n}\n" }
        let imported = try Imported(files: [
            "b.bru": request(2), "a.bru": request(3), "c.bru": request(1), "Z/folder.bru": "meta {\n  seq: 1\n}\n",
            "A/folder.bru": "meta {\n  seq: 2\n}\n",
        ])
        #expect(imported.collections[0].items.map(\.name) == ["Z", "A", "c", "b", "a"])
    }

    // MARK: - Requests

    @Test("a request has its name, tags, method, URL and rows, disabled and quoted ones among them")
    func request() throws {
        let imported = try imported(
            """
            \u{FEFF}meta {
              name: Find "x"
              type: http
              seq: 7
              tags: [
                smoke
                slow
              ]
            }

            patch {
              url: {{base}}/users/:id?q=1
              body: none
              auth: none
            }

            params:query {
              q: 1
              ~r: a: b
            }

            params:path {
              id: 7
            }

            headers {
              ~Accept: */*
              "X:\\"Y Z\\"": {1}
              @description("said")
              Empty:
              Long: '''
                one
                  two
              '''
            }
            """.replacing("\n", with: "\r\n"))
        let request = try imported.request
        #expect(request.name == "Find \"x\"")
        #expect(request.tags == ["smoke", "slow"])
        #expect(request.method == "PATCH")
        #expect(request.url == "{{base}}/users/:id?q=1")
        let parameters = request.parameters.map { ($0.kind, $0.field.name, $0.field.value, $0.field.isEnabled) }
        #expect(parameters.map(\.1) == ["q", "r", "id"])
        #expect(parameters.map(\.2) == ["1", "a: b", "7"])
        #expect(parameters.map(\.3) == [true, false, true])
        #expect(request.headers.map(\.name) == ["Accept", "X:\"Y Z\"", "Empty", "Long"])
        #expect(request.headers.map(\.value) == ["*/*", "{1}", "", "one\n  two"])
        #expect(request.headers.map(\.isEnabled) == [false, true, true, true])
        #expect(request.headers[2].description == "said")
        #expect(request.auth == .none)
        #expect(imported.report.isComplete, "\(imported.remarks)")
    }

    @Test(
        "the block http names any method; query and params are old names of params:query",
        arguments: ["query", "params"])
    func customMethod(block: String) throws {
        let request = try imported("http {\n  method: purge\n  url: https://a.test\n}\n\(block) {\n  a: 1\n}\n").request
        #expect(request.method == "PURGE")
        #expect(request.parameters.map(\.field.name) == ["a"])
    }

    @Test(
        "the body that is sent is the one that the method names",
        arguments: [
            ("json", "json", RequestBody.Kind.json), ("text", "text", .text), ("xml", "xml", .xml),
            ("sparql", "sparql", .sparql),
        ])
    func texts(word: String, block: String, kind: RequestBody.Kind) throws {
        let imported = try request(
            "body:\(block) {\n  {\n    \"a\": [1]\n  }\n\n  end\n}", "url: https://a.test\n  body: \(word)")
        #expect(try imported.request.body.kind == kind)
        #expect(try imported.request.body.text == "{\n  \"a\": [1]\n}\n\nend")
        try imported.expectWhole()
    }

    @Test("forms have their rows, files and content types")
    func forms() throws {
        let form = try request(
            "body:form-urlencoded {\n  a: 1\n  ~b: 2\n}", "url: https://a.test\n  body: form-urlencoded")
        #expect(try form.request.body.form == [Field("a", "1"), Field("b", "2", isEnabled: false)].numbered)
        try form.expectWhole()
        let multipart = try request(
            "body:multipart-form {\n  t: x @contentType(text/plain)\n  ~f: @file(a.png|b.png) @contentType(image/png)\n}",
            "url: https://a.test\n  body: multipartForm")
        let parts = try multipart.request.body.parts
        #expect(parts.map(\.values) == [["x"], ["a.png", "b.png"]])
        #expect(parts.map(\.isFile) == [false, true])
        #expect(parts.map(\.contentType) == ["text/plain", "image/png"])
        #expect(parts.map(\.isEnabled) == [true, false])
        try multipart.expectWhole()
        let file = try request(
            "body:file {\n  ~file: @file(a.bin) @contentType(x/y)\n  file: @file(b.bin)\n}",
            "url: https://a.test\n  body: file")
        #expect(try file.request.body.files.map(\.path) == ["a.bin", "b.bin"])
        #expect(try file.request.body.files.map(\.isSelected) == [false, true])
        #expect(try file.request.body.files[0].contentType == "x/y")
    }

    @Test("a description at the end of a value is none of the value; what only looks like one stays")
    func descriptionsAtTheEnd() throws {
        let imported = try request(
            """
            headers {
              A: one @description("Say \\"it\\"")
              @description("before")
              B: two @description("at the end")
              C: @description("nothing else")
              D: x@description("y")
              E: @description("y") z
              F: @description(y)
            }

            body:multipart-form {
              f: @file(a.png) @contentType(image/png) @description("Picture")
            }
            """, "url: https://a.test\n  body: multipartForm")
        let headers = try imported.request.headers
        #expect(
            headers.map(\.value) == [
                "one", "two", "", #"x@description("y")"#, #"@description("y") z"#, "@description(y)",
            ])
        #expect(headers.map(\.description) == [#"Say "it""#, "before", "nothing else", nil, nil, nil])
        let part = try #require(imported.request.body.parts.first)
        #expect(part.values == ["a.png"] && part.contentType == "image/png" && part.description == "Picture")
        try imported.expectWhole()
    }

    @Test(
        "query parameters are counted as the setting encodeUrl has them, which is on where settings do not say",
        arguments: [("encodeUrl: true", 2), ("encodeUrl: false", 1), ("timeout: 1", 2)])
    func countedQuery(setting: String, count: Int) throws {
        let imported = try request(
            "params:query {\n  a b: 1\n}\n\nsettings {\n  \(setting)\n}", "url: https://a.test?a%20b=1")
        #expect(imported.report.made[.queryParameters] == count)
        #expect(imported.report.inSource[.queryParameters] == count)
        #expect(imported.report.isComplete)
    }

    @Test("a GraphQL body makes a GraphQL request")
    func graphQL() throws {
        let imported = try request(
            "body:graphql {\n  { a }\n}\n\nbody:graphql:vars {\n  {\"x\": 1}\n}", "url: https://a.test\n  body: graphql"
        )
        let request = try imported.request
        #expect(request.kind == .graphQL)
        #expect(request.body.text == "{ a }")
        #expect(request.body.graphQLVariables == "{\"x\": 1}")
        #expect(imported.report.inSource[.bodies] == 1)
        try imported.expectWhole()
    }

    @Test("bodies and credentials that are not selected are in the docs, with secrets hidden, and noted")
    func unselected() throws {
        let imported = try request(
            "body:json {\n  {}\n}\n\nbody:form-urlencoded {\n  password: hunter2hunter2\n}\n\nauth:basic {\n  username: u\n  password: hunter3hunter3\n}",
            "url: https://a.test\n  body: json\n  auth: none")
        let request = try imported.request
        #expect(request.body.text == "{}")
        #expect(request.docs?.contains("password=***") == true, "\(request.docs ?? "")")
        #expect(request.docs?.contains("- username: u") == true)
        #expect(request.docs?.contains("hunter") == false)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test(
        "credentials of every kind are those of the block that the method names",
        arguments: [
            ("basic", "username: u\n  password: {{p}}", Auth.basic(username: "u", password: "{{p}}")),
            ("bearer", "token: {{t}}", .bearer(token: "{{t}}")),
            (
                "apikey", "key: k\n  value: {{v}}\n  placement: queryparams",
                .apiKey(name: "k", value: "{{v}}", placement: .query)
            ),
            ("digest", "username: u\n  password: {{p}}", .unsupported(.digest(username: "u", password: "{{p}}"))),
            (
                "ntlm", "username: u\n  password: {{p}}\n  domain: d",
                .unsupported(.ntlm(username: "u", password: "{{p}}", domain: "d"))
            ),
            (
                "awsv4",
                "accessKeyId: {{a}}\n  secretAccessKey: {{s}}\n  sessionToken:\n  service: s3\n  region: eu\n  profileName:",
                .unsupported(
                    .aws(accessKeyID: "{{a}}", secretAccessKey: "{{s}}", sessionToken: "", region: "eu", service: "s3"))
            ),
            (
                "wsse", "username: u\n  password: {{p}}",
                .unsupported(AuthDetails(type: "wsse", members: ["username": "u", "password": "{{p}}"]))
            ),
            (
                "oauth1",
                "consumer_key: {{k}}\n  consumer_secret: {{s}}\n  token_secret: {{x}}\n  signature_method: HMAC-SHA256\n  placement: body",
                .unsupported(
                    AuthDetails(
                        type: "oauth1",
                        members: [
                            "consumerKey": "{{k}}", "consumerSecret": "{{s}}", "accessTokenSecret": "{{x}}",
                            "signatureMethod": "HMAC-SHA256", "placement": "body",
                        ]))
            ),
        ])
    func credentials(kind: String, rows: String, auth: Auth) throws {
        let imported = try request("auth:\(kind) {\n  \(rows)\n}", "url: https://a.test\n  auth: \(kind)")
        #expect(try imported.request.auth == auth)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("OAuth 2 keeps its flow, its addresses, the place of its token and further parameters")
    func oauth2() throws {
        let imported = try request(
            """
            auth:oauth2 {
              grant_type: authorization_code
              callback_url: https://a.test/cb
              authorization_url: https://a.test/auth
              access_token_url: https://a.test/token
              client_id: c
              client_secret: {{s}}
              scope: read
              pkce: true
              credentials_placement: body
              token_placement: url
              token_query_key: tok
              auto_fetch_token: false
            }

            auth:oauth2:additional_params:access_token_req:headers {
              X: 1
            }
            """, "url: https://a.test\n  auth: oauth2")
        guard case .unsupported(let details) = try imported.request.auth else {
            Issue.record("no OAuth 2")
            return
        }
        #expect(details.text(at: ["flow"]) == "authorization_code")
        #expect(details.text(at: ["pkce", "method"]) == "S256")
        #expect(details.text(at: ["credentials", "placement"]) == "body")
        #expect(details.text(at: ["tokenConfig", "placement", "query"]) == "tok")
        #expect(details.text(at: ["settings", "autoFetchToken"]) == "off")
        #expect(details.parameters(at: ["additionalParameters", "accessTokenRequest"]).map(\.placement) == ["header"])
        try imported.expectWhole()
    }

    /// Returns the credentials of a request with the rows.
    private func details(_ kind: String, _ rows: String) throws -> AuthDetails {
        let imported = try request("auth:\(kind) {\n\(rows)\n}", "url: https://a.test\n  auth: \(kind)")
        #expect(imported.report.isComplete)
        try imported.expectWhole()
        guard case .unsupported(let details) = try imported.request.auth else { return AuthDetails(type: "") }
        return details
    }

    @Test("OAuth 2 that does not say so sends the client in the body; an empty prefix is the token alone")
    func oauth2Defaults() throws {
        let rows = "  grant_type: client_credentials\n  access_token_url: https://a.test/token\n  client_id: c\n"
        let plain = try details("oauth2", rows + "  token_source: id_token")
        #expect(plain.text(at: ["credentials", "placement"]) == "body")
        #expect(plain.text(at: ["tokenConfig", "placement", "header"]) == "Bearer")
        #expect(plain.text(at: ["tokenConfig", "source"]) == "id_token")
        let said = try details(
            "oauth2",
            rows + "  credentials_placement: basic_auth_header\n  token_header_prefix:\n  token_placement: header")
        #expect(said.text(at: ["credentials", "placement"]) == "basic_auth_header")
        #expect(OAuth2Settings(said).placement == .header(prefix: ""))
    }

    @Test("the profile of AWS credentials is kept")
    func profile() throws {
        let details = try details("awsv4", "  accessKeyId: {{a}}\n  profileName: dev")
        #expect(details.text(at: ["profileName"]) == "dev")
    }

    @Test("a private key of OAuth 1 in a file is copied, and named by its path, wherever it is used")
    func privateKeyFile() throws {
        let auth =
            "auth:oauth1 {\n  consumer_key: c\n  signature_method: RSA-SHA256\n  private_key: @file(keys/k.pem)\n}\n"
        let files = [
            "bruno.json": #"{"name": "Shop"}"#,
            "collection.bru": "auth {\n  mode: oauth1\n}\n" + auth.replacing("k.pem", with: "root.pem"),
            "A/folder.bru": "auth {\n  mode: oauth1\n}\n" + auth.replacing("k.pem", with: "folder.pem"),
            "A/One.bru": "get {\n  url: https://a.test\n  auth: oauth1\n}\n" + auth,
        ]
        let source = ImportSource(
            name: "shop", files: files.mapValues { Array($0.utf8) },
            nearby: NearbyFiles { $0.hasSuffix(".pem") ? [1] : nil })
        let imported = try Imported([source], movesSecrets: true)
        #expect(Set(imported.collections[0].files.keys) == ["keys/root.pem", "keys/folder.pem", "keys/k.pem"])
        #expect(try imported.text("A/One.yml").contains("type: file\n      value: keys/k.pem\n"))
        #expect(imported.files.secrets.isEmpty && imported.report.isComplete)
        let place = ImportedFiles.Place.folder("api", of: Collection(name: "T"), otherNames: [])
        let made = try ImportedFiles(imported.collections, in: place)
        let texts = made.added.filter { $0.bytes == nil }.map(\.text).joined()
        for name in ["root", "folder", "k"] { #expect(texts.contains("value: api/Shop/keys/\(name).pem")) }
    }

    @Test("settings of WebSocket requests are kept; what such a request has no place for is reported")
    func streamingParts() throws {
        let imported = try Imported(files: [
            "w.bru":
                "ws {\n  url: wss://a.test/:id?a=1\n}\nparams:query {\n  a: 1\n  ~b: 2\n}\nparams:path {\n  id: 7\n}\nsettings {\n  timeout: 5\n  keepAliveInterval: inherit\n  encodeUrl: true\n}\nassert {\n  a: eq 1\n}\ndocs {\n  d\n}\n",
            "g.bru": "grpc {\n  url: a.test\n}\nsettings {\n  timeout: 5\n}\nassert {\n  a: eq 1\n}\n",
        ])
        #expect(
            try imported.text("w.yml").contains(
                "\n\nsettings:\n  timeout: 5\n  keepAliveInterval: inherit\n\ndocs: d\n"))
        #expect(
            imported.remarks.filter { $0.hasPrefix("error") }.sorted() == [
                "error: a block assert of a WebSocket request is left out",
                "error: a block params:path of a WebSocket request is left out",
                "error: a disabled query parameter of a WebSocket request is left out",
                "error: the setting encodeUrl has no counterpart and is left out",
                "error: the setting timeout has no counterpart and is left out",
            ])
        try imported.expectWhole()
    }

    @Test("variables, what is taken from the response, assertions, scripts, settings and docs are kept")
    func runtime() throws {
        let imported = try request(
            """
            vars:pre-request {
              a: 1
              @number
              n: 2
              ~@local: x
            }

            vars:post-response {
              id: res.body.id
            }

            assert {
              res.status: eq 200
              ~res.body.a: isDefined
              res.body.list[0].b: hello world
            }

            script:pre-request {
              if (a) {
                b();
              }
            }

            script:post-response {
              c();
            }

            tests {
              d();
            }

            settings {
              encodeUrl: true
              timeout: inherit
              followRedirects: false
              maxRedirects: 3
            }

            docs {
              Words
            }
            """)
        let request = try imported.request
        #expect(request.variables.map(\.name) == ["a", "n", "local"])
        #expect(request.variables.map(\.type) == [.string, .number, .string])
        #expect(request.variables.map(\.isEnabled) == [true, true, false])
        #expect(request.actions.map(\.expression) == ["res.body.id"])
        #expect(request.assertions.map(\.operator) == ["eq", "isDefined", "eq"])
        #expect(request.assertions.map(\.value) == ["200", nil, "hello world"])
        #expect(request.assertions.map(\.isEnabled) == [true, false, true])
        #expect(request.scripts.map(\.code) == ["if (a) {\n  b();\n}", "c();", "d();"])
        #expect(request.settings.encodesURL == true)
        #expect(request.settings.inherited == [.timeout])
        #expect(request.settings.followsRedirects == false)
        #expect(request.settings.maximumRedirects == 3)
        #expect(request.docs == "Words")
        #expect(imported.remarks == ["note: the mark @ of a local variable is left out"])
        try imported.expectWhole()
    }

    @Test("examples have their request and their response")
    func examples() throws {
        let imported = try request(
            """
            example {
              name: Made
              description: It works

              request: {
                url: https://a.test/x
                method: post
                mode: json
                headers: {
                  A: b
                }

                body:json: {
                  {
                    "a": {}
                  }
                }
              }

              response: {
                headers: {
                  Content-Type: application/json
                }

                status: {
                  code: 201
                  text: Created
                }

                body: {
                  type: json
                  content: '''
                    {
                      "id": 1
                    }
                  '''
                }
              }
            }
            """)
        let example = try #require(try imported.request.examples.first)
        #expect(example.name == "Made")
        #expect(example.description == "It works")
        #expect(example.request?.url == "https://a.test/x")
        #expect(example.request?.headers.map(\.value) == ["b"])
        #expect(example.request?.body.text == "{\n  \"a\": {}\n}")
        #expect(example.response?.status == 201)
        #expect(example.response?.statusText == "Created")
        #expect(example.response?.headers.map(\.name) == ["Content-Type"])
        #expect(example.response?.body == RequestExample.Body(type: "json", data: "{\n  \"id\": 1\n}"))
        try imported.expectWhole()
    }

    @Test(
        "gRPC and WebSocket requests are kept as such, with messages, metadata and credentials, and no secret in their files"
    )
    func streaming() throws {
        let imported = try Imported(files: [
            "g.bru":
                "meta {\n  name: G\n  type: grpc\n  seq: 1\n}\n\ngrpc {\n  url: {{host}}\n  method: /p.S/M\n  methodType: unary\n  protoPath: a.proto\n  body: grpc\n  auth: bearer\n}\n\nmetadata {\n  k: v\n}\n\nauth:bearer {\n  token: abcdef1234567\n}\n\nbody:grpc {\n  name: m\n  content: '''\n    {}\n  '''\n}\n",
            "w.bru":
                "meta {\n  name: W\n  type: ws\n  seq: 2\n  tags: [a]\n}\nws {\n  url: wss://a.test\n  body: ws\n  auth: inherit\n}\nheaders {\n  X: 1\n}\nbody:ws {\n  name: one\n  type: json\n  content: '''\n    {}\n  '''\n}\nbody:ws {\n  name: two\n  selected: true\n  content: hi\n}\ndocs {\n  d\n}\n",
        ])
        #expect(
            try imported.text("g.yml") == """
                info:
                  name: G
                  type: grpc
                  seq: 1

                grpc:
                  url: "{{host}}"
                  method: /p.S/M
                  methodType: unary
                  protoFilePath: a.proto
                  message: "{}"
                  metadata:
                    - name: k
                      value: v
                  auth:
                    type: bearer
                    token: "{{token}}"

                """)
        #expect(
            try imported.text("w.yml") == """
                info:
                  name: W
                  type: websocket
                  tags:
                    - a
                  seq: 2

                websocket:
                  url: wss://a.test
                  message:
                    - title: one
                      message:
                        type: json
                        data: "{}"
                    - title: two
                      selected: true
                      message:
                        type: text
                        data: hi
                  headers:
                    - name: X
                      value: "1"
                  auth: inherit

                docs: d

                """)
        #expect(imported.collection.items.map(\.name) == ["G", "W"])
        #expect(imported.files.secrets["G"] == ["token": "abcdef1234567"])
        #expect(imported.report.isComplete, "\(imported.remarks)")
        try imported.expectWhole()
    }

    @Test("files that requests and certificates name, scripts and .env go with the collection; others are named")
    func files() throws {
        let files: [String: [UInt8]] = [
            "data/a.png": [0x89, 0xFF, 0], "c.pem": Array("pem".utf8), ".env": Array("A=b".utf8),
            "lib/x.js": Array("1".utf8), "data.yml": Array("a: b".utf8), "Users": Array("u".utf8),
            "../out": [1], "big": [UInt8](repeating: 1, count: 65 << 20),
        ]
        let bru = [
            "bruno.json":
                #"{"name": "Shop", "clientCertificates": {"certs": [{"domain": "a.test", "certFilePath": "c.pem", "keyFilePath": "gone.pem"}]}}"#,
            "Users/One.bru":
                "post {\n  url: https://a.test\n  body: multipart-form\n}\nbody:multipart-form {\n  a: @file(data/a.png|../out|/etc/x|{{f}})\n  b: @file(data.yml)\n  c: @file(Users)\n}\n",
            "Two.bru": "post {\n  url: https://a.test\n  body: file\n}\nbody:file {\n  file: @file(big)\n}\n",
        ]
        let nearby = NearbyFiles(others: ["lib/x.js"]) { files[$0] }
        let source = ImportSource(name: "shop", files: bru.mapValues { Array($0.utf8) }, nearby: nearby)
        let imported = try Imported([source], movesSecrets: true)
        #expect(
            Set(imported.files.newCollection.filter { $0.bytes != nil }.map(\.path)) == [
                ".env", "Users", "c.pem", "data/a.png", "lib/x.js",
            ])
        #expect(
            try Data(contentsOf: imported.directory.appendingPathComponent("data/a.png")) == Data([0x89, 0xFF, 0]))
        #expect(imported.requests.map(\.path) == ["Users 2/One.yml", "Two.yml"])
        #expect(
            imported.remarks.filter { $0.contains("copied") }.sorted() == [
                "note: files beside the requests are copied: 5",
                "warning: the file ../out is not copied: it is not below the directory",
                "warning: the file /etc/x is not copied: it is not below the directory",
                "warning: the file big is not copied: the files together are too many, or too large",
                "warning: the file data.yml is not copied: its name means something else in a collection",
                "warning: the file gone.pem is not copied: it is not below the directory",
            ])
        try imported.expectWhole()
    }

    @Test("other files beside the requests are copied, too; those that cannot be are counted")
    func others() throws {
        let files: [String: [UInt8]] = [
            "README.md": [1], "data/rows.csv": [2], "package.json": [3], "a.yml": [4], "b.yaml": [5], "lib/x.js": [6],
        ]
        let source = ImportSource(
            name: "shop", files: ["One.bru": Array("get {\n  url: https://a.test\n}\n".utf8)],
            nearby: NearbyFiles(others: files.keys.sorted() + ["gone.txt"]) { files[$0] })
        let imported = try Imported([source], movesSecrets: true)
        #expect(
            Set(imported.files.newCollection.filter { $0.bytes != nil }.map(\.path)) == [
                "README.md", "data/rows.csv", "package.json", "lib/x.js",
            ])
        #expect(
            imported.remarks == [
                "warning: files beside the requests are not copied: 3, the first of them a.yml",
                "note: files beside the requests are copied: 4",
            ])
        try imported.expectWhole()
    }

    @Test("files that are too many are not read, and scripts go before others")
    func tooMany() throws {
        let names = (1...1200).map { "data/\($0).csv" }
        let source = ImportSource(
            name: "shop", files: ["One.bru": Array("get {\n  url: https://a.test\n}\n".utf8)],
            nearby: NearbyFiles(others: names + ["x.js"]) { $0 == ".env" ? nil : [1] })
        let collection = try ImportReading.collections(in: [RecognizedSource(source)])[0]
        #expect(collection.files.count == 1000 && collection.files["x.js"] != nil)
        #expect(
            collection.notes.map(\.text) == [
                "files beside the requests are not copied: 201, the first of them data/1000.csv",
                "files beside the requests are copied: 1000",
            ])
    }

    @Test("in a folder, requests name their files by the path from the root, and .env is missing")
    func filesInFolder() throws {
        let bru = [
            "A/One.bru": "post {\n  url: https://a.test\n  body: file\n}\nbody:file {\n  file: @file(x.bin)\n}\n",
            "bruno.json": #"{"name": "Shop"}"#,
        ]
        let source = ImportSource(
            name: "shop", files: bru.mapValues { Array($0.utf8) }, nearby: NearbyFiles { _ in [0xFF] })
        let recognized = try RecognizedSource(source)
        let place = ImportedFiles.Place.folder("api", of: Collection(name: "T"), otherNames: [])
        let collections = try ImportReading.collections(in: [recognized, recognized]).fitted(to: place)
        let files = try ImportedFiles(collections, in: place)
        #expect(files.trees.map(\.folder) == ["api/Shop", "api/Shop 2"])
        for tree in files.trees {
            #expect(tree.files.map(\.path) == ["A/One.yml", "A/folder.yml", "folder.yml", "x.bin"])
            let request = try RequestFile.read(text: tree.files[0].text, path: "One.yml").definition
            #expect(request.body.files.map(\.path) == ["\(tree.folder)/x.bin"])
        }
        #expect(
            ImportReport(collections).remarks.filter { $0.severity == .error }.map(\.text) == [
                ".env is not copied: only the root of a collection has one"
            ])
    }

    @Test("files and folders keep their names, by which scripts run requests, without .bru")
    func stems() throws {
        let imported = try Imported(files: [
            "auth/folder.bru": "meta {\n  name: Signing in\n}\n",
            "auth/login.bru": "meta {\n  name: Log in\n}\nget {\n  url: https://a.test\n}\n",
            "One.bru":
                "get {\n  url: https://a.test\n}\nscript:pre-request {\n  await bru.runRequest( \"auth/login.bru\"); bru.runRequest(`x`); bru.sendRequest(\"a.bru\")\n}\n",
        ])
        #expect(imported.requests.map(\.path) == ["auth/login.yml", "One.yml"])
        #expect(imported.requests.map(\.definition.name) == ["Log in", "One"])
        #expect(try imported.text("auth/folder.yml").contains("name: Signing in"))
        #expect(
            try imported.text("One.yml").contains(
                #"await bru.runRequest( "auth/login"); bru.runRequest(`x`); bru.sendRequest("a.bru")"#))
        #expect(imported.remarks.contains("note: the requests that a script runs are named without .bru"))
        try imported.expectWhole()
    }

    @Test("unknown blocks and lines that are no rows are reported with their lines")
    func losses() throws {
        let imported = try Imported(files: [
            "x.bru":
                "get {\n  url: https://a.test\n  what\n}\n\nstrange {\n  a: b\n}\n\nlost\nheaders {\n  :\n  : x\n}\n"
        ])
        let places = Dictionary(uniqueKeysWithValues: imported.report.remarks.map { ($0.text, $0.places) })
        #expect(places["a line without a colon is left out"] == ["shop:x.bru:3"])
        #expect(places["a block strange has no counterpart here and is left out"] == ["shop:x.bru:6"])
        #expect(places["a line outside of all blocks is left out"] == ["shop:x.bru:10"])
        #expect(places["a row without a name is left out"] == ["shop:x.bru:13"])
        #expect(imported.requests.map(\.path) == ["x.yml"])
        try imported.expectWhole()
    }

    // MARK: - Environments and single files

    @Test("an environment has its variables, its colour, and secrets without a value")
    func environments() throws {
        let imported = try Imported(files: [
            "environments/dev.bru":
                "vars {\n  host: https://a.test\n  ~off: 1\n}\nvars:secret [\n  token,\n  ~old\n]\ncolor: #CE4F3B\n",
            "environments/one line.bru": "vars:secret [a, b]\n", "environments/empty.bru": "vars {\n}\n",
            "One.bru": "get {\n  url: {{host}}/{{token}}\n}\n",
        ])
        let environments = imported.collection.environments
        #expect(environments.map(\.name) == ["dev", "empty", "one line"])
        #expect(environments[0].color == "#CE4F3B")
        #expect(environments[0].variables.map(\.name) == ["host", "off", "token", "old"])
        #expect(environments[0].variables.map(\.isSecret) == [false, false, true, true])
        #expect(environments[0].variables.map(\.isEnabled) == [true, false, true, false])
        #expect(environments[2].variables.map(\.name) == ["a", "b"])
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("a single request and an environment of one call belong together")
    func singleFiles() throws {
        let imported = try Imported(
            [
                ImportSource(name: "a/Get.bru", bytes: Array("get {\n  url: {{host}}\n}\n".utf8)),
                ImportSource(name: "a/dev.bru", bytes: Array("vars {\n  host: https://a.test\n}\n".utf8)),
            ], movesSecrets: true)
        #expect(imported.requests.map(\.path) == ["Get.yml"])
        #expect(imported.collection.environments.map(\.name) == ["dev"])
        try imported.expectWhole()
    }

    @Test("a file that is no text, and one whose block has no end, cost only themselves")
    func broken() throws {
        let source = ImportSource(
            name: "shop",
            files: ["a.bru": [0xFF, 0xC0], "b.bru": Array("get {\n  url: https://a.test".utf8), "bruno.json": [0x7B]])
        let imported = try Imported([source], movesSecrets: true)
        #expect(imported.requests.map(\.definition.url) == ["https://a.test"])
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }
}

extension [Field] {
    /// The rows as a reader numbers them.
    fileprivate var numbered: [Field] {
        enumerated().map { index, field in
            var copy = field
            copy.origin = index
            return copy
        }
    }
}

import Imports
import OpenCollection
import Testing

@Suite("Postman collections")
struct PostmanReaderTests {
    // MARK: - Collection and items

    @Test("signs that would end a row are encoded in a URL that is put together from its parts")
    func signsInRows() throws {
        let imported = try Imported(
            #"""
            {"info": {"name": "A", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [{"name": "R", "request":
              {"url": {"protocol": "https", "host": ["h", "test"], "path": ["x"], "query": [{"key": "q", "value": "a&b=1#c"}, {"key": "r", "value": "{{v}}"}]}}}]}
            """#)
        let request = try imported.request
        #expect(request.url == "https://h.test/x?q=a%26b=1%23c&r={{v}}")
        #expect(request.queryRows.map(\.field.name) == ["q", "r"])
        #expect(request.queryRows.map(\.status) == [.both, .both])
        #expect(imported.report.isComplete, "\(imported.remarks)")
    }

    @Test("name, description and a version of three numbers are those of the collection")
    func info() throws {
        let imported = try Imported(
            """
            {"info": {"name": "Pet\\nstore", "version": {"major": 1, "minor": 2, "patch": 3}, "description": {"content": "All pets", "type": "text/markdown"},
             "schema": "https://schema.getpostman.com/json/collection/v2.0.0/collection.json"}, "item": []}
            """)
        #expect(imported.collection.name == "Pet store")
        #expect(imported.collection.info.version == "1.2.3")
        #expect(imported.collection.root.docs == "All pets")
        try imported.expectWhole()
    }

    @Test("folders and requests keep the order of the source, and folders inherit their credentials")
    func folders() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"}, "item": [
              {"name": "Z", "request": "https://a.test/z"},
              {"name": "B", "item": [{"name": "in B", "request": {"url": "https://a.test/b"}}], "description": "About B"},
              {"name": "A", "item": []}]}
            """)
        let folders = imported.collections[0].folders
        #expect(folders.map(\.name) == ["B", "A"])
        #expect(folders.map(\.auth) == [.inherit, .inherit])
        #expect(folders[0].docs == "About B")
        #expect(try imported.text("Z.yml").contains("seq: 1"))
        #expect(try imported.text("B/folder.yml").contains("seq: 2"))
        #expect(try imported.text("A/folder.yml").contains("seq: 3"))
        #expect(imported.report.made[.folders] == 2)
        #expect(imported.report.inSource[.requests] == 2)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("a request that holds items gets a folder beside it")
    func requestWithItems() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2"}, "item": [
              {"name": "Both", "request": {"url": "https://a.test"}, "item": [{"name": "Inner", "request": "https://a.test/i"}]}]}
            """)
        #expect(imported.requests.map(\.path).contains("Both.yml"))
        #expect(imported.requests.map(\.path).contains("Both/Inner.yml"))
        #expect(imported.remarks == ["warning: a request that holds items: they are in a folder beside it"])
        try imported.expectWhole()
    }

    @Test("what is no item costs only itself")
    func brokenItem() throws {
        let imported = try Imported(
            #"{"info": {"name": "API", "schema": "collection/v2"}, "item": [7, {"name": "Good", "request": "https://a.test"}, null]}"#
        )
        #expect(imported.requests.map(\.path) == ["Good.yml"])
        #expect(!imported.report.isComplete)
        #expect(imported.report.remarks[0].places == ["source0.json:/item/0", "source0.json:/item/2"])
    }

    @Test("equal names, names that no file can have, and long ones keep their display name")
    func names() throws {
        let long = String(repeating: "ü", count: 200)
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2"}, "item": [
              {"name": "Same", "request": "https://a.test/1"}, {"name": "same", "request": "https://a.test/2"},
              {"name": "GET /users?x=1", "request": "https://a.test/3"}, {"name": "folder", "request": "https://a.test/4"},
              {"name": "environments", "item": []}, {"name": "node_modules", "item": []}, {"name": ".hidden", "item": []},
              {"name": "  ", "request": {"method": "PUT", "url": "{{base}}/pets/:id?x=1"}},
              {"name": "\(long)", "request": "https://a.test/5"}, {"name": "列表", "request": "https://a.test/6"}]}
            """)
        let names = Dictionary(uniqueKeysWithValues: imported.requests.map { ($0.path.text, $0.definition.name ?? "") })
        #expect(names["Same.yml"] == "Same")
        #expect(names["same 2.yml"] == "same")
        #expect(names["GET -users-x=1.yml"] == "GET /users?x=1")
        #expect(names["folder request.yml"] == "folder")
        #expect(names.values.contains("PUT /pets/:id"))
        #expect(names.values.contains(long))
        #expect(names["列表.yml"] == "列表")
        #expect(names.count == 7)
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("folders deeper than a collection has levels lose their level, not their requests")
    func deepFolders() throws {
        let depth = 40
        let open = (0..<depth).map { #"{"name": "F\#($0)", "item": ["# }.joined()
        let imported = try Imported(
            #"{"info": {"name": "API", "schema": "collection/v2"}, "item": [\#(open){"name": "Deep", "request": "https://a.test"}\#(String(repeating: "]}", count: depth))]}"#
        )
        #expect(imported.requests.count == 1)
        #expect(!imported.report.isComplete)
        #expect(imported.report.inSource[.folders] == 40)
        try imported.expectWhole()
    }

    @Test(
        "requests of a folder that is too deep keep its credentials, variables and scripts; what they say themselves wins"
    )
    func deepInheritance() throws {
        let depth = 40
        let open = (0..<depth).map { number in
            #"{"name": "F\#(number)", "variable": [{"key": "v\#(number)", "value": "1"}, {"key": "last", "value": "\#(number)"}], "auth": {"type": "\#(number == 30 ? "noauth" : "basic")", "basic": [{"key": "username", "value": "u\#(number)"}]}, "event": [{"listen": "test", "script": {"exec": "a\#(number)"}}], "item": ["#
        }.joined()
        let imported = try Imported(
            #"{"info": {"name": "API", "schema": "collection/v2"}, "item": [\#(open){"name": "Deep", "request": "https://a.test", "variable": [{"key": "v39", "value": "own"}], "event": [{"listen": "test", "script": {"exec": "own"}}]}, {"name": "Own", "request": {"url": "https://a.test", "auth": {"type": "noauth"}}}\#(String(repeating: "]}", count: depth))]}"#
        )
        let (deep, own) = (imported.requests[0].definition, imported.requests[1].definition)
        let values = Dictionary(uniqueKeysWithValues: deep.variables.map { ($0.name, $0.value) })
        #expect(values["last"] == "39" && values["v39"] == "own" && values["v20"] == "1" && values["v5"] == nil)
        #expect(deep.auth == .basic(username: "u39", password: ""))
        #expect(own.auth == .none)
        #expect(deep.scripts.map(\.type) == ["after-response"])
        #expect(deep.scripts[0].code.hasSuffix("{\na38\n}\n\n{\na39\n}\n\nown"))
        #expect(own.scripts[0].code.hasSuffix("{\na38\n}\n\n{\na39\n}"))
        try imported.expectWhole()
    }

    @Test("a collection in a wrapper, as Postman's API gives it, is read")
    func wrapper() throws {
        let imported = try Imported(
            #"{"collection": {"info": {"name": "API", "schema": "collection/v2"}, "item": [{"name": "One", "request": "https://a.test"}]}}"#
        )
        #expect(try imported.request.url == "https://a.test")
    }

    // MARK: - URL

    @Test("a request as a text is a GET of it, and one without a method is a GET")
    func requestText() throws {
        #expect(try Imported(postman(request: #""https://a.test/x""#)).request.method == "GET")
        let imported = try Imported(postman(request: #"{"url": "https://a.test/x"}"#))
        #expect(try imported.request.method == "GET")
        #expect(try imported.request.url == "https://a.test/x")
        #expect(try imported.request.settings.encodesURL == false)
    }

    @Test("a URL without its text is put together from its parts")
    func urlParts() throws {
        let imported = try Imported(
            postman(
                request: """
                    {"method": "POST", "url": {"protocol": "https", "host": ["api", "test"], "port": "8443",
                     "path": ["v1", {"type": "string", "value": "pets"}, ":id"], "hash": "top",
                     "query": [{"key": "a", "value": "1"}, {"key": "off", "value": "2", "disabled": true}, {"key": "flag", "value": null}],
                     "variable": [{"key": "id", "value": 7, "description": "Of a pet"}]}}
                    """))
        let request = try imported.request
        #expect(request.url == "https://api.test:8443/v1/pets/:id?a=1&flag#top")
        #expect(request.queryRows.map(\.field.name) == ["a", "off", "flag"])
        #expect(request.queryRows.map(\.field.isEnabled) == [true, false, true])
        #expect(request.pathRows.map(\.value) == ["7"])
        #expect(request.pathRows.first?.description == "Of a pet")
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("disabled rows stand in the list only, repeated names are kept, and rows that the URL lacks are added to it")
    func query() throws {
        let imported = try Imported(
            postman(
                request: """
                    {"url": {"raw": "{{base}}/x?tag=a&tag=b#f", "query": [{"key": "tag", "value": "a"}, {"key": "tag", "value": "b"},
                     {"key": "page", "value": "2"}, {"key": "q", "value": "x y", "disabled": true, "description": {"content": "words"}}]}}
                    """))
        let request = try imported.request
        #expect(request.url == "{{base}}/x?tag=a&tag=b&page=2#f")
        #expect(
            request.queryRows.map { "\($0.field.name)=\($0.field.value)" } == ["tag=a", "tag=b", "page=2", "q=x y"])
        #expect(request.queryRows.map(\.status) == [.both, .both, .both, .disabled])
        #expect(request.queryRows.last?.field.description == "words")
        #expect(imported.report.undefinedNames.map(\.name) == ["base"])
        #expect(imported.report.undefinedNames.map(\.requests) == [1])
        try imported.expectWhole()
    }

    @Test("path parameters without an entry get an empty row, and a leading colon of a key is left out")
    func pathParameters() throws {
        let imported = try Imported(
            postman(request: #"{"url": {"raw": "https://a.test/:a/:b", "variable": [{"key": ":a", "value": "1"}]}}"#))
        #expect(try imported.request.pathRows.map { "\($0.name)=\($0.value)" } == ["a=1", "b="])
        try imported.expectWhole()
    }

    // MARK: - Headers

    @Test("headers are a list, a text or lines in a list; repeated, disabled and described ones are kept")
    func headers() throws {
        let list = try Imported(
            postman(
                request: """
                    {"url": "https://a.test", "header": [{"key": "X-A", "value": "1"}, {"key": "X-A", "value": "2", "description": "again"},
                     {"key": "X-Off", "value": "3", "disabled": true}, {"key": "", "value": "nothing"}, "X-Line: 4"]}
                    """))
        let headers = try list.request.headers
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["X-A=1", "X-A=2", "X-Off=3", "X-Line=4"])
        #expect(headers.map(\.isEnabled) == [true, true, false, true])
        #expect(headers[1].description == "again")
        #expect(list.report.inSource[.headers] == 4)
        try list.expectWhole()
        let text = try Imported(postman(request: #"{"url": "https://a.test", "header": "X-A: 1\r\nX-B: b:c\r\n"}"#))
        #expect(try text.request.headers.map { "\($0.name)=\($0.value)" } == ["X-A=1", "X-B=b:c"])
    }

    // MARK: - Bodies

    @Test(
        "a raw body is what its language says, else its Content-Type, else JSON when it is some",
        arguments: [
            (#"{"mode": "raw", "raw": "{}", "options": {"raw": {"language": "json"}}}"#, "", RequestBody.Kind.json),
            (#"{"mode": "raw", "raw": "<a/>", "options": {"raw": {"language": "xml"}}}"#, "", .xml),
            (#"{"mode": "raw", "raw": "x"}"#, #"{"key": "Content-Type", "value": "application/hal+json"}"#, .json),
            (#"{"mode": "raw", "raw": "x"}"#, #"{"key": "content-type", "value": "text/xml"}"#, .xml),
            (#"{"mode": "raw", "raw": "{\"a\": {{n}}}"}"#, "", .json),
            (#"{"mode": "raw", "raw": "{a}"}"#, "", .text),
            (#"{"raw": "plain"}"#, "", .text),
        ])
    func rawBody(body: String, header: String, kind: RequestBody.Kind) throws {
        let imported = try Imported(
            postman(request: #"{"method": "POST", "url": "https://a.test", "header": [\#(header)], "body": \#(body)}"#))
        #expect(try imported.request.body.kind == kind)
        #expect(imported.report.made[.bodies] == 1)
        try imported.expectWhole()
    }

    @Test("a body of HTML says so in a header, and every byte of a text is kept")
    func textBody() throws {
        let imported = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "raw", "raw": "<p>\r\n\ttab \u0001 \ud83d\ude00  \n\n", "options": {"raw": {"language": "html"}}}}"#
            ))
        #expect(try imported.request.body.text == "<p>\r\n\ttab \u{1} 😀  \n\n")
        #expect(try imported.request.headers.map(\.value) == ["text/html"])
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("forms keep their rows, files their paths and content types")
    func forms() throws {
        let urlencoded = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}, {"key": "b", "value": null, "disabled": true}]}}"#
            ))
        #expect(try urlencoded.request.body.form.map(\.name) == ["a", "b"])
        #expect(try urlencoded.request.body.form.map(\.isEnabled) == [true, false])
        let multipart = try Imported(
            postman(
                request: """
                    {"method": "POST", "url": "https://a.test", "body": {"mode": "formdata", "formdata": [
                     {"key": "t", "value": "x", "type": "text", "contentType": "text/plain"}, {"key": "f", "type": "file", "src": ["a.png", "/data/bob/b.png"]},
                     {"key": "g", "type": "file", "src": null}, {"key": "h", "type": "file", "src": "c.pdf", "disabled": true}]}}
                    """))
        let parts = try multipart.request.body.parts
        #expect(parts.map(\.isFile) == [false, true, true, true])
        #expect(parts.map(\.values) == [["x"], ["a.png", "/data/bob/b.png"], [], ["c.pdf"]])
        #expect(parts[0].contentType == "text/plain")
        #expect(parts[3].isEnabled == false)
        #expect(multipart.remarks == ["warning: a file by its path on another machine: /data/bob/b.png"])
        #expect(multipart.report.made[.formFields] == 4)
        try multipart.expectWhole()
        let text = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "urlencoded", "urlencoded": "a=1&b=2"}}"#
            ))
        #expect(try text.request.body.form.map(\.value) == ["1", "2"])
    }

    @Test("a file is the body; its content, where there is one, is text")
    func fileBody() throws {
        let file = try Imported(
            postman(
                request:
                    #"{"method": "PUT", "url": "https://a.test", "body": {"mode": "file", "file": {"src": "a.bin"}}}"#))
        #expect(try file.request.body.files.map(\.path) == ["a.bin"])
        try file.expectWhole()
        let text = try Imported(
            postman(
                request:
                    #"{"method": "PUT", "url": "https://a.test", "body": {"mode": "file", "file": {"content": "abc"}}}"#
            ))
        #expect(try text.request.body.text == "abc")
    }

    @Test("a GraphQL body makes a GraphQL request, its variables as a text or an object")
    func graphQL() throws {
        let object = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "graphql", "graphql": {"query": "{ me }", "variables": {"a": 1.50}, "operationName": "Q"}}}"#,
                item: #", "response": [{"name": "ok", "code": 200, "body": "{}"}]"#))
        #expect(try object.request.kind == .graphQL)
        #expect(try object.request.body.text == "{ me }")
        #expect(try object.request.body.graphQLVariables == "{\n  \"a\": 1.50\n}")
        #expect(try object.request.docs?.contains("### Example: ok (200)") == true)
        try object.expectWhole()
        let text = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "graphql", "graphql": "{\"query\": \"{ you }\", \"variables\": \"{}\"}"}}"#
            ))
        #expect(try text.request.body.text == "{ you }")
        #expect(try text.request.body.graphQLVariables == "{}")
    }

    @Test("a body that Postman does not send is in the docs: one that is off, and one of a GET")
    func unsentBodies() throws {
        let off = try Imported(
            postman(
                request:
                    #"{"method": "POST", "url": "https://a.test", "body": {"mode": "raw", "raw": "abc", "disabled": true}}"#
            ))
        #expect(try off.request.body.kind == RequestBody.Kind.none)
        #expect(try off.request.docs?.contains("```\nabc\n```") == true)
        #expect(off.report.isComplete)
        try off.expectWhole()
        let get = try Imported(
            postman(
                request:
                    #"{"method": "GET", "url": "https://a.test", "body": {"mode": "formdata", "formdata": [{"key": "a", "value": "1"}]}}"#
            ))
        #expect(try get.request.docs?.contains("a=1") == true)
        try get.expectWhole()
        let sent = try Imported(
            postman(
                request: #"{"method": "GET", "url": "https://a.test", "body": {"mode": "raw", "raw": "abc"}}"#,
                item: #", "protocolProfileBehavior": {"disableBodyPruning": true}"#))
        #expect(try sent.request.body.text == "abc")
    }

    // MARK: - Settings

    @Test("settings of redirects and certificates are kept, where folders or the collection have them too")
    func settings() throws {
        let imported = try Imported(
            postman(
                request: #"{"url": "https://a.test"}"#,
                item:
                    #", "protocolProfileBehavior": {"followRedirects": false, "maxRedirects": 3, "followAuthorizationHeader": true, "strictSSL": false, "disableCookies": true, "disableUrlEncoding": true, "tlsDisabledProtocols": [], "disabledSystemHeaders": {"accept": true}}"#,
                root: #", "protocolProfileBehavior": {"strictSSL": true}"#))
        let settings = try imported.request.settings
        #expect(settings.followsRedirects == false)
        #expect(settings.maximumRedirects == 3)
        #expect(settings.forwardsAuthorization == true)
        #expect(try imported.text("microscope.yaml").contains("verify: false"))
        #expect(
            imported.remarks == [
                "error: the setting disableCookies has no counterpart and is left out",
                "warning: headers that Postman was set not to send automatically: accept",
            ])
        try imported.expectWhole()
    }

    @Test("a proxy or certificate of a single request is named as missing")
    func connection() throws {
        let imported = try Imported(
            postman(request: #"{"url": "https://a.test", "proxy": {"host": "p"}, "certificate": {"name": "c"}}"#))
        #expect(!imported.report.isComplete)
        #expect(
            imported.report.remarks.map(\.places) == [
                ["source0.json:/item/0/request/proxy"], ["source0.json:/item/0/request/certificate"],
            ])
    }

    // MARK: - Scripts, variables, examples

    @Test("scripts are kept whole at all levels; a test is one that tests")
    func scripts() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"},
             "event": [{"listen": "prerequest", "script": {"exec": ["one();", "two();\\r"]}}],
             "item": [{"name": "F", "event": [{"listen": "test", "script": {"exec": "pm.environment.set('t', 1);"}}, {"listen": "test", "script": {"exec": [""]}}],
               "item": [{"name": "R", "request": "https://a.test", "event": [
                 {"listen": "test", "script": {"exec": ["pm.test('a', () => {});"]}}, {"listen": "test", "disabled": true, "script": {"exec": ["tests['b'] = true;"]}},
                 {"listen": "prerequest", "script": {"src": "./x.js"}}]}]}]}
            """)
        #expect(imported.collection.root.scripts.map(\.code) == ["one();\ntwo();"])
        #expect(imported.collections[0].folders[0].scripts.map(\.type) == ["after-response"])
        let scripts = try imported.request.scripts
        #expect(scripts.map(\.type) == ["tests"])
        #expect(scripts[0].code == "pm.test('a', () => {});\n\n// tests['b'] = true;")
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("variables of the collection, of folders and of requests keep their types and places")
    func variables() throws {
        let imported = try Imported(
            """
            {"info": {"name": "API", "schema": "collection/v2.1"},
             "variable": [{"key": "base", "value": "https://a.test"}, {"id": "n", "value": "5", "type": "number"}, {"key": "flag", "value": true, "type": "boolean"},
               {"key": "off", "value": "x", "disabled": true}, {"key": "o", "value": "{\\"a\\": [1]}", "type": "json"}, {"key": "bad", "value": "x", "type": "number"}],
             "item": [{"name": "F", "variable": [{"key": "f", "value": "1"}], "item": [
               {"name": "R", "variable": [{"key": "r", "value": "2"}], "request": "{{base}}/{{n}}/{{flag}}/{{f}}/{{r}}/{{o.a[0]}}/{{bad}}/{{$guid}}"}]}]}
            """)
        let root = imported.collection.root.variables
        #expect(root.map(\.name) == ["base", "n", "flag", "off", "o", "bad"])
        #expect(root.map(\.type) == [.string, .number, .boolean, .string, .object, .string])
        #expect(root.map(\.isEnabled) == [true, true, true, false, true, true])
        #expect(try imported.request.variables.map(\.name) == ["r"])
        #expect(imported.report.undefinedNames == [])
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("saved responses are examples with their requests")
    func examples() throws {
        let imported = try Imported(
            postman(
                request: #"{"url": "https://a.test"}"#,
                item: """
                    , "response": [{"name": "Found", "code": 200, "status": "OK", "header": [{"key": "Content-Type", "value": "application/json"}],
                      "body": "{\\"a\\": 1}", "originalRequest": {"method": "POST", "url": {"raw": "https://a.test/x?y=1", "query": [{"key": "y", "value": "1"}]},
                      "body": {"mode": "raw", "raw": "<a/>", "options": {"raw": {"language": "xml"}}}}},
                      {"name": "Gone", "code": 404, "header": "X: y", "body": null, "_postman_previewlanguage": "html"}, null]
                    """))
        let examples = try imported.request.examples
        #expect(examples.map(\.name) == ["Found", "Gone"])
        #expect(examples[0].response?.status == 200)
        #expect(examples[0].response?.statusText == "OK")
        #expect(examples[0].response?.body == RequestExample.Body(type: "json", data: #"{"a": 1}"#))
        #expect(examples[0].request?.url == "https://a.test/x?y=1")
        #expect(examples[0].request?.body.kind == .xml)
        #expect(examples[1].response?.headers.map(\.value) == ["y"])
        #expect(imported.report.made[.examples] == 2)
        try imported.expectWhole()
    }
}

extension PostmanReaderTests {
    @Test(
        "what the format does not know is left out with an error",
        arguments: [
            (##"{"url": ["https://a.test"]}"##, "a URL that is neither a text nor an object"),
            (##"{"url": "https://a.test", "body": {"mode": "binary", "binary": "x"}}"##, "of the mode binary"),
            (##"{"url": "https://a.test", "body": [1]}"##, "a body that is not an object"),
            (##"{"url": "https://a.test", "auth": "basic"}"##, "credentials that are not an object"),
            (
                ##"{"url": "https://a.test", "auth": {"type": "oauth2", "oauth2": {"grant_type": "device_code", "accessTokenUrl": "https://a.test"}}}"##,
                "the grant type device_code"
            ),
            (
                ##"{"url": "https://a.test", "auth": {"type": "oauth2", "oauth2": {"accessTokenUrl": "https://a.test", "tokenRequestParams": [{"key": "p", "value": "1", "enabled": false}]}}}"##,
                "disabled parameters of OAuth 2 are left out: p"
            ),
            (
                ##"{"method": "POST", "url": "https://a.test", "body": {"mode": "formdata", "formdata": [{"key": "f", "type": "file", "value": "a.png"}]}}"##,
                "the value of a file without a path"
            ),
        ])
    func unknownShapes(request: String, words: String) throws {
        let imported = try Imported(postman(request: request))
        #expect(imported.remarks.contains { $0.contains("error: ") && $0.contains(words) }, "\(imported.remarks)")
        #expect(imported.requests.count == 1)
        try imported.expectWhole()
    }

    @Test("rows without a name are left out with a note, and so is said that of equal headers only the last is sent")
    func rowsWithoutCounterpart() throws {
        let imported = try Imported(
            postman(
                request:
                    #"{"url": {"raw": "https://a.test", "query": [{"key": null, "value": "v", "disabled": true}]}, "header": [{"key": null, "value": "w"}, {"key": "X", "value": "1"}, {"key": "x", "value": "2"}, {"key": "X", "value": "3", "disabled": true}, {"key": "", "value": ""}]}"#
            ))
        #expect(
            imported.remarks == [
                "warning: several headers x are enabled: only the last is sent",
                "note: a row without a name is left out",
            ])
        #expect(
            imported.report.remarks.last?.places == [
                "source0.json:/item/0/request/header/0", "source0.json:/item/0/request/url/query/0",
            ])
        try imported.expectWhole()
    }
}

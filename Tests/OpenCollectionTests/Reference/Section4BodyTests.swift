import Testing

@testable import OpenCollection

@Suite("Reference, section 4: Content-Type and bodies") struct Section4BodyTests {
    /// A request that posts, with a body and what else `http` holds.
    private static func post(_ body: String, _ rest: String = "", root: String = "") -> ReferenceFiles {
        ReferenceFiles(root: root, request: "http:\n  method: POST\n  url: http://h/\n  body: \(body)\n\(rest)")
    }

    private static func header(_ value: String, off: Bool = false) -> String {
        "  headers: [{name: content-TYPE, value: \(value)\(off ? ", disabled: true" : "")}]"
    }

    private static let sent = "POST http://h/"

    @Test(
        "4.1 Content-Type",
        arguments: [
            ReferenceRow(
                "4.1 none, absent: nothing", ReferenceFiles(request: "http: {method: POST, url: \"http://h/\"}"), sent),
            ReferenceRow(
                "4.1 json", post(#"{type: json, data: "{}"}"#), sent, "Content-Type: application/json", "> {}"),
            ReferenceRow(
                "4.1 json: comments outside strings go, trailing commas stay",
                post(#"{type: json, data: '{"a": "//x", /* y */ "b": 1,} // z'}"#), sent,
                "Content-Type: application/json",
                #"> {"a": "//x",  "b": 1,} "#),
            ReferenceRow(
                "4.1 json: byte for byte", post(#"{type: json, data: " {} "}"#), sent, "Content-Type: application/json",
                ">  {} "),
            ReferenceRow(
                "4.1 json: what is none is sent as it stands ([bug?] in the command line)",
                post("{type: json, data: no json}"),
                sent, "Content-Type: application/json", "> no json"),
            ReferenceRow("4.1 text", post("{type: text, data: x}"), sent, "Content-Type: text/plain", "> x"),
            ReferenceRow("4.1 xml", post("{type: xml, data: <x/>}"), sent, "Content-Type: application/xml", "> <x/>"),
            ReferenceRow(
                "4.1 sparql", post("{type: sparql, data: ASK}"), sent, "Content-Type: application/sparql-query", "> ASK"
            ),
            ReferenceRow(
                "4.1 form-urlencoded: enabled fields in order, repeats kept, space is +",
                post(
                    "{type: form-urlencoded, data: [{name: b, value: x y}, {name: off, value: x, disabled: true}, {name: a, value: \"1\"}, {name: b, value: \"2\"}]}"
                ),
                sent, "Content-Type: application/x-www-form-urlencoded", "> b=x+y&a=1&b=2"),
            ReferenceRow(
                "4.1 form-urlencoded: no fields, empty", post("{type: form-urlencoded, data: []}"), sent,
                "Content-Type: application/x-www-form-urlencoded", "> "),
            ReferenceRow(
                "4.1 form-urlencoded: a charset in the header does not break it ([bug?] there)",
                post(
                    "{type: form-urlencoded, data: [{name: b, value: x y}]}",
                    header("\"application/x-www-form-urlencoded; charset=utf-8\"")),
                sent, "content-TYPE: application/x-www-form-urlencoded; charset=utf-8", "> b=x+y"),
            ReferenceRow(
                "4.1 multipart-form: parts in order",
                post(
                    "{type: multipart-form, data: [{name: b, type: text, value: \"1\"}, {name: a, type: text, value: \"2\", contentType: a/b}]}"
                ),
                sent, "Content-Type: multipart/form-data", "> b = 1", "> a = 2 (a/b)"),
            ReferenceRow(
                "4.1 multipart-form: a user header that starts with multipart/ is kept",
                post(
                    "{type: multipart-form, data: [{name: b, type: text, value: \"1\"}]}", header("multipart/related")),
                sent,
                "content-TYPE: multipart/related", "> b = 1"),
            ReferenceRow(
                "4.1 file: the entry's contentType over any header",
                post("{type: file, data: [{filePath: a, contentType: a/b, selected: true}]}", header("x/y")),
                sent, "Content-Type: a/b", "> file a"),
            ReferenceRow(
                "4.1 file: octet-stream if no type is chosen",
                post("{type: file, data: [{filePath: a, selected: true}]}"), sent,
                "Content-Type: application/octet-stream", "> file a"),
            ReferenceRow(
                "4.1 file: the first entry with selected: true, whatever the order",
                post(
                    "{type: file, data: [{filePath: a}, {filePath: b, selected: true}, {filePath: c, selected: true}]}"),
                sent,
                "Content-Type: application/octet-stream", "> file b"),
            ReferenceRow("4.1 file: none selected, no body", post("{type: file, data: [{filePath: a}]}"), sent),
            ReferenceRow(
                "4.1 graphql: query and variables, nothing else",
                ReferenceFiles(request: "graphql: {url: \"http://h/\", body: {query: q}}", type: "graphql"), sent,
                "Content-Type: application/json", #"> {"query":"q","variables":{}}"#),
            ReferenceRow(
                "4.1 graphql: GET too has a body",
                ReferenceFiles(
                    request: "graphql: {method: get, url: \"http://h/\", body: {query: q}}", type: "graphql"),
                "GET http://h/", "Content-Type: application/json", #"> {"query":"q","variables":{}}"#),
            ReferenceRow(
                "4.1 an enabled header in any case is sent as is", post("{type: text, data: x}", header("a/b")), sent,
                "content-TYPE: a/b", "> x"),
            ReferenceRow(
                "4.1 a disabled one counts as absent", post("{type: text, data: x}", header("a/b", off: true)), sent,
                "Content-Type: text/plain", "> x"),
            ReferenceRow(
                "4.1 a header at any level",
                post("{type: text, data: x}", root: "request: {headers: [{name: Content-Type, value: r/t}]}"), sent,
                "Content-Type: r/t", "> x"),
        ])
    func types(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "4.2 details",
        arguments: [
            ReferenceRow(
                "4.2 GET with a body sends it",
                ReferenceFiles(request: "http: {url: \"http://h/\", body: {type: text, data: x}}"), "GET http://h/",
                "Content-Type: text/plain", "> x"),
            ReferenceRow(
                "4.2 methods are upper-cased", ReferenceFiles(request: "http: {method: patch, url: \"http://h/\"}"),
                "PATCH http://h/"),
            ReferenceRow(
                "4.2 custom methods", ReferenceFiles(request: "http: {method: Brew, url: \"http://h/\"}"),
                "BREW http://h/"),
            ReferenceRow("4.2 default GET", ReferenceFiles(request: "http: {url: \"http://h/\"}"), "GET http://h/"),
            ReferenceRow(
                "4.2 multipart text: a list is a part each ([bug?] there)",
                post("{type: multipart-form, data: [{name: a, type: text, value: [x, y]}]}"), sent,
                "Content-Type: multipart/form-data", "> a = x", "> a = y"),
            ReferenceRow(
                "4.2 multipart file: each path a part, trimmed",
                post(
                    "{type: multipart-form, data: [{name: a, type: file, value: [\" x.png \", y.png], contentType: i/p}]}"
                ), sent,
                "Content-Type: multipart/form-data", "> a = file x.png (i/p)", "> a = file y.png (i/p)"),
            ReferenceRow(
                "4.2 multipart file: a lone string is one path (17)",
                post("{type: multipart-form, data: [{name: a, type: file, value: x.png}]}"), sent,
                "Content-Type: multipart/form-data", "> a = file x.png"),
            ReferenceRow(
                "4.2 a part without type is a text (left out there)",
                post("{type: multipart-form, data: [{name: a, value: x}]}"), sent,
                "Content-Type: multipart/form-data", "> a = x"),
            ReferenceRow(
                "4.2 GraphQL variables: comments go, empty means {}",
                ReferenceFiles(
                    request: "graphql: {url: \"http://h/\", body: {query: q, variables: \" // none\"}}", type: "graphql"
                ), sent,
                "Content-Type: application/json", #"> {"query":"q","variables":{}}"#),
            ReferenceRow(
                "4.2 GraphQL variables: invalid JSON fails the request",
                ReferenceFiles(
                    request: "graphql: {url: \"http://h/\", body: {query: q, variables: \"{\"}}", type: "graphql"),
                sent,
                "Content-Type: application/json", #"> {"query":"q","variables":{}"#,
                "problem The GraphQL variables are not valid JSON: line 1, column 2: the text ends too early."),
            ReferenceRow(
                "4.2 a YAML mapping is not serialised", post("{type: json, data: {a: 1}}"), sent,
                "Content-Type: application/json", "> "),
        ])
    func details(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "4.3 variants",
        arguments: [
            ReferenceRow(
                "4.3 the first selected",
                post(
                    "[{title: a, body: {type: text, data: a}}, {title: b, selected: true, body: {type: text, data: b}}, {title: c, selected: true, body: {type: text, data: c}}]"
                ),
                sent, "Content-Type: text/plain", "> b"),
            ReferenceRow(
                "4.3 else the first",
                post("[{title: a, body: {type: text, data: a}}, {title: b, body: {type: xml, data: b}}]"), sent,
                "Content-Type: text/plain", "> a"),
        ])
    func variants(row: ReferenceRow) throws { try expectSent(row) }

    @Test("4.3 a file with variants says that Bruno loses them")
    func noted() throws {
        let files = Self.post("[{title: a, body: {type: text, data: a}}]")
        let notes = try #require(try files.collection.request(at: ReferenceFiles.path)).notes.map(\.message)
        #expect(notes == ["variants of a body are not read by Bruno, and lost when it saves"])
    }
}

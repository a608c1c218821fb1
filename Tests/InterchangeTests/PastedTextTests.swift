import OpenCollection
import Testing

@testable import Interchange

@Suite struct PastedTextTests {
    private func words(_ rows: [Field]?) -> [String]? { rows?.map { "\($0.name)=\($0.value)" } }

    @Test(
        "a body is JSON or XML where the text has no fault, a form where it is a=b&c=d, and else a text",
        arguments: [
            ("{\"a\": {{id}}}\n", PastedText.Body.json), (" [1, 2]", .json), ("{\"a\": }", .text),
            ("{ user { id } }", .text),
            ("{{body}}", .text), ("<a><b/></a>", .xml), ("<a>", .text), ("<p>one<br>two", .text),
            ("a=1&b=x%20y+z&c=", .form([Field("a", "1"), Field("b", "x y z"), Field("c", "")])),
            ("user[name]={{name}}", .form([Field("user[name]", "{{name}}")])), ("dGVzdA==", .text), ("a=", .text),
            ("one two", .text), ("a=b\nc=d", .text), ("x = 5", .text), ("", .text),
        ])
    func body(text: String, body: PastedText.Body) {
        #expect(PastedText(text).body == body)
    }

    @Test(
        "a query is that of a URL, what stands behind its ?, or lines",
        arguments: [
            ("https://h/x?a=1&b=%26#f", ["a=1", "b=&"]), ("?a=1&wsdl", ["a=1", "wsdl="]), ("a=1&a=2", ["a=1", "a=2"]),
            ("{{base}}/x?q={{q}}", ["q={{q}}"]), ("/users?page=2", ["page=2"]),
            ("page: 2\nlimit: 5\n", ["page=2", "limit=5"]),
            ("a=b c&d=e", ["a=b c", "d=e"]), ("https://h/x", nil), ("good morning", nil), ("{\"a\": 1}", nil),
        ] as [(String, [String]?)])
    func query(text: String, rows: [String]?) {
        #expect(words(PastedText(text).query) == rows)
    }

    @Test(
        "headers are lines, a head with its first line, pairs of lines as browsers show them, and cookies",
        arguments: [
            ("Accept: */*\r\nX-A:b\r\n", ["Accept=*/*", "X-A=b"], []),
            ("Host: h", ["Host=h"], []),
            (
                "GET /x HTTP/1.1\nHost: h\nX-Long: one\n  two\nContent-Length: 2\n\n{}", ["X-Long=one two"],
                ["Host", "Content-Length"]
            ),
            ("HTTP/1.1 200 OK\nETag: \"x:y\"\n", ["ETag=\"x:y\""], []),
            (":authority: h\n:path: /x\naccept: */*\ncookie: a=b", ["accept=*/*", "cookie=a=b"], []),
            (":authority\nh\naccept:\n*/*\nx-own\n1", ["accept=*/*", "x-own=1"], []),
            ("> GET /x HTTP/2\n> Accept: */*\n>\n", ["Accept=*/*"], []),
            ("sid=1; theme=dark", ["Cookie=sid=1; theme=dark"], []), ("Cookie: sid=1; b=2", ["Cookie=sid=1; b=2"], []),
        ] as [(String, [String], [String])])
    func headers(text: String, rows: [String], leftOut: [String]) throws {
        let headers = try #require(PastedText(text).headers)
        #expect(words(headers.rows) == rows && headers.leftOut == leftOut)
    }

    @Test(
        "what is no header is none",
        arguments: ["https://h/x", "good morning", "one\ntwo", "a=1&b=2", "{\"a\": 1}", "curl https://h -H 'A: b'", ""])
    func noHeaders(text: String) {
        #expect(PastedText(text).headers == nil)
    }

    @Test("a row of the same name gets the value and is switched on, what else it has stays; others come last")
    func merging() {
        var rows = [
            Field("accept", "a", isEnabled: false, description: "ours", origin: 0), Field("", ""),
            Field("X", "1", origin: 1),
        ]
        let counts = PastedText.merge(
            [Field("Accept", "b"), Field("Y", "2"), Field("Accept", "c")], into: &rows, fold: { $0.lowercased() })
        #expect(counts == (1, 2))
        #expect(
            rows == [
                Field("accept", "b", description: "ours", origin: 0), Field("X", "1", origin: 1), Field("Y", "2"),
                Field("Accept", "c"),
            ])
        #expect(rows[0].origin == 0)
    }

    // MARK: Requests

    private func read(_ text: String) throws -> ReceivedRequest {
        let received = try ReceivedRequest.read(text)
        #expect(received.form == .http)
        return received
    }

    @Test("a request as it goes over the wire becomes one that is sent alike")
    func wire() throws {
        let received = try read(
            "POST /v1/users?a=1 HTTP/1.1\r\nHost: api.example.com\r\nUser-Agent: curl/8\r\nAuthorization: Bearer abc\r\n"
                + "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"a\": \"curl '\"}\r\n\r\n")
        let definition = received.file.definition
        #expect(definition.method == "POST" && definition.url == "https://api.example.com/v1/users?a=1")
        #expect(definition.auth == .bearer(token: "abc") && definition.headers.map(\.name) == ["User-Agent"])
        #expect(definition.body.kind == .json && definition.body.text == "{\"a\": \"curl '\"}")
        #expect(received.notes.first == "It does not say whether it is http or https: https is taken.")
        #expect(definition.name == "v1 users" && received.losses.isEmpty)
    }

    @Test(
        "the scheme is that of a page of the same host, else a guess",
        arguments: [
            ("GET /x HTTP/1.1\nHost: localhost:8080\n", "http://localhost:8080/x"),
            ("GET /x HTTP/1.1\nHost: h:8080\n", "http://h:8080/x"), ("GET /x HTTP/1.1\nHost: h\n", "https://h/x"),
            ("GET /x HTTP/1.1\nHost: h\nReferer: http://h/a\n", "http://h/x"),
            (":method: GET\n:path: /x\n:authority: h\n:scheme: http\naccept: */*", "http://h/x"),
            ("GET http://h/x HTTP/1.1\nAccept: */*", "http://h/x"), ("GET /x HTTP/1.1", "{{baseUrl}}/x"),
        ])
    func schemes(text: String, url: String) throws {
        #expect(try read(text).file.definition.url == url)
    }

    @Test("the lines of an .http file are read: names, several requests, variables, a query over several lines, a file")
    func files() throws {
        let received = try ReceivedRequest.all(
            in: """
                # of the shop
                @host = h
                ### List
                GET {{baseUrl}}/items
                    ?page=2
                    &limit=5
                Accept: application/json

                ###
                # @name create
                POST {{baseUrl}}/items

                {
                  "name": "{{name}}"
                }

                ### Upload
                PUT {{baseUrl}}/file
                Content-Type: text/csv

                < ./data.csv
                ### Form
                POST {{baseUrl}}/form
                Content-Type: application/x-www-form-urlencoded

                a=1&b=x+y
                """)
        let definitions = received.map(\.file.definition)
        #expect(definitions.map(\.name) == ["List", "create", "Upload", "Form"])
        #expect(definitions.map(\.method) == ["GET", "POST", "PUT", "POST"])
        #expect(
            definitions[0].url == "{{baseUrl}}/items?page=2&limit=5" && definitions[0].headers.map(\.name) == ["Accept"]
        )
        #expect(received[0].losses == ["Variables of the file are left out: give @host = h a value."])
        #expect(definitions[1].body.kind == .json && definitions[1].body.text == "{\n  \"name\": \"{{name}}\"\n}")
        #expect(definitions[2].body.kind == .file && definitions[2].body.files.map(\.path) == ["./data.csv"])
        #expect(definitions[3].body.kind == .formURLEncoded)
        #expect(definitions[3].body.form.map(\.value) == ["1", "x y"])
        #expect(received.dropFirst().allSatisfy { $0.losses.isEmpty })
    }
}

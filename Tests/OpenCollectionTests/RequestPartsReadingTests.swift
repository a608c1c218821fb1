import Testing
import YAMLTree

@testable import OpenCollection

@Suite struct RequestPartsReadingTests {
    @Test("line ends do not change what is read")
    func windows() throws {
        let unix = try RequestFile.read(text: StyledFile.bruno, path: "f.yml")
        let windows = try RequestFile.read(text: StyledFile.windows, path: "f.yml")
        #expect(unix.definition == windows.definition)
    }

    @Test(
        "each kind of authentication",
        arguments: [
            ("inherit", .inherit), ("{type: basic, username: u, password: 007}", .basic(username: "u", password: "7")),
            ("{type: bearer, token: t}", .bearer(token: "t")), ("{type: bearer}", .bearer(token: "")),
            ("{type: apikey, key: k, value: v, placement: query}", .apiKey(name: "k", value: "v", placement: .query)),
            ("{type: apikey, key: k, value: v}", .apiKey(name: "k", value: "v", placement: nil)),
            ("{type: oauth2, flow: x}", .unsupported(AuthDetails(type: "oauth2", members: ["flow": "x"]))), ("", .none),
            ("null", .none), ("none", .none),
        ] as [(String, Auth)])
    func auth(text: String, auth: Auth) throws {
        #expect(try read("http: {url: u, auth: \(text)}").auth == auth)
    }

    @Test(
        "each kind of body",
        arguments: [
            ("{type: text, data: 5}", .text), ("{type: xml, data: x}", .xml), ("{type: sparql, data: x}", .sparql),
            ("{type: form-urlencoded, data: []}", .formURLEncoded), ("{type: multipart-form, data: []}", .multipart),
            ("{type: file, data: []}", .file), ("{type: none}", .none), ("{}", .none), ("null", .none),
            ("{type: other}", .unsupported("other")),
            ("[{title: a, body: {type: text, data: x}}]", .text),
        ] as [(String, RequestBody.Kind)])
    func body(text: String, kind: RequestBody.Kind) throws {
        #expect(try read("http: {url: u, body: \(text)}").body.kind == kind)
    }

    @Test("parts of a multipart form; a lone path counts as one")
    func multipart() throws {
        let body = try read(
            "http: {body: {type: multipart-form, data: [{name: a, type: text, value: 1}, "
                + "{name: f, type: file, value: [x, y], contentType: t, disabled: true}, {name: g, type: file, value: z}]}}"
        ).body
        #expect(
            body.parts == [
                MultipartPart(name: "a", isFile: false, values: ["1"], origin: 0),
                MultipartPart(
                    name: "f", isFile: true, values: ["x", "y"], contentType: "t", isEnabled: false, origin: 1),
                MultipartPart(name: "g", isFile: true, values: ["z"], origin: 2),
            ])
    }

    @Test("settings have three states: absent, present and said")
    func settings() throws {
        #expect(try read("http: {}").settings == RequestSettings())
        let empty = try read("settings: {}").settings
        #expect(empty.isPresent && empty.encodesURL == nil)
        let said = try read("settings: {timeout: inherit, maxRedirects: 2.7, encodeUrl: false}").settings
        #expect(said.timeoutInMilliseconds == nil && said.maximumRedirects == 2 && said.encodesURL == false)
    }

    @Test("a secret's value is not read")
    func secrets() throws {
        let file = try RequestFile.read(
            text: "runtime: {variables: [{name: k, secret: true, value: x}]}", path: "f.yml")
        #expect(file.definition.variables == [Variable("k", "", isSecret: true, origin: 0)])
        #expect(file.notes.count == 1)
    }

    @Test(
        "what has the wrong shape is explained with its place",
        arguments: [
            ("http: 5", "f.yml:1:7: http is \"5\"; a mapping was expected", "http: 5\n      ^"),
            (
                "http:\n  headers: x", "f.yml:2:12: http.headers is \"x\"; a list was expected",
                "  headers: x\n           ^"
            ),
            (
                "http:\r\n  headers:\r\n    - x\r\n", "f.yml:3:7: http.headers[0] is \"x\"; a mapping was expected",
                "    - x\n      ^"
            ),
            ("info: {seq: a}", "f.yml:1:13: info.seq is \"a\"; a number was expected", "info: {seq: a}\n            ^"),
            (
                "settings: {timeout: \"500\"}",
                "f.yml:1:21: settings.timeout is \"500\"; a number was expected: remove the quotes",
                "settings: {timeout: \"500\"}\n                    ^"
            ),
            (
                "http: {params: [{type: body}]}",
                "f.yml:1:24: http.params[0].type is neither query nor path; it is read as query",
                "http: {params: [{type: body}]}\n                       ^"
            ),
        ])
    func shapes(text: String, line: String, excerpt: String) throws {
        let file = try RequestFile.read(text: text, path: "f.yml")
        #expect(file.notes.map(\.line) == [line])
        #expect(file.notes.first?.excerpt == excerpt)
    }

    private func read(_ text: String) throws -> RequestDefinition {
        try RequestFile.read(text: text, path: "f.yml").definition
    }
}

import Testing

@testable import OpenCollection

/// A request with the notes that the user gets, beside what is sent.
private struct NoteRow: Sendable, CustomTestStringConvertible {
    var id: String
    var files: ReferenceFiles
    var notes: [String]
    var testDescription: String { id }

    init(_ id: String, _ files: ReferenceFiles, _ notes: String...) {
        self.id = id
        self.files = files
        self.notes = notes
    }
}

private func http(_ members: String, settings: String? = nil, root: String = "", inner: String? = nil) -> ReferenceFiles
{
    ReferenceFiles(
        root: root, inner: inner, request: "http: {\(members)}" + (settings.map { "\nsettings: \($0)" } ?? ""))
}

private let bearer = "request: {auth: {type: bearer, token: root}}"

/// The traps, one row each; no. 24 is in CollectionFilesTests, 25 and 26 are in CollectionRunnerTests.
@Suite("Reference, section 11: ways to trip") struct Section11TrapTests {
    @Test(
        "what is sent",
        arguments: [
            ReferenceRow(
                "11 no. 1 query rows: the URL's query is sent",
                http(#"url: "http://h/?a=1", params: [{name: a, value: "2", type: query}]"#), "GET http://h/?a=1"),
            ReferenceRow(
                "11 no. 2 absent auth is none, not inherit", http(#"url: "http://h/""#, root: bearer), "GET http://h/"),
            ReferenceRow(
                "11 no. 3 folder.yml without auth stops inheritance",
                http(#"url: "http://h/", auth: inherit"#, root: bearer, inner: "info: {name: Admin}"), "GET http://h/"),
            ReferenceRow(
                "11 no. 4 environment beats collection; folder and request beat environment",
                ReferenceFiles(
                    root: "request: {variables: [{name: a, value: root}, {name: b, value: root}]}",
                    inner: "request: {variables: [{name: b, value: inner}]}",
                    environments: ["dev": "variables: [{name: a, value: dev}, {name: b, value: dev}]"],
                    request: #"http: {url: "http://h/{{a}}/{{b}}"}"#), "GET http://h/dev/inner"),
            ReferenceRow(
                "11 no. 5 {{ name }} with spaces is another name",
                http(
                    #"url: "http://h/", headers: [{name: A, value: "{{ a }}"}]"#,
                    root: "request: {variables: [{name: a, value: x}]}"),
                "GET http://h/", "A: {{ a }}", "missing  a "),
            ReferenceRow(
                "11 no. 6 missing variables are not sent without asking",
                http(#"url: "http://h/", headers: [{name: A, value: "{{a}}"}]"#),
                "GET http://h/", "A: {{a}}", "missing a"),
            ReferenceRow(
                "11 no. 7 variable text is not JSON-escaped",
                http(
                    #"url: "http://h/", body: {type: json, data: '{"a": "{{q}}"}'}"#,
                    root: #"request: {variables: [{name: q, value: '"'}]}"#),
                "GET http://h/", "Content-Type: application/json", #"> {"a": """}"#),
            ReferenceRow(
                "11 no. 8 encodeUrl is off without settings", http(#"url: "http://h/?a=%20""#), "GET http://h/?a=%20"),
            ReferenceRow(
                "11 no. 8 on with settings: {}", http(#"url: "http://h/?a=%20""#, settings: "{}"),
                "GET http://h/?a=%2520"),
            ReferenceRow(
                "11 no. 9 %20 again in the query, not in the path, # is %23",
                http(#"url: "http://h/%20#x?a=%20#""#, settings: "{}"),
                "GET http://h/%20%23x?a=%2520%23"),
            ReferenceRow(
                "11 no. 10 :id.json is the name id.json",
                http(#"url: "http://h/:id/:id.json", params: [{name: id, value: "7", type: path}]"#),
                "GET http://h/7/:id.json"),
            ReferenceRow(
                "11 no. 11 a path entry drops neither user info nor //",
                http(#"url: "http://u:p@h//:id", params: [{name: id, value: "7", type: path, disabled: true}]"#),
                "GET http://h//:id", "Authorization: Basic dTpw"),
            ReferenceRow(
                "11 no. 12 path values are not encoded",
                http(#"url: "http://h/:id", params: [{name: id, value: a/b, type: path}]"#),
                "GET http://h/a/b"),
            ReferenceRow(
                "11 no. 15 placement.header is a prefix; absent, Bearer",
                http(#"url: "http://h/", auth: {type: oauth2, flow: client_credentials, accessTokenUrl: "http://t/"}"#),
                "GET http://h/", "Authorization: Bearer token, fetched when it is sent"),
            ReferenceRow(
                "11 no. 17 a lone string is one path",
                http(
                    #"method: POST, url: "http://h/", body: {type: multipart-form, data: [{name: a, type: file, value: x}]}"#
                ),
                "POST http://h/", "Content-Type: multipart/form-data", "> a = file x"),
            ReferenceRow(
                "11 no. 18 file: first selected, its contentType beats the header",
                http(
                    #"url: "http://h/", headers: [{name: Content-Type, value: x/y}], body: {type: file, data: [{filePath: a}, {filePath: b, contentType: a/b, selected: true}]}"#
                ),
                "GET http://h/", "Content-Type: a/b", "> file b"),
            ReferenceRow(
                "11 no. 19 placeholders work in multipart paths, not in file bodies",
                http(
                    #"url: "http://h/", body: {type: file, data: [{filePath: "{{a}}", selected: true}]}"#,
                    root: "request: {variables: [{name: a, value: x}]}"),
                "GET http://h/", "Content-Type: application/octet-stream", "> file {{a}}"),
            ReferenceRow(
                "11 no. 20 JSON comments are stripped, trailing commas are not",
                http(#"url: "http://h/", body: {type: json, data: "[1,/* x */]"}"#),
                "GET http://h/", "Content-Type: application/json", "> [1,]"),
            ReferenceRow(
                "11 no. 21 the deepest enabled header wins",
                http(
                    #"url: "http://h/", headers: [{name: A, value: off, disabled: true}, {name: B, value: "1"}, {name: B, value: "2"}]"#,
                    root: "request: {headers: [{name: A, value: root}]}"),
                "GET http://h/", "A: root", "B: 2"),
            ReferenceRow(
                "11 no. 22 variants: selected is read",
                http(
                    #"url: "http://h/", body: [{body: {type: text, data: a}}, {selected: true, body: {type: text, data: b}}]"#
                ),
                "GET http://h/", "Content-Type: text/plain", "> b"),
        ])
    func sent(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "what is said",
        arguments: [
            NoteRow(
                "11 no. 3 shown which source stops",
                http(#"url: "http://h/", auth: inherit"#, root: bearer, inner: "info: {name: Admin}"),
                "users/admin/folder.yml has no auth, so nothing is inherited through it."),
            NoteRow(
                "11 no. 7 check the result parses and point at the variable",
                http(
                    #"url: "http://h/", body: {type: json, data: '{"a": "{{q}}"}'}"#,
                    root: #"request: {variables: [{name: q, value: '"'}]}"#),
                "The JSON body is not valid: line 1, column 9, at the value of q: expected ',' or '}'."),
            NoteRow(
                "11 no. 10 a :name without value stays, and is said", http(#"url: "http://h/:id""#),
                "The path parameter id has no value: \":id\" is sent."),
            NoteRow(
                "11 no. 15 an absent placement is said",
                http(#"url: "http://h/", auth: {type: oauth2, flow: client_credentials, accessTokenUrl: "http://t/"}"#),
                "The OAuth 2 credentials (this request) do not say where the token goes: it is sent as Bearer in Authorization."
            ),
            NoteRow(
                "11 no. 20 flag the comma", http(#"url: "http://h/", body: {type: json, data: "[1,]"}"#),
                "The JSON body is not valid: line 1, column 4: expected a value."),
        ])
    private func reported(row: NoteRow) throws { #expect(try row.files.rendered().notes == row.notes) }

    @Test("11 no. 1: a list that differs is marked, and what is edited stands in both places")
    func query() throws {
        let files = http(#"url: "http://h/?a=1", params: [{name: a, value: "2", type: query}]"#)
        let definition = try #require(try files.collection.request(at: ReferenceFiles.path)).definition
        #expect(definition.queryRows.map(\.status) == [.differs(inList: "2")])
        let edited = definition.settingQueryRows([Field("a", "3", origin: 0)])
        #expect(edited.url == "http://h/?a=3" && edited.parameters.map(\.field.value) == ["3"])
    }

    @Test("11 no. 2: new requests and folders say auth: inherit")
    func fresh() {
        #expect(RequestDefinition.fresh(named: "x").auth == .inherit)
        #expect(FolderDefinition.fresh(named: "x").auth == .inherit)
    }

    @Test("11 no. 5: the name without spaces is hinted at")
    func meant() throws {
        let files = http(#"url: "http://h/{{ a }}""#, root: "request: {variables: [{name: a, value: x}]}")
        #expect(try files.rendered().missing.map(\.meant) == ["a"])
    }

    @Test(
        "11 no. 8, 13 and 14: three states stay three when the file is saved",
        arguments: [
            ("", RequestSettings()), ("settings: {}\n", Self.present { _ in }),
            ("settings: {timeout: inherit}\n", Self.present { $0.inherited = [.timeout] }),
            ("settings: {timeout: 0}\n", Self.present { $0.timeoutInMilliseconds = 0 }),
            ("settings: {forwardAuthorizationHeader: false}\n", Self.present { $0.forwardsAuthorization = false }),
        ])
    func states(text: String, settings: RequestSettings) throws {
        let file = try RequestFile.read(text: "info: {type: http}\n" + text, path: "a.yml")
        #expect(file.definition.settings == settings)
        var edited = file.definition
        edited.url = "http://h/"
        let saved = try file.saving(edited)
        #expect(try RequestFile.read(text: saved, path: "a.yml").definition.settings == settings)
    }

    private static func present(_ change: (inout RequestSettings) -> Void) -> RequestSettings {
        var settings = RequestSettings()
        settings.isPresent = true
        change(&settings)
        return settings
    }

    @Test("11 no. 16: client, scope and environment are part of a token's key")
    func tokenKeys() {
        var settings = OAuth2Settings("oauth2")
        let key = TokenKey(settings, collection: "c", environment: "dev")
        #expect(TokenKey(settings, collection: "c", environment: "prod") != key)
        settings.clientID = "other"
        #expect(TokenKey(settings, collection: "c", environment: "dev") != key)
        settings.clientID = ""
        settings.scope = "other"
        #expect(TokenKey(settings, collection: "c", environment: "dev") != key)
    }

    @Test("11 no. 23: a value beside secret: true is not read and never written; unset is not the empty string")
    func secret() throws {
        let text = "variables:\n  - secret: true\n    name: a\n    value: oops\n"
        let file = try EnvironmentFile.read(text: text, name: "dev", path: "environments/dev.yml")
        #expect(file.definition.variables.map(\.value) == [""])
        #expect(file.definition.notes.contains { $0.message.hasPrefix("the value of a secret variable is not read") })
        #expect(!EnvironmentFile.newText(for: file.definition).contains("value"))
    }

    @Test("11 no. 27: a folder's seq is a slot in an alphabetical list, a request's seq a sort key")
    func order() {
        let request = { (seq: Int) in "info: {type: http, seq: \(seq)}\n" }
        let files = MemoryCollection([
            "A/folder.yml": "info: {name: A}", "B/folder.yml": "info: {name: B, seq: 1}",
            "C/folder.yml": "info: {name: C}",
            "x.yml": request(3), "y.yml": request(1), "z.yml": request(2),
        ])
        #expect(files.order(in: .root) == ["B", "A", "C", "y.yml", "z.yml", "x.yml"])
    }

    @Test("11 no. 28: policies stand in a file that Bruno does not write")
    func companion() {
        #expect(CompanionFile.path == "microscope.yaml")
    }
}

import Testing
import YAMLTree

@testable import OpenCollection

private let whole = """
    # The user by id.
    info:
      name: Get user
      type: http
      seq: 2
      tags: [users, smoke]
      owner: ada

    http:
      method: get
      url: "{{host}}/users/:id?page=1"
      headers:
        - name: Accept
          value: application/json
        - name: X-Build
          value: 1.0
          disabled: true
          description: {content: not yet, type: text/plain}
      params:
        - name: page
          value: "1"
          type: query
        - name: id
          value: 0x10
          type: path
      body:
        type: json
        data: |-
          {
            "a": 1 // one
          }
      auth:
        type: basic
        username: ada
        password: 1234

    runtime:
      variables:
        - name: limit
          value: {type: number, data: "10"}
        - name: token
          value: null
      scripts:
        - type: before-request
          code: x()

    settings:
      encodeUrl: inherit
      timeout: 250

    docs: |
      # Doc
    """ + "\n"

/// A file whose `http` holds one line.
private func http(_ line: String) -> String { "info: {type: http}\nhttp:\n  \(line)\n" }

@Suite struct RequestFileReadingTests {
    @Test("reads every part of a request")
    func everything() throws {
        let file = try RequestFile.read(text: whole, path: "users/get.yml")
        let definition = file.definition
        #expect(definition.name == "Get user")
        #expect(definition.sequence == 2)
        #expect(definition.tags == ["users", "smoke"])
        #expect(definition.method == "get")
        #expect(definition.url == "{{host}}/users/:id?page=1")
        #expect(
            definition.headers == [
                Field("Accept", "application/json", origin: 0),
                Field("X-Build", "1", isEnabled: false, description: "not yet", origin: 1),
            ])
        #expect(definition.parameters == [query("page", "1", origin: 0), pathRow("id", "16", origin: 1)])
        #expect(definition.body.kind == .json)
        #expect(definition.body.text == "{\n  \"a\": 1 // one\n}")
        #expect(definition.auth == .basic(username: "ada", password: "1234"))
        #expect(
            definition.variables == [
                Variable("limit", "10", type: .number, origin: 0), Variable("token", "", origin: 1),
            ])
        #expect(definition.settings.isPresent)
        #expect(definition.settings.encodesURL == nil)
        #expect(definition.settings.timeoutInMilliseconds == 250)
        #expect(definition.docs == "# Doc\n")
        #expect(file.text == whole)
        #expect(file.readOnlyReason == nil)
        #expect(
            file.notes.map(\.line) == [
                "users/get.yml:7:3: owner in info is not known; it is kept",
                "users/get.yml:16:14: http.headers[1].value is a number that is sent in another spelling; put it in quotes",
                "users/get.yml:24:14: http.params[1].value is a number that is sent in another spelling; put it in quotes",
            ])
    }

    @Test(
        "lists files that cannot be read, with place and reason",
        arguments: [
            ("no type", "info:\n  name: x\n", "a.yml:2:3: info.type is missing; `type: http` makes it a request"),
            (
                "unknown type", "info:\n  type: soap\n",
                "a.yml:2:9: info.type is \"soap\"; http, graphql, grpc, websocket, script or app was expected"
            ),
            (
                "folder", "info: {type: folder}\n",
                "a.yml:1:14: info.type is \"folder\"; http, graphql, grpc, websocket, script or app was expected"
            ),
            ("empty", "", "a.yml:1:1: info.type is missing; `type: http` makes it a request"),
            ("a list", "- 1\n", "a.yml:1:1: the file is a list; a mapping was expected"),
        ])
    func broken(id: String, text: String, problem: String) throws {
        guard case .broken(let found) = CollectionItem.read(text: text, path: "a.yml").kind else {
            Issue.record("\(id) was read")
            return
        }
        #expect(found.line == problem)
    }

    @Test("a problem of what has no path says its place in words, and begins with no colon")
    func withoutPath() {
        #expect(FileProblem(path: "", message: "it is a list").line == "it is a list")
        let place = SourcePlace(line: 3, column: 7, offsetInBytes: 20)
        #expect(FileProblem(path: "", place: place, message: "it is a list").line == "line 3, column 7: it is a list")
    }

    @Test(
        "a value of another shape is noted with its place; the rest of the file counts",
        arguments: [
            ("headers", http("headers: 7"), "a.yml:3:12: http.headers is \"7\"; a list was expected"),
            ("a row", http("headers: [x]"), "a.yml:3:13: http.headers[0] is \"x\"; a mapping was expected"),
            ("url", http("url: [1]"), "a.yml:3:8: http.url is a list; a text was expected"),
            (
                "disabled", http("headers: [{name: a, disabled: 7}]"),
                "a.yml:3:33: http.headers[0].disabled is \"7\"; true or false was expected"
            ),
            (
                "parameter", http("params: [{name: a, type: header}]"),
                "a.yml:3:28: http.params[0].type is neither query nor path; it is read as query"
            ),
        ])
    func shapes(id: String, text: String, problem: String) throws {
        guard case .request(let file) = CollectionItem.read(text: text + "docs: still\n", path: "a.yml").kind else {
            Issue.record("\(id) was not read")
            return
        }
        #expect(file.notes.map(\.line) == [problem])
        #expect(file.definition.docs == "still")
        var edited = file.definition
        edited.docs = "here"
        expectSame(try file.saving(edited), text + "docs: here\n")
    }

    @Test("a syntax error comes with its line and a caret")
    func syntax() {
        guard case .broken(let found) = CollectionItem.read(text: "info:\n  a: [1\n", path: "a.yml").kind else {
            Issue.record("it was read")
            return
        }
        #expect(found.path == "a.yml")
        #expect(found.place != nil)
        #expect(found.excerpt?.hasSuffix("^") == true)
    }

    @Test(
        "kinds that are kept are shown with their word and name",
        arguments: [
            ("info: {name: Q, type: websocket}", "websocket", "Q"), ("info: {type: grpc}", "grpc", "a"),
            ("type: script", "script", "a"),
        ])
    func kept(text: String, kind: String, name: String) {
        let item = CollectionItem.read(text: text, path: "a.yml")
        guard case .unsupported(let content) = item.kind else {
            Issue.record("not kept")
            return
        }
        #expect(content.kind == kind)
        #expect(content.text == text)
        #expect(item.name == name)
    }

    @Test(
        "notes what is unusual and reads on",
        arguments: [
            ("auth: none", "http.auth is \"none\"; inherit or a mapping was expected, it is read as none"),
            ("verb: GET", "verb in http is not known; it is kept"),
            ("headers: [{name: a, value: b, x: 1}]", "x in http.headers[0] is not known; it is kept"),
        ])
    func notes(line: String, note: String) throws {
        let file = try RequestFile.read(text: http(line), path: "a.yml")
        #expect(file.notes.map(\.message) == [note])
    }

    @Test(
        "kinds that cannot be sent keep their word",
        arguments: [
            ("body: {type: soap, data: x}", RequestBody.Kind.unsupported("soap"), Auth.none),
            ("body: {type: file, data: []}", .file, .none), ("auth: {type: oauth2}", .none, .unsupported("oauth2")),
        ])
    func kinds(line: String, body: RequestBody.Kind, auth: Auth) throws {
        let definition = try RequestFile.read(text: http(line), path: "a.yml").definition
        #expect(definition.body.kind == body)
        #expect(definition.auth == auth)
    }

    @Test("the selected variant of a value counts")
    func variants() throws {
        let file = try RequestFile.read(
            text: """
                info: {type: http}
                runtime:
                  variables:
                    - name: v
                      value: [{title: x, value: 1}, {title: y, selected: true, value: {type: object, data: "[]"}}]
                """, path: "a.yml")
        var variable = Variable("v", "[]", type: .object, origin: 0)
        variable.variants = [
            ValueVariant(title: "x", value: "1", origin: 0),
            ValueVariant(title: "y", isSelected: true, value: "[]", type: .object, origin: 1),
        ]
        #expect(file.definition.variables == [variable])
    }

    @Test("reads folders, the root and environments; a secret's value in a file does not count")
    func others() throws {
        let (folder, name) = try FolderDefinition.read(
            text: """
                info: {name: Users, type: folder, seq: 2}
                request:
                  auth: inherit
                  headers: [{name: A, value: b}]
                  variables: [{name: v, value: w}]
                docs: {content: Hello, type: text/markdown}
                """, path: "users/folder.yml")
        #expect(name == "Users")
        #expect(folder.sequence == 2)
        #expect(folder.auth == .inherit)
        #expect(folder.headers == [Field("A", "b", origin: 0)])
        #expect(folder.docs == "Hello")
        #expect(folder.hasFile)
        let environment = try EnvironmentDefinition.read(
            text: """
                name: other
                color: red
                variables:
                  - name: host
                    value: http://h
                  - secret: true
                    name: key
                    value: oops
                extends: base
                """, name: "dev", path: "environments/dev.yml")
        #expect(environment.name == "dev")
        #expect(
            environment.variables == [
                Variable("host", "http://h", origin: 0), Variable("key", "", isSecret: true, origin: 1),
            ])
    }
}

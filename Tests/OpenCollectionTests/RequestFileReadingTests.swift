import Testing

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
            file.notes.map(\.text) == [
                "users/get.yml:7:3: unknown key \"owner\" in info, kept as it is",
                "users/get.yml:44:5: scripts are kept, but not run: what they would change is not sent",
            ])
    }

    @Test(
        "lists files that cannot be read, with place and reason",
        arguments: [
            ("no type", "info:\n  name: x\n", "a.yml:2:3: info.type is missing; expected http"),
            ("unknown type", "info:\n  type: soap\n", "a.yml:2:9: info.type is \"soap\"; expected http"),
            ("folder", "info: {type: folder}\n", "a.yml:1:14: info.type is \"folder\"; expected http"),
            ("empty", "", "a.yml:1:1: info.type is missing; expected http"),
        ])
    func broken(id: String, text: String, problem: String) throws {
        guard case .broken(let found) = CollectionItem.read(text: text, path: "a.yml").kind else {
            Issue.record("\(id) was read")
            return
        }
        #expect(found.text == problem)
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
            ("info: {name: Q, type: graphql}", "graphql", "Q"), ("info: {type: grpc}", "grpc", "a"),
            ("type: script", "script", "a"),
        ])
    func kept(text: String, kind: String, name: String) {
        let item = CollectionItem.read(text: text, path: "a.yml")
        guard case .unsupported(let word) = item.kind else {
            Issue.record("not kept")
            return
        }
        #expect(word == kind)
        #expect(item.name == name)
    }

    @Test(
        "notes what is not as expected and reads on",
        arguments: [
            ("headers: 7", "headers are not read; expected a list"),
            ("headers: [x]", "an entry of headers is not read; expected a mapping"),
            (
                "params: [{name: a, value: b}]",
                "a parameter without a known type is taken for a query; expected query or path"
            ),
            ("body: 7", "the body is not read; expected a mapping with type"),
            ("body: {type: soap, data: x}", "a body of the kind soap is kept, but cannot be sent"),
            ("auth: none", "auth: none is read as no auth; the format leaves the key out for that"),
            ("auth: {type: oauth2}", "auth of the kind oauth2 is kept, but cannot be sent yet"),
            ("url: [1]", "http.url is not read; expected text"),
            ("verb: GET", "unknown key \"verb\" in http, kept as it is"),
        ])
    func notes(line: String, note: String) throws {
        let file = try RequestFile.read(text: "info: {type: http}\nhttp:\n  \(line)\n", path: "a.yml")
        #expect(file.notes.map(\.message) == [note])
    }

    @Test("the selected variant of a body or a value counts")
    func variants() throws {
        let file = try RequestFile.read(
            text: """
                info: {type: http}
                http:
                  body:
                    - title: a
                      body: {type: text, data: one}
                    - title: b
                      selected: true
                      body: {type: json, data: two}
                runtime:
                  variables:
                    - name: v
                      value: [{title: x, value: 1}, {title: y, selected: true, value: {type: object, data: "[]"}}]
                """, path: "a.yml")
        #expect(file.definition.body.kind == .json)
        #expect(file.definition.body.text == "two")
        #expect(file.definition.variables == [Variable("v", "[]", type: .object, origin: 0)])
    }

    @Test("reads folders, the root and environments; a secret's value in a file does not count")
    func others() throws {
        let folder = try FolderFile.read(
            text: """
                info: {name: Users, type: folder, seq: 2}
                request:
                  auth: inherit
                  headers: [{name: A, value: b}]
                  variables: [{name: v, value: w}]
                docs: {content: Hello, type: text/markdown}
                """, path: "users/folder.yml")
        #expect(folder.name == "Users")
        #expect(folder.definition.sequence == 2)
        #expect(folder.definition.auth == .inherit)
        #expect(folder.definition.headers == [Field("A", "b", origin: 0)])
        #expect(folder.definition.docs == "Hello")
        #expect(folder.definition.hasFile)
        let (environment, notes) = try EnvironmentDefinition.read(
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
                """, path: "environments/dev.yml")
        #expect(environment.name == "dev")
        #expect(
            environment.variables == [
                Variable("host", "http://h", origin: 0), Variable("key", "", isSecret: true, origin: 1),
            ])
        #expect(notes.map(\.place?.line) == [9, 8])
    }
}

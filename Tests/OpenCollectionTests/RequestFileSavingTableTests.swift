import Testing

@testable import OpenCollection

/// A file with everything that a careless save would lose.
private let file = """
    # Users.
    info:
      name: 'Get user'   # shown
      type: http
      seq: 1

    http:
      method: GET
      url: "http://h/users/:id?page=1"
      headers:
        # what we want
        - name: Accept
          value: "application/json"  # quoted
        - {name: X-Flow, value: one}
        - name: X-Off
          value: 2
          disabled: true
          x-note: mine
      params:
        - name: page
          value: "1"
          type: query
      body:
        type: json
        data: |-
          {"a": 1}
      auth: inherit
      future: [1, 2]

    runtime:
      assertions:
        - expression: res.status
          operator: eq
          value: "200"
    """ + "\n"

private struct Change: Sendable, CustomTestStringConvertible {
    var id: String
    var edit: @Sendable (inout RequestDefinition) -> Void
    /// The lines taken away and the lines added, in the order of a diff.
    var removed: [String]
    var added: [String]
    var testDescription: String { id }

    init(
        _ id: String, minus removed: [String], plus added: [String],
        _ edit: @escaping @Sendable (inout RequestDefinition) -> Void
    ) {
        self.id = id
        self.edit = edit
        self.removed = removed
        self.added = added
    }
}

private let changes = [
    Change("nothing", minus: [], plus: []) { _ in },
    Change("name", minus: ["  name: 'Get user'   # shown"], plus: ["  name: 'Get one'   # shown"]) {
        $0.name = "Get one"
    },
    Change(
        "a quoted value", minus: ["      value: \"application/json\"  # quoted"],
        plus: ["      value: \"text/html\"  # quoted"]
    ) {
        $0.headers[0].value = "text/html"
    },
    Change(
        "a value in a flow row", minus: ["    - {name: X-Flow, value: one}"], plus: ["    - {name: X-Flow, value: two}"]
    ) {
        $0.headers[1].value = "two"
    },
    Change("enabling", minus: ["      disabled: true"], plus: []) { $0.headers[2].isEnabled = true },
    Change("disabling", minus: [], plus: ["      disabled: true"]) { $0.parameters[0].field.isEnabled = false },
    Change(
        "removing a row takes its comment",
        minus: [
            "    # what we want", "    - name: Accept", "      value: \"application/json\"  # quoted",
        ], plus: []
    ) { $0.headers.removeFirst() },
    Change("adding a row", minus: [], plus: ["    - name: New", "      value: \"1\""]) {
        $0.headers.append(Field("New", "1"))
    },
    Change(
        "removing the last parameter",
        minus: [
            "  params:", "    - name: page", "      value: \"1\"", "      type: query",
        ], plus: []
    ) { $0.parameters = [] },
    Change("body text", minus: ["      {\"a\": 1}"], plus: ["      {", "        \"a\": 2", "      }"]) {
        $0.body.text = "{\n  \"a\": 2\n}"
    },
    Change("body kind", minus: ["    type: json"], plus: ["    type: text"]) { $0.body.kind = .text },
    Change("no body", minus: ["  body:", "    type: json", "    data: |-", "      {\"a\": 1}"], plus: []) {
        $0.body.kind = .none
    },
    Change("method", minus: ["  method: GET"], plus: ["  method: POST"]) { $0.method = "POST" },
    Change("auth", minus: ["  auth: inherit"], plus: ["  auth:", "    type: bearer", "    token: \"{{t}}\""]) {
        $0.auth = .bearer(token: "{{t}}")
    },
]

private func saved(_ text: String, _ edit: (inout RequestDefinition) -> Void) throws -> String {
    let file = try RequestFile.read(text: text, path: "a.yml")
    var definition = file.definition
    edit(&definition)
    return try file.saving(definition)
}

/// Returns the rows without their places in the file: what a reader finds the same.
private func bare(_ definition: RequestDefinition) -> RequestDefinition {
    var copy = definition
    for index in copy.headers.indices { copy.headers[index].origin = nil }
    for index in copy.parameters.indices { copy.parameters[index].field.origin = nil }
    for index in copy.variables.indices { copy.variables[index].origin = nil }
    for index in copy.body.form.indices { copy.body.form[index].origin = nil }
    if !copy.body.kind.isText { copy.body.text = "" }
    return copy
}

@Suite struct RequestFileSavingTableTests {
    @Test("changes only the lines that were edited", arguments: changes)
    private func minimal(change: Change) throws {
        let result = try saved(file, change.edit)
        let difference = lines(result).difference(from: lines(file))
        #expect(difference.removals.map(\.line) == change.removed)
        #expect(difference.insertions.map(\.line) == change.added)
        var wanted = try RequestFile.read(text: file, path: "a.yml").definition
        change.edit(&wanted)
        #expect(try bare(RequestFile.read(text: result, path: "a.yml").definition) == bare(wanted))
    }

    @Test("rows move with their comments and keep their spelling")
    func moving() throws {
        let result = try saved(file) { $0.headers = [$0.headers[2], $0.headers[0], Field("New", "x"), $0.headers[1]] }
        let headers = lines(result).drop { $0 != "  headers:" }.prefix { $0 != "  params:" }
        #expect(
            Array(headers) == [
                "  headers:", "    - name: X-Off", "      value: 2", "      disabled: true", "      x-note: mine",
                "    # what we want", "    - name: Accept", "      value: \"application/json\"  # quoted",
                "    - name: New",
                "      value: x", "    - {name: X-Flow, value: one}",
            ])
    }

    @Test("a copied row is added beside the one it was copied from")
    func copying() throws {
        let result = try saved(file) { $0.headers.insert($0.headers[0], at: 1) }
        let again = try RequestFile.read(text: result, path: "a.yml").definition
        #expect(again.headers.map(\.name) == ["Accept", "Accept", "X-Flow", "X-Off"])
        #expect(result.contains("# quoted"))
    }

    @Test("the first setting brings encodeUrl: false along, later ones nothing")
    func settings() throws {
        let first = try saved(file) { $0.settings.timeoutInMilliseconds = 500 }
        let added = lines(first).difference(from: lines(file))
        #expect(added.removals.isEmpty)
        #expect(
            added.insertions.map(\.line).filter { !$0.isEmpty } == [
                "settings:", "  encodeUrl: false", "  timeout: 500",
            ])
        let second = try saved(first) { $0.settings.maximumRedirects = 3 }
        #expect(lines(second).difference(from: lines(first)).insertions.map(\.line) == ["  maxRedirects: 3"])
    }

    @Test("parts that the file lacks are added in the format's order")
    func adding() throws {
        let small = "info:\n  name: x\n  type: http\n\nhttp:\n  method: GET\n  url: http://h/\n  auth: inherit\n"
        let result = try saved(small) {
            $0 = $0.settingQueryRows([Field("a", "b c")])
            $0.headers = [Field("X", "", isEnabled: false, description: "why")]
            $0.body.kind = .formURLEncoded
            $0.body.form = [Field("f", "1")]
            $0.variables = [Variable("v", "1", type: .number), Variable("w", "x")]
            $0.docs = "Hello\n"
        }
        let parts = lines(result).filter { !$0.isEmpty }
        #expect(
            parts == [
                "info:", "  name: x", "  type: http", "http:", "  method: GET", "  url: http://h/?a=b%20c",
                "  headers:",
                "    - name: X", "      value: \"\"", "      description: why", "      disabled: true", "  params:",
                "    - name: a", "      value: b%20c", "      type: query", "  body:", "    type: form-urlencoded",
                "    data:",
                "      - name: f", "        value: \"1\"", "  auth: inherit", "runtime:", "  variables:",
                "    - name: v",
                "      value:", "        type: number", "        data: \"1\"", "    - name: w", "      value: x",
                "docs: |",
                "  Hello",
            ])
    }

    @Test("typed values, described variables and variants are edited where they stand")
    func values() throws {
        let text = """
            info: {type: http}
            runtime:
              variables:
                - name: n
                  value: {type: number, data: "1"}  # typed
                - name: v
                  value:
                    - title: a
                      value: one
                    - title: b
                      selected: true
                      value: two
            docs: {content: Hi, type: text/markdown}
            """ + "\n"
        let result = try saved(text) {
            $0.variables[0].value = "2"
            $0.variables[1].value = "three"
            $0.docs = "Ho"
        }
        #expect(
            result
                == text.replacing("data: \"1\"", with: "data: \"2\"").replacing("two", with: "three").replacing(
                    "Hi", with: "Ho"))
    }

    @Test("the last form field leaves an empty list, which the format wants")
    func emptyForm() throws {
        let text =
            "info: {type: http}\nhttp:\n  body:\n    type: form-urlencoded\n    data:\n      - name: a\n        value: b\n"
        let result = try saved(text) { $0.body.form = [] }
        #expect(result == "info: {type: http}\nhttp:\n  body:\n    type: form-urlencoded\n    data: []\n")
        #expect(try saved(result) { $0.body.form = [Field("a", "b")] }.contains("name: a"))
    }

    @Test("a new file is laid out as the format's tools write it")
    func newFile() throws {
        var definition = RequestDefinition.fresh(named: "Get user", sequence: 1).settingURL("{{host}}/users/:id?page=1")
        #expect(
            RequestFile.newText(for: definition) == """
                info:
                  name: Get user
                  type: http
                  seq: 1

                http:
                  method: GET
                  url: "{{host}}/users/:id?page=1"
                  params:
                    - name: page
                      value: "1"
                      type: query
                    - name: id
                      value: ""
                      type: path
                  auth: inherit

                settings:
                  encodeUrl: true
                  followRedirects: true
                  maxRedirects: 5
                  forwardAuthorizationHeader: false
                """ + "\n")
        definition.body.kind = .json
        definition.body.text = "{\n  \"a\": 1\n}"
        definition.docs = "Hello"
        let again = try RequestFile.read(text: RequestFile.newText(for: definition), path: "a.yml")
        #expect(bare(again.definition) == definition)
        #expect(again.notes == [])
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension CollectionDifference.Change {
    fileprivate var line: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}

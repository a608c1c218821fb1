import Testing

@testable import OpenCollection

@Suite struct RequestFileSavingTests {
    @Test("edits only what differs, byte for byte", arguments: SavingCase.all)
    func saves(row: SavingCase) throws {
        let file = try RequestFile.read(text: row.before, path: "request.yml")
        var definition = file.definition
        row.change(&definition)
        #expect(try file.saving(definition) == row.after)
    }
}

/// A file, a change of its definition, and the file after it.
struct SavingCase: Sendable, CustomTestStringConvertible {
    let id: String
    let before: String
    let after: String
    let change: @Sendable (inout RequestDefinition) -> Void

    init(
        _ id: String, _ before: String, to after: String,
        _ change: @escaping @Sendable (inout RequestDefinition) -> Void
    ) {
        self.id = id
        self.before = before
        self.after = after
        self.change = change
    }

    /// A file in which one piece of text becomes another.
    init(
        _ id: String, in file: String, _ piece: String, to other: String,
        _ change: @escaping @Sendable (inout RequestDefinition) -> Void
    ) {
        precondition(file.ranges(of: piece).count == 1, "\(id): the piece must stand once in the file")
        self.init(id, file, to: file.replacing(piece, with: other), change)
    }

    var testDescription: String { id }
}

extension SavingCase {
    static let all = [
        SavingCase("url", in: bruno, "users/:id?page=1\"", to: "users/:id?page=2\"") {
            $0.url = "{{host}}/users/:id?page=2"
        },
        SavingCase("header-off", in: bruno, "value: json\n", to: "value: json\n      disabled: true\n") {
            $0.headers[0].isEnabled = false
        },
        SavingCase("header-on", in: bruno, "value: \"1\" # one\n      disabled: true\n", to: "value: \"1\" # one\n") {
            $0.headers[1].isEnabled = true
        },
        SavingCase(
            "headers-swapped", in: bruno,
            """
                - name: Accept
                  value: json
                # The tenant.
                - name: X-Tenant
                  value: "1" # one
                  disabled: true

            """,
            to: """
                    # The tenant.
                    - name: X-Tenant
                      value: "1" # one
                      disabled: true
                    - name: Accept
                      value: json

                """
        ) { $0.headers.swapAt(0, 1) },
    ]

    static let bruno = """
        info:
          name: Get user
          type: http
          seq: 1

        http:
          method: GET
          url: "{{host}}/users/:id?page=1"
          headers:
            - name: Accept
              value: json
            # The tenant.
            - name: X-Tenant
              value: "1" # one
              disabled: true
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
          timeout: 0

        """
}

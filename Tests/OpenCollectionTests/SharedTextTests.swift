import Secrets
import Testing

@testable import OpenCollection

@Suite struct SharedTextTests {
    private let text = """
        # call ann, glpat-abcdefghij0123456789
        info: {name: Log in, type: http}
        http:
          method: POST
          url: "https://h/x?token=abc&known=k3pt-value"   # why
          headers:
            - name: Authorization
              value: Bearer s3cret
            - name: X-Trace
              value: 'on'
          body:
            type: json
            data: |-
              {"user": "ann", "password": "hunter2"}
          auth: inherit

        """

    @Test("secrets become variables, the rest stays as it is written")
    func masks() throws {
        let file = try RequestFile.read(text: text, path: "x.yml")
        let shared = try file.shared(
            as: file.definition, hiding: [NamedSecret(name: "kept", value: "k3pt-value")])
        #expect(shared.variables == ["token", "kept", "Authorization", "password"])
        for secret in ["abc&", "k3pt-value", "s3cret", "hunter2", "glpat-"] { #expect(!shared.text.contains(secret)) }
        #expect(shared.text.contains("https://h/x?token={{token}}&known={{kept}}\"   # why"))
        #expect(shared.text.contains("value: Bearer {{Authorization}}") && shared.text.contains("value: 'on'"))
        #expect(shared.text.contains("  auth: inherit") && shared.text.contains("# call ann, ••••"))
        let back = try RequestFile.read(text: shared.text, path: "x.yml").definition
        #expect(back.body.text == "{\"user\": \"ann\", \"password\": \"{{password}}\"}")
    }

    @Test("what stands under a name of notSecret stays")
    func publicNames() throws {
        let file = try RequestFile.read(text: text, path: "x.yml")
        let shared = try file.shared(as: file.definition, hiding: [], besides: ["token", "Authorization"])
        #expect(shared.variables == ["password"])
        #expect(shared.text.contains("?token=abc&") && shared.text.contains("value: Bearer s3cret"))
    }

    @Test("the draft is shared as it stands, and without secrets nothing changes")
    func draft() throws {
        let file = try RequestFile.read(text: "info: {type: http}\nhttp:\n  url: http://h # c\n", path: "x.yml")
        #expect(try file.shared(as: file.definition, hiding: []).text == file.text)
        var definition = file.definition
        definition.method = "PUT"
        let shared = try file.shared(as: definition, hiding: [])
        #expect(shared.text.contains("method: PUT") && shared.text.contains("# c") && shared.variables.isEmpty)
    }
}

import Testing

@testable import OpenCollection

@Suite struct RequestFileNewTextTests {
    @Test("a fresh request looks as Bruno writes it")
    func fresh() {
        var definition = RequestDefinition.fresh(named: "Get user", sequence: 1)
        definition.url = "{{host}}/users/:id?page=1"
        definition.parameters = [Parameter(.query, Field("page", "1")), Parameter(.path, Field("id", ""))]
        expectSame(
            RequestFile.newText(for: definition),
            """
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

            """)
    }

    @Test("everything has its place")
    func whole() {
        var definition = RequestDefinition()
        definition.name = "All"
        definition.tags = ["a"]
        definition.method = "POST"
        definition.url = "http://h"
        definition.headers = [Field("A", "b", isEnabled: false, description: "d")]
        definition.body.kind = .json
        definition.body.text = "{\n}"
        definition.auth = .apiKey(name: "k", value: "v", placement: .header)
        definition.variables = [Variable("n", "1", type: .number)]
        definition.settings.timeoutInMilliseconds = 5
        definition.docs = "D"
        expectSame(
            RequestFile.newText(for: definition),
            """
            info:
              name: All
              type: http
              tags:
                - a

            http:
              method: POST
              url: http://h
              headers:
                - name: A
                  value: b
                  description: d
                  disabled: true
              body:
                type: json
                data: |-
                  {
                  }
              auth:
                type: apikey
                key: k
                value: v
                placement: header

            runtime:
              variables:
                - name: "n"
                  value:
                    type: number
                    data: "1"

            settings:
              encodeUrl: false
              timeout: 5

            docs: D

            """)
    }

    @Test("a new file says what the definition says, whatever that is")
    func readsBack() throws {
        for seed in 0..<500 {
            var random = RandomDefinition(seed: seed)
            var definition = RequestDefinition()
            for _ in 0..<6 { random.edit(&definition) }
            let text = RequestFile.newText(for: definition)
            let again = try RequestFile.read(text: text, path: "f.yml").definition
            let isSame = again.asSaved(over: again) == definition.asSaved(over: RequestDefinition())
            #expect(isSame, "\(seed)\n\(text)\n\(definition)")
        }
    }
}

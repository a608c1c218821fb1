import Secrets
import Testing
import Text

@testable import OpenCollection

/// Variables over a whole request: when dynamic values are made, what is asked, what is said of names without a value.
@Suite struct RenderedVariablesTests {
    private func text(of rendered: RenderedRequest) -> String { String(decoding: rendered.body.bytes, as: UTF8.self) }

    // MARK: Dynamic values

    @Test("an environment's dynamic value is one per request, a collection's one per field, a written one always new")
    func timing() {
        var sample = Sample("http://h/")
        sample.environment = [Variable("e", "{{$guid}}"), Variable("through", "{{e}}")]
        sample.root.variables = [Variable("c", "{{$guid}}")]
        sample.definition.headers = [
            Field("E", "{{e}} {{through}}"), Field("C", "{{c}} {{c}}"), Field("D", "{{$guid}} {{$guid}}"),
        ]
        sample.definition.body.kind = .text
        sample.definition.body.text = "{{e}} {{c}} {{$guid}}"
        let rendered = sample.rendered(dynamic: SeededBits.values(1))
        let words = { (name: String) in (rendered.header(name)?.value ?? "").split(separator: " ").map(String.init) }
        let body = text(of: rendered).split(separator: " ").map(String.init)
        #expect(Set(words("E") + [body[0]]).count == 1)
        #expect(Set(words("C")).count == 1 && words("C").first != body[1])
        #expect(Set(words("D") + [body[2]]).count == 3)
        #expect(sample.rendered(dynamic: SeededBits.values(2)).header("E")?.value != rendered.header("E")?.value)
    }

    @Test("the file of an environment and its secrets are of the environment: one dynamic value per request")
    func environmentFile() {
        let environment = EnvironmentDefinition(name: "dev", variables: [Variable("s", "", isSecret: true)])
        let scopes = VariableScopes(
            collection: Collection(name: "c"), environment: environment, environmentFiles: ["dev": ["f": "{{$guid}}"]],
            secrets: { _ in "{{$guid}}" }, dynamic: SeededBits.values(1))
        for name in ["f", "s"] {
            #expect(scopes.resolve("{{\(name)}}").text == scopes.resolve("{{\(name)}}").text)
            #expect(!scopes.resolve("{{\(name)}}").text.contains("{{"))
        }
        #expect(scopes.secretValues.map(\.value) == [scopes.resolve("{{s}}").text])
    }

    @Test(
        "in a body that is JSON by its type dynamic values are escaped, and they alone",
        arguments: [
            (.json, nil, true), (.text, "application/vnd.x+JSON", true), (.text, nil, false),
            (.json, "text/plain", false),
        ] as [(RequestBody.Kind, String?, Bool)])
    func escaping(kind: RequestBody.Kind, type: String?, isEscaped: Bool) {
        var sample = Sample()
        sample.environment = [Variable("v", "a\nb")]
        sample.root.variables = [Variable("inner", "{{$randomLoremParagraphs}}")]
        sample.definition.headers = type.map { [Field("Content-Type", $0)] } ?? []
        sample.definition.body.kind = kind
        sample.definition.body.text = "\"{{$randomLoremParagraphs}}\" | \"{{inner}}\" | {{v}}"
        let parts = text(of: sample.rendered(dynamic: SeededBits.values(1))).components(of: " | ")
        #expect(parts.count == 3 && parts[2] == "a\nb")
        for part in parts.prefix(2) {
            #expect(part.contains("\\n") == isEscaped && part.contains("\n") != isEscaped)
        }
    }

    @Test("in a GraphQL body they are escaped once, in the query as in the variables")
    func queryEscaping() throws {
        var sample = Sample()
        sample.definition.body.kind = .graphQL
        sample.definition.body.text = "{ a(x: \"{{$randomLoremParagraphs}}\") }"
        sample.definition.body.graphQLVariables = "{\"v\": \"{{$randomLoremParagraphs}}\"}"
        let rendered = sample.rendered(dynamic: SeededBits.values(1))
        #expect(rendered.problems == [])
        let body = try JSONText.parse(text(of: rendered))
        #expect(body.child("query")?.text.filter { $0 == "\n" }.count == 2)
        #expect(body.child("variables")?.child("v")?.text.filter { $0 == "\n" }.count == 2)
    }

    @Test("what an answer gave is taken as it is, within other variables too")
    func captured() {
        var collection = Collection(name: "c")
        collection.root.variables = [Variable("inner", "secret"), Variable("around", "<{{c}}>")]
        var captured = CapturedValues()
        captured.set("c", "{{inner}}", isSecret: false)
        let resolved = VariableScopes(collection: collection).adding(captured).resolve("{{around}}")
        #expect(resolved.text == "<{{inner}}>" && resolved.isComplete)
    }

    // MARK: Prompts

    @Test("questions are found wherever they are used, each once, in the order of sending")
    func prompts() {
        var sample = Sample("http://{{?Host}}/:id?q={{deep}}")
        sample.root.variables = [Variable("deep", "{{middle}}"), Variable("unused", "{{?Never asked}}")]
        sample.environment = [Variable("middle", "{{?In a variable}}")]
        sample.definition.parameters = [pathRow("id", "{{?Id}}")]
        sample.folder.headers = [Field("X", "{{?Host}} {{?Header}}"), Field("Off", "{{?Off}}", isEnabled: false)]
        sample.folder.auth = .bearer(token: "{{?Token}}")
        sample.definition.auth = .inherit
        sample.definition.body.kind = .json
        sample.definition.body.text = "{\"a\": \"{{?Body}} {{?Host}}\"}"
        let rendered = sample.rendered()
        #expect(rendered.prompts == ["Host", "In a variable", "Id", "Header", "Token", "Body"])
        #expect(!rendered.isSendable)
        #expect(
            rendered.missing.prefix(2).map { "\($0.text) in \($0.place)" } == [
                "\"Host\" needs a value before sending (URL) in users/get.yml",
                "\"In a variable\" needs a value before sending (URL, in variable deep, in variable middle) in environments/dev.yml",
            ])
    }

    @Test("session values called like the question answer it everywhere; a file cannot")
    func answers() {
        var sample = Sample("http://{{?Host}}/{{?Host}}")
        sample.environment = [Variable("?Host", "file")]
        #expect(sample.rendered().prompts == ["Host"])
        let rendered = sample.rendered(session: ["?Host": "h"])
        #expect(rendered.url == "http://h/h" && rendered.isSendable && rendered.prompts == [])
        #expect(sample.rendered(session: ["?Host": ""]).prompts == [])
    }

    @Test("the answer to a question for a credential is a secret")
    func secretAnswer() {
        var sample = Sample("http://h/")
        sample.definition.headers = [Field("X", "{{?Your password}} {{?Name}}")]
        let rendered = sample.rendered(session: ["?Your password": "p4ss", "?Name": "Ada"])
        #expect(rendered.secrets.named == [NamedSecret(name: "?Your password", value: "p4ss")])
        #expect(rendered.header("X")?.isSecret == true)
    }

    @Test(
        "a text with spaces at an end or braces is no question",
        arguments: [
            ("?Your name", "Your name"), ("?a", "a"), ("? a", nil), ("?a ", nil), ("?", nil), ("? ", nil),
            ("?a{b", nil), ("a?", nil), (" ?a", nil), ("?ä?", "ä?"),
        ] as [(String, String?)])
    func labels(name: String, label: String?) {
        #expect(PromptName.label(of: name) == label)
        #expect((Sample("http://h/{{\(name)}}").rendered().prompts.first) == label)
    }

    // MARK: Names

    @Test("the active environment's name wins over a variable called so, and without one there is none")
    func environmentName() {
        let environment = EnvironmentDefinition(name: "dev", variables: [Variable("__name__", "other")])
        let collection = Collection(name: "c")
        #expect(
            VariableScopes(collection: collection, environment: environment).resolve("{{__name__}}").text == "dev")
        #expect(VariableScopes(collection: collection).resolve("{{__name__}}").missing.map(\.reason) == [.unknown])
    }

    @Test(
        "a name with spaces around it is another name, and the message says which was meant",
        arguments: [
            (" host ", "; spaces make another name: did you mean {{host}}?"),
            ("host\t", "; spaces make another name: did you mean {{host}}?"),
            (" $guid", "; spaces make another name: did you mean {{$guid}}?"),
            ("? Name ", "; spaces make another name: did you mean {{?Name}}?"), (" none ", ""),
        ])
    func spaces(name: String, hint: String) throws {
        var sample = Sample("http://h/{{\(name)}}")
        sample.environment = [Variable("host", "h")]
        let missing = try #require(sample.rendered(dynamic: SeededBits.values(1)).missing.first)
        #expect(missing.text.hasSuffix("has no value (URL)\(hint)"))
    }

    @Test("a circle is told with the field, its file, and the file where it begins")
    func circle() {
        var sample = Sample("http://h/{{start}}")
        sample.root.variables = [Variable("start", "{{a}}")]
        sample.environment = [Variable("a", "{{b}}")]
        sample.folder.variables = [Variable("b", "{{a}}")]
        #expect(
            sample.rendered().cycles == ["a → b → a (URL in users/get.yml, a is in environments/dev.yml)"])
    }
}

extension String {
    fileprivate func components(of separator: String) -> [String] { split(separator: separator).map(String.init) }
}

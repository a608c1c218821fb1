import Secrets
import Testing

@testable import OpenCollection

/// A template in the files of a row, and the text that it becomes.
private func text(_ row: TemplateRow) throws -> String { try row.files.scopes().resolve(row.template).text }

private struct TemplateRow: Sendable, CustomTestStringConvertible {
    var id: String
    var template: String
    var expected: String
    var files: ReferenceFiles
    var testDescription: String { id }

    init(_ id: String, _ template: String, _ expected: String, _ files: ReferenceFiles) {
        self.id = id
        self.template = template
        self.expected = expected
        self.files = files
    }
}

/// Files in which every scope says what it is.
private let scopes = ReferenceFiles(
    root: "request: {variables: [{name: a, value: root}, {name: b, value: root}, {name: c, value: root}]}",
    outer: """
        request:
          variables:
            - {name: d, value: outer}
            - {name: e, value: outer}
            - {name: env, value: outer}
            - {name: off, value: "no", disabled: true}
        """,
    inner: "request: {variables: [{name: e, value: inner}, {name: f, value: inner}]}",
    environments: [
        "dev": """
        variables:
          - {name: b, value: dev}
          - {name: d, value: dev}
          - {name: env, value: dev}
          - {name: off, value: dev}
          - {name: c, value: dev, disabled: true}
          - {name: both, value: plain}
          - {secret: true, name: both}
          - {secret: true, name: other}
          - {name: other, value: plain}
        """
    ],
    request: """
        http: {url: "http://h/"}
        runtime:
          variables:
            - {name: f, value: request}
            - {name: g, value: request}
            - {name: twice, value: first}
            - {name: twice, value: second}
            - {name: "?Who", value: nobody}
            - {name: "$oauth2.main.scope", value: request}
            - {name: process, value: {type: object, data: '{"env": {"HOME": "mine", "NONE": "mine"}}'}}
            - {name: here, value: "{{process.env.HOME}}"}
        """,
    session: ["g": "runtime", "h": "runtime", "?Name": "Ada"], secrets: ["both": "kept", "other": "kept"],
    process: ["HOME": "/root"])

@Suite("Reference, section 2: variables") struct Section2VariableTests {
    @Test(
        "2.1 scopes",
        arguments: [
            TemplateRow("2.1 no. 2, collection: root request.variables", "{{a}}", "root", scopes),
            TemplateRow("2.1 no. 3, environment: above the collection", "{{b}}", "dev", scopes),
            TemplateRow("2.1 no. 4, folder: above the environment", "{{d}} {{env}}", "outer outer", scopes),
            TemplateRow("2.1 no. 4, folder: inner wins", "{{e}}", "inner", scopes),
            TemplateRow("2.1 no. 5, request: above the folders", "{{f}}", "request", scopes),
            TemplateRow("2.1 no. 7, runtime: above the request", "{{g}} {{h}}", "runtime runtime", scopes),
            TemplateRow("2.1 no. 8, prompts: answered by who sends", "{{?Name}}", "Ada", scopes),
            TemplateRow(
                "2.1 no. 8, prompts: above the request, whose variable is no answer", "{{?Who}}", "{{?Who}}", scopes),
            TemplateRow("2.1 no. 9, process.env.X: cannot be overridden", "{{process.env.HOME}}", "/root", scopes),
            TemplateRow(
                "2.1 no. 9, the name process: cannot be overridden", "{{process.env.NONE}}", "{{process.env.NONE}}",
                scopes),
            TemplateRow("2.1 disabled entries do not exist", "{{off}} {{c}}", "dev root", scopes),
            TemplateRow("2.1 the same name twice: the last wins", "{{twice}}", "second", scopes),
            TemplateRow("2.1 a secret beats a plain one", "{{both}} {{other}}", "kept kept", scopes),
            TemplateRow("2.1 __name__ is the active environment's name", "{{__name__}}", "dev", scopes),
            TemplateRow("2.1 no environment selected is legal", "{{__name__}}{{a}}", "{{__name__}}1", bare("a", "1")),
        ])
    private func precedence(row: TemplateRow) throws { #expect(try text(row) == row.expected) }

    @Test("2.1 no. 1, global environment: below all others, its secrets from the process environment")
    func global() throws {
        var shared = EnvironmentDefinition(
            name: "shared",
            variables: [
                Variable("a", "global"), Variable("only", "<{{a}}>"), Variable("KEY", "", isSecret: true),
                Variable("OTHER", "", isSecret: true),
            ])
        shared.extends = "dev"
        let collection = try scopes.collection
        let all = VariableScopes(
            collection: collection, environment: collection.environment(named: "dev"), global: shared,
            processEnvironment: ["KEY": "hush"])
        #expect(all.resolve("{{only}} {{a}} {{__name__}} {{KEY}}").text == "<root> root dev hush")
        #expect(all.value(of: "a")?.shadowed.map(\.scope.title) == ["global environment shared"])
        #expect(all.value(of: "only")?.place == "environments/shared.yml of the workspace")
        #expect(all.secretValues == [NamedSecret(name: "KEY", value: "hush")])
        #expect(all.resolve("{{OTHER}}").missing.map(\.reason) == [.secretWithoutValue])
        #expect(
            VariableScopes(collection: collection, global: shared).resolve("{{__name__}}{{b}}").text
                == "{{__name__}}root")
    }

    @Test("2.1 no. 6: tokens stand above the request, and below what was set while running")
    func tokens() throws {
        var settings = OAuth2Settings("oauth2")
        settings.credentialsID = "main"
        let token = OAuth2Token([("scope", "read")], receivedAt: .init(timeIntervalSince1970: 0))
        let kept = StoredToken(key: TokenKey(settings, collection: nil, environment: nil), token: token)
        #expect(try scopes.scopes().adding(tokens: [kept]).value(of: "$oauth2.main.scope")?.value == "read")
        var captured = CapturedValues()
        captured.set("$oauth2.main.scope", "set", isSecret: false)
        let all = try scopes.scopes().adding(tokens: [kept]).adding(captured)
        #expect(all.value(of: "$oauth2.main.scope")?.value == "set")
        let typed = VariableScopes(collection: Collection(name: "c"), session: ["$oauth2.main.scope": "typed"])
        #expect(typed.adding(tokens: [kept]).value(of: "$oauth2.main.scope")?.value == "typed")
    }

    @Test(
        "2.2 interpolation",
        arguments: [
            TemplateRow("2.2 paths enter typed objects", "{{o.a.b[1]}} {{o[\"a\"].b.0}}", "2 1", typed),
            TemplateRow("2.2 a string that holds JSON has no members", "{{s.a}}", "{{s.a}}", typed),
            TemplateRow("2.2 null becomes null", "{{o.n}}", "null", typed),
            TemplateRow(
                "2.2 true and numbers are their JavaScript text", "{{o.t}} {{o.x}} {{o.y}}", "true 1e+21 0.1", typed),
            TemplateRow("2.2 objects are compact JSON", "{{o.a}}", #"{"b":[1,2]}"#, typed),
            TemplateRow(
                "2.2 strings are themselves, without escaping", "{\"a\": \"{{quote}}\"}", "{\"a\": \"say \"hi\"\"}",
                typed),
            TemplateRow("2.2 missing: the placeholder stays", "{{none}} {{o.none}}", "{{none}} {{o.none}}", typed),
            TemplateRow("2.2 values are scanned again, across scopes", "{{outerRefersToInner}}", "<request>", nested),
            TemplateRow(
                "2.2 {{process.env}} alone gives nothing away", "{{process.env}}{{process}}",
                "{{process.env}}{{process}}", nested),
            TemplateRow("2.2 inherited JavaScript names do not resolve", "{{constructor}}", "{{constructor}}", typed),
            TemplateRow(
                "2.2 nor do they as members", "{{o.constructor}} {{s.length}}", "{{o.constructor}} {{s.length}}", typed),
        ])
    private func interpolation(row: TemplateRow) throws { #expect(try text(row) == row.expected) }

    @Test(
        "2.2 a missing name is not sent as it is, a circle is an error",
        arguments: [
            ReferenceRow(
                "2.2 missing", ReferenceFiles(request: #"http: {url: "http://h/{{x}}"}"#), "GET http://h/%7B%7Bx%7D%7D",
                "missing x"),
            ReferenceRow(
                "2.2 a circle ends and is reported",
                ReferenceFiles(
                    root: "request: {variables: [{name: a, value: \"{{a}}\"}]}",
                    request: #"http: {url: "http://h/", headers: [{name: X, value: "{{a}}"}]}"#),
                "GET http://h/", "X: {{a}}",
                "circle a → a (header X in users/admin/get.yml, a is in opencollection.yml)"),
        ])
    func refused(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "2.4 secrets",
        arguments: [
            TemplateRow("2.4 a value found in the file is ignored", "{{written}}", "{{written}}", secrets),
            TemplateRow("2.4 a value from elsewhere counts", "{{kept}}", "hush", secrets),
            TemplateRow("2.4 without a value it hides the collection's", "{{hides}}", "{{hides}}", secrets),
            TemplateRow(
                "2.4 only environments have them: secret in the collection is no variable", "{{root}}", "{{root}}",
                secrets),
            TemplateRow("2.4 a plain variable of a process variable", "{{plain}}", "from outside", secrets),
        ])
    private func secretRows(row: TemplateRow) throws { #expect(try text(row) == row.expected) }

    @Test("2.4 an enabled secret without a value is told as one, and is not the empty string")
    func unset() throws {
        #expect(try secrets.scopes().resolve("{{hides}}").missing.map(\.reason) == [.secretWithoutValue])
    }
}

private func bare(_ name: String, _ value: String) -> ReferenceFiles {
    ReferenceFiles(root: "request: {variables: [{name: \(name), value: \"\(value)\"}]}")
}

private let typed = ReferenceFiles(
    root: #"""
        request:
          variables:
            - name: o
              value:
                type: object
                data: '{"a": {"b": [1, 2]}, "n": null, "t": true, "x": 1e21, "y": 0.10}'
            - {name: s, value: '{"a": 1}'}
            - {name: quote, value: 'say "hi"'}
        """#)

private let nested = ReferenceFiles(
    root: #"request: {variables: [{name: outerRefersToInner, value: "<{{inside}}>"}]}"#,
    request: "http: {url: x}\nruntime: {variables: [{name: inside, value: request}]}", process: ["A": "1"])

private let secrets = ReferenceFiles(
    root: "request: {variables: [{name: hides, value: collection}, {secret: true, name: root, value: x}]}",
    environments: [
        "dev": """
        variables:
          - {secret: true, name: written, value: oops}
          - {secret: true, name: kept, value: oops}
          - {secret: true, name: hides}
          - {name: plain, value: "{{process.env.OUTSIDE}}"}
        """
    ],
    secrets: ["kept": "hush"], process: ["OUTSIDE": "from outside"])

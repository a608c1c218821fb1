import Testing
import YAMLTree

@testable import OpenCollection

@Suite struct OutsideUseTests {
    @Test(
        "says what would be done, so that one sees where words end",
        arguments: [
            (.run(["pass", "show", "a b", "it's", ""]), "run pass show 'a b' 'it'\\''s' '' (secret T)"),
            (.read("../x"), "read ../x (secret T)"),
            (
                .keyring([KeyringAttribute("service", "api"), KeyringAttribute("account", "me")]),
                "look in the keyring for service=api, account=me (secret T)"
            ),
        ] as [(OutsideUse.Demand, String)])
    func text(demand: OutsideUse.Demand, text: String) {
        #expect(OutsideUse(demand, for: "secret T").text == text)
    }

    @Test(
        "credentials go to scheme, host and port; this machine is no origin",
        arguments: [
            ("https://API.example/v1?a=b", "https://api.example"), ("https://api.example:443/", "https://api.example"),
            ("http://api.example:8080", "http://api.example:8080"), ("http://127.0.0.1:8642/", nil),
            ("http://localhost:1/", nil), ("http://[::1]:1/", nil),
            ("http://127.evil.example/", "http://127.evil.example"),
            ("{{host}}/x", nil),
        ] as [(String, String?)])
    func origin(url: String, origin: String?) {
        var request = RequestDefinition()
        request.url = url
        request.auth = .bearer(token: "abc")
        request.headers = [Field("X-Plain", "1", origin: 0)]
        let collection = Collection(name: "c")
        let rendered = RequestRenderer.render(
            request, at: "a.yml", in: collection, scopes: VariableScopes(collection: collection),
            defaults: ClientDefaults(userAgent: "test"))
        let uses = rendered.credentialsPresented(in: "prod")
        let expected = origin.map {
            OutsideUse(
                .present(
                    PresentedCredential(
                        "token", of: .written("token", in: "a.yml", environment: "prod"), to: $0)),
                for: "credentials of a.yml, prod")
        }
        #expect(uses == [expected].compactMap { $0 })
    }

    @Test(
        "what a redirect left behind could go along to its origin, this machine too, unless the request says never",
        arguments: [
            (
                nil, "https://OTHER.example/x?y",
                ["send Authorization to https://other.example, where it has not been before"]
            ),
            (
                true, "http://127.0.0.1:81/",
                ["send Authorization to http://127.0.0.1:81, where it has not been before"]
            ),
            (false, "https://other.example/", []),
        ] as [(Bool?, String, [String])])
    func forwarded(setting: Bool?, target: String, texts: [String]) {
        var request = RequestDefinition()
        request.url = "https://api.example/v1"
        request.auth = .bearer(token: "abc")
        request.settings.forwardsAuthorization = setting
        request.headers = [Field("X-Plain", "1", origin: 0), Field("X-Api-Key", "1", origin: 1)]
        let collection = Collection(name: "c")
        let rendered = RequestRenderer.render(
            request, at: "a.yml", in: collection, scopes: VariableScopes(collection: collection),
            defaults: ClientDefaults(userAgent: "test"))
        let uses = rendered.credentialsForwarded(["Authorization"], to: target, in: "prod")
        #expect(uses.map(\.text) == texts.map { "\($0) (credentials of a.yml, prod)" })
        let all = rendered.credentialsForwarded(to: target, in: "prod")
        #expect(all.count == (setting == false ? 0 : 2))
    }

    @Test(
        "credentials without a header are bound to the file that defines them, as those in one are",
        arguments: [
            (Auth.apiKey(name: "key", value: "abc", placement: .query), "API key"),
            (
                .unsupported(AuthDetails(type: "oauth1", members: ["consumerKey": "a", "placement": "query"])),
                "consumer key"
            ),
        ])
    func withoutHeader(auth: Auth, name: String) {
        var request = RequestDefinition()
        request.url = "https://api.example/v1"
        request.auth = .inherit
        var root = FolderDefinition()
        root.auth = auth
        let collection = Collection(name: "c", root: root)
        let rendered = render(request, in: collection, VariableScopes(collection: collection))
        let credential = PresentedCredential(
            name, of: .written(name, in: "opencollection.yml", environment: nil), to: "https://api.example")
        #expect(rendered.credentialsPresented(in: nil).map(\.demand) == [.present(credential)])
    }

    private func render(
        _ request: RequestDefinition, in collection: Collection, _ scopes: VariableScopes
    ) -> RenderedRequest {
        RequestRenderer.render(
            request, at: "a.yml", in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: "test"))
    }

    @Test("codes, refresh tokens and tokens in the query go to other places than they came from")
    func tokens() {
        var request = RequestDefinition()
        request.url = "https://api.example/v1"
        let members: YAMLMapping = [
            "flow": "authorization_code", "accessTokenUrl": "https://login.example/t",
            "authorizationUrl": "https://page.example/a",
            "refreshTokenUrl": "https://again.example/t", "credentials": ["clientId": "c"],
            "tokenConfig": ["placement": ["query": "access_token"]], "settings": ["autoRefreshToken": true],
        ]
        request.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        let collection = Collection(name: "c")
        #expect(
            render(request, in: collection, VariableScopes(collection: collection)).credentialsPresented(in: nil)
                .map(\.text) == [
                    "send access_token to https://api.example (token of https://login.example)",
                    "send refresh_token to https://again.example (token of https://login.example)",
                    "send code to https://login.example (token of https://page.example)",
                ])
    }

    @Test("a secret of the environment flows in from every place of a request where it is used")
    func everyPlace() {
        var dev = EnvironmentDefinition(name: "dev", variables: [Variable("between", "{{TOKEN}}")])
        dev.variables.append(Variable("TOKEN", "", isSecret: true))
        let collection = Collection(name: "c", environments: [dev])
        let changes: [(inout RequestDefinition) -> Void] = [
            { $0.url = "https://api.example/{{TOKEN}}" }, { $0.url = "https://api.example/?a={{between}}" },
            { $0.url = "https://me:{{TOKEN}}@api.example/" }, { $0.headers = [Field("X-{{TOKEN}}", "1")] },
            { $0.headers = [Field("X", "{{TOKEN}}")] }, { $0.auth = .bearer(token: "{{TOKEN}}") },
            { $0.auth = .basic(username: "{{TOKEN}}", password: "") },
            { $0.auth = .apiKey(name: "k", value: "{{TOKEN}}", placement: .query) },
            { ($0.body.kind, $0.body.text) = (.json, "{\"a\": \"{{between}}\"}") },
        ]
        for (number, change) in changes.enumerated() {
            var request = RequestDefinition()
            request.url = "https://api.example/"
            change(&request)
            let scopes = VariableScopes(
                collection: collection, environment: dev, itemPath: "a.yml", request: request,
                secrets: { _ in "t0p" }, secretSource: { .entered($0, environment: "dev") })
            let uses = render(request, in: collection, scopes).credentialsPresented(in: "dev")
            #expect(uses.map(\.text) == ["send TOKEN to https://api.example (kept for dev)"], "\(number)")
        }
    }

    @Test("a secret that is still to be fetched is known before it is")
    func toFetch() {
        var dev = EnvironmentDefinition(name: "dev", variables: [])
        dev.variables.append(Variable("TOKEN", "", isSecret: true))
        let collection = Collection(name: "c", environments: [dev])
        var request = RequestDefinition()
        request.url = "https://api.example/?a={{TOKEN}}"
        let scopes = VariableScopes(
            collection: collection, environment: dev, itemPath: "a.yml", request: request,
            secretSource: { _ in .fetched(.command(["pass", "x"])) })
        let uses = render(request, in: collection, scopes).credentialsPresented(in: "dev")
        #expect(uses.map(\.text) == ["send TOKEN to https://api.example (from pass)"])
    }

    @Test(
        "a captured secret goes back where it came from without a question, and nowhere else; so does what is made of it"
    )
    func captured() {
        var captured = CapturedValues()
        let source = ValueSource.kept(
            "session", from: "res.body.t", isOfResponse: true, by: "login.yml", at: "https://API.example:443/x")
        captured.set("session", .string("abc"), isSecret: true, sources: [source])
        for (url, count) in [("https://api.example/y", 0), ("https://api.example:444/", 1), ("http://api.example/", 1)]
        {
            var request = RequestDefinition()
            request.url = url + "?s={{session}}"
            let collection = Collection(name: "c")
            let scopes = VariableScopes(collection: collection, request: request).adding(captured)
            #expect(render(request, in: collection, scopes).credentialsPresented(in: nil).count == count, "\(url)")
        }
        let copied = ValueSource.kept(
            "x", from: "TOKEN", isOfResponse: true, by: "a.yml", at: "https://api.example")
        #expect(copied.home == nil)
    }

    @Test(
        "a captured value that looks like a secret is bound to where it came from, whatever its name",
        arguments: [
            (#""ghp_16C7e42F292c6912E7710c838347Ae178B4a""#, 1), (#""4f9d02ab7c1e88d35a60""#, 1),
            (#""https://user:t0psecret@api.example/next""#, 1), (#"{"a": {"token": "abc"}}"#, 1),
            (#"[1, "4f9d02ab7c1e88d35a60"]"#, 1), (#""blue""#, 0), ("12345678901234567890", 0),
            (#"{"name": "a", "tokenType": "bearer"}"#, 0),
        ])
    func capturedLooks(json: String, count: Int) {
        var captured = CapturedValues()
        let source = ValueSource.kept(
            "x", from: "res.body.x", isOfResponse: true, by: "login.yml", at: "https://api.example/")
        captured.set("x", json: json, isSecret: false, sources: [source])
        for (host, expected) in [("api.example", 0), ("other.example", count)] {
            var request = RequestDefinition()
            request.url = "https://\(host)/"
            request.headers = [Field("X-Trace", "{{x}}")]
            let collection = Collection(name: "c")
            let scopes = VariableScopes(collection: collection, request: request).adding(captured)
            #expect(render(request, in: collection, scopes).credentialsPresented(in: nil).count == expected, "\(host)")
        }
    }

    @Test(
        "a secret in a host's name is not shown, and what is agreed to is bound to the real one",
        arguments: [
            ("t0p-secret", "https://{{HOST}}.api.example/", "https://••••.api.example"),
            ("t0p-secret", "https://{{HOST}}/", "https://••••"),
            ("abc", "https://{{HOST}}.abc.example/", "https://••••.abc.example"),
            ("T0P-Secret", "https://api.{{HOST}}.example:8443/", "https://api.••••.example:8443"),
        ])
    func secretHost(secret: String, url: String, shown: String) throws {
        var dev = EnvironmentDefinition(name: "dev", variables: [])
        dev.variables.append(Variable("HOST", "", isSecret: true))
        let collection = Collection(name: "c", environments: [dev])
        var request = RequestDefinition()
        request.url = url
        let scopes = VariableScopes(
            collection: collection, environment: dev, itemPath: "a.yml", request: request, secrets: { _ in secret },
            secretSource: { .entered($0, environment: "dev") })
        let rendered = RequestRenderer.render(
            request, at: "a.yml", in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: ""))
        let use = try #require(rendered.credentialsPresented(in: "dev").first)
        #expect(use.text == "send HOST to \(shown) (kept for dev)")
        #expect(use.credential?.origin == ServerOrigin(url.replacing("{{HOST}}", with: secret))?.text)
    }

    private static let companion = """
        version: 1
        secrets:
          A: {command: [pass, show, a]}
          B: {keyring: {service: api}}
        environments:
          prod:
            secrets:
              A: {command: [op, read, a]}
        """

    @Test("a secret's place is looked for in the environment, those it extends, and the collection")
    func sources() throws {
        let file = try CompanionFile.read(text: Self.companion)
        #expect(file.secretSource(of: "A", in: ["prod"]) == .command(["op", "read", "a"]))
        #expect(file.secretSource(of: "A", in: ["mine", "prod"]) == .command(["op", "read", "a"]))
        #expect(file.secretSource(of: "A", in: ["dev"]) == .command(["pass", "show", "a"]))
        #expect(file.secretSource(of: "B", in: ["prod"]) == .keyring([KeyringAttribute("service", "api")]))
        #expect(file.secretSource(of: "C", in: ["prod"]) == nil)
    }

    @Test(
        "what names no place is refused, with what was expected",
        arguments: [
            ("{command: []}", "secrets.A.command names no program: a list like [pass, show, api/token] was expected"),
            ("{keyring: {}}", "secrets.A.keyring names no entry: {service: my-api, account: me} was expected"),
            ("{file: x}", "secrets.A says neither command nor keyring"),
            ("pass show x", "secrets.A says neither command nor keyring"),
        ])
    func refused(source: String, message: String) {
        #expect {
            try CompanionFile.read(text: "version: 1\nsecrets:\n  A: \(source)\n")
        } throws: { ($0 as? FileProblem)?.message == message }
    }
}

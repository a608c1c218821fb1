import Testing
import YAMLTree

@testable import OpenCollection

@Suite("All that a collection could do outside of itself")
struct OutsideListingTests {
    private func request(_ path: ItemPath, _ change: (inout RequestDefinition) -> Void) -> CollectionItem {
        var definition = RequestDefinition()
        definition.url = "{{host}}/x"
        change(&definition)
        return CollectionItem(
            path: path, name: path.text, kind: .request(RequestFile(text: "", definition: definition)))
    }

    private static let oauth: YAMLMapping = [
        "flow": "client_credentials", "accessTokenUrl": "{{login}}/token",
        "credentials": ["clientId": "me", "clientSecret": "s3cret"],
    ]

    private func collection() -> Collection {
        let items = [
            request("a.yml") { $0.auth = .bearer(token: "t") },
            request("b.yml") { $0.auth = .bearer(token: "t") },
            request("o.yml") { $0.auth = .unsupported(AuthDetails(type: "oauth2", members: Self.oauth)) },
            request("s.yml") {
                $0.auth = .unsupported(AuthDetails(type: "awsv4", members: ["profileName": "work", "service": "x"]))
            },
        ]
        var dev = EnvironmentDefinition(
            name: "dev",
            variables: [Variable("host", "https://dev.example"), Variable("login", "https://login.example")])
        dev.dotEnvFilePath = "../dev.env"
        let local = EnvironmentDefinition(
            name: "local", variables: [Variable("host", "http://127.0.0.1:1"), Variable("login", "http://localhost")])
        var companion = CompanionFile()
        companion.secretSources["B"] = .command(["pass", "b"])
        companion.collection.graphQLSchema = "../schema.graphql"
        companion.secretSources["A"] = .command(["pass", "a"])
        companion.environments["dev", default: EnvironmentPolicies()].secretSources["A"] = .command(["pass", "dev-a"])
        return Collection(
            name: "c", items: items, environments: [dev, local], companion: companion)
    }

    private func uses(_ collection: Collection) -> [String] {
        collection.outsideUses(awsFile: "/keys/credentials") { environment, path, definition in
            VariableScopes(collection: collection, environment: environment, itemPath: path, request: definition)
        }.map(\.text)
    }

    @Test("programs, files and origins of all requests and environments are listed, each once; this machine is none")
    func all() {
        let files = uses(collection()).filter { $0.hasSuffix(" (file of the collection)") }
        #expect(
            uses(collection()).filter { !files.contains($0) } == [
                "run pass a (secret A)", "run pass b (secret B)", "run pass dev-a (secret A)",
                "read ../dev.env (variables of dev)", "read ../schema.graphql (GraphQL schema)",
                "send token to https://dev.example (credentials of a.yml, dev)",
                "send token to https://dev.example (credentials of b.yml, dev)",
                "send client secret to https://login.example (credentials of o.yml, dev)",
                "send access_token to https://dev.example (token of https://login.example)",
                "take keys from /keys/credentials (AWS profiles)",
                "send AWS keys to https://dev.example (AWS profile)",
            ])
        let paths = [
            "opencollection.yml", "microscope.yaml", "environments/dev.yml", "environments/local.yml", "a.yml", "b.yml",
            "o.yml",
            "s.yml",
        ]
        #expect(files == paths.map { "read \($0) (file of the collection)" })
    }

    @Test("of a request its credentials alone are rendered: what the rest lacks is not missed")
    func credentials() {
        var collection = collection()
        var definition = RequestDefinition()
        definition.url = "{{nobody}}"
        definition.headers = [Field("X", "{{nobody}}")]
        definition.auth = .inherit
        collection.root.auth = .unsupported(AuthDetails(type: "oauth2", members: Self.oauth))
        let scopes = VariableScopes(collection: collection, itemPath: "n.yml", request: definition)
        let rendered = RequestRenderer.credentials(of: definition, at: "n.yml", in: collection, scopes: scopes)
        #expect(rendered.missing.map(\.name) == ["login"] && rendered.problems.isEmpty)
        guard case .oauth2(let settings)? = rendered.credential else {
            Issue.record("no credentials")
            return
        }
        #expect(settings.clientID == "me" && rendered.secrets.named.map(\.value).contains("s3cret"))
    }
}

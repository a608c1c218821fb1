import OpenCollection
import Testing

@testable import Interchange

@Suite("Exported values that are no secrets")
struct PublicValuesTests {
    private static let process = [
        "BASE_URL": "https://api.example.test", "USER": "root", "SHOWN_TOKEN": "demo-t0ken",
        "SIGNED_URL": "https://ann:hunter2pw@h.example", "BARE_TOKEN": "t0p-secret-1",
    ]

    private static func collection(_ publicNames: Set<String>) -> OpenCollection.Collection {
        var collection = OpenCollection.Collection(name: "T")
        collection.companion.publicNames = publicNames
        return collection
    }

    private static func export(
        publicNames: Set<String> = [], _ change: (inout RequestDefinition) -> Void
    ) throws -> (curl: String, swift: String) {
        var definition = RequestDefinition()
        definition.url = "https://h/"
        change(&definition)
        let collection = collection(publicNames)
        let environment = EnvironmentDefinition(name: "e", variables: [Variable("demoPassword", "s3samei0pen")])
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: "a.yml", request: definition,
            processEnvironment: process)
        return (
            try CurlExport(definition, at: "a.yml", in: collection, scopes: scopes).text(),
            SwiftExport(definition, at: "a.yml", in: collection, scopes: scopes).text(.request)
        )
    }

    @Test("a variable of the process that is no secret is written with its value")
    func plain() throws {
        let text = try Self.export {
            $0.url = "{{process.env.BASE_URL}}/users"
            $0.headers = [Field("X-User", "{{process.env.USER}}")]
        }
        #expect(text.curl.contains("curl https://api.example.test/users") && text.curl.contains("X-User: root"))
        #expect(!text.curl.contains("$"))
        #expect(text.swift.contains("https://api.example.test") && text.swift.contains("\"root\""))
    }

    @Test("one that is a secret stays a variable, and its value's scheme is not written twice")
    func secret() throws {
        let signed = try Self.export { $0.url = "{{process.env.SIGNED_URL}}/users" }
        #expect(signed.curl.contains("\"$SIGNED_URL/users\"") && !signed.curl.contains("hunter2pw"))
        #expect(!signed.curl.contains("http://") && !signed.swift.contains("http://"))
        #expect(!signed.swift.contains("hunter2pw"))
        let bare = try Self.export { $0.url = "{{process.env.BARE_TOKEN}}.example.test/" }
        #expect(bare.curl.contains("\"http://$BARE_TOKEN.example.test/\""))
        #expect(!bare.curl.contains("t0p-secret") && !bare.swift.contains("t0p-secret"))
    }

    @Test("a header, a password and a variable that notSecret lists are written with their values")
    func listed() throws {
        let change: (inout RequestDefinition) -> Void = {
            $0.headers = [
                Field("X-Api-Key", "abcdef123456"), Field("X-Shown", "{{process.env.SHOWN_TOKEN}}"),
            ]
            $0.auth = .basic(username: "ann", password: "{{demoPassword}}")
        }
        let hidden = try Self.export(change)
        for value in ["abcdef123456", "s3samei0pen", "demo-t0ken"] {
            #expect(!hidden.curl.contains(value) && !hidden.swift.contains(value))
        }
        let shown = try Self.export(publicNames: ["X-Api-Key", "demoPassword", "SHOWN_TOKEN"], change)
        for value in ["abcdef123456", "s3samei0pen", "demo-t0ken"] {
            #expect(shown.curl.contains(value), "\(shown.curl)")
            #expect(shown.swift.contains(value), "\(shown.swift)")
        }
        #expect(!shown.curl.contains("$"))
    }
}

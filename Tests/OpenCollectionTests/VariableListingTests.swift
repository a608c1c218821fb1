import Testing

@testable import OpenCollection

@Suite("Variables in sight, as a list")
struct VariableListingTests {
    private func scopes(session: [String: TypedValue] = [:]) -> VariableScopes {
        var collection = Collection(name: "C")
        collection.root.variables = [Variable("host", "root"), Variable("url", "{{host}}/{{token}}")]
        var environment = EnvironmentDefinition(
            name: "dev",
            variables: [
                Variable("host", "dev"), Variable("token", "", isSecret: true), Variable("lost", "", isSecret: true),
            ])
        environment.dotEnvFilePath = "dev.env"
        collection.environments = [environment]
        return VariableScopes(
            collection: collection, environment: environment, session: session,
            environmentFiles: ["dev": ["fromFile": "f", "host": "file", "lost": "found"]],
            secrets: { $0 == "token" ? "t" : nil })
    }

    private func listing(_ name: String, in scopes: VariableScopes) throws -> VariableListing {
        try #require(scopes.listings.first { $0.name == name })
    }

    @Test("each name stands once, with where it comes from and what it hides")
    func list() throws {
        let scopes = scopes(session: ["host": "mine"])
        #expect(scopes.listings.map(\.name) == ["__name__", "fromFile", "host", "lost", "token", "url"])
        let host = try listing("host", in: scopes)
        #expect(host.state == .value("mine") && host.scope == .session)
        #expect(host.shadowed.map(\.scope) == [.environment("dev"), .environment("dev"), .collection])
    }

    @Test(
        "what holds a secret is one; the file of an environment comes after its own names, and gives values to its secrets"
    )
    func values() throws {
        let scopes = scopes()
        #expect(try listing("url", in: scopes).isSecret)
        #expect(try listing("host", in: scopes).state == .value("dev"))
        let file = try listing("fromFile", in: scopes)
        #expect(file.state == .value("f") && file.place == "dev.env" && file.scope == .environment("dev"))
        #expect(try listing("lost", in: scopes).state == .value("found"))
    }

    @Test("a secret without a value and a circle say so")
    func missing() throws {
        var collection = Collection(name: "C")
        collection.root.variables = [Variable("a", "{{b}}"), Variable("b", "{{a}}")]
        let environment = EnvironmentDefinition(name: "dev", variables: [Variable("s", "", isSecret: true)])
        let scopes = VariableScopes(collection: collection, environment: environment)
        #expect(try listing("s", in: scopes).state == .secretWithoutValue)
        #expect(try listing("a", in: scopes).state == .cycle(["a", "b", "a"]))
    }
}

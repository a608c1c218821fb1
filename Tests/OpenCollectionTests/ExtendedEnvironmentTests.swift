import Testing

@testable import OpenCollection

@Suite struct ExtendedEnvironmentTests {
    private func environment(_ name: String, _ variables: [Variable], extends: String?) -> EnvironmentDefinition {
        var environment = EnvironmentDefinition(name: name, variables: variables)
        environment.extends = extends
        return environment
    }

    private func scopes(_ environments: [EnvironmentDefinition]) -> VariableScopes {
        let root: FolderDefinition = {
            var root = FolderDefinition()
            root.variables = [Variable("a", "root"), Variable("z", "root")]
            return root
        }()
        let collection = Collection(name: "c", root: root, environments: environments)
        return VariableScopes(
            collection: collection, environment: environments.first, secrets: { $0 == "key" ? "hidden" : nil })
    }

    @Test("an environment's own variables win over those of the one it extends, which win over the collection's")
    func order() {
        let scopes = scopes([
            environment("dev", [Variable("a", "dev")], extends: "base"),
            environment("base", [Variable("a", "base"), Variable("b", "base")], extends: nil),
        ])
        #expect(scopes.resolve("{{a}} {{b}} {{z}} {{__name__}}").text == "dev base root dev")
        #expect(scopes.value(of: "b")?.place == "environments/base.yml")
        #expect(scopes.value(of: "a")?.shadowed.map(\.value) == ["base", "root"])
    }

    @Test("secrets of the extended environment are secrets")
    func secrets() {
        let scopes = scopes([
            environment("dev", [], extends: "base"),
            environment("base", [Variable("key", "", isSecret: true)], extends: nil),
        ])
        #expect(scopes.value(of: "key")?.value == "hidden")
        #expect(scopes.secretValues.map(\.value) == ["hidden"])
    }

    @Test("environments that extend each other, or one that is not there, end the way")
    func circle() {
        let circle = [
            environment("dev", [Variable("a", "dev")], extends: "base"),
            environment("base", [Variable("b", "base")], extends: "dev"),
        ]
        #expect(scopes(circle).resolve("{{a}} {{b}}").text == "dev base")
        #expect(scopes([environment("dev", [Variable("a", "dev")], extends: "none")]).resolve("{{a}}").text == "dev")
    }
}

import Testing
import YAMLTree

@testable import OpenCollection

/// Saves a file as Bruno does: with its own keys in its own order, everything else gone.
private enum BrunoSave {
    /// Returns a request without comments, style, unknown keys, and what Bruno's model does not have.
    static func request(_ text: String) throws -> String {
        var definition = try RequestFile.read(text: text, path: "f.yml").definition
        definition.sequence = definition.sequence ?? 1
        definition.actions.removeAll { $0.phase != "after-response" }
        for index in definition.actions.indices { definition.actions[index].scope = "runtime" }
        definition.scripts = ["before-request", "after-response", "tests"].compactMap { type in
            definition.scripts.last { $0.type == type }
        }
        for index in definition.scripts.indices {
            definition.scripts[index].code = definition.scripts[index].code.trimmingWhitespace()
        }
        if !definition.bodyVariants.isEmpty { (definition.bodyVariants, definition.body) = ([], RequestBody()) }
        for index in definition.variables.indices where !definition.variables[index].variants.isEmpty {
            definition.variables[index].variants = []
            (definition.variables[index].value, definition.variables[index].type) = ("[object Object]", .string)
        }
        if !definition.settings.isPresent { definition.settings = RequestDefinition.fresh(named: "").settings }
        return RequestFile.newText(for: definition)
    }

    static func folder(_ text: String) throws -> String {
        var definition = try FolderFile.read(text: text, path: "folder.yml").definition
        definition.tags = []
        definition.description = nil
        (definition.settings, definition.graphQLSettings) = (RequestSettings(), RequestSettings())
        return FolderFile.newText(for: definition)
    }

    static func environment(_ text: String) throws -> String {
        var definition = try EnvironmentFile.read(text: text, name: "dev", path: "e.yml").definition
        (definition.description, definition.extends, definition.dotEnvFilePath) = (nil, nil, nil)
        definition.certificates = []
        return EnvironmentFile.newText(for: definition)
    }
}

@Suite("A collection that Bruno saved") struct BrunoSaveTests {
    private static let withoutVariants = StyledFile.all.filter { $0.id != "whole" && $0.id != "mixed" }

    @Test("says what is sent as before", arguments: withoutVariants)
    func requests(style: StyledFile) throws {
        let before = try RequestFile.read(text: style.text, path: "f.yml").definition
        let after = try RequestFile.read(text: BrunoSave.request(style.text), path: "f.yml").definition
        #expect(after.kind == before.kind)
        #expect(after.url == before.url)
        #expect(rows(after) == rows(before))
        #expect(after.auth == before.auth)
        #expect(after.assertions.map(\.expression) == before.assertions.map(\.expression))
        var (sent, wanted) = (Sample(), Sample())
        (sent.definition, wanted.definition) = (after, before)
        sent.definition.settings = before.settings
        #expect(sent.rendered() == wanted.rendered())
    }

    private func rows(_ definition: RequestDefinition) -> [String] {
        (definition.headers + definition.parameters.map(\.field) + definition.body.form).map {
            "\($0.name)=\($0.value) \($0.isEnabled)"
        } + definition.variables.map { "\($0.name)=\($0.value) \($0.type) \($0.isEnabled) \($0.isSecret)" }
    }

    @Test("policies stand in microscope.yaml, by path: no file of the format holds any of them")
    func policies() throws {
        let companion = try CompanionFile.read(
            text: "version: 1\nrequests: {f.yml: {retry: {count: 3}}}\nfolders: {users: {tls: {verify: false}}}\n")
        let file = try RequestFile.read(text: BrunoSave.request(StyledFile.bruno), path: "f.yml")
        let item = CollectionItem(path: "f.yml", name: "f", kind: .request(file))
        let collection = Collection(name: "c", items: [item], companion: companion)
        #expect(collection.effectivePolicies(at: "f.yml").retry?.value.count == 3)
        #expect(collection.effectivePolicies(at: "users/x.yml").verifiesTLS?.value == false)
    }

    @Test("folders and environments keep what sends take from them")
    func defaults() throws {
        let folder =
            "info: {name: U, seq: 2, tags: [a]}\nrequest:\n  headers: [{name: A, value: b}]\n  auth: {type: basic, username: u, password: p}\n  variables: [{name: v, value: {type: number, data: \"1\"}}]\ndocs: D # d\n"
        let before = try FolderFile.read(text: folder, path: "folder.yml").definition
        let after = try FolderFile.read(text: BrunoSave.folder(folder), path: "folder.yml").definition
        #expect(after.headers == before.headers && after.auth == before.auth && after.variables == before.variables)
        #expect(after.docs == "D" && after.sequence == 2 && after.name == "U")
        let environment = "name: x\nvariables:\n  - {name: a, value: b, disabled: true}\n  - {secret: true, name: k}\n"
        let old = try EnvironmentFile.read(text: environment, name: "dev", path: "e.yml").definition
        let new = try EnvironmentFile.read(text: BrunoSave.environment(environment), name: "dev", path: "e.yml")
        #expect(new.definition.variables == old.variables)
    }

    @Test("what is lost is what Bruno does not know: variants")
    func lost() throws {
        let after = try RequestFile.read(text: BrunoSave.request(StyledFile.whole), path: "f.yml").definition
        #expect(after.body.kind == .none)
        #expect(after.variables.map(\.name) == ["v"])
        #expect(after.examples.count == 2)
        #expect(
            try RequestFile.read(text: StyledFile.whole, path: "f.yml").notes.contains {
                $0.message.contains("lost when it saves")
            })
    }
}

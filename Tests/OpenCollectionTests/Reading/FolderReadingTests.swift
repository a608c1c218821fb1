import Testing

@testable import OpenCollection

@Suite struct FolderReadingTests {
    @Test("a folder's file holds defaults")
    func folder() throws {
        let text = """
            info: {name: Users, type: folder, seq: 2}
            request:
              headers: [{name: A, value: 1}]
              auth: {type: bearer, token: t}
              variables: [{name: v, value: {type: object, data: "{}"}}]
            docs: {content: Words, type: text/markdown}
            """
        let (folder, name) = try FolderDefinition.read(text: text, path: "users/folder.yml")
        #expect(name == "Users" && folder.hasFile && folder.sequence == 2 && folder.docs == "Words")
        #expect(folder.headers == [Field("A", "1", origin: 0)])
        #expect(folder.auth == .bearer(token: "t"))
        #expect(folder.variables == [Variable("v", "{}", type: .object, origin: 0)])
    }

    @Test("an empty file is a folder without defaults; a slot that is no whole number is none")
    func empty() throws {
        #expect(try FolderDefinition.read(text: "", path: "folder.yml").definition.hasFile)
        #expect(try FolderDefinition.read(text: "info: {seq: 1.5}", path: "folder.yml").definition.sequence == nil)
    }

    @Test("an environment is named by its file")
    func environment() throws {
        let text =
            "name: Other\ncolor: \"#fff\"\nvariables:\n  - {name: a, value: b, disabled: true}\n  - {secret: true, name: s}\n"
        let environment = try EnvironmentDefinition.read(text: text, name: "prod", path: "environments/prod.yml")
        #expect(environment.name == "prod" && environment.color == "#fff")
        #expect(
            environment.variables == [
                Variable("a", "b", isEnabled: false, origin: 0), Variable("s", "", isSecret: true, origin: 1),
            ])
    }
}

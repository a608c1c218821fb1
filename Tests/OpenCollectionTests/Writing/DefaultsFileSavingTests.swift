import Testing
import YAMLTree

@testable import OpenCollection

private let folderText = """
    # Users.
    info:
      name: Users # shown
      type: folder
      seq: 2
      tags: [a]
    request:
      headers:
        # who
        - name: A
          value: "1" # one
      auth: inherit
      variables:
        - {name: v, value: w}
      actions:
        - type: set-variable
          phase: after-response
          selector: {expression: res.body.id, method: jsonq}
          variable: {name: id, scope: runtime}
      settings:
        http: {timeout: 5, encodeUrl: inherit}
    docs:
      content: Words.
      type: text/markdown
    x-ours: kept

    """

private let rootText = """
    opencollection: 1.0.0
    info:
      name: Shop
      summary: All of it. # short
      version: 1.10
      authors:
        - name: Ada
          email: ada@h # work
    config:
      proxy:
        inherit: false
        config:
          protocol: http
          hostname: proxy # the old one
          port: 8080
          auth: {username: u, password: p}
      clientCertificates:
        - domain: h
          type: pem
          certificateFilePath: c.pem
          privateKeyFilePath: k.pem # key
      protobuf:
        protoFiles: [{type: file, path: a.proto}]
        importPaths: [{path: protos, disabled: true}]
    request:
      auth: {type: bearer, token: t}
    bundled: false
    extensions:
      bruno:
        ignore: [node_modules] # theirs
      other: {a: 1}

    """

private let environmentText = """
    name: dev
    color: red # alarm
    variables:
      # where
      - name: host
        value: http://h
      - secret: true
        name: key
        type: number
    externalSecrets:
      type: aws-secrets-manager
      variables:
        - name: token # vault
          secretName: prod/token
    extends: base

    """

@Suite("Saving folders, the root and environments") struct DefaultsFileSavingTests {
    private func folder(_ piece: String, _ other: String, _ edit: (inout FolderDefinition) -> Void) throws {
        for style in [folderText, folderText.replacing("\n", with: "\r\n"), String(folderText.dropLast())] {
            let file = try FolderFile.read(text: style, path: "users/folder.yml")
            expectSame(try file.saving(file.definition), style)
            var definition = file.definition
            edit(&definition)
            let end = style.contains("\r\n") ? "\r\n" : "\n"
            let (piece, other) = (piece.replacing("\n", with: end), other.replacing("\n", with: end))
            expectSame(try file.saving(definition), style.replacing(piece, with: other))
        }
    }

    private func root(
        _ piece: String, _ other: String, _ edit: (inout CollectionInfo, inout FolderDefinition) -> Void
    ) throws {
        let file = try CollectionRootFile.read(text: rootText, path: "opencollection.yml")
        var (info, defaults) = (file.info, file.defaults)
        expectSame(try file.saving(info, defaults: defaults), rootText)
        edit(&info, &defaults)
        expectSame(try file.saving(info, defaults: defaults), rootText.replacing(piece, with: other))
    }

    private func environment(_ piece: String, _ other: String, _ edit: (inout EnvironmentDefinition) -> Void) throws {
        let file = try EnvironmentFile.read(text: environmentText, name: "dev", path: "environments/dev.yml")
        expectSame(try file.saving(file.definition), environmentText)
        var definition = file.definition
        edit(&definition)
        expectSame(try file.saving(definition), environmentText.replacing(piece, with: other))
    }

    @Test("a folder's values are edited where they stand")
    func folders() throws {
        try folder("name: Users #", "name: People #") { $0.name = "People" }
        try folder("  seq: 2\n", "") { $0.sequence = nil }
        try folder("[a]\n", "[a]\n  description: Who.\n") { $0.description = "Who." }
        try folder("value: \"1\" # one", "value: \"2\" # one") { $0.headers[0].value = "2" }
        try folder("  headers:\n    # who\n    - name: A\n      value: \"1\" # one\n", "") { $0.headers = [] }
        try folder("auth: inherit", "auth:\n    type: bearer\n    token: t") { $0.auth = .bearer(token: "t") }
        try folder("expression: res.body.id,", "expression: res.body.key,") {
            $0.actions[0].expression = "res.body.key"
        }
        try folder("timeout: 5", "timeout: 9") { $0.settings.timeoutInMilliseconds = 9 }
        try folder("content: Words.", "content: Other.") { $0.docs = "Other." }
    }

    @Test("what the collection says of itself is edited where it stands")
    func roots() throws {
        try root("summary: All of it. #", "summary: \"No: more\" #") { info, _ in info.summary = "No: more" }
        try root("email: ada@h #", "email: ada@x #") { info, _ in info.authors[0].email = "ada@x" }
        try root("hostname: proxy #", "hostname: other #") { info, _ in info.proxy?.server?.host = "other" }
        try root("port: 8080", "port: 8081") { info, _ in info.proxy?.server?.port = "8081" }
        try root(
            "      privateKeyFilePath: k.pem # key\n", "      privateKeyFilePath: k.pem # key\n      disabled: true\n"
        ) {
            info, _ in info.certificates[0].isEnabled = false
        }
        try root("path: a.proto", "path: b.proto") { info, _ in info.protobuf.files[0] = "b.proto" }
        try root("    - domain: h\n", "    - domain: h2\n") { info, _ in info.certificates[0].domain = "h2" }
        try root("token: t", "token: u") { _, defaults in defaults.auth = .bearer(token: "u") }
        try root("other: {a: 1}", "other: {a: 2}") { info, _ in info.extensions["other"] = ["a": 2] }
        try root("  version: 1.10\n", "") { info, _ in info.version = nil }
    }

    @Test("an environment's values are edited where they stand")
    func environments() throws {
        try environment("value: http://h\n", "value: http://x\n") { $0.variables[0].value = "http://x" }
        try environment("color: red #", "color: blue #") { $0.color = "blue" }
        try environment("    type: number\n", "    type: number\n    disabled: true\n") {
            $0.variables[1].isEnabled = false
        }
        try environment("    type: number\n", "") { $0.variables[1].type = .string }
        try environment("prod/token", "stage/token") { $0.externalSecrets?.variables[0].value = "stage/token" }
        try environment("extends: base\n", "") { $0.extends = nil }
    }

    @Test("a secret that is shown loses its type, a value that is hidden leaves the file")
    func secrecy() throws {
        try environment("    value: http://h\n", "    secret: true\n") {
            $0.variables[0].isSecret = true
            $0.variables[0].value = ""
        }
    }

    @Test("everything is read")
    func reading() throws {
        let root = try CollectionRootFile.read(text: rootText, path: "opencollection.yml")
        #expect(root.info.version == "1.1")
        #expect(root.info.proxy?.server?.auth?.password == "p")
        #expect(root.info.certificates.first?.keyPath == "k.pem")
        #expect(root.info.protobuf.importPaths == [.init("protos", isEnabled: false, origin: 0)])
        #expect(root.defaults.notes.isEmpty)
        let folder = try FolderFile.read(text: folderText, path: "folder.yml").definition
        #expect(folder.settings.inherited == [.encodeUrl])
        #expect(folder.notes.map(\.message) == ["x-ours in the file is not known; it is kept"])
        let environment = try EnvironmentFile.read(text: environmentText, name: "dev", path: "e.yml").definition
        #expect(environment.variables[1] == Variable("key", "", type: .number, isSecret: true, origin: 1))
        #expect(environment.externalSecrets?.variables.first?.key == "secretName")
    }

    @Test("new files look as Bruno writes them")
    func new() throws {
        expectSame(
            FolderFile.newText(for: .fresh(named: "Users", sequence: 2)),
            "info:\n  name: Users\n  type: folder\n  seq: 2\n\nrequest:\n  auth: inherit\n")
        expectSame(
            CollectionRootFile.newText(named: "My API"),
            """
            opencollection: 1.0.0

            info:
              name: My API
            bundled: false
            extensions:
              bruno:
                ignore:
                  - node_modules
                  - .git

            """)
        var environment = EnvironmentDefinition(name: "dev", variables: [Variable("a", "b")], color: "#00ff00")
        environment.variables.append(Variable("key", "", isSecret: true))
        expectSame(
            EnvironmentFile.newText(for: environment),
            """
            name: dev
            color: "#00ff00"
            variables:
              - name: a
                value: b
              - secret: true
                name: key

            """)
        #expect(
            try EnvironmentFile.read(text: EnvironmentFile.newText(for: environment), name: "dev", path: "e.yml")
                .definition.variables.map(\.name) == ["a", "key"])
    }
}

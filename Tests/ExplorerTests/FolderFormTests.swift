import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The forms of folders and of the collection")
struct FolderFormTests {
    /// The cursor in the form of the folder Users, which has no file.
    private var folder: ExplorerState {
        var state = Explorers.state()
        state.press("k", "i")
        return state
    }

    private func saved(_ effects: [Effect]) -> SaveOrder? {
        effects.lazy.compactMap { if case .save(let order, _) = $0.order { order } else { nil } }.first
    }

    @Test("every field of the format's tables is in the form, and takes back what it says")
    func tables() throws {
        var policies = RequestPolicies()
        policies.retry = RetrySettings(count: 1)
        let certificate = ClientCertificate(type: "pem", domain: "a.test", path: "a.pem")
        var info = CollectionInfo()
        info.certificates = [certificate]
        let content = FormContent.collection(
            CollectionContent(info: info, defaults: FolderDefinition(), policies: policies))
        var builder = FormBuilder(content, FormSurroundings())
        builder.addCollectionInfo()
        builder.addProxy()
        builder.addCertificates()
        builder.addOptions()
        let form = builder.form
        var fields = CollectionInfo.entries.map(\.key).filter { $0.hasPrefix("info.") }
        fields += ProxySettings.entries.map { "proxy.\($0.key)" } + RequestPolicies.entries.map { "policy.\($0.key)" }
        fields += ["settings", "graphql"].flatMap { name in RequestSettings.entries.map { "\(name).\($0.key)" } }
        #expect(fields.count == 3 + 9 + 20 + 10)
        for field in fields {
            let input = try #require(form.inputs[.value(field)], "\(field)")
            var changed = content
            let text =
                switch input.kind {
                case .choice(let words, _): words[0]
                case .request: "login.yml"
                default: Self.texts[field] ?? "200"
                }
            #expect(
                input.write(&changed, text) == nil && changed != content, "\(field)")
        }
        for entry in ClientCertificate.entries {
            let column = try #require(FormColumn(rawValue: entry.key), "\(entry.key)")
            #expect(form.inputs[.cell(.certificates, row: 0, column)] != nil, "\(entry.key)")
        }
    }

    /// Texts of fields that hold no number such as 200.
    private static let texts = [
        "proxy.config.port": "80", "policy.retry.methods": "GET", "policy.retry.count": "2",
        "policy.connection.unixSocket": "/a.sock", "policy.connection.resolve": "a.test:80:10.0.0.1",
        "policy.connection.connectTo": "a.test:80",
    ]

    @Test("a folder without folder.yml gets one when it first says something, with auth inherited")
    func newFile() throws {
        var state = folder
        #expect(state.screen.contains("no users/folder.yml yet: the first save creates it"))
        #expect(state.screen.contains("Auth inherit"))
        #expect(state.session?.draft.isDirty == false)
        state.press("a")
        state.type("X-Team")
        state.press(.tab)
        state.type("blue")
        state.press(.escape)
        let effects = state.press("w")
        let order = try #require(saved(effects))
        #expect(order.isNew && order.path.editedFile == "users/folder.yml")
        let text = try order.base.saving(order.content)
        #expect(
            text == """
                info:
                  name: users
                  type: folder

                request:
                  auth: inherit
                  headers:
                    - name: X-Team
                      value: blue

                """)
        let file = try FormFile.read(text: text, at: "users")
        let save = try #require(effects.first { $0.key == .save("users") })
        _ = update(&state, save.reply(SaveResult.written(SavedFile(file))))
        #expect(state.screen.contains("users/folder.yml, 2 items") && state.current.dirtyPaths.isEmpty)
        guard case .folder(let definition, let children)? = state.collection.item(at: "users")?.kind else {
            Issue.record("it is no folder")
            return
        }
        #expect(definition.headers.map(\.name) == ["X-Team"] && children.count == 2)
    }

    @Test("a header of the folder is sent with its requests before it is saved")
    func inherited() {
        var state = folder
        state.press("a")
        state.type("X-Team")
        state.press(.tab)
        state.type("blue")
        state.press(.escape, "1", "j")
        state.press("2", "]")
        #expect(state.screen.contains("X-Team") && state.screen.contains("blue · folder users"))
    }

    @Test("a request shows the connection that its environment gives it, unless a folder says otherwise")
    func connectionOfEnvironment() {
        var collection = Explorers.collection
        var connection = ConnectionSettings()
        connection.unixSocket = "/run/api.sock"
        collection.companion.environments["local", default: EnvironmentPolicies()].connection = connection
        var state = Explorers.state(collection, columns: 120, rows: 50)
        state.press("2", "]", "]", "]", "]")
        #expect(state.screen.contains("/run/api.sock (environment"), "\(state.screen)")
        connection.unixSocket = "/run/folder.sock"
        state.collection.companion.folders["users", default: RequestPolicies()].connection = connection
        #expect(state.screen.contains("/run/folder.sock (folder users"), "\(state.screen)")
    }

    @Test("settings of the folder hold for requests that do not say otherwise")
    func settings() {
        var state = folder
        state.press("]", "]", "]", .enter)
        state.type("250")
        state.press(.escape, "1", "j")
        let content = state.session?.draft.content
        #expect(content.map { state.rendered($0, at: "users/get.yml").timeout } == .milliseconds(250))
        state.press("2", "]", "]", "]", "]")
        #expect(state.screen.contains("Timeout           250 (inherited; "))
    }

    @Test("what the collection says for GraphQL requests is shown in the folder as inherited")
    func inheritedGraphQL() {
        var state = folder
        state.collection.root.graphQLSettings.timeoutInMilliseconds = 750
        state.press("]", "]", "]")
        #expect(state.screen.contains("750 (inherited; "), "\(state.screen)")
    }

    @Test("policies of a folder go to microscope.yaml")
    func policies() throws {
        var state = folder
        for _ in 0..<3 { state.press("]") }
        // The connection, literal names and the schema come last.
        state.press("G", .up, .up, .up, .up, .up, .up, .up, .up, .up, .up, .enter)
        state.type("3")
        state.press(.escape)
        let order = try #require(saved(state.press("w")))
        #expect(order.formerPolicies != nil && order.content.policies.retry?.count == 3)
        #expect(
            try CompanionFile().saving(order.content.policies, for: .folder("users")).text.contains(
                "folders:\n  users:\n    retry:"))
    }

    @Test("whether it is kept in the history is an option of a folder: yes, no, or as what is around it says")
    func history() throws {
        var state = folder
        for _ in 0..<3 { state.press("]") }
        state.press("G", .up, .up, .up, .up, .up, .up, .up, .up)
        #expect(state.screen.contains("Keep in history   yes (default; yes or no"), "\(state.screen)")
        state.press(.enter)
        state.type("no")
        state.press(.enter)
        let order = try #require(saved(state.press("w")))
        #expect(order.formerPolicies != nil && order.content.policies.keepsHistory == false)
        let text = try CompanionFile().saving(order.content.policies, for: .folder("users")).text
        #expect(text.contains("folders:\n  users:\n    history: false\n"))
    }

    @Test("the collection says its name, its proxy and its certificates")
    func collection() throws {
        var state = Explorers.state()
        state.press("g", "i", .enter)
        #expect(state.context == .edit)
        state.type(" 2")
        state.press(.escape)
        #expect(state.session?.draft.form.info.name == "Sample 2")
        state.press("u", "[", "[", "[")
        #expect(state.screen.contains("No client certificates. a adds one"))
        state.press("a")
        state.type("*.example.com")
        state.press(.escape, "j", .enter)
        state.type("client.pem")
        state.press(.escape)
        #expect(
            state.session?.draft.form.info.certificates == [
                ClientCertificate(type: "pem", domain: "*.example.com", path: "client.pem")
            ])
        state.press("[", "j", "j", "j", "j", .enter)
        state.type("99999")
        #expect(state.screen.contains("Port: a number from 1 to 65535"))
        state.press(.control("u"))
        state.type("3128")
        state.press(.escape)
        #expect(state.session?.draft.form.info.proxy?.server?.port == "3128")
        let order = try #require(saved(state.press("w")))
        #expect(order.path == .root && order.path.editedFile == "opencollection.yml")
    }

    @Test("an edit of a folder is journalled, listed when quitting, and comes back")
    func restored() throws {
        var state = folder
        state.press("]", "]", "a")
        let typed = state.type("v")
        guard case .journal(let entry)? = typed.last?.order else {
            Issue.record("nothing was journalled")
            return
        }
        state.press(.escape, "q")
        #expect(state.screen.contains("Unsaved: users/folder.yml"))
        let text = try entry.base.saving(entry.content)
        let restored = RestoredDraft(
            path: "users", file: try FormFile.read(text: text, at: "users"), policies: entry.content.policies,
            diskText: entry.diskText)
        var again = Explorers.state()
        let effects = update(&again, .draftsRestored([restored], collection: "/sample"))
        let open = try #require(effects.first { $0.key == .open("users") })
        _ = update(
            &again, open.reply(OpenedItem.file(.newFolder(at: "users"), exists: false)))
        again.press("k", "2", "]", "]")
        #expect(again.session?.draft.form.variables.map(\.name) == ["v"])
        #expect(again.session?.draft.isDirty == true && again.session?.draft.hasFile == false)
    }

    @Test("what someone else wrote meanwhile is noticed by the save, and merged into the draft")
    func conflict() throws {
        var collection = Explorers.collection
        guard case .folder(var definition, let children) = collection.items[0].kind else {
            Issue.record("it is no folder")
            return
        }
        definition.hasFile = true
        definition.name = "Users"
        collection.items[0].kind = .folder(definition, children)
        var state = Explorers.state(collection)
        state.press("k", "i", "a")
        state.type("X-Mine")
        state.press(.escape)
        let save = try #require(state.press("w").last)
        let theirs = try FormFile.read(text: "info: {name: Theirs, type: folder}\n", at: "users")
        _ = update(&state, save.reply(SaveResult.changedMeanwhile(onDisk: theirs)))
        #expect(state.session?.draft.isDirty == true && state.screen.contains("› Theirs"))
        let order = try #require(saved(state.press("w")))
        let text = try order.base.saving(order.content)
        #expect(text.hasPrefix("info: {name: Theirs, type: folder}\n") && text.contains("X-Mine"))
    }
}

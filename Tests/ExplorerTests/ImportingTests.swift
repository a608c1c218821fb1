import ExplorerKit
import Foundation
import Imports
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Importing on screen")
struct ImportingTests {
    private static let shop = """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "s3cr3t-t0k3n"}]},
         "item": [{"name": "People", "item": [{"name": "List", "request": {"method": "GET", "url": "http://h/a"}}]},
                  {"name": "Call", "request": {"method": "GET", "url": "{{base}}/b"}},
                  7]}
        """

    /// The outcome of reading a collection for a scene, as the program reads it.
    private static func proposal(_ text: String, into collection: Collection?) throws -> ImportProposal {
        let source = try RecognizedSource(ImportSource(name: "shop.json", bytes: Array(text.utf8)))
        let read = try ImportReading.collections(in: [source])
        return ImportProposal(
            asCollection: .init(read.fitted(to: .newCollection), skipped: []),
            asFolders: collection.map {
                .init(read.fitted(to: .folder(.root, of: $0, otherNames: [])), skipped: [])
            })
    }

    /// A scene with the preview of a collection that was pasted into the tree.
    private func previewed() throws -> TreeScene {
        let scene = try TreeScene()
        scene.stand(on: "a.yml")
        scene.handle(.input(.paste(Self.shop)))
        try answer(scene)
        return scene
    }

    private func answer(_ scene: TreeScene, _ text: String = shop) throws {
        let effect = try #require(scene.others.last { $0.key == .importing })
        guard case .readImport(_, let collection, _) = effect.order else {
            Issue.record("nothing is read")
            return
        }
        let proposal = try Self.proposal(text, into: collection)
        scene.handle(effect.reply(Result<ImportProposal, ImportRefusal>.success(proposal)))
    }

    @Test(
        "a collection that is pasted is previewed: its place, both counts, what is lost, the tree; nothing is written")
    func preview() throws {
        let scene = try previewed()
        let screen = scene.state.screen
        for text in [
            "Import Shop: Postman collection", "a new folder of Shop", "1 value of secret variables: stored",
            "in the source", "to be made", "error: ", "{{base}} has no value", "People", "GET List", "GET Call",
        ] {
            #expect(screen.contains(text), "\(text)\n\(screen)")
        }
        #expect(!screen.contains("s3cr3t-t0k3n"))
        #expect(try scene.files() == TreeScene.files)
    }

    @Test(
        "Enter writes a folder and keeps the values of secrets; the log has the report; u takes it back, U brings it again"
    )
    func intoTheCollection() throws {
        let scene = try previewed()
        scene.press(.enter)
        #expect(scene.state.overlays.isEmpty && scene.rows.contains("Shop"))
        let made = try scene.files()
        #expect(made["Shop/People/List.yml"] != nil && made["Shop/folder.yml"]?.contains("{{token}}") == true)
        #expect(!made.values.contains { $0.contains("s3cr3t-t0k3n") })
        #expect(scene.state.outside.secrets.values.contains { $0.values.contains("s3cr3t-t0k3n") })
        #expect(scene.state.log.entries.contains { $0.level == .error && $0.message.contains("import: ") })
        scene.press("u")
        #expect(try scene.files() == TreeScene.files)
        scene.press("U")
        #expect(try scene.files() == made)
    }

    @Test("s leaves the values of secrets out: none is kept, none is written")
    func withoutSecrets() throws {
        let scene = try previewed()
        scene.press("s")
        #expect(scene.state.screen.contains("secret variables: left out"))
        scene.press(.enter)
        #expect(scene.state.outside.secrets.isEmpty)
        #expect(try !scene.files().values.contains { $0.contains("s3cr3t-t0k3n") })
    }

    @Test("Tab changes to a new collection, whose directory is asked for; the preview stays until that is open")
    func newCollection() throws {
        let scene = try previewed()
        scene.press(.tab)
        #expect(scene.state.screen.contains("It becomes a new collection"))
        scene.press(.enter)
        #expect(scene.state.screen.contains("./Shop"))
        scene.answer("elsewhere")
        guard case .openCollection(.imported(let order, let path))? = scene.others.last?.order else {
            Issue.record("\(String(describing: scene.others.last))")
            return
        }
        #expect(path == "elsewhere" && order.keepsSecrets && order.collections.map(\.name) == ["Shop"])
        scene.handle(.openingFailed("elsewhere is not empty; name another"))
        #expect(scene.state.screen.contains("elsewhere is not empty"))
        scene.handle(.collectionOpened(CollectionState(Collection(name: "Shop"), path: "/elsewhere"), showing: nil))
        #expect(scene.state.overlays.isEmpty)
    }

    @Test("the import of a whole collection is taken back by u after a question, and the collection goes to the trash")
    func takenBack() throws {
        let scene = try TreeScene()
        scene.state.current.noteImported()
        scene.stand(on: "a.yml")
        scene.press("u")
        #expect(scene.state.screen.contains("Undo the import of Shop?"))
        scene.press(.down, .enter)
        #expect(try scene.files().isEmpty)
        #expect(scene.state.status?.text == "Done: undo the import of Shop; u brings it back.")
        scene.press("u")
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("once something was done in its tree, u takes that back")
    func laterOperation() throws {
        let scene = try TreeScene()
        scene.state.current.noteImported()
        scene.stand(on: "a.yml")
        scene.press("d")
        scene.press("u")
        #expect(scene.state.overlays.isEmpty)
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("Esc while it is read cancels that; what comes after all is dropped")
    func cancelled() throws {
        let scene = try TreeScene()
        scene.handle(.importFound(.files(["shop.json"])))
        #expect(scene.state.screen.contains("Reading shop.json"))
        scene.press(.enter)
        #expect(scene.state.screen.contains("Still reading"))
        let reading = try #require(scene.others.last { $0.key == .importing })
        scene.press(.escape)
        let last = try #require(scene.others.last { $0.key == .importing })
        guard case .cancel = last.order else {
            Issue.record("it is read on")
            return
        }
        let proposal = try Self.proposal(Self.shop, into: nil)
        scene.handle(reading.reply(Result<ImportProposal, ImportRefusal>.success(proposal)))
        #expect(scene.state.overlays.isEmpty)
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("what cannot be read says why; a paste says what would have been a request")
    func refused() throws {
        let scene = try TreeScene()
        let refusal = Result<ImportProposal, ImportRefusal>.failure(ImportRefusal("a.json:3:1: no JSON"))
        scene.handle(.importFound(.files(["a.json"])))
        scene.handle(try #require(scene.others.last { $0.key == .importing }).reply(refusal))
        #expect(scene.state.overlays.isEmpty && scene.state.status?.text == "a.json:3:1: no JSON")
        scene.stand(on: "a.yml")
        scene.handle(.input(.paste("openapi {\n")))
        scene.handle(try #require(scene.others.last { $0.key == .importing }).reply(refusal))
        #expect(scene.state.status?.text.hasPrefix("Not a request") == true)
    }

    private func started() -> ExplorerState {
        var state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        _ = update(&state, .startListed(StartFacts()))
        return state
    }

    @Test(
        "a URL of a document, and one without a path, is drafted or imported: that is asked",
        arguments: [
            ("https://api.example.com", ImportInput.api("https://api.example.com")),
            ("http://localhost:8080/", .api("http://localhost:8080/")),
            ("https://h/v3/openapi.JSON?raw=1", .url("https://h/v3/openapi.JSON?raw=1")),
            ("https://h/spec.yaml", .url("https://h/spec.yaml")),
        ])
    func addresses(text: String, input: ImportInput) throws {
        var state = started()
        for character in text { _ = state.press(.character(character)) }
        _ = state.press(.enter)
        #expect(state.screen.contains("Draft a request") && state.screen.contains("Import its API description"))
        let effects = state.press(.down, .enter)
        guard case .readImport(input, into: nil, _)? = effects.first?.order else {
            Issue.record("\(effects)")
            return
        }
    }

    @Test(
        "the URL of a request is drafted at once", arguments: ["https://h/users", "https://h/json", "{{base}}/a.json"])
    func requests(text: String) {
        #expect(ImportInput(address: text) == nil)
    }

    @Test("a document that is pasted where something is to be opened is previewed; without a collection it becomes one")
    func pastedAtStart() throws {
        var state = started()
        let effects = update(&state, .input(.paste(Self.shop)))
        let reading = try #require(effects.first { $0.key == .importing })
        let proposal = try Self.proposal(Self.shop, into: nil)
        _ = update(&state, reading.reply(Result<ImportProposal, ImportRefusal>.success(proposal)))
        #expect(state.screen.contains("It becomes a new collection"))
        _ = state.press(.tab)
        #expect(state.screen.contains("No open collection to import into"))
        _ = state.press(.escape)
        #expect(state.screen.contains("New collection here"))
    }
}

import Foundation
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Moving items to another collection")
struct MovingItemsTests {
    private static let api = [
        "opencollection.yml": "info:\n  name: API\n",
        "users/folder.yml": "info:\n  name: users\n  type: folder\n",
        "users/list.yml": TreeScene.request("list", 1),
    ]
    private static let bundle =
        "info: {name: API}\nitems:\n  # People.\n  - info: {name: users, type: folder}\n    items:\n"
        + "      - info: {name: list, type: http} # all\n        http: {method: GET, url: http://h}\n"

    /// Returns a scene in which "Shop" is shown, and "API" is open below it.
    private func scene(_ api: [String: String] = api, file: String? = nil) throws -> TreeScene {
        let scene = try TreeScene()
        try scene.openBeside(api, named: "other", file: file)
        return scene
    }

    private func move(_ path: ItemPath, to place: String, in scene: TreeScene) {
        scene.stand(on: path)
        scene.type("m")
        scene.type(place)
        scene.press(.enter)
    }

    @Test("a request goes to a folder of another one with its policies, is shown there, and u in each takes it back")
    func request() throws {
        let scene = try scene()
        try scene.write(TreeScene.request("fetch", 7), to: "fetch.yml")
        try scene.write("requests:\n  fetch.yml: {tls: {verify: false}}\n", to: "microscope.yaml")
        let before = try (scene.files(), scene.files(of: "other"))
        scene.state.collection.add(CollectionItem.read(text: TreeScene.request("fetch", 7), path: "fetch.yml"))
        move("fetch.yml", to: "API: users", in: scene)
        #expect(try scene.files()["fetch.yml"] == nil)
        let moved = try scene.files(of: "other")
        #expect(moved["users/fetch.yml"] == TreeScene.request("fetch", 2))
        #expect(moved["microscope.yaml"]?.contains("users/fetch.yml") == true)
        #expect(try scene.files()["microscope.yaml"]?.contains("fetch") == false)
        #expect(scene.state.collection.name == "API" && scene.state.shown == "users/fetch.yml")
        #expect(scene.state.status?.text.contains("Two steps: u takes the copy away there") == true)
        scene.type("u")
        #expect(try scene.files(of: "other") == before.1)
        _ = scene.state.showCollection(scene.root.path)
        scene.type("u")
        #expect(try scene.files() == before.0)
    }

    @Test("a folder goes whole, files of other kinds too; a name that is taken is refused, and nothing has moved")
    func folder() throws {
        let scene = try scene()
        try scene.write("id,name\n", to: "users/data.csv")
        let before = try (scene.files(), scene.files(of: "other"))
        move("users", to: "API", in: scene)
        #expect(scene.state.status?.text.contains("users already exists") == true)
        #expect(try scene.files() == before.0 && scene.files(of: "other") == before.1)
        try scene.write(TreeScene.request("x", 1), to: "people/x.yml")
        try scene.write("a", to: "people/data.csv")
        let item = CollectionItem.read(text: TreeScene.request("x", 1), path: "people/x.yml")
        scene.state.collection.add(CollectionItem(path: "people", name: "people", kind: .folder(.init(), [item])))
        move("people", to: "API: users", in: scene)
        let files = try scene.files(of: "other")
        #expect(files["users/people/x.yml"] == TreeScene.request("x", 1) && files["users/people/data.csv"] == "a")
        #expect(try scene.files().keys.contains { $0.hasPrefix("people") } == false)
    }

    @Test("into one file: behind the others of the folder, all that was there as it was")
    func intoOneFile() throws {
        let scene = try scene(["one.yml": Self.bundle], file: "one.yml")
        move("a.yml", to: "API: users", in: scene)
        let text = try #require(try scene.files(of: "other")["one.yml"])
        #expect(text.hasPrefix(Self.bundle) && text.contains("name: Alpha"), "\(text)")
        #expect(try scene.files()["a.yml"] == nil && scene.state.shown == "users/Alpha.yml")
    }

    @Test("what has no name but that of its file keeps it in one file", arguments: [false, true])
    func unnamedIntoOneFile(isFolder: Bool) throws {
        let scene = try scene(["one.yml": Self.bundle], file: "one.yml")
        let text = "info: {type: http}\nhttp: {method: GET, url: http://h}\n"
        let path: ItemPath = isFolder ? "plain/bare.yml" : "bare.yml"
        try scene.write(text, to: path.text)
        let item = CollectionItem.read(text: text, path: path)
        scene.state.collection.add(
            isFolder ? CollectionItem(path: "plain", name: "plain", kind: .folder(.init(), [item])) : item)
        move(isFolder ? "plain" : "bare.yml", to: "API", in: scene)
        let file = try #require(try scene.files(of: "other")["one.yml"])
        let names = isFolder ? ["name: plain", "name: bare"] : ["name: bare"]
        #expect(names.allSatisfy(file.contains), "\(file)")
        #expect(!file.contains("name: http") && !file.contains("name: folder"))
    }

    @Test("an environment keeps the name of its file in one file, whatever it says itself")
    func environmentIntoOneFile() throws {
        let scene = try scene(["one.yml": Self.bundle], file: "one.yml")
        try scene.write("name: Development\nvariables: []\n", to: "environments/dev.yml")
        move("environments/dev.yml", to: "API", in: scene)
        let text = try #require(try scene.files(of: "other")["one.yml"])
        #expect(text.contains("name: dev\n") && !text.contains("Development"), "\(text)")
    }

    @Test("out of one file, a folder becomes a directory with its requests")
    func outOfOneFile() throws {
        let scene = try TreeScene(
            ["one.yml": Self.bundle.replacing("items:\n  #", with: "items:\n  - info: {name: stays, type: http}\n  #")],
            file: "one.yml")
        try scene.openBeside(["opencollection.yml": "info: {name: Shop}\n"], named: "other")
        move("users", to: "Shop", in: scene)
        let files = try scene.files(of: "other")
        #expect(files["users/folder.yml"]?.contains("name: users") == true, "\(files.keys)")
        #expect(files["users/list.yml"]?.contains("url: http://h") == true)
        #expect(try scene.files()["one.yml"]?.contains("users") == false)
    }

    @Test("an environment goes among the other one's; that what it extends stays behind is told")
    func environment() throws {
        let scene = try scene()
        move("environments/prod.yml", to: "API", in: scene)
        #expect(try scene.files(of: "other")["environments/prod.yml"] == TreeScene.files["environments/prod.yml"])
        #expect(try scene.files()["environments/prod.yml"] == nil)
        #expect(scene.state.status?.text.contains("extends dev, which is not in this collection") == true)
    }

    @Test("files that are not there and literals that look like secrets are told")
    func notes() throws {
        let scene = try scene()
        let text =
            "info: {name: up, type: http}\nhttp:\n  method: POST\n  url: http://h\n"
            + "  auth: {type: bearer, token: abc12345}\n  body: {type: file, data: [{filePath: photo.jpg, selected: true}]}\n"
        try scene.write(text, to: "up.yml")
        try scene.write("jpg", to: "photo.jpg")
        scene.state.collection.add(CollectionItem.read(text: text, path: "up.yml"))
        move("up.yml", to: "API", in: scene)
        let log = scene.state.log.entries.map(\.message).joined(separator: "\n")
        #expect(log.contains("there is no file photo.jpg in this collection"))
        #expect(log.contains("a hard-coded value for token") && !log.contains("abc12345"))
        #expect(scene.state.status?.kind == .warning)
    }

    @Test("a request with unsaved changes stays, with the reason; a draft without a file goes as a draft")
    func drafts() throws {
        let scene = try scene()
        scene.stand(on: "a.yml")
        scene.state.sessions["a.yml"]?.draft.change { $0.request.definition.url = "http://other" }
        move("a.yml", to: "API: users", in: scene)
        #expect(scene.state.status?.text.contains("a.yml has unsaved changes: w saves them") == true)
        scene.press(.escape)
        scene.stand(on: .root)
        scene.handle(.input(.paste("https://h/things?a=1")))
        let draft = try #require(scene.state.shown)
        move(draft, to: "API: users", in: scene)
        #expect(scene.state.collection.name == "API" && scene.state.shown == "users/things.yml")
        #expect(scene.state.status?.text.contains("still a draft: w saves it there") == true)
        #expect(scene.state.collections[0].sessions[draft] == nil)
        scene.type("w")
        #expect(try scene.files(of: "other")["users/things.yml"]?.contains("https://h/things?a=1") == true)
    }

    @Test("what was written while it was copied stays where it was, saved or not", arguments: [true, false])
    func editedMeanwhile(isSaved: Bool) throws {
        let scene = try scene()
        scene.isHolding = true
        move("users/get.yml", to: "API: users", in: scene)
        scene.isHolding = false
        if isSaved {
            scene.afterCopying = { try? scene.write(TreeScene.request("mine", 1), to: "users/get.yml") }
        } else {
            scene.state.sessions["users/get.yml"]?.draft.change { $0.request.definition.url = "http://mine/" }
        }
        scene.release()
        let text = scene.state.status?.text ?? ""
        #expect(try scene.files()["users/get.yml"]?.contains(isSaved ? "mine" : "get") == true, "\(text)")
        #expect(try scene.files(of: "other")["users/get.yml"]?.contains("http://h/get") == true)
        #expect(text.contains("users/get.yml was \(isSaved ? "changed" : "edited") meanwhile"), "\(text)")
        if !isSaved { #expect(scene.state.collections[0].dirtyPaths == ["users/get.yml"]) }
    }
}

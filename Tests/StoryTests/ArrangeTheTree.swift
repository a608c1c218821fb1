import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: arrange the tree", .serialized)
struct ArrangeTheTree {
    private static let files = [
        "opencollection.yml": "info:\n  name: Shop # ours\n",
        "a.yml": request("Alpha", 1), "b.yml": request("Beta", 2),
        "users/folder.yml": "info:\n  name: users\n  type: folder\n  seq: 1\n",
        "users/get.yml": request("get", 1),
        "environments/dev.yml": "variables: []\n", "environments/prod.yml": "extends: dev # as there\n",
        "microscope.yaml": "requests:\n  a.yml: {tls: {verify: false}} # self-signed\n",
    ]

    private static func request(_ name: String, _ seq: Int) -> String {
        "# \(name)\ninfo:\n  name: \(name)\n  type: http\n  seq: \(seq)\n\nhttp:\n  method: GET\n  url: http://h/\(name)\n"
    }

    private func open(_ place: StoryPlace, showing title: String = "get") throws -> TerminalSession {
        let session = try place.start(size: .large, environmentName: nil)
        try session.waitFor("the collection") { $0.contains("Shop") && $0.contains("› \(title) ") }
        return session
    }

    @Test("a request is made, named and written; the rest of the collection keeps its bytes")
    func makes() throws {
        let place = try StoryPlace(Self.files)
        let session = try open(place)
        try session.type("n")
        try session.waitFor("New in users")
        try session.press(.enter)
        try session.waitFor("New request")
        try session.type("get")
        try session.waitFor("users/get.yml already exists")
        try session.type(" one")
        try session.waitFor("no complaint") { !$0.contains("already exists") }
        try session.press(.enter)
        try session.waitFor("the new request, its URL being typed") {
            $0.contains("› get one ") && $0.contains("Done: create get one")
        }
        try session.type("http://h/one")
        try session.press(.escape)
        try session.waitFor("the field left") { $0.rows.last?.contains("Enter edit") == true }
        try session.type("w")
        try session.waitFor("Saved users/get one.yml")
        var wanted = Self.files
        wanted["users/get one.yml"] = """
            info:
              name: get one
              type: http
              seq: 2

            http:
              method: GET
              url: "http://h/one"
              auth: inherit

            settings:
              encodeUrl: true
              followRedirects: true
              maxRedirects: 5
              forwardAuthorizationHeader: false

            """
        #expect(try place.files() == wanted)
        #expect(try session.quit() == 0)
    }

    @Test("what is renamed, moved, ordered, copied and deleted is on disk as it is on screen, and undone to the byte")
    func arranges() throws {
        let place = try StoryPlace(Self.files)
        let session = try open(place)
        try session.showRequest("a.yml", named: "Alpha")
        try rename(session, to: "First")
        #expect(try place.text(of: "a.yml") == Self.request("Alpha", 1).edited("name: Alpha", "name: First"))
        try session.type("F")
        try session.waitFor("Rename the file")
        try session.press(.control("u"))
        try session.type("first")
        try session.press(.enter)
        try session.waitFor("Done: rename to first")
        #expect(
            try place.text(of: "microscope.yaml") == "requests:\n  first.yml: {tls: {verify: false}} # self-signed\n")
        try session.type("J")
        try session.waitFor("Done: move First")
        #expect(try place.text(of: "first.yml").contains("seq: 3\n"))
        #expect(try place.text(of: "b.yml") == Self.request("Beta", 2))
        try session.type("D")
        try session.waitFor("Done: copy First")
        #expect(try place.files()["first copy.yml"]?.contains("name: First copy\n") == true)
        try session.type(" m")
        try session.waitFor("Move First copy to")
        try session.type("users")
        try session.press(.enter)
        try session.waitFor("Done: move First copy")
        #expect(try place.files()["users/first copy.yml"] != nil)
        try session.type("d")
        try session.waitFor("Done: delete First copy")
        #expect(try place.files()["users/first copy.yml"] == nil)
        for undone in [
            "delete First copy", "move First copy", "copy First", "move First", "rename to first", "rename to First",
        ] {
            try session.type("u")
            try session.waitFor("Undone: \(undone).")
        }
        #expect(try place.files() == Self.files)
        #expect(try session.quit() == 0)
    }

    private func rename(_ session: TerminalSession, to name: String) throws {
        try session.type("r")
        try session.waitFor("Rename")
        try session.press(.control("u"))
        try session.type(name)
        try session.press(.enter)
        try session.waitFor("Done: rename to \(name)")
    }

    @Test("folders and environments are arranged too, and what refers to them follows")
    func others() throws {
        let place = try StoryPlace(Self.files)
        let session = try open(place)
        try session.type("h")
        try session.type("h")
        try session.waitFor("the folder closed") { $0.contains("▸ users") }
        try rename(session, to: "people")
        #expect(try place.files()["people/get.yml"] == Self.files["users/get.yml"])
        try session.type("G")
        try session.type("l")
        try session.waitFor("the environments") { $0.contains("prod") }
        try session.type("j")
        try rename(session, to: "local")
        #expect(try place.text(of: "environments/prod.yml") == "extends: local # as there\n")
        try session.type("n")
        try session.waitFor("New environment")
        try session.type("test")
        try session.press(.enter)
        try session.waitFor("Done: create test")
        #expect(try place.files()["environments/test.yml"] == "name: test\n")
        try session.type("g")
        try rename(session, to: "Store")
        #expect(try place.text(of: "opencollection.yml") == "info:\n  name: Store # ours\n")
        #expect(try session.quit() == 0)
    }

    @Test("what was deleted is put back by a later run")
    func restores() throws {
        let place = try StoryPlace(Self.files)
        let first = try open(place)
        try first.type("h")
        try first.type("d")
        try first.waitFor("Done: delete users")
        #expect(try place.files()["users/get.yml"] == nil)
        #expect(try first.quit() == 0)
        let second = try open(place, showing: "Alpha")
        try second.type("T")
        try second.waitFor("Restore from trash")
        try second.press(.enter)
        try second.waitFor("Done: restore users")
        #expect(try place.files() == Self.files)
        #expect(try second.quit() == 0)
    }

    @Test("a whole collection goes into the trash only after a question, and comes back")
    func wholeCollection() throws {
        let place = try StoryPlace(Self.files)
        let session = try open(place)
        try session.type("gD")
        try session.waitFor("the question") { $0.contains("Copy the collection to ") }
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("the copy") { $0.contains("Shop copy") && $0.contains(" 1 Shop copy ") }
        let copy = place.collection.deletingLastPathComponent().appendingPathComponent("collection copy")
        #expect(
            try String(contentsOf: copy.appendingPathComponent("opencollection.yml"), encoding: .utf8)
                == "info:\n  name: Shop copy # ours\n")
        try session.type("gd")
        try session.waitFor("Move it to the trash")
        try session.press(.enter)
        try session.waitFor("the question gone") { !$0.contains("Move it to the trash") }
        #expect(try place.files() == Self.files)
        try session.type("d")
        try session.waitFor("Move it to the trash")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("Done: delete Shop")
        #expect(!FileManager.default.fileExists(atPath: place.collection.path))
        try session.type("u")
        // The copy, which is shown meanwhile, has a request of that name too.
        try session.waitFor("the collection again") {
            $0.contains(" 1 Shop ") && !$0.contains(" 1 Shop copy ") && $0.contains("› get ")
        }
        #expect(try place.files() == Self.files)
        #expect(try session.quit() == 0)
    }
}

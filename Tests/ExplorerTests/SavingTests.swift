import ExplorerKit
import Foundation
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Saving what has no file yet")
struct SavingTests {
    private static let bundle =
        "info: {name: Shop} # ours\nitems:\n  # People.\n  - info: {name: users, type: folder}\n    items:\n"
        + "      - info: {name: list, type: http} # all\n        http: {method: GET, url: http://h}\n"

    @Test("a save of which microscope.yaml alone says something else names that file")
    func policiesAlone() throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        scene.state.sessions["users/get.yml"]?.draft.change { $0.policies.verifiesTLS = nil }
        scene.type("w")
        #expect(scene.state.status?.text == "Saved microscope.yaml")
    }

    @Test("a request pasted into a collection in one file is saved behind the others of its folder, and edited on")
    func pasted() throws {
        let scene = try TreeScene(["one.yml": Self.bundle], file: "one.yml")
        scene.stand(on: "users")
        scene.handle(.input(.paste("curl -k https://h/things -H 'A: b'")))
        let path = try #require(scene.state.shown)
        scene.type("w")
        #expect(scene.state.status?.text == "Saved users/things.yml")
        let saved = try #require(try scene.files()["one.yml"])
        #expect(saved.hasPrefix(Self.bundle) && saved.contains("url: https://h/things"), "\(saved)")
        #expect(try scene.files()["microscope.yaml"]?.contains("users/things.yml") == true)
        #expect(scene.state.current.dirtyPaths.isEmpty)
        scene.state.sessions[path]?.draft.change { $0.request.definition.method = "PUT" }
        scene.type("w")
        #expect(try scene.files()["one.yml"] == saved.replacing("method: GET\n", with: "method: PUT\n"))
        #expect(scene.state.current.dirtyPaths.isEmpty)
    }

    @Test("a name given by form makes another path in one file; the draft follows it")
    func renamed() throws {
        let scene = try TreeScene(["one.yml": Self.bundle], file: "one.yml")
        scene.stand(on: "users/list.yml")
        scene.state.sessions["users/list.yml"]?.draft.change { $0.request.definition.name = "All" }
        scene.type("w")
        #expect(scene.state.shown == "users/All.yml" && scene.state.tree.cursor == "users/All.yml")
        #expect(scene.rows.contains("users/All.yml") && !scene.rows.contains("users/list.yml"))
        scene.state.sessions["users/All.yml"]?.draft.change { $0.request.definition.method = "PUT" }
        scene.type("w")
        #expect(scene.state.current.dirtyPaths.isEmpty, "\(String(describing: scene.state.status))")
        #expect(
            try scene.files()["one.yml"]?.contains("{name: All, type: http} # all\n        http: {method: PUT,") == true
        )
    }

    @Test(
        "where microscope.yaml cannot be written, the file is saved, only the policies stay a draft, and w tries again")
    func policies() throws {
        let scene = try TreeScene()
        try scene.write("requests: [", to: "microscope.yaml")
        scene.stand(on: "users")
        scene.handle(.input(.paste("curl -k https://h/things")))
        scene.type("w")
        let text = scene.state.status?.text ?? ""
        #expect(
            text.hasPrefix("users/things.yml is saved; its policies in microscope.yaml are not: microscope.yaml:"),
            "\(text)")
        #expect(text.contains("w tries again"))
        let saved = try scene.files()
        #expect(saved["users/things.yml"]?.contains("https://h/things") == true)
        let session = try #require(scene.state.session)
        #expect(session.draft.hasFile && session.draft.isDirty)
        #expect(session.draft.form.policies != session.draft.saved.policies)
        try scene.write("requests: {}\n", to: "microscope.yaml")
        scene.type("w")
        #expect(scene.state.current.dirtyPaths.isEmpty)
        let after = try scene.files()
        #expect(after.keys.sorted() == saved.keys.sorted() && after["microscope.yaml"]?.contains("things") == true)
    }

    private static let command = "curl https://h/things -u admin:Sup3rPassw0rd99 -H 'X-Api-Key: k3y-of-t0day-1234'"

    /// Returns the number, from 1, of the first line that has a word.
    private func line(of word: String, in text: String?) -> Int? {
        text?.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(word) }.map { $0 + 1 }
    }

    @Test("a literal secret is told with its line when it gets into the file, and not again while it stays there")
    func secrets() throws {
        let scene = try TreeScene()
        scene.stand(on: "users")
        scene.handle(.input(.paste(Self.command)))
        scene.type("w")
        let path = ItemPath("users/things.yml")
        func expectReported(_ word: String, more: String) throws {
            let place = try #require(line(of: word, in: try scene.files()[path.text]))
            let advice = "A variable marked secret keeps its value out of the file; S reviews before sharing."
            #expect(
                scene.state.status?.text
                    == "Saved \(path). Look at line \(place): a hard-coded value for X-Api-Key\(more). \(advice)")
            #expect(scene.state.status?.kind == .warning && scene.state.current.dirtyPaths.isEmpty)
        }
        try expectReported("k3y-of-t0day-1234", more: " (and 1 more)")
        func save(_ change: (inout RequestDefinition) -> Void) {
            scene.state.sessions[path]?.draft.change { change(&$0.request.definition) }
            scene.type("w")
        }
        save { $0.method = "PUT" }
        #expect(scene.state.status == StatusMessage(.info, "Saved users/things.yml"))
        save { $0.headers[0].name = "X-Auth-Token" }
        #expect(scene.state.status == StatusMessage(.info, "Saved users/things.yml"))
        save { $0.headers[0] = Field("X-Api-Key", "an0ther-k3y-5678") }
        try expectReported("an0ther-k3y-5678", more: "")
        save { $0.headers[0].value = "{{key}}" }
        #expect(scene.state.status == StatusMessage(.info, "Saved users/things.yml"))
    }

    @Test(
        "a token typed as a header is told, and what microscope.yaml calls no secret is not", arguments: [false, true])
    func publicNames(isPublic: Bool) throws {
        let companion = isPublic ? "notSecret: [Authorization]\n" : "version: 1\n"
        let scene = try TreeScene(TreeScene.files.merging(["microscope.yaml": companion]) { $1 })
        scene.stand(on: "a.yml")
        scene.state.sessions["a.yml"]?.draft.change {
            $0.request.definition.headers = [Field("Authorization", "Bearer abcd1234efgh")]
        }
        scene.type("w")
        let text = scene.state.status?.text ?? ""
        #expect(text.contains(": a hard-coded value for Authorization. ") != isPublic, "\(text)")
        #expect(text.hasPrefix("Saved a.yml"))
        #expect(!text.contains("abcd1234efgh") && scene.state.status?.kind == (isPublic ? .info : .warning))
    }

    @Test("what microscope.yaml did not take goes first, and the secrets of the file are told behind it")
    func secretsBesidePolicies() throws {
        let scene = try TreeScene()
        try scene.write("requests: [", to: "microscope.yaml")
        scene.stand(on: "users")
        scene.handle(.input(.paste("\(Self.command) -k")))
        scene.type("w")
        let text = scene.state.status?.text ?? ""
        #expect(text.hasPrefix("users/things.yml is saved; its policies in microscope.yaml are not: "), "\(text)")
        #expect(text.contains("w tries again. Look at line ") && scene.state.status?.kind == .error, "\(text)")
    }

    @Test("w while a save is under way waits for it: what was typed in between is no conflict with what we wrote")
    func twice() throws {
        let scene = try TreeScene()
        scene.stand(on: "a.yml")
        scene.isHolding = true
        scene.state.sessions["a.yml"]?.draft.change { $0.request.definition.url = "http://h/one" }
        scene.type("w")
        scene.state.sessions["a.yml"]?.draft.change { $0.request.definition.url = "http://h/two" }
        scene.type("ww")
        scene.release()
        #expect(try scene.files()["a.yml"]?.contains("url: http://h/two") == true)
        #expect(scene.state.current.dirtyPaths.isEmpty && scene.state.status?.text == "Saved a.yml")
    }

    @Test("a save that finds no file says so, and the next one makes it anew")
    func gone() throws {
        let scene = try TreeScene()
        scene.stand(on: "a.yml")
        scene.state.sessions["a.yml"]?.draft.change { $0.request.definition.url = "http://h/one" }
        try FileManager.default.removeItem(at: scene.root.appendingPathComponent("a.yml"))
        scene.type("w")
        #expect(scene.state.status?.text == "a.yml was deleted on disk; the draft is kept. w recreates it.")
        scene.type("w")
        #expect(try scene.files()["a.yml"]?.contains("url: http://h/one") == true)
    }

    @Test("a part of one file that is gone is put into it again")
    func goneFromOneFile() throws {
        let scene = try TreeScene(["one.yml": Self.bundle], file: "one.yml")
        scene.stand(on: "users/list.yml")
        scene.state.sessions["users/list.yml"]?.draft.change { $0.request.definition.url = "http://h/one" }
        try scene.write("info: {name: Shop}\nitems:\n  - info: {name: other, type: http}\n", to: "one.yml")
        scene.type("ww")
        let text = try #require(try scene.files()["one.yml"])
        #expect(text.hasPrefix("info: {name: Shop}\nitems:\n  - info: {name: other, type: http}\n"))
        #expect(text.contains("name: users") && text.contains("url: http://h/one"), "\(text)")
    }

    @Test("u brings back a deleted collection where another is shown that has something to undo of its own")
    func undoOrder() throws {
        let scene = try TreeScene()
        let other = try scene.openBeside(
            ["opencollection.yml": "info: {name: API}\n", "x.yml": TreeScene.request("x", 1)], named: "other")
        scene.stand(on: "a.yml")
        scene.type("D")
        _ = scene.state.showCollection(other.path)
        scene.stand(on: .root)
        scene.type("d")
        scene.type("Move it")
        scene.press(.enter)
        #expect(try scene.files(of: "other").isEmpty && scene.state.collection.name == "Shop")
        scene.type("u")
        #expect(try scene.files(of: "other")["x.yml"] != nil && scene.files()["a copy.yml"] != nil)
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: git checkout under a running explorer", .serialized)
struct GitCheckout {
    private func git(_ arguments: String..., in place: StoryPlace) throws {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
        let run = try ChildProgram.run(["git", "-C", place.collection.path] + identity + arguments)
        try #require(run.status == 0, "\(arguments): \(run.errorText)")
    }

    /// Creates another branch, where each request has another name, three are gone, two are new, and one file cannot be read.
    private func branch(_ place: StoryPlace) throws -> (changed: Int, gone: [String]) {
        try git("init", "--quiet", in: place)
        try git("add", ".", in: place)
        try git("commit", "--quiet", "-m", "all", in: place)
        try git("checkout", "--quiet", "-b", "other", in: place)
        let requests = try place.files().filter { $0.key.hasSuffix(".yml") && $0.value.contains("type: http") }
        let gone = requests.keys.filter { $0 != "users/get.yml" }.sorted().suffix(3)
        for (path, text) in requests {
            let name = text.components(separatedBy: "name: ")[1].prefix { $0 != "\n" }
            try place.write(
                text.replacingOccurrences(of: "  name: \(name)\n", with: "  name: Branch \(name)\n"), to: path)
        }
        for path in gone { try FileManager.default.removeItem(at: place.collection.appendingPathComponent(path)) }
        for path in ["fresh/one.yml", "fresh/two.yml"] {
            try place.write("info:\n  name: Fresh\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n", to: path)
        }
        try place.write("info: [\n", to: "fresh/three.yml")
        try git("add", ".", in: place)
        try git("commit", "--quiet", "-am", "other", in: place)
        try git("checkout", "--quiet", "main", in: place)
        return (requests.count, Array(gone))
    }

    @Test(
        "a merge that stopped at a conflict is finished field by field; check names the file",
        arguments: [Size.small, .large])
    func conflictMarkers(size: Size) throws {
        let file = Fixture.request(
            "Users", method: "GET", url: "http://127.0.0.1:9/users", more: "docs: Lists users.\n")
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment, "users.yml": file,
        ])
        try git("init", "--quiet", in: place)
        try git("add", ".", in: place)
        try git("commit", "--quiet", "-m", "all", in: place)
        try git("checkout", "--quiet", "-b", "other", in: place)
        try place.write(file.replacingOccurrences(of: "GET", with: "POST"), to: "users.yml")
        try git("commit", "--quiet", "-am", "other", in: place)
        try git("checkout", "--quiet", "main", in: place)
        try place.write(file.replacingOccurrences(of: "GET", with: "PUT"), to: "users.yml")
        try git("commit", "--quiet", "-am", "mine", in: place)
        let merge = try ChildProgram.run(["git", "-C", place.collection.path, "merge", "--quiet", "other"])
        #expect(try merge.status != 0 && place.text(of: "users.yml").contains("<<<<<<<"))
        let check = try ProgramRun(["check"], at: place)
        #expect(
            check.status == 1 && check.output.contains("users.yml:6:1: error: unresolved merge conflict"),
            "\(check.output)")

        let session = try place.start(size: size)
        try session.waitFor("users")
        try session.type("gj")
        try session.waitFor("the conflict") { $0.contains("unresolved merge conflict") }
        try session.type("c")
        try session.waitFor("both sides") { $0.contains("? Method") && $0.contains("PUT") && $0.contains("POST") }
        try session.type("t")
        try session.press(.enter)
        try session.waitFor("the request") { $0.contains("POST Users") }
        #expect(try place.text(of: "users.yml") == file.replacingOccurrences(of: "GET", with: "POST"))
        #expect(try ProgramRun(["check"], at: place).status == 0)
        #expect(try session.quit() == 0)
    }

    @Test("the tree follows, the draft stays and is merged, what changed together in few frames; and back again")
    func checkout() throws {
        let place = try StoryPlace()
        let (changed, gone) = try branch(place)
        #expect(changed > 30 && gone.count == 3)
        let session = try place.start(size: .large)
        try session.waitUntilWatching(place)
        try session.changeUser(to: "17")
        let frames = session.trace.count
        // While it sleeps, all that git does comes together, however slowly git writes.
        try session.type("\u{1A}")
        try session.waitUntilStopped()
        try git("checkout", "--quiet", "other", in: place)
        try session.bringToForeground()
        try session.waitFor("the branch's tree around my draft") {
            $0.contains("› Branch Get user ● ") && $0.contains("/users/17") && $0.contains("fresh")
                && !$0.contains("GET  List users")
        }
        // A changed file is four events of the system (gone, made, written, closed).
        let drawn = session.trace.suffix(from: frames).filter { $0.contains(" event ") }
        #expect(drawn.count < changed / 3, "\(drawn)")
        try session.type("w")
        try session.waitFor("Saved users/get.yml")
        let text = try place.text(of: "users/get.yml")
        #expect(text.contains("name: Branch Get user\n") && text.contains("value: \"17\" # 1 to 25"))
        try git("checkout", "--quiet", "--force", "main", in: place)
        try session.waitFor("the first branch again") {
            $0.contains("› Get user ") && $0.contains("/users/4") && !$0.contains("Branch") && !$0.contains("fresh")
        }
        #expect(try session.quit() == 0)
    }

    @Test("a request that the other branch lacks keeps its draft, which can be saved there")
    func lost() throws {
        let place = try StoryPlace()
        try git("init", "--quiet", in: place)
        try git("add", ".", in: place)
        try git("commit", "--quiet", "-m", "all", in: place)
        try git("checkout", "--quiet", "-b", "without", in: place)
        try git("rm", "--quiet", "-r", "users", in: place)
        try git("commit", "--quiet", "-m", "no users", in: place)
        try git("checkout", "--quiet", "main", in: place)
        let session = try place.start(size: .large)
        try session.waitUntilWatching(place)
        try session.changeUser(to: "17")
        try git("checkout", "--quiet", "without", in: place)
        try session.waitFor("≠ deleted on disk")
        #expect(session.screen.contains("/users/17"))
        try session.type("w")
        try session.waitFor("Saved users/get.yml")
        #expect(try place.text(of: "users/get.yml").contains("value: \"17\""))
        #expect(try session.quit() == 0)
    }
}

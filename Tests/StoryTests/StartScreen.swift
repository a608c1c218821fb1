import DemoAPI
import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the start screen, where no collection is found", .serialized)
struct StartScreen {
    private static let title = "Microscope: open a collection"

    /// A home without a collection in it, and the explorer started there.
    private static func start(_ place: StoryPlace, _ arguments: [String] = []) throws -> TerminalSession {
        let session = try place.run(arguments, size: .large, in: place.home)
        try session.waitFor(Self.title)
        return session
    }

    private static func names(in directory: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }

    @Test("a new collection is made only when asked for, lists its files, and sends its request")
    func newCollection() throws {
        let place = try StoryPlace([:])
        let session = try Self.start(place, ["--var", "baseUrl=\(place.server.baseURL)"])
        try session.type("new collection")
        try session.press(.enter)
        try session.waitFor("> ./api")
        let before = try Self.names(in: place.home)
        #expect(!before.contains("api"))
        try session.press(.control("u"))
        try session.type("shop")
        try session.press(.enter)
        try session.waitFor("Written: .gitignore, environments/local.yml, Get status.yml, opencollection.yml.")
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
        #expect(try Self.names(in: place.home.appendingPathComponent("shop")).contains("opencollection.yml"))
        // From now on it is found.
        let again = try place.run([], size: .large, in: place.home)
        try again.waitFor("the collection") { $0.contains("Get status") && !$0.contains(Self.title) }
        #expect(try again.quit() == 0)
    }

    @Test("a curl command of several lines that is pasted there is a draft in Scratch; so is a URL that is typed")
    func requests() throws {
        let place = try StoryPlace([:])
        let session = try Self.start(place)
        try session.paste("curl '\(place.server.baseURL)/echo?x=1' \\\n  -H 'X-Pasted: yes'")
        try session.waitFor("the draft") { $0.contains("curl pasted as echo.yml") && $0.contains("Scratch") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("o")
        try session.waitFor("open: ")
        try session.type("\(place.server.baseURL)/users")
        try session.press(.enter)
        try session.waitFor("URL pasted as users.yml")
        try session.type("q")
        try session.waitFor("both in the question") { $0.contains("Unsaved: echo.yml, users.yml") }
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        #expect(try !Self.names(in: place.home.appendingPathComponent("data/scratch")).contains("echo.yml"))
        // Scratch is one of the rows, and the drafts are there again.
        let again = try Self.start(place)
        try again.waitFor("2 unsaved drafts: echo.yml, users")
        try again.type("Scratch")
        try again.press(.enter)
        try again.waitFor("the drafts") {
            $0.contains("Back from last time: 2 unsaved drafts") && $0.contains("GET  users")
        }
        try again.press(.control("c"))
        try again.press(.control("c"))
        #expect(try again.waitForExit() == 0)
    }

    @Test("a directory is opened by its path, with Tab; it is listed from then on, until it is taken off")
    func pathAndRecents() throws {
        let place = try StoryPlace()
        let target = place.home.appendingPathComponent("projects/mine")
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: place.collection, to: target)
        let session = try Self.start(place)
        try session.type("by its path")
        try session.press(.enter)
        try session.waitFor("Path of a collection")
        try session.type("~/pr")
        try session.press(.tab)
        try session.waitFor("> ~/projects/")
        try session.type("nothing")
        try session.press(.enter)
        try session.waitFor("what is wrong, beside what was typed") {
            $0.contains("projects/nothing does") && $0.contains("> ~/projects/nothing")
        }
        try session.press(.control("w"))
        try session.type("m")
        try session.press(.tab)
        try session.waitFor("> ~/projects/mine/")
        try session.press(.enter)
        try session.waitFor("the tree") { $0.contains("Users") && !$0.contains("Path of a collection") }
        #expect(try session.quit() == 0)
        let again = try Self.start(place)
        try again.waitFor("~/projects/mine")
        try again.press(.control("c"))
        try again.press(.control("c"))
        #expect(try again.waitForExit() == 0)
        try FileManager.default.removeItem(at: target)
        let gone = try Self.start(place)
        try gone.waitFor("missing: ~/projects/mine")
        try gone.press(.enter)
        try gone.waitFor("Ctrl-X removes it from the list")
        try gone.press(.control("x"))
        try gone.waitFor("the list without it") { !$0.contains("projects/mine") && $0.contains(Self.title) }
        try gone.type("quit")
        try gone.press(.enter)
        #expect(try gone.waitForExit() == 0)
    }

    @Test("of several collections below, each is a row; Enter opens the first")
    func nearby() throws {
        let place = try StoryPlace([
            "first/opencollection.yml": Fixture.root.edited("Fixture", "The first"),
            "second/opencollection.yml": Fixture.root.edited("Fixture", "The second"),
        ])
        let session = try place.run([], size: .large, in: place.collection)
        try session.waitFor("both of them") { screen in
            screen.contains(Self.title) && ["first", "second"].allSatisfy { screen.contains("collection/\($0)") }
        }
        try session.press(.enter)
        try session.waitFor("the first one") { $0.contains(" 1 The first ") && !$0.contains(Self.title) }
        #expect(try session.quit() == 0)
    }

    @Test("the demo is opened with its API")
    func demo() throws {
        let place = try StoryPlace([:])
        let session = try Self.start(place)
        try session.type("demo")
        try session.press(.enter)
        try session.waitFor("the tree") { $0.contains("Users") && !$0.contains(Self.title) }
        try session.send("users/get", named: "Get user", until: "200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("a collection in Bruno's older format is named, with what to do")
    func olderFormat() throws {
        let place = try StoryPlace([:])
        try Data("{}".utf8).write(to: place.home.appendingPathComponent("bruno.json"))
        let session = try Self.start(place)
        try session.waitFor("microscope import")
        try session.press(.control("c"))
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
    }
}

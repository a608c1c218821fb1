import Foundation
import TestSupport
import Testing

@Suite("Story: a collection is begun, and a URL is tried")
struct BeginACollection {
    @Test("a name that looks like an option is advised as a path")
    func dash() throws {
        let place = try StoryPlace([:])
        let made = try ProgramRun(["init", "--", "-x"], at: place, in: place.home)
        #expect(made.status == 0 && made.errors == "Next: microscope ./-x\n", "\(made.errors)")
    }

    @Test("init lists what it wrote, the explorer opens it, and its request is sent")
    func initThenOpen() throws {
        let place = try StoryPlace([:])
        let made = try ProgramRun(["init", "shop", "--name", "Shop API"], at: place, in: place.home)
        #expect(made.status == 0 && made.errors == "Next: microscope shop\n", "\(made.errors)")
        #expect(
            made.output
                == "shop/.gitignore\nshop/environments/local.yml\nshop/Get status.yml\nshop/opencollection.yml\n")
        let check = try ProgramRun(["check", "shop", "--strict"], at: place, in: place.home)
        #expect(check.status == 0, "\(check.output)")
        let again = try ProgramRun(["init", "shop"], at: place, in: place.home)
        #expect(again.status == 2 && again.output.isEmpty && again.errors.contains("is a collection already; open it"))
        let shop = place.home.appendingPathComponent("shop").path
        let session = try place.run([shop, "--var", "baseUrl=\(place.server.baseURL)"], size: .large)
        try session.waitFor("the name it was given") { $0.contains("Shop API") && $0.contains("Get status") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("microscope URL drafts a request in Scratch; nothing is sent or written before that is asked for")
    func draftFromURL() throws {
        let place = try StoryPlace([:])
        let address = place.server.baseURL.replacingOccurrences(of: "http://", with: "")
        let session = try place.run(["\(address)/echo?x=1"], size: .large)
        try session.waitFor("the draft") { $0.contains("URL pasted as echo.yml") && $0.contains("Scratch") }
        #expect(!session.screen.contains("200 OK"))
        let scratch = place.home.appendingPathComponent("data/scratch")
        let file = scratch.appendingPathComponent("echo.yml")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("w")
        try session.waitFor("Saved ")
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try session.quit() == 0)
        let again = try place.run(["\(place.server.baseURL)/users"], size: .large)
        try again.waitFor("both requests") { $0.contains("GET  users") && $0.contains("GET  echo") }
        try again.press(.control("c"))
        try again.press(.control("c"))
        #expect(try again.waitForExit() == 0)
    }

    @Test("the same URL drafted again is a second draft; the one of the earlier run is not lost")
    func draftTwice() throws {
        let place = try StoryPlace([:])
        for name in ["echo.yml", "echo 2.yml", "echo 3.yml"] {
            let session = try place.run(["\(place.server.baseURL)/echo"], size: .large)
            try session.waitFor("URL pasted as \(name)")
            try session.type("q")
            try session.waitFor("all so far in the question") { $0.contains("Unsaved:") && $0.contains(name) }
            try session.press(.enter)
            #expect(try session.waitForExit() == 0)
        }
    }

    @Test("what is no collection, no request and no URL says so in a line, with the next step")
    func errors() throws {
        let place = try StoryPlace([:])
        for (word, text) in [
            ("h.example/users", "the URL is written https://h.example/users"),
            ("ftp://h/x", "only http:// and https:// are supported"),
            ("sned", "did you mean send?"), (".", "microscope init "), ("./nothing", "does not exist"),
        ] {
            let run = try ProgramRun([word], at: place, in: place.home)
            #expect(run.status == 2 && run.errors.contains(text), "\(word): \(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
    }
}

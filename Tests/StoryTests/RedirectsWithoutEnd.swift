import TestSupport
import Testing
import TextGrid

@Suite("Story: redirects without an end", .serialized)
struct RedirectsWithoutEnd {
    @Test("the answer says after how many it was left, and where that number stands")
    func onScreen() throws {
        let place = try StoryPlace()
        let session = try place.start()
        try session.send("behaviour/redirect-loop", named: "Redirect loop", until: "302 Found")
        try session.waitFor("where it ended") { $0.contains("After 3 redirects another to") && $0.contains("was not") }
        #expect(try session.quit() == 0)
    }

    @Test("the line about the answer counts them, and says that there was one more")
    func onCommandLine() throws {
        let place = try StoryPlace()
        let address = "baseUrl=\(place.server.baseURL)"
        let run = try ProgramRun(["send", "behaviour/redirect-loop", "--env", "local", "--var", address], at: place)
        #expect(run.status == 0 && run.errors.contains("3 redirects"), "\(run.errors)")
        #expect(run.errors.contains("one more not followed"))
    }
}

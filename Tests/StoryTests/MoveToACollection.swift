import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a request of Scratch goes into a collection", .serialized)
struct MoveToACollection {
    /// A URL as a draft in Scratch, and a collection with a folder below it.
    private func start() throws -> (StoryPlace, TerminalSession) {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root.edited("Fixture", "API"),
            "users/folder.yml": "info:\n  name: users\n  type: folder\n",
            "users/list.yml": Fixture.request("List", url: "http://127.0.0.1:1/users"),
        ])
        let session = try place.run(["\(place.server.baseURL)/echo?x=1", place.collection.path], size: .large)
        try session.waitFor("the draft, and the collection") { $0.contains("› echo ") && $0.contains("▸ API") }
        return (place, session)
    }

    private func move(to choice: String, _ session: TerminalSession) throws {
        try session.type("1m")
        try session.waitFor("the places") { $0.contains("Move echo to") && $0.contains("another collection") }
        try session.type(choice)
        try session.waitFor("the choice") { $0.contains("> \(choice)") }
        try session.press(.enter)
    }

    @Test("a draft is sent, moved into a folder of the collection as it is, and saved there")
    func draft() throws {
        let (place, session) = try start()
        try session.type("s")
        try session.waitForResponse("200 OK")
        try move(to: "API: users", session)
        try session.waitFor("still a draft: w saves it there")
        #expect(session.screen.contains("› echo ") && session.screen.responseTitle.contains("200 OK"))
        try session.type("w")
        try session.waitFor("Saved users/echo.yml")
        #expect(try place.text(of: "users/echo.yml").contains("/echo?x=1"))
        #expect(try session.quit() == 0)
    }

    @Test("a saved one is copied there and deleted here; u there and u here take both back")
    func saved() throws {
        let (place, session) = try start()
        try session.type("w")
        try session.waitFor("Saved echo.yml")
        try move(to: "API: users", session)
        try session.waitFor("Two steps: u takes the copy away there")
        #expect(try place.text(of: "users/echo.yml").contains("/echo?x=1"))
        #expect(session.screen.contains("› echo "))
        try session.type("u")
        try session.waitFor("Undone: move echo to API")
        #expect(try place.files()["users/echo.yml"] == nil)
        try session.type("g")
        try session.waitFor("Scratch under the cursor") { $0.contains(" 2 Scratch") }
        try session.type("u")
        try session.waitFor("the request in Scratch again") { $0.row(with: "GET  echo") != "" }
        #expect(try session.quit() == 0)
    }
}

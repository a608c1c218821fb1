import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: two instances on one collection", .serialized)
struct TwoInstances {
    private let path = "users/get.yml"

    @Test("what one saves the other merges; a field that both change is decided by a person, and nothing is lost")
    func both() throws {
        let place = try StoryPlace()
        let before = try place.text(of: path)
        let (first, second) = (try place.start(), try place.start())
        for session in [first, second] { try session.waitUntilWatching(place) }

        // Both edit one request: one its path parameter, the other its URL.
        try second.showRequest("users/get", named: "Get user")
        try second.type("2i")
        try second.waitFor("the field open") { $0.cursor != nil }
        try second.type("?full=yes")
        try second.press(.escape)
        try second.waitFor("my draft") { $0.contains("?full=yes") && $0.contains("●") }
        try first.changeUser(to: "17")
        try first.type("w")
        try first.waitFor("Saved users/get.yml")
        try second.waitFor("both changes in one draft") {
            $0.contains("merged into the draft") && $0.contains("/users/17?full=yes") && $0.contains("●")
        }
        try second.type("w")
        try second.waitFor("Saved users/get.yml")
        let saved = try place.text(of: path)
        #expect(saved.contains("value: \"17\" # 1 to 25 after a start") && saved.contains("/users/:id?full=yes"))
        #expect(saved.split(separator: "\n").count >= before.split(separator: "\n").count)
        try first.waitFor("what the other saved") { $0.contains("/users/17?full=yes") && !$0.contains("●") }

        // Both change one field.
        try first.changeUser(to: "18")
        try second.changeUser(to: "19")
        try second.type("w")
        try second.waitFor("Saved users/get.yml")
        try first.waitFor("≠ changed on disk")
        try first.type("w")
        try first.waitFor("Merge by field")
        try first.press(.enter)
        try first.waitFor("the field") { $0.row(with: "Path parameter id").contains("18") }
        try first.type("t")
        try first.press(.enter)
        try first.waitFor("theirs") { $0.contains("/users/19") && !$0.contains("●") }
        #expect(try place.text(of: path) == saved.edited("value: \"17\"", "value: \"19\""))
        #expect(try first.quit() == 0)
        #expect(try second.quit() == 0)
    }

    // MARK: - Drafts

    /// Changes the user's id, and waits until the journal has it.
    private func draft(_ id: String, in session: TerminalSession, at place: StoryPlace) throws {
        try session.changeUser(to: id)
        try place.waitForJournal(holding: id)
    }

    private func kill(_ session: TerminalSession) throws {
        try session.send(signal: SIGKILL)
        #expect(try session.waitForExit() == 128 + SIGKILL)
    }

    private func waitForDraft(_ id: String, in session: TerminalSession) throws {
        try session.waitFor("the draft in the tree") { $0.row(with: "GET  Get user").contains("●") }
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("/users/\(id)")
    }

    @Test(
        "drafts are kept apart: who goes back to the file takes nothing from the other, who is killed and loses nothing"
    )
    func draftsApart() throws {
        let place = try StoryPlace()
        let first = try place.start(size: .large)
        try draft("17", in: first, at: place)
        let second = try place.start(size: .large)
        try second.waitFor("Another Microscope has unsaved drafts of this collection (users/get.yml)")
        try second.showRequest("users/get", named: "Get user")
        try second.waitFor("what the file says") { $0.contains("/users/4") && !$0.contains("●") }
        try draft("19", in: second, at: place)
        try second.type("X")
        try second.waitFor("the file's value") { $0.contains("/users/4") && !$0.contains("●") }
        #expect(try second.quit() == 0)
        try kill(first)

        let third = try place.start(size: .large)
        try waitForDraft("17", in: third)
        // What the killed one left of itself is gone; the instance that goes on is known by the one file that is left.
        let instances = place.home.appendingPathComponent("state/instances").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: instances).count == 1)
        try third.type("X")
        try third.waitFor("nothing unsaved") { $0.contains("/users/4") && !$0.contains("●") }
        #expect(try third.quit() == 0)
    }

    @Test("of two that changed one request and are killed, the newer draft is back first, and the other one after it")
    func draftsOfBothKilled() throws {
        let place = try StoryPlace()
        let (first, second) = (try place.start(size: .large), try place.start(size: .large))
        try draft("17", in: first, at: place)
        try draft("19", in: second, at: place)
        for session in [first, second] { try kill(session) }

        let third = try place.start(size: .large)
        try third.waitFor("Another draft of users/get.yml is in the journal")
        try waitForDraft("19", in: third)
        try third.type("X")
        try third.waitFor("the file's value") { $0.contains("/users/4") && !$0.contains("●") }
        #expect(try third.quit() == 0)
        let fourth = try place.start(size: .large)
        try waitForDraft("17", in: fourth)
        #expect(!fourth.screen.contains("is in the journal"))
    }

    @Test("a collection that one closes gives its drafts to the other that opens it")
    func draftsOfClosed() throws {
        let place = try StoryPlace()
        let first = try place.start(size: .large)
        try draft("17", in: first, at: place)
        try first.type("1C")
        try first.waitFor("1 unsaved draft kept for next time")
        let second = try place.start(size: .large)
        try waitForDraft("17", in: second)
        #expect(!second.screen.contains("Another Microscope"))
    }
}

import TestSupport
import Testing
import TextGrid

@Suite("Story: changed on disk", .serialized)
struct ChangedOnDisk {
    private let path = "users/get.yml"

    /// A draft, then somebody else's change of the same file, then a save.
    private func conflict() throws -> (StoryPlace, TerminalSession, draft: String, theirs: String) {
        let place = try StoryPlace()
        let before = try place.text(of: path)
        let session = try place.start()
        try session.changeUser(to: "17")
        let theirs = before.edited("name: Get user", "name: Get a user")
        try place.write(theirs, to: path)
        try ask(session)
        return (place, session, before.edited("value: \"4\"", "value: \"17\""), theirs)
    }

    private func ask(_ session: TerminalSession) throws {
        try session.press(.control("s"))
        try session.waitFor("the question") {
            $0.contains("users/get.yml was changed by someone else") && $0.contains("Mine") && $0.contains("Theirs")
        }
    }

    private func choose(_ option: String, in session: TerminalSession) throws {
        try session.type(option)
        try session.waitFor("the choice") { $0.contains("> \(option)") }
        try session.press(.enter)
        try session.waitFor("the question gone") { !$0.contains("was changed by someone else") }
    }

    @Test("stay writes nothing and keeps the draft; the next save asks again")
    func stay() throws {
        let (place, session, _, theirs) = try conflict()
        try choose("Stay", in: session)
        #expect(try place.text(of: path) == theirs)
        #expect(session.screen.contains(" 2 Get user ● "))
        #expect(session.screen.contains("/users/17"))
        try ask(session)
    }

    @Test("mine writes the draft over the file")
    func mine() throws {
        let (place, session, draft, _) = try conflict()
        try choose("Mine", in: session)
        try session.waitFor("Saved users/get.yml")
        #expect(try place.text(of: path) == draft)
        #expect(!session.screen.contains("●"))
    }

    @Test("theirs drops the draft and shows the file")
    func theirs() throws {
        let (place, session, _, theirs) = try conflict()
        try choose("Theirs", in: session)
        try session.waitFor("their request") { $0.contains(" 2 Get a user ") && $0.contains("/users/4") }
        #expect(!session.screen.contains("●"))
        #expect(try place.text(of: path) == theirs)
        #expect(try session.quit() == 0)
    }
}

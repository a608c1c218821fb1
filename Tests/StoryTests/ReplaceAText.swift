import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a text is replaced across a collection", .serialized)
struct ReplaceAText {
    private func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "accounts.yml": Fixture.request("Accounts", url: "http://old.test/users?from=old.test"),
            "users/list.yml": Fixture.request("List", url: "http://old.test/list", more: "docs: Lists old.test.\n"),
        ])
    }

    @Test("a dry run prints a patch and writes nothing; then the files change, in the parts that were asked for")
    func commandLine() throws {
        let place = try place()
        let before = try place.files()
        let planned = try ProgramRun(["replace", "old.test", "new.test", "--dry-run"], at: place)
        #expect(
            planned.status == 0 && planned.output.contains("+  url: \"http://new.test/list\"\n"), "\(planned.output)")
        #expect(planned.errors == "4 occurrences in 2 files would be replaced.\n")
        #expect(try place.files() == before)
        let urls = try ProgramRun(
            ["replace", "old.test/(\\w+)", "new.test/v2/$1", "--regex", "--in", "url"], at: place)
        #expect(urls.status == 0 && urls.output == "users/list.yml\naccounts.yml\n", "\(urls.errors)")
        #expect(try place.text(of: "users/list.yml").contains("http://new.test/v2/list"))
        #expect(try place.text(of: "users/list.yml").contains("docs: Lists old.test."))
        #expect(try ProgramRun(["replace", "nowhere", "x"], at: place).status == 1)
        let wrong = try ProgramRun(["replace", "a", "b", "--in", "urls"], at: place)
        #expect(wrong.status == 2 && wrong.errors.contains("url, headers, body, docs, variables"), "\(wrong.errors)")
        let json = try ProgramRun(["replace", "old.test", "x", "--dry-run", "--json"], at: place).output
        #expect(json.contains("\"count\": 2") && json.contains("\"docs\": 1"), "\(json)")
    }

    @Test(
        "on screen % shows the change first, drafts change too, and u takes all files back at once",
        arguments: [false, true])
    func onScreen(isLarge: Bool) throws {
        let place = try place()
        let before = try place.files()
        let session = try place.start(size: isLarge ? .large : .small)
        try session.showRequest("accounts", named: "Accounts")
        try session.type("2")
        try session.type("i")
        try session.type("#old.test")
        try session.press(.enter)
        try session.waitFor("the draft") { $0.contains("●") }
        try session.press(.escape)
        try session.type("1%")
        try session.waitFor("Replace")
        try session.type("old.test")
        try session.press(.enter)
        try session.waitFor("Replace old.test with")
        for _ in 0..<"old.test".count { try session.press(.backspace) }
        try session.type("new.test")
        try session.press(.enter)
        try session.waitFor("4 occurrences in 2 files would be replaced.")
        try session.press(.enter)
        try session.waitFor("Done: replace old.test; u undoes it.")
        #expect(try place.text(of: "accounts.yml").contains("http://new.test/users?from=new.test\""))
        try session.waitFor("the draft has it too") { $0.contains("new.test") && !$0.contains("#old.test") }
        try session.type("1u")
        try session.waitFor("Undone: replace old.test.")
        #expect(try place.files() == before)
        try session.type("2X")
        try session.waitFor("no draft") { !$0.contains("●") }
        #expect(try session.quit() == 0)
    }
}

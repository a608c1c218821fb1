import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: drafts survive", .serialized)
struct DraftsSurvive {
    @Test("switching requests keeps the draft, with a mark in the tree")
    func switching() throws {
        let session = try StoryPlace().start(size: .large)
        try session.changeUser(to: "17")
        #expect(session.screen.row(with: "GET  Get user").contains("●"))
        try session.showRequest("users/list", named: "List users")
        #expect(session.screen.row(with: "GET  Get user").contains("●"))
        #expect(!session.screen.row(with: "GET  List users").contains("●"))
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("the draft as it was left") { $0.contains("/users/17") && $0.contains("› Get user ● ") }
        // Undo goes back to what the file holds, and the mark goes.
        try session.type("2u")
        try session.waitFor("nothing unsaved") { $0.contains("/users/4") && !$0.contains("●") }
        #expect(try session.quit() == 0)
    }

    @Test("where nothing can be kept that is said, and quitting does not promise it")
    func unkept() throws {
        let place = try StoryPlace()
        let state = place.home.appendingPathComponent("state")
        try FileManager.default.createDirectory(
            at: state.appendingPathComponent("drafts.sqlite"), withIntermediateDirectories: true)
        let session = try place.start(size: .large)
        try session.changeUser(to: "17")
        try session.waitFor("Unsaved edits are not kept for next time")
        try session.type("1q")
        try session.waitFor("the question") {
            $0.contains("Unsaved: users/get.yml. Not kept for next time: ") && $0.contains("Save all and quit")
        }
        #expect(!session.screen.contains("Keep drafts and quit"))
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        let file = place.collection.appendingPathComponent("users/get.yml")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("17"))
    }

    @Test("quitting lists what is unsaved; kept drafts are back at the next start")
    func keeping() throws {
        let place = try StoryPlace()
        let before = try place.files()
        var session = try place.start()
        try session.changeUser(to: "17")
        try session.type("1q")
        try session.waitFor("the question") {
            $0.contains("Unsaved: users/get.yml") && $0.contains("Keep drafts and quit")
        }
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        #expect(try place.files() == before)
        session = try place.start()
        try session.waitFor("the draft in the tree") { $0.row(with: "GET  Get user").contains("●") }
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("/users/17")
        // Ctrl-C twice keeps them too.
        try session.press(.control("c"))
        try session.waitFor("keeps 1 unsaved draft")
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
        session = try place.start()
        try session.waitFor("the draft in the tree") { $0.row(with: "GET  Get user").contains("●") }
    }

    @Test("kill -9 loses nothing")
    func killed() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.changeUser(to: "17")
        try place.waitForJournal(holding: "17")
        try session.send(signal: SIGKILL)
        #expect(try session.waitForExit() == 128 + SIGKILL)
        session = try place.start()
        try session.waitFor("the draft in the tree") { $0.row(with: "GET  Get user").contains("●") }
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("/users/17")
    }

    @Test("a request that has no file yet is shown again after kill -9, where one was on it")
    func killedOnNew() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.waitFor("› List users ")
        try session.paste("curl '\(place.server.baseURL)/echo?fresh=1' -H 'X-Pasted: yes'")
        try session.waitFor("the draft") { $0.contains("pasted as") && $0.contains("› echo ") }
        try session.showRequestTab("Headers")
        try place.waitForJournal(mentioning: "X-Pasted")
        try place.waitForFile(in: "state/restorable-state") {
            String(decoding: $1, as: UTF8.self).contains("\"Headers\"")
        }
        try session.send(signal: SIGKILL)
        #expect(try session.waitForExit() == 128 + SIGKILL)
        session = try place.start()
        try session.waitFor("the draft as it was left") {
            $0.contains("› echo ● ") && $0.requestTab == "Headers" && $0.contains("X-Pasted")
        }
        #expect(!session.screen.contains("[GET List users]"))
        try session.press(.control("c"))
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
    }

    @Test("a discarded draft is gone for good, unless undone at once")
    func discarding() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.changeUser(to: "17")
        try session.type("X")
        try session.waitFor("the file's value") { $0.contains("/users/4") && !$0.contains("●") }
        try session.type("u")
        try session.waitFor("the draft again") { $0.contains("/users/17") && $0.contains("●") }
        try session.type("1q")
        try session.waitFor("Discard and quit")
        try session.type("Disc")
        try session.waitFor("one choice") { !$0.contains("Keep drafts") }
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        session = try place.start()
        try session.showRequest("users/get", named: "Get user")
        try session.waitFor("/users/4")
        #expect(!session.screen.contains("●"))
    }
}

extension TerminalSession {
    /// Types another id into the demo's "Get user", and leaves the field.
    func changeUser(to id: String, line: UInt = #line) throws {
        try showRequest("users/get", named: "Get user", line: line)
        try type("2gji")
        try waitFor("the field open", line: line) { $0.cursor != nil }
        try press(.control("u"))
        try type(id)
        try press(.escape)
        try waitFor("the new id in the URL, and the field closed", line: line) {
            $0.row(with: "→ ").contains("/users/\(id)") && $0.cursor == nil && $0.contains("› Get user ● ")
        }
    }
}

extension StoryPlace {
    /// Waits until the journal of drafts holds a text: what is on disk survives whatever happens to the program.
    func waitForJournal(holding text: String) throws {
        try waitForJournal(mentioning: "\"\(text)\"", "\\\"\(text)\\\"")
    }

    struct StillRunning: Error {}

    /// Waits until no instance holds its lock here: until then its drafts stay its own. Half a minute at most.
    func waitUntilNobodyRuns() throws {
        let directory = home.appendingPathComponent("state/instances")
        let deadline = Date(timeIntervalSinceNow: 30)
        while Date() < deadline {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            if !names.contains(where: { isLocked(directory.appendingPathComponent($0).path) }) { return }
            usleep(10_000)
        }
        throw StillRunning()
    }

    private func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Waits until the journal holds one of these texts, as they are.
    func waitForJournal(mentioning texts: String...) throws {
        try waitForFile(in: "state") { name, bytes in
            name.hasPrefix("drafts.") && texts.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}

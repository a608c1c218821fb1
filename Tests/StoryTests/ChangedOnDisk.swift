import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: changed on disk", .serialized)
struct ChangedOnDisk {
    private let path = "users/get.yml"

    /// A draft, then somebody else's change of the same field; the explorer has seen it.
    private func conflict() throws -> (StoryPlace, TerminalSession, draft: String, theirs: String) {
        let place = try StoryPlace()
        let before = try place.text(of: path)
        let session = try place.start()
        try session.waitUntilWatching(place)
        try session.changeUser(to: "17")
        let theirs = before.edited("name: Get user", "name: Get a user").edited("value: \"4\"", "value: \"9\"")
        try place.write(theirs, to: path)
        try session.waitFor("≠ changed on disk")
        return (place, session, before.edited("value: \"4\"", "value: \"17\""), theirs)
    }

    private func ask(_ session: TerminalSession) throws {
        try session.press(.control("s"))
        try session.waitFor("the question") {
            $0.contains("users/get.yml changed on disk") && $0.contains("Keep mine") && $0.contains("Take theirs")
        }
    }

    private func choose(_ option: String, in session: TerminalSession) throws {
        try session.type(option)
        try session.waitFor("the choice") { $0.contains("> \(option)") }
        try session.press(.enter)
        try session.waitFor("the question gone") { !$0.contains("users/get.yml changed on disk") }
    }

    @Test("stay writes nothing and keeps the draft; the next save asks again")
    func stay() throws {
        let (place, session, _, theirs) = try conflict()
        try ask(session)
        try choose("Decide later", in: session)
        #expect(try place.text(of: path) == theirs)
        #expect(session.screen.contains(" ● ≠ changed on disk"))
        #expect(session.screen.contains("/users/17"))
        try ask(session)
    }

    @Test("mine writes the draft over the file")
    func mine() throws {
        let (place, session, draft, _) = try conflict()
        try ask(session)
        try choose("Keep mine", in: session)
        try session.waitFor("Saved users/get.yml")
        #expect(try place.text(of: path) == draft)
        #expect(!session.screen.contains("●") && !session.screen.contains("≠"))
    }

    @Test("theirs drops the draft and shows the file; undo brings it back")
    func theirs() throws {
        let (place, session, _, theirs) = try conflict()
        try ask(session)
        try choose("Take theirs", in: session)
        try session.waitFor("their request") { $0.contains("› Get a user ") && $0.contains("/users/9") }
        #expect(!session.screen.contains("●"))
        #expect(try place.text(of: path) == theirs)
        try session.type("u")
        try session.waitFor("the draft again") { $0.contains("/users/17") && $0.contains("●") }
    }

    @Test("by field: mine and theirs side by side, and the save touches no line but the one that was decided")
    func byField() throws {
        let (place, session, _, theirs) = try conflict()
        try session.type("c")
        try session.waitFor("the question") { $0.contains("Merge by field") }
        try session.press(.enter)
        try session.waitFor("the field") { screen in
            let row = screen.row(with: "? Path parameter id")
            return row.contains("17") && row.contains("9") && screen.contains("Before: 4")
        }
        try session.type("m")
        try session.waitFor("✓ 17")
        try session.press(.enter)
        try session.waitFor("the merged draft") { $0.contains("› Get a user ● ") && $0.contains("/users/17") }
        try session.type("w")
        try session.waitFor("Saved users/get.yml")
        #expect(try place.text(of: path) == theirs.edited("value: \"9\"", "value: \"17\""))
    }

    @Test("without a draft the request follows at once, and what it was sent with stays; .env counts at once too")
    func follows() throws {
        let place = try StoryPlace()
        let session = try place.start(size: .large)
        try session.waitUntilWatching(place)
        try session.send("users/get", named: "Get user", until: "200 OK")
        try place.write(place.text(of: path).edited("value: \"4\"", "value: \"9\""), to: path)
        try session.waitFor("their value, and my answer") { $0.contains("/users/9") && $0.contains("200 OK") }
        try place.write(place.text(of: path).edited("/users/:id", "/users/{{process.env.LIVE}}"), to: path)
        try session.waitFor("process.env.LIVE")
        try place.write("LIVE=from-the-file\n", to: ".env")
        try session.waitFor("/users/from-the-file")
        #expect(try session.quit() == 0)
    }

    @Test("F5 reads anew what nobody told of")
    func reload() throws {
        let session = try StoryPlace().start()
        try session.press(.function(5))
        try session.waitFor("was reloaded.")
        #expect(try session.quit() == 0)
    }
}

extension TerminalSession {
    /// Waits until what changes on disk is seen: before that, a change could come too early to be reported.
    func waitUntilWatching(_ place: StoryPlace, line: UInt = #line) throws {
        let probe = "live-probe.yml"
        var number = 0
        let deadline = Date(timeIntervalSinceNow: patience)
        // Not a request yet: it is in the tree as soon as it is seen.
        while !screen.contains("live-seen"), Date() < deadline {
            number += 1
            try place.write("info: {name: live-seen-\(number), type: http, seq: -9}\n", to: probe)
            let seen = trace.count
            _ = try? waitBriefly { $0.count > seen }
        }
        try waitFor("the probe in the tree", line: line) { $0.contains("live-seen") }
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent(probe))
        try waitFor("the probe gone", line: line) { !$0.contains("live-seen") }
    }

    private func waitBriefly(_ condition: @escaping ([String]) -> Bool) throws {
        let old = patience
        patience = 0.2
        defer { patience = old }
        try waitForTrace("a frame", condition)
    }
}

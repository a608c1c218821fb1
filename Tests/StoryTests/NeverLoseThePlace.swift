import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the place is never lost", .serialized)
struct NeverLoseThePlace {
    @Test(
        "tabs, shown request, focus, closed folders and panes are there again, after q and after kill -9",
        arguments: [Size.small, .large], [nil, SIGKILL])
    func restart(size: Size, signal: Int32?) throws {
        let place = try StoryPlace()
        var session = try place.start(size: size)
        try session.enterTwo()
        try session.showRequestTab("Headers")
        try session.press(.control("w"))
        try session.waitFor("hjkl size")
        try session.type("lllg")
        try session.press(.escape)
        try session.waitFor("no log, and the mode left") { !$0.contains("hjkl") && !$0.contains(" 4 Log") }
        let column = try #require(session.screen.place(of: "› Get user ")).column
        try place.waitForRestorableState {
            // The log is the fourth pane.
            $0.contains("\"Headers\"") && $0.filter { !$0.isWhitespace }.contains("\"hidden\":[4]")
        }
        if let signal {
            try session.send(signal: signal)
            #expect(try session.waitForExit() == 128 + signal)
        } else {
            #expect(try session.quit() == 0)
        }
        session = try place.start(size: size)
        try session.waitFor("the shown request with its tab") {
            $0.contains("› Get user ") && $0.requestTab == "Headers" && $0.contains("[GET Get user]")
        }
        try session.waitFor("the border where it was put") { $0.place(of: "› Get user ")?.column == column }
        #expect(session.screen.contains(" GET List users "))
        // The request has the focus again: i edits a field of it.
        try session.type("{")
        try session.waitFor("the other tab") { $0.contains("[GET List users]") }
        #expect(try session.quit() == 0)
    }

    @Test("a request that is named wins, and one that is gone is passed over")
    func namedAndGone() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.enterTwo()
        #expect(try session.quit() == 0)
        session = try place.run([
            place.collection.appendingPathComponent("behaviour/slow.yml").path, "--env", "local", "--var",
            "baseUrl=\(place.server.baseURL)",
        ])
        try session.waitFor("the named one") { $0.contains("› Slow ") && $0.contains(" GET Get user ") }
        try session.type("1")
        #expect(try session.quit() == 0)
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent("behaviour/slow.yml"))
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent("users/get.yml"))
        session = try place.start()
        try session.waitFor("the tab that is left") { $0.contains("› List users ") }
        #expect(try session.quit() == 0)
    }

    @Test("a file of it that is damaged keeps nobody from working")
    func damaged() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.enterTwo()
        #expect(try session.quit() == 0)
        for file in place.restorableState { try Data("{ damaged".utf8).write(to: file) }
        session = try place.start()
        try session.waitFor("the first request") { $0.contains("› List users ") && !$0.contains("[GET") }
        #expect(try session.quit() == 0)
    }

    @Test("what is kept can be read by its owner alone")
    func mode() throws {
        let place = try StoryPlace()
        let session = try place.start()
        try session.enterTwo()
        #expect(try session.quit() == 0)
        for file in place.restorableState {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        #expect(place.restorableState.count == 1)
    }
}

extension TerminalSession {
    /// Enters the demo's first two requests, one after the other: two tabs.
    fileprivate func enterTwo() throws {
        try waitFor("› List users ")
        try press(.enter)
        try type("1j")
        try waitFor("› Get user ")
        try press(.enter)
        try waitFor("two tabs") { $0.contains("[GET Get user]") && $0.contains(" GET List users ") }
    }
}

extension StoryPlace {
    /// The files in which it is kept where a person is.
    fileprivate var restorableState: [URL] {
        let directory = home.appendingPathComponent("state/restorable-state")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.map { directory.appendingPathComponent($0) }
    }

    /// Waits until something is on disk: that survives whatever happens to the program.
    fileprivate func waitForRestorableState(_ condition: (String) -> Bool) throws {
        try waitForFile(in: "state/restorable-state") { condition(String(decoding: $1, as: UTF8.self)) }
    }
}

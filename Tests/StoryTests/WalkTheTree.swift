import TestSupport
import Testing
import TextGrid

@Suite("Story: walk the tree", .serialized)
struct WalkTheTree {
    @Test("the first screen shows every pane and the keys that matter", arguments: [Size.small, .large])
    func firstScreen(size: Size) throws {
        let place = try StoryPlace()
        let session = try place.start(size: size)
        try session.waitFor("the first request") { $0.contains("› List users ") }
        let screen = session.screen
        #expect(screen.contains(" 1 Demo "))
        #expect(screen.responseTitle != "")
        #expect(screen.text(row: 1).hasPrefix("▾ Demo") && screen.text(row: 2).contains("▾ Users"))
        #expect(screen.contains("→ \(place.server.baseURL)/users?page=1&limit=5"))
        #expect(screen.contains("Not sent yet: s sends the request."))
        let footer = screen.text(row: size.rows - 1)
        for key in ["Enter", "s send", "e environment", "/ filter", "? help", "q quit"] {
            #expect(footer.contains(key), "\(footer)")
        }
        #expect(size == .small ? screen.text(row: size.rows - 2).hasPrefix("Log") : screen.contains(" 4 Log "))
        #expect(try session.quit() == 0)
    }

    @Test("folders open and close, and moving shows each request at once")
    func folders() throws {
        let session = try StoryPlace().start(size: .large)
        try session.waitFor("▾ Users")
        try session.type("jj")
        try session.waitFor("the third request") { $0.contains("› Create user ") }
        try session.type("hh")
        try session.waitFor("the folder closed") { $0.contains("▸ Users") && !$0.contains("GET  List users") }
        try session.type("jl")
        try session.waitFor("the next folder open") { $0.contains("▾ Auth") && $0.contains("POST Log in") }
        try session.type("j")
        try session.waitFor("its first request") { $0.contains("› Log in ") }
        try session.type("gjl")
        try session.waitFor("▾ Users")
    }

    @Test("a filter narrows the tree, Esc widens it again")
    func filter() throws {
        let session = try StoryPlace().start(size: .large)
        try session.waitFor("▾ Users")
        try session.type("/flaky")
        try session.waitFor("what holds flaky") { $0.contains("› Flaky ") && $0.contains("POST Flaky POST") }
        #expect(!session.screen.contains("GET  List users"))
        try session.press(.enter)
        try session.waitFor("the question gone") { !$0.contains("Show only") }
        #expect(!session.screen.contains("GET  List users"))
        try session.press(.escape)
        try session.waitFor("all again") { $0.contains("GET  List users") && $0.contains("› Flaky ") }
        try session.type("/no such thing")
        try session.waitFor("Nothing contains")
        try session.press(.escape)
        try session.waitFor("GET  List users")
    }

    @Test("zoom gives a pane the whole screen and takes it back")
    func zoom() throws {
        let session = try StoryPlace().start()
        try session.waitFor("› List users ")
        try session.type("2z")
        try session.waitFor("the request alone") { !$0.contains(" 1 Demo ") && $0.responseTitle == "" }
        #expect(session.screen.text(row: 0).contains("› List users "))
        try session.type("z")
        try session.waitFor("all panes") { $0.contains(" 1 Demo ") && $0.responseTitle != "" }
    }

    @Test("help lists every key")
    func help() throws {
        let session = try StoryPlace().start(size: Size(columns: 120, rows: 60))
        try session.waitFor("› List users ")
        try session.type("?")
        try session.waitFor("(current)")
        var seen = session.screenText
        for _ in 0..<40 where !seen.contains("Close the help;") {
            try session.step("\u{1B}[6~")
            seen += session.screenText
        }
        let sentences = [
            "Send the request that is shown", "Choose the environment", "Zoom the focused pane to the whole screen",
            "Undo the last change", "Filter requests by name", "Add a row to the table",
            "Leave the field and keep the text",
            "Suspend to the shell", "Scroll to the left", "Accept the selected row",
        ]
        for sentence in sentences { #expect(seen.contains(sentence), "\(sentence)") }
        try session.press(.escape)
        try session.waitFor("the help closed") { $0.contains(" 1 Demo ") && !$0.contains("Close the help;") }
    }

    @Test("too small a screen says so, and a larger one is drawn anew")
    func sizes() throws {
        let session = try StoryPlace().start(size: Size(columns: 39, rows: 10))
        try session.waitFor("Too small: 39x10.")
        #expect(session.screen.contains("40x12 is needed."))
        try session.resize(Size(columns: 60, rows: 16))
        try session.waitFor("the panes") { $0.contains(" 1 Demo ") && $0.contains("› List users ") }
        try session.resize(.large)
        try session.waitFor("the panes, larger") { $0.contains(" 4 Log ") && $0.text(row: 49).contains("q quit") }
        try session.resize(.small)
        try session.waitFor("the panes, smaller") { $0.text(row: 23).contains("q quit") && $0.contains(" 1 Demo ") }
    }
}

import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the terminal is given back", .serialized)
struct TerminalIsGivenBack {
    private func start(_ environment: [String: String] = [:]) throws -> TerminalSession {
        let session = try StoryPlace().start(environment: environment)
        try session.waitFor("the first request") { $0.contains("› List users ") }
        #expect(session.screen.isAlternate)
        #expect(session.screen.hasBracketedPaste)
        #expect(try !session.modes().isCooked)
        return session
    }

    private func expectGivenBack(_ session: TerminalSession) throws {
        #expect(try session.modes() == session.modesBefore)
        #expect(session.screen.modes == [7, 25], "\(session.screen.modes)")
        #expect(session.screen.cursor != nil)
        #expect(!session.screenText.contains("› List users "))
    }

    @Test("after q")
    func quits() throws {
        let session = try start()
        #expect(try session.quit() == 0)
        try expectGivenBack(session)
    }

    @Test("after Ctrl-C twice; the first one only asks")
    func interrupts() throws {
        let session = try start()
        try session.press(.control("c"))
        try session.waitFor("Ctrl-C again quits")
        try session.type("j")
        try session.waitFor("the question gone") { !$0.contains("Ctrl-C again quits") }
        try session.press(.control("c"))
        try session.waitFor("Ctrl-C again quits")
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
        try expectGivenBack(session)
    }

    @Test("after SIGTERM and SIGHUP, whose numbers are in the exit status", arguments: [SIGTERM, SIGHUP])
    func terminates(signal: Int32) throws {
        let session = try start()
        try session.send(signal: signal)
        #expect(try session.waitForExit() == 128 + signal)
        try expectGivenBack(session)
    }

    @Test(
        "after a fatal signal, as a trap is one, also while a request runs",
        arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGQUIT, SIGUSR1, SIGALRM])
    func crashes(signal: Int32) throws {
        let session = try start()
        try session.showRequest("behaviour/slow.yml", named: "Slow")
        try session.type("s")
        try session.waitForResponse("… running")
        try session.send(signal: signal)
        #expect(try session.waitForExit() == 128 + signal)
        try expectGivenBack(session)
        let isFault = ![SIGQUIT, SIGUSR1, SIGALRM].contains(signal)
        #expect(session.screenText.contains("unsaved edits are restored") == isFault, "\(session.screenText)")
    }

    @Test("after a trap of Swift's own, whose message is shown then")
    func traps() throws {
        let session = try start(["MICROSCOPE_TRAP_ON_KEY": "T"])
        try session.type("T")
        #expect([128 + SIGILL, 128 + SIGTRAP].contains(try session.waitForExit()))
        try expectGivenBack(session)
        #expect(session.screenText.contains("a trap was asked for"))
    }

    @Test("Ctrl-Z while the editor has the terminal stops both, and fg takes both up again")
    func suspendsWithTheEditor() throws {
        let session = try start(["VISUAL": "sleep 0.2 #"])
        for _ in 0..<5 {
            try session.type("E")
            try session.waitFor("the terminal lent to the editor") { !$0.isAlternate }
            try session.press(.control("z"))
            try session.waitUntilStopped()
            try session.bringToForeground()
            try session.waitFor("the explorer again") { $0.isAlternate && $0.contains("› List users ") }
        }
        #expect(try session.quit() == 0)
    }

    @Test("while it is stopped by Ctrl-Z; fg takes the screen again, drawn whole")
    func suspends() throws {
        let session = try start()
        try session.press(.control("z"))
        try session.waitUntilStopped()
        try session.waitFor("the main screen") { !$0.isAlternate }
        try expectGivenBack(session)
        try session.resize(Size(columns: 100, rows: 30))
        try session.bringToForeground()
        try session.waitFor("the explorer at the new size") {
            $0.isAlternate && $0.contains("› List users ") && $0.text(row: 29).contains("q quit")
        }
        #expect(try !session.modes().isCooked)
        try session.type("j")
        try session.waitFor("the next request") { $0.contains("› Get user ") }
        #expect(try session.quit() == 0)
        try expectGivenBack(session)
    }

    @Test("drafts survive a lost connection")
    func hangsUp() throws {
        let place = try StoryPlace()
        var session = try place.start()
        try session.changeUser(to: "17")
        try place.waitForJournal(holding: "17")
        session.hangUp()
        // The shell that would report the end has lost its terminal too.
        try place.waitUntilNobodyRuns()
        session = try place.start()
        try session.waitFor("the draft in the tree") { $0.row(with: "GET  Get user").contains("●") }
    }
}

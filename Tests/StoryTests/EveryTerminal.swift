import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: every kind of terminal, every script", .serialized)
struct EveryTerminal {
    private static let names = ["שלום עולם", "مرحبا", "日本語", "👩‍👩‍👧 family", "🇩🇪 flag", "e\u{301}te\u{301}"]

    private static func place() throws -> StoryPlace {
        var files = ["opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment]
        for (index, name) in names.enumerated() {
            files["\(index).yml"] = Fixture.request("\"\(name)\"", url: "{{baseUrl}}/echo?name=\(index)")
        }
        return try StoryPlace(files)
    }

    /// Hands the URL of the first one over to an editor.
    private func editURL(at place: StoryPlace, with editor: String) throws -> TerminalSession {
        let session = try place.start(environment: ["EDITOR": editor])
        try session.waitFor("the tree") { $0.contains("日本語") }
        try session.type("2")
        try session.type("E")
        return session
    }

    /// Walks over all of them, sends one, looks at its tabs, and leaves.
    private func walk(_ type: String, _ environment: [String: String] = [:]) throws {
        let place = try Self.place()
        let session = try place.start(environment: environment.merging(["TERM": type]) { given, _ in given })
        try session.waitFor("the tree") { $0.contains("GET ") && $0.row(with: " 1 ").isEmpty == false }
        for _ in Self.names.dropFirst() { try session.step("j") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("3]")
        try session.waitFor("another tab") { $0.responseTab == "Headers" }
        try session.type("?")
        try session.waitFor("(current)")
        try session.press(.escape)
        try session.waitFor("the help closed") { !$0.contains("(current)") }
        #expect(try session.quit() == 0)
        #expect(try session.modes() == session.modesBefore)
        #expect(session.screen.cursor != nil)
        #expect(session.screen.text(row: 23).isEmpty, "the shell goes on there: \(session.screenText)")
    }

    @Test(
        "the same works in each of them, and the terminal is given back",
        arguments: ["linux", "screen", "tmux", "tmux-256color", "xterm", "xterm-256color", "vt100"])
    func types(type: String) throws { try walk(type) }

    @Test("without UTF-8, too", arguments: ["linux", "vt100", "xterm-256color"])
    func ascii(type: String) throws { try walk(type, ["LANG": "C"]) }

    @Test("names of every script leave the columns where they are")
    func columns() throws {
        let place = try Self.place()
        let session = try place.start()
        try session.waitFor("the tree") { $0.contains("日本語") && $0.contains("שלום") }
        let separator = session.screen.place(of: "│")?.column
        #expect(separator != nil)
        for row in 1..<22 {
            #expect(session.screen[column: separator ?? 0, row: row].text == "│", "row \(row)")
        }
        #expect(try session.quit() == 0)
    }

    @Test("a terminal that reorders lines is told not to, and told otherwise at the end")
    func order() throws {
        let session = try Self.place().start()
        try session.waitFor("the tree") { $0.contains("日本語") }
        let begin = String(decoding: session.output, as: UTF8.self)
        #expect(begin.contains("\u{1B}[8l") && !begin.contains("\u{1B}[8h"))
        try session.press(.control("z"))
        try session.waitUntilStopped()
        try session.waitFor("the main screen") { !$0.isAlternate }
        #expect(String(decoding: session.output, as: UTF8.self).contains("\u{1B}[8h"))
        try session.bringToForeground()
        try session.waitFor("the screen again") { $0.isAlternate }
        #expect(try session.quit() == 0)
        #expect(String(decoding: session.output, as: UTF8.self).ranges(of: "\u{1B}[8h").count == 2)
    }

    @Test("what the terminal answers to a program that is gone is none of the keys, also when it comes in pieces")
    func lateResponses() throws {
        let session = try Self.place().start()
        try session.waitFor("the tree") { $0.contains("日本語") }
        for piece in ["\u{1B}]11;rgb:0000/", "0000/0000\u{1B}", "\\\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[4;1$y"] {
            try session.type(piece)
            session.waitForSilence(of: 0.05, atMost: 5)
        }
        try session.type("?")
        try session.waitFor("(current)")
        #expect(!session.screen.contains("── Rename"), "\(session.screenText)")
        try session.press(.escape)
        try session.waitFor("the help closed") { !$0.contains("(current)") }
        #expect(try session.quit() == 0)
    }

    @Test("a terminal without a cursor to place is refused, with what works on it", arguments: ["dumb"])
    func refused(type: String) throws {
        let place = try Self.place()
        let session = try TerminalSession(
            try StoryPlace.program(), [place.collection.path],
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "TERM": type])
        #expect(try session.waitForExit() == 4)
        let text = session.screenText.split(separator: "\n").joined()
        #expect(text.contains("TERM=dumb cannot move the cursor"))
        #expect(text.contains("microscope send and run need none"))
        #expect(try session.modes() == session.modesBefore)
    }

    @Test("$EDITOR has the terminal as it was, and gives it back")
    func editor() throws {
        let place = try Self.place()
        let session = try editURL(at: place, with: "sh -c 'printf edited >\"$0\"'")
        try session.waitFor("the edited URL") { $0.isAlternate && $0.contains("edited") }
        #expect(try !session.modes().isCooked)
        #expect(session.screen.hasBracketedPaste)
        try session.type("u")
        try session.waitFor("the URL of before") { $0.contains("/echo") }
        #expect(try session.quit() == 0)
    }

    @Test("an $EDITOR that removes the file is told from one that never got it, and the field stays as it was")
    func editorRemoves() throws {
        let place = try Self.place()
        let session = try editURL(at: place, with: "rm -f")
        try session.waitFor("why nothing came back") {
            $0.isAlternate && $0.contains("The text could not be read from rm -f: ")
        }
        #expect(session.screen.contains("/echo"))
        #expect(try session.quit() == 0)
    }
}

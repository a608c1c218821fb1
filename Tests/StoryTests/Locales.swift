import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: terminals and locales", .serialized)
struct Locales {
    /// Sends a request that shows most of what there is: tree, form, response, attempts, log.
    private func walk(_ environment: [String: String], check: Bool = true, success: String) throws -> TerminalSession {
        let session = try StoryPlace().start(size: Size(columns: 120, rows: 40), environment: environment)
        try session.showRequest("behaviour/flaky.yml", named: "Flaky")
        try session.type("s")
        try session.waitForResponse("\(success) 200 OK")
        try session.type("3")
        try session.showResponseTab("Timing")
        try session.waitFor("waiting")
        try session.showResponseTab("Attempts")
        try session.waitFor("3  \(success) 200 OK")
        try session.showResponseTab("Body")
        try session.waitFor("\"answeredAtAttempt\": 3")
        return session
    }

    /// Every cell's look.
    private func looks(_ screen: VirtualScreen) -> Set<Appearance> {
        var looks: Set<Appearance> = []
        for row in 0..<screen.size.rows {
            for column in 0..<screen.size.columns { looks.insert(screen[column: column, row: row].look) }
        }
        return looks
    }

    private func hasColours(_ screen: VirtualScreen) -> Bool {
        looks(screen).contains { $0.foreground != .standard || $0.background != .standard }
    }

    @Test("a C locale gets ASCII alone, with a sign for each colour", arguments: ["C", "POSIX"])
    func ascii(locale: String) throws {
        let session = try walk(["LANG": locale], success: "+")
        #expect(session.output.allSatisfy { $0 < 0x80 })
        #expect(session.screen.contains("v Behaviour"))
        #expect(session.screen.contains("[x] fails"))
        #expect(session.screen.contains("-> \("http://127.0.0.1:")"))
        #expect(hasColours(session.screen))
        #expect(try session.quit() == 0)
    }

    @Test("an answer of other letters is spelled in a C locale")
    func spelled() throws {
        let session = try StoryPlace().start(environment: ["LC_ALL": "C"])
        try session.showRequest("formats/text-shift-jis", named: "Text, Shift JIS")
        try session.type("s")
        try session.waitForResponse("+ 200 OK")
        #expect(session.output.allSatisfy { $0 < 0x80 })
    }

    @Test("NO_COLOR: signs and bold, no colours")
    func noColour() throws {
        let session = try walk(["NO_COLOR": "1"], success: "✓")
        #expect(!hasColours(session.screen))
        #expect(looks(session.screen).contains { $0.attributes.contains(.bold) })
        #expect(looks(session.screen).contains { !$0.attributes.isDisjoint(with: [.reverse, .underline]) })
        #expect(ColourSequences.count(in: session.output) == 0)
    }

    @Test("an empty NO_COLOR does not count")
    func emptyNoColour() throws {
        let session = try StoryPlace().start(environment: ["NO_COLOR": ""])
        try session.waitFor("colours") { hasColours($0) }
    }

    @Test("a vt100 has no colours, and is not sent any")
    func vt100() throws {
        let session = try walk(["TERM": "vt100"], success: "✓")
        #expect(!hasColours(session.screen))
        #expect(ColourSequences.count(in: session.output) == 0)
        #expect(try session.quit() == 0)
        #expect(try session.modes() == session.modesBefore)
    }

    @Test(
        "the console of Linux has eight colours, and ASCII signs; others have eight, too",
        arguments: [("linux", "+"), ("xterm", "✓"), ("screen", "✓")])
    func eightColours(type: String, success: String) throws {
        let session = try walk(["TERM": type], success: success)
        #expect(hasColours(session.screen))
        for look in looks(session.screen) {
            if case .indexed(let index) = look.foreground { #expect(index < 16, "\(look)") }
        }
        #expect(session.screen.place(of: "\(success) 200 OK") != nil)
        #expect(session.screen.contains("─") && session.screen.contains("│"))
    }
}

/// Sequences that set a colour.
private enum ColourSequences {
    static func count(in bytes: [UInt8]) -> Int {
        bytes.split(separator: 0x1B).count { piece in
            guard piece.first == UInt8(ascii: "["), let end = piece.dropFirst().firstIndex(where: { $0 >= 0x40 }),
                piece[end] == UInt8(ascii: "m")
            else { return false }
            let numbers = String(decoding: piece[(piece.startIndex + 1)..<end], as: UTF8.self).split(separator: ";")
                .compactMap { Int($0) }
            return numbers.contains { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) }
        }
    }
}

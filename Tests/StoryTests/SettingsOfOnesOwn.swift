import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: keys and colours of one's own")
struct SettingsOfOnesOwn {
    private func write(_ text: String, to path: String, at place: StoryPlace) throws {
        let file = place.home.appendingPathComponent("config/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    @Test("a key file counts from the start, is read again when it is saved, and says what is wrong with its line")
    func keys() throws {
        let place = try StoryPlace()
        try write("everywhere:\n  quit: F10\n", to: "keys.yaml", at: place)
        let session = try place.start()
        try session.waitFor("the key in the footer") { $0.text.contains("F10 quit") }
        try write("everywhere:\n  qiut: F10\n", to: "keys.yaml", at: place)
        try session.waitFor("what is wrong") {
            $0.text.contains("keys.yaml:2:3: unknown action \"qiut\"; did you mean")
        }
        try session.type("j")
        try session.waitFor("the standard key again") { $0.text.contains("q quit") }
        try write("everywhere:\n  quit: F12\n", to: "keys.yaml", at: place)
        try session.waitFor("what was read") { $0.text.contains("Keys and colours were reloaded.") }
        try session.press(.function(12))
        #expect(try session.waitForExit() == 0)
    }

    @Test(
        "a directory of settings that is made while the program runs counts from then on; so does one that is made anew"
    )
    func madeLater() throws {
        let place = try StoryPlace()
        let session = try place.start()
        try session.waitFor("the standard key") { $0.text.contains("q quit") }
        try write("everywhere:\n  quit: F10\n", to: "keys.yaml", at: place)
        try session.waitFor("what was read") { $0.text.contains("Keys and colours were reloaded.") }
        try session.type("j")
        try session.waitFor("the own key") { $0.text.contains("F10 quit") }
        try FileManager.default.removeItem(at: place.home.appendingPathComponent("config"))
        try session.waitFor("that nothing is there") { $0.text.contains("Keys and colours were reloaded.") }
        try session.type("k")
        try session.waitFor("the standard key again") { $0.text.contains("q quit") }
        try write("everywhere:\n  quit: F12\n", to: "keys.yaml", at: place)
        try session.waitFor("what was read anew") { $0.text.contains("Keys and colours were reloaded.") }
        try session.type("j")
        try session.waitFor("the other key") { $0.text.contains("F12 quit") }
        try session.press(.function(12))
        #expect(try session.waitForExit() == 0)
    }

    @Test("colours are looked through, kept, and there again at the next start; the file may be changed beside it")
    func colours() throws {
        let place = try StoryPlace()
        try write("styles: {pane.title.focused: bold 200}\n", to: "themes/mine.yaml", at: place)
        let session = try place.start()
        try session.type(":")
        try session.waitFor("the palette") { $0.text.contains("Actions") }
        try session.type("colours\r")
        try session.waitFor("the themes") { $0.text.contains("darker colours for light backgrounds") }
        try session.type("mine\r")
        try session.waitFor("the choice") { $0.text.contains("The colours are mine.") }
        let config = place.home.appendingPathComponent("config/config.yaml")
        try session.waitFor("the file") { _ in (try? String(contentsOf: config, encoding: .utf8)) == "theme: mine\n" }
        #expect(session.focusedTitleColour == .indexed(200))
        try write("styles: {pane.title.focused: bold 100}\n", to: "themes/mine.yaml", at: place)
        try session.waitFor("the new colour") { _ in session.focusedTitleColour == .indexed(100) }
        #expect(try session.quit() == 0)
        let next = try place.start()
        try next.waitFor("the colour of the next start") { _ in next.focusedTitleColour == .indexed(100) }
    }
}

extension TerminalSession {
    /// The colour of the tree's title, in the corner of the screen.
    fileprivate var focusedTitleColour: Colour { cell(at: Point(column: 2, row: 0)).look.foreground }
}

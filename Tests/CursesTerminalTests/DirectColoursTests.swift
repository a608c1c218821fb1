import Foundation
import TestSupport
import Testing
import TextGrid

@testable import CursesTerminal

@Suite("Colours as red, green and blue")
struct DirectColoursTests {
    @Test(
        "COLORTERM asks for the type of the same terminal that has them",
        arguments: [
            ("xterm-256color", "truecolor", ["xterm-direct"]), ("tmux-256color", "24bit", ["tmux-direct"]),
            ("xterm-kitty", "truecolor", ["kitty-direct", "xterm-kitty-direct"]),
            ("foot", "TrueColor", ["foot-direct"]),
            ("xterm-direct", "truecolor", []), ("xterm-256color", "yes", []), ("xterm-256color", "", []),
        ])
    func types(type: String, word: String, types: [String]) {
        #expect(DirectColours.types(besides: type, ["COLORTERM": word]) == types)
    }

    @Test("without COLORTERM nothing is asked for")
    func none() { #expect(DirectColours.types(besides: "xterm-256color", [:]).isEmpty) }
}

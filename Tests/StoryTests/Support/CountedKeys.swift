import TestSupport
import TextGrid

/// Counts the keys of a session as a person presses them: each letter of a text is one, and so is each key that does something.
struct CountedKeys {
    let session: TerminalSession
    /// All of them, texts included.
    private(set) var all = 0
    /// Keys that do something: Enter, Tab and the like, and letters that are commands.
    private(set) var controls = 0

    init(_ session: TerminalSession) { self.session = session }

    /// Types a text into a field, or letters that narrow a list.
    mutating func text(_ text: String) throws {
        try session.type(text)
        all += text.count
    }

    /// Presses letters that are commands.
    mutating func command(_ letters: String) throws {
        try session.type(letters)
        (all, controls) = (all + letters.count, controls + letters.count)
    }

    mutating func press(_ strokes: KeyStroke...) throws {
        for stroke in strokes { try session.press(stroke) }
        (all, controls) = (all + strokes.count, controls + strokes.count)
    }
}

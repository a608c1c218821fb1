import TextGrid

/// The bytes that a terminal of xterm's kind sends for a key.
enum KeyEncoder {
    /// - Parameter application: Whether the program asked for application cursor keys (private mode 1).
    static func bytes(_ stroke: KeyStroke, application: Bool) -> [UInt8] {
        let withoutAlt = KeyStroke(stroke.key, stroke.modifiers.subtracting(.alt))
        switch stroke.key {
        case .character, .enter, .tab, .escape, .backspace:
            let alt: [UInt8] = stroke.modifiers.contains(.alt) ? [0x1B] : []
            return alt + simple(withoutAlt)
        default: return Array("\u{1B}\(special(stroke, application))".utf8)
        }
    }

    private static func simple(_ stroke: KeyStroke) -> [UInt8] {
        switch stroke.key {
        case .enter: [0x0D]
        case .tab: stroke.modifiers.contains(.shift) ? Array("\u{1B}[Z".utf8) : [0x09]
        case .escape: [0x1B]
        case .backspace: [0x7F]
        case .character(let character) where stroke.modifiers.contains(.control):
            [(character.uppercased().first?.asciiValue ?? 0) & 0x1F]
        case .character(let character): Array(String(character).utf8)
        default: []
        }
    }

    private static func special(_ stroke: KeyStroke, _ application: Bool) -> String {
        let modifier =
            1 + (stroke.modifiers.contains(.shift) ? 1 : 0) + (stroke.modifiers.contains(.alt) ? 2 : 0)
            + (stroke.modifiers.contains(.control) ? 4 : 0)
        if let letter = letters[stroke.key] {
            return modifier > 1 ? "[1;\(modifier)\(letter)" : (application ? "O" : "[") + letter
        }
        if case .function(let number) = stroke.key, number <= 4 {
            let letter = ["P", "Q", "R", "S"][number - 1]
            return modifier > 1 ? "[1;\(modifier)\(letter)" : "O" + letter
        }
        return "[\(number(stroke.key))" + (modifier > 1 ? ";\(modifier)" : "") + "~"
    }

    private static func number(_ key: KeyStroke.Key) -> Int {
        switch key {
        case .insert: 2
        case .delete: 3
        case .pageUp: 5
        case .pageDown: 6
        case .function(let number): [15, 17, 18, 19, 20, 21, 23, 24][min(max(number, 5), 12) - 5]
        default: 0
        }
    }

    private static let letters: [KeyStroke.Key: String] = [
        .up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F",
    ]
}

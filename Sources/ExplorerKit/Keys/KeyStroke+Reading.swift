import TextGrid

extension KeyStroke {
    /// Reads a key as help writes it: "Ctrl-R", "Shift-Tab", "Alt-x", "Space", "F5", "s"; nil for what is no key.
    ///
    /// Case counts for a letter alone: "S" is Shift with s.
    package init?(title: String) {
        var rest = title[...]
        var modifiers: Modifiers = []
        let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
        while let (prefix, modifier) = prefixes.first(where: {
            rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
        }) {
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        guard let key = Self.key(named: rest) else { return nil }
        if case .character(let character) = key, modifiers.contains(.control) {
            // A terminal sends the same for both cases, and for Ctrl-/ what it sends for Ctrl-_.
            self.init(.character(character == "/" ? "_" : Character(character.lowercased())), modifiers)
        } else if case .character(let letter) = key, letter.isLetter, modifiers.contains(.shift) {
            self.init(.character(Character(letter.uppercased())), modifiers.subtracting(.shift))
        } else {
            self.init(key, modifiers)
        }
    }

    private static func key(named name: Substring) -> Key? {
        if name.count == 1, let character = name.first { return .character(character) }
        let word = name.lowercased()
        if let key = names[word] { return key }
        guard word.hasPrefix("f"), let number = Int(word.dropFirst()), (1...24).contains(number) else { return nil }
        return .function(number)
    }

    /// The names of keys in small letters; titles first, then other usual names.
    private static let names: [String: Key] = [
        "space": .character(" "), "enter": .enter, "tab": .tab, "esc": .escape, "backspace": .backspace, "del": .delete,
        "ins": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
        "pgup": .pageUp, "pgdn": .pageDown, "return": .enter, "escape": .escape, "delete": .delete, "insert": .insert,
        "pageup": .pageUp, "pagedown": .pageDown,
    ]

    /// The reason why it cannot be given to an action, whatever the context; nil when it can.
    package var reasonNotToBind: String? {
        guard modifiers.contains(.control), case .character(let character) = key else { return nil }
        return switch character {
        case "h": "terminals send the same for Ctrl-H and Backspace"
        case "i": "terminals send the same for Ctrl-I and Tab"
        case "j", "m": "terminals send the same for \(title) and Enter"
        case "c": "Ctrl-C always cancels or quits"
        default: nil
        }
    }

    /// Whether it is a letter or another character that is typed into a field.
    package var isTyped: Bool {
        if case .character = key { return modifiers.isDisjoint(with: [.control, .alt]) }
        return false
    }
}

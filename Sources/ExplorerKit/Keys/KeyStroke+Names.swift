import TextGrid

/// Makes a table of keys read like one.
extension KeyStroke: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }

    package static let enter = KeyStroke(.enter)
    package static let tab = KeyStroke(.tab)
    package static let backTab = KeyStroke(.tab, .shift)
    package static let escape = KeyStroke(.escape)
    package static let up = KeyStroke(.up)
    package static let down = KeyStroke(.down)
    package static let left = KeyStroke(.left)
    package static let right = KeyStroke(.right)
    package static let home = KeyStroke(.home)
    package static let end = KeyStroke(.end)
    package static let pageUp = KeyStroke(.pageUp)
    package static let pageDown = KeyStroke(.pageDown)
    package static func alt(_ character: Character) -> KeyStroke { KeyStroke(.character(character), .alt) }
    package static func function(_ number: Int) -> KeyStroke { KeyStroke(.function(number)) }

    /// The name in help and footer: "Ctrl-R", "Alt-Shift-F", "Shift-Tab", "Space", "s".
    public var title: String {
        let prefix =
            (modifiers.contains(.control) ? "Ctrl-" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
            + (modifiers.contains(.shift) || isAltCapital ? "Shift-" : "")
        return prefix + keyTitle
    }

    /// Whether it is Alt with a capital letter, which takes Shift; "Alt-F" alone reads like Alt with f.
    private var isAltCapital: Bool {
        guard modifiers == .alt, case .character(let character) = key else { return false }
        return character.isUppercase
    }

    private var keyTitle: String {
        switch key {
        case .character(" "): "Space"
        case .character("_") where modifiers == .control: "/"
        case .character(let character): modifiers.contains(.control) ? character.uppercased() : String(character)
        case .enter: "Enter"
        case .tab: "Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}

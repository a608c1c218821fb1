import TextGrid

/// Which action a key means in a context: made once from the table of actions.
public struct Keymap: Sendable {
    private let actions: [ActionContext: [KeyStroke: Action]]

    public static let standard = Keymap(rows: ActionTable.rows)

    /// - Precondition: no key means two things in one context; a test holds the standard table to it.
    public init(rows: [ActionRow]) {
        var actions: [ActionContext: [KeyStroke: Action]] = [:]
        for row in rows {
            for context in row.contexts {
                for key in row.keys { actions[context, default: [:]][key] = row.action }
            }
        }
        self.actions = actions
    }

    public func action(for stroke: KeyStroke, in context: ActionContext) -> Action? { actions[context]?[stroke] }
}

/// So that a table of keys reads like one.
extension KeyStroke: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }

    static let enter = KeyStroke(.enter)
    static let tab = KeyStroke(.tab)
    static let backTab = KeyStroke(.tab, .shift)
    static let escape = KeyStroke(.escape)
    static let up = KeyStroke(.up)
    static let down = KeyStroke(.down)
    static let left = KeyStroke(.left)
    static let right = KeyStroke(.right)
    static let home = KeyStroke(.home)
    static let end = KeyStroke(.end)
    static let pageUp = KeyStroke(.pageUp)
    static let pageDown = KeyStroke(.pageDown)
    static func function(_ number: Int) -> KeyStroke { KeyStroke(.function(number)) }

    /// As help and footer write it: "Ctrl-R", "Shift-Tab", "Space", "s".
    public var title: String {
        let prefix =
            (modifiers.contains(.control) ? "Ctrl-" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
            + (modifiers.contains(.shift) ? "Shift-" : "")
        return prefix + keyTitle
    }

    private var keyTitle: String {
        switch key {
        case .character(" "): "Space"
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

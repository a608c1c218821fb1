/// The user's input at the terminal, as values.
public enum TerminalInput: Sendable, Hashable {
    case key(KeyStroke)
    /// Bracketed paste, whole; line ends as LF.
    case paste(String)
    case resize(Size)
    case mouse(MouseEvent)
}

/// One key with its modifiers.
public struct KeyStroke: Sendable, Hashable {
    public var key: Key
    public var modifiers: Modifiers

    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    public static func character(_ character: Character) -> KeyStroke { KeyStroke(.character(character)) }
    /// Creates a stroke of Control and a lower-case letter or one of `_ ] \ ^ @`.
    public static func control(_ character: Character) -> KeyStroke { KeyStroke(.character(character), .control) }

    public enum Key: Sendable, Hashable {
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let control = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        /// Shift, only where the terminal distinguishes it: Shift-Tab, Shift with arrows. Letters are just upper-case characters.
        public static let shift = Modifiers(rawValue: 4)
    }
}

/// A mouse button or wheel event at a cell.
public struct MouseEvent: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case press, release, drag, doubleClick, wheelUp, wheelDown }
    public var kind: Kind
    public var at: Point

    public init(_ kind: Kind, at: Point) {
        self.kind = kind
        self.at = at
    }
}

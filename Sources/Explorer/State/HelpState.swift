/// The page of keys as it stands on a screen.
struct HelpLayout: Sendable {
    var lines: HelpDrawing.Lines
    /// Whether nothing but a move in it has happened since.
    var isMovedIn = false
}

/// The page of keys: what narrows it, and where its cursor stands.
public struct HelpState: Sendable, Hashable {
    /// Words, each of which a row has to hold.
    public var filter = TextEditor("", isMultiline: false)
    /// Index among the rows that match.
    public var selected = 0
    /// First shown line.
    public var scroll = 0

    public init() {}
}

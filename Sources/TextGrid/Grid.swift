/// One place of a ``Grid``: a grapheme and its style.
public struct Cell: Sendable, Hashable {
    /// The grapheme shown; empty in the second column of a wide one.
    public var grapheme: String
    public var style: Style

    public init(_ grapheme: String = " ", _ style: Style = .plain) {
        self.grapheme = grapheme
        self.style = style
    }
}

/// What the screen shall show, as a value: cells in rows, and where the cursor stands.
public struct Grid: Sendable, Hashable {
    public let size: Size
    public private(set) var cells: [Cell]
    /// Where the terminal's cursor is shown; nil hides it.
    public var cursor: Point?

    public init(size: Size) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    public var bounds: Rect { Rect(size) }

    public subscript(column column: Int, row row: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }
}

// Contract for the writer of this room; each becomes real code in Grid+Writing.swift:
//
// extension Grid {
//     /// Writes text in one row from `at`, clipped to `clip` (wide graphemes never cut in half; a half becomes a blank). Control, escape,
//     /// bidi and other unprintable characters become pictures (U+2400 block, or `.` style forms in ASCII). Tabs are pictures too: expand before.
//     /// - Returns: the column after the last one written.
//     @discardableResult mutating func write(_ text: String, at: Point, _ style: Style, in clip: Rect) -> Int
//     /// Several runs after each other.
//     @discardableResult mutating func write(_ runs: [StyledText], at: Point, in clip: Rect) -> Int
//     mutating func fill(_ rect: Rect, with grapheme: String = " ", _ style: Style)
//     /// Gives cells another style and keeps their text (selection, dimming).
//     mutating func restyle(_ rect: Rect, _ style: Style)
//     /// Rows as text, trailing blanks kept or trimmed; for tests.
//     func text(trimmed: Bool = true) -> String
// }
// public struct StyledText { public var text: String; public var style: Style }
// public enum DisplayWidth { static func columns(of: String) -> Int; static func columns(of: Character) -> Int;
//     static func clipped(_ text: String, toColumns: Int, ellipsis: String = "…") -> String; static func padded(...) }

/// One place of a ``Grid``: a grapheme and its style.
public struct Cell: Sendable, Hashable {
    /// The grapheme shown; empty in the second column of a wide one.
    public var grapheme: String
    public var style: Style
    /// The pixels in one word, so that equal cells are stored alike: see ``pixels``.
    private var packedPixels: UInt64 = 0

    public init(_ grapheme: String = " ", _ style: Style = .plain) {
        self.grapheme = grapheme
        self.style = style
    }

    /// Creates a cell with a part of a picture.
    public init(_ pixels: PixelPair) {
        self.init("▀")
        packedPixels = pixels.packed
    }

    /// The part of a picture that is shown here, in its own colours, whatever the style; nil: text is.
    public var pixels: PixelPair? { packedPixels == 0 ? nil : PixelPair(packed: packedPixels) }
}

/// The content of the screen as a value: cells in rows, and the place of the cursor.
public struct Grid: Sendable, Hashable {
    public let size: Size
    public internal(set) var cells: [Cell]
    /// The place of the terminal's cursor; nil hides it.
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

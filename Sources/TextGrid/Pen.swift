/// Writes glyphs into one row of a grid from left to right.
struct Pen {
    private(set) var column: Int
    private let start: Int
    private let clip: Range<Int>
    private let rowEnd: Int
    private let style: Style
    private var hasWritten = false

    init(_ grid: Grid, _ at: Point, _ style: Style, _ clip: Rect) {
        let visible = clip.intersection(grid.bounds)
        let isInside = (visible.row..<visible.endRow).contains(at.row)
        self.clip = isInside ? visible.column..<visible.endColumn : 0..<0
        start = at.row * grid.size.columns
        rowEnd = grid.size.columns
        column = at.column
        self.style = style
    }

    /// Writes a character: all its glyphs or, where they do not fit into the clip, spaces.
    mutating func put(_ character: Character, _ cells: inout [Cell]) {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
            return put(Grid.ascii[Int(ascii)], 1, &cells)
        }
        let scalars = character.unicodeScalars
        if let only = scalars.first, scalars.dropFirst().isEmpty, ScalarKind(only) == .narrow {
            return put(String(character), 1, &cells)
        }
        putGlyphs(character, &cells)
    }

    private mutating func putGlyphs(_ character: Character, _ cells: inout [Cell]) {
        let glyphs = Glyph.glyphs(of: character)
        let columns = glyphs.reduce(0) { $0 + $1.columns }
        let isWhole = column >= clip.lowerBound && column + columns <= clip.upperBound
        if glyphs.count == 1 || isWhole {
            for glyph in glyphs { put(glyph.text, glyph.columns, &cells) }
        } else {
            for _ in 0..<columns { put(" ", 1, &cells) }
        }
    }

    mutating func put(_ text: String, _ columns: Int, _ cells: inout [Cell]) {
        if columns == 1 {
            set(text, column, &cells)
        } else {
            let isWhole = column >= clip.lowerBound && column + 1 < clip.upperBound
            set(isWhole ? text : " ", column, &cells)
            set(isWhole ? "" : " ", column + 1, &cells)
        }
        column += columns
    }

    /// Replaces the right half of a wide glyph by a space if its left half was written over.
    func lift(_ cells: inout [Cell]) {
        let next = min(column, clip.upperBound)
        guard hasWritten, next < rowEnd, cells[start + next].grapheme.isEmpty else { return }
        cells[start + next].grapheme = " "
    }

    private mutating func set(_ text: String, _ column: Int, _ cells: inout [Cell]) {
        guard clip.contains(column) else { return }
        if !hasWritten {
            hasWritten = true
            if column > 0, cells[start + column].grapheme.isEmpty { cells[start + column - 1].grapheme = " " }
        }
        cells[start + column] = Cell(text, style)
    }
}

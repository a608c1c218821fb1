internal import CVTerm
import TextGrid

/// A terminal without a window: bytes in, cells out. libvterm, the emulator of vim and neovim.
public final class VirtualScreen {
    /// One place of the screen as a person would see it.
    public struct Cell: Sendable, Hashable {
        /// The text; a space where nothing was written, empty in the second column of a wide character.
        public var text: String
        public var look: Appearance
    }

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private var modeReader = ModeReader()
    public private(set) var size: Size

    public init(size: Size) {
        self.size = size
        terminal = vterm_new(Int32(size.rows), Int32(size.columns))
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit { vterm_free(terminal) }

    /// - Returns: The terminal's responses to questions among the bytes.
    @discardableResult
    public func feed(_ bytes: [UInt8]) -> [UInt8] {
        modeReader.read(bytes)
        bytes.withUnsafeBytes { _ = vterm_input_write(terminal, $0.baseAddress, $0.count) }
        return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
            filled = vterm_output_read(terminal, buffer.baseAddress, buffer.count)
        }
    }

    public func resize(_ size: Size) {
        self.size = size
        vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
    }

    public subscript(column column: Int, row row: Int) -> Cell {
        let cell = virtual_cell(screen, Int32(row), Int32(column))
        let text = VirtualScreen.text(cell)
        // libvterm leaves the second column the look of what was there before; on a terminal, a character has one.
        if text.isEmpty, column > 0 { return Cell(text: text, look: self[column: column - 1, row: row].look) }
        return Cell(text: text, look: VirtualScreen.look(cell))
    }

    /// The place of the cursor; nil while it is hidden.
    public var cursor: Point? {
        guard modes.contains(25) else { return nil }
        let packed = Int(virtual_cursor(terminal))
        return Point(column: packed & 0xFFFF, row: packed >> 16)
    }

    /// The DEC private modes that are set: 25 cursor, 1049 alternate screen, 2004 bracketed paste, 1002 and 1006 mouse.
    public var modes: Set<Int> { modeReader.modes }
    public var isAlternate: Bool { !modes.isDisjoint(with: [47, 1047, 1049]) }
    public var hasBracketedPaste: Bool { modes.contains(2004) }
    public var hasMouse: Bool { !modes.isDisjoint(with: [1000, 1002, 1003]) }
    /// The title that the program gave its window; nil before it did.
    public var title: String? { modeReader.title }
    /// The text that the program put on the clipboard last (OSC 52), in base64; nil before it did.
    public var clipboard: String? { modeReader.clipboard }

    /// The rows joined by line ends, with the spaces at their ends dropped.
    public var text: String { (0..<size.rows).map(text(row:)).joined(separator: "\n") }

    public func text(row: Int) -> String {
        var line = (0..<size.columns).map { self[column: $0, row: row].text }.joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func text(_ cell: VirtualCell) -> String {
        let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
        // (uint32_t)-1 is in the second column of a wide character.
        if scalars[0] == UInt32.max { return "" }
        let text = scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
        return text.isEmpty ? " " : text.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    private static func look(_ cell: VirtualCell) -> Appearance {
        var attributes: Appearance.Attributes = []
        if cell.bold { attributes.insert(.bold) }
        if cell.italic { attributes.insert(.italic) }
        if cell.underline { attributes.insert(.underline) }
        if cell.reverse { attributes.insert(.reverse) }
        return Appearance(colour(cell.foreground), on: colour(cell.background), attributes)
    }

    private static func colour(_ number: Int32) -> Colour {
        UInt8(exactly: number).map(Colour.indexed) ?? .standard
    }
}

extension VirtualScreen {
    /// The screen as a grid, its styles named after their looks.
    public var picture: (grid: Grid, palette: Palette) {
        var grid = Grid(size: size)
        var palette = Palette()
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let cell = self[column: column, row: row]
                let style = Style("\(cell.look)")
                palette.appearances[style] = cell.look
                grid[column: column, row: row] = TextGrid.Cell(cell.text, style)
            }
        }
        grid.cursor = cursor
        return (grid, palette)
    }

    /// Returns the screen as a picture.
    public func svg() -> String {
        let (grid, palette) = picture
        return SVGPicture.svg(of: grid, palette: palette)
    }
}

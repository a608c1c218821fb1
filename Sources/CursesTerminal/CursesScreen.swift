internal import CNcurses
import Foundation
import TextGrid

/// The screen of ncurses: cells in, the bytes that turn the last frame into the next one out. One function for each C call.
final class CursesScreen {
    /// The strings of terminfo(5) that a terminal is claimed and restored with.
    struct Capabilities {
        var colours = 0
        /// Pairs of colours that it can show at once.
        var pairs = 0
        var strings: [String: [UInt8]] = [:]

        func bytes(_ name: String) -> [UInt8] { strings[name] ?? [] }
    }

    let capabilities: Capabilities
    private let screen: OpaquePointer
    private let frame: FrameFile
    private let input: UnsafeMutablePointer<FILE>
    let depth: ColourDepth
    /// The number of each pair of colours in curses; the key holds both colours in one word.
    private var pairs: [UInt64: Int32] = [:]
    /// The row being put, kept for its storage.
    private var line: [cchar_t] = []

    init(type: String, colour: Terminal.ColourMode, environment: [String: String]) throws(TerminalError) {
        frame = try FrameFile()
        let (type, capabilities) = try CursesScreen.best(type, colour, environment, file: fileno(frame.stream))
        self.capabilities = capabilities
        // curses asks its input for nothing: keys are read and decoded apart from it.
        guard let input = fopen("/dev/null", "r") else { throw .system("fopen") }
        // They would win over the size that the terminal really has, and keep doing so.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        guard let screen = curses_new_terminal(type, frame.stream, input) else {
            fclose(input)
            throw .unknownType(type, "newterm")
        }
        self.input = input
        self.screen = screen
        depth = CursesScreen.depth(colour, capabilities.colours, environment)
        configure()
    }

    deinit {
        delscreen(screen)
        fclose(input)
    }

    private func configure() {
        typeahead(-1)
        leaveok(curses_standard_screen(), false)
        if depth > .none {
            start_color()
            use_default_colors()
        }
    }

    private static func depth(
        _ mode: Terminal.ColourMode, _ colours: Int, _ environment: [String: String]
    ) -> ColourDepth {
        let most = ColourDepth(colours: colours)
        switch mode {
        case .automatic: return (environment["NO_COLOR"] ?? "").isEmpty ? most : .none
        case .full: return most
        case .sixteen: return min(most, .sixteen)
        case .none: return .none
        }
    }

    /// Returns the terminal's type with more colours, if it says that it has them and terminfo knows such a type.
    private static func best(
        _ type: String, _ colour: Terminal.ColourMode, _ environment: [String: String], file: Int32
    ) throws(TerminalError) -> (type: String, capabilities: Capabilities) {
        let own = try capabilities(ofType: type, file: file)
        guard depth(colour, own.colours, environment) == .full else { return (type, own) }
        for other in DirectColours.types(besides: type, environment) {
            guard let direct = try? capabilities(ofType: other, file: file), direct.colours > own.colours else {
                continue
            }
            return (other, direct)
        }
        return (type, own)
    }

    /// Asks terminfo before curses is started: its own message for an unknown terminal is an exit.
    private static func capabilities(ofType type: String, file: Int32) throws(TerminalError) -> Capabilities {
        var reason: Int32 = 0
        guard curses_find_terminal(type, file, &reason) == OK else {
            throw reason == 1 ? .tooSimple(type) : .unknownType(type, "setupterm")
        }
        defer { curses_forget_terminal() }
        var found = Capabilities(
            colours: Int(curses_capability_number("colors")), pairs: Int(curses_capability_number("pairs")))
        let names = ["cup", "clear", "smkx", "rmkx", "cnorm", "sgr0", "op", "rmcup", "el", "ed", "Ms"]
        for name in names + KeySequences.capabilities.keys {
            if let value = curses_capability(name) { found.strings[name] = withoutPadding(String(cString: value)) }
        }
        guard found.strings["cup"] != nil, found.strings["clear"] != nil else { throw .tooSimple(type) }
        return found
    }

    /// Returns the bytes without terminfo's delays, `$<5>`, which no terminal of today needs.
    private static func withoutPadding(_ value: String) -> [UInt8] {
        value.components(separatedBy: "$<").enumerated().reduce(into: []) { result, part in
            let kept = part.offset == 0 ? part.element[...] : part.element.drop { $0 != ">" }.dropFirst()
            result += Array(kept.utf8)
        }
    }
}

extension CursesScreen {
    /// Clears the screen, from the next `flush` on.
    func erase() { werase(curses_standard_screen()) }

    /// Draws nothing yet: `flush` does.
    func put(_ cells: ArraySlice<Cell>, row: Int, palette: Palette, text: inout CellText) {
        guard wmove(curses_standard_screen(), Int32(row), 0) == OK else { return }
        line.removeAll(keepingCapacity: true)
        cells.withUnsafeBufferPointer { cells in
            var look = Look(attributes: 0, pair: 0)
            var styled = -1
            for column in cells.indices where !cells[column].grapheme.isEmpty {
                if let pixels = cells[column].pixels {
                    append(pixels, column: column, row: row, isUTF8: text.isUTF8)
                    continue
                }
                if styled < 0 || cells[styled].style != cells[column].style {
                    look = self.look(cells[column].style, palette)
                    styled = column
                }
                let isWide = column + 1 < cells.count && cells[column + 1].grapheme.isEmpty
                append(cells[column].grapheme, isWide ? 2 : 1, look, &text)
            }
        }
        wadd_wchnstr(curses_standard_screen(), line, Int32(line.count))
    }

    struct Look {
        var attributes: attr_t
        var pair: Int32
    }

    private func append(_ grapheme: String, _ columns: Int, _ look: Look, _ text: inout CellText) {
        let bytes = grapheme.utf8
        if columns == 1, bytes.count == 1, let byte = bytes.first, byte >= 0x20, byte < 0x7F {
            return append(scalar: UInt32(byte), look)
        }
        for part in text.parts(of: grapheme, columns: columns) {
            if part.scalars.count == 1 {
                append(scalar: part.scalars[0].value, look)
            } else {
                append(part.scalars.map { wchar_t($0.value) } + [0], look)
            }
        }
    }

    private func append(scalar: UInt32, _ look: Look) {
        line.append(curses_simple_cell(scalar, look.attributes, look.pair))
    }

    private func append(_ text: [wchar_t], _ look: Look) {
        var cell = cchar_t()
        curses_set_cell(&cell, text, look.attributes, look.pair)
        line.append(cell)
    }

    private func look(_ style: Style, _ palette: Palette) -> Look {
        let appearance = depth.shown(palette[style])
        return Look(
            attributes: CursesScreen.attributes(appearance.attributes),
            pair: pair(appearance.foreground, appearance.background))
    }

    private static func attributes(_ attributes: Appearance.Attributes) -> attr_t {
        var bits: attr_t = 0
        if attributes.contains(.bold) { bits |= curses_attribute_bold() }
        if attributes.contains(.dim) { bits |= curses_attribute_dim() }
        if attributes.contains(.italic) { bits |= curses_attribute_italic() }
        if attributes.contains(.underline) { bits |= curses_attribute_underline() }
        if attributes.contains(.reverse) { bits |= curses_attribute_reverse() }
        return bits
    }

    /// Returns the number of a pair of colours in curses. Source: curs_color(3x), `alloc_pair` in new_pair(3x).
    private func pair(_ foreground: Colour, _ background: Colour) -> Int32 {
        guard depth > .none, foreground != .standard || background != .standard else { return 0 }
        return pair(number(foreground), number(background))
    }

    private func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        if let pair = pairs[key] { return pair }
        // Beyond that curses would give one that is in use.
        guard pairs.count < capabilities.pairs - 1 else { return 0 }
        let pair = max(0, alloc_pair(foreground, background))
        pairs[key] = pair
        return pair
    }

    private func number(_ colour: Colour) -> Int32 {
        switch colour {
        case .standard: -1
        case .indexed(let index): number(index)
        }
    }

    private func number(_ index: UInt8) -> Int32 {
        guard isDirect, index >= 8 else { return Int32(index) }
        let rgb = XTermColours.rgb(index)
        return number(Pixel(UInt8(rgb.red), UInt8(rgb.green), UInt8(rgb.blue)))
    }

    /// Returns the number of a colour on terminals with red, green and blue; the darkest blues are those of the palette there.
    private func number(_ pixel: Pixel) -> Int32 {
        max(8, Int32(pixel.red) << 16 | Int32(pixel.green) << 8 | Int32(pixel.blue))
    }

    private var isDirect: Bool { capabilities.colours > 256 }
}

extension CursesScreen {
    /// Draws two pixels as a half block and its ground; where the colours or the sign are missing, by how bright they are.
    private func append(_ pixels: PixelPair, column: Int, row: Int, isUTF8: Bool) {
        guard depth >= .full, isUTF8, capabilities.pairs >= CursesScreen.pairsForPictures else {
            let lower = pixels.lower?.luminance ?? 0
            let sign = Pixel.sign(ofLuminance: (pixels.upper.luminance + lower) / 2)
            return append(scalar: UInt32(sign), Look(attributes: 0, pair: 0))
        }
        let upper = number(pixels.upper, column: column, row: row * 2)
        let lower = pixels.lower.map { number($0, column: column, row: row * 2 + 1) } ?? -1
        append(scalar: 0x2580, Look(attributes: 0, pair: pair(upper, lower)))
    }

    private func number(_ pixel: Pixel, column: Int, row: Int) -> Int32 {
        isDirect ? number(pixel) : Int32(XTermColours.index(of: pixel, column: column, row: row))
    }

    /// Fewer are not enough for a picture.
    private static let pairsForPictures = 32_000

    /// Forgets all pairs when those of some picture cells might not be had any more; the next frame has to be put whole.
    ///
    /// - Returns: Whether the pairs were forgotten.
    func renewPairs(forPictureCells count: @autoclosure () -> Int) -> Bool {
        guard pairs.count > capabilities.pairs / 2, pairs.count + count() >= capabilities.pairs else { return false }
        reset_color_pairs()
        pairs.removeAll()
        return true
    }
}

extension CursesScreen {
    /// Places the cursor, or hides it, and gives the bytes that bring the terminal up to date.
    func flush(cursor: Point?) -> [UInt8] {
        curs_set(cursor == nil ? 0 : 1)
        if let cursor { wmove(curses_standard_screen(), Int32(cursor.row), Int32(cursor.column)) }
        wrefresh(curses_standard_screen())
        return frame.take()
    }

    /// Makes the next frame be sent whole, after clearing.
    func forgetPhysicalScreen() { clearok(curses_physical_screen(), true) }

    func resize(_ size: Size) { resizeterm(Int32(size.rows), Int32(size.columns)) }

    /// Lets the terminal's scroll region span all rows: curses sets it once, for the rows of terminfo, and never again when the size
    /// differs. Outside the region some terminals ignore what curses shortens lines with. Moves the cursor home.
    func spanScrollRegion(_ size: Size) -> [UInt8] {
        curses_whole_scroll_region(Int32(size.rows)).map { Array(String(cString: $0).utf8) } ?? []
    }

    /// Returns the bytes after which the shell begins on a clean last line, where there is no second screen that they return from; else none.
    func clearLastLine(_ size: Size) -> [UInt8] {
        guard capabilities.bytes("rmcup").isEmpty else { return [] }
        let start = curses_start_of_line(Int32(size.rows - 1)).map { CursesScreen.withoutPadding(String(cString: $0)) }
        let clear = ["el", "ed"].map(capabilities.bytes).first { !$0.isEmpty }
        // What cannot clear a line gets a new one.
        return (start ?? []) + (clear ?? [0x0D, 0x0A])
    }

    /// Returns the bytes that leave the screen; the next `flush` enters it again.
    func leave() -> [UInt8] {
        endwin()
        return frame.take()
    }
}

extension TerminalError {
    static func unknownType(_ type: String, _ operation: String) -> TerminalError {
        TerminalError(
            code: .unknownTerminalType, operation: operation,
            message: "TERM=\(type) is unknown: try TERM=xterm-256color, or install the package ncurses-term",
            systemError: nil)
    }

    static func tooSimple(_ type: String) -> TerminalError {
        TerminalError(
            code: .tooSimple, operation: "setupterm",
            message:
                "TERM=\(type) cannot move the cursor: a full screen needs one like xterm-256color; microscope send and run need none",
            systemError: nil
        )
    }

    static let noType = TerminalError(
        code: .noTerminalType, operation: "setupterm",
        message: "TERM is not set: set it to the type of your terminal, often xterm-256color", systemError: nil)
}

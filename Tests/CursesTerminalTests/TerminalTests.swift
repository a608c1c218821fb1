import CursesTerminal
import Foundation
import TestSupport
import Testing
import TextGrid

/// A terminal claimed in this process, on the program's side of a pty whose other side is a virtual screen.
final class ClaimedTerminal {
    let line: PseudoTerminal
    let screen: VirtualScreen
    let terminal: Terminal
    private let slave: Int32

    init(
        _ environment: [String: String] = [:], size: Size = Size(columns: 40, rows: 6), forms: ASCIIForms = ASCIIForms()
    ) throws {
        line = try PseudoTerminal(size: size)
        screen = VirtualScreen(size: size)
        slave = try line.openSlave()
        var options = Terminal.Options(
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 })
        (options.inputFD, options.outputFD, options.asciiForms) = (slave, slave, forms)
        terminal = try Terminal.claim(options)
    }

    deinit {
        terminal.restore()
        close(slave)
    }

    /// Draws, and lets the screen take in what was written up to a mark that follows it.
    @discardableResult
    func draw(_ grid: Grid, _ palette: Palette = Palette()) -> Int {
        let count = terminal.draw(grid, palette)
        settle()
        return count
    }

    func settle() {
        terminal.copyToClipboard("mark \(mark)")
        let expected = Data("mark \(mark)".utf8).base64EncodedString()
        mark += 1
        let deadline = Date(timeIntervalSinceNow: 20)
        while screen.clipboard != expected, Date() < deadline { screen.feed(line.read(until: deadline)) }
    }

    private var mark = 0

    func row(_ text: String, _ style: Style = .plain) -> Grid {
        var grid = Grid(size: screen.size)
        grid.write(text, at: Point(column: 0, row: 0), style)
        return grid
    }
}

@Suite("A claimed terminal", .serialized)  // curses is one for the process
struct TerminalTests {
    @Test("shows cells where the grid has them, wide ones in two columns")
    func cells() throws {
        let claimed = try ClaimedTerminal()
        var grid = claimed.row("a漢b é ─┼ ✓ 😀x")
        grid.cursor = Point(column: 3, row: 2)
        claimed.draw(grid)
        #expect(claimed.screen.text(row: 0) == "a漢b é ─┼ ✓ 😀x")
        #expect(claimed.screen[column: 3, row: 0].text == "b")
        #expect(claimed.screen.cursor == Point(column: 3, row: 2))
        claimed.draw(claimed.row("x"))
        #expect(claimed.screen.cursor == nil)
        #expect(claimed.screen.text(row: 0) == "x")
    }

    private func picture(_ colour: (Int, Int) -> (UInt8, UInt8, UInt8), width: Int = 4, height: Int = 4) throws
        -> PixelPicture
    {
        let bytes: [UInt8] = (0..<(width * height)).flatMap {
            let colour = colour($0 % width, $0 / width)
            return [colour.0, colour.1, colour.2]
        }
        return try #require(PixelPicture(width: width, height: height, bytes: bytes))
    }

    @Test("a picture is half blocks: the upper pixel in front, the lower one behind it")
    func picture() throws {
        let claimed = try ClaimedTerminal()
        var grid = claimed.row("")
        grid.draw(
            try picture({ _, row in row.isMultiple(of: 2) ? (255, 0, 0) : (0, 0, 255) }, height: 3), in: grid.bounds)
        claimed.draw(grid)
        #expect(claimed.screen.text(row: 0) == "▀▀▀▀" && claimed.screen.text(row: 1) == "▀▀▀▀")
        #expect(claimed.screen[column: 2, row: 0].look == Appearance(.indexed(196), on: .indexed(21)))
        #expect(claimed.screen[column: 2, row: 1].look == Appearance(.indexed(196)))
        grid.cursor = Point(column: 5, row: 5)
        #expect(claimed.draw(grid) < 30, "what has not changed is not sent again")
        claimed.draw(claimed.row("text"))
        #expect(claimed.screen.text(row: 0) == "text" && claimed.screen[column: 0, row: 0].look == Appearance())
    }

    @Test(
        "where there are no half blocks or no colours, it is signs as dense as it is bright",
        arguments: [["LC_ALL": "C"], ["NO_COLOR": "1"], ["TERM": "xterm"], ["TERM": "xterm-16color"]])
    func pictureOfSigns(environment: [String: String]) throws {
        let claimed = try ClaimedTerminal(environment)
        var grid = claimed.row("")
        grid.draw(try picture({ column, _ in column < 2 ? (255, 255, 255) : (120, 120, 120) }), in: grid.bounds)
        claimed.draw(grid)
        #expect(claimed.screen.text(row: 0) == "@@==" && claimed.screen[column: 0, row: 0].look == Appearance())
    }

    @Test("one picture after the other, of all colours, leaves enough of them for the next")
    func manyPictures() throws {
        let claimed = try ClaimedTerminal(size: Size(columns: 120, rows: 60))
        for round in 0..<14 {
            var grid = Grid(size: claimed.screen.size)
            let colours: (Int, Int) -> (UInt8, UInt8, UInt8) = { column, row in
                let number = (column + row * 120 + round * 14_401) &* 2_654_435_761
                return (UInt8(number >> 8 & 255), UInt8(number >> 16 & 255), UInt8(number >> 24 & 255))
            }
            grid.draw(try picture(colours, width: 120, height: 120), in: grid.bounds)
            claimed.draw(grid)
        }
        var grid = Grid(size: claimed.screen.size)
        grid.draw(try picture({ _, _ in (0, 255, 0) }), in: grid.bounds)
        claimed.draw(grid)
        #expect(claimed.screen[column: 1, row: 1].look == Appearance(.indexed(46), on: .indexed(46)))
    }

    @Test("a line below the 24th that gets shorter in its middle is shown so")
    func tall() throws {
        let claimed = try ClaimedTerminal(size: Size(columns: 80, rows: 30))
        func footer(_ text: String) -> Grid {
            var grid = Grid(size: claimed.screen.size)
            for row in 0..<29 { grid.write("row \(row)", at: Point(column: 0, row: row)) }
            grid.write(text, at: Point(column: 0, row: 29))
            return grid
        }
        claimed.draw(footer(" Esc cancel  Enter open  s send  w save  e environment  / filter  ? help  q quit"))
        claimed.draw(footer(" Enter open  s send  w save  e environment  / filter  ? help  q quit"))
        #expect(claimed.screen.text(row: 29) == " Enter open  s send  w save  e environment  / filter  ? help  q quit")
    }

    @Test(
        "without a second screen, what follows stands in the last line, cleared", arguments: ["linux", "vt100", "ansi"])
    func lastLine(type: String) throws {
        let claimed = try ClaimedTerminal(["TERM": type])
        var grid = claimed.row("above")
        grid.write("the footer", at: Point(column: 0, row: 5))
        for _ in 0..<2 {
            claimed.draw(grid)
            #expect(claimed.screen.text(row: 5) == "the footer")
            claimed.terminal.suspend()
            claimed.settle()
            #expect(claimed.screen.text(row: 5).isEmpty && claimed.screen.text(row: 0) == "above")
            #expect(claimed.screen.cursor == Point(column: 0, row: 5))
            claimed.terminal.resume()
        }
    }

    @Test("what terminals measure differently stays in its columns")
    func composed() throws {
        let claimed = try ClaimedTerminal()
        for text in ["❤\u{FE0F}", "👩\u{200D}👩\u{200D}👧", "👍🏽", "🇩🇪", "1\u{FE0F}\u{20E3}", "क्ष", "\u{1F9FF}"] {
            claimed.draw(claimed.row(text + "|"))
            let column = DisplayWidth.columns(of: text)
            #expect(claimed.screen[column: column, row: 0].text == "|", "\(text): \(claimed.screen.text(row: 0))")
            let isComposed = claimed.screen.text.unicodeScalars.contains { [0x200D, 0xFE0F].contains($0.value) }
            #expect(!isComposed, "\(text)")
        }
    }

    @Test("every scalar leaves its neighbour in place on a terminal that measures it alike")
    func alignment() throws {
        let claimed = try ClaimedTerminal(size: Size(columns: 12, rows: 40))
        let codes = Array(0..<0x3100) + Array(0xAC00..<0xAC20) + Array(0xFB00..<0xFFFF) + Array(0x1F000..<0x1FB00)
        let measure = VirtualScreen(size: Size(columns: 12, rows: 2))
        let characters = codes.compactMap { Unicode.Scalar(UInt32($0)) }.map(Character.init)
            .filter { isMeasuredAlike($0, measure) }
        #expect(characters.count > codes.count * 9 / 10, "\(characters.count) of \(codes.count)")
        var wrong: [String] = []
        for start in stride(from: 0, to: characters.count, by: 40) {
            let page = characters[start..<min(start + 40, characters.count)]
            var grid = Grid(size: claimed.screen.size)
            for (row, character) in page.enumerated() { grid.write("\(character)|", at: Point(column: 0, row: row)) }
            claimed.draw(grid)
            for (row, character) in page.enumerated() {
                let column = DisplayWidth.columns(of: character)
                if claimed.screen[column: column, row: row].text != "|" { wrong.append(hex(character)) }
            }
        }
        #expect(wrong == [])
    }

    private func isMeasuredAlike(_ character: Character, _ screen: VirtualScreen) -> Bool {
        let shown = Glyph.glyphs(of: character).map(\.text).joined()
        screen.feed(Array("\r\(shown)".utf8))
        return screen.cursor?.column == DisplayWidth.columns(of: character)
    }

    private func hex(_ character: Character) -> String {
        character.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    @Test("a change of one cell sends few bytes, no change next to none")
    func damage() throws {
        let claimed = try ClaimedTerminal(size: Size(columns: 200, rows: 50))
        var grid = Grid(size: claimed.screen.size)
        for row in 0..<50 { grid.fill(Rect(column: 0, row: row, columns: 200, rows: 1), with: "\(row % 10)") }
        #expect(claimed.draw(grid) > 2000)
        #expect(claimed.draw(grid) == 0)
        grid.write("x", at: Point(column: 100, row: 25))
        let count = claimed.draw(grid)
        #expect(count > 0 && count < 30, "\(count) bytes")
        #expect(claimed.screen[column: 100, row: 25].text == "x")
    }

    @Test("a smaller grid leaves nothing of a larger one; while suspended nothing is sent")
    func smaller() throws {
        let claimed = try ClaimedTerminal()
        var grid = claimed.row("first")
        grid.write("last row", at: Point(column: 20, row: 5))
        claimed.draw(grid)
        var small = Grid(size: Size(columns: 10, rows: 2))
        small.write("small", at: Point(column: 0, row: 1))
        claimed.draw(small)
        #expect(claimed.screen.text == "\nsmall\n\n\n\n")
        claimed.terminal.suspend()
        #expect(claimed.terminal.draw(grid, Palette()) == 0)
        claimed.terminal.resume()
        claimed.draw(grid)
        #expect(claimed.screen.text(row: 5).hasSuffix("last row"))
        #expect(claimed.screen.hasBracketedPaste)
    }

    @Test("sends everything again when asked to")
    func redraws() throws {
        let claimed = try ClaimedTerminal()
        claimed.draw(claimed.row("kept"))
        claimed.screen.feed(Array("\u{1B}[1;1Hscribbled".utf8))
        claimed.terminal.redrawAll()
        claimed.settle()
        #expect(claimed.screen.text(row: 0) == "kept")
    }

    static let palette = Palette([
        Style("warm"): Appearance(.indexed(208), on: .indexed(24), [.bold, .underline]),
        Style("reverse"): Appearance(.standard, on: .standard, [.reverse, .italic]),
    ])

    @Test("a wide character has one style in both columns, whatever stood there before")
    func wideStyles() throws {
        let claimed = try ClaimedTerminal()
        claimed.draw(claimed.row("ab", Style("warm")), Self.palette)
        claimed.draw(claimed.row("こ"), Self.palette)
        let looks = (0..<2).map { claimed.screen[column: $0, row: 0].look }
        #expect(looks == [Appearance(), Appearance()])
    }

    @Test("colours and attributes arrive")
    func looks() throws {
        let claimed = try ClaimedTerminal()
        var grid = claimed.row("warm", Style("warm"))
        grid.write("back", at: Point(column: 10, row: 0), Style("reverse"))
        claimed.draw(grid, Self.palette)
        #expect(claimed.screen[column: 0, row: 0].look == Self.palette[Style("warm")])
        #expect(claimed.screen[column: 10, row: 0].look == Self.palette[Style("reverse")])
        #expect(claimed.screen[column: 20, row: 0].look == Appearance())
    }

    @Test(
        "fewer colours on terminals that have fewer, none with NO_COLOR",
        arguments: [
            (
                ["TERM": "xterm-256color", "NO_COLOR": "1"],
                Appearance(.standard, on: .standard, [.bold, .underline, .reverse])
            ),
            (["TERM": "vt100"], Appearance(.standard, on: .standard, [.bold, .underline, .reverse])),
            (["TERM": "linux"], Appearance(.indexed(3), on: .indexed(4), .bold)),
            (["TERM": "screen"], Appearance(.indexed(3), on: .indexed(4), [.bold, .underline])),
        ])
    func downgraded(environment: [String: String], look: Appearance) throws {
        let claimed = try ClaimedTerminal(environment)
        claimed.draw(claimed.row("warm", Style("warm")), Self.palette)
        #expect(claimed.screen.text(row: 0) == "warm")
        #expect(claimed.screen[column: 0, row: 0].look == look)
    }

    @Test(
        "a C locale gets ASCII in the same columns, with the caller's signs",
        arguments: [["LANG": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "", "LC_CTYPE": "C"]])
    func cLocale(environment: [String: String]) throws {
        let claimed = try ClaimedTerminal(environment, forms: ASCIIForms(["✓": "V"]))
        #expect(!claimed.terminal.showsNonASCII)
        var grid = claimed.row("✓ 漢 é… ␛|")
        for (row, line) in ["┌───┐", "│   │", "└───┘"].enumerated() {
            grid.write(line, at: Point(column: 0, row: row + 1))
        }
        claimed.draw(grid)
        #expect(claimed.screen.text.hasPrefix("V ?  ?~ .|\n+---+\n|   |\n+---+"), "\(claimed.screen.text)")
    }

    @Test("a UTF-8 locale that is not installed here is UTF-8 all the same")
    func missingLocale() throws {
        let claimed = try ClaimedTerminal(["LANG": "xx_YY.UTF-8"])
        #expect(claimed.terminal.showsNonASCII)
        claimed.draw(claimed.row("é"))
        #expect(claimed.screen.text(row: 0) == "é")
    }

    @Test("takes another size and shows the next grid whole")
    func resizes() throws {
        let claimed = try ClaimedTerminal()
        claimed.draw(claimed.row("before"))
        let size = Size(columns: 70, rows: 20)
        try claimed.line.resize(size)
        claimed.screen.resize(size)
        #expect(claimed.terminal.size == size)
        claimed.terminal.resized(to: size)
        var grid = Grid(size: size)
        grid.write("corner", at: Point(column: 64, row: 19))
        claimed.draw(grid)
        #expect(claimed.screen.text(row: 19).hasSuffix("corner"))
        #expect(claimed.screen.text(row: 0).isEmpty)
    }

    @Test(
        "a window that is larger than curses can count is drawn as far as that goes",
        arguments: [
            (Size(columns: 65_535, rows: 4), Size(columns: 32_767, rows: 4)),
            (Size(columns: 4, rows: 65_535), Size(columns: 4, rows: 32_767)),
            (Size(columns: 40_000, rows: 40_000), Size(columns: 32_767, rows: 122)),
        ])
    func hugeWindow(window: Size, size: Size) throws {
        let claimed = try ClaimedTerminal()
        try claimed.line.resize(window)
        #expect(claimed.terminal.size == size)
        claimed.terminal.resized(to: claimed.terminal.size)
        claimed.terminal.draw(Grid(size: size), Palette())
        let small = Size(columns: 40, rows: 6)
        try claimed.line.resize(small)
        claimed.terminal.resized(to: claimed.terminal.size)
        #expect(claimed.terminal.size == small)
    }

    @Test("claim and restore are a pair: modes and screen are as before, and it can be claimed again")
    func pair() throws {
        let line = try PseudoTerminal(size: Size(columns: 40, rows: 6))
        let slave = try line.openSlave()
        defer { close(slave) }
        let before = try line.modes()
        var options = Terminal.Options(environment: ["TERM": "xterm-256color"])
        (options.inputFD, options.outputFD) = (slave, slave)
        for _ in 0..<3 {
            let terminal = try Terminal.claim(options)
            #expect(try line.modes() != before)
            let error = #expect(throws: TerminalError.self) { _ = try Terminal.claim(options) }
            #expect(error?.code == .alreadyClaimed)
            terminal.restore()
            terminal.restore()
            #expect(try line.modes() == before)
        }
        do { _ = try Terminal.claim(options) }
        #expect(try line.modes() == before, "a terminal that goes away is restored")
    }

    @Test("a thread that has a stack for its signals keeps it: whoever gave it one takes it away in the end")
    func signalStack() throws {
        var before = stack_t()
        sigaltstack(nil, &before)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { memory.deallocate() }
        var own = stack_t()
        (own.ss_sp, own.ss_size) = (memory, 1 << 16)
        #expect(sigaltstack(&own, nil) == 0)
        defer { sigaltstack(&before, nil) }
        let claimed = try ClaimedTerminal()
        claimed.draw(claimed.row("held"))
        var present = stack_t()
        sigaltstack(nil, &present)
        #expect(present.ss_sp == memory)
    }

    @Test("keys are read without waiting; Escape is decided at its deadline")
    func reads() throws {
        let claimed = try ClaimedTerminal()
        #expect(claimed.terminal.readInput().isEmpty)
        try claimed.line.write(Array("ä\u{1B}OA".utf8))
        #expect(inputs(claimed, 2) == [.key(.character("ä")), .key(KeyStroke(.up))])
        try claimed.line.write([0x1B])
        #expect(inputs(claimed, 1) == [.key(KeyStroke(.escape))])
        #expect(claimed.terminal.pendingEscapeDeadline == nil)
    }

    @Test("half an answer is given up after its time, not after the time since something was typed last")
    func halfAResponse() throws {
        let claimed = try ClaimedTerminal()
        try claimed.line.write(Array("\u{1B}]11;rgb:00".utf8))
        let deadline = Date(timeIntervalSinceNow: 20)
        while claimed.terminal.pendingEscapeDeadline == nil, Date() < deadline {
            #expect(claimed.terminal.readInput().isEmpty)
        }
        let due = try #require(claimed.terminal.pendingEscapeDeadline)
        try claimed.line.write(Array("j".utf8))
        while let pending = claimed.terminal.pendingEscapeDeadline, Date() < deadline {
            #expect(pending == due)
            #expect(claimed.terminal.readInput().isEmpty)
        }
        try claimed.line.write(Array("k".utf8))
        #expect(inputs(claimed, 1).last == .key(.character("k")))
    }

    private func inputs(_ claimed: ClaimedTerminal, _ count: Int) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        let deadline = Date(timeIntervalSinceNow: 20)
        while inputs.count < count, Date() < deadline { inputs += claimed.terminal.readInput() }
        return inputs
    }

    @Test("text goes to the clipboard by OSC 52")
    func clipboard() throws {
        let claimed = try ClaimedTerminal()
        claimed.terminal.copyToClipboard("é;\u{1B}")
        let deadline = Date(timeIntervalSinceNow: 20)
        while claimed.screen.clipboard == nil, Date() < deadline {
            claimed.screen.feed(claimed.line.read(until: deadline))
        }
        #expect(claimed.screen.clipboard == Data("é;\u{1B}".utf8).base64EncodedString())
    }
}

public import TextGrid

/// A picture of a screen, made from its cells.
public enum SVGPicture {
    /// The width of a cell in tenths, so that the same cells give the same text everywhere.
    static let cellWidthInTenths = 84
    /// The height of a line of DejaVu Sans Mono at 14 pixels, so that vertical lines have no gaps.
    static let cellHeight = 16
    static let margin = 8
    static let background = "#161b22"
    static let foreground = "#d0d7de"

    /// An SVG document: monospace text on a dark background, colours of xterm's palette, the cursor as a frame.
    ///
    /// Every run of one look is placed at its column and stretched to its columns, so a font of another width keeps
    /// the cells in line.
    public static func svg(of grid: Grid, palette: Palette) -> String {
        let width = length(columns: grid.size.columns, margin: 2 * margin)
        let height = grid.size.rows * cellHeight + 2 * margin
        let rows = (0..<grid.size.rows).map { row(grid, $0, palette) }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <style>text{font:14px ui-monospace,Menlo,"DejaVu Sans Mono",monospace;white-space:pre;fill:\(foreground)}
            rect{shape-rendering:crispEdges}</style>
            <rect width="100%" height="100%" rx="6" fill="\(background)"/>
            \(rows)\(cursor(grid))</svg>

            """
    }

    private static func row(_ grid: Grid, _ row: Int, _ palette: Palette) -> String {
        runs(Array(grid.row(row)), palette).map { run in
            run.pixels.map { halves($0, run.column, row) } ?? backdrop(run, row) + text(run, row)
        }.joined()
    }

    static func halves(_ pixels: PixelPair, _ column: Int, _ row: Int) -> String {
        let top = margin + row * cellHeight
        return half(pixels.upper, column, top) + (pixels.lower.map { half($0, column, top + cellHeight / 2) } ?? "")
    }

    private static func half(_ pixel: Pixel, _ column: Int, _ top: Int) -> String {
        """
        <rect x="\(x(column))" y="\(top)" width="\(length(columns: 1))" height="\(cellHeight / 2)" \
        fill="\(XTermColours.hex(pixel))"/>

        """
    }

    struct Run {
        var column: Int
        var columns: Int
        var text: String
        var look: Appearance
        var pixels: PixelPair?

        /// Whether it is this sign and no other, each in one column: a line of a frame.
        func repeats(_ grapheme: String) -> Bool {
            columns == text.count && text.allSatisfy { String($0) == grapheme }
        }
    }

    /// Cells beside each other with one look; a wide or beyond-ASCII grapheme is a run of its own, or with others like it, to stay in its columns.
    static func runs(_ cells: [Cell], _ palette: Palette) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in cells.enumerated() {
            let look = palette[cell.style]
            if cell.grapheme.isEmpty, !runs.isEmpty {
                runs[runs.count - 1].columns += 1
            } else if let last = runs.last, last.look == look, last.pixels == nil, cell.pixels == nil,
                isASCII(last.text) && isASCII(cell.grapheme) || last.repeats(cell.grapheme)
            {
                runs[runs.count - 1].text += cell.grapheme
                runs[runs.count - 1].columns += 1
            } else {
                runs.append(Run(column: column, columns: 1, text: cell.grapheme, look: look, pixels: cell.pixels))
            }
        }
        return runs
    }

    private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    static func backdrop(_ run: Run, _ row: Int) -> String {
        guard let fill = colours(run.look).background else { return "" }
        return """
            <rect x="\(x(run.column))" y="\(margin + row * cellHeight)" width="\(length(columns: run.columns))" \
            height="\(cellHeight)" fill="\(fill)"/>

            """
    }

    private static func text(_ run: Run, _ row: Int) -> String {
        guard run.text.contains(where: { $0 != " " }) || run.look.attributes.contains(.underline) else { return "" }
        let width = length(columns: run.columns)
        return """
            <text x="\(x(run.column))" y="\(margin + row * cellHeight + 13)" textLength="\(width)" \
            lengthAdjust="spacingAndGlyphs" xml:space="preserve"\(attributes(run.look))>\(escaped(run.text))</text>

            """
    }

    /// Foreground and background, nil where the picture's own will do.
    private static func colours(_ look: Appearance) -> (foreground: String?, background: String?) {
        let front = hex(look.foreground)
        let back = hex(look.background)
        guard look.attributes.contains(.reverse) else { return (front, back) }
        return (back ?? background, front ?? foreground)
    }

    private static func attributes(_ look: Appearance) -> String {
        var text = colours(look).foreground.map { " fill=\"\($0)\" style=\"fill:\($0)\"" } ?? ""
        if look.attributes.contains(.bold) { text += " font-weight=\"bold\"" }
        if look.attributes.contains(.italic) { text += " font-style=\"italic\"" }
        if look.attributes.contains(.dim) { text += " opacity=\"0.6\"" }
        if look.attributes.contains(.underline) { text += " text-decoration=\"underline\"" }
        return text
    }

    /// Returns the same as a rule of CSS; empty for plain text.
    static func rule(of look: Appearance) -> String {
        var rule = colours(look).foreground.map { "fill:\($0);" } ?? ""
        if look.attributes.contains(.bold) { rule += "font-weight:bold;" }
        if look.attributes.contains(.italic) { rule += "font-style:italic;" }
        if look.attributes.contains(.dim) { rule += "opacity:.6;" }
        if look.attributes.contains(.underline) { rule += "text-decoration:underline;" }
        return rule
    }

    private static func hex(_ colour: Colour) -> String? {
        switch colour {
        case .standard: nil
        case .indexed(let index): XTermColours.hex(index)
        }
    }

    static func cursor(_ grid: Grid) -> String {
        guard let point = grid.cursor else { return "" }
        return """
            <rect x="\(x(point.column))" y="\(margin + point.row * cellHeight)" width="\(length(columns: 1))" \
            height="\(cellHeight)" fill="none" stroke="\(foreground)"/>

            """
    }

    static func x(_ column: Int) -> String { length(columns: column, margin: margin) }

    static func length(columns: Int, margin: Int = 0) -> String {
        let tenths = columns * cellWidthInTenths + margin * 10
        return "\(tenths / 10).\(tenths % 10)"
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}

extension XTermColours {
    /// Returns the colour as `#rrggbb`.
    fileprivate static func hex(_ index: UInt8) -> String {
        let colour = rgb(index)
        return "#" + [colour.red, colour.green, colour.blue].map(twoDigits).joined()
    }

    /// Returns the colour as `#rrggbb`.
    fileprivate static func hex(_ pixel: Pixel) -> String {
        "#" + [pixel.red, pixel.green, pixel.blue].map { twoDigits(Int($0)) }.joined()
    }

    private static func twoDigits(_ value: Int) -> String {
        (value < 16 ? "0" : "") + String(value, radix: 16)
    }
}

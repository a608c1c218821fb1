public import TextGrid

/// A moving picture of a screen, made from its cells at several moments. One SVG document that plays without a script, wherever pictures are shown.
///
/// Who asked for less motion sees the last frame alone.
public struct SVGRecording: Sendable {
    /// A picture that is seen for a while.
    public struct Frame: Sendable {
        public var grid: Grid
        public var palette: Palette
        /// The keys that were typed just now; empty for none.
        public var keys: String
        /// The sentence below the screen that says what happens.
        public var caption: String
        /// The time in tenths of a second, at least 1.
        public var tenths: Int

        public init(_ grid: Grid, _ palette: Palette, keys: String = "", caption: String = "", tenths: Int) {
            (self.grid, self.palette) = (grid, palette)
            (self.keys, self.caption, self.tenths) = (keys, caption, max(1, tenths))
        }
    }

    /// The title, for those who cannot see it.
    private let title: String
    private let size: Size
    private let tenths: [Int]
    /// The pictures that are drawn, each once, and their frames: most rows stay as they are from frame to frame.
    private let pieces: [(picture: String, frames: Set<Int>)]
    /// The sets of frames that something is to be seen in, other than all of them.
    private let schedules: [Set<Int>]
    private let looks: LookTable

    /// - Parameters:
    ///   - title: A sentence that says what it shows.
    ///   - frames: The frames, shown one after the other, then again from the first. All have the size of the largest.
    public init(title: String, _ frames: [Frame]) {
        self.title = title
        size = Size(
            columns: frames.map(\.grid.size.columns).max() ?? 0, rows: frames.map(\.grid.size.rows).max() ?? 0)
        tenths = frames.map(\.tenths)
        var looks = LookTable()
        var order: [String] = []
        var shownIn: [String: Set<Int>] = [:]
        for (number, frame) in frames.enumerated() {
            for picture in Self.rows(of: frame, size, &looks) {
                if shownIn[picture] == nil { order.append(picture) }
                shownIn[picture, default: []].insert(number)
            }
        }
        pieces = order.map { ($0, shownIn[$0] ?? []) }
        let all = Set(frames.indices)
        schedules = pieces.map(\.frames).reduce(into: []) { if $1 != all, !$0.contains($1) { $0.append($1) } }
        self.looks = looks
    }

    /// The SVG document.
    public var svg: String {
        let width = SVGPicture.length(columns: size.columns, margin: 2 * SVGPicture.margin)
        let height = (size.rows + Self.captionRows) * SVGPicture.cellHeight + 2 * SVGPicture.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>\(SVGPicture.escaped(title))</title>
            <style>\(Self.frameRules(seconds: Self.seconds(tenths.reduce(0, +))))
            \(looks.rules)\(schedules.indices.map(rule).joined())</style>
            <rect width="100%" height="100%" rx="6" fill="\(SVGPicture.background)"/>
            \(pieces.map { piece in Self.group(piece.picture, schedules.firstIndex(of: piece.frames)) }.joined())</svg>

            """
    }

    // MARK: Moments

    private static func group(_ picture: String, _ schedule: Int?) -> String {
        schedule.map { "<g class=\"v v\($0)\">\n\(picture)</g>\n" } ?? picture
    }

    private static func frameRules(seconds: String) -> String {
        """
        text{font:14px ui-monospace,Menlo,"DejaVu Sans Mono",monospace;white-space:pre;fill:\(SVGPicture.foreground)}
        rect{shape-rendering:crispEdges}
        .v{visibility:hidden;animation-duration:\(seconds)s;animation-iteration-count:infinite;animation-timing-function:step-end}
        @media (prefers-reduced-motion:reduce){.v{animation-name:none!important}}

        """
    }

    /// Returns the rule that makes a piece visible from the beginning of each run of its frames to the end of it.
    private func rule(_ schedule: Int) -> String {
        let (name, frames) = ("v\(schedule)", schedules[schedule])
        var steps = ""
        for number in tenths.indices where number == 0 || frames.contains(number) != frames.contains(number - 1) {
            let start = tenths[..<number].reduce(0, +)
            steps += "\(percent(start)){visibility:\(frames.contains(number) ? "visible" : "hidden")}"
        }
        let still = frames.contains(tenths.count - 1) ? "visibility:visible;" : ""
        return ".\(name){\(still)animation-name:\(name)}@keyframes \(name){\(steps)}\n"
    }

    /// Returns a time as a percentage of all the time, to a hundredth.
    private func percent(_ start: Int) -> String {
        let hundredths = start * 10_000 / max(1, tenths.reduce(0, +))
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)%"
    }

    private static func seconds(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }

    // MARK: Rows

    /// The rows of the caption, with the empty one above it.
    private static let captionRows = 2

    /// Returns each row with something in it, as a picture at its place.
    private static func rows(of frame: Frame, _ size: Size, _ looks: inout LookTable) -> [String] {
        var pictures = (0..<frame.grid.size.rows).map { row in
            SVGPicture.runs(Array(frame.grid.row(row)), frame.palette).map { draw($0, row, &looks) }.joined()
        }
        pictures.append(SVGPicture.cursor(frame.grid))
        pictures.append(caption(of: frame, row: size.rows + 1))
        return pictures.filter { !$0.isEmpty }
    }

    private static func draw(_ run: SVGPicture.Run, _ row: Int, _ looks: inout LookTable) -> String {
        if let pixels = run.pixels { return SVGPicture.halves(pixels, run.column, row) }
        return SVGPicture.backdrop(run, row) + text(run, row, &looks)
    }

    private static func text(_ run: SVGPicture.Run, _ row: Int, _ looks: inout LookTable) -> String {
        let isUnderlined = run.look.attributes.contains(.underline)
        // Spaces at both ends are left to the background.
        let lead = isUnderlined ? 0 : run.text.prefix { $0 == " " }.count
        let tail = isUnderlined ? 0 : run.text.reversed().prefix { $0 == " " }.count
        guard lead < run.text.count else { return "" }
        let text = run.text.dropFirst(lead).dropLast(tail)
        let width = SVGPicture.length(columns: run.columns - lead - tail)
        let name = looks.name(of: run.look).map { " class=\"\($0)\"" } ?? ""
        return """
            <text x="\(SVGPicture.x(run.column + lead))" y="\(baseline(row))" textLength="\(width)" \
            lengthAdjust="spacingAndGlyphs"\(name)>\(SVGPicture.escaped(String(text)))</text>

            """
    }

    private static func baseline(_ row: Int) -> Int { SVGPicture.margin + row * SVGPicture.cellHeight + 13 }

    /// Returns the keys in a frame, and the sentence after it.
    private static func caption(of frame: Frame, row: Int) -> String {
        let keyColumns = frame.keys.isEmpty ? 0 : DisplayWidth.columns(of: frame.keys) + 2
        let keys =
            keyColumns == 0
            ? ""
            : """
            <rect x="\(SVGPicture.x(0))" y="\(SVGPicture.margin + row * SVGPicture.cellHeight - 3)" rx="4" \
            width="\(SVGPicture.length(columns: keyColumns))" height="20" fill="#2d333b" stroke="#545d68"/>
            <text x="\(SVGPicture.x(1))" y="\(baseline(row))" style="fill:#f0f6fc;font-weight:bold">\
            \(SVGPicture.escaped(frame.keys))</text>

            """
        guard !frame.caption.isEmpty else { return keys }
        let start = keyColumns == 0 ? 0 : keyColumns + 1
        return keys + """
            <text x="\(SVGPicture.x(start))" y="\(baseline(row))" style="fill:#adbac7">\
            \(SVGPicture.escaped(frame.caption))</text>

            """
    }
}

/// Looks with short names, each written down once.
private struct LookTable: Sendable {
    private var names: [Appearance: String] = [:]
    private(set) var rules = ""

    /// Returns the class of a look; nil for the one that text has anyway.
    mutating func name(of look: Appearance) -> String? {
        let rule = SVGPicture.rule(of: look)
        guard !rule.isEmpty else { return nil }
        if let name = names[look] { return name }
        let name = "l\(names.count)"
        names[look] = name
        rules += ".\(name){\(rule)}\n"
        return name
    }
}

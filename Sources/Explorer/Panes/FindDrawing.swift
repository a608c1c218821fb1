import BodyView
import ExplorerKit
import TextGrid

/// A search in a body or a tab of text: the line to type in, how many matches there are, and the matches in view.
enum FindDrawing {
    /// Draws the line to type in, below the body.
    static func draw(_ input: FindInput, _ state: ExplorerState, on grid: inout Grid) {
        let pane = state.layout.response
        guard !pane.isEmpty, let find = state.session?.findStatus else { return }
        let line = pane.line(pane.rows - 1).inset(columns: 1, rows: 0)
        grid.fill(line, .overlay)
        let lead = input.isRegex ? "regex /" : "/"
        let about =
            find.problem.map { _ in [StyledText(state.glyphs.failure, .failure)] } ?? summary(of: find, state.glyphs)
        let field = line.cutLeft(max(lead.count + 12, line.columns - about.columns - 1)).0
        let editor = input.editor
        ListDrawing.drawLine(
            editor.line, cursorColumn: editor.column, sign: lead, state.glyphs, in: field, on: &grid)
        let right = max(field.endColumn + 1, line.endColumn - about.columns)
        grid.write(about, at: Point(column: right, row: line.row), in: line)
    }

    /// Draws what is looked for and how many matches there are, beside the tabs.
    static func drawCount(_ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        guard let find = state.session?.findStatus, find.isActive else { return }
        if state.overlays.last is FindInput { return }
        let count = summary(of: find, state.glyphs)
        let lead = find.pattern.isRegex ? "regex /" : "/"
        let room = line.columns - count.columns - lead.count - 4
        guard room > 2 else {
            let start = max(line.column, line.endColumn - count.columns - 1)
            grid.write(count, at: Point(column: start, row: line.row), in: line)
            return
        }
        let text = state.glyphs.clipped(find.pattern.text.shownInLine(limit: 200), to: room)
        let runs = [StyledText("\(lead)\(text)  ", .dimmed)] + count
        grid.write(runs, at: Point(column: line.endColumn - runs.columns - 1, row: line.row), in: line)
    }

    /// Returns "3 of 1,204"; while they are counted, with a glyph that more may come.
    private static func summary(of find: any PatternFinding, _ glyphs: Glyphs) -> [StyledText] {
        guard find.isActive else { return [] }
        let total = grouped(find.total)
        if let problem = find.givenUp { return [StyledText("\(total), then stopped: \(problem)", .warning)] }
        let more = find.isCounting ? glyphs.ellipsis : ""
        guard let ordinal = find.ordinal else {
            let style: Style = find.total == 0 && !find.isCounting ? .warning : .running
            return [StyledText(find.total == 0 && more.isEmpty ? "no match" : "\(total)\(more)", style)]
        }
        return [StyledText("\(grouped(ordinal)) of \(total)\(more)", .running)]
    }

    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
            })
    }

    /// Marks the matches that show in a line of the body.
    ///
    /// - Parameters:
    ///   - offset: The first column of the line that is shown.
    ///   - rect: The place of the line.
    static func mark(
        _ line: BodyLine, of document: BodyDocument, _ find: FindState, from offset: Int, in rect: Rect,
        on grid: inout Grid
    ) {
        guard let range = line.shownBytes else { return }
        let matches = find.matches(in: range)
        guard !matches.isEmpty else { return }
        let starts = screenColumns(of: line.text)
        func column(_ place: Int) -> Int { rect.column + starts[min(max(0, place - offset), starts.count - 1)] }
        for match in matches {
            guard let columns = document.columns(ofBytes: match, in: line) else { continue }
            let start = column(columns.lowerBound)
            let end = min(rect.endColumn, max(start + 1, column(columns.upperBound)))
            guard start < end else { continue }
            let isCurrent = match == find.found?.byteRange
            let cells = Rect(column: start, row: rect.row, columns: end - start, rows: 1)
            grid.restyle(cells, isCurrent ? .matchAtHand : .match)
        }
    }

    /// Returns the screen columns where each scalar of a text begins, and where the last one ends.
    private static func screenColumns(of text: String) -> [Int] {
        var starts: [Int] = []
        var column = 0
        for character in text {
            let next = column + DisplayWidth.columns(of: character)
            starts.append(column)
            // The others of a character end with it.
            starts += repeatElement(next, count: character.unicodeScalars.count - 1)
            column = next
        }
        return starts + [column]
    }
}

import TextGrid

/// The page of keys in its box: a line to type in, and what it leaves of the page.
enum HelpDrawing {
    static func draw(_ help: HelpState, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box("Keys", columns: columns, rows: state.size.rows, state, on: &grid)
        let (top, list) = inside.cutTop(1)
        drawFilter(help, state, in: top, on: &grid)
        let lines = shownLines(help, state)
        guard !lines.places.isEmpty else {
            return grid.writeEmpty(EmptyWords.noHelp, in: list)
        }
        let first = min(help.scroll, max(0, lines.all.count - list.rows))
        let selected = lines.places[safe: help.selected]
        for (index, line) in lines.all.enumerated().dropFirst(first).prefix(list.rows) {
            let row = list.line(index - first)
            grid.write(line, at: row.origin, in: row)
            if selected?.contains(index) == true { restyle(row, on: &grid) }
        }
    }

    /// What was typed stays marked in the row with the cursor.
    private static func restyle(_ row: Rect, on grid: inout Grid) {
        for column in row.column..<row.endColumn where grid[column: column, row: row.row].style != .match {
            grid.restyle(Rect(column: column, row: row.row, columns: 1, rows: 1), .cursor)
        }
    }

    private static func drawFilter(_ help: HelpState, _ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        grid.write("/ ", at: line.origin, .key, in: line)
        let field = line.cutLeft(2).1
        grid.writeEditing(help.filter.line, cursorColumn: help.filter.column, in: field, signs: state.signs)
        guard help.filter.text.isEmpty else { return }
        let hint = "a key, a word of a sentence, or an action's name"
        grid.write(hint, at: Point(column: field.column + 1, row: field.row), .dimmed, in: field)
    }

    private static let columns = 96
    private static let keyColumns = 20

    /// Rows of the page that are shown at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 5) }

    struct Lines: Sendable {
        var all: [[StyledText]] = []
        /// The lines of each row.
        var places: [Range<Int>] = []
    }

    /// As they are laid out already.
    static func shownLines(_ help: HelpState, _ state: ExplorerState) -> Lines {
        state.pages.helpLayout?.lines ?? lines(help, state)
    }

    /// - Parameter state: with the help on top.
    static func lines(_ help: HelpState, _ state: ExplorerState) -> Lines {
        var below = state
        if let index = below.overlays.lastIndex(where: { $0 is HelpState }) { below.overlays.removeSubrange(index...) }
        let room = min(columns, state.size.columns - 6)
        return lines(of: HelpPage(help, below: below), columns: room)
    }

    static func lines(of page: HelpPage, columns: Int) -> Lines {
        var lines = Lines()
        for section in page.sections {
            let way = section.way.map { [StyledText("  \($0)", .dimmed)] } ?? []
            lines.all.append([StyledText(section.title, .heading)] + way)
            for entry in section.entries {
                let start = lines.all.count
                lines.all += self.lines(of: entry, page.words, columns: columns)
                lines.places.append(start..<lines.all.count)
            }
            lines.all.append([])
        }
        if !page.signs.isEmpty { lines.all.append([StyledText("Signs", .heading)]) }
        for (sign, meaning) in page.signs {
            let texts = Wrapping.lines(meaning, columns: max(10, columns - keyColumns))
            let start = lines.all.count
            lines.all += beside(sign, texts.map { WordMarks.runs($0, page.words, .plain) }, page.words)
            lines.places.append(start..<lines.all.count)
        }
        return lines
    }

    private static func lines(of entry: HelpPage.Entry, _ words: [String], columns: Int) -> [[StyledText]] {
        let style: Style = entry.reason == nil ? .plain : .dimmed
        let room = max(10, columns - keyColumns)
        var texts = Wrapping.lines(entry.row.help, columns: room).map { WordMarks.runs($0, words, style) }
        if !words.isEmpty { texts.append(WordMarks.runs(entry.row.action.name, words, .code)) }
        if let reason = entry.reason {
            texts += Wrapping.lines("Not now: \(reason)", columns: room).map { [StyledText($0, .warning)] }
        }
        return beside(entry.row.keys.isEmpty ? "(no key)" : HelpLines.keys(entry.row), texts, words)
    }

    private static func beside(_ title: String, _ texts: [[StyledText]], _ words: [String]) -> [[StyledText]] {
        texts.enumerated().map { index, runs in
            let key = DisplayWidth.padded(index == 0 ? title : "", toColumns: keyColumns)
            return WordMarks.runs(key, index == 0 ? words : [], .key) + runs
        }
    }
}

/// Where words stand in a text, marked.
enum WordMarks {
    /// - Parameter words: in small letters.
    static func runs(_ text: String, _ words: [String], _ style: Style) -> [StyledText] {
        guard !words.isEmpty else { return [StyledText(text, style)] }
        let characters = Array(text)
        let letters = characters.map { $0.lowercased() }
        var isMarked = Array(repeating: false, count: letters.count)
        for word in words.map({ $0.map { String($0) } }) where !word.isEmpty && word.count <= letters.count {
            for start in 0...(letters.count - word.count) where letters[start..<start + word.count].elementsEqual(word)
            {
                for index in start..<start + word.count { isMarked[index] = true }
            }
        }
        var runs: [StyledText] = []
        var start = 0
        for index in 1...max(1, characters.count) where index >= characters.count || isMarked[index] != isMarked[start]
        {
            runs.append(
                StyledText(
                    String(characters[start..<min(index, characters.count)]),
                    isMarked.isEmpty || !isMarked[start] ? style : .match))
            start = index
        }
        return runs
    }
}

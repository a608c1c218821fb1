import TextGrid

extension Grid {
    /// Tabs in a line, the chosen one marked. Where they do not fit, those around the chosen one, with glyphs that there are more.
    package mutating func writeTabs(
        _ tabs: [(title: String, isSelected: Bool)], in rect: Rect, isFocused: Bool, glyphs: Glyphs
    ) {
        let room = rect.inset(columns: 1, rows: 0)
        let strip = TabStrip(tabs, in: rect)
        if strip.hasEarlier { write(glyphs.ellipsis, at: room.origin, .tab, in: room) }
        for place in strip.places {
            let tab = tabs[place.index]
            let style: Style = tab.isSelected ? .tabSelected : .tab
            write(tab.isSelected ? "[\(tab.title)]" : " \(tab.title) ", at: place.rect.origin, style, in: place.rect)
        }
        guard strip.hasLater else { return }
        let hidden = tabs[((strip.places.last?.index ?? -1) + 1)...]
        let hidesRemark = hidden.contains { $0.title.hasSuffix(glyphs.clientError) }
        let more = glyphs.ellipsis + (hidesRemark ? glyphs.clientError : "")
        write(more, at: Point(column: strip.end, row: rect.row), .tab, in: room)
    }

    /// Writes one line of an editor, scrolled sideways so that its cursor is visible; places the terminal's cursor there.
    ///
    /// - Returns: The first character that is shown.
    @discardableResult
    package mutating func writeEditing(_ line: [Character], cursorColumn: Int?, in rect: Rect, glyphs: Glyphs) -> Int {
        fill(rect, .editing)
        let shown = EditedLine(line, cursorColumn: cursorColumn, columns: rect.columns)
        if let column = shown.cursor { cursor = Point(column: rect.column + column, row: rect.row) }
        write(String(line[shown.start...]), at: rect.origin, .editing, in: rect)
        return shown.start
    }

    /// Writes text from the start of a rectangle on.
    ///
    /// - Returns: The column after it.
    @discardableResult
    package mutating func write(_ text: String, _ style: Style = .plain, in rect: Rect) -> Int {
        write(text, at: rect.origin, style, in: rect)
    }

    @discardableResult
    package mutating func write(_ runs: [StyledText], in rect: Rect) -> Int { write(runs, at: rect.origin, in: rect) }

    /// Lines below each other, as far as there is room.
    package mutating func write(lines: some Sequence<[StyledText]>, in rect: Rect) {
        for (row, line) in zip(0..<rect.rows, lines) { write(line, in: rect.line(row)) }
    }

    /// Writes runs from the start of a line on; text without room ends in a glyph. Returns the column after the last one that is visible.
    @discardableResult
    package mutating func write(_ runs: [StyledText], clippedTo room: Rect, _ glyphs: Glyphs) -> Int {
        let end = write(runs.clipped(toColumns: room.columns, glyphs.ellipsis), at: room.origin, in: room)
        return min(end, room.endColumn)
    }
}

extension [StyledText] {
    /// Returns the runs if they fit, else as much from their start as fits together with the glyph that there is more.
    package func clipped(toColumns columns: Int, _ ellipsis: String) -> [StyledText] {
        guard self.columns > columns else { return self }
        let shown = prefix(columns: columns - DisplayWidth.columns(of: ellipsis))
        return shown + [StyledText(ellipsis, shown.last?.style ?? .plain)]
    }

    private func prefix(columns: Int) -> [StyledText] {
        var room = columns
        return compactMap { run in
            let text = DisplayWidth.prefix(of: run.text, columns: Swift.max(0, room))
            room = text.utf8.count < run.text.utf8.count ? 0 : room - DisplayWidth.columns(of: text)
            return text.isEmpty ? nil : StyledText(text, run.style)
        }
    }
}

extension [[StyledText]] {
    /// Returns the lines if there are at most `rows`, else the first of them, the last with the glyph that there is more.
    package func clipped(toRows rows: Int, columns: Int, _ ellipsis: String) -> [[StyledText]] {
        guard count > rows, let last = prefix(rows).last else { return Array(prefix(rows)) }
        // The spaces make the glyph appear even where the line itself would fit.
        let more = last + [StyledText(String(repeating: " ", count: columns))]
        return prefix(rows).dropLast() + [more.clipped(toColumns: columns, ellipsis)]
    }
}

extension TabStrip {
    /// Creates a strip of tabs with a title, a column on each side of it.
    package init(_ tabs: [(title: String, isSelected: Bool)], in rect: Rect) {
        self.init(
            tabs.map { DisplayWidth.columns(of: $0.title) + 2 }, chosen: tabs.firstIndex(where: \.isSelected) ?? 0,
            in: rect)
    }
}

extension Rect {
    /// Returns the part from a column of the screen on.
    package func from(column: Int) -> Rect {
        Rect(column: column, row: row, columns: max(0, endColumn - column), rows: rows)
    }
}

import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import TextGrid

// The rows of the request pane's tab.

extension RequestPane.Pane {
    func drawForm(_ rect: Rect, on grid: inout Grid) {
        let names = nameColumns(in: rect)
        for (index, line) in lines.lines(session.formScroll..<session.formScroll + rect.rows).enumerated() {
            let row = form.rows[line.row]
            let place = rect.line(index)
            if case .text(let text) = row.kind {
                drawLine(line, of: text, in: place, on: &grid)
            } else if case .note = row.kind {
                drawNote(line, row.fields.first, in: place, on: &grid)
            } else if line.textLine > 0 {
                drawEditedLine(line.textLine - 1, in: place, on: &grid)
            } else {
                draw(row, in: place, nameColumns: names, on: &grid)
            }
        }
    }

    /// The lines of the docs that are searched for their first paragraph, more than a screen has.
    private static let linesOfDocs = 200

    /// Draws the beginning of the docs, below the form where it leaves room.
    func drawDocs(_ rect: Rect, on grid: inout Grid) {
        let free = rect.rows - (lines.count - session.formScroll) - 1
        guard free >= 1, session.tab != .docs, let docs = session.draft.form.docs, !docs.isEmpty else { return }
        let paragraph = docs.lines(0..<Self.linesOfDocs).prefix { !$0.isEmpty }
        let words = Wrapping.lines(paragraph.joined(separator: " "), columns: rect.columns - 2)
        for (index, line) in words.prefix(free).enumerated() {
            let row = rect.endRow - min(words.count, free) + index
            grid.write(line, at: Point(column: rect.column + 1, row: row), .docs, in: rect)
        }
    }

    /// Returns the width of the column of names, so that values are aligned.
    private func nameColumns(in rect: Rect) -> Int {
        let widths = form.rows.map { row in
            switch row.kind {
            case .record(_, let cells, _): cells.first.map { DisplayWidth.columns(of: $0.text) } ?? 0
            case .setting(let label, _, _): DisplayWidth.columns(of: label)
            case .automatic(let header): DisplayWidth.columns(of: header.name)
            case .heading, .columns, .note, .text, .token: 0
            }
        }
        return min(max(widths.max() ?? 0, 8), max(8, rect.columns / 3))
    }

    private func draw(_ row: FormRow, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 1, row: line.row)
        switch row.kind {
        case .heading(let text): grid.write(text, at: start, .heading, in: line)
        case .columns(let table, let titles, let isMarked):
            drawTitles(titles, of: table, isMarked: isMarked, in: line, nameColumns: nameColumns, on: &grid)
        case .record(let mark, let cells, let remark):
            drawRecord(mark, cells, remark, in: line, nameColumns: nameColumns, on: &grid)
        case .setting(let label, let cell, let hint):
            drawSetting(label, cell, hint, isPart: row.record != nil, in: line, nameColumns: nameColumns, on: &grid)
        case .automatic(let header): drawAutomatic(header, in: line, nameColumns: nameColumns, on: &grid)
        case .token(let token, let part): drawToken(token, part, in: line, nameColumns: nameColumns, on: &grid)
        case .text, .note: break
        }
    }

    private func drawNote(_ note: FormLines.Line, _ field: FormField?, in line: Rect, on grid: inout Grid) {
        guard case .text(let words) = note.content else { return }
        if let field { self.note(.field(field), line) }
        let isHere = field.map { isAtCursor($0) } ?? false
        grid.write(words, at: Point(column: line.column + 1, row: line.row), isHere ? .cursor : .dimmed, in: line)
    }

    // MARK: - Records

    /// Whether the cursor is in the column, or something is typed in it.
    private func isAtCursor(_ column: FormColumn, of table: FormTable) -> Bool {
        guard isFocused, case .cell(let here, _, let id)? = state.edit?.field ?? form.field(at: session.cursor) else {
            return false
        }
        return here == table && id == column
    }

    /// Draws the titles of columns; the one under the cursor is in brackets.
    private func drawTitles(
        _ titles: [FormRow.ColumnTitle], of table: FormTable, isMarked: Bool, in line: Rect, nameColumns: Int,
        on grid: inout Grid
    ) {
        let start = line.column + 1 + (isMarked ? DisplayWidth.columns(of: glyphs.on) + 1 : 0)
        var column = start
        for (index, title) in titles.enumerated() {
            let isHere = isAtCursor(title.id, of: table)
            let place = Point(column: column - (isHere ? 1 : 0), row: line.row)
            let style: Style = isHere ? .tabSelected : index == 0 ? .heading : .dimmed
            let end = grid.write(isHere ? "[\(title.title)]" : title.title, at: place, style, in: line)
            column = max(end - (isHere ? 1 : 0), index == 0 ? start + nameColumns : 0) + 2
        }
    }

    private func drawRecord(
        _ mark: FormRow.Mark?, _ cells: [FormCell], _ remark: String?, in line: Rect, nameColumns: Int,
        on grid: inout Grid
    ) {
        let isOn = mark != .isOn(false)
        var column = line.column + 1
        if let mark {
            let start = Point(column: column, row: line.row)
            column = grid.write("\(sign(of: mark)) ", at: start, isOn ? .plain : .dimmed, in: line)
            let sign = Rect(column: start.column, row: line.row, columns: column - start.column, rows: 1)
            if let field = cells.first?.field { note(.mark(field), sign) }
        }
        guard let name = cells.first else { return }
        let left = line.endColumn - column - columnsAtRest(cells.dropFirst(), remark)
        let columns = self.columns(ofName: name, usual: nameColumns, left: left)
        drawCell(name, isOn: isOn, in: Rect(column: column, row: line.row, columns: columns, rows: 1), on: &grid)
        let start = column + max(nameColumns, columns - 1) + 2
        column = drawCells(cells.dropFirst(), remark, from: start, isOn: isOn, in: line, on: &grid)
        guard let remark else { return }
        let shown = glyphs.clipped(remark, to: line.endColumn - column)
        grid.write(shown, at: Point(column: column, row: line.row), .warning, in: line)
    }

    /// Returns the width of a name: while it is edited, what the text and the cursor after it need, as far as that is left. A column of the gap is
    /// enough for the cursor, so that the values stay aligned.
    private func columns(ofName name: FormCell, usual: Int, left: Int) -> Int {
        guard let edit = state.edit, edit.field == name.field, !edit.editor.isMultiline else { return usual }
        return max(usual + 1, min(DisplayWidth.columns(of: edit.editor.text) + 1, left))
    }

    private func columnsAtRest(_ cells: ArraySlice<FormCell>, _ remark: String?) -> Int {
        cells.reduce(remark.map { DisplayWidth.columns(of: $0) + 2 } ?? 0) { $0 + min(widthAtRest($1), 16) }
    }

    /// Draws the cells, each in the room that those after it leave. Returns the column after them.
    private func drawCells(
        _ cells: ArraySlice<FormCell>, _ remark: String?, from start: Int, isOn: Bool, in line: Rect,
        on grid: inout Grid
    ) -> Int {
        var column = start
        var later = columnsAtRest(cells, remark)
        for cell in cells {
            later -= min(widthAtRest(cell), 16)
            let left = max(0, line.endColumn - column)
            let room = Rect(column: column, row: line.row, columns: max(min(left, 12), left - later), rows: 1)
            let end = drawCell(cell, isOn: isOn, in: room, on: &grid)
            if end > column { column = end + 2 }
        }
        return column
    }

    private func sign(of mark: FormRow.Mark) -> String {
        switch mark {
        case .isOn(let isOn): isOn ? glyphs.on : glyphs.off
        case .isChosen(let isChosen): isChosen ? glyphs.chosen : glyphs.notChosen
        }
    }

    /// Returns the columns that a cell after the value needs, with the gap before it: 12 and the gap while it is edited, 0 for a placeholder that is
    /// not under the cursor.
    private func widthAtRest(_ cell: FormCell) -> Int {
        if state.edit?.field == cell.field { return 14 }
        if cell.look == .placeholder, !isAtCursor(cell.field) { return 0 }
        return DisplayWidth.columns(of: oneLine(cell.text)) + 2
    }

    /// Draws a field at rest, under the cursor, or being edited. Returns the column after it.
    @discardableResult
    private func drawCell(_ cell: FormCell, isOn: Bool = true, in rect: Rect, on grid: inout Grid) -> Int {
        if let edit = state.edit, edit.field == cell.field {
            note(edit.editor.isMultiline ? .field(cell.field) : .line(0), rect)
            guard !edit.editor.isMultiline else {
                let count = Wording.count(edit.editor.buffer.lines.count, "line")
                return grid.write(count, .dimmed, in: rect)
            }
            drawEdited(edit, in: rect, on: &grid)
            if edit.editor.text.isEmpty, case .cell = cell.field, let title = form.inputs[cell.field]?.title {
                let place = Point(column: rect.column + 1, row: rect.row)
                grid.write(title.lowercased(), at: place, .dimmed, in: rect)
            }
            return rect.endColumn
        }
        let isHere = isAtCursor(cell.field)
        if cell.look == .placeholder, !isHere { return rect.column }
        let shown = runs(of: cell, isOn: isOn).clipped(toColumns: rect.columns, glyphs.ellipsis)
        let end = min(grid.write(shown, in: rect), rect.endColumn)
        let columns = max(1, end - rect.column)
        note(.field(cell.field), Rect(column: rect.column, row: rect.row, columns: columns, rows: 1))
        if isHere {
            grid.restyle(Rect(column: rect.column, row: rect.row, columns: columns, rows: 1), .cursor)
        }
        return max(end, isHere ? rect.column + 1 : end)
    }

    private func runs(of cell: FormCell, isOn: Bool) -> [StyledText] {
        let text = oneLine(cell.text)
        switch cell.look {
        case .label: return [StyledText(text, isOn ? .label : .dimmed)]
        case .heading: return [StyledText(text, .heading)]
        case .plain: return [StyledText(text, isOn ? .plain : .dimmed)]
        case .dimmed, .placeholder: return [StyledText(text, .dimmed)]
        case .template, .secret:
            return TemplateText(text, scopes, glyphs, style: isOn ? .plain : .dimmed, masks: cell.look == .secret).runs
        case .hidden: return [StyledText(glyphs.secret, isOn ? .plain : .dimmed)]
        case .color:
            let swatch = NamedColour(cell.text).map { [StyledText("\(glyphs.swatch) ", $0.style)] } ?? []
            return swatch + [StyledText(text, .plain)]
        }
    }

    /// Returns the first line, and how many there are; what else Unicode calls a line end is shown by its form.
    private func oneLine(_ text: String) -> String {
        guard let end = text.firstIndex(where: { $0 == "\n" || $0 == "\r\n" }) else { return text }
        return "\(text[..<end])\(glyphs.ellipsis) (\(text.lineCount) lines)"
    }

    // MARK: - Single values

    private func drawSetting(
        _ label: String, _ cell: FormCell, _ hint: String, isPart: Bool, in line: Rect, nameColumns: Int,
        on grid: inout Grid
    ) {
        let start = Point(column: line.column + (isPart ? 5 : 1), row: line.row)
        // A column of the gap is enough, where something comes after it.
        let isAlone = cell.text.isEmpty && hint.isEmpty && state.edit?.field != cell.field
        let labelColumns = isAlone ? line.endColumn - start.column : nameColumns + 1
        let shown = glyphs.clipped(label, to: labelColumns)
        grid.write(shown, at: start, .label, in: line)
        let column = start.column + nameColumns + 2
        let room = line.from(column: column)
        let end = drawCell(cell, in: room, on: &grid)
        guard state.edit?.field != cell.field, !hint.isEmpty else { return }
        let place = Point(column: end + 1, row: line.row)
        let words = glyphs.clipped("(\(hint))", to: line.endColumn - place.column)
        grid.write(words, at: place, .dimmed, in: line)
    }

    private func drawAutomatic(_ header: RenderedHeader, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 5, row: line.row)
        let name = glyphs.clipped(masked(header.name), to: nameColumns)
        grid.write(name, at: start, .dimmed, in: line)
        let column = start.column + nameColumns + 2
        let room = line.from(column: column)
        // A secret host comes again in a field that nobody wrote.
        let isSecret = header.isSecret || rendered?.secretFields.contains(header.name.lowercased()) == true
        let value = isSecret && !header.isMadeWhenSent ? glyphs.secret : masked(header.value)
        let origin = " \(glyphs.bullet) \(header.origin.title.replacing("added by ", with: ""))"
        let columns = max(8, room.columns - DisplayWidth.columns(of: origin))
        let shown = glyphs.clipped(value, to: columns)
        grid.write(shown + origin, .dimmed, in: room)
    }

    // MARK: - Lines of text

    private func drawLine(_ part: FormLines.Line, of text: FormText, in line: Rect, on grid: inout Grid) {
        let room = Rect(column: line.column + 1, row: line.row, columns: line.columns - 1, rows: 1)
        if state.edit?.field == text.field {
            let colours = if case .script(let parts) = part.content { parts } else { [ScriptTokens.Token]() }
            return drawEditedLine(part.textLine, colours, in: room, indent: 0, on: &grid)
        }
        let runs = runs(of: part, text)
        note(.field(text.field), room)
        let end = grid.write(runs, clippedTo: room, glyphs)
        defer {
            if !text.text.isEmpty {
                for fault in state.faults(of: text.field) where fault.line == part.textLine && !fault.isRemark {
                    markFault(fault, runs, in: room, on: &grid)
                }
            }
        }
        guard part.textLine == 0, isAtCursor(text.field) else { return }
        grid.restyle(Rect(column: room.column, row: room.row, columns: max(1, end - room.column), rows: 1), .cursor)
    }

    private func runs(of part: FormLines.Line, _ text: FormText) -> [StyledText] {
        guard !text.text.isEmpty else { return [StyledText(text.placeholder, .dimmed)] }
        return switch part.content {
        case .row, .script: []
        case .styled(let runs): runs
        case .text(let line): TemplateText(line, scopes, glyphs).runs.filter { $0.style != .dimmed }
        }
    }

    /// Draws a line of a text of several that is being edited.
    private func drawEditedLine(
        _ index: Int, _ colours: [ScriptTokens.Token] = [], in line: Rect, indent: Int = 5, on grid: inout Grid
    ) {
        guard let edit = state.edit, edit.editor.buffer.lines.indices.contains(index) else { return }
        let room = Rect(column: line.column + indent, row: line.row, columns: max(0, line.columns - indent), rows: 1)
        note(.line(index), room)
        drawEdited(edit, line: index, colours, in: room, on: &grid)
    }
}

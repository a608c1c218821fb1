import MicroClient
import OpenCollection
import TextGrid

// The rows of the request pane's tab.

extension RequestPane.Pane {
    func drawForm(_ rect: Rect, on grid: inout Grid) {
        let lines = FormLines(form, content)
        let names = nameColumns(in: rect)
        for index in 0..<rect.rows {
            guard let line = lines.line(at: session.formScroll + index) else { return }
            let row = form.rows[line.row]
            if case .bodyText = row.kind {
                drawBodyLine(line.textLine, in: rect.line(index), on: &grid)
            } else {
                draw(row, in: rect.line(index), nameColumns: names, on: &grid)
            }
        }
    }

    /// What the request is about, below the form where it leaves room.
    func drawDocs(_ rect: Rect, on grid: inout Grid) {
        guard session.requestTab != .docs, let docs = content.definition.docs, !docs.isEmpty else { return }
        let paragraph = docs.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        let lines = Wrapping.lines(paragraph.joined(separator: " "), columns: rect.columns - 2)
        let free = rect.rows - (FormLines(form, content).count - session.formScroll) - 1
        guard free >= 1 else { return }
        for (index, line) in lines.prefix(free).enumerated() {
            let row = rect.endRow - min(lines.count, free) + index
            grid.write(line, at: Point(column: rect.column + 1, row: row), .docs, in: rect)
        }
    }

    /// Width of the column of names, so that values stand below each other.
    private func nameColumns(in rect: Rect) -> Int {
        let widths = form.rows.map { row in
            switch row.kind {
            case .table(_, _, let field): DisplayWidth.columns(of: field.name)
            case .setting(let label, _, _, _, _): DisplayWidth.columns(of: label)
            case .automatic(let header): DisplayWidth.columns(of: header.name)
            case .part(let part): DisplayWidth.columns(of: part.name)
            default: 0
            }
        }
        return min(max(widths.max() ?? 0, 8), max(8, rect.columns / 3))
    }

    private func draw(_ row: RequestForm.Row, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 1, row: line.row)
        switch row.kind {
        case .heading(let text): grid.write(text, at: start, .heading, in: line)
        case .note(let text): grid.write(text, at: start, .dimmed, in: line)
        case .table(let table, let index, let field):
            drawTableRow(table, index, field, in: line, nameColumns: nameColumns, on: &grid)
        case .setting(let label, let value, let hint, let isDefault, let isSecret):
            let field = row.fields.first
            let shown = StyledSetting(value: value, hint: hint, isDefault: isDefault, isSecret: isSecret)
            drawSetting(label, shown, field, in: line, nameColumns: nameColumns, on: &grid)
        case .automatic(let header): drawAutomatic(header, in: line, nameColumns: nameColumns, on: &grid)
        case .part(let part): drawPart(part, in: line, nameColumns: nameColumns, on: &grid)
        case .bodyText: break
        }
    }

    private func drawTableRow(
        _ table: RequestField.TableKind, _ index: Int, _ field: Field, in line: Rect, nameColumns: Int,
        on grid: inout Grid
    ) {
        let start = Point(column: line.column + 1, row: line.row)
        let toggle = field.isEnabled ? signs.on : signs.off
        let column = grid.write("\(toggle) ", at: start, field.isEnabled ? .plain : .dimmed, in: line)
        let name = Rect(column: column, row: line.row, columns: nameColumns, rows: 1)
        let valueColumn = column + nameColumns + 2
        let value = Rect(column: valueColumn, row: line.row, columns: line.endColumn - valueColumn, rows: 1)
        let nameStyle: Style = field.isEnabled ? .label : .dimmed
        drawCell(.cell(table, row: index, .name), [StyledText(field.name, nameStyle)], in: name, on: &grid)
        let masks = table == .headers && Redaction.isSecret(name: field.name)
        let runs = TemplateText(field.value, scopes, signs, style: field.isEnabled ? .plain : .dimmed, masks: masks)
            .runs
        drawCell(.cell(table, row: index, .value), runs, in: value, on: &grid)
    }

    /// A field at rest, under the cursor, or being edited.
    private func drawCell(_ field: RequestField, _ runs: [StyledText], in rect: Rect, on grid: inout Grid) {
        if let edit = state.edit, edit.field == field {
            grid.writeEditing(edit.editor.line, cursorColumn: edit.editor.column, in: rect, signs: signs)
            return
        }
        let end = grid.write(runs, at: rect.origin, in: rect)
        guard isAtCursor(field) else { return }
        let columns = max(1, min(end, rect.endColumn) - rect.column)
        grid.restyle(Rect(column: rect.column, row: rect.row, columns: columns, rows: 1), .cursor)
    }

    struct StyledSetting {
        var value: String
        var hint: String
        var isDefault: Bool
        var isSecret: Bool
    }

    private func drawSetting(
        _ label: String, _ setting: StyledSetting, _ field: RequestField?, in line: Rect, nameColumns: Int,
        on grid: inout Grid
    ) {
        let start = Point(column: line.column + 1, row: line.row)
        grid.write(label, at: start, .label, in: line)
        let column = start.column + nameColumns + 2
        let room = Rect(column: column, row: line.row, columns: line.endColumn - column, rows: 1)
        let style: Style = setting.isDefault ? .dimmed : .plain
        let isTemplate = if case .auth = field { true } else { false }
        var runs =
            isTemplate
            ? TemplateText(setting.value, scopes, signs, masks: setting.isSecret).runs
            : [StyledText(setting.value, style)]
        if setting.isDefault { runs.append(StyledText(" (default)", .dimmed)) }
        if let field { drawCell(field, runs, in: room, on: &grid) }
        guard state.edit?.field != field, !setting.hint.isEmpty else { return }
        let after = Point(column: column + runs.columns + 2, row: line.row)
        grid.write(setting.hint, at: after, .dimmed, in: room)
    }

    private func drawAutomatic(_ header: RenderedHeader, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 5, row: line.row)
        let name = Rect(column: start.column, row: line.row, columns: nameColumns, rows: 1)
        grid.write(header.name, at: start, .dimmed, in: name)
        let column = start.column + nameColumns + 2
        let room = Rect(column: column, row: line.row, columns: line.endColumn - column, rows: 1)
        let value = header.isSecret ? signs.secret : header.value
        let origin = " \(signs.bullet) \(header.origin.title.replacing("added by ", with: ""))"
        let columns = max(8, room.columns - DisplayWidth.columns(of: origin))
        let shown = DisplayWidth.clipped(value, toColumns: columns, ellipsis: signs.ellipsis)
        grid.write(shown + origin, at: room.origin, .dimmed, in: room)
    }

    private func drawPart(_ part: MultipartPart, in line: Rect, nameColumns: Int, on grid: inout Grid) {
        let start = Point(column: line.column + 1, row: line.row)
        let toggle = part.isEnabled ? signs.on : signs.off
        let column = grid.write("\(toggle) \(part.name)", at: start, .label, in: line)
        let value = Point(column: max(column + 2, start.column + 4 + nameColumns + 2), row: line.row)
        let kind = part.isFile ? "file " : ""
        grid.write(kind + part.values.joined(separator: ", "), at: value, part.isEnabled ? .plain : .dimmed, in: line)
    }

    private func drawBodyLine(_ index: Int, in line: Rect, on grid: inout Grid) {
        let room = Rect(column: line.column + 1, row: line.row, columns: line.columns - 1, rows: 1)
        if let edit = state.edit, edit.field == .bodyText {
            guard let text = edit.editor.buffer.lines[safe: index] else { return }
            let isCursorLine = edit.editor.buffer.cursor.line == index
            return grid.writeEditing(
                text, cursorColumn: isCursorLine ? edit.editor.column : nil, in: room, signs: signs)
        }
        let lines = content.definition.body.text.split(separator: "\n", omittingEmptySubsequences: false)
        let isFirst = index == 0
        guard let text = lines[safe: index], !content.definition.body.text.isEmpty else {
            if isFirst { drawCell(.bodyText, [StyledText("empty: Enter types a body", .dimmed)], in: room, on: &grid) }
            return
        }
        let runs = TemplateText(String(text), scopes, signs).runs.filter { $0.style != .dimmed }
        if isFirst {
            drawCell(.bodyText, runs, in: room, on: &grid)
        } else {
            grid.write(runs, at: room.origin, in: room)
        }
    }
}

import OpenCollection
import TextGrid

/// What is asked before a send: values of names, and consent in a browser.
enum QuestionDrawing {
    // MARK: Values

    static func draw(_ form: ValuesForm, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(form.title, columns: 92, rows: form.rows.count + 2, state, on: &grid)
        let (list, last) = inside.cutTop(max(0, inside.rows - 1))
        let (head, rows) = list.cutTop(min(1, list.rows))
        grid.write(explanation(form), at: head.origin, .dimmed, in: head)
        let titles = form.rows.map { DisplayWidth.columns(of: $0.title.shownInLine()) }.max() ?? 0
        let width = min(titles, inside.columns * 2 / 5)
        let first = ExplorerState.scroll(
            0, showing: min(form.selected, form.rows.count - 1), rows: rows.rows, of: form.rows.count)
        for (index, row) in form.rows.dropFirst(first).prefix(rows.rows).enumerated() {
            draw(row, width, isSelected: first + index == form.selected, state, in: rows.line(index), on: &grid)
        }
        let (way, what) =
            form.seriesMode == .asSent
            ? ("Go on without", "  what has no value is not sent")
            : ("Send as it is", "  names without a value go out as they stand")
        grid.write(way, at: last.origin, form.isAtLast ? .cursor : .plain, in: last)
        grid.write(what, at: Point(column: last.column + 13, row: last.row), .dimmed, in: last)
    }

    private static func explanation(_ form: ValuesForm) -> String {
        if let first = form.first { return "Enter sends \(first.withoutSuffix.shownInLine()) first; or type a value." }
        if form.seriesMode != nil { return "Asked once for all of it; each value goes to its own place alone." }
        if let environment = form.question?.environment {
            return "For this send to \(environment) alone. Esc leaves \(environment) out."
        }
        if form.rows.allSatisfy(\.isPrompt) { return "Asked for each send; the answers go nowhere else." }
        return form.rows.contains(where: \.isPrompt)
            ? "Names keep their values for this session, answers are for one send."
            : "They keep their values for this session; no file is touched."
    }

    private static func draw(
        _ row: ValuesForm.Row, _ width: Int, isSelected: Bool, _ state: ExplorerState, in line: Rect,
        on grid: inout Grid
    ) {
        let title = DisplayWidth.clipped(row.title.shownInLine(), toColumns: width, ellipsis: state.signs.ellipsis)
        grid.write(title, at: line.origin, .label, in: line)
        let rest = line.cutLeft(width + 1).1
        grid.write("> ", at: rest.origin, isSelected ? .key : .dimmed, in: rest)
        let origin = row.capturedBy.map { "captured by \($0.withoutSuffix)" } ?? row.location
        let place = DisplayWidth.clipped(
            origin.shownInLine(), toColumns: rest.columns / 2, ellipsis: state.signs.ellipsis)
        let columns = max(0, rest.columns - 3 - DisplayWidth.columns(of: place))
        let field = Rect(column: rest.column + 2, row: rest.row, columns: columns, rows: 1)
        grid.write(place, at: Point(column: field.endColumn + 1, row: rest.row), .dimmed, in: rest)
        let text = row.isSecret ? row.editor.line.map { _ in Character("*") } : row.editor.line
        if isSelected {
            grid.writeEditing(text, cursorColumn: row.editor.column, in: field, signs: state.signs)
        } else {
            grid.write(String(text), at: field.origin, in: field)
        }
    }

    // MARK: Consent

    static func draw(_ consent: ConsentState, _ state: ExplorerState, on grid: inout Grid) {
        guard let wait = state.current.credentials.consents[consent.generation] else { return }
        let columns = TrustDrawing.columns(state)
        let words = Wrapping.lines(explanation(wait.page), columns: columns).map { StyledText($0, .dimmed) }
        let address = wait.page.url.shownInLine(limit: .max).pieces(ofColumns: columns).map { StyledText($0, .plain) }
        let complaint = Wrapping.lines(wait.complaint ?? "", columns: columns).map { StyledText($0, .warning) }
        let rows = words.count + address.count + complaint.count + 3
        let inside = OverlayDrawing.box("Agree in a browser", columns: columns, rows: rows, state, on: &grid)
        // The field is seen however long the page's address is.
        let (lines, below) = inside.cutTop(max(0, inside.rows - complaint.count - 1))
        for (index, line) in (words + address).prefix(lines.rows).enumerated() {
            grid.write([line], at: lines.line(index).origin, in: lines)
        }
        ListDrawing.drawLine(
            masked(consent.editor.line), cursorColumn: consent.editor.column, state.signs, in: below.line(0), on: &grid)
        for (index, line) in complaint.enumerated() {
            grid.write([line], at: below.line(index + 1).origin, in: below)
        }
    }

    private static func explanation(_ page: ConsentPage) -> String {
        let first = page.isOpen ? "A browser was sent to this page." : "Open this page where you have a browser."
        return page.isHeard
            ? "\(first) It comes back here by itself; where it cannot, paste the address at which it ends."
            : "\(first) Agree there, and paste the address at which it ends."
    }

    /// What stands behind the place is a secret.
    private static func masked(_ line: [Character]) -> [Character] {
        guard let end = line.firstIndex(where: { $0.unicodeScalars.contains { $0 == "?" || $0 == "#" } }) else {
            return line
        }
        return line.indices.map { $0 <= end ? line[$0] : "*" }
    }
}

extension String {
    /// Cut where the columns end: an address has no words.
    func pieces(ofColumns columns: Int) -> [String] {
        var pieces: [String] = []
        for character in self {
            if let last = pieces.last, DisplayWidth.columns(of: last + String(character)) <= columns {
                pieces[pieces.count - 1].append(character)
            } else {
                pieces.append(String(character))
            }
        }
        return pieces
    }
}

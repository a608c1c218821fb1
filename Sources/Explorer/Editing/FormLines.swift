import ExplorerKit
import OpenCollection
import TextGrid

/// The rows of a form as lines on screen: a text takes as many lines as it has, and a value of several lines grows while it is edited.
struct FormLines {
    struct Line {
        var row: Int
        /// 0-based line of the row's text; 0 is the row itself where it is no text.
        var textLine: Int
        var content = Content.row
    }

    /// The content of a line.
    enum Content {
        /// The row's one line, or what is typed there.
        case row
        case text(String)
        case styled([StyledText])
        /// A line of a script that is typed in.
        case script([ScriptTokens.Token])
    }

    private let starts: [Int]
    let count: Int
    private let form: Form
    private let edit: FieldEdit?
    private let columns: Int
    /// Texts that are shown as Markdown, by row.
    private let markdown: [Int: Markdown]

    /// - Parameter columns: The width of the pane; Markdown is broken into lines by it.
    init(_ form: Form, editing edit: FieldEdit?, columns: Int) {
        var next = 0
        var starts: [Int] = []
        var markdown: [Int: Markdown] = [:]
        for (index, row) in form.rows.enumerated() {
            starts.append(next)
            markdown[index] = Self.markdown(of: row, edit, columns)
            next += markdown[index]?.count ?? Self.height(of: row, edit, columns)
        }
        (self.form, self.edit, self.columns) = (form, edit, columns)
        (self.starts, self.markdown, count) = (starts, markdown, next)
    }

    /// Returns the lines in a range of the form, which is cut to the lines that it has.
    func lines(_ range: Range<Int>) -> [Line] {
        let range = range.clamped(to: 0..<count)
        var lines: [Line] = []
        for (row, start) in starts.enumerated() {
            let end = row + 1 < starts.count ? starts[row + 1] : count
            let part = range.clamped(to: start..<end)
            guard !part.isEmpty else { continue }
            lines += self.lines(part.lowerBound - start..<part.upperBound - start, of: row)
        }
        return lines
    }

    private func lines(_ range: Range<Int>, of row: Int) -> [Line] {
        let contents = contents(range, of: row)
        return range.map { Line(row: row, textLine: $0, content: contents[safe: $0 - range.lowerBound] ?? .row) }
    }

    private func contents(_ range: Range<Int>, of row: Int) -> [Content] {
        if let markdown = markdown[row] { return markdown.lines(range).map { .styled($0) } }
        switch form.rows[row].kind {
        case .text(let text) where text.look == .script && !text.text.isEmpty:
            if Self.isEdited(form.rows[row], edit), let lines = edit?.editor.buffer.lines {
                return ScriptTokens.tokens(of: lines, in: range).map { .script($0) }
            }
            let lines = text.text.lines(0..<range.upperBound)
            return zip(lines.dropFirst(range.lowerBound), ScriptTokens.tokens(of: lines, in: range)).map {
                .styled(ScriptColours.runs($0, $1))
            }
        case .text(let text) where !Self.isEdited(form.rows[row], edit): return text.text.lines(range).map { .text($0) }
        case .note(let text): return Self.lines(ofNote: text, columns: columns)[range].map { .text($0) }
        default: return []
        }
    }

    /// Returns the line of the cursor; in a text that is being edited, the line of its own cursor. nil above the form, and for a text alone on its
    /// tab.
    func line(of cursor: FormCursor) -> Int? {
        guard let row = form.focusable[safe: cursor.row] else { return nil }
        let isText = if case .text = form.rows[row].kind { true } else { false }
        guard let edit, Self.isEdited(form.rows[row], edit) else { return isText ? textStart(row) : starts[row] }
        return starts[row] + edit.editor.buffer.cursor.line + (isText ? 0 : 1)
    }

    /// Returns the first line of a text; nil for a text alone on its tab, which is scrolled freely.
    private func textStart(_ row: Int) -> Int? { form.focusable.count > 2 ? starts[row] : nil }

    /// Whether several lines are typed in it.
    private static func isEdited(_ row: FormRow, _ edit: FieldEdit?) -> Bool {
        edit.map { row.fields.contains($0.field) && $0.editor.isMultiline } ?? false
    }

    private static func markdown(of row: FormRow, _ edit: FieldEdit?, _ columns: Int) -> Markdown? {
        guard case .text(let text) = row.kind, text.look == .markdown, !text.text.isEmpty, !isEdited(row, edit) else {
            return nil
        }
        return Markdown(text.text, columns: columns - 2)
    }

    private static func height(of row: FormRow, _ edit: FieldEdit?, _ columns: Int) -> Int {
        let edited = isEdited(row, edit) ? edit?.editor.buffer.lines.count : nil
        return switch row.kind {
        case .note(let text): lines(ofNote: text, columns: columns).count
        case .text(let text): edited ?? text.text.lineCount
        default: 1 + (edited ?? 0)
        }
    }

    /// Returns the lines of a note: broken if it is longer than a line.
    private static func lines(ofNote text: String, columns: Int) -> [String] {
        guard DisplayWidth.columns(of: text) > columns - 2 else { return [text] }
        return Wrapping.lines(text, columns: max(8, columns - 2))
    }
}

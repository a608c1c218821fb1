import OpenCollection
import TextGrid

/// The rows of a form as lines on screen: a text takes as many as it has, and a value of several lines grows while one types in it.
struct FormLines {
    struct Line {
        var row: Int
        /// 0-based line of the row's text; 0 is the row itself where it is no text.
        var textLine: Int
    }

    private let starts: [Int]
    let count: Int
    private let form: Form
    private let edit: FieldEdit?

    /// - Parameter columns: of the pane; Markdown is broken into lines by it.
    init(_ form: Form, editing edit: FieldEdit?, columns: Int) {
        self.form = form
        self.edit = edit
        var next = 0
        starts = form.rows.map { row in
            defer { next += Self.height(of: row, edit, columns) }
            return next
        }
        count = next
    }

    /// What stands on a line of the form.
    func line(at index: Int) -> Line? {
        guard index >= 0, index < count, let row = starts.lastIndex(where: { $0 <= index }) else { return nil }
        return Line(row: row, textLine: index - starts[row])
    }

    /// The line of the cursor; inside a text, of the place where one types. Nil above the form, and on a text that nobody types in.
    func line(of cursor: FormCursor) -> Int? {
        guard let row = form.focusable[safe: cursor.row] else { return nil }
        let isText = if case .text = form.rows[row].kind { true } else { false }
        guard let edit, form.rows[row].fields.contains(edit.field), edit.editor.isMultiline else {
            return isText ? textStart(row) : starts[row]
        }
        return starts[row] + edit.editor.buffer.cursor.line + (isText ? 0 : 1)
    }

    /// A text alone on its tab is scrolled freely; one among others is where the cursor is.
    private func textStart(_ row: Int) -> Int? { form.focusable.count > 2 ? starts[row] : nil }

    private static func height(of row: FormRow, _ edit: FieldEdit?, _ columns: Int) -> Int {
        let edited = edit.flatMap { row.fields.contains($0.field) && $0.editor.isMultiline ? $0 : nil }
        if case .note(let text) = row.kind { return lines(ofNote: text, columns: columns).count }
        guard case .text(let text) = row.kind else { return 1 + (edited?.editor.buffer.lines.count ?? 0) }
        if let edited { return edited.editor.buffer.lines.count }
        return text.isMarkdown && !text.text.isEmpty
            ? Markdown.lines(text.text, columns: columns - 2).count
            : 1 + text.text.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count
    }

    /// Words that are longer than a line are broken; what fits stays as it is.
    static func lines(ofNote text: String, columns: Int) -> [String] {
        guard DisplayWidth.columns(of: text) > columns - 2 else { return [text] }
        return Wrapping.lines(text, columns: max(8, columns - 2))
    }
}

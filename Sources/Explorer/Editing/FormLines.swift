import OpenCollection

/// The rows of a form as lines on screen: a body's text takes as many as it has.
struct FormLines {
    struct Line {
        var row: Int
        /// 0-based line of the body's text; 0 for other rows.
        var textLine: Int
    }

    private let starts: [Int]
    let count: Int
    private let form: RequestForm

    init(_ form: RequestForm, _ content: DraftContent) {
        self.form = form
        var next = 0
        starts = form.rows.map { row in
            defer { next += Self.height(of: row, content) }
            return next
        }
        count = next
    }

    /// What stands on a line of the form.
    func line(at index: Int) -> Line? {
        guard index < count, let row = starts.lastIndex(where: { $0 <= index }) else { return nil }
        return Line(row: row, textLine: index - starts[row])
    }

    /// The line of the cursor; inside a text, of the place where one types. Nil on the URL line.
    func line(of cursor: FormCursor, editing edit: FieldEdit?) -> Int? {
        guard let row = form.focusable[safe: cursor.row] else { return nil }
        guard form.rows[row].fields == [.bodyText] else { return starts[row] }
        guard let edit, edit.field == .bodyText else { return nil }
        return starts[row] + edit.editor.buffer.cursor.line
    }

    private static func height(of row: RequestForm.Row, _ content: DraftContent) -> Int {
        guard case .bodyText = row.kind else { return 1 }
        return 1 + content.definition.body.text.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count
    }
}

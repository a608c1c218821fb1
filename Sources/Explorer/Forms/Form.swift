import ExplorerKit
import Interchange
import OpenCollection

/// The request pane's current tab as rows, so that the view and the cursor agree on what there is, with what typing into each field
/// changes. Made from the content each time it is needed; never kept.
public struct Form {
    public let rows: [FormRow]
    /// Indexes of the rows that can be focused.
    public let focusable: [Int]
    /// The fields above the rows that can be focused: method and URL of a request.
    public let head: [FormField]
    let inputs: [FormField: FormInput]
    let tables: [FormTable: FormTableEditing]
    /// The table that "add" means where no other is under the cursor; nil where none can have more rows.
    let mainTable: FormTable?

    /// Returns the fields of the row under the cursor; those above the form for row -1.
    public func fields(at row: Int) -> [FormField] {
        row < 0 ? head : focusable[safe: row].map { rows[$0].fields } ?? []
    }

    /// Returns the field under the cursor, clamped to what there is.
    public func field(at cursor: FormCursor) -> FormField? {
        let fields = fields(at: clamped(cursor).row)
        return fields[safe: min(cursor.column, fields.count - 1)]
    }

    /// Returns the texts of the table row that has a field, with those of the row that it belongs to; empty for other fields.
    func texts(besides field: FormField) -> [FormField: String] {
        guard case .cell(let table, let row, _) = field else { return [:] }
        return inputs.filter { other, _ in
            guard case .cell(let otherTable, let otherRow, _) = other else { return false }
            if case .variants(let owner) = table, otherTable == .variables, otherRow == owner { return true }
            return otherTable == table && otherRow == row
        }.mapValues(\.text)
    }

    /// Returns the row under the cursor; nil above the form.
    func row(at cursor: FormCursor) -> FormRow? { focusable[safe: clamped(cursor).row].map { rows[$0] } }

    /// The highest row of the cursor: -1 if there are fields above the rows.
    var firstRow: Int { head.isEmpty ? 0 : -1 }

    /// Returns the cursor, moved to the nearest row that exists.
    public func clamped(_ cursor: FormCursor) -> FormCursor {
        let row = max(firstRow, min(cursor.row, focusable.count - 1))
        return FormCursor(row: row, column: max(0, min(cursor.column, fields(at: row).count - 1)))
    }

    /// Returns the cursor on a field; nil when the tab does not show it.
    public func cursor(of field: FormField) -> FormCursor? {
        for row in firstRow..<focusable.count {
            if let column = fields(at: row).firstIndex(of: field) { return FormCursor(row: row, column: column) }
        }
        return nil
    }
}

/// A row of a form; a text takes as many lines as it has.
public struct FormRow: Sendable {
    public enum Kind: Sendable {
        case heading(String)
        /// The titles of a table's columns, above its rows.
        case columns(FormTable, [ColumnTitle], isMarked: Bool)
        /// A sentence of the program or the file, one line.
        case note(String)
        /// A row of a table: switched on or off, or chosen among others.
        case record(mark: Mark?, cells: [FormCell], remark: String?)
        /// A label with one value, and what is to be known of it.
        case setting(label: String, FormCell, hint: String)
        /// Lines of text.
        case text(FormText)
        /// A header that will be added on its own.
        case automatic(RenderedHeader)
        /// A fact about a token.
        case token(ShownToken, ShownToken.Part)
    }

    public struct ColumnTitle: Sendable, Hashable {
        public var id: FormColumn
        public var title: String
    }

    /// The mark that a row of a table begins with.
    public enum Mark: Sendable, Hashable {
        case isOn(Bool)
        /// Whether it is the chosen one of its list.
        case isChosen(Bool)
    }

    public struct Record: Sendable, Hashable {
        public var table: FormTable
        public var index: Int
    }

    public var kind: Kind
    /// The fields that can be focused, from left to right; if there are none, the cursor passes over the row.
    public var fields: [FormField] = []
    /// The record of a table that it is, or is a part of.
    public var record: Record?
}

/// A value as a row shows it.
public struct FormCell: Sendable, Hashable {
    public enum Look: Sendable, Hashable {
        case label, heading, plain, dimmed
        /// Text whose variables are coloured, with their values after it.
        case template
        /// Text like a template, with dots for its literals.
        case secret
        /// A value that is kept elsewhere: always dots.
        case hidden
        /// A hint of what could be typed, shown under the cursor only.
        case placeholder
        /// The colour itself before the word.
        case color
    }

    public var field: FormField
    public var text: String
    public var look: Look

    public init(_ field: FormField, _ text: String, _ look: Look) {
        (self.field, self.text, self.look) = (field, text, look)
    }
}

/// A text of several lines in a form.
public struct FormText: Sendable, Hashable {
    public var field: FormField
    public var text: String
    /// The text shown while there is none yet.
    public var placeholder: String
    public var look = Look.template

    public enum Look: Sendable, Hashable {
        /// Text whose variables are coloured.
        case template
        /// Laid out while nobody types in it.
        case markdown
        /// JavaScript, in colours.
        case script
    }
}

/// The way in which a field is edited.
struct FormInput {
    enum Kind: Hashable {
        /// Typed in its place; `breaks`: may be broken into several lines.
        case line(breaks: Bool)
        /// Typed as lines; by the extension an editor knows the language.
        case lines(fileExtension: String)
        /// Chosen from a list; `other`: or typed.
        case choice([String], other: Bool)
        /// A request of the collection by its path, or one of these words, chosen from a list; or typed.
        case request(orWords: [String])
        /// A choice of two, changed at once.
        case toggle
        /// The value of a secret: kept in the private store, never in the file.
        case kept(name: String)
        /// Changed elsewhere, as this says.
        case fixed(String)
    }

    /// The title in the list, the question and the complaint.
    var title: String
    var kind: Kind
    /// The text that editing starts from.
    var text: String
    /// Writes a text into the content; returns the complaint if the text is invalid, which says what is expected.
    var write: (inout FormContent, String) -> String?
}

/// The edits that the rows of a table allow.
struct FormTableEditing {
    var count: Int
    /// Adds a row and gives its index; nil where rows come on their own.
    var add: ((inout FormContent) -> Int)?
    var remove: ((inout FormContent, Int) -> Void)?
    var duplicate: ((inout FormContent, Int) -> Void)?
    var swap: ((inout FormContent, Int, Int) -> Void)?
    /// Switches a row, or makes it the chosen one.
    var toggle: ((inout FormContent, Int) -> Void)?
    /// Restores a row to the file's content, or removes it if the file has none. Returns the reason if the file's row is not known.
    var restore: ((inout FormContent, FormContent, Int) -> String?)?
    /// Its rows as lines of a text; nil where a row says more than a line can.
    var text: TableText?
    /// The column that is typed first.
    var firstColumn: FormColumn
}

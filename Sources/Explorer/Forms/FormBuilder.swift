import Interchange
import OpenCollection

/// Puts a form together, row after row.
struct FormBuilder {
    let content: FormContent
    let surroundings: FormSurroundings
    /// The table that is edited as a text.
    let textTable: FormTable?
    private(set) var rows: [FormRow] = []
    private var inputs: [FormField: FormInput] = [:]
    var tables: [FormTable: FormTableEditing] = [:]
    private var head: [FormField] = []
    private var mainTable: FormTable?

    init(_ content: FormContent, _ surroundings: FormSurroundings, textTable: FormTable? = nil) {
        (self.content, self.surroundings, self.textTable) = (content, surroundings, textTable)
    }

    var form: Form {
        Form(
            rows: rows, focusable: rows.indices.filter { !rows[$0].fields.isEmpty }, head: head, inputs: inputs,
            tables: tables, mainTable: mainTable)
    }

    // MARK: - Words

    mutating func heading(_ text: String) { rows.append(FormRow(kind: .heading(text))) }

    mutating func note(_ text: String) { rows.append(FormRow(kind: .note(text))) }

    mutating func note(lines text: String) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { note(String(line)) }
    }

    mutating func token(_ token: ShownToken, _ part: ShownToken.Part) {
        rows.append(FormRow(kind: .token(token, part)))
    }

    mutating func automatic(_ header: RenderedHeader) { rows.append(FormRow(kind: .automatic(header))) }

    // MARK: - Fields

    mutating func addHead(_ field: FormField, _ input: FormInput) {
        head.append(field)
        inputs[field] = input
    }

    /// Adds a labelled value.
    mutating func setting(
        _ field: FormField, _ input: FormInput, shown: String? = nil, look: FormCell.Look = .plain, hint: String = "",
        of record: FormRow.Record? = nil
    ) {
        inputs[field] = input
        let cell = FormCell(field, shown ?? input.text, look)
        rows.append(FormRow(kind: .setting(label: input.title, cell, hint: hint), fields: [field], record: record))
    }

    /// Adds lines of text.
    mutating func text(_ text: FormText, _ input: FormInput, of record: FormRow.Record? = nil) {
        inputs[text.field] = input
        rows.append(FormRow(kind: .text(text), fields: [text.field], record: record))
    }

    // MARK: - Tables

    /// Adds the records of a list with a cell for each column, and the edits that they allow.
    mutating func table<Element: Equatable>(
        _ table: FormTable, _ list: WritableKeyPath<FormContent, [Element]>, _ columns: [FormColumnRule<Element>],
        _ editing: FormListEditing<Element>, remark: (Int) -> String? = { _ in nil },
        below: (inout FormBuilder, Int) -> Void = { _, _ in }
    ) {
        let erased = editing.erased(list, count: content[keyPath: list].count, columns)
        tables[table] = erased
        if mainTable == nil, editing.blank != nil { mainTable = table }
        if table == textTable, let text = erased.text { return add(text, of: table) }
        if !content[keyPath: list].isEmpty { addTitles(of: columns, of: table, isMarked: editing.mark != nil) }
        for (index, element) in content[keyPath: list].enumerated() {
            let cells = columns.map { column in
                let field = FormField.cell(table, row: index, column.id)
                inputs[field] = column.input(element, list, index)
                return column.cell(element, field)
            }
            rows.append(
                FormRow(
                    kind: .record(mark: editing.mark?(element), cells: cells, remark: remark(index)),
                    fields: columns.filter(\.isFocusable).map { .cell(table, row: index, $0.id) },
                    record: FormRow.Record(table: table, index: index)))
            below(&self, index)
        }
    }

    /// One text in the place of the rows.
    private mutating func add(_ table: TableText, of id: FormTable) {
        let input = FormInput(
            title: "Table", kind: .lines(fileExtension: "txt"), text: table.text(content), write: table.write)
        note(table.words)
        text(FormText(field: .tableText(id), text: input.text, placeholder: ""), input)
    }

    /// Adds the titles of columns. A heading right above the table takes the place of the first title.
    private mutating func addTitles<Element>(of columns: [FormColumnRule<Element>], of table: FormTable, isMarked: Bool)
    {
        guard columns.count > 1 else { return }
        var titles = columns.map { FormRow.ColumnTitle(id: $0.id, title: $0.title) }
        if case .heading(let text)? = rows.last?.kind {
            titles[0].title = text
            rows.removeLast()
        }
        rows.append(FormRow(kind: .columns(table, titles, isMarked: isMarked)))
    }

    /// Adds a row in place of a table without rows, in a tab that has several tables.
    mutating func emptyTable(_ table: FormTable, _ words: String) {
        rows.append(
            FormRow(
                kind: .note(words), fields: [.empty(table)], record: FormRow.Record(table: table, index: 0)))
    }
}

/// A column of a table.
struct FormColumnRule<Element> {
    var id: FormColumn
    var title: String
    var text: (Element) -> String
    /// The text that the cell shows; nil: ``text``.
    var shown: ((Element) -> String)?
    var look: (Element) -> FormCell.Look
    var kind: (Element) -> FormInput.Kind
    var write: (inout Element, String) -> String?
    var isFocusable = true

    init(
        _ id: FormColumn, _ title: String, look: @escaping (Element) -> FormCell.Look = { _ in .plain },
        kind: @escaping (Element) -> FormInput.Kind = { _ in .line(breaks: false) }, isFocusable: Bool = true,
        shown: ((Element) -> String)? = nil, text: @escaping (Element) -> String,
        write: @escaping (inout Element, String) -> String?
    ) {
        (self.id, self.title, self.look, self.kind) = (id, title, look, kind)
        (self.shown, self.text, self.write, self.isFocusable) = (shown, text, write, isFocusable)
    }

    /// Creates a column for a text member.
    init(
        _ id: FormColumn, _ title: String, _ member: WritableKeyPath<Element, String>, look: FormCell.Look = .plain,
        breaks: Bool = false, isFocusable: Bool = true
    ) {
        self.init(
            id, title, look: { _ in look }, kind: { _ in .line(breaks: breaks) }, isFocusable: isFocusable,
            text: { $0[keyPath: member] },
            write: { element, text in
                element[keyPath: member] = text
                return nil
            })
    }

    /// Creates a column for a text that may be absent; an empty one takes the key out.
    init(
        _ id: FormColumn, _ title: String, _ member: WritableKeyPath<Element, String?>, look: FormCell.Look = .plain,
        breaks: Bool = false
    ) {
        self.init(
            id, title, look: { ($0[keyPath: member] ?? "").isEmpty ? .placeholder : look },
            kind: { _ in .line(breaks: breaks) },
            shown: { ($0[keyPath: member] ?? "").isEmpty ? title.lowercased() : $0[keyPath: member] ?? "" },
            text: { $0[keyPath: member] ?? "" },
            write: { element, text in
                element[keyPath: member] = text.isEmpty ? nil : text
                return nil
            })
    }

    /// Creates a column for a choice of a few words.
    init(
        _ id: FormColumn, _ title: String, choices: [String], other: Bool = false,
        look: @escaping (Element) -> FormCell.Look = { _ in .plain }, text: @escaping (Element) -> String,
        write: @escaping (inout Element, String) -> Void
    ) {
        self.init(
            id, title, look: look, kind: { _ in .choice(choices, other: other) }, text: text,
            write: { element, word in
                write(&element, word)
                return nil
            })
    }

    func cell(_ element: Element, _ field: FormField) -> FormCell {
        FormCell(field, shown?(element) ?? text(element), look(element))
    }

    func input(_ element: Element, _ list: WritableKeyPath<FormContent, [Element]>, _ index: Int) -> FormInput {
        let write = write
        return FormInput(title: title, kind: kind(element), text: text(element)) { content, text in
            guard content[keyPath: list].indices.contains(index) else { return nil }
            return write(&content[keyPath: list][index], text)
        }
    }
}

/// The edits that the rows of a list allow.
struct FormListEditing<Element: Equatable> {
    /// The content of a new row; nil: the list adds none by itself.
    var blank: ((FormContent) -> Element)?
    var canRemove = true
    var mark: ((Element) -> FormRow.Mark)?
    var toggle: ((inout [Element], Int) -> Void)?
    /// Changes what must not be the same in a copy.
    var prepareCopy: (inout Element) -> Void = { _ in }
    /// Ties a row to the file's; nil: rows cannot be put back one by one.
    var origin: WritableKeyPath<Element, Int?>?
    /// Whether a row is switched on; nil: all are.
    var isOn: WritableKeyPath<Element, Bool>?
    /// How a row is written as a line. Default: by the first two columns, where these are a name and a value.
    var rowText: RowText<Element>?

    /// Returns the edits of rows that are switched on and off.
    static func switched(
        _ isOn: WritableKeyPath<Element, Bool>, origin: WritableKeyPath<Element, Int?>,
        rowText: RowText<Element>? = nil,
        blank: (() -> Element)?
    ) -> FormListEditing {
        FormListEditing(
            blank: blank.map { blank in { _ in blank() } }, canRemove: blank != nil,
            mark: { .isOn($0[keyPath: isOn]) }, toggle: { $0[$1][keyPath: isOn].toggle() },
            prepareCopy: { $0[keyPath: origin] = nil }, origin: origin, isOn: isOn, rowText: rowText)
    }

    /// The whole list as a text.
    private func text(
        _ list: WritableKeyPath<FormContent, [Element]>, _ columns: [FormColumnRule<Element>]
    ) -> TableText? {
        guard let rule = rowText ?? RowText(columns) else { return nil }
        let (isOn, blank) = (isOn, blank)
        return TableText(
            form: rule.form,
            text: { content in
                content[keyPath: list].map { rule.line($0, isOn: isOn) + "\n" }.joined()
            },
            write: { content, text in
                let before = content
                var reading = TableReading(text, of: before[keyPath: list], rule, isOn: isOn)
                let rows = reading.rows(blank.map { blank in { blank(before) } })
                if reading.complaint == nil { content[keyPath: list] = rows }
                return reading.complaint
            })
    }

    /// Puts a row back as the file has it, or gives the reason not to; one that is new goes.
    private func restoring(
        _ list: WritableKeyPath<FormContent, [Element]>, by origin: KeyPath<Element, Int?>,
        name: @escaping (Element) -> String
    ) -> (inout FormContent, FormContent, Int) -> String? {
        { [canRemove] content, saved, index in
            guard content[keyPath: list].indices.contains(index) else { return nil }
            let original = RowOriginal(
                of: index, in: content[keyPath: list], saved: saved[keyPath: list], by: origin, name: name)
            switch original {
            case .row(let row): content[keyPath: list][index] = row
            case .none where canRemove: content[keyPath: list].remove(at: index)
            case .none, .unclear: return "The file has no such row: X goes back to all that it says."
            }
            return nil
        }
    }

    func erased(
        _ list: WritableKeyPath<FormContent, [Element]>, count: Int, _ columns: [FormColumnRule<Element>]
    ) -> FormTableEditing {
        var editing = FormTableEditing(count: count, firstColumn: columns[0].id)
        editing.text = text(list, columns)
        editing.swap = { $0[keyPath: list].swapAt($1, $2) }
        if canRemove { editing.remove = { $0[keyPath: list].remove(at: $1) } }
        if let toggle { editing.toggle = { toggle(&$0[keyPath: list], $1) } }
        if let origin { editing.restore = restoring(list, by: origin, name: columns[0].text) }
        guard let blank else { return editing }
        let prepareCopy = prepareCopy
        editing.add = { content in
            content[keyPath: list].append(blank(content))
            return content[keyPath: list].count - 1
        }
        editing.duplicate = { content, index in
            var copy = content[keyPath: list][index]
            prepareCopy(&copy)
            content[keyPath: list].insert(copy, at: index + 1)
        }
        return editing
    }
}

import ExplorerKit
import OpenCollection
import Quoting

/// Writes a table as a text, a row on each line, and reads it back: `name: value`, with `# ` before a row that is switched off.
///
/// It writes no value that is secret, is kept elsewhere or has several lines, but a word in its place.
struct TableText {
    /// Takes the place of a value that is not written.
    static let unchanged = "(unchanged)"

    /// Says what a line consists of: "name: value".
    let form: String
    let text: (FormContent) -> String
    /// Puts the lines in the place of the rows; returns the complaint about the first that cannot be read.
    let write: (inout FormContent, String) -> String?

    /// Says how the lines are written.
    var words: String {
        "\(form) on each line; # before a line switches it off; \(Self.unchanged) keeps a value that is not shown."
    }
}

/// Writes and reads one row of a table.
struct RowText<Element> {
    let name: FormColumnRule<Element>
    /// Returns the value as text; nil if it is not written.
    let value: (Element) -> String?
    /// Takes a value over; returns the complaint about one that is not allowed.
    let take: (inout Element, String) -> String?
    /// Says what a line consists of.
    var form = "name: value"
    /// Cuts a line into name and value; returns nil if a value is missing that has to be there.
    var cut: (String) -> (name: String, value: String)? = RowText.cutAtColon

    init(
        name: FormColumnRule<Element>, value: @escaping (Element) -> String?,
        take: @escaping (inout Element, String) -> String?
    ) {
        (self.name, self.value, self.take) = (name, value, take)
    }

    /// Takes the first two columns of a table. Fails where these are no name and value.
    init?(_ columns: [FormColumnRule<Element>]) {
        guard columns.count > 1, ![.description, .type].contains(columns[1].id) else { return nil }
        let column = columns[1]
        self.init(name: columns[0], value: { Self.isWritten(column, $0) ? column.text($0) : nil }, take: column.write)
    }

    private static func isWritten(_ column: FormColumnRule<Element>, _ element: Element) -> Bool {
        guard case .line = column.kind(element), ![.secret, .hidden].contains(column.look(element)) else {
            return false
        }
        return !column.text(element).hasLineEnd
    }

    /// Cuts at the first colon with a space after it, else at the first colon.
    private static func cutAtColon(_ line: String) -> (name: String, value: String)? {
        let place = line.firstRange(of: ": ") ?? line.firstRange(of: ":")
        guard let place else { return (line, "") }
        return (String(line[..<place.lowerBound]), line[place.upperBound...].trimmingWhitespaceScalars())
    }
}

extension RowText {
    func line(_ element: Element, isOn: WritableKeyPath<Element, Bool>?) -> String {
        let value = value(element) ?? TableText.unchanged
        let name = String(name.text(element).map { $0.isLineEnd ? "\u{240A}" : $0 })
        return (isOn.map { element[keyPath: $0] } == false ? "# " : "") + name + (value.isEmpty ? ":" : ": \(value)")
    }
}

// MARK: - Reading

/// Makes rows of the lines of a text; rows that were there keep all that the lines do not say.
struct TableReading<Element> {
    private struct Line {
        var number: Int
        var text: String
        var isOn = true
        var name = ""
        var value = ""
        /// The row of the table that the line is; nil if it is a new one.
        var row: Int?
        /// Whether the line is as it was written.
        var isSame = false
    }

    private let old: [Element]
    private let rule: RowText<Element>
    private let isOn: WritableKeyPath<Element, Bool>?
    private var lines: [Line] = []
    private var taken: Set<Int> = []
    private(set) var complaint: String?

    init(_ text: String, of old: [Element], _ rule: RowText<Element>, isOn: WritableKeyPath<Element, Bool>?) {
        (self.old, self.rule, self.isOn) = (old, rule, isOn)
        let written = old.map { rule.line($0, isOn: isOn) }
        for (index, text) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd).enumerated()
        where !text.trimmingWhitespaceScalars().isEmpty {
            var line = Line(number: index + 1, text: String(text))
            line.row = old.indices.first { !taken.contains($0) && written[$0].hasSameBytes(as: line.text) }
            line.isSame = line.row != nil
            line.row.map { _ = taken.insert($0) }
            guard let read = line.isSame ? line : read(line) else { return }
            lines.append(read)
        }
        matchByName()
        matchRenamed()
    }

    private mutating func read(_ line: Line) -> Line? {
        var line = line
        var rest = line.text.trimmingWhitespaceScalars()
        if isOn != nil, let mark = ["# ", "//"].first(where: rest.hasPrefix) {
            line.isOn = false
            rest = rest.dropFirst(mark.count).trimmingWhitespaceScalars()
        }
        guard let (name, value) = rule.cut(rest), !name.trimmingWhitespaceScalars().isEmpty else {
            complaint =
                "Line \(line.number): \(rest.hasPrefix(":") ? "the name is missing" : "\(rule.form) is expected")"
            return nil
        }
        (line.name, line.value) = (name.trimmingWhitespaceScalars(), value)
        return line
    }

    /// Gives each line the first row of its name that is left.
    private mutating func matchByName() {
        for index in lines.indices where lines[index].row == nil {
            let name = lines[index].name
            let row = old.indices.first { !taken.contains($0) && rule.name.text(old[$0]).hasSameBytes(as: name) }
            guard let row else { continue }
            lines[index].row = row
            taken.insert(row)
        }
    }

    /// Takes a line in the place of a row that no other line is for that row with another name.
    private mutating func matchRenamed() {
        for index in lines.indices where lines[index].row == nil {
            let row = index == 0 ? 0 : lines[index - 1].row.map { $0 + 1 } ?? old.count
            guard row < old.count, !taken.contains(row),
                (rule.value(old[row]) == nil) == (lines[index].value == TableText.unchanged)
            else { continue }
            lines[index].row = row
            taken.insert(row)
        }
    }

    // MARK: Rows

    /// Returns the rows that the lines say.
    ///
    /// - Parameter blank: makes a new row; nil where rows come on their own, and stay where they are.
    mutating func rows(_ blank: (() -> Element)?) -> [Element] {
        var rows = blank == nil ? old : []
        for line in lines where complaint == nil {
            guard var element = line.row.map({ old[$0] }) ?? blank?() else {
                complaint = "Line \(line.number): there is no row \(line.name), and none can be added here"
                continue
            }
            complaint = write(line, into: &element).map { "Line \(line.number): \($0)" }
            if blank == nil, let row = line.row { rows[row] = element } else { rows.append(element) }
        }
        return rows
    }

    /// Changes a row where the line says something else, and returns the complaint about what is not allowed.
    private func write(_ line: Line, into element: inout Element) -> String? {
        guard !line.isSame else { return nil }
        let value = line.row == nil ? nil : rule.value(element)
        if let isOn { element[keyPath: isOn] = line.isOn }
        if !line.name.hasSameBytes(as: rule.name.text(element)), let complaint = rule.name.write(&element, line.name) {
            return complaint
        }
        if line.value == TableText.unchanged {
            return line.row != nil && value == nil ? nil : "nothing is kept for \(line.name): write its value"
        }
        guard line.row == nil || value != nil else {
            return "the value of \(line.name) is changed in the table: here it is \(TableText.unchanged)"
        }
        if let value, value.trimmingWhitespaceScalars().hasSameBytes(as: line.value) { return nil }
        return rule.take(&element, line.value)
    }
}

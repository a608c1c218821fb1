/// A value as lines: the text after the key or dash, and the lines below.
struct BlockText {
    var head: String
    /// Indented, without line breaks.
    var lines: [String]

    /// Whether the value ends with empty lines that belong to it, so that no others may follow.
    var endsWithKeptLines: Bool { lines.last?.isEmpty == true }

    /// All lines, the head being the first.
    var all: [String] { head.isEmpty ? lines : [head] + lines }
}

/// Writes values in block style.
struct BlockEmitter {
    /// Spaces that a mapping's values are indented from it.
    var step = 2
    /// Whether the items of a sequence are in the column of its key.
    var isIndentless = false

    private static let keyLimitInScalars = 1_000

    /// Returns a value after a key in `column` (0-based).
    ///
    /// - Parameter childColumn: The column in which a collection below begins, if not by the emitter's own rule.
    func value(_ value: YAMLValue, column: Int, childColumn: Int? = nil) -> BlockText {
        var lines: [String] = []
        let head = append(value, column: column, childColumn: childColumn, to: &lines)
        return BlockText(head: head, lines: lines)
    }

    /// Returns a value after a dash in `column`. A collection begins on the line of the dash, in `childColumn`.
    func item(_ value: YAMLValue, column: Int, childColumn: Int? = nil) -> BlockText {
        var lines: [String] = []
        appendItem(value, column: column, childColumn: childColumn ?? column + 2, prefix: "", to: &lines)
        return BlockText(head: lines[0], lines: Array(lines.dropFirst()))
    }

    /// Returns one key with its value.
    func entry(_ key: String, _ value: YAMLValue, column: Int) -> [String] {
        var lines: [String] = []
        appendEntry(key, value, column: column, to: &lines)
        return lines
    }

    /// Returns one item with its dash.
    ///
    /// - Parameter gap: Spaces after the dash.
    func dashed(_ value: YAMLValue, column: Int, gap: Int = 1) -> [String] {
        var lines: [String] = []
        appendDashed(value, column: column, gap: gap, to: &lines)
        return lines
    }

    // MARK: - Lines, each made once, however deep

    /// Appends the lines below a key.
    ///
    /// - Returns: The text after the colon; empty when all of the value is below.
    private func append(_ value: YAMLValue, column: Int, childColumn: Int?, to lines: inout [String]) -> String {
        if let text = scalar(value, BlockScalarText.Form(indentation: column + step, parentIndentation: column)) {
            lines += text.lines
            return text.head
        }
        let isSequence = if case .sequence = value { true } else { false }
        appendCollection(value, column: childColumn ?? column + (isSequence && isIndentless ? 0 : step), to: &lines)
        return ""
    }

    /// Appends the entries or the items of a collection that is not empty.
    fileprivate func appendCollection(_ value: YAMLValue, column: Int, to lines: inout [String]) {
        switch value {
        case .mapping(let mapping):
            for entry in mapping.entries { appendEntry(entry.key, entry.value, column: column, to: &lines) }
        case .sequence(let items): for item in items { appendDashed(item, column: column, to: &lines) }
        default: break
        }
    }

    fileprivate func appendEntry(_ key: String, _ value: YAMLValue, column: Int, to lines: inout [String]) {
        let indent = String(repeating: " ", count: column)
        let key = ScalarText.inline(.string(key), inFlow: false)
        let isLong = key.utf8.count > Self.keyLimitInScalars && key.unicodeScalars.count > Self.keyLimitInScalars
        if isLong { lines.append("\(indent)? \(key)") }
        let place = lines.count
        lines.append("")
        let head = append(value, column: column, childColumn: nil, to: &lines)
        lines[place] = indent + (isLong ? "" : key) + (head.isEmpty ? ":" : ": " + head)
    }

    private func appendDashed(_ value: YAMLValue, column: Int, gap: Int = 1, to lines: inout [String]) {
        let prefix = String(repeating: " ", count: column) + "-" + String(repeating: " ", count: gap)
        appendItem(value, column: column, childColumn: column + 1 + gap, prefix: prefix, to: &lines)
    }

    /// - Parameter prefix: The beginning of the first line, in the place of its indentation.
    private func appendItem(
        _ value: YAMLValue, column: Int, childColumn: Int, prefix: String, to lines: inout [String]
    ) {
        if let text = scalar(value, BlockScalarText.Form(indentation: column + 2, parentIndentation: column)) {
            lines.append(prefix + text.head)
            lines += text.lines
            return
        }
        let place = lines.count
        appendCollection(value, column: childColumn, to: &lines)
        lines[place] = prefix + (String(lines[place].utf8.dropFirst(childColumn)) ?? lines[place])
    }

    /// Returns what is no collection, or an empty one; nil for a collection with something in it.
    private func scalar(_ value: YAMLValue, _ form: BlockScalarText.Form) -> BlockText? {
        switch value {
        case .mapping(let mapping) where !mapping.entries.isEmpty: return nil
        case .sequence(let items) where !items.isEmpty: return nil
        case .string(let text) where text.utf8.contains(0x0A):
            if let block = BlockScalarText(text, form) { return BlockText(head: block.header, lines: block.lines) }
        default: break
        }
        return BlockText(head: ScalarText.inline(value, inFlow: false), lines: [])
    }

    /// Returns a whole document.
    func document(_ value: YAMLValue) -> BlockText {
        if let text = scalar(value, BlockScalarText.Form(indentation: step, parentIndentation: 0)) { return text }
        var lines: [String] = []
        appendCollection(value, column: 0, to: &lines)
        return BlockText(head: "", lines: lines)
    }
}

extension YAMLValue {
    /// Returns the text of a new file: block style, two spaces, sequences indented under their key, no folding, LF at each end.
    ///
    /// - Parameter blankLineBefore: keys at the top that have an empty line before them, unless they are the first.
    public func emitted(blankLineBefore: Set<String> = []) -> String {
        let emitter = BlockEmitter()
        guard case .mapping(let mapping) = self, !mapping.entries.isEmpty else {
            return Self.joined(emitter.document(self).all)
        }
        var lines: [String] = []
        for entry in mapping.entries {
            // After a value that keeps its empty lines, another one would become part of it.
            if blankLineBefore.contains(entry.key), lines.last?.isEmpty == false { lines.append("") }
            emitter.appendEntry(entry.key, entry.value, column: 0, to: &lines)
        }
        return Self.joined(lines)
    }

    private static func joined(_ lines: [String]) -> String {
        var text = ""
        text.reserveCapacity(lines.reduce(0) { $0 + $1.utf8.count + 1 })
        for line in lines {
            text += line
            text += "\n"
        }
        return text
    }
}

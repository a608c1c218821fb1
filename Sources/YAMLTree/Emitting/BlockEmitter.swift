/// A value as lines: what stands after the key or dash, and the lines below.
struct BlockText {
    var head: String
    /// Indented, without line breaks.
    var lines: [String]

    /// Whether the value ends with empty lines that belong to it, so that no others may follow.
    var endsWithKeptLines: Bool { lines.last?.isEmpty == true }

    /// All of it as lines, the head being the first.
    var all: [String] { head.isEmpty ? lines : [head] + lines }
}

/// Writes values in block style.
struct BlockEmitter {
    /// Spaces that a mapping's values stand in from it.
    var step = 2
    /// Whether the items of a sequence stand in the column of its key.
    var isIndentless = false

    private static let keyLimitInScalars = 1_000

    /// A value after a key that stands in `column` (0-based).
    ///
    /// - Parameter childColumn: where a collection below begins, when not by the emitter's own rule.
    func value(_ value: YAMLValue, column: Int, childColumn: Int? = nil) -> BlockText {
        switch value {
        case .mapping(let mapping) where !mapping.entries.isEmpty:
            return BlockText(head: "", lines: entries(mapping, column: childColumn ?? column + step))
        case .sequence(let items) where !items.isEmpty:
            return BlockText(
                head: "", lines: self.items(items, column: childColumn ?? column + (isIndentless ? 0 : step)))
        default:
            return scalar(value, BlockScalarText.Form(indentation: column + step, parentIndentation: column))
        }
    }

    /// A value after a dash that stands in `column`. A collection begins on the line of the dash, in `childColumn`.
    func item(_ value: YAMLValue, column: Int, childColumn: Int? = nil) -> BlockText {
        let inner = childColumn ?? column + 2
        switch value {
        case .mapping(let mapping) where !mapping.entries.isEmpty:
            return compact(entries(mapping, column: inner), inner)
        case .sequence(let items) where !items.isEmpty:
            return compact(self.items(items, column: inner), inner)
        default:
            return scalar(value, BlockScalarText.Form(indentation: column + 2, parentIndentation: column))
        }
    }

    private func compact(_ lines: [String], _ column: Int) -> BlockText {
        BlockText(head: String(lines[0].utf8.dropFirst(column)) ?? lines[0], lines: Array(lines.dropFirst()))
    }

    func scalar(_ value: YAMLValue, _ form: BlockScalarText.Form) -> BlockText {
        if case .string(let text) = value, text.utf8.contains(0x0A), let block = BlockScalarText(text, form) {
            return BlockText(head: block.header, lines: block.lines)
        }
        return BlockText(head: ScalarText.inline(value, inFlow: false), lines: [])
    }

    func entries(_ mapping: YAMLMapping, column: Int) -> [String] {
        mapping.entries.flatMap { entry($0.key, $0.value, column: column) }
    }

    /// One key with its value.
    func entry(_ key: String, _ value: YAMLValue, column: Int) -> [String] {
        let indent = String(repeating: " ", count: column)
        let key = ScalarText.inline(.string(key), inFlow: false)
        let text = self.value(value, column: column)
        let head = ":" + (text.head.isEmpty ? "" : " " + text.head)
        if key.unicodeScalars.count > Self.keyLimitInScalars {
            return ["\(indent)? \(key)", indent + head] + text.lines
        }
        return [indent + key + head] + text.lines
    }

    func items(_ items: [YAMLValue], column: Int) -> [String] {
        items.flatMap { dashed($0, column: column) }
    }

    /// One item with its dash.
    ///
    /// - Parameter gap: spaces behind the dash.
    func dashed(_ value: YAMLValue, column: Int, gap: Int = 1) -> [String] {
        let text = item(value, column: column, childColumn: column + 1 + gap)
        let indent = String(repeating: " ", count: column)
        return ["\(indent)-\(String(repeating: " ", count: gap))\(text.head)"] + text.lines
    }

    /// A whole document.
    func document(_ value: YAMLValue) -> BlockText {
        switch value {
        case .mapping(let mapping) where !mapping.entries.isEmpty:
            BlockText(head: "", lines: entries(mapping, column: 0))
        case .sequence(let items) where !items.isEmpty:
            BlockText(head: "", lines: self.items(items, column: 0))
        default:
            scalar(value, BlockScalarText.Form(indentation: step, parentIndentation: 0))
        }
    }
}

extension YAMLValue {
    /// The text of a new file: block style, two spaces, sequences indented under their key, no folding, LF at each end.
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
            let isSeparated = blankLineBefore.contains(entry.key) && lines.last?.isEmpty == false
            lines += (isSeparated ? [""] : []) + emitter.entry(entry.key, entry.value, column: 0)
        }
        return Self.joined(lines)
    }

    private static func joined(_ lines: [String]) -> String {
        lines.map { $0 + "\n" }.joined()
    }
}

import Quoting

/// A row of a block: `~name: value` with the annotations before it.
struct BruRow {
    var name: String
    var value: String
    var isEnabled = true
    var line: Int
    /// Arguments of annotations by their names: `@description("text")`.
    var annotations: [String: String] = [:]
    /// The items of a value in brackets.
    var items: [String]?
    /// A value in braces; only examples have such.
    var block: BruBlock?
}

/// A block: rows or a text between braces, or names between brackets.
struct BruBlock {
    var name: String
    /// The line of its name, 1-based.
    var line: Int
    /// The lines between its brackets.
    var lines: [String] = []
    /// Whether the lines are names between square brackets.
    var isList = false
    /// The lines as rows, where they were read already: each block is asked for its rows many times.
    private var read: (rows: [BruRow], problems: [(line: Int, text: String)])?

    init(name: String, line: Int, lines: [String] = [], isList: Bool = false) {
        (self.name, self.line, self.lines, self.isList) = (name, line, lines, isList)
    }

    /// The lines as a text: without the two spaces before each, and without blank lines at the start.
    var text: String {
        lines.drop { $0.trimmingWhitespaceScalars().isEmpty }
            .map { $0.beginsWithBytes(of: "  ") ? $0.outdented(by: 2) : $0 }.joined(separator: "\n")
    }

    var isWhitespaceOnly: Bool { lines.allSatisfy { $0.trimmingWhitespaceScalars().isEmpty } }

    /// The names in a list; a `~` before one that is switched off stays.
    var names: [String] {
        lines.flatMap { $0.split(at: ",") }.map { $0.trimmingWhitespaceScalars() }.filter { !$0.isEmpty }
    }
}

/// A file in Bruno's language, as blocks.
///
/// - Source: https://docs.usebruno.com/bru-lang/overview
struct BruFile {
    var blocks: [BruBlock] = []
    /// Lines outside of blocks that are `name: value`.
    var rows: [BruRow] = []
    /// Messages about what is no part of the language, with their lines.
    var problems: [(line: Int, text: String)] = []

    init(blocks: [BruBlock] = []) { self.blocks = blocks }

    init(_ text: String) {
        let lines = text.bruLines
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            let line = lines[index].trimmingWhitespaceScalars()
            if line.isEmpty { continue }
            guard var block = BruBlock(head: lines[index], line: index + 1) else {
                addRow(line, at: index + 1)
                continue
            }
            defer {
                block.readRows()
                blocks.append(block)
            }
            if line.endsWithBytes(of: "]") || line.endsWithBytes(of: "}") { continue }
            let end = lines[(index + 1)...].firstIndex { block.isEnd($0) }
            if end == nil { problems.append((index + 1, "a block without an end goes to the end of the file")) }
            block.lines = Array(lines[(index + 1)..<(end ?? lines.count)])
            index = end ?? lines.count
            if block.isList, let end, let last = lines[end].cut(at: "]")?.before { block.lines.append(last) }
        }
    }

    private mutating func addRow(_ line: String, at number: Int) {
        guard let (name, value) = line.cut(at: ":") else {
            return problems.append((number, "a line outside of all blocks is left out"))
        }
        rows.append(
            BruRow(name: name.trimmingWhitespaceScalars(), value: value.trimmingWhitespaceScalars(), line: number))
    }

    /// Returns the name of the first block of a text; nil if a line before it is no part of the language. It reads no further than that.
    static func firstBlock(of text: String) -> String? {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            let line = String(rest[..<end]) ?? ""
            rest = rest[end...].dropFirst()
            if let block = BruBlock(head: line.droppingBytes(behind: "\r"), line: 1) { return block.name }
            guard line.contains(":") || line.trimmingWhitespaceScalars().isEmpty else { return nil }
        }
        return nil
    }

    func has(_ name: String) -> Bool { blocks.contains { $0.name == name } }

    func first(_ names: Set<String>) -> BruBlock? { blocks.first { names.contains($0.name) } }

    /// Returns the rows of all blocks of a name, as the language joins them.
    func rows(_ names: String...) -> [BruRow] {
        blocks.filter { names.contains($0.name) && !$0.isList }.flatMap { $0.rows().rows }
    }

    /// Returns the value of a row; of equal names the last one counts.
    func value(_ block: String, _ name: String) -> String? { rows(block).last { $0.name == name }?.value }

    /// Returns the text of all blocks of a name; nil when it is blank.
    func text(_ name: String) -> String? {
        blocks.filter { $0.name == name && !$0.isWhitespaceOnly }.map(\.text).paragraphs
    }

    /// Returns the names in the lists of a name, with the line of each list.
    func names(_ name: String) -> [String] { blocks.filter { $0.name == name && $0.isList }.flatMap(\.names) }

    /// Returns the line of the first block of a name.
    func line(_ name: String) -> Int { blocks.first { $0.name == name }?.line ?? 1 }
}

extension BruBlock {
    /// Reads the first line of a block; nil for one that is none.
    fileprivate init?(head: String, line number: Int) {
        let mark: Unicode.Scalar = head.utf8.first { "[{".utf8.contains($0) } == UInt8(ascii: "[") ? "[" : "{"
        guard let (before, after) = head.cut(at: mark) else { return nil }
        let name = before.trimmingWhitespaceScalars()
        let rest = after.trimmingWhitespaceScalars()
        guard let first = before.utf8.first, first > 0x20, name.utf8.allSatisfy(\.isOfBlockName),
            name.utf8.last != UInt8(ascii: ":")
        else { return nil }
        self.init(name: name, line: number, isList: mark == "[")
        if isList, rest.endsWithBytes(of: "]") {
            lines = [rest.droppingBytes(behind: "]")]
        } else if isList {
            lines = rest.isEmpty ? [] : [rest]
        } else if rest != "}", !rest.isEmpty {
            return nil
        }
    }

    fileprivate func isEnd(_ line: String) -> Bool {
        isList ? line.contains("]") : line.utf8.first == UInt8(ascii: "}") && line.trimmingWhitespaceScalars() == "}"
    }

    fileprivate mutating func readRows() { if BrunoParts.hasRows(self) { read = rows() } }

    /// Returns the lines as rows.
    ///
    /// - Parameter holdsBlocks: Whether a value may be a block of its own.
    func rows(holdingBlocks holdsBlocks: Bool = false) -> (rows: [BruRow], problems: [(line: Int, text: String)]) {
        if let read, !holdsBlocks { return read }
        var reader = BruRows(lines: lines, first: line + 1, holdsBlocks: holdsBlocks)
        reader.read()
        return (reader.rows, reader.problems)
    }
}

/// Reads the rows of a block.
private struct BruRows {
    let lines: [String]
    /// The number of the first line.
    let first: Int
    let holdsBlocks: Bool
    private(set) var rows: [BruRow] = []
    private(set) var problems: [(line: Int, text: String)] = []
    private var index = 0
    private var annotations: [String: String] = [:]

    init(lines: [String], first: Int, holdsBlocks: Bool) {
        (self.lines, self.first, self.holdsBlocks) = (lines, first, holdsBlocks)
    }

    mutating func read() {
        while index < lines.count {
            var line = lines[index].trimmingWhitespaceScalars()
            while let (name, argument, rest) = annotation(line) {
                annotations[name] = argument
                line = rest.trimmingWhitespaceScalars()
            }
            if !line.isEmpty { row(line) }
            index += 1
        }
    }

    /// Reads `@name` or `@name(argument)` at the start of a line; a `@name:` is a row.
    private mutating func annotation(_ line: String) -> (name: String, argument: String, rest: String)? {
        guard line.utf8.first == UInt8(ascii: "@") else { return nil }
        let name = String(line.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        let rest = line.droppingBytes(before: "@\(name)")
        guard !name.isEmpty, rest.trimmingWhitespaceScalars().utf8.first != UInt8(ascii: ":") else { return nil }
        guard rest.utf8.first == UInt8(ascii: "(") else {
            return rest.isEmpty || rest.utf8.first == UInt8(ascii: " ") ? (name, "", rest) : nil
        }
        for (open, close) in [("('''", "''')"), ("(\"", "\")"), ("('", "')"), ("(", ")")]
        where rest.beginsWithBytes(of: open) {
            let inner = rest.droppingBytes(before: open)
            if let end = inner.firstRange(of: close) {
                let argument = inner[..<end.lowerBound].replacingOccurrences(ofEscaped: "\"")
                return (name, argument, String(inner[end.upperBound...]))
            }
            guard open == "('''", let text = multiline(inner, closing: close) else { continue }
            return (name, text.content, text.rest)
        }
        return nil
    }

    /// Reads a text of several lines, up to the mark that closes it.
    ///
    /// - Returns: The text; nil, and nothing is read, when the mark is missing.
    private mutating func multiline(_ start: String, closing: String) -> (content: String, rest: String)? {
        guard let last = lines[(index + 1)...].firstIndex(where: { $0.contains(closing) }),
            let end = lines[last].firstRange(of: closing)
        else { return nil }
        let indent = lines[index].indent + 2
        var parts = lines[(index + 1)..<last].map { $0.outdented(by: indent) }
        if !start.trimmingWhitespaceScalars().isEmpty { parts.insert(start, at: 0) }
        let before = String(lines[last][..<end.lowerBound])
        if !before.trimmingWhitespaceScalars().isEmpty { parts.append(before.outdented(by: indent)) }
        index = last
        return (parts.joined(separator: "\n"), String(lines[last][end.upperBound...]))
    }

    private mutating func row(_ line: String) {
        let number = first + index
        let isEnabled = line.utf8.first != UInt8(ascii: "~")
        let text = isEnabled ? line : String(line.dropFirst())
        guard let (name, rest) = key(text) else {
            return problems.append((number, "a line without a colon is left out"))
        }
        var row = BruRow(name: name, value: rest.trimmingWhitespaceScalars(), isEnabled: isEnabled, line: number)
        row.annotations = annotations
        annotations = [:]
        readValue(of: &row)
        if let (value, description) = row.value.cuttingDescription {
            row.value = value
            row.annotations["description"] = row.annotations["description"] ?? description
        }
        if !row.name.isEmpty {
            rows.append(row)
        } else if !row.value.isEmpty {
            problems.append((number, "a row without a name is left out"))
        }
    }

    private func key(_ text: String) -> (name: String, rest: String)? {
        if holdsBlocks, text.endsWithBytes(of: "{"), !text.contains("'''") {
            let name = text.droppingBytes(behind: "{").trimmingWhitespaceScalars()
            let isBlock = name.droppingBytes(behind: ":").utf8.allSatisfy(\.isOfBlockName)
            if isBlock { return (name.droppingBytes(behind: ":"), "{") }
        }
        if text.utf8.first == UInt8(ascii: "\"") {
            let inner = text.dropFirst().replacingOccurrences(ofEscaped: "\"", with: "\u{0}")
            if let (name, after) = inner.cut(at: "\""),
                let rest = after.trimmingWhitespaceScalars().cut(at: ":"), rest.before.isEmpty
            {
                let plain = { (text: String) in text.replacingBytes(of: "\u{0}", with: "\"") }
                return (plain(name), rest.after.replacingBytes(of: "\u{0}", with: "\\\""))
            }
        }
        return text.cut(at: ":").map { ($0.before.trimmingWhitespaceScalars(), $0.after) }
    }

    private mutating func readValue(of row: inout BruRow) {
        if row.value.beginsWithBytes(of: "'''") {
            let start = row.value.droppingBytes(before: "'''")
            if let end = start.firstRange(of: "'''") {
                row.value = String(start[..<end.lowerBound] + start[end.upperBound...])
            } else if let text = multiline(start, closing: "'''") {
                row.value = text.content + text.rest
            }
        } else if row.value == "[", let end = end("]", where: { $0.trimmingWhitespaceScalars() == "]" }) {
            row.items = lines[(index + 1)..<end].map { $0.trimmingWhitespaceScalars() }.filter { !$0.isEmpty }
            (row.value, index) = ("", end)
        } else if row.value.beginsWithBytes(of: "["), row.value.endsWithBytes(of: "]") {
            let inner = row.value.droppingBytes(before: "[").droppingBytes(behind: "]")
            row.items = inner.split(at: ",").map { $0.trimmingWhitespaceScalars() }.filter { !$0.isEmpty }
        } else if holdsBlocks, row.value == "{" {
            let indent = lines[index].indent
            guard let end = end("}", where: { $0.indent <= indent && $0.trimmingWhitespaceScalars() == "}" }) else {
                return
            }
            let inner = lines[(index + 1)..<end].map { $0.outdented(by: indent) }
            row.block = BruBlock(name: row.name, line: row.line, lines: inner)
            index = end
        }
    }

    private func end(_ mark: String, where isEnd: (String) -> Bool) -> Int? {
        lines[(index + 1)...].firstIndex(where: isEnd)
    }
}

extension String {
    /// The lines, without what ends them.
    fileprivate var bruLines: [String] { split(at: "\n").map { $0.droppingBytes(behind: "\r") } }

    /// The text without `@description("...")` at its end, and the description; nil for other texts.
    fileprivate var cuttingDescription: (value: String, description: String)? {
        guard endsWithBytes(of: "\")"), containsBytes(of: "@description(\""),
            let match = wholeMatch(of: /([\s\S]*?)(?:^|\s+)@description\("((?:[^"\\]|\\.)*)"\)/)
        else { return nil }
        return (String(match.1), match.2.replacingOccurrences(ofEscaped: "\""))
    }

    /// The number of spaces and tabs at the start.
    fileprivate var indent: Int { utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count }

    /// Returns the line without its first spaces, at most `count` of them.
    fileprivate func outdented(by count: Int) -> String {
        let spaces = utf8.prefix(count).prefix { $0 == UInt8(ascii: " ") }.count
        return String(decoding: utf8.dropFirst(spaces), as: UTF8.self)
    }
}

extension StringProtocol {
    /// Returns the text with something in the place of each mark after a backslash.
    fileprivate func replacingOccurrences(ofEscaped mark: String, with other: String? = nil) -> String {
        String(self).replacingBytes(of: "\\" + mark, with: other ?? mark)
    }
}

extension UInt8 {
    fileprivate var isOfBlockName: Bool {
        self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
            || self == UInt8(ascii: ":") || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }
}

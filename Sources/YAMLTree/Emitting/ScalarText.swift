import Quoting

extension YAMLValue {
    /// The value on one line, safe in block and flow collections.
    package var inlineText: String { ScalarText.inline(self, inFlow: true) }
}

/// The ways to write one scalar.
enum ScalarText {
    /// Returns a scalar on one line: plain where safe, else double quotes, or single quotes if the text holds double quotes and
    /// no single ones.
    static func inline(_ value: YAMLValue, inFlow: Bool) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): number(value)
        case .string(let text): PlainScalar.isSafe(text, inFlow: inFlow) ? text : quoted(text)
        case .sequence, .mapping: FlowEmitter().text(value)
        }
    }

    static func quoted(_ text: String) -> String {
        let prefersSingle = text.utf8.contains(UInt8(ascii: "\"")) && !text.utf8.contains(UInt8(ascii: "'"))
        return prefersSingle && canBeSingleQuoted(text) ? singleQuoted(text) : doubleQuoted(text)
    }

    /// Returns the number with a point in it, since YAML 1.1 reads `1e+20` as text.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return ".nan" }
        if value.isInfinite { return value < 0 ? "-.inf" : ".inf" }
        let text = value.description
        guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
        return "\(text[..<exponent]).0\(text[exponent...])"
    }

    static func canBeSingleQuoted(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(Printable.isPrintable)
    }

    static func singleQuoted(_ text: String) -> String {
        "'\(text.replacingBytes(of: "'", with: "''"))'"
    }

    static func doubleQuoted(_ text: String) -> String {
        var written = "\""
        written.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": written += "\\\""
            case "\\": written += "\\\\"
            case "\n": written += "\\n"
            case "\r": written += "\\r"
            case "\t": written += "\\t"
            case _ where Printable.isPrintable(scalar): written.unicodeScalars.append(scalar)
            default: written += numeric(scalar.value)
            }
        }
        return written + "\""
    }

    private static func numeric(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        let (letter, width) = value <= 0xFF ? ("x", 2) : ("u", 4)
        return "\\\(letter)" + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// A scalar as a block: its header and its lines.
struct BlockScalarText {
    let header: String
    /// Indented; empty lines are empty.
    let lines: [String]

    /// The way in which a block scalar is to be written.
    struct Form {
        var isFolded = false
        /// Spaces before each line.
        var indentation: Int
        /// Spaces of the collection around it; a digit in the header counts from here.
        var parentIndentation: Int
        var needsDigit = false
        /// Keep `+` wherever it says the same.
        var prefersKeep = false
    }

    /// Creates the text of a block; nil if it has no such form: nothing but line breaks, control characters, a last line of spaces.
    init?(_ text: String, _ form: Form) {
        let content = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String($0) ?? "" }
        guard let firstFilled = content.first(where: { !$0.isEmpty }), Self.isWritable(text),
            content.last?.utf8.allSatisfy(SourceText.isSpaceOrTab) != true || content.last == ""
        else { return nil }
        let breaks = content.reversed().prefix { $0.isEmpty }.count
        let isFolded = form.isFolded && content.allSatisfy { $0.utf8.first.map(SourceText.isSpaceOrTab) != true }
        let digit = form.indentation - form.parentIndentation
        let needsDigit = form.needsDigit || firstFilled.utf8.first.map(SourceText.isSpaceOrTab) == true
        guard !needsDigit || (1...9).contains(digit) else { return nil }
        let chomping = breaks == 0 ? "-" : breaks == 1 && !form.prefersKeep ? "" : "+"
        header = (isFolded ? ">" : "|") + (needsDigit ? String(digit) : "") + chomping
        let body = Array(content.dropLast(breaks))
        let kept = Array(repeating: "", count: max(0, breaks - 1))
        let indent = String(repeating: " ", count: form.indentation)
        lines = ((isFolded ? Self.unfolded(body) : body) + kept).map { $0.isEmpty ? "" : indent + $0 }
    }

    private static func isWritable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\n" || Printable.isPrintable($0) }
    }

    /// Returns lines for folding: a line break between two filled lines is written as an empty line; others as they are.
    private static func unfolded(_ lines: [String]) -> [String] {
        var result: [String] = []
        var hasContent = false
        for line in lines {
            if hasContent, !line.isEmpty { result.append("") }
            result.append(line)
            hasContent = hasContent || !line.isEmpty
        }
        return result
    }
}

/// Strings of GraphQL.
///
/// - Source: GraphQL specification (October 2021), section 2.9.4.
enum GraphQLString {
    /// The value of a string as it is written, with its quotes.
    static func value(of text: String) -> String {
        guard text.hasPrefix("\"\"\"") else { return unescaped(trimmed(text, quotes: 1)) }
        let lines = trimmed(text, quotes: 3).replacing("\\\"\"\"", with: "\"\"\"")
            .split(omittingEmptySubsequences: false) { $0.isNewline }
        let indents = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }.map {
            $0.prefix { $0 == " " || $0 == "\t" }.count
        }
        let indent = indents.min() ?? 0
        let texts =
            lines.prefix(1).map(String.init) + lines.dropFirst().map { String($0.dropFirst(indent)) }
        let first = texts.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? texts.count
        let last = texts.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
        return first <= last ? texts[first...last].joined(separator: "\n") : ""
    }

    private static func trimmed(_ text: String, quotes: Int) -> String {
        let end = String(repeating: "\"", count: quotes)
        let inner = text.dropFirst(quotes)
        return String(inner.hasSuffix(end) ? inner.dropLast(quotes) : inner)
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            guard character == "\\", let escape = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escape {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r", "b", "f": result.append(" ")
            case "u":
                let digits = rest.prefix(4)
                rest = rest.dropFirst(4)
                result.unicodeScalars.append(
                    UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            default: result.append(escape)
            }
        }
        return result
    }

    /// A description as a block, or a string where it is of one line.
    static func written(_ text: String, indent: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count > 1 else {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").filter {
                !$0.isControl
            }
            return "\(indent)\"\(escaped)\"\n"
        }
        let block = lines.map { line in
            line.isEmpty
                ? ""
                : indent + line.replacing("\"\"\"", with: "\\\"\"\"").filter { $0 == "\t" || !$0.isControl }
        }
        return "\(indent)\"\"\"\n\(block.joined(separator: "\n"))\n\(indent)\"\"\"\n"
    }
}

extension Character {
    /// What could steer a terminal.
    fileprivate var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

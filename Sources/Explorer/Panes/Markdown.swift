import TextGrid

/// Markdown as lines to read: headings, lists, quotes and code can be told apart; all else is text as it stands.
enum Markdown {
    /// - Parameter columns: lines that are longer are broken between words; those of code are not.
    static func lines(_ text: String, columns: Int) -> [[StyledText]] {
        var isCode = false
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
            guard !line.hasPrefix("```") else {
                isCode.toggle()
                return [[StyledText(String(line), .dimmed)]]
            }
            return isCode ? [[StyledText(String(line), .code)]] : Self.line(String(line), columns)
        }
    }

    private static func line(_ line: String, _ columns: Int) -> [[StyledText]] {
        let level = line.prefix { $0 == "#" }.count
        if (1...6).contains(level), line.dropFirst(level).first == " " {
            return broken(String(line.dropFirst(level + 1)), columns) { [StyledText($0, .heading)] }
        }
        let indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        if let mark = rest.first, "-*+".contains(mark), rest.dropFirst().first == " " {
            let lead = String(repeating: " ", count: indent)
            return broken(String(rest.dropFirst(2)), max(8, columns - indent - 2)).enumerated().map { index, text in
                [StyledText(lead + (index == 0 ? "\(mark) " : "  "), .docs)] + text
            }
        }
        let isQuote = rest.hasPrefix("> ")
        return broken(line, columns) { isQuote ? [StyledText($0, .dimmed)] : inline($0) }
    }

    private static func broken(
        _ text: String, _ columns: Int, _ style: (String) -> [StyledText] = { inline($0) }
    ) -> [[StyledText]] {
        guard !text.isEmpty else { return [[]] }
        guard DisplayWidth.columns(of: text) > columns else { return [style(text)] }
        return Wrapping.lines(text, columns: max(8, columns)).map(style)
    }

    /// Code between backquotes; the signs stay, so that nothing is said by colour alone.
    private static func inline(_ text: String) -> [StyledText] {
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count > 2 else { return [StyledText(text, .docs)] }
        return pieces.enumerated().flatMap { index, piece -> [StyledText] in
            let isLast = index == pieces.count - 1
            if index % 2 == 0 || isLast { return [StyledText((isLast && index % 2 == 1 ? "`" : "") + piece, .docs)] }
            return [StyledText("`\(piece)`", .code)]
        }
    }
}

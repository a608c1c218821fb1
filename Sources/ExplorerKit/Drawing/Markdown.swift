import TextGrid

/// Markdown as lines to read: headings, lists, quotes and code are distinguished; all else is text as it is.
///
/// Made again for each frame: the lines that each line of the text takes are counted from its bytes, and only what is shown becomes runs.
package struct Markdown {
    /// A line of the text.
    fileprivate struct Source {
        /// The range in bytes.
        var range: Range<Int>
        var isCode: Bool
        /// The first line it takes on screen.
        var first: Int
    }

    private let text: String
    private let columns: Int
    private let sources: [Source]
    /// Lines on screen.
    package let count: Int

    /// - Parameter columns: lines that are longer are broken between words; those of code are not.
    package init(_ text: String, columns: Int) {
        self.text = text
        self.columns = columns
        var sources: [Source] = []
        var (start, first, isCode) = (0, 0, false)
        var copy = text
        copy.withUTF8 { bytes in
            while start <= bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                let line = bytes[start..<end].withoutReturn
                let isFence = line.starts(with: Self.fence)
                sources.append(Source(range: line.startIndex..<line.endIndex, isCode: isCode || isFence, first: first))
                first += isCode || isFence ? 1 : Self.height(of: line, columns)
                if isFence { isCode.toggle() }
                start = end + 1
            }
        }
        self.sources = sources
        count = first
    }

    private static let fence = Array("```".utf8)

    /// Returns those of these lines that exist.
    package func lines(_ range: Range<Int>) -> [[StyledText]] {
        guard let start = sources.lastIndex(firstAtMost: range.lowerBound) else { return [] }
        var lines: [[StyledText]] = []
        for source in sources[start...] {
            guard source.first < range.upperBound else { break }
            lines += self.lines(of: source)
        }
        return Array(lines.dropFirst(range.lowerBound - sources[start].first).prefix(range.count))
    }

    private func lines(of source: Source) -> [[StyledText]] {
        var text = text
        let line = text.withUTF8 { String(decoding: $0[source.range], as: UTF8.self) }
        if source.isCode { return [[StyledText(line, line.hasPrefix("```") ? .dimmed : .code)]] }
        return Self.line(line, columns)
    }
}

// MARK: - One line

extension Markdown {
    /// Returns the number of rows of a line. Most lines fit, and most are ASCII, whose words are counted without making strings of them.
    private static func height(of line: Slice<UnsafeBufferPointer<UInt8>>, _ columns: Int) -> Int {
        let isPlain = line.allSatisfy { (0x20..<0x7F).contains($0) }
        if isPlain, line.count <= columns { return 1 }
        let startsPlainly = line.first.map { !Self.marks.contains($0) } ?? true
        guard isPlain, startsPlainly else { return self.line(String(decoding: line, as: UTF8.self), columns).count }
        return Wrapping.count(line, columns: max(8, columns))
    }

    /// The characters that a heading, a list or an indented line begins with.
    private static let marks = Array("#-*+ ".utf8)

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

    /// Returns runs with code between backquotes; the signs stay, so that nothing is said by colour alone.
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

extension [Markdown.Source] {
    /// Returns the index of the last source that begins on such a line or above it.
    fileprivate func lastIndex(firstAtMost line: Int) -> Int? {
        let behind = partitioningIndex { $0.first > line }
        return behind > 0 ? behind - 1 : nil
    }
}

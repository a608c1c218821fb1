/// Lays JSON out as one writes it by hand: two spaces per level, a line for each member and element. Templates, comments, the order of
/// names and the spelling of numbers stay; so do `{}` and `[]`. Lines end as the first one does.
package struct JSONTemplateLayout {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let lineEnd: [UInt8]
    private var output: [UInt8] = []
    private var depth = 0
    private var gap = Gap.none
    /// Whether nothing has been written yet in the container that was opened last.
    private var isEmpty = false
    /// Whether the last token was a comment that reaches to the end of its line.
    private var mustBreak = false

    /// The separation before the next token.
    private enum Gap { case none, blank, line }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        let end = bytes.firstIndex(of: 0x0A) ?? 0
        lineEnd = end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
        output.reserveCapacity(bytes.count + bytes.count / 2)
    }

    /// - Returns: the text laid out, or why it is not JSON.
    package static func layOut(_ text: String) -> Result<String, JSONTemplateReader.Fault> {
        var text = text
        return text.withUTF8 { bytes in
            var reader = JSONTemplateReader(bytes)
            var layout = JSONTemplateLayout(bytes)
            while let token = reader.next() { layout.take(token) }
            if let fault = reader.fault { return .failure(fault) }
            if bytes.last == 0x0A { layout.output += layout.lineEnd }
            return .success(String(decoding: layout.output, as: UTF8.self))
        }
    }

    private mutating func take(_ token: JSONTemplateReader.Token) {
        switch token {
        case .open(let byte):
            fill()
            output.append(byte)
            depth += 1
            (gap, isEmpty) = (.line, true)
        case .close(let byte):
            depth -= 1
            if !isEmpty || mustBreak { breakLine() }
            output.append(byte)
            (gap, isEmpty) = (.blank, false)
        case .comma:
            if mustBreak { breakLine() }
            output.append(UInt8(ascii: ","))
            gap = .line
        case .colon:
            if mustBreak { breakLine() }
            output += ": ".utf8
            gap = .none
        case .scalar(let range):
            fill()
            output += bytes[range]
            // Only a template can be beside another value.
            (gap, isEmpty) = (.blank, false)
        case .comment(let range, let startsLine, let endsLine): take(range, startsLine, endsLine)
        }
        if case .comment = token {} else { mustBreak = false }
    }

    /// Writes a comment; one after something in its line stays there.
    private mutating func take(_ comment: Range<Int>, _ startsLine: Bool, _ endsLine: Bool) {
        if mustBreak || startsLine && !output.isEmpty {
            breakLine()
        } else if !output.isEmpty, output.last != UInt8(ascii: " ") {
            output.append(UInt8(ascii: " "))
        }
        output += bytes[comment]
        (isEmpty, mustBreak) = (false, endsLine)
        gap = endsLine || startsLine || gap == .line ? .line : .blank
    }

    private mutating func fill() {
        switch gap {
        case .none: break
        case .blank: output.append(UInt8(ascii: " "))
        case .line: breakLine()
        }
    }

    private mutating func breakLine() {
        output += lineEnd
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
        mustBreak = false
    }
}

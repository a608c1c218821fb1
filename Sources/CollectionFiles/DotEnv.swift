/// The values of a `.env` file, as dotenv 16 reads them: optional `export`, comments, quotes of three kinds, values of many lines in quotes,
/// `\n` and `\r` expanded in double quotes only, `$X` left alone. Where dotenv guesses, there is a warning as well.
public struct DotEnv: Sendable, Hashable {
    /// The values by name; the last one of a name that occurs twice.
    public private(set) var values: [String: String] = [:]
    /// Lines that were passed over, or probably have another meaning than intended, in order. A message never contains a value.
    public private(set) var warnings: [Warning] = []

    public struct Warning: Sendable, Hashable {
        /// The number of the line, 1-based.
        public var line: Int
        /// The problem, and what to do.
        public var message: String
    }

    private static let warningLimit = 20

    public init(_ text: String) {
        let text = Scalars(text)
        var position = 0
        while let start = text.lineStart(from: position) {
            let name = text.skipSpace(start)
            guard let assignment = text.assignment(at: name) else {
                if name < text.end { passOver(name, text) }
                position = name + 1
                continue
            }
            values[assignment.name] = assignment.value
            if let doubt = assignment.doubt { warn(text.line(of: name), "\(assignment.name): \(doubt)") }
            position = assignment.end
        }
    }

    private mutating func passOver(_ position: Int, _ text: Scalars) {
        if text[position] != "#" {
            warn(text.line(of: position), "it is not an assignment and is skipped; write NAME=value")
        }
    }

    private mutating func warn(_ line: Int, _ message: String) {
        if warnings.count < Self.warningLimit { warnings.append(Warning(line: line, message: message)) }
    }
}

/// One name with its value, and the position where reading goes on.
private struct Assignment {
    var name: String
    var value: String
    var end: Int
    var doubt: String?
}

/// The text by its Unicode scalars: as a Character, a combining mark after a quote would hide it.
private struct Scalars {
    private let scalars: [Unicode.Scalar]
    private let lineStarts: [Int]

    /// Reads a text; line ends become LF.
    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var isAfterCR = false
        for scalar in text.unicodeScalars {
            if scalar != "\n" || !isAfterCR { scalars.append(scalar == "\r" ? "\n" : scalar) }
            isAfterCR = scalar == "\r"
        }
        self.scalars = scalars
        lineStarts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
    }

    var end: Int { scalars.count }
    subscript(_ position: Int) -> Unicode.Scalar? { position < end ? scalars[position] : nil }

    /// Returns the 1-based number of the line.
    func line(of position: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the first line that begins at a position or after it; nil at the end.
    func lineStart(from position: Int) -> Int? {
        guard position > 0 else { return end > 0 ? 0 : nil }
        var start = position
        while start < end, !scalars[start - 1].endsLine { start += 1 }
        return start < end ? start : nil
    }

    func skipSpace(_ position: Int) -> Int {
        var position = position
        while let scalar = self[position], scalar.isSpace { position += 1 }
        return position
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    // MARK: Assignments

    /// - Parameter position: The position at which the name, or `export` before it, begins.
    func assignment(at position: Int) -> Assignment? {
        if position + 6 < end, text(position..<position + 6) == "export", scalars[position + 6].isSpace,
            let assignment = plainAssignment(at: skipSpace(position + 6))
        {
            return assignment
        }
        return plainAssignment(at: position)
    }

    private func plainAssignment(at position: Int) -> Assignment? {
        var nameEnd = position
        while let scalar = self[nameEnd], scalar.isNamePart { nameEnd += 1 }
        guard nameEnd > position, let start = valueStart(nameEnd) else { return nil }
        let value = value(at: start)
        var assignment = Assignment(
            name: text(position..<nameEnd), value: value.text, end: value.end, doubt: value.doubt)
        if line(of: position) != line(of: value.start) {
            assignment.doubt = "its value is on another line; write both on one"
        }
        return assignment
    }

    /// Returns the position after `=` with any space before it, or after `:` and one space; nil if there is no value.
    private func valueStart(_ nameEnd: Int) -> Int? {
        if self[nameEnd] == ":" { return self[nameEnd + 1]?.isSpace == true ? nameEnd + 2 : nil }
        let sign = skipSpace(nameEnd)
        return self[sign] == "=" ? sign + 1 : nil
    }

    private typealias Value = (text: String, start: Int, end: Int, doubt: String?)

    private func value(at position: Int) -> Value {
        let start = skipSpace(position)
        if let quote = self[start], quote.isQuote, let close = closing(quote, from: start + 1) {
            let inside = text(start + 1..<close)
            let isSwallowing = holdsAssignment(start + 1..<close)
            return (
                quote == "\"" ? inside.expandingLineEnds : inside, start, lineEnd(close + 1),
                isSwallowing
                    ? "its quotes end on line \(line(of: close)), and the assignments before that belong to the value; close them on their line"
                    : nil
            )
        }
        return plainValue(at: position)
    }

    /// Reads up to a comment or the end of the line, without space around the value, and without quotes around all of it.
    private func plainValue(at position: Int) -> Value {
        var stop = position
        while let scalar = self[stop], scalar != "#", scalar != "\n" { stop += 1 }
        let trimmed = trimmed(position..<stop)
        var text = text(trimmed)
        let quote = self[trimmed.lowerBound].flatMap { $0.isQuote && !trimmed.isEmpty ? $0 : nil }
        let isQuoted = quote != nil && trimmed.count > 1 && scalars[trimmed.upperBound - 1] == quote
        if isQuoted { text = self.text(trimmed.lowerBound + 1..<trimmed.upperBound - 1) }
        if quote == "\"" { text = text.expandingLineEnds }
        var doubt: String?
        if quote != nil, !isQuoted {
            doubt =
                "its first quote is part of the value, since no quote ends it before the end of the line or a comment; end it, or leave it out"
        } else if self[stop] == "#", stop > trimmed.lowerBound, !scalars[stop - 1].isSpace {
            doubt = "what follows # is a comment; put the value in quotes if it is not"
        }
        return (text, min(trimmed.lowerBound, stop), lineEnd(stop), doubt)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        let start = min(skipSpace(range.lowerBound), range.upperBound)
        var stop = range.upperBound
        while stop > start, scalars[stop - 1].isSpace { stop -= 1 }
        return start..<stop
    }

    /// Returns the quote that ends a value: the first one without a backslash, else the last one with it, that is followed by space or a comment
    /// only.
    private func closing(_ quote: Unicode.Scalar, from start: Int) -> Int? {
        var escaped: [Int] = []
        var position = start
        while let scalar = self[position], scalar != quote {
            if scalar == "\\", self[position + 1] == quote {
                position += 1
                escaped.append(position)
            }
            position += 1
        }
        let candidates = (position < end ? [position] : []) + escaped.reversed()
        return candidates.first { endsValue($0 + 1) }
    }

    private func endsValue(_ position: Int) -> Bool {
        var position = position
        while let scalar = self[position], scalar.isSpace, !scalar.endsLine { position += 1 }
        return self[position].map { $0 == "#" || $0.endsLine } ?? true
    }

    private func lineEnd(_ position: Int) -> Int {
        var position = position
        while let scalar = self[position], !scalar.endsLine { position += 1 }
        return position
    }

    /// Whether a line that begins in there is an assignment of its own.
    private func holdsAssignment(_ range: Range<Int>) -> Bool {
        range.contains { position in
            guard scalars[position] == "\n" else { return false }
            var stop = position + 1
            while stop < range.upperBound, scalars[stop].isNamePart { stop += 1 }
            return stop > position + 1 && self[stop] == "="
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isQuote: Bool { self == "\"" || self == "'" || self == "`" }

    fileprivate var isNamePart: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) || self == "_"
            || self == "." || self == "-"
    }

    fileprivate var endsLine: Bool { self == "\n" || self == "\u{2028}" || self == "\u{2029}" }

    /// JavaScript's white space and line ends.
    fileprivate var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}

extension String {
    fileprivate var expandingLineEnds: String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in unicodeScalars {
            if isEscaped, scalar == "n" || scalar == "r" {
                text.removeLast()
                text.append(scalar == "n" ? "\n" : "\r")
                isEscaped = false
            } else {
                text.append(scalar)
                isEscaped = scalar == "\\"
            }
        }
        return String(text)
    }
}

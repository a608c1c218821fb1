/// Reads the head of a request file of the plain shape that tools write, without parsing the rest: `info` with name, type, seq and
/// tags, then `http` with method and URL before anything else, each on a line of its own.
///
/// Whatever it is not sure of (anchors, flow style, block scalars, continued lines, escapes, tabs, keys twice, numbers for texts) makes
/// it give up, and the whole file is parsed. So what it reports is what the parser reports; that the rest of the file is in order, it
/// does not know.
struct HeadScanner {
    struct Head: Hashable {
        var name: String?
        var request: RequestHead
    }

    private var lines: HeadLines
    private var name: String?
    private var isHTTP = false
    private var sequence: Double?
    private var tags: [String]?
    private var method: String?
    private var url: String?

    private init(_ bytes: ArraySlice<UInt8>) { lines = HeadLines(bytes) }

    /// Returns the head; nil if the file must be parsed.
    static func head(of bytes: ArraySlice<UInt8>) -> Head? {
        var scanner = HeadScanner(bytes)
        guard scanner.readInfo(), scanner.readHTTP(), scanner.isHTTP, let method = scanner.method, let url = scanner.url
        else { return nil }
        let request = RequestHead(method: method, url: url, sequence: scanner.sequence, tags: scanner.tags ?? [])
        return Head(name: scanner.name, request: request)
    }

    // MARK: - Blocks

    private mutating func readInfo() -> Bool {
        guard begins(block: "info"), let indent = lines.current?.indent, indent > 0 else { return false }
        while let line = lines.current, line.indent > 0 {
            guard line.indent == indent, let (key, value) = lines.entry(of: line) else { return false }
            lines.advance()
            guard readInfo(key, value, indent) else { return false }
        }
        return true
    }

    /// Reads a key of `info`; false if it is unknown, there twice or not plain.
    private mutating func readInfo(_ key: String, _ value: ArraySlice<UInt8>, _ indent: Int) -> Bool {
        switch key {
        case "name" where name == nil: name = PlainScalar.text(value)
        case "type" where !isHTTP: isHTTP = value.elementsEqual("http".utf8)
        case "seq" where sequence == nil: sequence = PlainScalar.number(value)
        case "tags" where tags == nil && value.isEmpty: tags = readTags(indent)
        default: return false
        }
        switch key {
        case "name": return name != nil
        case "type": return isHTTP
        case "seq": return sequence != nil
        default: return tags != nil
        }
    }

    /// Returns the items of a list below a key at `indent`; nil when they are not plain, or there are none.
    private mutating func readTags(_ indent: Int) -> [String]? {
        guard let column = lines.current?.indent, column >= indent else { return nil }
        var tags: [String] = []
        while let line = lines.current, line.indent == column, let item = lines.item(of: line) {
            guard let tag = PlainScalar.text(item) else { return nil }
            tags.append(tag)
            lines.advance()
        }
        let next = lines.current?.indent ?? 0
        return tags.isEmpty || next > indent ? nil : tags
    }

    /// Reads method and URL, in either order; then no line that could go on with them.
    private mutating func readHTTP() -> Bool {
        guard begins(block: "http"), let indent = lines.current?.indent, indent > 0 else { return false }
        for _ in 0..<2 {
            guard let line = lines.current, line.indent == indent, let (key, value) = lines.entry(of: line) else {
                return false
            }
            switch key {
            case "method" where method == nil: method = PlainScalar.text(value)
            case "url" where url == nil: url = PlainScalar.text(value)
            default: return false
            }
            lines.advance()
        }
        return !lines.hasFailed && (lines.current?.indent ?? 0) <= indent
    }

    /// Goes past a key of the root with nothing after it.
    private mutating func begins(block key: String) -> Bool {
        guard let line = lines.current, line.indent == 0, let entry = lines.entry(of: line), entry.key == key,
            entry.value.isEmpty
        else { return false }
        lines.advance()
        return true
    }
}

/// The lines of a text that are neither empty nor a comment, one at a time.
private struct HeadLines {
    struct Line {
        /// The number of spaces before the content.
        var indent: Int
        /// The content without spaces around it; not empty.
        var content: ArraySlice<UInt8>
    }

    /// The current line; nil at the end, and where a line break is of an unusual kind.
    private(set) var current: Line?
    private(set) var hasFailed = false
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
        advance()
    }

    mutating func advance() {
        repeat { current = next() } while current?.content.isEmpty == true
    }

    /// The next line, empty if it has no content.
    private mutating func next() -> Line? {
        guard !rest.isEmpty, !hasFailed else { return nil }
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        var line = rest[rest.startIndex..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        if line.last == 0x0D, end < rest.endIndex { line.removeLast() }
        if line.contains(0x0D) {
            hasFailed = true
            return nil
        }
        let begin = line.firstIndex { $0 != UInt8(ascii: " ") } ?? line.endIndex
        let indent = begin - line.startIndex
        line = line[begin...]
        if line.first == UInt8(ascii: "#") { return Line(indent: indent, content: []) }
        while line.last == UInt8(ascii: " ") { line.removeLast() }
        return Line(indent: indent, content: line)
    }

    /// `key: value` with a key of small letters; the value may be empty.
    func entry(of line: Line) -> (key: String, value: ArraySlice<UInt8>)? {
        let content = line.content
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")), colon > content.startIndex else { return nil }
        let key = content[content.startIndex..<colon]
        guard key.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else { return nil }
        let value = content[(colon + 1)...]
        guard let first = value.first else { return (String(decoding: key, as: UTF8.self), value) }
        guard first == UInt8(ascii: " ") else { return nil }
        return (String(decoding: key, as: UTF8.self), value.drop { $0 == UInt8(ascii: " ") })
    }

    /// Returns the text after `- `.
    func item(of line: Line) -> ArraySlice<UInt8>? {
        guard line.content.starts(with: "- ".utf8) else { return nil }
        return line.content.dropFirst(2).drop { $0 == UInt8(ascii: " ") }
    }
}

/// A scalar on one line whose meaning is beyond doubt.
private enum PlainScalar {
    /// A text, quoted without escapes or plain; nil when it may be anything else.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !hasSpecialScalar(bytes) else {
            return nil
        }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let inside = bytes.dropFirst()
            guard let end = inside.firstIndex(of: first), end + 1 == inside.endIndex,
                !inside.contains(UInt8(ascii: "\\"))
            else { return nil }
            return String(validating: inside.dropLast(), as: UTF8.self)
        default: return isPlainText(bytes) ? String(validating: bytes, as: UTF8.self) : nil
        }
    }

    /// A whole number of few digits.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard (1...9).contains(bytes.count), bytes.allSatisfy(isDigit) else { return nil }
        return Double(bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }

    /// Whether a text begins like a word, holds neither `: ` nor ` #`, and is not a number, Boolean or null.
    private static func isPlainText(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, first >= 0x80 || isLetter(first) || isDigit(first) || first == UInt8(ascii: "/")
        else { return false }
        if isDigit(first), !bytes.contains(UInt8(ascii: " ")) { return false }
        if bytes.count <= 5, ["null", "true", "false"].contains(String(decoding: bytes, as: UTF8.self).asciiLowercased)
        {
            return false
        }
        return bytes.last != UInt8(ascii: ":") && !bytes.holdsPair(":", " ") && !bytes.holdsPair(" ", "#")
    }

    /// Line breaks of old, controls and the byte order mark: C2 80 to C2 9F, E2 80 A8, E2 80 A9, EF xx xx.
    private static func hasSpecialScalar(_ bytes: ArraySlice<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] >= 0xC2 {
            switch bytes[index] {
            case 0xC2: if index + 1 < bytes.endIndex, bytes[index + 1] < 0xA0 { return true }
            case 0xE2:
                if index + 2 < bytes.endIndex, bytes[index + 1] == 0x80, (0xA8...0xA9).contains(bytes[index + 2]) {
                    return true
                }
            case 0xEF: return true
            default: break
            }
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func holdsPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        zip(self, dropFirst()).contains { $0 == UInt8(ascii: first) && $1 == UInt8(ascii: second) }
    }
}

/// Reads JSON as it is typed into a body: with templates, which may take the place of a value or a name, and with comments, which are not
/// sent. Hands out its tokens, and ends at the first byte that cannot be part of one.
///
/// What a template will become is not known: around one outside of a string, whatever could come out right is taken.
///
/// - Source: RFC 8259, section 2 to 7.
package struct JSONTemplateReader {
    package enum Token {
        case open(UInt8)
        case close(UInt8)
        case comma, colon
        /// A string, a number, a word, a template, or several of these side by side.
        case scalar(Range<Int>)
        /// `startsLine`: whether it is at the beginning of one; `endsLine`: whether it reaches to the end of one.
        case comment(Range<Int>, startsLine: Bool, endsLine: Bool)
    }

    package struct Fault: Error {
        package let offset: Int
        package let reason: String
    }

    private enum Expected {
        case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd
        /// A colon or a comma, after a template in the place of a name: it may replace whole members.
        case colonOrComma
        case nothing
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether each open container is an object.
    private var nesting: [Bool] = []
    private var expected = Expected.value
    /// Whether there are only spaces before the position in its line.
    private var isAtLineStart = true
    package private(set) var fault: Fault?

    package static let maximumDepth = 512

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The number of containers that are open after the last token.
    package var depth: Int { nesting.count }

    /// Returns the next token; nil at the end, and at the fault.
    package mutating func next() -> Token? {
        skipWhitespace()
        guard fault == nil else { return nil }
        guard position < bytes.count else {
            noteEnd()
            return nil
        }
        defer { isAtLineStart = false }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "{") where hole(at: position) == nil, UInt8(ascii: "["): return open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(byte)
        case UInt8(ascii: ","): return comma()
        case UInt8(ascii: ":"): return colon()
        case UInt8(ascii: "/"): return comment()
        case UInt8(ascii: "\""): return string()
        default: return run()
        }
    }
}

// MARK: - Structure

extension JSONTemplateReader {
    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A: isAtLineStart = true
            case 0x20, 0x09, 0x0D: break
            default: return
            }
            position += 1
        }
    }

    private mutating func open(_ byte: UInt8) -> Token? {
        guard isValueExpected else { return failUnexpected() }
        guard nesting.count < Self.maximumDepth else {
            return fail(at: position, "nested deeper than \(Self.maximumDepth) levels")
        }
        nesting.append(byte == UInt8(ascii: "{"))
        expected = byte == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
        position += 1
        return .open(byte)
    }

    private mutating func close(_ byte: UInt8) -> Token? {
        let isObject = byte == UInt8(ascii: "}")
        guard nesting.last == isObject else { return failUnexpected() }
        switch expected {
        case .valueOrEnd, .keyOrEnd, .commaOrEnd, .colonOrComma: break
        case .value, .key, .colon, .nothing: return failUnexpected()
        }
        nesting.removeLast()
        endValue()
        position += 1
        return .close(byte)
    }

    private mutating func comma() -> Token? {
        guard expected == .commaOrEnd || expected == .colonOrComma, let isObject = nesting.last else {
            return failUnexpected()
        }
        expected = isObject ? .key : .value
        position += 1
        return .comma
    }

    private mutating func colon() -> Token? {
        guard expected == .colon || expected == .colonOrComma else { return failUnexpected() }
        expected = .value
        position += 1
        return .colon
    }

    private var isValueExpected: Bool { expected == .value || expected == .valueOrEnd }

    private mutating func endValue() { expected = nesting.isEmpty ? .nothing : .commaOrEnd }

    /// `//` to the end of the line, `/* */`.
    private mutating func comment() -> Token? {
        let start = position
        let isLine = byte(start + 1) == UInt8(ascii: "/")
        guard isLine || byte(start + 1) == UInt8(ascii: "*") else { return failUnexpected() }
        let startsLine = isAtLineStart
        var end = start + 2
        if isLine {
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        } else {
            while end < bytes.count, !(bytes[end] == UInt8(ascii: "*") && byte(end + 1) == UInt8(ascii: "/")) {
                end += 1
            }
            guard end < bytes.count else { return fail(at: start, "the comment has no end") }
            end += 2
        }
        position = end
        if isLine, bytes[end - 1] == 0x0D { end -= 1 }
        return .comment(start..<end, startsLine: startsLine, endsLine: isLine)
    }

    // MARK: Faults

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func fail(at place: Int, _ reason: String) -> Token? {
        fault = Fault(offset: place, reason: reason)
        return nil
    }

    private mutating func failUnexpected() -> Token? {
        fail(at: position, "expected \(expectation), found \(name(at: position))")
    }

    private mutating func noteEnd() {
        // An empty text is not JSON, but no fault: nothing has been typed yet.
        if expected == .nothing || expected == .value && nesting.isEmpty { return }
        let holder = nesting.last.map { $0 ? "an object" : "an array" } ?? "the value"
        _ = fail(at: bytes.count, "the text ends inside \(holder): expected \(expectation)")
    }

    private var expectation: String {
        switch expected {
        case .value: "a value"
        case .valueOrEnd: "a value or `]`"
        case .keyOrEnd: "a name in quotes or `}`"
        case .key: "a name in quotes"
        case .colon: "`:`"
        case .commaOrEnd: nesting.last == true ? "`,` or `}`" : "`,` or `]`"
        case .colonOrComma: "`:`, `,` or `}`"
        case .nothing: "nothing after the value"
        }
    }

    /// "`;`"; the whole character where it has several bytes.
    private func name(at place: Int) -> String {
        let end = (place + 1..<bytes.count).first { bytes[$0] & 0xC0 != 0x80 } ?? bytes.count
        let character = String(decoding: bytes[place..<end], as: UTF8.self)
        guard bytes[place] < 0x20 || bytes[place] == 0x7F else { return "`\(character)`" }
        return "the control character \(bytes[place])"
    }
}

// MARK: - Values

extension JSONTemplateReader {
    /// Takes a token if it may be here; a string, or a value without a template, may be in fewer places.
    private mutating func take(_ token: Range<Int>, hasHole: Bool) -> Token? {
        switch expected {
        case .value, .valueOrEnd: endValue()
        case .key where hasHole, .keyOrEnd where hasHole: expected = .colonOrComma
        case .commaOrEnd where hasHole, .nothing where hasHole: break
        case .colon where hasHole: expected = .colonOrComma
        case .colonOrComma where hasHole: break
        default: return failUnexpected()
        }
        position = token.upperBound
        return .scalar(token)
    }

    private mutating func string() -> Token? {
        let start = position
        guard let end = endOfString(from: start) else { return nil }
        if expected == .key || expected == .keyOrEnd {
            expected = .colon
            position = end
            return .scalar(start..<end)
        }
        return take(start..<end, hasHole: false)
    }

    /// Returns the position after its second quote; nil at a fault.
    private mutating func endOfString(from start: Int) -> Int? {
        var place = start + 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): return place + 1
            case UInt8(ascii: "\\"):
                guard let length = lengthOfEscape(at: place) else { return nil }
                place += length
            case UInt8(ascii: "{"): place = hole(at: place) ?? place + 1
            case 0x0A, 0x0D:
                _ = fail(at: start, "the string does not end in its line")
                return nil
            case 0..<0x20:
                _ = fail(at: place, "\(name(at: place)) must be escaped in a string")
                return nil
            default: place += 1
            }
        }
        _ = fail(at: start, "the string has no end")
        return nil
    }

    private mutating func lengthOfEscape(at place: Int) -> Int? {
        guard let kind = byte(place + 1) else { return 1 }
        if kind == UInt8(ascii: "u") {
            let digits = (place + 2..<place + 6).prefix { index in
                byte(index).map { Character(Unicode.Scalar($0)).isHexDigit } ?? false
            }
            if digits.count == 4 { return 6 }
            _ = fail(at: place, "expected four hexadecimal digits after `\\u`")
            return nil
        }
        guard "\"\\/bfnrt".utf8.contains(kind) else {
            _ = fail(at: place, "expected one of `\"\\/bfnrtu` after `\\`, found \(name(at: place + 1))")
            return nil
        }
        return 2
    }

    /// Returns the position after the template that begins here; nil if none does. Reads no further than its line.
    private func hole(at place: Int) -> Int? {
        guard byte(place) == UInt8(ascii: "{"), byte(place + 1) == UInt8(ascii: "{") else { return nil }
        var end = place + 2
        while let byte = byte(end), byte != UInt8(ascii: "}"), byte != 0x0A { end += 1 }
        let isWhole = byte(end) == UInt8(ascii: "}") && byte(end + 1) == UInt8(ascii: "}") && end > place + 2
        return isWhole ? end + 2 : nil
    }

    /// Reads templates, digits and letters without spaces between them.
    private mutating func run() -> Token? {
        let start = position
        var (end, hasHole) = (start, false)
        while let byte = byte(end) {
            if let behind = hole(at: end) {
                (end, hasHole) = (behind, true)
            } else if Self.isPartOfWord(byte) {
                end += 1
            } else {
                break
            }
        }
        guard end > start else { return failUnexpected() }
        if !hasHole, let problem = problem(in: start..<end) {
            guard isValueExpected else { return failUnexpected() }
            return fail(at: start, problem)
        }
        return take(start..<end, hasHole: hasHole)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Why a word is neither a number nor true, false or null; nil when it is one.
    private func problem(in range: Range<Int>) -> String? {
        let word = bytes[range]
        let words: [StaticString] = ["true", "false", "null"]
        let isWord = words.contains { known in
            known.withUTF8Buffer { $0.elementsEqual(word) }
        }
        if isWord || JSONNumber.isOne(word) { return nil }
        let text = String(decoding: word.prefix(24), as: UTF8.self) + (word.count > 24 ? "…" : "")
        if word.first.map({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) == true {
            return "`\(text)` is not a JSON number"
        }
        return "expected a value, found `\(text)`: text must be in quotes"
    }
}

/// The spelling of numbers. Source: RFC 8259, section 6.
private enum JSONNumber {
    static func isOne(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let whole = digits(&rest)
        guard whole == 1 || whole > 1 && bytes[bytes.startIndex + (bytes.count - rest.count - whole)] != 0x30 else {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Takes the digits off the beginning and returns their number.
    private static func digits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest = rest.dropFirst(count)
        return count
    }
}

/// Lays out lines of a JSON text, one after the other, from the start of a line.
///
/// It trusts the scanner: every byte it is given has been found to be JSON. Two spaces for each level; one member or element in a line; empty
/// containers on one line; every token spelled as sent.
struct JSONLayout {
    /// The body from its first byte to the last valid one that was indexed.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    let window: Range<Int>
    /// The offset of the next line's first token, perhaps after spaces.
    private(set) var offset: Int
    /// The next line, 0-based.
    private(set) var line: Int
    /// The containers around the next line.
    private(set) var nesting: Nesting
    var rulers = LineRulers()
    private var writer = LineWriter(window: 0..<0)

    init(bytes: UnsafeRawBufferPointer, checkpoints: Checkpoints, window: Range<Int>, start: Checkpoint) {
        self.bytes = bytes
        self.checkpoints = checkpoints
        self.window = window
        offset = start.offset
        line = start.line
        nesting = start.nesting
    }

    /// Skips a line.
    mutating func skip() {
        showNothing()
        _ = goOn()
    }

    mutating func next() -> BodyLine {
        writer = LineWriter(window: window)
        let (depth, range) = goOn()
        return BodyLine(number: line, depth: depth, writer, byteRange: range)
    }

    /// Skips a line and returns its effect on the containers around.
    mutating func pass() -> LineShape {
        let before = nesting.depth
        showNothing()
        let (depth, range) = goOn()
        let change = nesting.depth - before
        let role: LineShape.Role = change > 0 ? .opens(isObject: nesting.isObject) : change < 0 ? .closes : .value
        return LineShape(
            number: line - 1, depth: depth, role: role, offset: range.lowerBound, closedCount: max(0, -change))
    }

    /// Makes the writer ignore everything; it is kept for all skipped lines, since those may be millions.
    private mutating func showNothing() {
        if writer.window != 0..<0 { writer = LineWriter(window: 0..<0) }
    }

    /// Moves past a line; the writer receives its visible part.
    ///
    /// - Returns: The number of containers around the line, and its range.
    private mutating func goOn() -> (depth: Int, range: Range<Int>) {
        skipWhitespace()
        let start = offset
        let closes = offset < bytes.count && isClose(bytes[offset])
        let depth = closes ? nesting.depth - 1 : nesting.depth
        writer.indent(by: depth * 2)
        let isRead = closes ? takeClose() : takeMember()
        let end = offset
        if !isRead { writer.markCut() }
        if !isRead || !skipWhitespace() { jump() }
        line += 1
        return (depth, start..<end)
    }

    /// Moves to the next line if this one was too long to be read to its end: then a checkpoint follows, if anything does.
    private mutating func jump() {
        if let checkpoint = checkpoints.exactly(at: line + 1), checkpoint.offset <= bytes.count {
            offset = checkpoint.offset
            nesting = checkpoint.nesting
        } else {
            offset = bytes.count
        }
    }
}

// Each of these returns whether it reached its end; if not, the line is too long to be read.
extension JSONLayout {
    private mutating func takeClose() -> Bool {
        take(1, .punctuation)
        nesting.pop()
        return takeComma()
    }

    private mutating func takeMember() -> Bool {
        if !nesting.isEmpty, nesting.isObject {
            guard takeString(.key), skipWhitespace() else { return false }
            guard offset < bytes.count else { return true }
            take(1, .punctuation)
            guard skipWhitespace() else { return false }
            if offset < bytes.count { writer.append(" ", .plain) }
        }
        return takeValue()
    }

    private mutating func takeValue() -> Bool {
        guard offset < bytes.count else { return true }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return takeString(.string) && takeComma()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return takeOpen()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return takeWord(.bool) && takeComma()
        case UInt8(ascii: "n"): return takeWord(.null) && takeComma()
        default: return takeWord(.number) && takeComma()
        }
    }

    private mutating func takeOpen() -> Bool {
        nesting.push(isObject: bytes[offset] == UInt8(ascii: "{"))
        take(1, .punctuation)
        guard skipWhitespace() else { return false }
        return offset < bytes.count && isClose(bytes[offset]) ? takeClose() : true
    }

    private mutating func takeComma() -> Bool {
        guard !nesting.isEmpty else { return true }
        guard skipWhitespace() else { return false }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") { take(1, .punctuation) }
        return true
    }

    private mutating func takeString(_ token: BodyToken) -> Bool {
        let start = offset
        var end = jumpAhead() ? offset : offset + 1
        let bound = self.bound
        end = min(end, bound)
        while end < bound {
            end = ByteSearch.endOfPlainString(bytes, from: end, to: bound)
            guard end < bound else { break }
            if bytes[end] == UInt8(ascii: "\"") { return takeWhole(end + 1, token, start) }
            end = min(end + 2, bound)
        }
        take(bound - offset, token, start)
        return bound == bytes.count
    }

    private mutating func takeWord(_ token: BodyToken) -> Bool {
        let start = offset
        _ = jumpAhead()
        let bound = self.bound
        var end = offset
        while end < bound, isWord(bytes[end]) { end += 1 }
        take(end - offset, token, start)
        return end < bound || bound == bytes.count
    }

    /// Skips the part of the token that a ruler has measured, to the left of the window.
    private mutating func jumpAhead() -> Bool {
        guard let mark = rulers.mark(before: writer.window, ofLine: line, in: offset) else { return false }
        writer.jump(to: mark)
        offset = mark.byte
        return true
    }

    private mutating func takeWhole(_ end: Int, _ token: BodyToken, _ tokenStart: Int) -> Bool {
        take(end - offset, token, tokenStart)
        return true
    }

    private mutating func take(_ count: Int, _ token: BodyToken, _ tokenStart: Int = 0) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
        writer.append(bytes, token, at: offset, in: tokenStart)
        offset += count
    }

    @discardableResult
    private mutating func skipWhitespace() -> Bool {
        let bound = min(bytes.count, offset + Checkpoints.spacing)
        offset = ByteSearch.endOfWhitespace(bytes, from: offset, to: bound)
        return offset < bound || bound == bytes.count
    }

    /// The end of the bytes of a token that are read: enough to fill the window, and to reach the checkpoint that follows a long line.
    private var bound: Int { min(bytes.count, offset + Checkpoints.spacing + writer.bytesToFill) }

    private func isClose(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

    /// Whether a byte is a letter, a digit or a sign: part of a literal or a number.
    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// The effect of a line of JSON, XML or HTML on the containers around it.
struct LineShape: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        /// A complete value; empty containers, too.
        case value
        case opens(isObject: Bool)
        case closes
    }
    /// The line, 0-based.
    var number: Int
    /// The number of containers around it; the same for an opening line and its closing line.
    var depth: Int
    var role: Role
    /// The offset of its first byte.
    var offset: Int
    /// The number of elements of HTML that end before it without an end tag.
    var closedBefore = 0
    /// The number of containers that end in it: in HTML there can be several.
    var closedCount = 0
    /// The number of the name of the element that begins in it; nil if none does.
    var element: UInt32?
}

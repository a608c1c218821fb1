/// Determines the meaning of the pieces of a line of XML or HTML.
///
/// It looks at nothing but the line, and writes all of its text.
struct MarkupColouring {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the bytes in the body.
    private let base: Int
    private let isHTML: Bool
    private let state: MarkupScanner.State
    private var cursor = 0
    /// Whether the text of a script or the like follows the line.
    var endsInRawText = false

    init(_ bytes: UnsafeRawBufferPointer, at base: Int, isHTML: Bool, state: MarkupScanner.State) {
        self.bytes = bytes
        self.base = base
        self.isHTML = isHTML
        self.state = state
    }

    mutating func write(to writer: inout LineWriter) {
        switch state {
        case .comment: take(to: "-->", .comment, &writer)
        case .cdata, .cdataBreak: takeCDATA(&writer)
        case .subset: take(bytes.count, .instruction, &writer)
        case _ where state.isRaw: takeRaw(&writer)
        default: break
        }
        while cursor < bytes.count, !writer.isFull { takeContent(&writer) }
        if cursor < bytes.count { writer.markCut() }
    }

    private mutating func takeContent(_ writer: inout LineWriter) {
        switch bytes[cursor] {
        case UInt8(ascii: "<"): takeMarkup(&writer)
        case UInt8(ascii: "&"): takeEntity(&writer)
        case 0x0A, 0x0D: takeWhitespace(&writer, broken: "")
        default: take(first(UInt8(ascii: "<"), UInt8(ascii: "&"), 0x0A), .plain, &writer)
        }
    }

    private mutating func takeMarkup(_ writer: inout LineWriter) {
        if begins(with: "<!--") { return take(to: "-->", .comment, &writer) }
        if begins(with: "<![CDATA["), !isHTML { return takeCDATA(&writer) }
        if begins(with: "<?") || begins(with: "<!") { return takeInstruction(&writer) }
        let isEnd = begins(with: "</")
        let name = cursor + (isEnd ? 2 : 1)
        guard name < bytes.count, MarkupScanner.startsName(bytes[name]) || isEnd else {
            return take(cursor + 1, .plain, &writer)
        }
        take(name, .punctuation, &writer)
        takeName(.tag, &writer)
        takeAttributes(&writer)
        if isHTML, !isEnd, isRaw(name) { takeRaw(&writer) }
    }

    private func isRaw(_ start: Int) -> Bool {
        var end = start
        while end < bytes.count, MarkupScanner.isName(bytes[end]) { end += 1 }
        return HTMLElement(name: String(decoding: bytes[start..<end], as: UTF8.self).lowercased()) == .raw
    }

    private mutating func takeName(_ token: BodyToken, _ writer: inout LineWriter) {
        var end = cursor
        while end < bytes.count, MarkupScanner.isName(bytes[end]) { end += 1 }
        take(end, token, &writer)
    }

    private mutating func takeAttributes(_ writer: inout LineWriter) {
        while cursor < bytes.count, !writer.isFull {
            let byte = bytes[cursor]
            switch byte {
            case UInt8(ascii: ">"): return take(cursor + 1, .punctuation, &writer)
            case UInt8(ascii: "="): takeValue(&writer)
            case UInt8(ascii: "/"): take(cursor + 1, .punctuation, &writer)
            case _ where ByteSearch.isWhitespace(byte): takeWhitespace(&writer, broken: " ")
            case _ where MarkupScanner.isName(byte): takeName(.attribute, &writer)
            default: take(cursor + 1, .plain, &writer)
            }
        }
    }

    private mutating func takeValue(_ writer: inout LineWriter) {
        take(cursor + 1, .punctuation, &writer)
        takeWhitespace(&writer, broken: " ")
        guard cursor < bytes.count else { return }
        let quote = bytes[cursor]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return takeBareValue(&writer)
        }
        let end = ByteSearch.first(quote, quote, quote, bytes, from: cursor + 1, to: bytes.count)
        take(min(end + 1, bytes.count), .string, &writer)
    }

    private mutating func takeBareValue(_ writer: inout LineWriter) {
        var end = cursor
        while end < bytes.count, bytes[end] != UInt8(ascii: ">"), !ByteSearch.isWhitespace(bytes[end]) { end += 1 }
        take(end, .string, &writer)
    }

    private mutating func takeInstruction(_ writer: inout LineWriter) {
        // A document type ends after its declarations; the others at the first `>`, which nothing else may contain.
        let isDoctype = !isHTML && begins(with: "<!")
        let end =
            isDoctype
            ? bytes.count : min(bytes.count, first(UInt8(ascii: ">"), UInt8(ascii: ">"), UInt8(ascii: ">")) + 1)
        while cursor < end, !writer.isFull {
            let stop = min(end, first(0x0A, 0x0A, 0x0A))
            take(stop, .instruction, &writer)
            if cursor < end { takeWhitespace(&writer, broken: " ") }
        }
    }

    private mutating func takeCDATA(_ writer: inout LineWriter) {
        if begins(with: "<![CDATA[") { take(cursor + 9, .punctuation, &writer) }
        let end = place(of: "]]>") ?? bytes.count
        take(end, .plain, &writer)
        if cursor < bytes.count { take(cursor + 3, .punctuation, &writer) }
    }

    /// Takes raw text up to the end tag if the line has it: the last text that looks like one.
    private mutating func takeRaw(_ writer: inout LineWriter) {
        guard !endsInRawText, cursor < bytes.count else { return take(bytes.count, .plain, &writer) }
        var end = bytes.count - 1
        while end > cursor, bytes[end] != UInt8(ascii: "<") { end -= 1 }
        take(bytes[end] == UInt8(ascii: "<") ? end : bytes.count, .plain, &writer)
    }

    /// Takes `&name;` or `&#10;`; else the `&` is text.
    private mutating func takeEntity(_ writer: inout LineWriter) {
        var end = cursor + 1
        while end < bytes.count, end < cursor + 40, Self.isInEntity(bytes[end]) { end += 1 }
        let isEntity = end < bytes.count && bytes[end] == UInt8(ascii: ";") && end > cursor + 1
        take(isEntity ? end + 1 : cursor + 1, isEntity ? .entity : .plain, &writer)
    }

    private static func isInEntity(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte &- 0x30 < 10 || byte | 0x20 &- UInt8(ascii: "a") < 26
    }

    /// Takes spaces as sent; those that contain a line break are replaced.
    private mutating func takeWhitespace(_ writer: inout LineWriter, broken: StaticString) {
        let end = ByteSearch.endOfWhitespace(bytes, from: cursor, to: bytes.count)
        if bytes[cursor..<end].contains(0x0A) || bytes[cursor..<end].contains(0x0D) {
            writer.append(broken, .plain)
            cursor = end
        } else {
            take(end, .plain, &writer)
        }
    }

    private mutating func take(to mark: StaticString, _ token: BodyToken, _ writer: inout LineWriter) {
        take(place(of: mark).map { $0 + mark.utf8CodeUnitCount } ?? bytes.count, token, &writer)
    }

    private mutating func take(_ end: Int, _ token: BodyToken, _ writer: inout LineWriter) {
        let end = min(end, bytes.count)
        guard end > cursor else { return }
        writer.append(
            UnsafeRawBufferPointer(rebasing: bytes[cursor..<end]), token, at: base + cursor, in: base + cursor)
        cursor = end
    }

    private func first(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
        ByteSearch.first(a, b, c, bytes, from: min(cursor + 1, bytes.count), to: bytes.count)
    }

    private func begins(with mark: StaticString) -> Bool { isAt(cursor, mark) }

    private func isAt(_ place: Int, _ mark: StaticString) -> Bool {
        place + mark.utf8CodeUnitCount <= bytes.count
            && (0..<mark.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == mark.utf8Start[$0] }
    }

    private func place(of mark: StaticString) -> Int? {
        var place = cursor
        let first = mark.utf8Start[0]
        while true {
            place = ByteSearch.first(first, first, first, bytes, from: place, to: bytes.count)
            guard place < bytes.count else { return nil }
            if isAt(place, mark) { return place }
            place += 1
        }
    }
}

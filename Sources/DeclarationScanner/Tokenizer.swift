/// Splits Swift source into tokens, without comments and white space. Any bytes give tokens, even if they are not Swift.
struct Tokenizer {
    let bytes: [UInt8]
    private(set) var tokens: [Token] = []
    private var position = 0
    private var startsLine = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while true {
            let before = position
            skipWhitespaceAndComments()
            guard position < bytes.count else { break }
            let start = position
            let kind = readToken()
            let isAdjacent = before == start && !tokens.isEmpty
            tokens.append(Token(kind: kind, range: start..<position, startsLine: startsLine, isAdjacent: isAdjacent))
            startsLine = false
        }
        tokens.append(Token(kind: .end, range: bytes.count..<bytes.count, startsLine: true, isAdjacent: false))
    }

    private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private func has(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { bytes[min(offset, bytes.count)...].starts(with: $0) }
    }

    // MARK: Between tokens

    private mutating func skipWhitespaceAndComments() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D:
                startsLine = true
                position += 1
            case 0x20, 0x09, 0x0B, 0x0C, 0: position += 1
            case 0x2F where byte(position + 1) == 0x2F || byte(position + 1) == 0x2A: skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() {
        let start = position
        position = Self.endOfComment(bytes, at: position)
        if bytes[start..<position].contains(0x0A) { startsLine = true }
    }

    /// Returns the end of the comment that begins here; block comments nest.
    static func endOfComment(_ bytes: [UInt8], at start: Int) -> Int {
        guard bytes[start + 1] == 0x2A else {
            return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        }
        var depth = 0
        var offset = start
        while offset + 1 < bytes.count {
            switch (bytes[offset], bytes[offset + 1]) {
            case (0x2F, 0x2A): depth += 1
            case (0x2A, 0x2F): depth -= 1
            default:
                offset += 1
                continue
            }
            offset += 2
            if depth == 0 { return offset }
        }
        return bytes.count
    }

    // MARK: Tokens

    private mutating func readToken() -> Token.Kind {
        switch bytes[position] {
        case 0x22, 0x23: return readHashOrString()
        case 0x60: return readQuotedWord()
        case 0x30...0x39: return readNumber()
        case 0x2F: return readSlash()
        case 0x2D where byte(position + 1) == 0x3E: return take(2, .symbol)
        case let first where Self.isWord(first): return readWord()
        default: return take(1, .symbol)
        }
    }

    private mutating func take(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
        position += count
        return kind
    }

    /// Returns whether a byte belongs to a word: letters, digits, `_`, `$` and everything beyond ASCII.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...: true
        default: false
        }
    }

    private mutating func readWord() -> Token.Kind {
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        return .word
    }

    private mutating func readQuotedWord() -> Token.Kind {
        let end = bytes[(position + 1)...].firstIndex { $0 == 0x60 || $0 == 0x0A }
        guard let end, bytes[end] == 0x60 else { return take(1, .symbol) }
        position = end + 1
        return .word
    }

    private mutating func readNumber() -> Token.Kind {
        let isHexadecimal = byte(position) == 0x30 && byte(position + 1) | 0x20 == 0x78
        while position < bytes.count {
            let last = bytes[max(position, 1) - 1] | 0x20
            switch bytes[position] {
            case 0x2E where (0x30...0x39).contains(byte(position + 1)): position += 1
            case let sign where (sign == 0x2B || sign == 0x2D) && last == (isHexadecimal ? 0x70 : 0x65): position += 1
            case let next where Self.isWord(next): position += 1
            default: return .number
            }
        }
        return .number
    }

    private mutating func readHashOrString() -> Token.Kind {
        let hashes = bytes[position...].prefix { $0 == 0x23 }.count
        switch byte(position + hashes) {
        case 0x22: position = StringScanner(bytes: bytes).end(of: position, hashes: hashes, nesting: 0)
        case 0x2F where hashes > 0: position = endOfExtendedRegex(hashes)
        default: return readDirective()
        }
        return .literal
    }

    private mutating func readDirective() -> Token.Kind {
        for name in ["#if", "#elseif", "#else", "#endif"] as [StaticString] where has(name, at: position) {
            guard !Self.isWord(byte(position + name.utf8CodeUnitCount)) else { continue }
            return take(name.utf8CodeUnitCount, .directive)
        }
        return take(1, .symbol)
    }

    private func endOfExtendedRegex(_ hashes: Int) -> Int {
        var offset = position + hashes + 1
        while offset < bytes.count {
            if bytes[offset] == 0x5C {
                offset += 2
            } else if bytes[offset] == 0x2F,
                bytes[(offset + 1)...].prefix(hashes).elementsEqual(repeatElement(0x23, count: hashes))
            {
                return offset + 1 + hashes
            } else {
                offset += 1
            }
        }
        return bytes.count
    }

    /// Reads a regular expression if a value may begin here and another slash ends it on the same line, else an operator.
    private mutating func readSlash() -> Token.Kind {
        guard valueMayBegin, let end = endOfRegex() else { return take(1, .symbol) }
        position = end
        return .literal
    }

    private var valueMayBegin: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .symbol: return !")]}>".utf8.contains(bytes[last.range.lowerBound])
        case .word:
            return ["return", "in", "try", "await", "case", "where"].contains(
                String(decoding: bytes[last.range], as: UTF8.self))
        default: return false
        }
    }

    private func endOfRegex() -> Int? {
        guard ![0x20, 0x09, 0x0A].contains(byte(position + 1)) else { return nil }
        var offset = position + 1
        var isInClass = false
        while offset < bytes.count, bytes[offset] != 0x0A {
            switch bytes[offset] {
            case 0x5C: offset += 1
            case 0x5B: isInClass = true
            case 0x5D: isInClass = false
            case 0x2F where !isInClass: return offset + 1
            default: break
            }
            offset += 1
        }
        return nil
    }
}

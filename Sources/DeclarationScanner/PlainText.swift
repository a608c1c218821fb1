/// The value of a string literal, byte by byte, with the source offset of each byte.
public struct PlainText: Sendable, Hashable {
    /// The UTF-8 bytes of the value.
    public var bytes: [UInt8] = []
    /// The offset in the source of each byte.
    public var offsets: [Int] = []
    /// The range of the literal with its quotes.
    public var range: Range<Int>

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the source range of some of the bytes; that of the closing quote when there are none.
    public func source(of slice: Range<Int>) -> Range<Int> {
        guard let first = slice.first, let last = slice.last, last < offsets.count else {
            return range.upperBound - 1..<range.upperBound
        }
        let next = last + 1 < offsets.count ? offsets[last + 1] : offsets[last] + 1
        return offsets[first]..<max(next, offsets[first] + 1)
    }
}

/// The expression in a place where a string is expected.
public enum Literal: Sendable, Hashable {
    case text(PlainText)
    /// A string that is only known at run time: the range of the first interpolation.
    case interpolated(Range<Int>)
    /// Another expression, or a multi-line string.
    case other
}

extension SourceScanner {
    /// Returns the one string literal in a range of the source.
    public func literal(in range: Range<Int>) -> Literal {
        let tokens = tokens.filter { range.contains($0.range.lowerBound) && $0.kind != .end }
        guard tokens.count == 1, let token = tokens.first, token.kind == .literal else { return .other }
        return LiteralReader(bytes: bytes, range: token.range).read()
    }
}

/// Decodes the escapes of a single-line literal.
private struct LiteralReader {
    let bytes: [UInt8]
    let range: Range<Int>
    private let hashes: Int
    private var plain: PlainText

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        hashes = bytes[range].prefix { $0 == 0x23 }.count
        plain = PlainText(range: range)
    }

    func read() -> Literal {
        var reader = self
        return reader.readAll()
    }

    private mutating func readAll() -> Literal {
        let scanner = StringScanner(bytes: bytes)
        let quote = range.lowerBound + hashes
        guard bytes[quote] == 0x22, scanner.quoteCount(at: quote) == 1 || range.count == 2 + 2 * hashes else {
            return .other
        }
        var offset = quote + 1
        let end = range.upperBound - 1 - hashes
        while offset < end {
            if bytes[offset] == 0x5C, scanner.areHashes(offset + 1, hashes), offset + 1 + hashes < end {
                if bytes[offset + 1 + hashes] == 0x28 { return .interpolated(offset..<offset + 2 + hashes) }
                offset = readEscape(at: offset, until: end)
            } else {
                append([bytes[offset]], from: offset)
                offset += 1
            }
        }
        return .text(plain)
    }

    private mutating func append(_ decoded: [UInt8], from offset: Int) {
        plain.bytes += decoded
        plain.offsets += Array(repeating: offset, count: decoded.count)
    }

    /// - Returns: The offset after the escape.
    private mutating func readEscape(at start: Int, until end: Int) -> Int {
        let offset = start + 1 + hashes
        switch bytes[offset] {
        case UInt8(ascii: "n"): append([0x0A], from: start)
        case UInt8(ascii: "r"): append([0x0D], from: start)
        case UInt8(ascii: "t"): append([0x09], from: start)
        case UInt8(ascii: "0"): append([0], from: start)
        case UInt8(ascii: "u"):
            guard let close = bytes[offset..<end].firstIndex(of: 0x7D), offset + 2 <= close else { break }
            let digits = String(decoding: bytes[(offset + 2)..<close], as: UTF8.self)
            let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            append(Array(String(scalar.map(Character.init) ?? "\u{FFFD}").utf8), from: start)
            return close + 1
        case let other: append([other], from: start)
        }
        return offset + 1
    }
}

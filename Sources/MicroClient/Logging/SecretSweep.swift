import Foundation

/// Finds values that are known to be secret wherever they occur, in every spelling that text takes on its way through URLs, forms, JSON,
/// HTML and base64.
package struct SecretSweep: Sendable {
    /// Shorter values would take half of every text with them; they are masked by their position only.
    package static let shortest = 6

    /// What is looked for, in the order in which it was given; each once, byte for byte.
    package private(set) var known: [String] = []
    private var isKnown: Set<[UInt8]> = []
    /// By their first byte, the longest first.
    private var values = [[Pattern]](repeating: [], count: 256)
    private var spellings = [[Pattern]](repeating: [], count: 256)
    /// By byte: whether something that is looked for may begin with it.
    private var isFirst = [Bool](repeating: false, count: 256)

    fileprivate struct Pattern {
        var bytes: [UInt8]
        /// The index of the value that it spells.
        var value: Int
    }

    /// - Parameter values: those that are looked for, however short; empty ones are left out.
    package init(_ values: some Sequence<String>) { insert(values) }

    /// Looks for more. What was looked for before costs nothing.
    package mutating func insert(_ new: some Sequence<String>) {
        for text in new where !text.isEmpty && isKnown.insert(Array(text.utf8)).inserted {
            Self.add(Pattern(bytes: Array(text.utf8), value: known.count), to: &values)
            for bytes in Set(SecretSpellings.all(of: text)) {
                Self.add(Pattern(bytes: bytes, value: known.count), to: &spellings)
            }
            known.append(text)
        }
        for byte in 0..<256 where !values[byte].isEmpty || !spellings[byte].isEmpty { isFirst[byte] = true }
        for escape in "%\\".utf8 { isFirst[Int(escape)] = !isEmpty }
        if !values[0x20].isEmpty { isFirst[Int(UInt8(ascii: "+"))] = true }
    }

    private static func add(_ pattern: Pattern, to all: inout [[Pattern]]) {
        guard let first = pattern.bytes.first.map(Int.init) else { return }
        let place = all[first].firstIndex { $0.bytes.count < pattern.bytes.count } ?? all[first].endIndex
        all[first].insert(pattern, at: place)
    }

    package var isEmpty: Bool { known.isEmpty }

    package func occurs(in text: String) -> Bool { swept(text) != nil }

    /// The text with a mask in the place of each.
    package func masked(_ text: String, by mask: String = Redaction.mask) -> String { swept(text, by: mask) ?? text }

    /// The same of the start of a longer text: what may be the start of one is masked at its end too, from ``shortestStart`` on.
    package func maskedStart(_ text: String, by mask: String = Redaction.mask) -> String {
        let text = masked(text, by: mask)
        let start = startLength(at: Array(text.utf8.suffix(longest)))
        guard start >= Self.shortestStart else { return text }
        return String(decoding: text.utf8.dropLast(start), as: UTF8.self) + mask
    }

    /// What is shorter tells nothing, and would be found everywhere.
    package static let shortestStart = 3

    /// In bytes, of what is looked for as it is spelled here; where every byte is escaped it is ``longestEscape`` times as long.
    package var longest: Int { max(values.longest, spellings.longest) }

    /// Bytes that stand for one byte, at most: `\\u0041`.
    package static let longestEscape = 6

    /// How many of the last bytes may be the start of something that is looked for.
    package func startLength(at end: [UInt8]) -> Int {
        let index = end.indices.first { index in
            let rest = end[index...]
            return [values, spellings].contains { all in
                all[Int(end[index])].contains { $0.bytes.starts(with: rest) }
            }
        }
        return index.map { end.count - $0 } ?? 0
    }

    /// - Returns: nil when nothing was found.
    package func swept(_ text: String, by mask: String = Redaction.mask) -> String? {
        guard !isEmpty else { return nil }
        var text = text
        return text.withUTF8 { swept($0, by: mask).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// - Returns: nil when nothing was found.
    package func swept(_ bytes: UnsafeBufferPointer<UInt8>, by mask: String = Redaction.mask) -> [UInt8]? {
        var output: [UInt8]?
        var copied = 0
        forEachOccurrence(in: bytes) { range, _ in
            if output == nil { output = [] }
            output?.append(contentsOf: bytes[copied..<range.lowerBound])
            output?.append(contentsOf: mask.utf8)
            copied = range.upperBound
        }
        return output.map { $0 + bytes[copied...] }
    }

    /// Tells where something that is looked for stands, and its index among ``known``; from the beginning, none within another.
    package func forEachOccurrence(
        in bytes: UnsafeBufferPointer<UInt8>, _ found: (Range<Int>, _ value: Int) throws -> Void
    ) rethrows {
        guard !isEmpty else { return }
        var index = 0
        while index < bytes.count {
            guard isFirst[Int(bytes[index])], let match = match(bytes, at: index) else {
                index += 1
                continue
            }
            try found(index..<index + match.length, match.value)
            index += match.length
        }
    }

    private typealias Match = (length: Int, value: Int)

    /// The longest that stands at a place: of equal ones, the value itself.
    private func match(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Match? {
        let first = Int(bytes[index])
        var best = Self.longest(of: values[first], in: bytes, at: index)
        if let other = Self.longest(of: spellings[first], in: bytes, at: index), other.length > best?.length ?? 0 {
            best = other
        }
        let rest = bytes[index...]
        PercentReader.forEachFirstByte(of: rest) { byte in
            for pattern in values[Int(byte)] {
                guard let length = PercentReader.length(of: pattern.bytes, in: rest) else { continue }
                if length > best?.length ?? 0 { best = (length, pattern.value) }
            }
        }
        for pattern in JSONReader.firstByte(of: rest).map({ values[Int($0)] }) ?? [] {
            guard let length = JSONReader.length(of: pattern.bytes, in: rest) else { continue }
            if length > best?.length ?? 0 { best = (length, pattern.value) }
        }
        return best
    }

    /// The longest stand first.
    private static func longest(
        of patterns: [Pattern], in bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Match? {
        for pattern in patterns where pattern.bytes.count <= bytes.count - index {
            var place = 0
            while place < pattern.bytes.count, pattern.bytes[place] == bytes[index + place] { place += 1 }
            if place == pattern.bytes.count { return (place, pattern.value) }
        }
        return nil
    }
}

extension [[SecretSweep.Pattern]] {
    /// In bytes. The first of each is the longest.
    fileprivate var longest: Int { self.lazy.compactMap(\.first?.bytes.count).max() ?? 0 }
}

/// Reads text byte by byte as a URL or a form means it, whichever of its characters the writer chose to escape.
private struct PercentReader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// How much of the text spells the value; nil when it does not begin with it.
    static func length(of value: [UInt8], in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var reader = PercentReader(rest: text)
        for byte in value where reader.next(expecting: byte) != byte { return nil }
        return text.count - reader.rest.count
    }

    /// What the text may begin with.
    static func forEachFirstByte(of text: Slice<UnsafeBufferPointer<UInt8>>, _ body: (UInt8) -> Void) {
        guard let first = text.first else { return }
        body(first)
        if first == UInt8(ascii: "+") { body(0x20) }
        if first == UInt8(ascii: "%"), let byte = PercentReader(rest: text.dropFirst()).escaped { body(byte) }
    }

    /// The byte meant: `+` is a blank where one is expected.
    private mutating func next(expecting expected: UInt8) -> UInt8? {
        guard let byte = rest.popFirst() else { return nil }
        if byte == UInt8(ascii: "%"), let value = escaped, value == expected {
            rest = rest.dropFirst(2)
            return value
        }
        return byte == UInt8(ascii: "+") && expected == 0x20 ? 0x20 : byte
    }

    /// Of the two digits that come next.
    private var escaped: UInt8? {
        guard rest.count >= 2, let high = Self.digit(rest[rest.startIndex]),
            let low = Self.digit(rest[rest.startIndex + 1])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// Reads text byte by byte as a string of JSON means it, whichever of its characters the writer chose to escape.
///
/// - Source: RFC 8259, section 7.
private struct JSONReader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>
    /// What is left of a character that was escaped, the next byte last.
    private var pending: [UInt8] = []

    private init(_ text: Slice<UnsafeBufferPointer<UInt8>>) { rest = text }

    /// How much of the text spells the value; nil when it does not begin with it.
    static func length(of value: [UInt8], in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var reader = JSONReader(text)
        for byte in value where reader.next() != byte { return nil }
        // A value ends where a character does.
        return reader.pending.isEmpty ? text.count - reader.rest.count : nil
    }

    /// What the text begins with; nil for none.
    static func firstByte(of text: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
        var reader = JSONReader(text)
        return reader.next()
    }

    private mutating func next() -> UInt8? {
        if let byte = pending.popLast() { return byte }
        guard let byte = rest.popFirst() else { return nil }
        guard byte == UInt8(ascii: "\\"), let letter = rest.first else { return byte }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return escape(letter)
        case UInt8(ascii: "b"): return escape(0x08)
        case UInt8(ascii: "f"): return escape(0x0C)
        case UInt8(ascii: "n"): return escape(0x0A)
        case UInt8(ascii: "r"): return escape(0x0D)
        case UInt8(ascii: "t"): return escape(0x09)
        case UInt8(ascii: "u"): return scalar() ?? byte
        default: return byte
        }
    }

    private mutating func escape(_ byte: UInt8) -> UInt8 {
        rest.removeFirst()
        return byte
    }

    /// The first byte of the character that `uXXXX` stands for, or two of them as a pair; nil when it stands for none.
    private mutating func scalar() -> UInt8? {
        guard let first = unit(at: 0) else { return nil }
        var length = 5
        var value = first
        if (0xD800..<0xDC00).contains(first) {
            guard rest.dropFirst(5).first == UInt8(ascii: "\\"), let second = unit(at: 6),
                (0xDC00..<0xE000).contains(second)
            else { return nil }
            value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            length = 11
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        rest = rest.dropFirst(length)
        pending = String(scalar).utf8.reversed()
        return pending.popLast()
    }

    /// What four digits behind a `u` say.
    private func unit(at offset: Int) -> UInt32? {
        let text = rest.dropFirst(offset)
        guard text.first == UInt8(ascii: "u"), text.count >= 5 else { return nil }
        return text.dropFirst().prefix(4).reduce(0 as UInt32?) { unit, digit in
            guard let unit, let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            return unit << 4 | UInt32(value)
        }
    }
}

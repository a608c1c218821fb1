import Foundation

/// Finds values that are known to be secret wherever they occur, in every spelling that text takes on its way through URLs, header fields, forms,
/// JSON, HTML and base64.
package struct SecretSweep: Sendable {
    /// Shorter values would take half of every text with them; they are masked by their position only.
    package static let shortest = 6

    /// What is looked for, in the order in which it was given; each once, byte for byte.
    package private(set) var known: [String] = []
    private var isKnown: Set<[UInt8]> = []
    /// With their indices among ``known``.
    private var values = PatternTree()
    /// With the indices of what they spell.
    private var spellings = PatternTree()
    /// By byte: whether something that is looked for may begin with it.
    private var isFirst = [Bool](repeating: false, count: 256)

    /// - Parameter values: those that are looked for, however short; empty ones are left out.
    package init(_ values: some Sequence<String>) { insert(values) }

    /// Looks for more. What was looked for before costs nothing.
    package mutating func insert(_ new: some Sequence<String>) {
        let fresh = new.filter { !$0.isEmpty && isKnown.insert(Array($0.utf8)).inserted }
        // First all values: what is left of one may be another.
        for (index, text) in fresh.enumerated() {
            values.insert(Array(text.utf8), value: known.count + index)
            markFirst(of: Array(text.utf8))
        }
        for text in fresh {
            let value = known.count
            // A remnant may be too short to be looked for, where the value is not.
            for rest in SecretSpellings.remnants(of: text)
            where !rest.isEmpty && rest.utf8.count >= min(Self.shortest, text.utf8.count) {
                values.insert(Array(rest.utf8), value: value)
                markFirst(of: Array(rest.utf8))
            }
            for bytes in SecretSpellings.all(of: text) {
                spellings.insert(bytes, value: value)
                markFirst(of: bytes)
            }
            known.append(text)
        }
        for escape in "%\\".utf8 { isFirst[Int(escape)] = !isEmpty }
        if values.begins(with: 0x20) { isFirst[Int(UInt8(ascii: "+"))] = true }
    }

    private mutating func markFirst(of bytes: [UInt8]) {
        if let first = bytes.first { isFirst[Int(first)] = true }
    }

    package var isEmpty: Bool { known.isEmpty }

    package func occurs(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { occurs(in: UnsafeRawBufferPointer($0)) }
    }

    package func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
        struct Found: Error {}
        return bytes.withMemoryRebound(to: UInt8.self) { bytes in
            do {
                try forEachOccurrence(in: bytes) { _, _ in throw Found() }
                return false
            } catch {
                return true
            }
        }
    }

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
            values.begins(with: end[index...]) || spellings.begins(with: end[index...])
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

    /// The longest that stands at a place: of equal ones, the value itself.
    private func match(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> PatternTree.Match? {
        var walk = PatternTree.Walk(text: bytes, start: index, reader: PercentReader())
        values.find(&walk)
        var best = walk.best
        if let other = spellings.longest(in: bytes, at: index), other.length > best?.length ?? 0 { best = other }
        guard walk.hasMetEscape else { return best }
        var inJSON = PatternTree.Walk(text: bytes, start: index, reader: JSONReader())
        values.find(&inJSON)
        if let other = inJSON.best, other.length > best?.length ?? 0 { best = other }
        return best
    }
}

/// Reads text byte by byte as a URL or a form means it, whichever of its characters the writer chose to escape.
private struct PercentReader: PatternReader {
    var isBetweenCharacters: Bool { true }

    func readings(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> (Reading, other: Reading?)? {
        guard place < text.count else { return nil }
        let plain = Reading(text[place], 1, self)
        switch text[place] {
        case UInt8(ascii: "+"): return (plain, Reading(0x20, 1, self))
        case UInt8(ascii: "%"): return (plain, Self.escaped(text, at: place + 1).map { Reading($0, 3, self) })
        default: return (plain, nil)
        }
    }

    /// Of two digits.
    private static func escaped(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt8? {
        guard place + 1 < text.count, let high = digit(text[place]), let low = digit(text[place + 1]) else {
            return nil
        }
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
private struct JSONReader: PatternReader {
    /// What is left of a character that was escaped, the next byte last.
    private var pending: [UInt8] = []

    init() {}

    private init(pending: [UInt8]) { self.pending = pending }

    /// A value ends where a character does.
    var isBetweenCharacters: Bool { pending.isEmpty }

    func readings(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> (Reading, other: Reading?)? {
        if let byte = pending.last { return (Reading(byte, 0, JSONReader(pending: pending.dropLast())), nil) }
        guard place < text.count else { return nil }
        guard text[place] == UInt8(ascii: "\\"), place + 1 < text.count else {
            return (Reading(text[place], 1, self), nil)
        }
        if let byte = Self.letters[text[place + 1]] { return (Reading(byte, 2, self), nil) }
        guard let (scalar, length) = Self.scalar(text, at: place + 1) else {
            return (Reading(text[place], 1, self), nil)
        }
        let bytes = Array(String(scalar).utf8)
        return (Reading(bytes[0], 1 + length, JSONReader(pending: bytes.dropFirst().reversed())), nil)
    }

    private static let letters: [UInt8: UInt8] = [
        UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    /// The character that `uXXXX` stands for, or two of them as a pair; nil when it stands for none.
    private static func scalar(
        _ text: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let first = unit(text, at: place) else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first).map { ($0, 5) } }
        guard place + 5 < text.count, text[place + 5] == UInt8(ascii: "\\"), let second = unit(text, at: place + 6),
            (0xDC00..<0xE000).contains(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map { ($0, 11) }
    }

    /// What four digits behind a `u` say.
    private static func unit(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32? {
        guard place + 4 < text.count, text[place] == UInt8(ascii: "u") else { return nil }
        return text[(place + 1)...(place + 4)].reduce(0 as UInt32?) { unit, digit in
            guard let unit, let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            return unit << 4 | UInt32(value)
        }
    }
}

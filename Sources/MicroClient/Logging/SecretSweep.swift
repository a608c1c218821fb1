import Foundation

/// Finds values that are known to be secret wherever they occur, in every spelling that text takes on its way through URLs, forms, JSON,
/// HTML and base64.
package struct SecretSweep: Sendable {
    /// Shorter values would take half of every text with them; they are masked by their position only.
    package static let shortest = 6

    /// By their first byte, the longest first.
    private var values: [UInt8: [[UInt8]]] = [:]
    private var spellings: [UInt8: [[UInt8]]] = [:]
    /// By byte: whether something that is looked for may begin with it.
    private var isFirst = [Bool](repeating: false, count: 256)

    /// - Parameter values: those that are looked for, however short; empty ones are left out.
    package init(_ values: some Sequence<String>) { insert(values) }

    /// Looks for more. What was looked for before costs nothing.
    package mutating func insert(_ new: some Sequence<String>) {
        let new = Set(new).filter { !$0.isEmpty }
        Self.add(new.map { Array($0.utf8) }, to: &values)
        Self.add(Array(Set(new.flatMap(SecretSpellings.all))), to: &spellings)
        for byte in Array(values.keys) + Array(spellings.keys) { isFirst[Int(byte)] = true }
        isFirst[Int(UInt8(ascii: "%"))] = !values.isEmpty
        if values[0x20] != nil { isFirst[Int(UInt8(ascii: "+"))] = true }
    }

    private static func add(_ patterns: [[UInt8]], to all: inout [UInt8: [[UInt8]]]) {
        for (first, patterns) in Dictionary(grouping: patterns.filter({ !$0.isEmpty }), by: { $0[0] }) {
            all[first] = ((all[first] ?? []) + patterns).sorted { $0.count > $1.count }
        }
    }

    package var isEmpty: Bool { values.isEmpty }

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

    private var longest: Int { max(values.longest, spellings.longest) }

    /// How many of the last bytes may be the start of something that is looked for.
    private func startLength(at end: [UInt8]) -> Int {
        let index = end.indices.first { index in
            let rest = end[index...]
            return [values, spellings].contains { all in (all[end[index]] ?? []).contains { $0.starts(with: rest) } }
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
        var index = 0
        while index < bytes.count {
            guard isFirst[Int(bytes[index])], let length = match(bytes[index...]) else {
                index += 1
                continue
            }
            if output == nil { output = [] }
            output?.append(contentsOf: bytes[copied..<index])
            output?.append(contentsOf: mask.utf8)
            index += length
            copied = index
        }
        return output.map { $0 + bytes[copied...] }
    }

    /// The length of the longest that `text` begins with.
    private func match(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let first = text[text.startIndex]
        let exact = [values[first], spellings[first]].map { $0?.first { text.starts(with: $0) }?.count }
        let escaped = PercentReader.firstBytes(of: text).map { byte in
            (values[byte] ?? []).lazy.compactMap { PercentReader.length(of: $0, in: text) }.first
        }
        return (exact + escaped).compactMap { $0 }.max()
    }
}

extension [UInt8: [[UInt8]]] {
    /// In bytes. The first of each is the longest.
    fileprivate var longest: Int { self.values.lazy.compactMap(\.first?.count).max() ?? 0 }
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
    static func firstBytes(of text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        switch text.first {
        case UInt8(ascii: "%"): [UInt8(ascii: "%"), PercentReader(rest: text.dropFirst()).escaped].compactMap { $0 }
        case UInt8(ascii: "+"): [UInt8(ascii: "+"), 0x20]
        case let byte: [byte].compactMap { $0 }
        }
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
        let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return digits.count == 2 ? UInt8(digits[0] << 4 + digits[1]) : nil
    }
}

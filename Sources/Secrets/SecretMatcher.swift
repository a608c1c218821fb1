import Text

/// Finds values that are known to be secret wherever they occur, however they are spelled.
///
/// Spellings are those of ``Reading`` (percent once and twice, forms, JSON once and twice, HTML) and of ``SecretSpelling`` (Base64 at each of its
/// three places, in lower and upper case, UTF-16, UTF-8 taken for Latin-1, cut at `&`). The time is linear in the length of the text and of the
/// values: a text is read once in each way, block by block, and each reading is looked through once (``PatternAutomaton``).
package struct SecretMatcher: Sendable {
    /// The text that replaces a secret.
    package static let mask = "••••"

    /// Length of the shortest masked values, in bytes: shorter ones would take half of every text with them; they are masked by their position only.
    package static let shortest = 6

    /// Length of the shortest start, in bytes: a shorter one reveals nothing, and would be found everywhere.
    package static let shortestStart = 3

    /// Largest number of bytes that encode one byte: `%5Cu0041`.
    package static let longestEscape = 8

    /// The values that are looked for, in the order in which they were given; each once, byte for byte.
    package private(set) var known: [String] = []
    private var isKnown: Set<[UInt8]> = []
    /// The automata, each at least twice as large as the next, so that later values are added without building everything again.
    private(set) var automata: [PatternAutomaton] = []

    package typealias Bytes = UnsafeBufferPointer<UInt8>

    /// - Parameter values: The values that are looked for, however short; empty ones are left out.
    package init(_ values: some Sequence<String>) { insert(values) }

    /// Looks for more.
    ///
    /// - Parameter isSpelled: Whether other spellings are looked for too, besides those that a ``Reading`` undoes.
    package mutating func insert(_ new: some Sequence<String>, isSpelled: Bool = true) {
        let first = known.count
        known += new.filter { !$0.isEmpty && isKnown.insert(Array($0.utf8)).inserted }
        guard known.count > first else { return }
        var added = PatternAutomaton()
        for value in first..<known.count {
            added.add(known[value].utf8, value: value, isValue: true)
            if isSpelled { added.addSpellings(of: known[value], number: value, but: isKnown) }
        }
        while let last = automata.last, last.size < 2 * added.size {
            var both = automata.removeLast()
            both.add(added)
            added = both
        }
        added.build()
        automata.append(added)
    }

    /// Returns the text with dots in the place of ranges of its UTF-8 bytes, which are in order, none within another.
    package static func hiding(_ ranges: some Sequence<Range<Int>>, in text: String) -> String {
        text.replacing(ranges.map { ($0, mask) })
    }

    package var isEmpty: Bool { known.isEmpty }

    /// The length of the longest spelling in bytes; where every byte is escaped it takes ``longestEscape`` times as many.
    package var longest: Int { automata.map(\.longest).max() ?? 0 }

    /// Returns the number of last bytes that may be the start of a known value.
    package func startLength(at end: [UInt8]) -> Int {
        end.withUnsafeBufferPointer { end in automata.map { $0.startLength(at: end) }.max() ?? 0 }
    }
}

extension SecretMatcher {
    /// Passes the place of each known value and its index among ``known`` to a function: from the beginning, none within another.
    ///
    /// The longest value counts at each place. A value that begins within one and goes on after it is passed too, for the rest that it covers.
    package func forEachOccurrence(
        in bytes: Bytes, _ found: (Range<Int>, _ value: Int) throws -> Void
    ) rethrows {
        guard !isEmpty else { return }
        let reach = longest * Self.longestEscape
        let size = max(Self.shortestBlock, reach)
        var cover = Cover()
        var start = 0
        while start < bytes.count {
            let end = Self.end(of: start..<min(start + size, bytes.count), in: bytes)
            let window = Bytes(rebasing: bytes[start..<min(end + reach, bytes.count)])
            if let longest = longestMatches(in: window, beginningBefore: end - start) {
                for (place, match) in longest.enumerated() { try cover.pass(start + place, match, found) }
                try cover.flush(before: end, found)
            }
            start = end
        }
        try cover.flush(before: bytes.count, found)
    }

    /// Number of bytes of a text that are read at once, unless a value needs more.
    private static let shortestBlock = 1 << 18

    /// Returns the end of a block, which is never between a backslash and what it escapes.
    private static func end(of block: Range<Int>, in bytes: Bytes) -> Int {
        guard block.upperBound < bytes.count else { return block.upperBound }
        let run = bytes[block].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return run < block.count ? block.upperBound - run : block.upperBound
    }

    /// Returns the longest match that begins at each place; nil: there is none at all.
    private func longestMatches(in window: Bytes, beginningBefore end: Int) -> [Match?]? {
        var matches: [Match?]?
        Reading.forEachMeaning(of: window) { text, places in
            for automaton in automata {
                automaton.read(text) { start, pattern in
                    let length = pattern.range.count
                    let range = places?.range(start, length) ?? start..<start + length
                    guard range.lowerBound < end else { return }
                    if matches == nil { matches = Array(repeating: nil, count: end) }
                    let match = Match(length: range.count, value: pattern.value, isValue: pattern.isValue)
                    if match.isBetter(than: matches?[range.lowerBound]) { matches?[range.lowerBound] = match }
                }
            }
        }
        return matches
    }

    private struct Match {
        var length: Int
        var value: Int
        var isValue: Bool

        /// Whether this match wins: the longer one; of equal ones the value itself, then the one that was given first.
        func isBetter(than other: Match?) -> Bool {
            guard let other else { return true }
            if length != other.length { return length > other.length }
            return isValue != other.isValue ? isValue : value < other.value
        }
    }

    /// The part that is covered so far, on the way from the start to the end.
    private struct Cover {
        /// The end of the last match that was passed whole.
        private var end = 0
        /// The match that began within it and ends last.
        private var tail: (end: Int, value: Int) = (0, 0)

        mutating func pass(_ place: Int, _ match: Match?, _ found: (Range<Int>, Int) throws -> Void) rethrows {
            guard let match else { return }
            if place >= end {
                try flush(before: place, found)
                end = place + match.length
                try found(place..<end, match.value)
            } else if place + match.length > tail.end {
                tail = (place + match.length, match.value)
            }
        }

        /// Hands out the rest of what began within another one.
        mutating func flush(before place: Int, _ found: (Range<Int>, Int) throws -> Void) rethrows {
            let rest = end..<max(end, min(tail.end, place))
            guard !rest.isEmpty else { return }
            end = rest.upperBound
            try found(rest, tail.value)
        }
    }
}

// MARK: - Masking

extension SecretMatcher {
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

    /// Whether bytes hold nothing but what is looked for, or only those of which it is asked.
    package func covers(_ bytes: Bytes, where counts: (_ value: Int) -> Bool = { _ in true }) -> Bool {
        var covered = 0
        forEachOccurrence(in: bytes) { range, value in if counts(value) { covered += range.count } }
        return covered == bytes.count
    }

    /// Returns the text with a mask in the place of each, and of some places that are secret themselves.
    package func masked(_ text: String, at places: [SecretSpan] = [], by mask: String = mask) -> String {
        if isEmpty, places.isEmpty { return text }
        var text = text
        return text.withUTF8 { maskedIfFound($0, at: places, by: mask).map { String(decoding: $0, as: UTF8.self) } }
            ?? text
    }

    /// Returns the same for the start of a longer text: a possible start of a known value at its end is masked too, from ``shortestStart`` on.
    package func maskedStart(_ text: String, by mask: String = mask) -> String {
        let text = masked(text, by: mask)
        let start = startLength(at: Array(text.utf8.suffix(longest)))
        guard start >= Self.shortestStart else { return text }
        return String(decoding: text.utf8.dropLast(start), as: UTF8.self) + mask
    }

    /// - Returns: The masked bytes; nil when nothing was found.
    package func maskedIfFound(_ bytes: Bytes, at places: [SecretSpan] = [], by mask: String = mask) -> [UInt8]? {
        var found = places
        forEachOccurrence(in: bytes) { range, _ in found.append(SecretSpan(range, "")) }
        // A value that is partly at a place is hidden with it.
        return found.isEmpty ? nil : Array(bytes).replacing(found.inOrder.map { ($0.range, mask) })
    }
}

extension PatternAutomaton {
    fileprivate mutating func addSpellings(of value: String, number: Int, but values: Set<[UInt8]>) {
        let shortest = min(SecretMatcher.shortest, value.utf8.count)
        let rest = SecretSpelling.remnants(of: value).filter { $0.count >= shortest }
        // A spelling of one value may be another one.
        for bytes in Set(rest + SecretSpelling.all(of: value, shortest: SecretMatcher.shortest))
        where !values.contains(bytes) {
            add(bytes, value: number, isValue: false)
        }
    }
}

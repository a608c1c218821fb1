import Text

/// Finds values that are known to be secret wherever they occur, however they are spelled.
///
/// Spellings are those of ``Reading`` (percent once and twice, forms, JSON once and twice, HTML) and of ``Spellings`` (Base64 at each of its
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

    /// Returns the bytes with dots in the place of these ranges.
    ///
    /// - Parameter ranges: The ranges in order, none within another.
    package static func hiding(_ ranges: some Sequence<Range<Int>>, in bytes: [UInt8]) -> [UInt8] {
        bytes.replacing(ranges.map { ($0, mask) })
    }

    /// Returns the same for a text; the ranges are in UTF-8 bytes.
    package static func hiding(_ ranges: some Collection<Range<Int>>, in text: String) -> String {
        ranges.isEmpty ? text : String(decoding: hiding(ranges, in: Array(text.utf8)), as: UTF8.self)
    }

    package var isEmpty: Bool { known.isEmpty }

    /// The length of the longest spelling in bytes; where every byte is escaped it takes ``longestEscape`` times as many.
    package var longest: Int { automata.map(\.longest).max() ?? 0 }

    /// Returns the number of last bytes that may be the start of a known value.
    package func startLength(at end: [UInt8]) -> Int {
        end.withUnsafeBufferPointer { end in automata.map { $0.startLength(at: end) }.max() ?? 0 }
    }
}

extension PatternAutomaton {
    fileprivate mutating func addSpellings(of value: String, number: Int, but values: Set<[UInt8]>) {
        let shortest = min(SecretMatcher.shortest, value.utf8.count)
        let rest = Spellings.remnants(of: value).filter { $0.count >= shortest }
        // A spelling of one value may be another one.
        for bytes in Set(rest + Spellings.all(of: value, shortest: SecretMatcher.shortest))
        where !values.contains(bytes) {
            add(bytes, value: number, isValue: false)
        }
    }
}

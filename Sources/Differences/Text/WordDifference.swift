import BodyView

/// The words of two corresponding lines that differ.
struct WordDifference: Hashable {
    /// The ranges that differ, in scalars, 0-based; in order, and not adjacent.
    var old: [Range<Int>] = []
    var new: [Range<Int>] = []

    /// The longest line in scalars that is compared by words; longer ones are only compared from both ends.
    private static let longestLine = 4096

    init(old: String, new: String) {
        let (before, after) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        if max(before.count, after.count) > Self.longestLine {
            compareFromBothEnds(before, after)
        } else {
            compareWords(before, after)
        }
    }

    private mutating func compareFromBothEnds(_ before: [Unicode.Scalar], _ after: [Unicode.Scalar]) {
        let shorter = min(before.count, after.count)
        var start = 0
        while start < shorter, before[start] == after[start] { start += 1 }
        var rear = 0
        while rear < shorter - start, before[before.count - 1 - rear] == after[after.count - 1 - rear] { rear += 1 }
        old = start < before.count - rear ? [start..<before.count - rear] : []
        new = start < after.count - rear ? [start..<after.count - rear] : []
    }

    private mutating func compareWords(_ before: [Unicode.Scalar], _ after: [Unicode.Scalar]) {
        let (oldWords, newWords) = (Self.words(before), Self.words(after))
        let prints = (oldWords.map { Self.print(before[$0]) }, newWords.map { Self.print(after[$0]) })
        guard let matching = LineMatching(old: prints.0, new: prints.1, { false }) else { return }
        var isKept = Array(repeating: false, count: oldWords.count)
        for partner in matching.partners where partner >= 0 { isKept[Int(partner)] = true }
        old = Self.joined(oldWords.indices.filter { !isKept[$0] }.map { oldWords[$0] }, before)
        new = Self.joined(newWords.indices.filter { matching.partners[$0] < 0 }.map { newWords[$0] }, after)
    }

    /// Splits a line into words: letters and digits together, spaces together, anything else on its own.
    private static func words(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var last: Kind?
        for (index, scalar) in scalars.enumerated() {
            let kind = kind(of: scalar)
            if kind != .other, kind == last, let word = words.popLast() {
                words.append(word.lowerBound..<index + 1)
            } else {
                words.append(index..<index + 1)
            }
            last = kind
        }
        return words
    }

    private enum Kind { case word, space, other }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar == " " || scalar == "\t" { return .space }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil || scalar == "_" ? .word : .other
    }

    private static func print(_ word: ArraySlice<Unicode.Scalar>) -> UInt64 {
        word.reduce(Mixing.second) { Mixing.mix($0, UInt64($1.value)) }
    }

    /// Joins words with nothing but spaces between them: they look like one change.
    private static func joined(_ words: [Range<Int>], _ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        words.reduce(into: []) { ranges, word in
            if let last = ranges.last, scalars[last.upperBound..<word.lowerBound].allSatisfy({ kind(of: $0) == .space })
            {
                ranges[ranges.count - 1] = last.lowerBound..<word.upperBound
            } else {
                ranges.append(word)
            }
        }
    }
}

import BodyView

/// Which words of a line are others than those of the line in whose place it stands.
struct WordDifference: Hashable {
    /// In scalars, 0-based; in order, apart from each other.
    var old: [Range<Int>] = []
    var new: [Range<Int>] = []

    /// Lines of more scalars are compared from both ends alone.
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

    /// Letters and digits together, blanks together, anything else on its own.
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

    private enum Kind { case word, blank, other }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar == " " || scalar == "\t" { return .blank }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil || scalar == "_" ? .word : .other
    }

    private static func print(_ word: ArraySlice<Unicode.Scalar>) -> UInt64 {
        word.reduce(Mixing.second) { Mixing.mix($0, UInt64($1.value)) }
    }

    /// Words with nothing but blanks between them are one change to the eye.
    private static func joined(_ words: [Range<Int>], _ scalars: [Unicode.Scalar]) -> [Range<Int>] {
        words.reduce(into: []) { ranges, word in
            if let last = ranges.last, scalars[last.upperBound..<word.lowerBound].allSatisfy({ kind(of: $0) == .blank })
            {
                ranges[ranges.count - 1] = last.lowerBound..<word.upperBound
            } else {
                ranges.append(word)
            }
        }
    }
}

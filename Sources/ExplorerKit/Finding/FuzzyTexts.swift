/// Texts made ready to be found by a ``FuzzyPattern``: once, so that a key only has to compare.
///
/// A text is made of fields; a word of a pattern is found within one of them. How well it fits is the sum over its letters: more for each at the
/// beginning of a word, after a separator, where capitals begin and directly after the letter before; less for what is passed over. Of
/// texts that fit alike the shorter comes first, then the one that was added before: the order is always the same.
package struct FuzzyTexts: Sendable, Hashable {
    /// A part of a text.
    package struct Field {
        package let text: String
        /// Added for each letter found in it; 0 to 9.
        package var weight: UInt8 = 0
        /// The offset in bytes from the start, from which on the weight counts.
        package var weighsFrom = 0

        package init(text: String, weight: UInt8 = 0, weighsFrom: Int = 0) {
            (self.text, self.weight, self.weighsFrom) = (text, weight, weighsFrom)
        }
    }

    /// One that was found.
    package struct Match: Sendable, Hashable {
        /// The index of the text, in the order in which they were added.
        package let index: Int
        package let score: Int
        /// The part of all words but the last: that one changes with each key.
        fileprivate var earlierScore = 0

        package init(index: Int, score: Int = 0) { (self.index, self.score) = (index, score) }
    }

    /// The matches of a pattern, best first.
    package struct Result: Sendable, Hashable {
        package let pattern: FuzzyPattern
        package let matches: [Match]

        package init(pattern: FuzzyPattern, matches: [Match]) { (self.pattern, self.matches) = (pattern, matches) }
    }

    /// The bytes of all texts, folded.
    private var bytes: [UInt8] = []
    /// The bonus of a letter found at each place.
    private var bonuses: [UInt8] = []
    private var fields: [Bounds] = []
    /// The first field of each text; and the number of all fields.
    private var starts = [0]

    /// The place of a field, and its letters.
    private struct Bounds: Hashable {
        let start: Int
        let end: Int
        let letters: FuzzyLetters
    }

    package init() {}

    package var count: Int { starts.count - 1 }

    /// Returns the bonus of a letter found at a place; in bytes, over all texts.
    package func bonus(at place: Int) -> Int { Int(bonuses[place]) }

    package mutating func reserve(texts: Int, bytes count: Int) {
        starts.reserveCapacity(texts + 1)
        bytes.reserveCapacity(count)
        bonuses.reserveCapacity(count)
    }

    package mutating func append(_ fields: [Field]) {
        for field in fields {
            let start = bytes.count
            FuzzyFolding.append(field.text, to: &bytes)
            appendBonuses(of: field)
            self.fields.append(Bounds(start: start, end: bytes.count, letters: FuzzyLetters(bytes, from: start)))
        }
        starts.append(self.fields.count)
    }

    private mutating func appendBonuses(of field: Field) {
        var before = FuzzyLetterKind.separator
        for (place, byte) in field.text.utf8.enumerated() {
            let kind = FuzzyLetterKind(byte)
            let weight = place >= field.weighsFrom ? field.weight : 0
            bonuses.append(kind.bonus(behind: before) + weight)
            before = kind
        }
    }
}

/// The kind of a letter, which shows where a word begins.
private enum FuzzyLetterKind {
    case small, capital, digit, separator, other

    init(_ byte: UInt8) {
        switch byte {
        case 0x61...0x7A: self = .small
        case 0x41...0x5A: self = .capital
        case 0x30...0x39: self = .digit
        case 0x80...: self = .other
        default: self = .separator
        }
    }

    /// Returns the bonus of a letter after another: the beginning of a word, a capital in the middle of one, a number.
    func bonus(behind before: FuzzyLetterKind) -> UInt8 {
        switch (before, self) {
        case (.separator, .separator): 0
        case (.separator, _): FuzzyTexts.wordStart
        case (.small, .capital), (.other, .capital): FuzzyTexts.humpStart
        case (.small, .digit), (.capital, .digit): FuzzyTexts.numberStart
        default: 0
        }
    }
}

// MARK: - Scores

extension FuzzyTexts {
    package static let wordStart: UInt8 = 9
    package static let humpStart: UInt8 = 7
    package static let numberStart: UInt8 = 5

    /// Returns the texts that a pattern finds.
    ///
    /// - Parameter earlier: The result of another pattern: if this one only grew from it, only those texts are looked at.
    package func find(_ pattern: FuzzyPattern, after earlier: Result? = nil) -> Result {
        guard let last = pattern.words.last else { return Result(pattern: pattern, matches: all) }
        let narrowed = earlier.flatMap { !$0.pattern.isEmpty && pattern.narrows($0.pattern) ? $0 : nil }
        if let narrowed, narrowed.pattern.words == pattern.words {
            return Result(pattern: pattern, matches: narrowed.matches)
        }
        var search = Search(self, pattern.words.dropLast(), last)
        if let narrowed {
            let shared = pattern.wordsShared(with: narrowed.pattern)
            for match in narrowed.matches {
                // The words before the last have their score already, unless they have grown as well.
                let known: Int? =
                    if shared == narrowed.pattern.words.count, shared == pattern.words.count - 1 {
                        match.score
                    } else if shared == narrowed.pattern.words.count - 1, shared == pattern.words.count - 1 {
                        match.earlierScore
                    } else {
                        nil
                    }
                search.consider(match.index, known: known)
            }
        } else {
            for index in 0..<count { search.consider(index, known: nil) }
        }
        return Result(pattern: pattern, matches: search.sorted)
    }

    private var all: [Match] { (0..<count).map { Match(index: $0) } }

    /// Returns places of the letters that were found in a text, in bytes from its start with one between two fields, in order; none where a word is
    /// not found.
    package func places(of pattern: FuzzyPattern, in index: Int) -> [Int] {
        var places: Set<Int> = []
        for word in pattern.words {
            var scan = FuzzyScan(word.bytes)
            var best: (score: Int, places: [Int])?
            for field in starts[index]..<starts[index + 1] where fields[field].letters.isSuperset(of: word.letters) {
                let range = fields[field].start..<fields[field].end
                guard let score = scan.score(bytes, bonuses, in: range), score > best?.score ?? .min else { continue }
                let shift = field - starts[index] - fields[starts[index]].start
                best = (score, scan.way(bytes, bonuses, in: range).map { $0 + shift })
            }
            guard let best else { return [] }
            places.formUnion(best.places)
        }
        return places.sorted()
    }

    /// Returns the score in the field where it fits best; nil if it is in none.
    private func score(of word: FuzzyPattern.Word, in index: Int, _ scan: inout FuzzyScan) -> Int? {
        var best: Int?
        for field in starts[index]..<starts[index + 1] where fields[field].letters.isSuperset(of: word.letters) {
            let range = fields[field].start..<fields[field].end
            if let score = scan.score(bytes, bonuses, in: range) { best = max(best ?? .min, score) }
        }
        return best
    }

    private func lengthInBytes(of index: Int) -> Int {
        starts[index] < starts[index + 1] ? fields[starts[index + 1] - 1].end - fields[starts[index]].start : 0
    }

    /// All texts that are looked at for one pattern.
    private struct Search {
        private let texts: FuzzyTexts
        private let words: ArraySlice<FuzzyPattern.Word>
        private let last: FuzzyPattern.Word
        private var scan: FuzzyScan
        private var otherScans: [FuzzyScan]
        private var keys: [UInt64] = []
        /// The scores of the words before the last, by text.
        private var earlier: [Int32]

        init(_ texts: FuzzyTexts, _ words: ArraySlice<FuzzyPattern.Word>, _ last: FuzzyPattern.Word) {
            (self.texts, self.words, self.last) = (texts, words, last)
            scan = FuzzyScan(last.bytes)
            otherScans = words.map { FuzzyScan($0.bytes) }
            earlier = Array(repeating: 0, count: texts.count)
        }

        mutating func consider(_ index: Int, known: Int?) {
            guard let own = texts.score(of: last, in: index, &scan) else { return }
            var others = 0
            if let known {
                others = known
            } else {
                for (number, word) in words.enumerated() {
                    guard let score = texts.score(of: word, in: index, &otherScans[number]) else { return }
                    others += score
                }
            }
            earlier[index] = Int32(clamping: others)
            keys.append(Self.key(own + others, texts.lengthInBytes(of: index), index))
        }

        /// Returns one number for each match, since a sort compares many times: score, length, place.
        private static func key(_ score: Int, _ length: Int, _ index: Int) -> UInt64 {
            UInt64(min(0xFFFFF, max(0, middle - score))) << 44 | UInt64(min(0xFFF, length)) << 32 | UInt64(index)
        }

        private static let middle = 0x7FFFF

        var sorted: [Match] {
            keys.sorted().map { key in
                let index = Int(key & 0xFFFF_FFFF)
                var match = Match(index: index, score: Self.middle - Int(key >> 44))
                match.earlierScore = Int(earlier[index])
                return match
            }
        }
    }
}

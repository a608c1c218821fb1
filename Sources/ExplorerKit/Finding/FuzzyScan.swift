/// Looks for one word's letters in text, in their order, with the best sum that they can have: each byte of the text is looked at once. Used again for
/// the next text.
package struct FuzzyScan {
    /// Score of each letter that is found.
    private static let letter = 16
    /// Least score of a letter directly after the one before.
    private static let neighbour = 8
    /// Cost of beginning to pass over letters; each of them costs one more.
    private static let gap = 4
    private static let none = Int.min / 4

    private let word: [UInt8]
    /// The number of the word's last such letter by byte, from 1; 0 if it has none.
    private var lastOf = [UInt8](repeating: 0, count: 256)
    /// The number of the same letter before by letter, from 1; 0 if there is none.
    private var sameBefore: [UInt8]
    /// The last place of each letter, and the best sum that ends there.
    private var states: [State]

    private struct State {
        var place = -2
        var sum = FuzzyScan.none
        /// The best sum that ends further back, with what its place saves of the gap.
        var passed = FuzzyScan.none

        /// Counts the last place of the letter as further back from now on.
        mutating func fold() { if sum > FuzzyScan.none { passed = max(passed, sum + place) } }
    }

    /// - Parameter word: The word, not empty. One longer than 255 bytes is looked for by its beginning.
    package init(_ word: [UInt8]) {
        self.word = Array(word.prefix(255))
        sameBefore = Array(repeating: 0, count: self.word.count)
        states = Array(repeating: State(), count: self.word.count)
        for (number, byte) in self.word.enumerated() {
            sameBefore[number] = lastOf[Int(byte)]
            lastOf[Int(byte)] = UInt8(number + 1)
        }
    }

    /// Returns the score; nil if the letters do not occur there in their order.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the text, folded.
    ///   - bonuses: The bonus of a letter found at each place.
    package mutating func score(_ bytes: [UInt8], _ bonuses: [UInt8], in range: Range<Int>) -> Int? {
        begin()
        var best = Self.none
        let last = word.count - 1
        for place in range {
            var number = Int(lastOf[Int(bytes[place])])
            // From the last letter to the first: none follows on what is found at this very place.
            while number > 0 {
                let index = number - 1
                number = Int(sameBefore[index])
                let sum = sum(of: index, at: place, Int(bonuses[place]))
                guard sum > Self.none / 2 else { continue }
                note(index, at: place, sum)
                if index == last, sum > best { best = sum }
            }
        }
        return best > Self.none / 2 ? best : nil
    }

    private mutating func begin() { for number in word.indices { states[number] = State() } }

    /// Returns the best sum that ends with a letter at a place.
    private mutating func sum(of number: Int, at place: Int, _ bonus: Int) -> Int {
        // The first letter says most of where a word begins.
        guard number > 0 else { return Self.letter + 2 * bonus }
        let before = states[number - 1]
        guard before.place == place - 1 else {
            states[number - 1].fold()
            guard !isContinuation(number) else { return Self.none }
            return Self.letter + states[number - 1].passed - Self.gap - place + 1 + bonus
        }
        let direct = before.sum + max(bonus, Self.neighbour)
        guard !isContinuation(number) else { return Self.letter + direct }
        return Self.letter + max(direct, before.passed - Self.gap - place + 1 + bonus)
    }

    /// Whether a byte continues a character of several bytes, and so is directly after the byte before.
    private func isContinuation(_ number: Int) -> Bool { 0x80..<0xC0 ~= word[number] }

    private mutating func note(_ number: Int, at place: Int, _ sum: Int) {
        states[number].fold()
        (states[number].place, states[number].sum) = (place, sum)
    }

    // MARK: - The way

    /// A letter that was found, and the best sum that ends with it.
    private struct Step {
        let number: Int
        let place: Int
        let sum: Int
    }

    /// Returns the places that make up the best sum, first to last; none where there is none.
    package mutating func way(_ bytes: [UInt8], _ bonuses: [UInt8], in range: Range<Int>) -> [Int] {
        let steps = steps(bytes, bonuses, in: range)
        let ends = steps.filter { $0.number == word.count - 1 }
        guard var step = ends.max(by: { $0.sum < $1.sum }) else { return [] }
        var way = [step.place]
        while step.number > 0 {
            let before = steps.last { earlier in
                earlier.number == step.number - 1
                    && Self.sum(behind: earlier, at: step.place, Int(bonuses[step.place])) == step.sum
            }
            guard let before else { return [] }
            way.append(before.place)
            step = before
        }
        return way.reversed()
    }

    private mutating func steps(_ bytes: [UInt8], _ bonuses: [UInt8], in range: Range<Int>) -> [Step] {
        begin()
        var steps: [Step] = []
        for place in range {
            var number = Int(lastOf[Int(bytes[place])])
            while number > 0 {
                let sum = sum(of: number - 1, at: place, Int(bonuses[place]))
                if sum > Self.none / 2 {
                    note(number - 1, at: place, sum)
                    steps.append(Step(number: number - 1, place: place, sum: sum))
                }
                number = Int(sameBefore[number - 1])
            }
        }
        return steps
    }

    /// Returns the sum of a step; nil where the letter is before the earlier one.
    private static func sum(behind earlier: Step, at place: Int, _ bonus: Int) -> Int? {
        guard earlier.place < place else { return nil }
        return earlier.place == place - 1
            ? earlier.sum + max(bonus, neighbour) + letter
            : earlier.sum - gap - (place - earlier.place - 1) + bonus + letter
    }
}

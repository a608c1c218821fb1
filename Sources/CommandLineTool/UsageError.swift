/// A command line that cannot be understood, or that names what is not there.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    public var what: String
    /// The next thing to try.
    public var advice: String
    /// How the program ends with it.
    public var status: ExitStatus

    public init(_ what: String, advice: String, status: ExitStatus = .usage) {
        self.what = what
        self.advice = advice
        self.status = status
    }

    /// One line: "unknown option --jsno; did you mean --json?"
    public var description: String { "\(what); \(advice)" }
}

/// The word of a list that was probably meant.
enum NearestWord {
    /// Nil when none is near: at most a third of the letters may be wrong.
    static func find(_ word: String, among words: [String]) -> String? {
        let ranked = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.count / 3) ? best.word : nil
    }

    /// Letters to add, remove, replace, or swap with their neighbour (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = rows[row][column] + (left[row] == right[column] ? 0 : 1)
                var best = min(replaced, rows[row][column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[left.count][right.count]
    }
}

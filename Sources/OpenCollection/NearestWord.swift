/// The word of a list that was probably meant.
public enum NearestWord {
    /// Nil when none is near: at most a third of the letters may be wrong.
    public static func find(_ word: String, among words: [String]) -> String? {
        // Lengths alone rule most words out; a key as long as a file would take its time.
        let words = words.filter { abs($0.count - word.count) <= max(1, $0.count / 3) }
        let ranked = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let isNear = best.distance <= max(1, best.word.count / 3) && best.distance < best.word.count
        return isNear ? best.word : nil
    }

    /// Letters to add, remove, replace, or swap with their neighbour (optimal string alignment).
    public static func distance(_ left: String, _ right: String) -> Int {
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

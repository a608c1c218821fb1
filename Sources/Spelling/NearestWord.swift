/// Finds the word of a list that was probably meant.
public enum NearestWord {
    /// Returns the nearest word; nil if none is near: at most a third of the letters may be wrong.
    public static func find(_ word: String, among words: [String]) -> String? {
        let ranked = words.compactMap { other in nearDistance(word, to: other).map { (word: other, distance: $0) } }
        return ranked.min { $0.distance < $1.distance }?.word
    }

    /// Whether a word may have been meant by another: at most a third of its letters are wrong, and not all of them.
    ///
    /// - Parameters:
    ///   - word: The word as it was typed.
    ///   - other: The word that may have been meant.
    public static func isNear(_ word: String, to other: String) -> Bool { nearDistance(word, to: other) != nil }

    private static func nearDistance(_ word: String, to other: String) -> Int? {
        let most = max(1, other.count / 3)
        // Most words are excluded by their length alone; comparing a key as long as a file would take too long.
        guard abs(other.count - word.count) <= most else { return nil }
        let distance = distance(word, other)
        return distance <= most && distance < other.count ? distance : nil
    }

    /// Returns the number of letters to add, remove, replace, or swap with their neighbour (optimal string alignment).
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

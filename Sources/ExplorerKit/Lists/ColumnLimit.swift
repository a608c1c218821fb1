/// The width that a column of a list may have where there is no room for all.
package struct ColumnLimit {
    /// Columns between two of them.
    package static let gap = 2

    private enum Whole { case all, rest }

    /// The order in which columns get their room: lower ranks first.
    private let rank: Int
    private let part: (Int, of: Int)
    private let whole: Whole
    private var takesWhatIsLeft = false

    /// Returns a part of the room that there is for all of them.
    package static func share(_ part: Int, of all: Int, rank: Int) -> Self {
        Self(rank: rank, part: (part, all), whole: .all)
    }
    /// Returns a part of the columns that those before it left; by default all of them.
    package static func rest(_ part: Int = 1, of rest: Int = 1, rank: Int) -> Self {
        Self(rank: rank, part: (part, rest), whole: .rest)
    }
    /// Returns a part of the columns that those before it left, and in the end also the columns that no other needed.
    package static func growing(_ part: Int, of rest: Int, rank: Int) -> Self {
        Self(rank: rank, part: (part, rest), whole: .rest, takesWhatIsLeft: true)
    }

    /// - Parameters:
    ///   - widest: The columns that each would need.
    ///   - columns: The columns that there are for all of them, with the gaps.
    package static func widths(_ limits: [Self], widest: [Int], in columns: Int) -> [Int] {
        let all = max(0, columns - gap * (limits.count - 1))
        var left = all
        var widths = widest
        for index in limits.indices.sorted(by: { limits[$0].rank < limits[$1].rank }) {
            let (limit, part) = (limits[index], limits[index].part)
            widths[index] = max(0, min(widest[index], left, (limit.whole == .all ? all : left) * part.0 / part.of))
            left -= widths[index]
        }
        for (index, limit) in limits.enumerated() where limit.takesWhatIsLeft { widths[index] += left }
        return widths
    }
}

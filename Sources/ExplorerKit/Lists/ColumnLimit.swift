/// How wide a column of a list may be, where there is no room for all.
package struct ColumnLimit {
    /// Columns between two of them.
    package static let gap = 2

    private enum Whole { case all, rest }

    /// Those of a lower rank get their room first.
    private let rank: Int
    private let part: (Int, of: Int)
    private let whole: Whole
    private var takesWhatIsLeft = false

    /// A part of the room that there is for all of them.
    package static func share(_ part: Int, of all: Int, rank: Int) -> Self {
        Self(rank: rank, part: (part, all), whole: .all)
    }
    /// A part of what those before it left; by default all of it.
    package static func rest(_ part: Int = 1, of rest: Int = 1, rank: Int) -> Self {
        Self(rank: rank, part: (part, rest), whole: .rest)
    }
    /// A part of what those before it left, and in the end also what nobody needed.
    package static func growing(_ part: Int, of rest: Int, rank: Int) -> Self {
        Self(rank: rank, part: (part, rest), whole: .rest, takesWhatIsLeft: true)
    }

    /// - Parameters:
    ///   - widest: what each would need.
    ///   - columns: what there is for all of them, with the gaps.
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

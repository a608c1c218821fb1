public import Foundation

/// When which bytes of a body arrived: marks that stay few, however long it grows.
///
/// Pieces that arrive within a millisecond share a mark. The newest ``exact`` marks are kept as they are; when there are half as many older
/// ones again, each two of those become one, so that the further back, the coarser the times are. At most ``most`` marks are kept.
public struct ArrivalMarks: Sendable, Hashable {
    public struct Mark: Sendable, Hashable {
        /// Of the first byte, in bytes.
        public var offset: Int
        /// Wall clock, when the first of the pieces arrived.
        public var time: Date
        /// How many pieces it stands for.
        public var pieces: Int
    }
    /// As many of the newest as are never merged with another.
    public static let exact = 4_096
    /// Most marks that are kept.
    public static let most = exact + exact / 2

    public private(set) var marks: [Mark] = []
    /// The longest time that passed between two pieces; what comes at once comes from a file, what pauses is worth watching.
    public private(set) var longestPause: TimeInterval = 0
    private var lastTime: Date?

    public init() {}

    /// - Parameter offset: where the piece begins, never before the last one.
    public mutating func note(offset: Int, at time: Date) {
        if let lastTime { longestPause = max(longestPause, time.timeIntervalSince(lastTime)) }
        lastTime = time
        if let last = marks.last, time.timeIntervalSince(last.time) < 0.001 {
            marks[marks.count - 1].pieces += 1
            return
        }
        marks.append(Mark(offset: offset, time: time, pieces: 1))
        if marks.count > Self.most { mergeOldest() }
    }

    /// Each two of those that need not be exact become one.
    private mutating func mergeOldest() {
        let old = marks.count - Self.exact
        var merged: [Mark] = []
        for index in stride(from: 0, to: old, by: 2) {
            var mark = marks[index]
            if index + 1 < old { mark.pieces += marks[index + 1].pieces }
            merged.append(mark)
        }
        marks.replaceSubrange(0..<old, with: merged)
    }

    /// The index of the mark that a byte belongs to; nil without one.
    public func index(of offset: Int) -> Int? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// When a byte arrived, as exactly as it is known; nil where nobody marked it.
    public func time(of offset: Int) -> Date? { index(of: offset).map { marks[$0].time } }

    /// The bytes of a mark in a body of so many.
    public func range(at index: Int, count: Int) -> Range<Int> {
        let end = index + 1 < marks.count ? marks[index + 1].offset : count
        return marks[index].offset..<max(marks[index].offset, end)
    }
}

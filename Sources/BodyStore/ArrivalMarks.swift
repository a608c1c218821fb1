public import Foundation

/// The arrival times of a body's bytes: marks whose number stays small, however long the body grows.
///
/// Pieces that arrive within a millisecond share a mark, unless the clock was set back between them. The newest ``exact`` marks are kept as they
/// are; when half as many older ones have accumulated, each two of those become one, so that older times are coarser. At most ``most`` marks
/// are kept.
public struct ArrivalMarks: Sendable, Hashable {
    public struct Mark: Sendable, Hashable {
        /// The offset of the first byte, in bytes.
        public var offset: Int
        /// The wall-clock time when the first of the pieces arrived.
        public var time: Date
        /// The number of pieces that share the mark.
        public var pieces: Int
    }
    /// The number of newest marks that are never merged.
    public static let exact = 4_096
    /// The most marks that are kept.
    public static let most = exact + exact / 2

    public private(set) var marks: [Mark] = []
    /// The longest pause between two pieces, in seconds; a body from a file has none.
    public private(set) var longestPause: TimeInterval = 0
    private var lastTime: Date?

    public init() {}

    /// - Parameter offset: The offset of the piece in bytes, never before the last one.
    public mutating func note(offset: Int, at time: Date) {
        if let lastTime { longestPause = max(longestPause, time.timeIntervalSince(lastTime)) }
        lastTime = time
        if let last = marks.last, (0..<0.001).contains(time.timeIntervalSince(last.time)) {
            marks[marks.count - 1].pieces += 1
            return
        }
        marks.append(Mark(offset: offset, time: time, pieces: 1))
        if marks.count > Self.most { mergeOldest() }
    }

    /// Merges each two of the marks that need not be exact.
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

    /// Returns the index of the mark that a byte belongs to; nil without one.
    public func index(of offset: Int) -> Int? {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Returns the time when a byte arrived, as exactly as it is known; nil if it is not known.
    public func time(of offset: Int) -> Date? { index(of: offset).map { marks[$0].time } }

    /// Returns the range of a mark's bytes in a body of `count` bytes.
    public func range(at index: Int, count: Int) -> Range<Int> {
        let end = index + 1 < marks.count ? marks[index + 1].offset : count
        return marks[index].offset..<max(marks[index].offset, end)
    }
}

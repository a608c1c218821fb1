/// Times from the shortest to the longest, in runs that stay short: an insertion moves few of them, however many there are.
struct SortedTimes: Sendable {
    /// The runs; none is empty, and none begins with less than the one before it ends with.
    private var runs: [[Duration]] = []
    private(set) var count = 0

    /// The most times of a run; a longer one is split.
    private static let longestRun = 512

    var first: Duration? { runs.first?.first }
    var last: Duration? { runs.last?.last }

    mutating func insert(_ time: Duration) {
        count += 1
        guard !runs.isEmpty else {
            runs = [[time]]
            return
        }
        // The last run that begins with a time that is not longer.
        let index = max(0, runs.firstIndex(sortedBy: { $0[0] > time }) - 1)
        runs[index].insert(time, at: runs[index].firstIndex(sortedBy: { $0 > time }))
        guard runs[index].count > Self.longestRun else { return }
        let half = Self.longestRun / 2
        runs.insert(Array(runs[index][half...]), at: index + 1)
        runs[index].removeLast(runs[index].count - half)
    }

    /// Returns the same as ``Swift/Array/nearestRank(_:)``.
    func nearestRank(_ percent: Int) -> Duration? {
        guard count > 0 else { return nil }
        var place = count.nearestRank(percent)
        for run in runs {
            if place < run.count { return run[place] }
            place -= run.count
        }
        return nil
    }
}

// Only the times are compared: the borders of runs depend on the order of insertions.
extension SortedTimes: Hashable {
    static func == (one: SortedTimes, other: SortedTimes) -> Bool {
        one.count == other.count && one.runs.joined().elementsEqual(other.runs.joined())
    }

    func hash(into hasher: inout Hasher) {
        for time in runs.joined() { hasher.combine(time) }
    }
}

extension Array {
    /// Returns the first place from which on a test holds; it fails for all values before.
    fileprivate func firstIndex(sortedBy test: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

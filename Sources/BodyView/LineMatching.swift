/// Which lines of two texts are the same, by their fingerprints: those that both have in the same order.
///
/// What both have in front and behind is matched first; then lines that each has once, in the longest order that both share
/// ("patience"), and what surrounds them; at last, in what is left between, a longest common subsequence where that is small.
struct LineMatching {
    /// Products of lines up to which each line is compared with each: at once where that is cheap, else where nothing else helps.
    private static let smallTable = 1 << 14
    private static let largestTable = 1 << 18
    /// Old lines among which the next match is looked for, when there are too many for a table.
    private static let reach = 1024

    private let old: [UInt64]
    private let new: [UInt64]
    /// Of each new line, whether the old text has it at its place.
    private(set) var isMatched: [Bool]
    /// Old lines without a match, before this new line.
    private(set) var removedBefore: Set<Int> = []

    init(old: [UInt64], new: [UInt64]) {
        (self.old, self.new) = (old, new)
        isMatched = Array(repeating: false, count: new.count)
        var gaps = [Gap(old: old.indices, new: new.indices, depth: 0)]
        while let gap = gaps.popLast() { gaps += match(gap) }
    }

    private struct Gap {
        var old: Range<Int>
        var new: Range<Int>
        /// How often it was divided. Texts made for it could be so without end.
        var depth: Int
    }

    private static let maximumDepth = 64

    /// Matches what it can, and gives what lies between, to be matched in turn.
    private mutating func match(_ whole: Gap) -> [Gap] {
        let gap = trimmed(whole)
        guard !gap.new.isEmpty else {
            if !gap.old.isEmpty { removedBefore.insert(gap.new.lowerBound) }
            return []
        }
        guard !gap.old.isEmpty else { return [] }
        if gap.old.count * gap.new.count <= Self.smallTable {
            matchByTable(gap)
            return []
        }
        let anchors = gap.depth < Self.maximumDepth ? anchors(in: gap) : []
        if !anchors.isEmpty { return between(anchors, in: gap) }
        if gap.old.count * gap.new.count <= Self.largestTable { matchByTable(gap) } else { matchNext(gap) }
        return []
    }

    /// Without the lines that both begin and end with.
    private mutating func trimmed(_ gap: Gap) -> Gap {
        var (low, high) = ((gap.old.lowerBound, gap.new.lowerBound), (gap.old.upperBound, gap.new.upperBound))
        while low.0 < high.0, low.1 < high.1, old[low.0] == new[low.1] {
            isMatched[low.1] = true
            low = (low.0 + 1, low.1 + 1)
        }
        while low.0 < high.0, low.1 < high.1, old[high.0 - 1] == new[high.1 - 1] {
            isMatched[high.1 - 1] = true
            high = (high.0 - 1, high.1 - 1)
        }
        return Gap(old: low.0..<high.0, new: low.1..<high.1, depth: gap.depth)
    }

    private func between(_ anchors: [(old: Int, new: Int)], in gap: Gap) -> [Gap] {
        var gaps: [Gap] = []
        var start = (gap.old.lowerBound, gap.new.lowerBound)
        for anchor in anchors {
            // The anchor itself begins the next gap, or ends this one: trimming matches it.
            gaps.append(
                Gap(old: start.0..<anchor.old + 1, new: start.1..<anchor.new + 1, depth: gap.depth + 1))
            start = (anchor.old + 1, anchor.new + 1)
        }
        gaps.append(
            Gap(old: start.0..<gap.old.upperBound, new: start.1..<gap.new.upperBound, depth: gap.depth + 1))
        return gaps
    }

    // MARK: - Lines that each has once

    /// In the longest order that both share.
    private func anchors(in gap: Gap) -> [(old: Int, new: Int)] {
        let places = onceIn(old, gap.old)
        let pairs = onceIn(new, gap.new).compactMap { print, place in places[print].map { (old: $0, new: place) } }
        return Self.longestIncreasing(pairs.sorted { $0.new < $1.new })
    }

    private func onceIn(_ prints: [UInt64], _ range: Range<Int>) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        for index in range { places[prints[index], default: index] = places[prints[index]] == nil ? index : -1 }
        return places.filter { $0.value >= 0 }
    }

    /// By patience sorting.
    private static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        /// Of each pile the pair on top; of each pair the one before it.
        var tops: [Int] = []
        var previous = Array(repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tops[low - 1] : -1
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var chain: [(old: Int, new: Int)] = []
        var index = tops.last ?? -1
        while index >= 0 {
            chain.append(pairs[index])
            index = previous[index]
        }
        return chain.reversed()
    }

    // MARK: - What is left

    /// A longest common subsequence.
    private mutating func matchByTable(_ gap: Gap) {
        let (rows, columns) = (gap.old.count, gap.new.count)
        var lengths = Array(repeating: Int32(0), count: (rows + 1) * (columns + 1))
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let isSame = old[gap.old.lowerBound + row] == new[gap.new.lowerBound + column]
                let (below, right) = ((row + 1) * (columns + 1) + column, row * (columns + 1) + column + 1)
                lengths[row * (columns + 1) + column] =
                    isSame ? lengths[below + 1] + 1 : max(lengths[below], lengths[right])
            }
        }
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let place = gap.new.lowerBound + column
            if old[gap.old.lowerBound + row] == new[place] {
                isMatched[place] = true
                (row, column) = (row + 1, column + 1)
            } else if lengths[(row + 1) * (columns + 1) + column] >= lengths[row * (columns + 1) + column + 1] {
                removedBefore.insert(place)
                row += 1
            } else {
                column += 1
            }
        }
        if row < rows { removedBefore.insert(gap.new.lowerBound + column) }
    }

    /// Too much for a table: each line is matched with the next one like it, unless that is far off.
    private mutating func matchNext(_ gap: Gap) {
        var places: [UInt64: [Int]] = [:]
        for index in gap.old { places[old[index], default: []].append(index) }
        var cursor = gap.old.lowerBound
        for index in gap.new {
            guard let place = Self.first(in: places[new[index]] ?? [], from: cursor), place - cursor < Self.reach else {
                continue
            }
            isMatched[index] = true
            if place > cursor { removedBefore.insert(index) }
            cursor = place + 1
        }
        if cursor < gap.old.upperBound { removedBefore.insert(gap.new.upperBound) }
    }

    private static func first(in places: [Int], from start: Int) -> Int? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < places.count ? places[low] : nil
    }
}

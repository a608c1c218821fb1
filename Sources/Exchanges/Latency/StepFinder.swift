import Foundation

/// Finds where the level of measured values changes, whatever else they do.
///
/// Ranks are compared, not values, so that a few responses that took ten times as long count only as slow. Windows of all lengths, each
/// overlapping the next by half, are searched for the place where the ranks before and after differ most (the largest standardised
/// Mann-Whitney statistic), and tested for whether that may be chance. The shortest of the significant windows is cut first: it holds one step
/// and little else; windows that contain a cut are left out from then on. Then cuts with too small a difference are removed, the smallest
/// first, and each remaining cut moves to the best place between its neighbours.
///
/// - Source: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the other", 1947;
///   B. James, K. L. James and D. Siegmund, "Tests for a change-point", 1987, for the chance of the largest of many; R. Baranowski, Y. Chen and
///   P. Fryzlewicz, "Narrowest-over-threshold detection of multiple change points and change-point-like features", 2019; S. Kovács, P. Bühlmann,
///   H. Li and A. Munk, "Seeded binary segmentation", 2023, for the windows.
struct StepFinder {
    /// The fewest values of a stretch.
    var shortest = 8
    /// The highest chance of finding a step in values without any.
    var chance = 0.002
    /// The smallest difference between the medians of two neighbours, as a share of the lower one.
    var leastShare = 0.2
    /// The smallest difference between the medians of two neighbours, in the unit of the values.
    var leastDifference = 0.0
    /// The smallest share of pairs, one value before and one after, that differ in the step's direction.
    var leastAgreement = 0.75
    /// The most values that are examined; more are first reduced to the medians of equal blocks.
    var mostValues = 8_000

    /// Returns the places where another level begins: indices of values, in order.
    func steps(in values: [Double]) -> [Int] {
        let size = max(1, (values.count + mostValues - 1) / mostValues)
        guard size > 1 else { return placed(joined(cuts(of: values), values), values) }
        let blocks = stride(from: 0, to: values.count, by: size).map { first in
            values[first..<min(first + size, values.count)].sorted().median
        }
        let found = placed(joined(cuts(of: blocks), blocks), blocks)
        let bounds = [0] + found + [blocks.count]
        return found.enumerated().map { index, block in
            let before = blocks[bounds[index]..<block].sorted().median
            let behind = blocks[block..<bounds[index + 2]].sorted().median
            return border(in: values, (block - 1) * size..<min((block + 1) * size, values.count), before, behind)
        }
    }

    /// Returns the place in a range where the values change from one level to the other.
    private func border(in values: [Double], _ range: Range<Int>, _ before: Double, _ behind: Double) -> Int {
        var best = (index: range.lowerBound, sum: 0.0)
        var sum = 0.0
        for index in range {
            sum += abs(values[index] - before) - abs(values[index] - behind)
            if sum < best.sum { best = (index + 1, sum) }
        }
        return min(best.index, values.count - 1)
    }

    // MARK: Cutting

    private func cuts(of values: [Double]) -> [Int] {
        var found = levels(of: values.count).flatMap { windows, chance in
            windows.compactMap { window -> (window: Range<Int>, place: Int)? in
                guard let best = place(in: values, window), !isChance(best.size, among: window.count, below: chance)
                else { return nil }
                return (window, best.place)
            }
        }
        found.sort { ($0.window.count, $0.place) < ($1.window.count, $1.place) }
        var cuts: [Int] = []
        for (window, place) in found where !cuts.contains(where: { window.lowerBound < $0 && $0 < window.upperBound }) {
            cuts.append(place)
        }
        return cuts.sorted()
    }

    /// Returns windows of each length, and the acceptable chance of a false cut in each of them.
    private func levels(of count: Int) -> [(windows: [Range<Int>], chance: Double)] {
        var lengths: [Int] = []
        var length = count
        while length >= 2 * shortest {
            lengths.append(length)
            length /= 2
        }
        return lengths.map { length in
            let firsts = stride(from: 0, to: count - length, by: max(1, length / 2)) + [count - length]
            let windows = firsts.map { $0..<$0 + length }
            return (windows, chance / Double(lengths.count * windows.count))
        }
    }

    /// Returns the place in a range where the ranks before and after differ most, and by how many standard deviations.
    private func place(in values: [Double], _ range: Range<Int>) -> (place: Int, size: Double)? {
        let count = range.count
        guard count >= 2 * shortest else { return nil }
        let (ranks, ties) = Self.ranks(of: values[range])
        let total = Double(count)
        let spread = (total + 1 - ties / (total * (total - 1))) / 12
        guard spread > 1e-9 else { return nil }
        var best = (place: 0, size: 0.0)
        var sum = 0.0
        for place in 1...count - shortest {
            sum += ranks[place - 1]
            guard place >= shortest else { continue }
            let before = Double(place)
            let behind = total - before
            let size = abs(sum - before * (total + 1) / 2) / (before * behind * spread).squareRoot()
            if size > best.size { best = (range.lowerBound + place, size) }
        }
        return best
    }

    /// Whether the largest of all differences may well be as large as this without any step.
    private func isChance(_ size: Double, among count: Int, below chance: Double) -> Bool {
        let edge = Double(shortest) / Double(count)
        let places = 2 * log((1 - edge) / edge)
        let density = exp(-size * size / 2) / (2 * Double.pi).squareRoot()
        return places * size * density + erfc(size / 2.0.squareRoot()) > chance
    }

    /// Returns the rank of each value, equal ones sharing theirs, and the sum of t³ - t over groups of t equal ones.
    private static func ranks(of values: ArraySlice<Double>) -> (ranks: [Double], ties: Double) {
        let order = values.enumerated().sorted { $0.element < $1.element }
        var ranks = Array(repeating: 0.0, count: values.count)
        var ties = 0.0
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, order[last + 1].element == order[first].element { last += 1 }
            for place in first...last { ranks[order[place].offset] = Double(first + last) / 2 + 1 }
            let equal = Double(last - first + 1)
            ties += equal * equal * equal - equal
            first = last + 1
        }
        return (ranks, ties)
    }

    /// Returns each cut moved to the best place between the cuts before and after it.
    private func placed(_ cuts: [Int], _ values: [Double]) -> [Int] {
        var cuts = cuts
        for index in cuts.indices {
            let first = index > 0 ? cuts[index - 1] : 0
            let last = index + 1 < cuts.count ? cuts[index + 1] : values.count
            if let best = place(in: values, first..<last) { cuts[index] = best.place }
        }
        return cuts
    }

    // MARK: Joining

    /// Returns the cuts without those whose sides differ by too little.
    private func joined(_ cuts: [Int], _ values: [Double]) -> [Int] {
        var cuts = cuts
        let bounds = [0] + cuts + [values.count]
        var parts = bounds.indices.dropLast().map { values[bounds[$0]..<bounds[$0 + 1]].sorted() }
        var sizes = cuts.indices.map { size(parts[$0], parts[$0 + 1]) }
        while let least = sizes.indices.min(by: { sizes[$0] < sizes[$1] }), sizes[least] < 1 {
            parts[least] = (parts[least] + parts[least + 1]).sorted()
            parts.remove(at: least + 1)
            cuts.remove(at: least)
            sizes.remove(at: least)
            for index in [least - 1, least] where sizes.indices.contains(index) {
                sizes[index] = size(parts[index], parts[index + 1])
            }
        }
        return cuts
    }

    /// Returns the size of a step in relation to the smallest that counts: below 1 it is not a step.
    private func size(_ before: [Double], _ behind: [Double]) -> Double {
        let difference = abs(behind.median - before.median)
        let least = max(min(before.median, behind.median) * leastShare, leastDifference)
        let share = least > 0 ? difference / least : (difference > 0 ? .infinity : 0)
        let larger = Self.share(of: behind, over: before)
        return min(share, max(larger, 1 - larger) / leastAgreement)
    }

    /// Returns the share of all pairs that have the larger value on the left; equal ones count half. Both are sorted.
    private static func share(of left: [Double], over right: [Double]) -> Double {
        var (below, upTo, sum) = (0, 0, 0)
        for value in left {
            while below < right.count, right[below] < value { below += 1 }
            while upTo < right.count, right[upTo] <= value { upTo += 1 }
            sum += below + upTo
        }
        return Double(sum) / Double(2 * left.count * right.count)
    }
}

extension [Double] {
    /// The middle of sorted values, the lower one of two; 0 without any.
    fileprivate var median: Double { isEmpty ? 0 : self[(count - 1) / 2] }
}

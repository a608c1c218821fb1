import Foundation

/// Finds where the level of measured values changes, whatever else they do.
///
/// Ranks are compared, not values, so that a few answers that took ten times as long say no more than that they were slow. A stretch is cut
/// where the ranks before and behind differ most (the largest standardised Mann-Whitney statistic over all cuts), if chance would
/// hardly do that, and each part is looked at in the same way. Then what is cut for too little is joined again, the least of
/// it first: so a bump in the middle is found, which alone does not move the whole enough.
///
/// - Source: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the other", 1947;
///   B. James, K. L. James and D. Siegmund, "Tests for a change-point", 1987, for the chance of the largest of many.
struct StepFinder {
    /// Fewest values of a stretch.
    var shortest = 8
    /// How often values without any step may be cut all the same.
    var chance = 0.002
    /// By how much of the lower median two neighbours differ at least.
    var leastShare = 0.2
    /// And by how much of what is measured.
    var leastDifference = 0.0
    /// How many pairs of one value before and one behind differ in the step's direction, at least.
    var leastAgreement = 0.75
    /// More values are put together, so many at a time that there are no more than these.
    var mostValues = 20_000

    /// Where other levels begin: indices of values, in order.
    func steps(in values: [Double]) -> [Int] {
        let size = max(1, (values.count + mostValues - 1) / mostValues)
        guard size > 1 else { return joined(cuts(of: values), values) }
        let blocks = stride(from: 0, to: values.count, by: size).map { first in
            values[first..<min(first + size, values.count)].sorted().median
        }
        let found = joined(cuts(of: blocks), blocks)
        let bounds = [0] + found + [blocks.count]
        return found.enumerated().map { index, block in
            let before = blocks[bounds[index]..<block].sorted().median
            let behind = blocks[block..<bounds[index + 2]].sorted().median
            return place(in: values, (block - 1) * size..<min((block + 1) * size, values.count), before, behind)
        }
    }

    /// Where in a range the values leave one level for the other.
    private func place(in values: [Double], _ range: Range<Int>, _ before: Double, _ behind: Double) -> Int {
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
        var cuts: [Int] = []
        var waiting = [0..<values.count]
        while let range = waiting.popLast() {
            guard let cut = cut(values, range) else { continue }
            cuts.append(cut)
            waiting += [range.lowerBound..<cut, cut..<range.upperBound]
        }
        return cuts.sorted()
    }

    /// The place where the ranks before and behind differ most; nil when that may well be chance.
    private func cut(_ values: [Double], _ range: Range<Int>) -> Int? {
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
            if size > best.size { best = (place, size) }
        }
        return isChance(best.size, among: count) ? nil : range.lowerBound + best.place
    }

    /// Whether the largest of all cuts may well be as large as this without any step.
    private func isChance(_ size: Double, among count: Int) -> Bool {
        let edge = Double(shortest) / Double(count)
        let places = 2 * log((1 - edge) / edge)
        let density = exp(-size * size / 2) / (2 * Double.pi).squareRoot()
        return places * size * density + erfc(size / 2.0.squareRoot()) > chance
    }

    /// The rank of each value, equal ones sharing theirs, and the sum of t³ - t over groups of t equal ones.
    private static func ranks(of values: ArraySlice<Double>) -> (ranks: [Double], ties: Double) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = Array(repeating: 0.0, count: values.count)
        var ties = 0.0
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
            for place in first...last { ranks[order[place] - values.startIndex] = Double(first + last) / 2 + 1 }
            let equal = Double(last - first + 1)
            ties += equal * equal * equal - equal
            first = last + 1
        }
        return (ranks, ties)
    }

    // MARK: Joining

    /// Without the cuts whose sides differ by too little.
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

    /// How large a step is, as a part of the least that counts: below 1 it is none.
    private func size(_ before: [Double], _ behind: [Double]) -> Double {
        let difference = abs(behind.median - before.median)
        let least = max(min(before.median, behind.median) * leastShare, leastDifference)
        let share = least > 0 ? difference / least : (difference > 0 ? .infinity : 0)
        let larger = Self.share(of: behind, over: before)
        return min(share, max(larger, 1 - larger) / leastAgreement)
    }

    /// Of all pairs, how many have the larger value on the left; equal ones count half. Both are sorted.
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
    /// The middle of sorted values, of an even number the lower one of the two; 0 without any.
    fileprivate var median: Double { isEmpty ? 0 : self[(count - 1) / 2] }
}

/// The places of two JSON bodies' differences: the one at a place is found without looking at all of them.
public struct JSONDifferencePlaces: Sendable {
    private let old: Side
    private let new: Side

    /// Creates the places; takes a moment for many differences.
    public init(_ differences: JSONDifferences) {
        func places(_ place: KeyPath<JSONDifferences.Entry, Range<Int>>, without kind: JSONDifference.Kind) -> Side {
            Side(
                differences.entries.indices.lazy
                    .filter { differences.entries[$0].kind != kind }
                    .map { (range: differences.entries[$0][keyPath: place], index: $0) })
        }
        old = places(\.oldPlace, without: .added)
        new = places(\.newPlace, without: .removed)
    }

    /// Returns the first difference that overlaps one of two ranges; nil if there is none.
    ///
    /// - Parameters:
    ///   - old: The bytes of the old body.
    ///   - new: The bytes of the new one.
    public func first(inOld old: Range<Int>?, inNew new: Range<Int>?) -> Int? {
        [old.flatMap(self.old.first), new.flatMap(self.new.first)].compactMap { $0 }.min()
    }

    private struct Side {
        /// The places, sorted by their start.
        private let places: [(range: Range<Int>, index: Int)]
        /// The largest end of the places up to each of them.
        private var reaches: [Int] = []

        init(_ places: some Sequence<(range: Range<Int>, index: Int)>) {
            self.places = places.sorted { $0.range.lowerBound < $1.range.lowerBound }
            reaches.reserveCapacity(self.places.count)
            for place in self.places { reaches.append(max(reaches.last ?? 0, place.range.upperBound)) }
        }

        func first(in range: Range<Int>) -> Int? {
            var first: Int?
            var place = end(before: range.upperBound)
            while place > 0, reaches[place - 1] > range.lowerBound {
                place -= 1
                guard places[place].range.overlaps(range) else { continue }
                first = min(first ?? .max, places[place].index)
            }
            return first
        }

        /// Returns the number of places that begin before a byte.
        private func end(before byte: Int) -> Int {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle].range.lowerBound < byte { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}

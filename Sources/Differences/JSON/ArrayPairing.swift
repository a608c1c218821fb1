import BodyView

/// The pairs of corresponding elements of an old and a new array.
struct ArrayPairing {
    /// The old element that each new one is compared with; -1 if it is added.
    private(set) var partners: [Int32]
    /// The new elements that were moved.
    private(set) var moved: Set<Int> = []
    private let old: [JSONChild]
    private let new: [JSONChild]

    /// The product of element counts up to which each is compared with each for likeness.
    private static let likenessTable = 1 << 11

    private init(_ old: [JSONChild], _ new: [JSONChild]) {
        (self.old, self.new) = (old, new)
        partners = Array(repeating: -1, count: new.count)
    }

    static func byPosition(_ old: [JSONChild], _ new: [JSONChild]) -> ArrayPairing {
        var pairing = ArrayPairing(old, new)
        for index in 0..<min(old.count, new.count) { pairing.partners[index] = Int32(index) }
        return pairing
    }

    /// Pairs elements by the value of a member; equal ones, and those without the member, in their order.
    static func byKey(
        _ old: [JSONChild], _ new: [JSONChild], _ keyOf: (JSONChild, DifferenceSide) -> UInt64?
    ) -> ArrayPairing {
        var pairing = ArrayPairing(old, new)
        var places: [UInt64?: [Int32]] = [:]
        for index in old.indices.reversed() { places[keyOf(old[index], .old), default: []].append(Int32(index)) }
        for index in new.indices {
            pairing.partners[index] = places[keyOf(new[index], .new)]?.popLast() ?? -1
        }
        return pairing
    }

    /// Pairs elements by alignment; nil if cancelled.
    ///
    /// - Parameters:
    ///   - identity: Returns an identity for each element without an equal one; nil if nothing identifies them.
    ///   - likeness: Returns the number of common features of two elements; 0 for none.
    static func byAlignment(
        _ old: [JSONChild], _ new: [JSONChild],
        identity: ([JSONChild], [JSONChild]) -> (old: [UInt64], new: [UInt64])?,
        likeness: (Int, Int) -> Int, isCancelled: () -> Bool
    ) -> ArrayPairing? {
        var pairing = ArrayPairing(old, new)
        guard pairing.align(isCancelled) else { return nil }
        pairing.findMoved()
        let gaps = pairing.gaps().filter { $0.old.count * $0.new.count > 1 }
        if let identity = identity(gaps.flatMap { $0.old.map { old[$0] } }, gaps.flatMap { $0.new.map { new[$0] } }) {
            pairing.pair(gaps, by: identity)
        }
        for gap in pairing.gaps() {
            if isCancelled() { return nil }
            pairing.pair(gap, likeness)
        }
        return pairing
    }

    /// Pairs equal elements, in their longest common order.
    private mutating func align(_ isCancelled: () -> Bool) -> Bool {
        let prints = (old.map(\.fingerprint.value), new.map(\.fingerprint.value))
        guard let matching = LineMatching(old: prints.0, new: prints.1, isCancelled) else { return false }
        partners = matching.partners
        return true
    }

    /// Returns the unpaired elements between pairs.
    private func gaps() -> [(old: [Int], new: [Int])] {
        var gaps: [(old: [Int], new: [Int])] = []
        let taken = takenOld()
        var cursor = 0
        var added: [Int] = []
        for index in new.indices.map({ $0 }) + [new.count] {
            let partner = index < new.count ? Int(partners[index]) : old.count
            if moved.contains(index) { continue }
            guard partner >= cursor else {
                if partner < 0 { added.append(index) }
                continue
            }
            let removed = (cursor..<partner).filter { !taken[$0] }
            if !removed.isEmpty, !added.isEmpty { gaps.append((removed, added)) }
            (cursor, added) = (partner + 1, [])
        }
        return gaps
    }

    private func takenOld() -> [Bool] {
        var taken = Array(repeating: false, count: old.count)
        for partner in partners where partner >= 0 { taken[Int(partner)] = true }
        return taken
    }

    /// Pairs elements with equal identities, in their longest common order.
    private mutating func pair(_ gaps: [(old: [Int], new: [Int])], by identity: (old: [UInt64], new: [UInt64])) {
        var (one, other) = (identity.old[...], identity.new[...])
        for gap in gaps {
            let prints = (Array(one.prefix(gap.old.count)), Array(other.prefix(gap.new.count)))
            (one, other) = (one.dropFirst(gap.old.count), other.dropFirst(gap.new.count))
            guard let matching = LineMatching(old: prints.0, new: prints.1, { false }) else { continue }
            for index in gap.new.indices where matching.partners[index] >= 0 {
                partners[gap.new[index]] = Int32(gap.old[Int(matching.partners[index])])
            }
        }
    }

    /// Pairs equal elements in another order.
    private mutating func findMoved() {
        var places: [UInt64: [Int32]] = [:]
        let taken = takenOld()
        guard partners.contains(-1) else { return }
        for index in old.indices.reversed() where !taken[index] {
            places[old[index].fingerprint.value, default: []].append(Int32(index))
        }
        guard !places.isEmpty else { return }
        for index in new.indices where partners[index] < 0 {
            guard let place = places[new[index].fingerprint.value]?.popLast() else { continue }
            partners[index] = place
            moved.insert(index)
        }
    }

    private mutating func pair(_ gap: (old: [Int], new: [Int]), _ likeness: (Int, Int) -> Int) {
        if gap.old.count == 1, gap.new.count == 1 { return pairInOrder(gap) }
        guard gap.old.count * gap.new.count <= Self.likenessTable else { return pairInOrder(gap) }
        pairByLikeness(gap, likeness)
    }

    private mutating func pairInOrder(_ gap: (old: [Int], new: [Int])) {
        for (one, other) in zip(gap.old, gap.new) { partners[other] = Int32(one) }
    }

    /// Pairs elements in the order with the most common features.
    private mutating func pairByLikeness(_ gap: (old: [Int], new: [Int]), _ likeness: (Int, Int) -> Int) {
        let (rows, columns) = (gap.old.count, gap.new.count)
        let scores = gap.old.map { one in gap.new.map { likeness(one, $0) } }
        var best = Array(repeating: Array(repeating: 0, count: columns + 1), count: rows + 1)
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let score = scores[row][column]
                let paired = score > 0 ? score + best[row + 1][column + 1] : 0
                best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
            }
        }
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let score = scores[row][column]
            if score > 0, best[row][column] == score + best[row + 1][column + 1] {
                partners[gap.new[column]] = Int32(gap.old[row])
                (row, column) = (row + 1, column + 1)
            } else if best[row][column] == best[row + 1][column] {
                row += 1
            } else {
                column += 1
            }
        }
    }
}

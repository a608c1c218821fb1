// Containers.
extension JSONComparing {
    /// Compares the parts of two containers; false if cancelled.
    mutating func open(_ one: JSONChild, _ other: JSONChild, _ node: Int, isObject: Bool) -> Bool {
        let parts = isObject ? members(one, other, node) : elements(one, other, node)
        guard let parts else { return false }
        if !parts.isEmpty { stack.append(Frame(node: node, parts: parts)) }
        return true
    }

    private mutating func members(_ one: JSONChild, _ other: JSONChild, _ node: Int) -> [Part]? {
        let before = Self.members(of: one, in: &old)
        let after = Self.members(of: other, in: &new)
        let partners = Self.partners(before, after)
        if Self.isOutOfOrder(partners) { note(.memberOrder, one, other, node) }
        return parts(before, after, partners, [], from: 0)
    }

    private static func members(of container: JSONChild, in side: inout JSONSide) -> [JSONChild] {
        var children = JSONChildren(of: container, in: side)
        var all: [JSONChild] = []
        while let child = children.next(in: &side) { all.append(child) }
        guard hasRepeats(all) else { return all }
        var seen: [UInt64: Int] = [:]
        for index in all.indices {
            all[index].occurrence = seen[all[index].key, default: 0]
            seen[all[index].key, default: 0] += 1
        }
        return all
    }

    /// Whether a name occurs twice. Most objects are small: a set takes longer than comparing each pair.
    private static func hasRepeats(_ members: [JSONChild]) -> Bool {
        guard members.count <= 16 else { return Set(members.map(\.key)).count < members.count }
        for (index, member) in members.enumerated() {
            for other in members[..<index] where other.key == member.key { return true }
        }
        return false
    }

    /// Returns pairs by name, equal names in their order.
    private static func partners(_ before: [JSONChild], _ after: [JSONChild]) -> [Int32] {
        if before.count == after.count, zip(before, after).allSatisfy({ $0.key == $1.key }) {
            return after.indices.map { Int32($0) }
        }
        func identity(_ child: JSONChild) -> UInt64 { child.key ^ UInt64(child.occurrence) &* Mixing.second }
        var places: [UInt64: Int32] = [:]
        for index in before.indices { places[identity(before[index])] = Int32(index) }
        return after.map { places[identity($0)] ?? -1 }
    }

    static func isOutOfOrder(_ partners: [Int32]) -> Bool {
        var last: Int32 = -1
        for partner in partners where partner >= 0 {
            if partner < last { return true }
            last = partner
        }
        return false
    }

    /// Returns the differences in the order of the new container; removed parts before the part that followed them.
    ///
    /// - Parameter start: The number of elements before these.
    func parts(
        _ before: [JSONChild], _ after: [JSONChild], _ partners: [Int32], _ moved: Set<Int>, from start: Int
    ) -> [Part] {
        var isKept = Array(repeating: false, count: before.count)
        for partner in partners where partner >= 0 { isKept[Int(partner)] = true }
        var parts: [Part] = []
        var cursor = 0
        func addRemoved(before end: Int) {
            while cursor < end {
                if !isKept[cursor] { parts.append(Part(old: before[cursor], oldIndex: start + cursor)) }
                cursor += 1
            }
        }
        for index in after.indices {
            let partner = Int(partners[index])
            guard partner >= 0 else {
                addRemoved(before: isKept[cursor...].firstIndex(of: true) ?? before.count)
                parts.append(Part(new: after[index], newIndex: start + index))
                continue
            }
            let isMoved = moved.contains(index)
            if !isMoved {
                addRemoved(before: partner)
                cursor = max(cursor, partner + 1)
            }
            guard isMoved || before[partner].fingerprint.spelling != after[index].fingerprint.spelling else { continue }
            parts.append(
                Part(
                    old: before[partner], new: after[index], oldIndex: start + partner, newIndex: start + index,
                    isMoved: isMoved))
        }
        addRemoved(before: before.count)
        return parts
    }
}

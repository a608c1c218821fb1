import BodyView

// Arrays.
extension JSONComparing {
    /// Compares the elements of two arrays; nil if cancelled.
    mutating func elements(_ one: JSONChild, _ other: JSONChild, _ node: Int) -> [Part]? {
        let matching = matching(of: node)
        var (oldWalk, newWalk) = (JSONChildren(of: one, in: old), JSONChildren(of: other, in: new))
        var start = 0
        var (before, after): ([JSONChild], [JSONChild]) = ([], [])
        // Equal elements at the start of both are skipped.
        while true {
            let (first, second) = (oldWalk.next(in: &old), newWalk.next(in: &new))
            if let first, let second, first.fingerprint == second.fingerprint {
                start += 1
                continue
            }
            if let first { before.append(first) }
            if let second { after.append(second) }
            break
        }
        guard collect(&oldWalk, &before, &old), collect(&newWalk, &after, &new) else {
            note(.tooLongToAlign, one, other, node)
            return inStep(one, other)
        }
        return pair(before, after, matching, from: start, one, other, node)
    }

    /// Collects the remaining elements; false if there are too many.
    private func collect(_ walk: inout JSONChildren, _ all: inout [JSONChild], _ side: inout JSONSide) -> Bool {
        while let child = walk.next(in: &side) {
            guard all.count < options.maximumAligned else { return false }
            all.append(child)
        }
        return true
    }

    private func matching(of node: Int) -> JSONComparisonOptions.ArrayMatching {
        guard !options.arrays.isEmpty else { return options.arrayMatching }
        let path = result.path(of: node, in: .new)
        return options.arrays.first { $0.path.matches(path) }?.matching ?? options.arrayMatching
    }

    private mutating func pair(
        _ before: [JSONChild], _ after: [JSONChild], _ matching: JSONComparisonOptions.ArrayMatching, from start: Int,
        _ one: JSONChild, _ other: JSONChild, _ node: Int
    ) -> [Part]? {
        switch matching {
        case .position:
            let pairing = ArrayPairing.byPosition(before, after)
            return parts(before, after, pairing.partners, [], from: start)
        case .key(let name):
            let key = old.fingerprinter.hash(ofName: name)
            let pairing = ArrayPairing.byKey(before, after) { child, side in
                side == .old
                    ? ElementLikeness.member(key, of: child, in: &old)?.fingerprint.value
                    : ElementLikeness.member(key, of: child, in: &new)?.fingerprint.value
            }
            if Self.isOutOfOrder(pairing.partners) { note(.elementOrder, one, other, node) }
            return parts(before, after, pairing.partners, [], from: start)
        case .alignment:
            guard let pairing = align(before, after) else { return nil }
            return parts(before, after, pairing.partners, pairing.moved, from: start)
        }
    }

    private mutating func align(_ before: [JSONChild], _ after: [JSONChild]) -> ArrayPairing? {
        // There is only one way to pair them, and in deep bodies this is so on every level.
        if before.count == 1, after.count == 1 { return ArrayPairing.byPosition(before, after) }
        var (oldFeatures, newFeatures): (Features, Features) = ([:], [:])
        return ArrayPairing.byAlignment(
            before, after,
            identity: { ElementLikeness.identity($0, $1, &old, &new) },
            likeness: { one, other in
                ElementLikeness.score(
                    Self.features(of: one, before, &oldFeatures, &old),
                    Self.features(of: other, after, &newFeatures, &new),
                    types: (old.bytes[before[one].start], new.bytes[after[other].start]))
            }, isCancelled: isCancelled)
    }

    private typealias Features = [Int: [UInt64]]

    private static func features(
        of index: Int, _ all: [JSONChild], _ known: inout Features, _ side: inout JSONSide
    ) -> [UInt64] {
        if let features = known[index] { return features }
        let features = ElementLikeness.features(of: all[index], in: &side)
        known[index] = features
        return features
    }

    /// Compares by position, without keeping equal elements.
    private mutating func inStep(_ one: JSONChild, _ other: JSONChild) -> [Part]? {
        var (oldWalk, newWalk) = (JSONChildren(of: one, in: old), JSONChildren(of: other, in: new))
        var parts: [Part] = []
        var index = 0
        while true {
            if index & 0xFFFF == 0, isCancelled() { return nil }
            let (first, second) = (oldWalk.next(in: &old), newWalk.next(in: &new))
            guard first != nil || second != nil else { return parts }
            if first?.fingerprint.spelling != second?.fingerprint.spelling {
                if parts.count < options.maximumDifferences {
                    parts.append(
                        Part(
                            old: first, new: second, oldIndex: first == nil ? -1 : index,
                            newIndex: second == nil ? -1 : index))
                } else if first?.fingerprint.value != second?.fingerprint.value {
                    result.total += 1
                }
            }
            index += 1
        }
    }
}

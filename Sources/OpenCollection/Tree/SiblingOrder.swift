/// The `seq` numbers that items of a folder need for another order; as few as possible change.
///
/// - Source: Bruno's rules for `seq`: a sort key of requests, a slot of folders (see ``CollectionOrder``).
enum SiblingOrder {
    struct Change: Hashable {
        var path: ItemPath
        var sequence: Int
    }

    /// - Parameters:
    ///   - items: all of one folder, in the order in which they are found on disk.
    ///   - moved: the one that is to have another place.
    ///   - index: its place, 0-based, among the folders or among the rest; beyond the last is the last.
    static func placing(
        _ moved: CollectionItem, at index: Int, among items: [CollectionItem]
    ) throws(TreeProblem) -> [Change] {
        let found = items.filter { !$0.isBeside && $0.isFolder == moved.isFolder }
        let ordered = CollectionOrder.sorted(found)
        guard let from = ordered.firstIndex(where: { $0.path == moved.path }) else { return [] }
        var wanted = ordered
        wanted.insert(wanted.remove(at: from), at: max(0, min(index, ordered.count - 1)))
        guard wanted.map(\.path) != ordered.map(\.path) else { return [] }
        return moved.isFolder ? folders(wanted, moved, found) : try requests(wanted, moved, found)
    }

    // MARK: - Folders

    /// A slot for the moved one alone if that does it, else for all that have one, else for all.
    private static func folders(
        _ wanted: [CollectionItem], _ moved: CollectionItem, _ found: [CollectionItem]
    ) -> [Change] {
        let slots = wanted.enumerated().map { Change(path: $1.path, sequence: $0 + 1) }
        let placed = Set(wanted.filter { ($0.folderSequence ?? 0) > 0 }.map(\.path)).union([moved.path])
        for paths in [[moved.path], placed] {
            let some = slots.filter { paths.contains($0.path) }
            if order(of: found, after: some) == wanted.map(\.path) { return changes(some, wanted) }
        }
        return changes(slots, wanted)
    }

    private static func order(of found: [CollectionItem], after slots: [Change]) -> [ItemPath] {
        let numbers = Dictionary(uniqueKeysWithValues: slots.map { ($0.path, $0.sequence) })
        return CollectionOrder.sorted(found.map { item in numbers[item.path].map(item.inSlot) ?? item }).map(\.path)
    }

    private static func changes(_ slots: [Change], _ wanted: [CollectionItem]) -> [Change] {
        slots.filter { slot in wanted.first { $0.path == slot.path }?.folderSequence != slot.sequence }
    }

    // MARK: - Requests

    private typealias Place = (weight: Double, place: Int)
    private typealias Run = (kept: Int, previous: Int?)

    /// The number beyond which numbers are no longer counted one by one.
    private static let limit = 1e12

    /// The best run of items that can keep what they have while whole numbers are left for those between them.
    private static func requests(
        _ wanted: [CollectionItem], _ moved: CollectionItem, _ found: [CollectionItem]
    ) throws(TreeProblem) -> [Change] {
        let places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.path, $0) })
        let weights: [Place] = wanted.map { ($0.weight, places[$0.path] ?? 0) }
        var runs: [Run] = []
        for (index, item) in wanted.enumerated() {
            // Better the moved one changes than another. What cannot be read cannot be changed: it counts more than all others.
            let own = item.isBroken ? 2 * wanted.count : item.path == moved.path ? 1 : 2
            runs.append(longestRun(to: index, counting: own, weights, runs))
        }
        return try numbered(wanted, keeping: kept(in: runs))
    }

    /// The best of the runs that end with an item; it holds none when the item cannot keep what it has.
    private static func longestRun(to index: Int, counting own: Int, _ weights: [Place], _ runs: [Run]) -> Run {
        guard weights[index].weight < limit else { return (0, nil) }
        var best: Run = room(below: weights[index].weight) >= index ? (own, nil) : (0, nil)
        for earlier in 0..<index where runs[earlier].kept > 0 && runs[earlier].kept + own > best.kept {
            if fits(weights[earlier], weights[index], between: index - earlier - 1) {
                best = (runs[earlier].kept + own, earlier)
            }
        }
        return best
    }

    private static func kept(in runs: [Run]) -> Set<Int> {
        var kept = Set<Int>()
        var next = runs.indices.filter { runs[$0].kept > 0 }.max { (runs[$0].kept, $0) < (runs[$1].kept, $1) }
        while let index = next {
            kept.insert(index)
            next = runs[index].previous
        }
        return kept
    }

    /// Whether numbers fit in between. Equal ones are in the order in which they are found. New numbers are whole, from 1 on.
    private static func fits(_ lower: Place, _ upper: Place, between count: Int) -> Bool {
        if count == 0 { return (lower.weight, lower.place) < (upper.weight, upper.place) }
        return room(below: upper.weight) - Int(max(0, lower.weight.rounded(.down))) >= count
    }

    /// Returns the count of whole numbers from 1 on that are smaller.
    private static func room(below weight: Double) -> Int { Int(max(0, weight.rounded(.up) - 1)) }

    private static func numbered(_ wanted: [CollectionItem], keeping kept: Set<Int>) throws(TreeProblem) -> [Change] {
        var changes: [Change] = []
        var last = 0.0
        for (index, item) in wanted.enumerated() {
            guard !kept.contains(index) else {
                last = item.weight
                continue
            }
            guard !item.isBroken else {
                throw TreeProblem(
                    "\(item.path) cannot be read, so nothing can be put before it; repair or delete it first")
            }
            last = max(0, last.rounded(.down)) + 1
            changes.append(Change(path: item.path, sequence: Int(last)))
        }
        return changes
    }
}

extension CollectionItem {
    /// The number that the format sorts by: missing and 0 count as 1.
    fileprivate var weight: Double {
        kind.sequence.map { $0 == 0 ? 1 : $0 } ?? 1
    }

    fileprivate var folderSequence: Int? {
        if case .folder(let definition, _) = kind { definition.sequence } else { nil }
    }

    fileprivate func inSlot(_ sequence: Int) -> CollectionItem {
        guard case .folder(var definition, let children) = kind else { return self }
        definition.sequence = sequence
        return CollectionItem(path: path, name: name, kind: .folder(definition, children))
    }
}

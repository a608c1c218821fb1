import BodyView

/// On its way through both bodies, from what differs to what differs within.
struct JSONComparing {
    private var old: JSONSide
    private var new: JSONSide
    private let options: JSONComparisonOptions
    private let rules: ReadyRules
    private let isCancelled: () -> Bool
    private var result: JSONDifferences
    private var stack: [Frame] = []
    /// The steps to the container whose parts are told at the moment, in either body.
    private var container = (way: Int.min, old: JSONPath(), new: JSONPath())

    /// What is left to tell of a container; equal parts are none of it.
    private struct Frame {
        var way: Int
        var parts: [Part]
        var next = 0
    }

    private struct Part {
        /// Nil: added.
        var old: JSONChild?
        /// Nil: removed.
        var new: JSONChild?
        var oldIndex = -1
        var newIndex = -1
        var isMoved = false
    }

    init(
        _ old: JSONSide, _ new: JSONSide, _ options: JSONComparisonOptions, _ rules: ReadyRules,
        _ result: JSONDifferences, _ isCancelled: @escaping () -> Bool
    ) {
        (self.old, self.new, self.options, self.rules, self.result) = (old, new, options, rules, result)
        self.isCancelled = isCancelled
    }

    /// Nil when cancelled.
    mutating func run() -> JSONDifferences? {
        guard compare(old.root, new.root, Ways.root) else { return nil }
        while var frame = stack.popLast() {
            guard frame.next < frame.parts.count else { continue }
            let part = frame.parts[frame.next]
            frame.next += 1
            let way = frame.way
            // What is told last needs its container no more.
            if frame.next < frame.parts.count { stack.append(frame) }
            guard tell(part, in: way) else { return nil }
        }
        return result
    }

    private mutating func tell(_ part: Part, in container: Int) -> Bool {
        guard let one = part.old else {
            if let other = part.new { add(.added, nil, other, way(to: part, in: container)) }
            return true
        }
        guard let other = part.new else {
            add(.removed, one, nil, way(to: part, in: container))
            return true
        }
        let way = way(to: part, in: container)
        if part.isMoved { add(.moved, one, other, way) }
        return compare(one, other, way)
    }

    /// False when cancelled.
    private mutating func compare(_ one: JSONChild, _ other: JSONChild, _ way: Int) -> Bool {
        guard one.fingerprint.spelling != other.fingerprint.spelling else { return true }
        let isEqual = one.fingerprint.value == other.fingerprint.value
        if isEqual, result.notesAreCut { return true }
        let kinds = (kind(of: one, in: old), kind(of: other, in: new))
        guard kinds.0 == kinds.1 else {
            add(.typeChanged, one, other, way)
            return true
        }
        if kinds.0 == UInt8(ascii: "{") || kinds.0 == UInt8(ascii: "[") {
            return !isCancelled() && open(one, other, way, isObject: kinds.0 == UInt8(ascii: "{"))
        }
        guard isEqual else {
            add(.changed, one, other, way)
            return true
        }
        note(kinds.0 == UInt8(ascii: "\"") ? .textSpelling : .numberSpelling, one, other, way)
        return true
    }

    private func kind(of child: JSONChild, in side: JSONSide) -> UInt8 {
        child.record == JSONChild.sequence ? UInt8(ascii: "[") : ElementLikeness.kind(side.bytes[child.start])
    }
}

// What is told.
extension JSONComparing {
    private mutating func add(_ kind: JSONDifference.Kind, _ one: JSONChild?, _ other: JSONChild?, _ way: Int) {
        let rule = rule(for: one, other, way)
        result.total += 1
        if rule != nil { result.ignoredCount += 1 }
        guard result.entries.count < options.maximumDifferences else { return }
        result.entries.append(
            JSONDifferences.Entry(
                kind: kind, way: way, oldPlace: one?.place ?? 0..<0, newPlace: other?.place ?? 0..<0, rule: rule ?? -1))
    }

    private mutating func note(_ kind: JSONNote.Kind, _ one: JSONChild, _ other: JSONChild, _ way: Int) {
        guard result.noteEntries.count < options.maximumNotes else {
            result.notesAreCut = true
            return
        }
        result.noteEntries.append(
            JSONDifferences.NoteEntry(kind: kind, way: way, oldPlace: one.place, newPlace: other.place))
    }

    private mutating func way(to part: Part, in container: Int) -> Int {
        let occurrence = part.new?.occurrence ?? part.old?.occurrence ?? -1
        return result.ways.append(
            Ways.Step(
                parent: container, old: occurrence < 0 ? part.oldIndex : part.old?.name ?? -1,
                new: occurrence < 0 ? part.newIndex : part.new?.name ?? -1, occurrence: occurrence))
    }

    /// The first that fits.
    private mutating func rule(for one: JSONChild?, _ other: JSONChild?, _ way: Int) -> Int? {
        let path = rules.paths.isEmpty ? nil : pathRule(way, hasOld: one != nil, hasNew: other != nil)
        guard !rules.values.isEmpty, let one, let other else { return path }
        let value = scalar(one, in: old).flatMap { old in
            scalar(other, in: new).flatMap { new in
                old.withUnsafeBytes { old in new.withUnsafeBytes { rules.ruleForValues(old, $0) } }
            }
        }
        return [path, value].compactMap { $0 }.min()
    }

    private mutating func pathRule(_ way: Int, hasOld: Bool, hasNew: Bool) -> Int? {
        let (oldPath, newPath) = paths(to: way, hasOld: hasOld, hasNew: hasNew)
        return rules.paths.first { rule in
            oldPath.map(rule.pattern.covers) ?? false || newPath.map(rule.pattern.covers) ?? false
        }?.index
    }

    /// Most differences of a container come one after the other: its own paths are made once.
    private mutating func paths(to way: Int, hasOld: Bool, hasNew: Bool) -> (JSONPath?, JSONPath?) {
        guard way >= 0 else { return (JSONPath(), JSONPath()) }
        let step = result.ways.all[way]
        if container.way != step.parent {
            container = (
                step.parent, result.path(of: step.parent, in: .old), result.path(of: step.parent, in: .new)
            )
        }
        return (
            hasOld ? JSONPath(container.old.steps + [self.step(step, .old)]) : nil,
            hasNew ? JSONPath(container.new.steps + [self.step(step, .new)]) : nil
        )
    }

    private func step(_ step: Ways.Step, _ side: Side) -> JSONPath.Step {
        let place = side == .old ? step.old : step.new
        guard step.occurrence >= 0 else { return .element(place) }
        return .member(
            Ways.name(at: place, in: side == .old ? result.old : result.new), occurrence: step.occurrence)
    }

    /// The longest value that is held against a pattern.
    private static let longestValue = 1 << 16

    /// Its text without quotes; nil for what holds others, or is very long.
    private func scalar(_ child: JSONChild, in side: JSONSide) -> [UInt8]? {
        guard child.end - child.start <= Self.longestValue else { return nil }
        switch ElementLikeness.kind(side.bytes[child.start]) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "\""):
            let inside = UnsafeRawBufferPointer(rebasing: side.bytes[(child.start + 1)..<(child.end - 1)])
            return Array(JSONEscapes.undone(in: inside).utf8)
        default: return Array(side.bytes[child.place])
        }
    }
}

// Containers.
extension JSONComparing {
    /// False when cancelled.
    private mutating func open(_ one: JSONChild, _ other: JSONChild, _ way: Int, isObject: Bool) -> Bool {
        let parts = isObject ? members(one, other, way) : elements(one, other, way)
        guard let parts else { return false }
        if !parts.isEmpty { stack.append(Frame(way: way, parts: parts)) }
        return true
    }

    private mutating func members(_ one: JSONChild, _ other: JSONChild, _ way: Int) -> [Part]? {
        let before = Self.members(of: one, in: &old)
        let after = Self.members(of: other, in: &new)
        let partners = Self.partners(before, after)
        if Self.isOutOfOrder(partners) { note(.memberOrder, one, other, way) }
        return parts(before, after, partners, [], from: 0)
    }

    private static func members(of container: JSONChild, in side: inout JSONSide) -> [JSONChild] {
        var children = JSONChildren(of: container, in: side)
        var all: [JSONChild] = []
        while let child = children.next(in: &side) { all.append(child) }
        guard Set(all.map(\.key)).count < all.count else { return all }
        var seen: [UInt64: Int] = [:]
        for index in all.indices {
            all[index].occurrence = seen[all[index].key, default: 0]
            seen[all[index].key, default: 0] += 1
        }
        return all
    }

    /// By name, and of equal names the first with the first.
    private static func partners(_ before: [JSONChild], _ after: [JSONChild]) -> [Int32] {
        if before.count == after.count, zip(before, after).allSatisfy({ $0.key == $1.key }) {
            return after.indices.map { Int32($0) }
        }
        func identity(_ child: JSONChild) -> UInt64 { child.key ^ UInt64(child.occurrence) &* Mixing.second }
        var places: [UInt64: Int32] = [:]
        for index in before.indices { places[identity(before[index])] = Int32(index) }
        return after.map { places[identity($0)] ?? -1 }
    }

    private static func isOutOfOrder(_ partners: [Int32]) -> Bool {
        var last: Int32 = -1
        for partner in partners where partner >= 0 {
            if partner < last { return true }
            last = partner
        }
        return false
    }

    /// What differs, in the order of the new container; what is gone before what followed it.
    ///
    /// - Parameter start: how many elements were passed before these.
    private func parts(
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

// Arrays.
extension JSONComparing {
    /// Nil when cancelled.
    private mutating func elements(_ one: JSONChild, _ other: JSONChild, _ way: Int) -> [Part]? {
        let matching = matching(of: way)
        var (oldWalk, newWalk) = (JSONChildren(of: one, in: old), JSONChildren(of: other, in: new))
        var start = 0
        var (before, after): ([JSONChild], [JSONChild]) = ([], [])
        // What both begin with is passed in step.
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
            note(.tooLongToAlign, one, other, way)
            return inStep(one, other)
        }
        return pair(before, after, matching, from: start, one, other, way)
    }

    /// False: there are too many.
    private func collect(_ walk: inout JSONChildren, _ all: inout [JSONChild], _ side: inout JSONSide) -> Bool {
        while let child = walk.next(in: &side) {
            guard all.count < options.maximumAligned else { return false }
            all.append(child)
        }
        return true
    }

    private func matching(of way: Int) -> JSONComparisonOptions.ArrayMatching {
        guard !options.arrays.isEmpty else { return options.arrayMatching }
        let path = result.path(of: way, in: .new)
        return options.arrays.first { $0.path.matches(path) }?.matching ?? options.arrayMatching
    }

    private mutating func pair(
        _ before: [JSONChild], _ after: [JSONChild], _ matching: JSONComparisonOptions.ArrayMatching, from start: Int,
        _ one: JSONChild, _ other: JSONChild, _ way: Int
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
            if Self.isOutOfOrder(pairing.partners) { note(.elementOrder, one, other, way) }
            return parts(before, after, pairing.partners, [], from: start)
        case .alignment:
            guard let pairing = align(before, after) else { return nil }
            return parts(before, after, pairing.partners, pairing.moved, from: start)
        }
    }

    private mutating func align(_ before: [JSONChild], _ after: [JSONChild]) -> ArrayPairing? {
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

    /// By position, without keeping what is equal.
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

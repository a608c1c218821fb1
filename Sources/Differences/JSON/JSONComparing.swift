import BodyView
import Text

/// A walk through the different parts of both bodies.
struct JSONComparing {
    var old: JSONSide
    var new: JSONSide
    let options: JSONComparisonOptions
    private let rules: ReadyRules
    let isCancelled: () -> Bool
    var result: JSONDifferences
    var stack: [Frame] = []
    /// The path to the container whose parts are being reported, in either body.
    private var container = (node: Int.min, old: JSONPath(), new: JSONPath())

    /// The parts of a container that have not been reported, without equal ones.
    struct Frame {
        var node: Int
        var parts: [Part]
        var next = 0
    }

    struct Part {
        /// The old value; nil if it was added.
        var old: JSONChild?
        /// The new value; nil if it was removed.
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

    /// Compares the bodies; nil if cancelled.
    mutating func run() -> JSONDifferences? {
        if options.comparesShapes {
            var shapes = JSONShapeComparing(self)
            return shapes.run()
        }
        guard compare(old.root, new.root, PathTree.root) else { return nil }
        while var frame = stack.popLast() {
            guard frame.next < frame.parts.count else { continue }
            let part = frame.parts[frame.next]
            frame.next += 1
            let node = frame.node
            // The container is no longer needed for its last part.
            if frame.next < frame.parts.count { stack.append(frame) }
            guard report(part, in: node) else { return nil }
        }
        return result
    }

    private mutating func report(_ part: Part, in container: Int) -> Bool {
        guard let one = part.old else {
            if let other = part.new { add(.added, nil, other, node(to: part, in: container)) }
            return true
        }
        guard let other = part.new else {
            add(.removed, one, nil, node(to: part, in: container))
            return true
        }
        let node = node(to: part, in: container)
        if part.isMoved { add(.moved, one, other, node) }
        return compare(one, other, node)
    }

    /// Compares two values; false if cancelled.
    private mutating func compare(_ one: JSONChild, _ other: JSONChild, _ node: Int) -> Bool {
        guard one.fingerprint.spelling != other.fingerprint.spelling else { return true }
        let isEqual = one.fingerprint.value == other.fingerprint.value
        if isEqual, result.notesAreCut { return true }
        let kinds = (kind(of: one, in: old), kind(of: other, in: new))
        guard kinds.0 == kinds.1 else {
            add(.typeChanged, one, other, node)
            return true
        }
        if kinds.0 == UInt8(ascii: "{") || kinds.0 == UInt8(ascii: "[") {
            return !isCancelled() && open(one, other, node, isObject: kinds.0 == UInt8(ascii: "{"))
        }
        guard isEqual else {
            add(.changed, one, other, node)
            return true
        }
        note(kinds.0 == UInt8(ascii: "\"") ? .textSpelling : .numberSpelling, one, other, node)
        return true
    }

    private func kind(of child: JSONChild, in side: JSONSide) -> UInt8 {
        child.record == JSONChild.sequence ? UInt8(ascii: "[") : ElementLikeness.kind(side.bytes[child.start])
    }
}

// Reporting differences.
extension JSONComparing {
    /// - Parameter old: The place of a value that shows the shape; nil if there is none.
    mutating func addOfShape(_ kind: JSONDifference.Kind, _ old: Range<Int>?, _ new: JSONChild?, at node: Int) {
        // Steps that were added since may have replaced others.
        container.node = Int.min
        let none = Fingerprint(value: 0, spelling: 0)
        let one = old.map { JSONChild(start: $0.lowerBound, end: $0.upperBound, fingerprint: none, record: -1) }
        add(kind, one, new, node)
    }

    private mutating func add(_ kind: JSONDifference.Kind, _ one: JSONChild?, _ other: JSONChild?, _ node: Int) {
        let rule = rule(for: one, other, node)
        result.total += 1
        if rule != nil { result.ignoredCount += 1 }
        guard result.entries.count < options.maximumDifferences else { return }
        result.entries.append(
            JSONDifferences.Entry(
                kind: kind, node: node, oldPlace: one?.place ?? 0..<0, newPlace: other?.place ?? 0..<0, rule: rule ?? -1
            ))
    }

    mutating func note(_ kind: JSONNote.Kind, _ one: JSONChild, _ other: JSONChild, _ node: Int) {
        guard result.noteEntries.count < options.maximumNotes else {
            result.notesAreCut = true
            return
        }
        result.noteEntries.append(
            JSONDifferences.NoteEntry(kind: kind, node: node, oldPlace: one.place, newPlace: other.place))
    }

    private mutating func node(to part: Part, in container: Int) -> Int {
        let occurrence = part.new?.occurrence ?? part.old?.occurrence ?? -1
        return result.paths.append(
            PathTree.Step(
                parent: container, old: occurrence < 0 ? part.oldIndex : part.old?.name ?? -1,
                new: occurrence < 0 ? part.newIndex : part.new?.name ?? -1, occurrence: occurrence))
    }

    /// Returns the first rule that fits.
    private mutating func rule(for one: JSONChild?, _ other: JSONChild?, _ node: Int) -> Int? {
        let path = rules.paths.isEmpty ? nil : pathRule(node, hasOld: one != nil, hasNew: other != nil)
        guard !rules.values.isEmpty || rules.masked != nil, let one, let other else { return path }
        let (old, new) = (scalar(one, in: old), scalar(other, in: new))
        guard let old, let new else {
            let masked = rules.ruleForWhole(old, isOld: true) ?? rules.ruleForWhole(new, isOld: false)
            return [path, masked].compactMap { $0 }.min()
        }
        // A marker may be anywhere in a long text; whether a pattern matches is not known before the text is read.
        let isShort = max(old.count, new.count) <= Self.longestValue
        let values = old.withUnsafeBytes { old in
            new.withUnsafeBytes { [isShort ? rules.ruleForValues(old, $0) : nil, rules.ruleForMasked(old, $0)] }
        }
        return ([path] + values).compactMap { $0 }.min()
    }

    private mutating func pathRule(_ node: Int, hasOld: Bool, hasNew: Bool) -> Int? {
        let (oldPath, newPath) = paths(to: node, hasOld: hasOld, hasNew: hasNew)
        return rules.paths.first { rule in
            oldPath.map(rule.pattern.covers) ?? false || newPath.map(rule.pattern.covers) ?? false
        }?.index
    }

    /// Returns the paths to a value. Most differences of a container follow one another, so its own paths are computed once.
    private mutating func paths(to node: Int, hasOld: Bool, hasNew: Bool) -> (JSONPath?, JSONPath?) {
        guard node >= 0 else { return (JSONPath(), JSONPath()) }
        let step = result.paths.all[node]
        if container.node != step.parent {
            container = (
                step.parent, result.path(of: step.parent, in: .old), result.path(of: step.parent, in: .new)
            )
        }
        return (
            hasOld ? JSONPath(container.old.steps + [self.step(step, .old)]) : nil,
            hasNew ? JSONPath(container.new.steps + [self.step(step, .new)]) : nil
        )
    }

    private func step(_ step: PathTree.Step, _ side: DifferenceSide) -> JSONPath.Step {
        let place = side == .old ? step.old : step.new
        guard step.occurrence >= 0 else { return .element(place) }
        return .member(
            PathTree.name(at: place, in: side == .old ? result.old : result.new), occurrence: step.occurrence)
    }

    /// The longest value that is compared with a pattern, in bytes.
    private static let longestValue = 1 << 16

    /// Returns the text without quotes; nil for containers, and for very long values if nothing can be masked.
    private func scalar(_ child: JSONChild, in side: JSONSide) -> [UInt8]? {
        guard rules.masked != nil || child.end - child.start <= Self.longestValue else { return nil }
        switch ElementLikeness.kind(side.bytes[child.start]) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "\""):
            let inside = UnsafeRawBufferPointer(rebasing: side.bytes[(child.start + 1)..<(child.end - 1)])
            return Array(JSONText.unescapedLeniently(inside).utf8)
        default: return Array(side.bytes[child.place])
        }
    }
}

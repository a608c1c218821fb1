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
    private var container = (way: Int.min, old: JSONPath(), new: JSONPath())

    /// The parts of a container that have not been reported, without equal ones.
    struct Frame {
        var way: Int
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
        guard compare(old.root, new.root, Ways.root) else { return nil }
        while var frame = stack.popLast() {
            guard frame.next < frame.parts.count else { continue }
            let part = frame.parts[frame.next]
            frame.next += 1
            let way = frame.way
            // The container is no longer needed for its last part.
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

    /// Compares two values; false if cancelled.
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

// Reporting differences.
extension JSONComparing {
    /// - Parameter old: The place of a value that shows the shape; nil if there is none.
    mutating func addOfShape(_ kind: JSONDifference.Kind, _ old: Range<Int>?, _ new: JSONChild?, at way: Int) {
        // Ways that were made since may have replaced others.
        container.way = Int.min
        let none = Fingerprint(value: 0, spelling: 0)
        let one = old.map { JSONChild(start: $0.lowerBound, end: $0.upperBound, fingerprint: none, record: -1) }
        add(kind, one, new, way)
    }

    private mutating func add(_ kind: JSONDifference.Kind, _ one: JSONChild?, _ other: JSONChild?, _ way: Int) {
        let rule = rule(for: one, other, way)
        result.total += 1
        if rule != nil { result.ignoredCount += 1 }
        guard result.entries.count < options.maximumDifferences else { return }
        result.entries.append(
            JSONDifferences.Entry(
                kind: kind, way: way, oldPlace: one?.place ?? 0..<0, newPlace: other?.place ?? 0..<0, rule: rule ?? -1))
    }

    mutating func note(_ kind: JSONNote.Kind, _ one: JSONChild, _ other: JSONChild, _ way: Int) {
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

    /// Returns the first rule that fits.
    private mutating func rule(for one: JSONChild?, _ other: JSONChild?, _ way: Int) -> Int? {
        let path = rules.paths.isEmpty ? nil : pathRule(way, hasOld: one != nil, hasNew: other != nil)
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

    private mutating func pathRule(_ way: Int, hasOld: Bool, hasNew: Bool) -> Int? {
        let (oldPath, newPath) = paths(to: way, hasOld: hasOld, hasNew: hasNew)
        return rules.paths.first { rule in
            oldPath.map(rule.pattern.covers) ?? false || newPath.map(rule.pattern.covers) ?? false
        }?.index
    }

    /// Returns the paths to a value. Most differences of a container follow one another, so its own paths are computed once.
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

    private func step(_ step: Ways.Step, _ side: DifferenceSide) -> JSONPath.Step {
        let place = side == .old ? step.old : step.new
        guard step.occurrence >= 0 else { return .element(place) }
        return .member(
            Ways.name(at: place, in: side == .old ? result.old : result.new), occurrence: step.occurrence)
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
